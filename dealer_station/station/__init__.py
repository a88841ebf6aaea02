"""The station: one thread with one inbox, its start-up, its devices, and the count of the shoe."""
