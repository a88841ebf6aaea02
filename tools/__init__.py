"""Programs run by people: the document generator, the bench and the screenshots."""
