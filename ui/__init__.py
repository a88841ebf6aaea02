"""The touchscreen: paints what the station publishes and sends back what fingers do."""
