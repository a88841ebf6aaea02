"""Findings of a verification of the floor, and the report that they make up."""

from typing import Literal

from msgspec import Struct

FloorFault = Literal[
    "row", "signature", "anchor", "note", "head", "batch", "month", "archive", "quarantine", "deed", "record"
]
"""The kind of a finding: a row that is changed, missing or stored twice, a signature, an anchor, a cosigned
note, a head row, a batch, a month of arrival, a file of the archive, evidence in quarantine, a deed, an
act, a person, a station or a key that the deeds do not tell so."""


class FloorFinding(Struct, frozen=True):
    """One fault that a verification of the floor found."""

    kind: FloorFault
    table: str
    """The name of the table; empty if the fault concerns the floor itself."""
    branch: int
    seq: int
    """The row, or the deed; zero if the fault concerns none."""
    words: str


class VerifiedBranch(Struct, frozen=True):
    """The result for one branch of a log."""

    table: str
    log: str
    branch: int
    state: str
    rows: int
    """Rows of this branch that were verified; those before a fork count for the parent."""
    archived: int
    """Rows of them that were read from the archive."""
    last_seq: int
    head: str
    signed_seq: int
    """The last row that a trusted signature covers."""
    cosigned_seq: int
    """The last row that a sound note covers which the floor has cosigned."""
    findings: tuple[FloorFinding, ...]
    set_aside_by: str = ""
    """The person who decided that readers leave this log out; empty if nobody did."""


class FloorVerification(Struct, frozen=True):
    """The result for the floor."""

    branches: tuple[VerifiedBranch, ...]
    deeds: int
    findings: tuple[FloorFinding, ...]
    """The findings that concern the floor itself."""

    @property
    def all_findings(self) -> tuple[FloorFinding, ...]:
        """The findings of all branches and of the floor itself."""
        return (*(one for branch in self.branches for one in branch.findings), *self.findings)

    @property
    def ok(self) -> bool:
        """True if nothing was found."""
        return not self.all_findings
