"""The window of the school: lessons, drills and results on the touchscreen."""
