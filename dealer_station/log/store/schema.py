"""The tables of a log for SQLAlchemy; the migrations create them and their triggers."""

from hashlib import sha256

from sqlalchemy import (
    Column,
    Connection,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

REVISION = "0002"
"""The newest migration: the schema that this station writes, and the newest that it reads."""

SHAPES = {
    "0001": "adbcc66dd0413d59c3392828c87e1610223307391c5667e309c9f9215538f167",
    "0002": "35541c2c0e4bc30c4ae3051ff95f62515d237e3c32185c84f02d5d73e68c523b",
}
"""The digest of tables, indexes and triggers of each schema: see `shape_of`."""


def shape_of(connection: Connection) -> str:
    """A digest of all tables, indexes and triggers; a changed or added trigger gives another one."""
    made = connection.exec_driver_sql(
        "SELECT type, name, tbl_name, sql FROM sqlite_master "
        "WHERE name NOT LIKE 'sqlite_%' AND tbl_name <> 'alembic_version' ORDER BY type, name"
    )
    text = "\n".join(" ".join(" ".join(str(part).split()) for part in row) for row in made)
    return sha256(text.encode()).hexdigest()


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
