"""The written round, read and written."""
