"""The composition root: assembles, starts and stops live, simulated and headless tables."""
