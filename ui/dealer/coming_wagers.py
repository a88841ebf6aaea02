"""The wagers of the coming round: those of the last round, and what the dealer has entered since.

Entries stay in the window until the dealer taps OK or makes the closing call, and only the amounts that the
felt shows are sent. They are kept until the first card of the round is dealt, so *Undo* brings them back.
"""

from typing import Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.model import events as e
from dealer_station.engine.model.observations import Bet, BetsPlaced, Cents, HandName
from dealer_station.engine.model.table import Hand, Table
from dealer_station.engine.view.rulebook_view import LimitsView, RulebookView, WrongWager
from dealer_station.engine.view.table_view import BettorView, CardView, SpotView
from dealer_station.station.messages import Shown
from ui.dealer.forms import cents_of
from ui.dealer.shown_settlements import Displayed

Seat = tuple[int, str]
"""A spot and the letter of its bettor; the only bettor of a spot has the letter a."""
Moment = Literal["", "now", "after_this_round"]
"""The moment of an entry: none now, in this round, or for the next one while cards are picked up."""
Loss = Literal["", "nobody_plays", "other_wagers"]
"""The reason why entries were lost: the players left, or the call was made with other wagers."""
DIGITS_MAX = 7
CHIPS_CENTS = (100, 500, 1000, 2500, 10000, 50000)
SIDES = ("tie", "progressive", "bonus")
"""The wagers beside the main one that stand for the next round."""
LOW_CHIPS_CENTS = (50, 100, 200)
"""The chips of a table whose maximum is less than five dollars."""


class Entered(Struct, frozen=True):
    """Everything that was entered since the last round."""

    bets: dict[Seat, Bet] = {}
    """The wagers of each changed seat; a seat whose bettor plays no more has a bet without wagers."""
    adding: frozenset[tuple[Seat, str]] = frozenset()
    """The wagers to which the next chip is added; the first chip on any other replaces its amount."""
    typed: str = ""


class Selected(Struct, frozen=True):
    """The wager that the chip row changes."""

    seat: Seat
    kind: str = "main"
    digits: bool = False
    """True if the row shows digits in place of chips."""


class Before(Struct, frozen=True):
    """The entries before a key was pressed."""

    entered: Entered
    selected: Selected
    taps: int
    """Taps that the station could take back at that time; a later one is taken back first."""


class WagerLayout(Struct, frozen=True):
    """The spots with the wagers of the coming round, as the felt shows them."""

    spots: tuple[SpotView, ...]
    past: frozenset[int]
    """Spots whose wagers are those of the last round."""
    faulty: frozenset[str]
    """Hands, by name, whose wagers the table does not take."""
    after_this_round: bool


