"""The stand-in for a casino: devices, shoes and people who play, so that a table can be run at a desk."""
