"""Tables for events, checkpoints and rounds; triggers make each of them append-only.

Never batch-alter the table `event`: Alembic would create it anew and drop its triggers.
"""

revision = "0001"
down_revision = None

TABLES = (
    """CREATE TABLE event (
        seq INTEGER NOT NULL PRIMARY KEY,
        part TEXT NOT NULL CHECK (part IN ('seen', 'fact', 'record')),
        cause INTEGER NOT NULL,
        wall_us INTEGER NOT NULL,
        mono_us INTEGER NOT NULL,
        source TEXT NOT NULL,
        who TEXT NOT NULL,
        journal TEXT NOT NULL,
        device_seq INTEGER,
        body BLOB NOT NULL,
        frame BLOB,
        seal BLOB,
        prev BLOB NOT NULL CHECK (length(prev) = 32),
        hash BLOB NOT NULL CHECK (length(hash) = 32)
    ) STRICT""",
    """CREATE TABLE checkpoint (
        seq INTEGER NOT NULL PRIMARY KEY,
        head BLOB NOT NULL,
        wall_us INTEGER NOT NULL,
        signer BLOB NOT NULL,
        signature BLOB NOT NULL
    ) STRICT""",
    """CREATE TABLE round (
        last_seq INTEGER NOT NULL PRIMARY KEY,
        first_seq INTEGER NOT NULL,
        number INTEGER NOT NULL
    ) STRICT""",
    "CREATE INDEX round_number ON round (number)",
)

NEXT_ROW = """CREATE TRIGGER event_follows BEFORE INSERT ON event
    WHEN EXISTS (SELECT 1 FROM event)
    BEGIN
        SELECT RAISE(ABORT, 'a log has no gaps: the next row is the one after the last')
        WHERE NEW.seq IS NOT (SELECT max(seq) + 1 FROM event);
        SELECT RAISE(ABORT, 'a row stands on the hash of the row before it')
        WHERE NEW.prev IS NOT (SELECT hash FROM event WHERE seq = NEW.seq - 1);
    END"""


FOLLOWS = tuple(
    f"""CREATE TRIGGER {table}_follows BEFORE INSERT ON {table}
            WHEN EXISTS (SELECT 1 FROM {table} WHERE {key} >= NEW.{key})
            BEGIN SELECT RAISE(ABORT, 'a log only grows at its end'); END"""
    for table, key in (("checkpoint", "seq"), ("round", "last_seq"))
)

REFUSES = tuple(
    f"""CREATE TRIGGER {table}_refuses_{deed.lower()} BEFORE {deed} ON {table}
                BEGIN SELECT RAISE(ABORT, 'a log is append-only'); END"""
    for table in ("event", "checkpoint", "round")
    for deed in ("UPDATE", "DELETE")
)

STATEMENTS = (*TABLES, NEXT_ROW, *FOLLOWS, *REFUSES)


def upgrade() -> None:
    """Create the tables and triggers of a new log."""
    # A new log takes the statements alone: Alembic is slow to import.
    from alembic import op

    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    """Raise RuntimeError: there is no schema before the first."""
    raise RuntimeError("a log is never taken back to an older schema; use the copy made before the upgrade")
