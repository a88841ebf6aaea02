"""What the pit looks at: reports, rounds, disputes."""
