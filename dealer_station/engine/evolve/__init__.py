"""Evolution: events change the table."""
