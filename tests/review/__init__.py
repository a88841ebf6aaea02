"""Tests of what the pit looks at: reports, rounds, disputes."""
