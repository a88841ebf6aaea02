"""The panel beside a simulated table: shoe, players, faults and autoplay."""
