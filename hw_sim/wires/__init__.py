"""What a simulated device is plugged into."""
