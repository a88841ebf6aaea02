"""What the log says of itself, between the facts of the table: who opened it, which keys, which rules."""

from typing import Any, Literal

from msgspec import Struct

from dealer_station.engine.rulebook.rule_sections import Limits


class Opened(Struct, frozen=True, tag=True):
    """A file begins: where the story begins, and which file comes before it."""

    start: str
    """The table as `open_table` names it; what `carried` says where the story goes on."""
    month: str
    """Such as 2026-11."""
    previous_file: str = ""
    previous_seq: int = 0
    carried: dict[str, Any] | None = None
    """What was known at the end of the file before, so that each file can be read without the others."""


class Started(Struct, frozen=True, tag=True):
    """A station began to write: which program, on which machine, and what it does not know any more."""

    host: str
    pid: int
    boot: str
    version: str
    sqlite: str
    sealed_burns: int = 0
    """Burns in the rack whose faces nobody but the escrow can tell: the count of the shoe lacks them."""


class Stopped(Struct, frozen=True, tag=True):
    """The station was put away in good order."""


class RulesKept(Struct, frozen=True, tag=True):
    """The words under which the rounds from here on are played, and the operator's answers."""

    profile: str
    digest: str
    text: str
    options: tuple[tuple[str, str], ...] = ()
    main_limits: Limits | None = None
    tie_limits: Limits | None = None


class KeysNamed(Struct, frozen=True, tag=True):
    """From here on checkpoints are signed with this key, and burns sealed to that one; public halves, hex."""

    signing: str
    escrow: str
    because: str


class RulingKept(Struct, frozen=True):
    """What an authority ruled in a round, and why."""

    ruling: str
    by: str
    because: str
    departs_from: str = ""
    """The paragraphs that a departure departs from; empty for a finding and a remedy."""
    intervenes: bool = False
    """The floor stepped in although nothing waited for a ruling."""


class Marks(Struct, frozen=True):
    """What makes a round worth finding again. `log/catalogue/round_tags.py` finds the marks in old logs."""

    kinds: tuple[str, ...] = ()
    """Irregularities, in the words of the catalogue's keys."""
    rulings: tuple[RulingKept, ...] = ()
    faults: tuple[str, ...] = ()
    """Devices that were in trouble: `shoe lost`."""
    results: tuple[str, ...] = ()
    """How each hand ended, in the order of the hands."""


class RoundKept(Struct, frozen=True, tag=True):
    """A round at a glance; written with the event that ended it."""

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
    """None where a station wrote it that did not keep them yet."""
    tells_ties: bool = False
    """A tied war is told from one that was won; stations did not always do that."""


class StateKept(Struct, frozen=True, tag=True):
    """What the station knew here is kept as an anchor with this digest, in the shapes of this program."""

    shape: str
    digest: str


class Unsealed(Struct, frozen=True, tag=True):
    """Somebody with the escrow key looked at a burn card; what it was is not said."""

    file: str
    seq: int
    by: str
    because: str


class Restored(Struct, frozen=True, tag=True):
    """A copy of this log was put onto another station, which goes on from here."""

    source: str
    host: str
    by: str
    because: str


class DeviceMet(Struct, frozen=True, tag=True):
    """A device with a serial number takes its place at the table; another one in its port is refused."""

    device: str
    serial: str
    model: str = ""
    firmware: str = ""


class Closed(Struct, frozen=True, tag=True):
    """The file is complete; the next one goes on."""

    month: str


class OpenedAs(Struct, frozen=True, tag=True):
    """What kind of table this is from here on; a live one names who signed for its answers."""

    kind: Literal["live", "training", "simulated"]
    table: str = ""
    config: str = ""
    """SHA-256 of the station.toml."""
    by_default: tuple[str, ...] = ()
    """Choices of the book that nobody answered: its marked defaults hold."""
    signed_by: str = ""
    signed_on: str = ""


class PersonNoted(Struct, frozen=True, tag=True):
    """Somebody signed in, could not, or was added, removed, locked or unlocked; never with the PIN."""

    at_us: int
    what: str
    name: str
    role: str = ""
    by: str = ""
    detail: str = ""


class Denied(Struct, frozen=True, tag=True):
    """Somebody wanted to do what takes another title; it was not done."""

    tap: str
    who: str
    role: str
    needs: str
    reason: str


class Disputed(Struct, frozen=True, tag=True):
    """A note on a round of a table's log; it stands in a review log, never in the table's own."""

    file: str
    chain: str
    """The second row's hash of that log, hex: a copy has the same, another table never."""
    number: int
    first_seq: int
    last_seq: int
    head: str
    """The hash of the round's last row as it was when this was written, hex."""
    claimed: str
    decided: str
    """Empty while nobody has decided."""
    names: tuple[str, ...]
    """Who was there, or is to be asked."""
    by: str


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
)
