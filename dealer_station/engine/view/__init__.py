"""The view: everything about the table that a screen may show, its prompts, and the steps that follow."""
