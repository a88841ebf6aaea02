"""The messages between a station and the floor."""
