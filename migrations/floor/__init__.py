"""The schema of the floor's database, version by version."""
