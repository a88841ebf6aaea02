"""One module for each step of the schema, oldest first; the statements of all of them make a new log."""
