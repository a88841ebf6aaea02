"""The vocabulary of the engine: cards, observations, events, the table and its value types."""
