"""The bytes that each branch in quarantine holds, so that a station cannot fill the disk with forks."""

from alembic import op

revision = "f0004"
down_revision = "f0003"


def upgrade() -> None:
    """Add the count to the heads; branches that are in quarantine already are counted from now on."""
    op.execute("ALTER TABLE floor.head ADD COLUMN apart_bytes bigint NOT NULL DEFAULT 0")


def downgrade() -> None:
    """Raise RuntimeError: a floor keeps its newest schema."""
    raise RuntimeError(
        "a floor is never taken back to an older schema; restore a back-up made before the upgrade"
    )
