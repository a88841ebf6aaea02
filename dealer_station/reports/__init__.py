"""Reports of gaming days: sources, pace, irregularities, timing, money against expectation, and devices."""
