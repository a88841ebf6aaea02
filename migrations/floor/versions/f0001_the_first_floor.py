"""Logs, branches, heads, events by month of arrival, and everything that came with them.

Texts of a row are stored as bytes, because SQLite accepts characters that a text of PostgreSQL does not.
`prev` is not stored: it is the hash of the row before. There are no triggers: `floor.head` is locked by
whoever appends, and the roles allow nobody to change or delete an event."""

from alembic import op

revision = "f0001"
down_revision = None

TABLES = (
    """CREATE TABLE floor.log (
        id bigint PRIMARY KEY,
        identity bytea NOT NULL UNIQUE CHECK (length(identity) = 32),
        name text NOT NULL,
        branch integer NOT NULL DEFAULT 1,
        met_at timestamptz NOT NULL DEFAULT now()
    )""",
    """CREATE TABLE floor.station (
        name text PRIMARY KEY,
        role text NOT NULL DEFAULT 'station' CHECK (role IN ('station', 'reader')),
        public_key bytea NOT NULL CHECK (length(public_key) = 32),
        state text NOT NULL DEFAULT 'enrolled' CHECK (state IN ('enrolled', 'disabled')),
        log bigint REFERENCES floor.log,
        branch integer NOT NULL DEFAULT 1,
        signing_key bytea CHECK (length(signing_key) = 32),
        expires_at timestamptz NOT NULL,
        enrolled_at timestamptz NOT NULL DEFAULT now(),
        enrolled_by text NOT NULL,
        disabled_at timestamptz,
        disabled_by text,
        disabled_because text,
        heard_at timestamptz,
        size bigint NOT NULL DEFAULT 0,
        version text NOT NULL DEFAULT '',
        clock_offset_us bigint NOT NULL DEFAULT 0
    ) WITH (fillfactor = 50)""",
    """CREATE TABLE floor.branch (
        log bigint NOT NULL REFERENCES floor.log,
        branch integer NOT NULL,
        parent_branch integer,
        parent_seq bigint NOT NULL DEFAULT 0,
        state text NOT NULL CHECK (state IN ('kept', 'quarantined', 'accepted')),
        made_at timestamptz NOT NULL DEFAULT now(),
        accepted_at timestamptz,
        accepted_by text,
        accepted_because text,
        PRIMARY KEY (log, branch)
    )""",
    """CREATE TABLE floor.head (
        log bigint NOT NULL,
        branch integer NOT NULL,
        seq bigint NOT NULL,
        hash bytea NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        kept_on date NOT NULL DEFAULT CURRENT_DATE,
        checkpoint_seq bigint NOT NULL DEFAULT 0,
        anchor_seq bigint NOT NULL DEFAULT 0,
        named bytea[] NOT NULL DEFAULT '{}',
        trusted bytea[] NOT NULL DEFAULT '{}',
        PRIMARY KEY (log, branch),
        FOREIGN KEY (log, branch) REFERENCES floor.branch
    ) WITH (fillfactor = 50)""",
    """CREATE TABLE floor.event (
        log bigint NOT NULL,
        branch integer NOT NULL,
        seq bigint NOT NULL,
        kept_on date NOT NULL,
        cause bigint NOT NULL,
        wall_us bigint NOT NULL,
        mono_us bigint NOT NULL,
        hash bytea NOT NULL,
        device_seq bigint,
        part text NOT NULL,
        source bytea NOT NULL,
        who bytea NOT NULL,
        journal bytea NOT NULL,
        body bytea NOT NULL,
        frame bytea,
        seal bytea,
        PRIMARY KEY (log, branch, seq, kept_on)
    ) PARTITION BY RANGE (kept_on)""",
    """CREATE TABLE floor.batch (
        log bigint NOT NULL,
        branch integer NOT NULL,
        first_seq bigint NOT NULL,
        last_seq bigint NOT NULL,
        kept_on date NOT NULL,
        kept_at timestamptz NOT NULL DEFAULT now(),
        station text NOT NULL,
        clock_offset_us bigint NOT NULL,
        PRIMARY KEY (log, branch, first_seq)
    )""",
    """CREATE TABLE floor.checkpoint (
        log bigint NOT NULL,
        branch integer NOT NULL,
        seq bigint NOT NULL,
        head bytea NOT NULL,
        wall_us bigint NOT NULL,
        signer bytea NOT NULL,
        signature bytea NOT NULL,
        PRIMARY KEY (log, branch, seq)
    )""",
    """CREATE TABLE floor.cosignature (
        log bigint NOT NULL,
        branch integer NOT NULL,
        seq bigint NOT NULL,
        witness text NOT NULL,
        signature bytea NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (log, branch, seq, witness)
    )""",
    """CREATE TABLE floor.anchor (
        log bigint NOT NULL,
        branch integer NOT NULL,
        seq bigint NOT NULL,
        state bytea NOT NULL,
        PRIMARY KEY (log, branch, seq)
    )""",
    """CREATE TABLE floor.quarantine (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('fork', 'forged', 'untrusted_key')),
        log bigint NOT NULL REFERENCES floor.log,
        branch integer NOT NULL,
        station text NOT NULL,
        first_seq bigint NOT NULL,
        last_seq bigint NOT NULL,
        digest bytea NOT NULL UNIQUE,
        evidence bytea,
        at timestamptz NOT NULL DEFAULT now()
    )""",
)

