"""The five rulebooks: what they hold, how they are answered, checked and shown."""
