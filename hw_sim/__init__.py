"""The simulator: devices, cards and people, so that a table can be run at a desk."""
