"""What the wagers are worth: exact, played, and as the command says it."""
