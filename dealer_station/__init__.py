"""Assistant for a live Casino War table: records what happened, and derives what is due next and by
which rule.
"""
