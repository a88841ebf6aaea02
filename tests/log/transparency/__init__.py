"""The formats with which outsiders verify a log."""
