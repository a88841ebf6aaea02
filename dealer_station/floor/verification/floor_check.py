"""Verifies a floor, or one log of it."""

from collections.abc import Callable
from hashlib import sha256

from msgspec.structs import replace

from dealer_station.floor.archive.kept_rows import KeptRows
from dealer_station.floor.protocol.table_names import shown_name
from dealer_station.floor.store import archive_records, notes, set_asides
from dealer_station.floor.store.connection import Floor
from dealer_station.floor.verification.branch_check import BranchCheck, StoredBranch
from dealer_station.floor.verification.deed_check import check_deeds
from dealer_station.floor.verification.findings import FloorFinding, FloorVerification, VerifiedBranch

_BRANCHES = (
    "SELECT b.log, b.branch, l.name, l.identity, b.state, b.parent_branch, b.parent_seq, h.seq, h.hash, "
    "h.checkpoint_seq, h.anchor_seq FROM floor.branch b JOIN floor.log l ON l.id = b.log "
    "JOIN floor.head h ON h.log = b.log AND h.branch = b.branch WHERE b.log = %s ORDER BY b.branch"
)


def logs_of(floor: Floor) -> list[int]:
    """The keys of all logs, by the names of their tables."""
    return [one for (one,) in floor.execute("SELECT id FROM floor.log ORDER BY name, id")]


def rows_of(floor: Floor, logs: list[int]) -> int:
    """The number of rows that a verification of some logs reads."""
    found = floor.execute(
        "SELECT coalesce(sum(h.seq - b.parent_seq), 0)::bigint FROM floor.head h "
        "JOIN floor.branch b ON b.log = h.log AND b.branch = h.branch WHERE h.log = ANY(%s)",
        (logs,),
    ).fetchone()
    return int(found[0]) if found else 0


def verify_floor(
    kept: Callable[[], KeptRows],
    logs: list[int],
    *,
    keys: tuple[bytes, ...],
    floor_key: bytes | None,
    progress: Callable[[int], None],
) -> FloorVerification:
    """Verify some logs and the deeds; `keys` are the signing keys of stations that the reader trusts."""
    branches: list[VerifiedBranch] = []
    floor = kept().floor
    for log in logs:
        with floor.transaction():
            # One moment of the database: rows that arrive meanwhile are left to the next verification, and no
            # month is dropped under it.
            floor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            floor.execute("SET LOCAL statement_timeout = 0")
            floor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            branches += _verify_log(kept(), log, keys, progress)
    count, findings = check_deeds(floor, floor_key)
    return FloorVerification(tuple(branches), count, (*findings, *_changed_evidence(floor)))


def _verify_log(
    kept: KeptRows, log: int, keys: tuple[bytes, ...], progress: Callable[[int], None]
) -> list[VerifiedBranch]:
    """Verify the branches of a log, parents first."""
    enrolled = kept.floor.execute(
        "SELECT key FROM floor.log_key WHERE log = %s ORDER BY vouched_at, key",
        (log,),
        binary=True,
    )
    trusted = keys or tuple(key for (key,) in enrolled)
    partitions = set(archive_records.partitions(kept.floor))
    checks: dict[int, BranchCheck] = {}
    branches = [
        replace(one, table=shown_name(one.table))
        for one in (StoredBranch(*found) for found in kept.floor.execute(_BRANCHES, (log,), binary=True))
    ]
    cosigners, forks = notes.cosigners(kept.floor), {one.parent_seq for one in branches}
    for branch in branches:
        parent = checks.get(branch.parent_branch or 0)
        check = BranchCheck(
            *(kept, branch, partitions, trusted),
            trusts_first=not keys,
            parent=parent,
            cosigners=cosigners,
            forks=forks,
        )
        check.run(progress)
        checks[branch.branch] = check
    decided = next((one for one in set_asides.current(kept.floor) if one.log == log), None)
    return [replace(one.result(), set_aside_by=decided.by if decided else "") for one in checks.values()]


def _changed_evidence(floor: Floor) -> list[FloorFinding]:
    """The refused batches in quarantine that are not what they were."""
    found = floor.execute(
        "SELECT id, digest, evidence FROM floor.quarantine WHERE evidence IS NOT NULL ORDER BY id",
        binary=True,
    )
    return [
        FloorFinding("quarantine", "", 0, 0, f"the evidence of case {number} was changed")
        for number, digest, evidence in found
        if sha256(evidence).digest() != digest
    ]
