"""What an observation means: the events that cards, taps, devices, reports and rulings cause."""
