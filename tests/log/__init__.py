"""The log: what is stored, what is found out when it is changed, and what can be rebuilt from it."""
