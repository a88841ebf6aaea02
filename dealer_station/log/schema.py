"""The tables of a log as SQLAlchemy sees them; the migrations make them, and their triggers."""

from sqlalchemy import (
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

REVISION = "0002"
"""The newest migration: what this station writes, and the newest that it reads."""

METADATA = MetaData()

EVENT = Table(
    "event",
    METADATA,
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("part", Text, nullable=False),
    Column("cause", Integer, nullable=False),
    Column("wall_us", Integer, nullable=False),
    Column("mono_us", Integer, nullable=False),
    Column("source", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("journal", Text, nullable=False),
    Column("device_seq", Integer),
    Column("body", LargeBinary, nullable=False),
    Column("frame", LargeBinary),
    Column("seal", LargeBinary),
    Column("prev", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    sqlite_strict=True,
)

CHECKPOINT = Table(
    "checkpoint",
    METADATA,
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("head", LargeBinary, nullable=False),
    Column("wall_us", Integer, nullable=False),
    Column("signer", LargeBinary, nullable=False),
    Column("signature", LargeBinary, nullable=False),
    sqlite_strict=True,
)

ANCHOR = Table(
    "anchor",
    METADATA,
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("state", LargeBinary, nullable=False),
    sqlite_strict=True,
)

ROUND = Table(
    "round",
    METADATA,
    Column("last_seq", Integer, primary_key=True, autoincrement=False),
    Column("first_seq", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Index("round_number", "number"),
    sqlite_strict=True,
)
