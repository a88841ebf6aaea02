"""Written rounds on the real window: every tap where a dealer touches, and every tap counted."""
