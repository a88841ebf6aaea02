"""Properties of any table: any book and options, up to all its spots, shared boxes, unknown amounts."""
