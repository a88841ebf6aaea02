"""Formats that outsiders can verify: Merkle tree, signed notes, cosignatures, and proofs of rows."""
