"""Reading of a log, and the state of a table at any of its rows."""
