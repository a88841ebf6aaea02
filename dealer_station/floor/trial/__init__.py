"""A PostgreSQL server for trials and tests, in a folder of its own."""
