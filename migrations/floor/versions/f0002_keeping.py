"""People and their deeds, holds, and the archive: everything that decides how long rows stay.

Three roles divide the work. `dealer_station_people` is what the commands of the floor's people run as,
`dealer_station_archivist` may record an archived month and call `floor.drop_month`, and the owner of the
tables is used by migrations alone. `floor.drop_month` itself checks that nothing is held and that every row
is archived, so that a mistake of a program cannot drop a month too early. Deeds, holds, archives and dropped
months are never changed or deleted."""

from alembic import op

revision = "f0002"
down_revision = "f0001"

TABLES = (
    """CREATE TABLE floor.person (
        name text PRIMARY KEY,
        title text NOT NULL,
        badge text NOT NULL DEFAULT '',
        pin text NOT NULL DEFAULT '',
        wrong integer NOT NULL DEFAULT 0,
        wait_until timestamptz,
        added_at timestamptz NOT NULL DEFAULT now(),
        added_by text NOT NULL,
        disabled_at timestamptz,
        disabled_by text,
        disabled_because text
    )""",
    "CREATE UNIQUE INDEX person_badge ON floor.person (badge) WHERE badge <> ''",
    "CREATE UNIQUE INDEX person_name ON floor.person (lower(name))",
    """CREATE TABLE floor.deed (
        seq bigint PRIMARY KEY,
        at_us bigint NOT NULL,
        who text NOT NULL,
        title text NOT NULL,
        what text NOT NULL,
        about text NOT NULL,
        hash bytea NOT NULL,
        signer bytea NOT NULL,
        signature bytea NOT NULL
    )""",
    """CREATE TABLE floor.deed_head (
        one_row boolean PRIMARY KEY DEFAULT true CHECK (one_row),
        seq bigint NOT NULL,
        hash bytea NOT NULL
    )""",
    "INSERT INTO floor.deed_head (seq, hash) VALUES (0, decode(repeat('00', 32), 'hex'))",
    """CREATE TABLE floor.hold (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('round', 'table', 'span')),
        log bigint REFERENCES floor.log,
        round_number bigint,
        first_seq bigint,
        last_seq bigint,
        since timestamptz,
        until timestamptz,
        put_by text NOT NULL,
        because text NOT NULL,
        put_at timestamptz NOT NULL DEFAULT now(),
        CHECK (kind = 'span' OR log IS NOT NULL),
        CHECK ((kind = 'round') = (first_seq IS NOT NULL AND last_seq IS NOT NULL)),
        CHECK ((kind = 'span') = (since IS NOT NULL AND until IS NOT NULL AND since < until))
    )""",
    """CREATE TABLE floor.hold_lift (
        hold bigint PRIMARY KEY,
        lifted_by text NOT NULL,
        because text NOT NULL,
        lifted_at timestamptz NOT NULL DEFAULT now()
    )""",
    """CREATE TABLE floor.archive (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        log bigint NOT NULL REFERENCES floor.log,
        branch integer NOT NULL,
        first_seq bigint NOT NULL,
        last_seq bigint NOT NULL,
        prev bytea NOT NULL,
        head bytea NOT NULL,
        month text NOT NULL,
        closed boolean NOT NULL,
        file text NOT NULL,
        file_digest bytea NOT NULL CHECK (length(file_digest) = 32),
        file_bytes bigint NOT NULL,
        parquet_digest bytea NOT NULL CHECK (length(parquet_digest) = 32),
        parquet_bytes bigint NOT NULL,
        places text[] NOT NULL CHECK (cardinality(places) >= 2),
        archived_by text NOT NULL,
        archived_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (log, branch, first_seq, last_seq),
        UNIQUE (log, branch, file)
    )""",
    """CREATE TABLE floor.dropped_month (
        month date PRIMARY KEY,
        rows bigint NOT NULL,
        dropped_by text NOT NULL,
        dropped_at timestamptz NOT NULL DEFAULT now()
    )""",
    # Batches arrive in the order of their days, so that a few pages of this index find those of a month.
    "CREATE INDEX batch_kept_on ON floor.batch USING brin (kept_on)",
)

HOLDS_ON = """CREATE FUNCTION floor.holds_on(month date) RETURNS SETOF bigint
    LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $body$
    WITH span (first, beyond) AS (
        SELECT date_trunc('month', month)::date, (date_trunc('month', month) + interval '1 month')::date
    )
    SELECT h.id FROM floor.hold h, span
    WHERE NOT EXISTS (SELECT 1 FROM floor.hold_lift l WHERE l.hold = h.id)
    AND CASE h.kind
        WHEN 'span' THEN EXISTS (
            SELECT 1 FROM floor.batch b
            WHERE b.kept_on >= span.first AND b.kept_on < span.beyond
            AND (h.log IS NULL OR b.log = h.log) AND b.kept_at >= h.since AND b.kept_at < h.until
        ) OR EXISTS (
            SELECT 1 FROM floor.event e
            WHERE e.kept_on >= span.first AND e.kept_on < span.beyond
            AND (h.log IS NULL OR e.log = h.log)
            AND e.wall_us >= extract(epoch FROM h.since) * 1000000
            AND e.wall_us < extract(epoch FROM h.until) * 1000000
        )
        ELSE EXISTS (
            SELECT 1 FROM floor.batch b
            WHERE b.kept_on >= span.first AND b.kept_on < span.beyond AND b.log = h.log
            AND (h.first_seq IS NULL OR (b.first_seq <= h.last_seq AND b.last_seq >= h.first_seq))
        )
    END
    ORDER BY h.id
    $body$"""
