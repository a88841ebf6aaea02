"""The words of a step that is due: what the dealer reads and says, in the terms of the book."""
