"""How events change the table."""
