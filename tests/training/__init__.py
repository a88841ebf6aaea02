"""Tests of the school: lessons, questions, sessions, drills, progress."""