MAKE_MONTH = """CREATE FUNCTION floor.make_month(month date) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $body$
    DECLARE
        first date := date_trunc('month', month)::date;
        partition text := format('event_%s', to_char(first, 'YYYY_MM'));
    BEGIN
        IF to_regclass(format('floor.%I', partition)) IS NOT NULL THEN
            RETURN;
        END IF;
        -- One of two gateways that both miss the month makes it; the other waits here, and finds it.
        LOCK TABLE floor.log IN SHARE UPDATE EXCLUSIVE MODE;
        IF to_regclass(format('floor.%I', partition)) IS NOT NULL THEN
            RETURN;
        END IF;
        EXECUTE format('CREATE TABLE floor.%I (LIKE floor.event INCLUDING ALL)', partition);
        EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON floor.%I FROM dealer_station_owner', partition);
        EXECUTE format('ALTER TABLE floor.event ATTACH PARTITION floor.%I FOR VALUES FROM (%L) TO (%L)',
            partition, first, (first + interval '1 month')::date);
    END $body$"""
"""A gateway may make the partition of a month, and nothing else: the function runs with the owner's
rights."""

APPEND_ONLY = ("event", "batch", "checkpoint", "cosignature", "anchor", "quarantine")
GRANTS = (
    "GRANT USAGE ON SCHEMA floor TO dealer_station_gateway, dealer_station_reader",
    "GRANT SELECT ON ALL TABLES IN SCHEMA floor TO dealer_station_gateway, dealer_station_reader",
    *(
        f"GRANT INSERT ON floor.{table} TO dealer_station_gateway"
        for table in (*APPEND_ONLY, "log", "branch")
    ),
    "GRANT INSERT, UPDATE ON floor.head TO dealer_station_gateway",
    """GRANT UPDATE (log, branch, signing_key, expires_at, heard_at, size, version, clock_offset_us)
        ON floor.station TO dealer_station_gateway""",
    "REVOKE EXECUTE ON FUNCTION floor.make_month(date) FROM PUBLIC",
    "GRANT EXECUTE ON FUNCTION floor.make_month(date) TO dealer_station_gateway",
    *(f"REVOKE UPDATE, DELETE, TRUNCATE ON floor.{table} FROM dealer_station_owner" for table in APPEND_ONLY),
)


def upgrade() -> None:
    """Create the tables, the function that makes a month, and the rights of each role."""
    for statement in (*TABLES, MAKE_MONTH, *GRANTS):
        op.execute(statement)


def downgrade() -> None:
    """Raise RuntimeError: there is no schema before the first."""
    raise RuntimeError(
        "a floor is never taken back to an older schema; restore a back-up made before the upgrade"
    )
