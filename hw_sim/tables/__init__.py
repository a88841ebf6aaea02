"""Simulated tables: devices and people put together."""
