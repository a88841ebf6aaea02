"""Tests that read like the rulebook: written rounds, played through the engine as a user plays them."""