"""The holds that concern rows of a month. A span counts for the time at which a row arrived and for the time
that the station's clock gave it, because either may be wrong."""

DROP_MONTH = """CREATE FUNCTION floor.drop_month(month date, dropped_by text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $body$
    DECLARE
        first date := date_trunc('month', month)::date;
        beyond date := (first + interval '1 month')::date;
        partition text := format('event_%s', to_char(first, 'YYYY_MM'));
        found bigint;
    BEGIN
        IF beyond > CURRENT_DATE THEN
            RAISE EXCEPTION 'the month % is not over', to_char(first, 'YYYY-MM');
        END IF;
        IF EXISTS (SELECT 1 FROM floor.holds_on(first)) THEN
            RAISE EXCEPTION 'rows of the month % are held', to_char(first, 'YYYY-MM');
        END IF;
        -- The rows of a branch that arrived in one month follow each other without a gap, so that one span
        -- for each branch stands for all its batches.
        IF EXISTS (
            SELECT 1 FROM (
                SELECT b.log, b.branch, min(b.first_seq) AS low, max(b.last_seq) AS high
                FROM floor.batch b WHERE b.kept_on >= first AND b.kept_on < beyond GROUP BY 1, 2
            ) AS s
            WHERE NOT coalesce((
                SELECT range_agg(int8range(a.first_seq, a.last_seq, '[]')) FROM floor.archive a
                WHERE a.log = s.log AND a.branch = s.branch
            ), '{}'::int8multirange) @> int8range(s.low, s.high, '[]')
        ) THEN
            RAISE EXCEPTION 'rows of the month % are not archived', to_char(first, 'YYYY-MM');
        END IF;
        EXECUTE format('SELECT count(*) FROM floor.%I', partition) INTO found;
        IF found <> (
            SELECT coalesce(sum(b.last_seq - b.first_seq + 1), 0) FROM floor.batch b
            WHERE b.kept_on >= first AND b.kept_on < beyond
        ) THEN
            RAISE EXCEPTION 'the month % has other rows than its batches say', to_char(first, 'YYYY-MM');
        END IF;
        -- Whoever puts a hold locks the head of the deeds first. With that lock no hold can come in between
        -- this second look, which is short after all the counting, and the drop.
        PERFORM 1 FROM floor.deed_head FOR UPDATE;
        IF EXISTS (SELECT 1 FROM floor.holds_on(first)) THEN
            RAISE EXCEPTION 'rows of the month % are held', to_char(first, 'YYYY-MM');
        END IF;
        EXECUTE format('ALTER TABLE floor.event DETACH PARTITION floor.%I', partition);
        EXECUTE format('DROP TABLE floor.%I', partition);
        INSERT INTO floor.dropped_month (month, rows, dropped_by) VALUES (first, found, dropped_by);
        RETURN found;
    END $body$"""

APPEND_ONLY = ("deed", "hold", "hold_lift", "archive", "dropped_month")
EVERYBODY = "dealer_station_gateway, dealer_station_reader, dealer_station_people, dealer_station_archivist"
GRANTS = (
    f"GRANT USAGE ON SCHEMA floor TO {EVERYBODY}",
    f"GRANT SELECT ON ALL TABLES IN SCHEMA floor TO {EVERYBODY}",
    # The hash of a PIN is nobody's business but that of the command that checks it.
    "REVOKE SELECT ON floor.person FROM dealer_station_gateway, dealer_station_reader",
    "GRANT SELECT (name, title, badge, disabled_at) ON floor.person TO dealer_station_reader",
    "GRANT INSERT, UPDATE ON floor.station, floor.person TO dealer_station_people",
    "GRANT UPDATE (branch) ON floor.log TO dealer_station_people",
    """GRANT UPDATE (state, accepted_at, accepted_by, accepted_because) ON floor.branch
        TO dealer_station_people""",
    "GRANT INSERT ON floor.hold, floor.hold_lift TO dealer_station_people",
    "GRANT INSERT ON floor.archive TO dealer_station_archivist",
    "GRANT UPDATE (wrong, wait_until) ON floor.person TO dealer_station_archivist",
    *(
        f"GRANT {right} TO dealer_station_people, dealer_station_archivist"
        for right in ("INSERT ON floor.deed", "UPDATE ON floor.deed_head")
    ),
    "REVOKE EXECUTE ON FUNCTION floor.drop_month(date, text) FROM PUBLIC, dealer_station_owner",
    "GRANT EXECUTE ON FUNCTION floor.drop_month(date, text) TO dealer_station_archivist",
    *(f"REVOKE UPDATE, DELETE, TRUNCATE ON floor.{table} FROM dealer_station_owner" for table in APPEND_ONLY),
)


def upgrade() -> None:
    """Create the tables, the two functions, and the rights of each role."""
    for statement in (*TABLES, HOLDS_ON, DROP_MONTH, *GRANTS):
        op.execute(statement)


def downgrade() -> None:
    """Raise RuntimeError: deeds and archives are never forgotten."""
    raise RuntimeError(
        "a floor is never taken back to an older schema; restore a back-up made before the upgrade"
    )
