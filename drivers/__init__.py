"""Device drivers: one module per device family, turning bytes from shoes,
shufflers and controllers into observations.
"""
