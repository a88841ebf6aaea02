"""The database of the floor: its connection, its schema, and everything that reads or writes it."""
