"""The composition root: live, simulated and headless tables, their start and their end."""
