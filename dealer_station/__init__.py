"""Assistant for a live Casino War table: records what happened, and derives what is due and by which rule."""
