"""Durable renames: a rename survives a power cut only if the directory is synced too."""

import os
from pathlib import Path


def put_in_place(unfinished: Path, path: Path) -> None:
    """Rename a finished file to its final name and sync the directory."""
    unfinished.replace(path)
    fd = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
