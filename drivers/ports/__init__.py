"""Serial and USB ports: opening them, finding devices on them, and capturing their bytes."""
