"""What the dealer reads and says about a step that is due, in the terms of the book."""
