"""What `make bench` measures: ratios taken in one run, because machines are noisy. Never a test."""
