"""The exact value of every wager, computed from the cards."""
