"""One module for each step of the schema, oldest first."""
