"""Programs for people: the document generator, the bench and the screenshots."""
