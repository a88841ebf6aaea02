"""The texts of a due step: the words that the dealer reads and says, in the terms of the book."""
