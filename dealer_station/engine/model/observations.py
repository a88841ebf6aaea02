"""Observations: the cards, taps, rulings and device reports that reach the table.

The station cannot refuse an observation, because it has already happened: a card has left the shoe. `decide`
determines its meaning.
"""

import re
from typing import Literal, NamedTuple

from msgspec import Struct

from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.kinds import SeenKind, SeenRuling, SeenStatus, SeenStep

Cents = int | None
"""Zero: no such wager. None: a wager whose amount nobody entered."""

DeviceTrouble = Literal[
    "",
    "no_port",
    "no_permission",
    "in_use",
    "unplugged",
    "silent",
    "silent_with_noise",
    "noise",
    "chatter",
    "flood",
    "driver_ended",
    "started_again",
    "disobeys",
    "obeys_again",
    "wrong_kind",
    "stranger",
    "first_met",
    "replaced",
    "other_journal",
    "journal_gap",
    "number_gap",
    "used_meanwhile",
    "unknown_before",
    "since_the_copy",
    "came_up_again",
]
"""Code for the reason of a device's state; empty where the status says all there is.

`stranger` is a device of the right kind with another serial number, which stays out until it is accepted;
`replaced` is one that has taken the place of the former. `chatter` is what a device without a journal says
faster than anybody deals, `flood` what a device says faster than the log takes it.
"""


class HandName(NamedTuple):
    """The name of a hand: its spot and, if several bettors share the spot, a letter: `3`, `3a`.

    Logs, written rounds and forms hold it as text; `read` and `str` convert between the two.
    """

    spot: int
    bettor: str = ""

    def __str__(self) -> str:
        return f"{self.spot}{self.bettor}"

    @classmethod
    def read(cls, text: str) -> "HandName":
        """The hand of that name; raise ValueError if the text is not a hand name."""
        found = _HAND_NAME.fullmatch(text)
        if found is None:
            raise ValueError(f'"{text}" is no hand; a spot such as 3, or a bettor on it such as 3a')
        return cls(int(found["spot"]), found["bettor"])


_HAND_NAME = re.compile("(?P<spot>[0-9]+)(?P<bettor>[a-z]?)")


class Bet(Struct, frozen=True):
    """The wagers on one spot, or of one bettor of a shared box."""

    spot: int
    bettor: str = ""
    main_cents: Cents = 0
    tie_cents: Cents = 0
    progressive_cents: Cents = 0
    bonus_cents: Cents = 0
    toke_cents: Cents = 0
    coupon_cents: Cents = 0
    player: str = ""
    """Name of the player, if two hands of one player must be recognised."""


class CardDrawn(Struct, frozen=True, tag=True):
    """A card left the shoe; None if the reader could not read it."""

    card: Card | None
    impossible: bool = False
    """True if more of this card were read than the shoe holds; set by the card count, burns included."""
    keyed: bool = False
    """True if the dealer keyed it on the card pad: a slip of the finger can be taken back."""


class CutCardSeen(Struct, frozen=True, tag=True):
    """The cut card left the shoe."""


class BetsPlaced(Struct, frozen=True, tag=True):
    """The dealer entered the wagers on the layout: all of them, not only what changed."""

    bets: tuple[Bet, ...]


class Seated(Struct, frozen=True, tag=True):
    """The dealer marked who is seated at the table: these spots and no others."""

    spots: tuple[int, ...]


class Called(Struct, frozen=True, tag=True):
    """The dealer made the closing call."""


class Answered(Struct, frozen=True, tag=True):
    """A player's answer to a tie, with the tie wager on the war deal if there is one."""

    spot: int
    bettor: str
    choice: Literal["war", "surrender"]
    war_tie_cents: Cents = 0
    posted_cents: Cents = None
    """Amount put down for the war, if somebody counted it."""


class Settled(Struct, frozen=True, tag=True):
    """The dealer has done the settlement step that is due."""

    hand: str = ""
    """The hand that the dealer settled, by name; nothing where only the step that is due is meant."""
    moves: tuple[tuple[str, str, Cents], ...] = ()
    """Wager, action and amount of each of its lines, as the dealer was shown them."""


class Confirmed(Struct, frozen=True, tag=True):
    """The step that is due has been done."""

    step: SeenStep
    by: str = ""
    """Name of the person who did it, if the book requires somebody other than the dealer."""


class TookBack(Struct, frozen=True, tag=True):
    """The dealer takes the last tap back."""


class DealerArrived(Struct, frozen=True, tag=True):
    """A new dealer comes to the table."""

    name: str


class Reported(Struct, frozen=True, tag=True):
    """The dealer reported an irregularity."""

    kind: SeenKind
    spot: int = 0
    bettor: str = ""
    card: Card | None = None
    faces: tuple[Card, ...] = ()
    """The faces of cards that were sealed as burns in this deal, supplied by the station that sealed them."""
    impossible: bool = False
    """True if the shoe holds no more of the card that was keyed in; set by the card count."""
    cents: Cents = 0
    """Amount actually on the layout, if a wager is over the limit."""
    wager: Literal["main", "tie", "war_tie"] = "main"
    count: int = 0
    """Number of forgotten burns, the last of their set; zero means all."""
    lies: int | None = None
    """The place where a misplaced card lies: a spot, or zero for the dealer; None where nobody said."""
    nothing: bool = False
    """True if the wager was taken away."""
    entered: bool = False
    """True if the late chips are the entered wager itself, not additional chips."""


