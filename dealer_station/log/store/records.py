"""Records of the log about itself, between the facts of the table: openings, keys, rules, round summaries."""

from typing import Any, Literal

from msgspec import Struct

from dealer_station.engine.rulebook.rule_sections import Limits

FILE_NAME_BYTES_MAX = 255


def is_file_name(name: str) -> bool:
    """True if a name can be that of a file in the same folder; whoever wrote the log chose the name."""
    if (
        name in ("", ".", "..")
        or "/" in name
        or any(ord(sign) < 32 or 127 <= ord(sign) < 160 for sign in name)
    ):
        return False
    return len(name.encode("utf-8", "replace")) <= FILE_NAME_BYTES_MAX


class Opened(Struct, frozen=True, tag=True):
    """A file begins; names the file before it and carries over its state."""

    start: str
    """The table as `open_table` names it; `carried` replaces it if the file continues another."""
    month: str
    """The month in UTC, such as 2026-11."""
    previous_file: str = ""
    previous_seq: int = 0
    carried: dict[str, Any] | None = None
    """The state at the end of the previous file, so that each file can be read without the others."""

    def __post_init__(self) -> None:
        """Raise ValueError for a file before it that cannot be one: readers make a path of the name."""
        if self.previous_seq < 0 or (self.previous_file and not is_file_name(self.previous_file)):
            raise ValueError("an opening names as the file before it what cannot be one")


class Started(Struct, frozen=True, tag=True):
    """A station began to write: program, machine, and the number of faces that it no longer knows."""

    host: str
    pid: int
    boot: str
    version: str
    sqlite: str
    sealed_burns: int = 0
    """Burns in the rack whose faces only the escrow key reveals; the shoe count lacks them."""


class Stopped(Struct, frozen=True, tag=True):
    """The station was shut down properly."""


class RulesKept(Struct, frozen=True, tag=True):
    """The text of the rulebook for the rounds that follow, and the operator's answers."""

    profile: str
    digest: str
    text: str
    options: tuple[tuple[str, str], ...] = ()
    main_limits: Limits | None = None
    tie_limits: Limits | None = None


class KeysNamed(Struct, frozen=True, tag=True):
    """The public keys for checkpoints and burn seals from here on, in hex."""

    signing: str
    escrow: str
    because: str


class RulingKept(Struct, frozen=True):
    """A ruling in a round, by whom, and why."""

    ruling: str
    by: str
    because: str
    departs_from: str = ""
    """The paragraphs that a departure departs from; empty for a finding and a remedy."""
    intervenes: bool = False
    """True for an intervention: nothing had stopped."""


class Marks(Struct, frozen=True):
    """The searchable marks of a round; `log/catalogue/round_tags.py` derives them for old logs."""

    kinds: tuple[str, ...] = ()
    """Kinds of irregularities, by their keys in the catalogue of irregularities."""
    rulings: tuple[RulingKept, ...] = ()
    faults: tuple[str, ...] = ()
    """Device faults, such as `shoe lost`."""
    results: tuple[str, ...] = ()
    """The result of each hand, in the order of the hands."""


class RoundKept(Struct, frozen=True, tag=True):
    """The summary of a round, committed with the event that ended it."""

    number: int
    first_seq: int
    opened_us: int
    ended_us: int
    profile: str
    dealer: str
    outcome: str
    hands: tuple[str, ...]
    cards: int
    burns: int
    wars: int
    holds: int
    taken_cents: int
    paid_cents: int
    marks: Marks | None = None
    """None if the station that wrote it did not keep marks yet."""
    tells_ties: bool = False
    """True if the results distinguish tied wars from won ones; older stations did not."""


class StateKept(Struct, frozen=True, tag=True):
    """An anchor is stored at this row: the shape of its types, and its digest."""

    shape: str
    digest: str


class Unsealed(Struct, frozen=True, tag=True):
    """Somebody opened the seal of a burn card; the face itself is not recorded."""

    file: str
    seq: int
    by: str
    because: str


class Restored(Struct, frozen=True, tag=True):
    """A copy of this log was restored on another station, which continues it."""

    source: str
    host: str
    by: str
    because: str


class DeviceMet(Struct, frozen=True, tag=True):
    """A device took its place at the table; another serial number in its port is refused."""

    device: str
    serial: str
    model: str = ""
    firmware: str = ""


class Closed(Struct, frozen=True, tag=True):
    """The file is complete and the next one continues it."""

    month: str


class OpenedAs(Struct, frozen=True, tag=True):
    """The kind of table from here on; a live table names who signed for its answers."""

    kind: Literal["live", "training", "simulated", "school"]
    table: str = ""
    config: str = ""
    """SHA-256 of the station.toml."""
    by_default: tuple[str, ...] = ()
    """Options that nobody answered, so that the marked defaults of the book apply."""
    signed_by: str = ""
    signed_on: str = ""


class PersonNoted(Struct, frozen=True, tag=True):
    """Somebody signed in, failed to, or was added, removed, locked or unlocked; never holds the PIN."""

    at_us: int
    what: str
    name: str
    role: str = ""
    by: str = ""
    detail: str = ""


class Denied(Struct, frozen=True, tag=True):
    """Somebody without the required title attempted something; it was not done."""

    tap: str
    who: str
    role: str
    needs: str
    reason: str


class Disputed(Struct, frozen=True, tag=True):
    """A note on a round of a table's log; stored in a review log, never in the table's own."""

    file: str
    chain: str
    """Hash of the second row of the table's log, in hex; equal for copies, different for other tables."""
    number: int
    first_seq: int
    last_seq: int
    head: str
    """Hash of the round's last row at the time of the note, in hex."""
    claimed: str
    decided: str
    """Empty until there is a decision."""
    names: tuple[str, ...]
    """People who were present or are to be asked."""
    by: str


class QuestionAnswered(Struct, frozen=True, tag=True):
    """A trainee answered a question; stored in the school's log, never in a table's."""

    trainee: str
    book: str
    exercise: str
    """The lesson or drill that asked it."""
    skill: str
    right: bool
    points: int
    hints: int
    wrong: int
    seconds: float
    box: int
    """The box of this ability after the answer; see `repetition.py`."""


class ExerciseFinished(Struct, frozen=True, tag=True):
    """A trainee finished a lesson, a drill or a shift; stored in the school's log."""

    trainee: str
    book: str
    kind: Literal["lesson", "drill", "shift"]
    topic: str
    points: int
    most: int
    passed: bool
    hints: int
    wrong: int
    shown: int
    seconds: float
    rules: str = ""
    """The digest of the rulebook that it was about."""
    details: tuple[tuple[str, str], ...] = ()
    """Further figures of a shift, with their names."""


class CertificateIssued(Struct, frozen=True, tag=True):
    """A certificate about a book was printed; stored in the school's log."""

    trainee: str
    book: str
    lessons: int
    rules: str


Record = (
    Opened
    | Started
    | Stopped
    | RulesKept
    | KeysNamed
    | RoundKept
    | StateKept
    | Unsealed
    | Restored
    | DeviceMet
    | Closed
    | OpenedAs
    | PersonNoted
    | Denied
    | Disputed
    | QuestionAnswered
    | ExerciseFinished
    | CertificateIssued
)
