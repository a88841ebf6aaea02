"""The pages under docs/reference that the engine writes about itself are up to date and whole."""
