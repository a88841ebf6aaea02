"""The dealer's touchscreen at a table."""
