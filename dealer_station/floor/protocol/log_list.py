"""The calls of readers besides the rows of a log: the list of logs, and the nearest anchor.

| call                          | answer       |
| GET /v1/logs                  | LogList      |
| GET /v1/log/ID/anchor?before= | AnchorBefore |

A reader sees every log, a station only its own. The anchor tells in which row the month of a row begins, so
that a single month can be read."""

from msgspec import Struct

from dealer_station.floor.protocol.messages import FloorHead, SentAnchor

LOGS = "/v1/logs"
ANCHOR = "anchor"


class ListedLog(Struct, frozen=True, omit_defaults=True):
    """A log at the floor, on the branch that readers take for it."""

    log: bytes
    """The identity of the log."""
    table: str
    head: FloorHead
    heard_us_ago: int = -1
    """The time since its station was heard of; negative if it never was, or is not on this branch."""
    forks: list[tuple[int, int, int]] = []
    """Each branch but the first, with its parent and the last row that it shares with it."""
    accepted_by: str = ""
    accepted_because: str = ""
    set_aside_by: str = ""
    """The person who decided that readers leave this log out; empty if nobody did."""
    set_aside_because: str = ""


class LogList(Struct, frozen=True, omit_defaults=True):
    """Every log that the asker may read, by the name of its table."""

    logs: list[ListedLog]
    server_us: int
    every: bool = False
    """True if the asker sees every log of the floor."""
    expires_us: int = 0
    """The end of the asker's certificate."""
    renew: bool = False
    """True if two thirds of the certificate's life are over."""


class AnchorBefore(Struct, frozen=True, omit_defaults=True):
    """The newest anchor up to a row; None if there is none."""

    anchor: SentAnchor | None = None


def last_common(forks: list[tuple[int, int, int]], one: int, other: int) -> int:
    """The last row that two branches of a log share; zero if the forks do not tell."""
    parents = {branch: (parent, seq) for branch, parent, seq in forks}
    shared = [_shared_with(parents, branch) for branch in (one, other)]
    return max(
        (min(shared[0][branch], shared[1][branch]) for branch in shared[0] if branch in shared[1]), default=0
    )


def _shared_with(parents: dict[int, tuple[int, int]], branch: int) -> dict[int, int]:
    """The ancestors of a branch and the branch itself, each with the last row that it shares with them."""
    last, found = 2**62, {branch: 2**62}
    while branch in parents and len(found) <= len(parents):
        branch, seq = parents[branch]
        last = found[branch] = min(last, seq)
    return found
