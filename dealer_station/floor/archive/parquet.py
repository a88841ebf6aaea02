"""Parquet files of the archive: the columns of a log row by row, with the hash of each.

The bytes are those of the log, so that the chain can be recomputed from this file alone."""

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyarrow
from pyarrow import parquet

from dealer_station.engine.model.errors import LogCorruptError
from dealer_station.floor.archive.kept_rows import HashedRow
from dealer_station.log.integrity.chain import hash_of

SCHEMA = pyarrow.schema(
    [
        pyarrow.field("seq", pyarrow.int64(), nullable=False),
        pyarrow.field("part", pyarrow.string(), nullable=False),
        pyarrow.field("cause", pyarrow.int64(), nullable=False),
        pyarrow.field("wall_us", pyarrow.int64(), nullable=False),
        pyarrow.field("mono_us", pyarrow.int64(), nullable=False),
        pyarrow.field("source", pyarrow.string(), nullable=False),
        pyarrow.field("who", pyarrow.string(), nullable=False),
        pyarrow.field("journal", pyarrow.string(), nullable=False),
        pyarrow.field("device_seq", pyarrow.int64()),
        pyarrow.field("body", pyarrow.binary(), nullable=False),
        pyarrow.field("frame", pyarrow.binary()),
        pyarrow.field("seal", pyarrow.binary()),
        pyarrow.field("hash", pyarrow.binary(32), nullable=False),
    ]
)
GROUP_ROWS = 100_000


class ParquetMonth:
    """Writes the rows of a month to a Parquet file."""

    def __init__(self, path: Path, about: dict[str, str]) -> None:
        schema = SCHEMA.with_metadata(about)
        self._writer = parquet.ParquetWriter(path, schema, compression="zstd")
        self._schema = schema
        self._rows: list[tuple[Any, ...]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._flush()
        self._writer.close()

    def add(self, page: list[HashedRow]) -> None:
        """Write a page; it reaches the file with its row group."""
        self._rows += [(*values, digest) for values, digest in page]
        if len(self._rows) >= GROUP_ROWS:
            self._flush()

    def _flush(self) -> None:
        if self._rows:
            columns = zip(*self._rows, strict=True)
            arrays = [
                pyarrow.array(column, type=field.type)
                for column, field in zip(columns, self._schema, strict=True)
            ]
            self._writer.write_table(pyarrow.table(arrays, schema=self._schema))
            self._rows.clear()


def rows_of(path: Path) -> Iterator[tuple[Any, ...]]:
    """The rows of a file with their hashes; raise LogCorruptError if it cannot be read."""
    try:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=10_000):
                yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)
    except (pyarrow.ArrowException, ValueError) as error:
        raise LogCorruptError(f"{path}: cannot be read as Parquet: {error}") from error


def check_parquet(path: Path, first: int, last: int, prev: bytes, head: bytes) -> None:
    """Read a file back and recompute its chain; raise LogCorruptError if it is not what was written."""
    seq = first - 1
    for *values, digest in rows_of(path):
        seq += 1
        if values[0] != seq or hash_of(prev, tuple(values)) != digest:
            raise LogCorruptError(f"{path}: row {seq} is not what the floor has")
        prev = digest
    if seq != last or prev != head:
        raise LogCorruptError(f"{path}: ends at row {seq}, and the month at row {last}")
