"""The bench: scenes on simulated or real devices, and whether the log says what the devices did."""
