"""Table for anchors: the state at some rows, so that a round is found without reading from the
first row.

An anchor is only a cache. Its digest is in the chain; if an anchor is missing, or was made by
another version of the program, everything still follows from the events.
"""

revision = "0002"
down_revision = "0001"

STATEMENTS = (
    "CREATE TABLE anchor (seq INTEGER NOT NULL PRIMARY KEY, state BLOB NOT NULL) STRICT",
    """CREATE TRIGGER anchor_follows BEFORE INSERT ON anchor
        WHEN EXISTS (SELECT 1 FROM anchor WHERE seq >= NEW.seq)
        BEGIN SELECT RAISE(ABORT, 'a log only grows at its end'); END""",
    *(
        f"""CREATE TRIGGER anchor_refuses_{deed.lower()} BEFORE {deed} ON anchor
            BEGIN SELECT RAISE(ABORT, 'a log is append-only'); END"""
        for deed in ("UPDATE", "DELETE")
    ),
)


def upgrade() -> None:
    """Create the table beside the events, which stay unchanged."""
    from alembic import op

    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    """Raise RuntimeError: a log never returns to an older schema."""
    raise RuntimeError("a log is never taken back to an older schema; use the copy made before the upgrade")
