"""Tests of the school in its window."""
