"""What a person can type: one module per command of `dealer-station`."""