class ComingWagers:
    """Entries for the coming round, the selected wager, and the moment at which they may be changed."""

    def __init__(self, book: RulebookView) -> None:
        self.book = book
        self.moment: Moment = ""
        self.entered = Entered()
        self.selected: Selected | None = None
        self.refusal = ""
        """The station's reason for refusing all wagers together."""
        self._round = 0
        """The number of the round that the entries are for."""
        self._undo: list[Before] = []
        self._table: Table | None = None
        self._cards: dict[int, tuple[CardView, ...]] = {}

    def note(self, shown: Shown) -> Loss:
        """Follow the table to a new view; return the reason if entries were lost."""
        self._table = shown.table
        self._cards = {spot.spot: spot.cards for spot in shown.view.spots}
        self.moment = _moment(shown)
        if not self.moment:
            self.selected, self.refusal = None, ""
        if not self.entered.bets:
            return ""
        round_ = shown.table.round
        if any(isinstance(event, e.PlayersLeft) for event in shown.events):
            self._forget()
            return "nobody_plays"
        if round_.closed and round_.number == self._round:
            lying = {_seat(hand.bet): hand.bet for hand in round_.hands}
            other = any(
                replace(lying.get(seat, Bet(seat[0])), bettor="") != replace(bet, bettor="")
                for seat, bet in self.entered.bets.items()
            )
            if other or round_.draws:
                self._forget()
            return "other_wagers" if other else ""
        if round_.number > self._round:
            self._forget()
        return ""

    def _forget(self) -> None:
        self.entered, self._undo, self.refusal = Entered(), [], ""

    @property
    def standing(self) -> dict[Seat, Bet]:
        """The wagers without the entries: on the layout already, or those of the last round."""
        table = self._table
        if table is None:
            return {}
        round_ = table.round
        if self._lie_there:
            return {_seat(hand.bet): hand.bet for hand in round_.hands}
        hands = round_.hands or (table.last.hands if table.last else ())
        # A toke came down with its payoff and a coupon is used up, so neither stays for the next round.
        return {_seat(hand.bet): replace(hand.bet, toke_cents=0, coupon_cents=0) for hand in hands}

    @property
    def has_entries(self) -> bool:
        """True if wagers were entered that the station does not know yet."""
        return bool(self.entered.bets) and _by_seat(self._lying) != _by_seat(self.bets)

    @property
    def _lying(self) -> tuple[Bet, ...]:
        """The wagers of the coming round that the station knows."""
        return tuple(hand.bet for hand in self._table.round.hands) if self._table and self._lie_there else ()

    @property
    def wait(self) -> bool:
        """True if there are entries for the round after this one."""
        return bool(self.entered.bets and self._table and self._round > self._table.round.number)

    @property
    def _lie_there(self) -> bool:
        """True if the station knows wagers of the coming round already."""
        return bool(self._table and self._table.round.hands and not self._table.round.closed)

    @property
    def bets(self) -> tuple[Bet, ...]:
        """All wagers of the coming round, in the order of the spots."""
        names = ((self.name(seat), bet) for seat, bet in sorted(self._playing.items()))
        return tuple(replace(bet, spot=name.spot, bettor=name.bettor) for name, bet in names)

    @property
    def _playing(self) -> dict[Seat, Bet]:
        """The seats with a wager."""
        return {seat: bet for seat, bet in (self.standing | self.entered.bets).items() if self._plays(bet)}

    def name(self, seat: Seat) -> HandName:
        """The name of a seat's hand, with a letter only if several bettors share the spot."""
        spot, bettor = seat
        is_shared = any(other == spot and letter != "a" for other, letter in self._playing)
        return HandName(spot, bettor if is_shared else "")

    def _plays(self, bet: Bet) -> bool:
        return any(getattr(bet, f"{kind}_cents") != 0 for kind in self.book.wagers)

    @property
    def to_place(self) -> BetsPlaced | None:
        """The observation with all wagers; None if the station knows them or repeats the last ones."""
        return BetsPlaced(self.bets) if self.has_entries and (self.moment or self.wait) else None

    def amount(self, seat: Seat, kind: str) -> Cents:
        """The amount on one wager; None if it is unknown."""
        bet = (self.standing | self.entered.bets).get(seat, Bet(seat[0]))
        cents: Cents = getattr(bet, f"{kind}_cents")
        return cents

    def is_past(self, seat: Seat) -> bool:
        """True if the wagers of this seat are still those of the last round."""
        return not self._lie_there and seat not in self.entered.bets

    def wrong(self, seat: Seat) -> WrongWager | None:
        """The wager of this seat that the table does not allow, if any."""
        bet = next((bet for bet in self.bets if _seat(bet) == seat), None)
        return self.book.wrong_wager(bet) if bet else None

    @property
    def faulty(self) -> tuple[Seat, ...]:
        """The seats with a wager that the table does not allow, of those that were changed."""
        return tuple(seat for seat in sorted(self.entered.bets) if self.wrong(seat))

    def show_fault(self) -> bool:
        """Select the first wager that the table does not allow. False if there is none."""
        if not self.moment or not self.faulty:
            return False
        seat = self.faulty[0]
        wrong = self.wrong(seat)
        if self.selected is None or self.selected.seat != seat:
            self.selected = Selected(seat, wrong.wager if wrong else "main")
        return True

    def complain(self, reason: str) -> bool:
        """Show in the chip row why the station refuses the wagers. False if the row cannot be shown."""
        if not self.moment or not self.entered.bets:
            return False
        self.refusal = reason
        self.selected = self.selected or Selected(min(self.entered.bets))
        return True

    def close(self) -> None:
        """Close the chip row; all entries stay."""
        self.selected = None

    def after_call(self, displayed: Displayed) -> Displayed:
        """Offer the closing call only for wagers that the screen shows."""
        if self.moment == "now" and self.entered.bets:
            return replace(displayed, then_call=bool(self.bets))
        if not self.wait:
            return displayed
        # Beneath the felt stand the entries alone, so the call must not repeat a side wager beside them.
        shown = bool(self.bets) and not self.faulty and self._with_sides.keys() <= self.entered.bets.keys()
        return replace(displayed, then_call=displayed.then_call and shown, new_wagers=True)

    def repeated(self) -> dict[Seat, Bet]:
        """The wagers of all seats with a side wager, if the next call repeats any."""
        # A main wager stays on the felt until its cards are picked up; of a settled side wager the felt shows
        # only the outcome. So these are shown beneath it.
        return {} if self.entered.bets or self.moment == "now" else self._with_sides

    @property
    def _with_sides(self) -> dict[Seat, Bet]:
        """The wagers that stand, of the seats with a side wager."""
        return {
            seat: bet
            for seat, bet in self.standing.items()
            if any(getattr(bet, f"{one}_cents") != 0 for one in SIDES)
        }

    def layout(self) -> WagerLayout | None:
        """The felt with the wagers of the coming round; None where it shows the table as it is."""
        if not self.moment or not (self.selected or (self.entered.bets and self.moment == "now")):
            return None
        chosen = self.selected.seat if self.selected else None
        bets = self.bets
        spots = tuple(
            SpotView(
                spot,
                self._cards.get(spot, ()) if self.moment == "after_this_round" else (),
                tuple(BettorView(Hand(bet), "", _seat(bet) == chosen) for bet in bets if bet.spot == spot),
                lit=bool(chosen and chosen[0] == spot),
            )
            for spot in self.book.spots
        )
        changed = {spot for spot, _ in self.entered.bets}
        past = frozenset() if self._lie_there else frozenset({bet.spot for bet in bets} - changed)
        faulty = frozenset(str(HandName(bet.spot, bet.bettor)) for bet in bets if _seat(bet) in self.faulty)
        return WagerLayout(spots, past, faulty, after_this_round=self.moment == "after_this_round")

    def chips(self, kind: str) -> tuple[int, ...]:
        """The chips, in cents, that the limits of a wager need."""
        # A toke or a coupon lies beside the main wager and keeps to its steps.
        limits = self.book.limits("main" if kind in ("toke", "coupon") else kind)
        return chips_for(limits, most_cents=500 if kind == "bonus" else 0)

    def can_take_back(self, taps: int) -> bool:
        """True if *Undo* takes back a key of the chip row; `taps` of the station are taken back otherwise."""
        return bool(self.moment and self._undo and self._undo[-1].taps >= taps)

    def take_back(self) -> None:
        """Take back the last key that changed a wager, and show that wager."""
        before = self._undo.pop()
        self.entered, self.selected, self.refusal = before.entered, before.selected, ""

    def key(self, key: str, taps: int) -> None:
        """Take a key of the row, or a tap on a spot; `taps` are those that the station could take back."""
        if not self.moment or self._table is None:
            return
        coming = self._table.round.number + (self.moment == "after_this_round")
        if coming != self._round:
            self._forget()
            self._round = coming
        self.refusal = ""
        word, _, rest = key.partition(" ")
        if word == "open":
            self.selected = None if self.selected else Selected(self._first())
        elif word == "spot":
            digits = bool(self.selected and self.selected.digits)
            self._select(Selected((int(rest), "a"), "main", digits))
        elif self.selected:
            self._change(self.selected, word, rest, taps)

    def _first(self) -> Seat:
        """The seat that the row opens with: the first one with a wager, else the first of the table."""
        return min((_seat(bet) for bet in self.bets), default=(self.book.spots[0], "a"))

    def _select(self, selected: Selected) -> None:
        self.selected, self.entered = selected, replace(self.entered, typed="")

    def _change(self, now: Selected, word: str, rest: str, taps: int) -> None:
        """Take a key that changes the selection or the selected wager."""
        match word:
            case "bettor":
                self._select(replace(now, seat=(now.seat[0], rest)))
                return
            case "kind":
                self._select(replace(now, kind=rest))
                return
            case "digits" | "chips":
                self._select(replace(now, digits=word == "digits"))
                return
        before = Before(self.entered, now, taps)
        typed = self.entered.typed
        match word:
            case "chip":
                adds = (now.seat, now.kind) in self.entered.adding
                self._put(now, ((self.amount(now.seat, now.kind) or 0) if adds else 0) + int(rest))
            case "unknown":
                self._put(now, None)
            case "clear":
                self._put(now, 0)
            case "out":
                self._leave(now.seat)
            case "everybody":
                self._leave(*(self.standing | self.entered.bets))
            case "erase":
                self._put(now, cents_of(typed[:-1]) if typed else 0, typed=typed[:-1])
            case _ if len(typed) < DIGITS_MAX and (word != "." or "." not in typed):
                self._put(now, cents_of(typed + word), typed=typed + word)
        if self.entered != before.entered:
            self._undo.append(before)

    def _put(self, now: Selected, cents: Cents, *, typed: str = "") -> None:
        bet = (self.standing | self.entered.bets).get(now.seat, Bet(now.seat[0]))
        changed = replace(bet, **{f"{now.kind}_cents": cents})
        self.entered = Entered(
            {**self.entered.bets, now.seat: changed}, self.entered.adding | {(now.seat, now.kind)}, typed
        )

    def _leave(self, *seats: Seat) -> None:
        """Take all wagers of these seats off the layout."""
        without = {seat: Bet(seat[0]) for seat in seats}
        self.entered = Entered({**self.entered.bets, **without}, self.entered.adding)


