"""Tidiness as a test: what every file of the house keeps to."""
