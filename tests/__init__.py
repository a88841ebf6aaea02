"""The tests: rounds that read like the rulebooks, proofs over every reachable state, rules of the house."""