def _moment(shown: Shown) -> Moment:
    """The moment at which wagers may be entered."""
    view, step, round_ = shown.view, shown.view.step, shown.table.round
    if not view.dealer or view.holds or shown.table.preparing:
        return ""
    match step.kind:
        case "bets" | "call":
            # Wagers that were called before a shuffle stand.
            return "" if round_.closed or round_.calls else "now"
        case "perform":
            between = step.step in ("pick_up", "return_cards") and not view.last_round_of_shoe
            return "after_this_round" if between else ""
        case "draw" | "settle" | "offer" | "ruling" | "over":
            return ""
        case _:
            assert_never(step.kind)


def _seat(bet: Bet) -> Seat:
    return bet.spot, bet.bettor or "a"


def _by_seat(bets: tuple[Bet, ...]) -> dict[Seat, Bet]:
    """Wagers by their seats, so that their order and the letter of a single bettor make no difference."""
    return {_seat(bet): replace(bet, bettor="") for bet in bets}


def chips_for(limits: LimitsView, most_cents: int = 0) -> tuple[int, ...]:
    """The chips that make every amount within the limits, the smallest first."""
    most, step = most_cents or limits.max_cents, limits.step_cents
    low = bool(most) and most < CHIPS_CENTS[1]
    halves = any(cents % 100 for cents in (limits.min_cents, limits.max_cents, step))
    kinds = LOW_CHIPS_CENTS if low else (50, *CHIPS_CENTS) if halves else CHIPS_CENTS
    return tuple(cents for cents in kinds if not (most and cents > most) and not (step and cents % step))
