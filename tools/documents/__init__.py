"""`make docs`: pages generated from the engine, the rulebooks and the commands."""
