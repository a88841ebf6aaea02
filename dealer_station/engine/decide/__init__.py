"""The decisions: which events a card, a tap, a device, a report or a ruling causes."""
