"""The witness: cosigns checkpoints of logs that only ever grow, and refuses all others. It sees no card."""
