"""The pages under docs that the engine writes about itself, and the tests that say when one is stale."""
