"""The next step, derived from the table and the rulebook alone."""
