"""Notes that the floor has cosigned, the trees behind them, and the cosignatures of outside witnesses.

A note has the compact state of its tree beside it: with that and the hashes of the rows since, the floor
proves to any witness that a log was continued, even after older months have left the database. Notes and
cosignatures are never changed or deleted. `tree` is how far the floor has computed a tree, and
`witness_state` what it knows of a witness; both can be lost without harm."""

from alembic import op

revision = "f0003"
down_revision = "f0002"

TABLES = (
    # The first table of this name had no key of the witness, and nothing ever wrote to it.
    "DROP TABLE floor.cosignature",
    """CREATE TABLE floor.note (
        log bigint NOT NULL,
        branch integer NOT NULL,
        size bigint NOT NULL CHECK (size > 0),
        head bytea NOT NULL CHECK (length(head) = 32),
        nodes bytea NOT NULL,
        text text NOT NULL,
        cosigned_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (log, branch, size),
        FOREIGN KEY (log, branch) REFERENCES floor.branch
    )""",
    """CREATE TABLE floor.cosignature (
        log bigint NOT NULL,
        branch integer NOT NULL,
        size bigint NOT NULL,
        witness text NOT NULL,
        signature bytea NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (log, branch, size, witness)
    )""",
    """CREATE TABLE floor.cosigner (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        key text NOT NULL UNIQUE,
        named_at timestamptz NOT NULL DEFAULT now()
    )""",
    """CREATE TABLE floor.tree (
        log bigint NOT NULL,
        branch integer NOT NULL,
        size bigint NOT NULL,
        head bytea NOT NULL CHECK (length(head) = 32),
        nodes bytea NOT NULL,
        PRIMARY KEY (log, branch),
        FOREIGN KEY (log, branch) REFERENCES floor.branch
    ) WITH (fillfactor = 50)""",
    """CREATE TABLE floor.witness_state (
        log bigint NOT NULL,
        branch integer NOT NULL,
        witness text NOT NULL,
        size bigint NOT NULL DEFAULT 0,
        next_at timestamptz NOT NULL,
        failures integer NOT NULL DEFAULT 0,
        trouble text NOT NULL DEFAULT '',
        words text NOT NULL DEFAULT '',
        since timestamptz,
        PRIMARY KEY (log, branch, witness),
        FOREIGN KEY (log, branch) REFERENCES floor.branch
    ) WITH (fillfactor = 50)""",
    """ALTER TABLE floor.quarantine DROP CONSTRAINT quarantine_kind_check,
        ADD CONSTRAINT quarantine_kind_check
        CHECK (kind IN ('fork', 'forged', 'untrusted_key', 'note_differs'))""",
)

APPEND_ONLY = ("note", "cosignature", "cosigner")
STATES = ("tree", "witness_state")
EVERYBODY = "dealer_station_gateway, dealer_station_reader, dealer_station_people, dealer_station_archivist"
GRANTS = (
    *(f"GRANT SELECT ON floor.{table} TO {EVERYBODY}" for table in (*APPEND_ONLY, *STATES)),
    *(f"GRANT INSERT ON floor.{table} TO dealer_station_gateway" for table in APPEND_ONLY),
    *(f"GRANT INSERT, UPDATE ON floor.{table} TO dealer_station_gateway" for table in STATES),
    "GRANT INSERT ON floor.cosigner TO dealer_station_people",
    # Before a month is dropped, the archivist makes sure that the tree of its rows is known.
    "GRANT INSERT, UPDATE ON floor.tree TO dealer_station_archivist",
    *(f"REVOKE UPDATE, DELETE, TRUNCATE ON floor.{table} FROM dealer_station_owner" for table in APPEND_ONLY),
)


def upgrade() -> None:
    """Create the tables and the rights of each role."""
    for statement in (*TABLES, *GRANTS):
        op.execute(statement)


def downgrade() -> None:
    """Raise RuntimeError: a cosigned note is never forgotten."""
    raise RuntimeError(
        "a floor is never taken back to an older schema; restore a back-up made before the upgrade"
    )