class Ruled(Struct, frozen=True, tag=True):
    """The authority named by the book has ruled."""

    ruling: SeenRuling
    hands: tuple[str, ...] = ()
    """Spots or bettors, by name: `3`, `3a`."""
    cents: Cents = 0
    card: Card | None = None
    by: str = ""
    because: str = ""
    impossible: bool = False
    at: str = ""
    """Place of the wrong read if it was an earlier one: `3`, `3 war`, `dealer`, `rack 2`."""
    departs: bool = False
    """A departure: a ruling against the book."""
    confirmed: str = ""
    """For a departure: the paragraphs that were read out and confirmed as those that it departs from."""
    about: int = 0
    """The number of the hold that it is about; zero for the newest."""
    cards: int = 0
    """Number of early cards that it is about, from that hold on; zero where it is about one stop."""


class CutOffered(Struct, frozen=True, tag=True):
    """The cut was offered to the player at a spot."""

    spot: int
    accepted: bool


class CutMade(Struct, frozen=True, tag=True):
    """The cut card was put into the stack, this many cards deep."""

    cards: int


class CutCardPlaced(Struct, frozen=True, tag=True):
    """The cut card was put back, this many cards from the back."""

    cards: int


class Ordered(Struct, frozen=True, tag=True):
    """An authorised person ordered something about the cards or the table."""

    what: Literal["shuffle", "recut", "replace_cards", "idle", "close", "open", "change_toke"]
    by: str = ""
    """Name of the person who ordered it, so that a closed table shows who closed it."""
    minutes: int | None = None
    """The time in calendar minutes, so that a closed table shows since when it is closed."""


class BurnViewed(Struct, frozen=True, tag=True):
    """A player asks to see the card that was burned."""


class ClockRead(Struct, frozen=True, tag=True):
    """The time, in minutes of the calendar."""

    minutes: int


class DeviceSaid(Struct, frozen=True, tag=True):
    """A device reported its state: `shuffler jam`, `shoe lost`, `shuffler count 311`."""

    device: str
    status: SeenStatus
    detail: str = ""
    """A sentence for the technician, or a device code that no logic depends on."""
    missed: bool = False
    """True if cards or events at the device may be missing for good."""
    cause: DeviceTrouble = ""
    serial: str = ""
    """The serial number of the device that answers where it is not the one that was expected."""
    count: int | None = None
    """Number of cards that a shuffler counted."""
    batch: str = ""
    """The colour of the batch that came out of a shuffler."""
    hands: tuple[str, ...] = ()
    of_round: int = 0
    """The spots whose progressive wagers a controller accepted, and the round if it named one."""

    @property
    def told(self) -> str:
        """The data of the report after its status, as a written round writes it."""
        if self.count is not None:
            return str(self.count)
        if self.status == "latched":
            return " ".join((*self.hands, *(("of", str(self.of_round)) if self.of_round else ())))
        return self.batch or self.detail

    @property
    def is_data_loss(self) -> bool:
        """True if data may be missing for good; the return of that device then adds nothing new."""
        return self.missed and self.status != "back"


class Spun(Struct, frozen=True, tag=True):
    """The bonus wheel stopped at a symbol, for the bettor at this spot."""

    spot: int
    symbol: str


class TokeGiven(Struct, frozen=True, tag=True):
    """A customer gave a toke without asking to bet it."""

    cents: Cents


class Recalled(Struct, frozen=True, tag=True):
    """The dealer said whether the taps that were due before an early card had only been forgotten."""

    done: bool
    """True if all that they confirm was done before the card left the shoe."""
    about: int = 0
    """The number of the hold of that card; zero for the oldest."""
    cards: int = 0
    """Number of early cards that the dealer was asked about, from that one on; zero for all that came."""


class VerbalWager(Struct, frozen=True, tag=True):
    """A player called out a wager, with cash or chips in hand."""

    spot: int
    means: Literal["cash", "chips"]


Observation = (
    CardDrawn
    | CutCardSeen
    | BetsPlaced
    | Seated
    | Called
    | Answered
    | Settled
    | Confirmed
    | TookBack
    | DealerArrived
    | Reported
    | Ruled
    | CutOffered
    | CutMade
    | CutCardPlaced
    | Ordered
    | BurnViewed
    | ClockRead
    | DeviceSaid
    | Spun
    | TokeGiven
    | Recalled
    | VerbalWager
)


SHUFFLE_FAULTS = ("jam", "stopped", "incomplete")


WARNINGS = ("out_of_order", "sort_mode", "lost", "door", "error")
"""Device statuses that stop the table until somebody has looked."""
