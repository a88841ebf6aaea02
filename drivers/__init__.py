"""Device drivers: one module per device family, which turns the bytes of a device into observations."""
