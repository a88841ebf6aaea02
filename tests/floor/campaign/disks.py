"""Disks of the proofs: files with a filesystem, mounted through a loop device, whose blocks can be copied."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.conftest import MEMORY


def open_folder() -> Path:
    """A folder that the user of the database can enter; whoever makes it removes it."""
    made = Path(tempfile.mkdtemp(prefix="dealer-disk-", dir=MEMORY if MEMORY.is_dir() else None))
    made.chmod(0o755)
    return made


class LoopDisk:
    """A filesystem in a file."""

    def __init__(self, image: Path, mebibytes: int = 0) -> None:
        """Mount an image; with a size, a new one is made first."""
        self.image = image
        self.folder = image.with_suffix(".mounted")
        if mebibytes:
            with image.open("wb") as file:
                file.truncate(mebibytes << 20)
            # No space is set aside for root: a disk that is full is full for everybody.
            _run("mkfs.ext4", "-q", "-m", "0", str(image))

    def __enter__(self) -> Self:
        assert os.geteuid() == 0, "a loop device needs root; run the campaign as root, or in a container"
        self.folder.mkdir()
        _run("mount", "-o", "loop", str(self.image), str(self.folder))
        self.folder.chmod(0o755)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _run("umount", "--lazy", str(self.folder))
        self.folder.rmdir()

    def copied(self, to: Path) -> Path:
        """Copy the blocks as they are now, without telling the filesystem: as a power cut leaves them."""
        _run("cp", "--sparse=always", str(self.image), str(to))
        return to

    @property
    def free_bytes(self) -> int:
        return shutil.disk_usage(self.folder).free

    def fill(self) -> Path:
        """Take all space that is left; return the file that takes it."""
        ballast = self.folder / "ballast"
        with ballast.open("ab", buffering=0) as file:
            for size in (1 << 20, 4096, 1):
                try:
                    while True:
                        file.write(b"\0" * size)
                except OSError:
                    continue
        return ballast


def _run(*words: str) -> None:
    """Run a program; fail with its own message."""
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(words)}: {done.stderr}"
