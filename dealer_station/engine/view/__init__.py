"""Everything that a screen may show: the table, the prompts in words, and what comes next."""
