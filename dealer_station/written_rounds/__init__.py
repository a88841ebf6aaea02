"""The player of written rounds, and the account it keeps of them."""
