"""The view: everything that a screen may show of the table, its prompts, and the steps that follow."""
