"""Review: rebuilds any round of a log moment by moment, replays it through today's engine, and exports it."""
