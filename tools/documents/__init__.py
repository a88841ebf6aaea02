"""`make docs`: the pages that the engine, the rulebooks and the commands tell about themselves."""
