"""The report of a gaming day: its sources, pace, timing, money and expectation, and its charts."""
