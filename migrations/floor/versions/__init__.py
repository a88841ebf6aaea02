"""One module for each step of the floor's schema, oldest first."""
