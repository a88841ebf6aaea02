"""The copies of an archived file: which of them is as it was recorded, and what is wrong with another."""

from hashlib import file_digest
from pathlib import Path

from dealer_station.floor.store.archive_records import ArchivedMonth


def digest_of(path: Path) -> bytes:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").digest()


def fault_of_file(path: Path, digest: bytes) -> str:
    """The reason why a file is not as it was recorded; empty if it is."""
    if not path.is_file():
        return f"{path}: this file is missing"
    try:
        found = digest_of(path)
    except OSError as error:
        return f"{path}: this file cannot be read: {error.strerror}"
    return "" if found == digest else f"{path}: this file was changed: its SHA-256 is not the recorded one"


def fault_of_copy(one: ArchivedMonth, place: Path) -> str:
    """The reason why a place does not have an archived month as it was recorded; empty if it has."""
    for name, digest in ((one.file, one.file_digest), (parquet_name(one.file), one.parquet_digest)):
        if fault := fault_of_file(place / one.folder / name, digest):
            return fault
    return ""


def parquet_name(file: str) -> str:
    """The name of the Parquet file beside a closed month."""
    return f"{Path(file).stem}.parquet"
