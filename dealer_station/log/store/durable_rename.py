"""Durable renames: a rename survives a power cut only if the directory is synced too."""

import os
from pathlib import Path


def put_in_place(temporary: Path, path: Path) -> None:
    """Rename a temporary file that is complete to its final name and sync the directory."""
    temporary.replace(path)
    fd = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
