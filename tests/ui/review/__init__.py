"""The pit's screen, through its real window."""
