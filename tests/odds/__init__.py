"""The value of each wager: exact, played, and as the command prints it."""
