"""The people of a table: PINs, roles, and what the station lets in."""
