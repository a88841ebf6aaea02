"""Keys that somebody has vouched for, by log, and refusals that are counted instead of kept again.

One table says who vouched for which signing key of a log; it is never changed or deleted, so that a
verification years later still knows it. Evidence in quarantine has a subject: what was refused. A refusal
of the same subject is counted in a table beside it, because the evidence itself is never changed."""

from alembic import op

revision = "f0006"
down_revision = "f0005"

EVERYBODY = "dealer_station_gateway, dealer_station_reader, dealer_station_people, dealer_station_archivist"
STATEMENTS = (
    """ALTER TABLE floor.station ADD COLUMN vouched bytea[] NOT NULL DEFAULT '{}',
        ADD COLUMN names_keys boolean NOT NULL DEFAULT false,
        ADD COLUMN refused boolean NOT NULL DEFAULT false,
        ADD COLUMN refused_code text NOT NULL DEFAULT '',
        ADD COLUMN refused_words text NOT NULL DEFAULT '',
        ADD COLUMN refused_at timestamptz""",
    """CREATE TABLE floor.log_key (
        log bigint NOT NULL REFERENCES floor.log,
        key bytea NOT NULL CHECK (length(key) = 32),
        station text NOT NULL,
        vouched_by text NOT NULL,
        vouched_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (log, key)
    )""",
    """INSERT INTO floor.log_key (log, key, station, vouched_by)
        SELECT log, signing_key, name, enrolled_by FROM floor.station
        WHERE log IS NOT NULL AND signing_key IS NOT NULL ORDER BY enrolled_at ON CONFLICT DO NOTHING""",
    # A station that has said no hello yet can have its key only from the person who enrolled it.
    """UPDATE floor.station SET vouched = ARRAY[signing_key], names_keys = true
        WHERE log IS NULL AND signing_key IS NOT NULL""",
    "ALTER TABLE floor.quarantine ADD COLUMN subject bytea UNIQUE",
    """ALTER TABLE floor.quarantine DROP CONSTRAINT quarantine_kind_check,
        ADD CONSTRAINT quarantine_kind_check
        CHECK (kind IN ('fork', 'forged', 'untrusted_key', 'note_differs', 'out_of_bounds'))""",
    # Without a reference to the case: to check one, its owner would need a right to change the evidence.
    """CREATE TABLE floor.case_count (
        number bigint PRIMARY KEY,
        times bigint NOT NULL,
        last_at timestamptz NOT NULL DEFAULT now()
    ) WITH (fillfactor = 50)""",
    f"GRANT SELECT ON floor.log_key, floor.case_count TO {EVERYBODY}",
    "GRANT INSERT ON floor.log_key TO dealer_station_gateway, dealer_station_people",
    "GRANT INSERT, UPDATE ON floor.case_count TO dealer_station_gateway",
    """GRANT UPDATE (refused, refused_code, refused_words, refused_at)
        ON floor.station TO dealer_station_gateway""",
    "REVOKE UPDATE, DELETE, TRUNCATE ON floor.log_key FROM dealer_station_owner",
)


def upgrade() -> None:
    """Create the tables and columns; the keys that stations have now become those of their logs."""
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    """Raise RuntimeError: a floor keeps its newest schema."""
    raise RuntimeError(
        "a floor is never taken back to an older schema; restore a back-up made before the upgrade"
    )
