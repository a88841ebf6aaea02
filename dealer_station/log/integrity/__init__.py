"""Integrity of a log: hash chain, signatures, keys, seals, verification, and the rescue of a damaged file."""
