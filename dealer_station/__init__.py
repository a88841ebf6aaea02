"""The assistant for a live Casino War table: what happened, what is due next and the rule that says so."""
