"""The bench: plays scenes on simulated or real devices, and checks that the log says what the devices did."""
