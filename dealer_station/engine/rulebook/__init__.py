"""The typed shape of a rulebook: its sections, rulings, options and the operator's data."""
