"""Verifies the chain of deeds, and that everything which people decide and which is stored elsewhere has its
deed."""

from collections.abc import Iterator
from typing import Any

import msgspec

from dealer_station.floor.store import deeds
from dealer_station.floor.store.connection import Floor
from dealer_station.floor.verification.findings import FloorFinding
from dealer_station.floor.verification.identity_check import ToldIdentities
from dealer_station.log.integrity.chain import GENESIS
from dealer_station.log.integrity.keys import fingerprint

_ACCEPTED = (
    "SELECT q.id FROM floor.quarantine q JOIN floor.branch b ON b.log = q.log AND b.branch = q.branch "
    "WHERE q.kind = 'fork' AND b.accepted_at IS NOT NULL"
)
# A branch that was accepted and then given up for another one keeps the time of its acceptance.
ACTS = (
    ("hold_put", "hold", "hold", "SELECT id FROM floor.hold"),
    ("hold_lifted", "hold", "lifting of hold", "SELECT hold FROM floor.hold_lift"),
    ("month_dropped", "month", "drop of", "SELECT to_char(month, 'YYYY-MM') FROM floor.dropped_month"),
    (
        "month_archived",
        "head",
        "archived month that ends with",
        "SELECT encode(head, 'hex') FROM floor.archive",
    ),
    (
        *("log_set_aside", "decision", "setting aside of a log, decision"),
        "SELECT id FROM floor.set_aside WHERE aside",
    ),
    (
        *("log_taken_back", "decision", "taking back of a log, decision"),
        "SELECT id FROM floor.set_aside WHERE NOT aside",
    ),
    ("table_renamed", "change", "change of a name,", "SELECT id FROM floor.former_name"),
    ("fork_accepted", "case", "acceptance of case", _ACCEPTED),
)
"""Each kind of deed with the detail that identifies the act, its name for people, and the stored acts."""


def check_deeds(floor: Floor, trusted: bytes | None) -> tuple[int, list[FloorFinding]]:
    """Verify the deeds with a key; None trusts the key that deed 1 names. Return their number and the
    findings."""
    findings: list[FloorFinding] = []
    count, prev = 0, GENESIS
    told: dict[str, set[Any]] = {}
    identities = ToldIdentities()
    for one in deeds.deeds(floor):
        trusted = trusted or one.signer
        fault = ""
        if one.seq != count + 1:
            fault = f"deed {count + 1} is missing; after {count} comes {one.seq}"
        elif one.hash_after(prev) != one.hash:
            fault = f"deed {one.seq} was changed: its hash does not match"
        elif not one.is_signed:
            fault = f"deed {one.seq} has a broken signature"
        elif one.signer != trusted:
            fault = (
                f"deed {one.seq} is signed by {fingerprint(one.signer)}, and the key of this floor is "
                f"{fingerprint(trusted)}"
            )
        if fault:
            findings.append(FloorFinding("deed", "", 0, one.seq, fault))
            return count, findings
        count, prev = one.seq, one.hash
        about = msgspec.json.decode(one.about)
        identities.take(one, about)
        for kind, detail, *_ in ACTS:
            if one.what == kind:
                told.setdefault(kind, set()).add(about[detail])
    if (count, prev) != deeds.head(floor):
        words = f"the deeds end at {count}, and their head row says {deeds.head(floor)[0]}: the tail is cut"
        findings.append(FloorFinding("deed", "", 0, count + 1, words))
    findings += (*_without_deed(floor, told), *identities.findings(floor))
    return count, findings


def _without_deed(floor: Floor, told: dict[str, set[Any]]) -> Iterator[FloorFinding]:
    """The stored acts without a deed, and the deeds whose act is gone."""
    for kind, _, name, query in ACTS:
        stored = {one for (one,) in floor.execute(query)}
        known = told.get(kind, set())
        for one in sorted(stored - known):
            yield FloorFinding("record", "", 0, 0, f"no deed says who did this: {name} {one}")
        for one in sorted(known - stored):
            yield FloorFinding("record", "", 0, 0, f"a deed tells of it, and it is gone: {name} {one}")
