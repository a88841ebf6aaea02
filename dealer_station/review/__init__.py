"""Review: any round of a log rebuilt moment by moment, replayed through the engine of today, and exported."""
