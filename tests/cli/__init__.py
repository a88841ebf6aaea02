"""The commands as a person types them."""
