"""The written round: its model, its reader and its writer."""
