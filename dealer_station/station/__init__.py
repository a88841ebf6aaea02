"""The station: one thread with one inbox, its start, its devices, and the count of the shoe."""
