"""What the world did: cards, taps, rulings and devices, as they reach the table.

None of these can be refused by the world: a card has left the shoe. What they mean is for `decide`.
"""

from typing import Literal

from msgspec import Struct

from dealer_station.engine.model.cards import Card

Cents = int | None
"""Zero: no such wager. None: a wager whose amount nobody entered."""


class Bet(Struct, frozen=True):
    """What lies on one spot, or before one bettor of a shared box."""

    spot: int
    bettor: str = ""
    main_cents: Cents = 0
    tie_cents: Cents = 0
    progressive_cents: Cents = 0
    bonus_cents: Cents = 0
    toke_cents: Cents = 0
    coupon_cents: Cents = 0
    player: str = ""
    """Whose hand it is, where two hands of one player must be known as such."""


class CardDrawn(Struct, frozen=True, tag=True):
    """A card left the shoe; None where the reader could not read it."""

    card: Card | None
    impossible: bool = False
    """There are more of this card now than the shoe ever held; said by whoever counts, burns included."""


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
    """What was put down for the war, where somebody counted it."""


class Settled(Struct, frozen=True, tag=True):
    """The dealer has done the settlement step that is due."""

    hand: str = ""
    """The hand that the dealer settled, by name; nothing where only the step that is due is meant."""
    moves: tuple[tuple[str, str, Cents], ...] = ()
    """Wager, action and amount of each of its lines, as the dealer was shown them."""


class Confirmed(Struct, frozen=True, tag=True):
    """The step that is due has been done."""

    step: str
    by: str = ""
    """Who did it, where the book wants somebody other than the dealer."""


class TookBack(Struct, frozen=True, tag=True):
    """The dealer takes the last tap back."""


class DealerArrived(Struct, frozen=True, tag=True):
    """A new dealer comes to the table."""

    name: str


class Reported(Struct, frozen=True, tag=True):
    """The dealer reports that something is wrong."""

    kind: str
    spot: int = 0
    bettor: str = ""
    card: Card | None = None
    faces: tuple[Card, ...] = ()
    """Of the cards that were sealed as burns in this deal, from whoever sealed them."""
    impossible: bool = False
    """There are no more of the card that was keyed in; said by whoever counts."""
    cents: Cents = 0
    """What really lay there, where a wager is over the limit."""
    wager: Literal["main", "tie", "war_tie"] = "main"
    count: int = 0
    """How many burns were forgotten, the last ones of their set; zero: all of it."""
    lies: int | None = None
    """The place where a misplaced card lies: a spot, or zero for the dealer; None where nobody said."""
    nothing: bool = False
    """No chips lie on the wager: it was taken away."""


class Ruled(Struct, frozen=True, tag=True):
    """The authority that the book names has ruled."""

    ruling: str
    hands: tuple[str, ...] = ()
    """Spots or bettors, by name: `3`, `3a`."""
    cents: Cents = 0
    card: Card | None = None
    by: str = ""
    because: str = ""
    impossible: bool = False
    at: str = ""
    """Where the read lies that was wrong, if it was an earlier one: `3`, `3 war`, `dealer`, `rack 2`."""
    departs: bool = False
    """A departure: a ruling against the book."""
    confirmed: str = ""
    """For a departure: the paragraphs that were read out and confirmed as those that it departs from."""
    about: int = 0
    """The number of the hold that it was made for; zero: the newest."""


class CutOffered(Struct, frozen=True, tag=True):
    """The cut was offered to whoever sits at a spot."""

    spot: int
    accepted: bool


class CutMade(Struct, frozen=True, tag=True):
    """The cut card was put into the stack, this many cards deep."""

    cards: int


class CutCardPlaced(Struct, frozen=True, tag=True):
    """The cut card was put back, this many cards from the back."""

    cards: int


class Ordered(Struct, frozen=True, tag=True):
    """Somebody with the right to do so wants something done with the cards, or with the table."""

    what: Literal["shuffle", "recut", "replace_cards", "idle", "close", "open", "change_toke"]
    by: str = ""
    """Who said so, where a closed table is to say who closed it."""
    minutes: int | None = None
    """The time, in minutes of the calendar, where a closed table is to say since when."""


class BurnViewed(Struct, frozen=True, tag=True):
    """A player asks to see the card that was burned."""


class ClockRead(Struct, frozen=True, tag=True):
    """The time, in minutes of the calendar."""

    minutes: int


class DeviceSaid(Struct, frozen=True, tag=True):
    """A device reported its state: `shuffler jam`, `shoe lost`, `shuffler count 311`."""

    device: str
    status: str
    detail: str = ""
    missed: bool = False
    """Something happened at the device that nobody will ever know: cards or events may be missing."""


class Spun(Struct, frozen=True, tag=True):
    """The bonus wheel stopped at a symbol, for whoever sits at this spot."""

    spot: int
    symbol: str


class TokeGiven(Struct, frozen=True, tag=True):
    """A customer threw a toke in and did not say to bet it."""

    cents: Cents


class VerbalWager(Struct, frozen=True, tag=True):
    """A player called a wager out, with cash or with chips in the hand."""

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
    | VerbalWager
)
