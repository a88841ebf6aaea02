"""Branches that somebody has decided against: rows that still arrive on one are kept apart, with an alarm."""

from alembic import op

revision = "f0005"
down_revision = "f0004"

STATEMENTS = (
    "ALTER TABLE floor.branch DROP CONSTRAINT branch_state_check",
    """ALTER TABLE floor.branch ADD CONSTRAINT branch_state_check
        CHECK (state IN ('kept', 'quarantined', 'accepted', 'given_up'))""",
    """UPDATE floor.branch b SET state = 'given_up' FROM floor.log l
        WHERE l.id = b.log AND b.branch <> l.branch AND b.state IN ('kept', 'accepted')""",
)


def upgrade() -> None:
    """Know the branches that readers no longer take."""
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    """Raise RuntimeError: a floor keeps its newest schema."""
    raise RuntimeError(
        "a floor is never taken back to an older schema; restore a back-up made before the upgrade"
    )
