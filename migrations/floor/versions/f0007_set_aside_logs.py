"""Logs that people have set aside, and the former names of renamed tables."""

from alembic import op

revision = "f0007"
down_revision = "f0006"

STATEMENTS = (
    """CREATE TABLE floor.set_aside (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        log bigint NOT NULL REFERENCES floor.log,
        aside boolean NOT NULL,
        decided_by text NOT NULL,
        because text NOT NULL,
        decided_at timestamptz NOT NULL DEFAULT now()
    )""",
    """CREATE TABLE floor.former_name (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        log bigint NOT NULL REFERENCES floor.log,
        name text NOT NULL,
        renamed_by text NOT NULL,
        because text NOT NULL,
        renamed_at timestamptz NOT NULL DEFAULT now()
    )""",
    """GRANT SELECT ON floor.set_aside, floor.former_name TO dealer_station_gateway, dealer_station_reader,
        dealer_station_people, dealer_station_archivist""",
    "GRANT INSERT ON floor.set_aside, floor.former_name TO dealer_station_people",
    "GRANT UPDATE (name) ON floor.log TO dealer_station_people",
    "REVOKE UPDATE, DELETE, TRUNCATE ON floor.set_aside, floor.former_name FROM dealer_station_owner",
)


def upgrade() -> None:
    """Create the tables, and the rights of each role."""
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    """Raise RuntimeError: a floor keeps its newest schema."""
    raise RuntimeError(
        "a floor is never taken back to an older schema; restore a back-up made before the upgrade"
    )
