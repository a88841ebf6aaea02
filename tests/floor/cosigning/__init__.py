"""Notes that the floor and outside witnesses cosign, as a user reaches them."""
