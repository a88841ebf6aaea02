"""The player of written rounds, and the account that it keeps of them."""
