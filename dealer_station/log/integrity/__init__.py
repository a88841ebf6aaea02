"""What proves a log: the chain, signatures, keys, seals, verification, and the rescue of a damaged file."""
