"""The station's side of the floor; needs nothing that a table does not have."""
