"""The measurements of `make bench`: ratios taken within one run, because machines are noisy. Never a test."""
