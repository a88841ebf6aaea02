"""Names that outlast a power cut: a rename is only safe when its folder is on the disk too."""

import os
from pathlib import Path


def put_in_place(unfinished: Path, path: Path) -> None:
    """Gives a file its final name, for good."""
    unfinished.replace(path)
    fd = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
