"""What is due next, derived from the table and the rulebook alone."""
