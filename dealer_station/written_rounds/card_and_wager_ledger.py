"""The account of each card and wager of a written round, as `play --json` prints it."""

from collections.abc import Iterable
from copy import copy
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.evolve.accounts import net_of
from dealer_station.engine.evolve.table_without_report import OPEN_AT_MOST
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import CUT, UNREAD, Card, parse_card
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import HandName
from dealer_station.engine.model.table import Racked, Table
from dealer_station.engine.model.values import DEALER, Drawn, Hold, Line, Place
from dealer_station.engine.notation import model as w


class CardEntry(Struct):
    """A card that left the shoe, with its face from the file: the engine never knows a burn's face."""

    card: str
    to: str
    deal: str
    round: int = 0
    """The later round in which the card was used, if it left the shoe in an earlier one."""
    for_dealer: bool = False
    """True if it was kept as the dealer's next card."""

    def as_json(self) -> dict[str, Any]:
        """The card as printed; it appears once, in the round in which it left the shoe."""
        printed = {"card": self.card, "to": self.to, "deal": self.deal}
        return {**printed, "round": self.round} if self.round and self.to != "next" else printed


class RoundAccount(Struct):
    """The account of one round."""

    number: int
    outcome: str = "open"
    reshuffle: bool = False
    due: str = ""
    cards: list[CardEntry] = []
    settlements: list[tuple[str, Line]] = []
    corrections: list[tuple[str, str, int]] = []
    hands: list[str] = []

    def as_json(self, file: str, profile: str) -> dict[str, Any]:
        """The round in the terms of the notation; corrections are listed beside the settlements."""
        put_right = [
            {"spot": hand, "action": action, "cents": cents} for hand, action, cents in self.corrections
        ]
        return {
            "file": file,
            "number": self.number,
            "profile": profile,
            "outcome": self.outcome,
            "reshuffle": self.reshuffle,
            "cards": [entry.as_json() for entry in self.cards],
            "settlements": [
                {
                    "spot": hand,
                    "wager": line.wager,
                    "action": line.action,
                    "cents": line.cents,
                    "deal": line.deal,
                    "cite": line.cite,
                }
                for hand, line in self.settlements
            ],
            "net_cents": {hand: self._net(hand) for hand in self.hands},
            "due": {"step": self.due},
            **({"corrections": put_right} if put_right else {}),
        }

    def _net(self, name: str) -> int | None:
        """The change in this bettor's chips without tokes; None if an amount is unknown."""
        total = net_of(line for hand, line in self.settlements if hand == name and line.wager != "toke")
        if total is None:
            return None
        put_right = (
            cents if action == "pay" else -cents for hand, action, cents in self.corrections if hand == name
        )
        return total + sum(put_right)


class _BeforeTap(Struct):
    """The account before a tap that can be taken back."""

    rounds: int
    table_round: int
    current: RoundAccount
    drawn: dict[int, list[CardEntry]]
    holds: list[CardEntry | None]
    carried: list[tuple[str, str, str, int]]


class _SinceReport(Struct):
    """The account before a report, and the lines that followed it."""

    before: _BeforeTap
    holds_raised: int = 0
    rules_on_it: bool = False
    """True if the line at hand rules on a stop that the report raised: it is undone with the report."""
    lines: list[tuple[w.Act, tuple[Event, ...], Table]] = []


class Ledger:
    """Follows the events of a table and keeps the account of each round."""

    def __init__(self) -> None:
        self.rounds: list[RoundAccount] = []
        self.current = RoundAccount(1)
        self.card_in_question = "nothing"
        self._drawn: dict[int, list[CardEntry]] = {}
        """The cards of each round in the table's own order, by the table's round number."""
        self._table_round = 1
        self._carried: list[CardEntry] = []
        """Cards that were not used when their round was closed."""
        self._before_taps: list[_BeforeTap] = []
        self._reports: list[_SinceReport] = []
        self._act: w.Act | None = None
        self._face = UNREAD
        self._of_this_line: CardEntry | None = None
        self._holds: list[CardEntry | None] = []
        """The table's holds in order, each with the card it holds, or None."""
        self._let_go: list[CardEntry] = []
        """Cards released from a hold or a place, until an event says where they go."""
        self._draws_a_card = False

    def begin_line(self, act: w.Act) -> None:
        """Take the card's face from the line, because the engine does not keep the face of a burn."""
        self._act = act
        self._face = CUT if isinstance(act, o.CutCardSeen) else UNREAD
        if isinstance(act, o.CardDrawn | o.Reported | o.Ruled) and act.card:
            self._face = act.card
        self._of_this_line = None
        self._draws_a_card = isinstance(act, o.CardDrawn | o.CutCardSeen)

    def note(self, events: tuple[Event, ...], table: Table) -> None:
        """Record what these events did to cards and wagers."""
        act, open_before = self._act, list(self._reports)
        for report in open_before:
            report.rules_on_it = any(_rules_on(event, report, len(self._holds)) for event in events)
        for event in events:
            if isinstance(event, e.ReportWithdrawn) and event.later_reports < len(self._reports):
                self._withdraw(len(self._reports) - 1 - event.later_reports)
                self._act = act
                continue
            self._note_card(event, table)
            self._note_tap(event)
            if isinstance(event, e.TapTakenBack):
                # Holds that a device raised since the tap remain open, so they are added again.
                self._holds += [None] * (len(table.holds) - len(self._holds))
            if isinstance(event, e.ShoeLoaded):
                self._note_shuffled(table)
            if isinstance(event, e.HandSettled | e.SideBetsMoved):
                hand = str(HandName(event.spot, event.bettor))
                self.current.settlements += [(hand, line) for line in event.lines]
            if isinstance(event, e.StakeCounted) and event.excess_cents:
                back = Line(event.wager, "return", event.excess_cents, 0, "original", event.cite)
                self.current.settlements.append((str(HandName(event.spot, event.bettor)), back))
            if isinstance(event, e.Corrected):
                self._account(event.round_number).corrections.append(
                    (event.hand, event.action, event.cents or 0)
                )
            if isinstance(event, e.SettlementReversed):
                undone = [(str(HandName(event.spot, event.bettor)), line) for line in event.lines]
                self.current.settlements = [one for one in self.current.settlements if one not in undone]
            if isinstance(event, e.OptionReopened) and event.half_cents:
                hand = str(HandName(event.spot, event.bettor))
                self.current.corrections.append((hand, "pay", event.half_cents))
            if isinstance(event, e.RoundEnded):
                self.current.outcome = event.outcome
                self._table_round += 1
        for report in self._reports:
            if act is not None and any(report is one for one in open_before):
                if report.rules_on_it:
                    report.holds_raised -= 1
                else:
                    report.lines.append((act, events, table))
            else:
                report.holds_raised = len(self._holds) - len(report.before.holds)
        if self._draws_a_card and self._of_this_line:
            self.card_in_question = self._of_this_line.to
        if table.round.hands and self.current.outcome == "open":
            self.current.hands = [hand.name for hand in table.round.hands]

    def _note_shuffled(self, table: Table) -> None:
        """Forget the drawn cards, which are in the shuffle now, and rack cards that were kept as next."""
        middle = table.round.closed
        out = [entry for entry in self._cards() if middle and entry.to not in ("burn", "rack")]
        self._drawn[self._table_round] = out
        # In the middle of a round the cards on the table were not shuffled, so they and the kept cards stay.
        if not middle:
            for entry in self._kept():
                entry.to = "rack"

    def _account(self, number: int) -> RoundAccount:
        return next((account for account in self.rounds if account.number == number), self.current)

    def faces_of(self, indices: tuple[int, ...]) -> tuple[Card, ...]:
        """The faces of these cards of the round, from the file; empty if one was not read."""
        faces = [self._cards()[index].card for index in indices]
        return () if UNREAD in faces else tuple(parse_card(face) for face in faces)

    def look_at(self, index: int) -> None:
        """Make this card of the round the card in question."""
        if index < len(self._cards()):
            self.card_in_question = self._cards()[index].to

    def _cards(self) -> list[CardEntry]:
        return self._drawn.setdefault(self._table_round, [])

    def close(self, step: str, *, reshuffle: bool) -> None:
        """Close the account of the round, after its last line."""
        self.current.due, self.current.reshuffle = step, reshuffle
        self.rounds.append(self.current)
        self._carried += [entry for entry in self.current.cards if entry.to in ("next", "held")]
        self.current = RoundAccount(self.current.number + 1)
        self._drawn = {
            number: cards for number, cards in self._drawn.items() if number >= self._table_round - 1
        }

    def finish(self, step: str, *, reshuffle: bool) -> None:
        """Close a round that the file leaves open."""
        if self.current.cards or self.current.hands or not self.rounds:
            self.close(step, reshuffle=reshuffle)

    def _note_tap(self, event: Event) -> None:
        """Save the account at each tap and restore it when the tap is taken back, even at a round's end."""
        if isinstance(event, e.Tapped):
            before = self._as_it_is()
            if event.tap == "card":
                self._before_taps.clear()
                del self._reports[:-OPEN_AT_MOST]
            self._before_taps.append(before)
            if event.report:
                self._reports.append(_SinceReport(before))
        elif isinstance(event, e.TapTakenBack) and self._before_taps:
            before = self._before_taps.pop()
            self._reports = [report for report in self._reports if report.before is not before]
            self._back_to(before)
        elif isinstance(event, e.CardDealt | e.CardBurned) and not (
            event.kept or event.keyed or event.on_pad
        ):
            self._before_taps.clear()
            self._reports.clear()

    def _withdraw(self, index: int) -> None:
        """Restore the account from before a report, and record the later lines again."""
        report = self._reports[index]
        del self._reports[index:]
        first = len(report.before.holds)
        self._back_to(report.before)
        for act, events, table in report.lines:
            self.begin_line(act)
            self.note(tuple(_moved_down(event, first, report.holds_raised) for event in events), table)

    def _as_it_is(self) -> _BeforeTap:
        # Undo by snapshot. The three structures share entries, and an entry stays identical in the copies of
        # all of them. Entries of closed rounds are listed in those rounds too: they must not be copied, so
        # that `copies` begins with them; their values are saved separately and written back.
        copies = {id(entry): entry for entry in self._carried}

        def copied(entries: Iterable[CardEntry]) -> list[CardEntry]:
            return [copies.get(id(entry)) or copies.setdefault(id(entry), copy(entry)) for entry in entries]

        now = self.current
        account = replace(
            now,
            cards=copied(now.cards),
            settlements=[*now.settlements],
            corrections=[*now.corrections],
            hands=[*now.hands],
        )
        drawn = {number: copied(cards) for number, cards in self._drawn.items()}
        holds = [copied((entry,))[0] if entry else None for entry in self._holds]
        carried = [(entry.card, entry.to, entry.deal, entry.round) for entry in self._carried]
        return _BeforeTap(len(self.rounds), self._table_round, account, drawn, holds, carried)

    def _back_to(self, before: _BeforeTap) -> None:
        self._table_round, self.current, self._drawn = before.table_round, before.current, before.drawn
        self._holds = before.holds
        del self.rounds[before.rounds :]
        del self._carried[len(before.carried) :]
        for entry, was in zip(self._carried, before.carried, strict=True):
            entry.card, entry.to, entry.deal, entry.round = was

    def _note_card(self, event: Event, table: Table) -> None:
        match event:
            case e.CardDealt(card, place, deal, _, kept):
                waiting = self._next(for_dealer=place <= DEALER) if kept else None
                self._cards().append(self._place(_named(place), deal, waiting, face=card))
            case e.CardBurned(deal, kept, keyed):
                waiting = self._next(for_dealer=False) if kept else None
                said = self._face if keyed and self._face != UNREAD else ""
                self._cards().append(self._place("burn", deal, waiting, face=said))
            case e.CutCardAside():
                self._place("aside", "irregular")
            case e.HoldRaised(hold):
                self._holds.append(self._held(hold) if hold.has_card else None)
            case e.HoldRuled():
                if (card_held := self._holds.pop(event.index)) is not None:
                    self._let_go.append(card_held)
            case e.CardKept(_, _, for_dealer):
                self._place("next", "irregular").for_dealer = for_dealer
            case e.CardNotDrawn():
                self._place("shoe", "irregular")
            case e.CardRacked(_, burned, _):
                self._cards().append(self._place("burn" if burned else "rack", "irregular"))
            case e.CardRetired(index, burned, _):
                self._move(self._cards()[index], "burn" if burned else "rack", "irregular")
            case e.CardsReread(draws, _, left_over):
                self._read_again(draws, left_over)
            case e.RackCardReread(index, was, card):
                self._read_in_rack_again(table.rack[index], was, card)
            case e.CardsRequeued():
                back = [entry for entry in self._cards() if entry.deal == "war"]
                self._drawn[self._table_round] = [entry for entry in self._cards() if entry.deal != "war"]
                for entry in back:
                    self._move(entry, "next", "irregular")

    def _move(self, entry: CardEntry, to: str, deal: str, face: str = "") -> None:
        """Record that a card now lies elsewhere."""
        entry.to, entry.deal, entry.card = to, deal, face or entry.card
        self.card_in_question = to

    def _read_again(self, draws: tuple[Drawn, ...], left_over: tuple[int, ...]) -> None:
        """Reassign the round's cards to the places they really have; cards left over wait for a place."""
        cards = self._cards()
        self._let_go += [cards[index] for index in left_over]
        for index in reversed(left_over):
            del cards[index]
        for entry, drawn in zip(cards, draws, strict=True):
            if drawn.place is not None:
                self._move(entry, _named(drawn.place), drawn.deal, drawn.card or "")

    def _read_in_rack_again(self, racked: Racked, was: Card, card: Card) -> None:
        """Correct the face of a card in the rack, in the account of its own round or an earlier one."""
        to = "rack" if racked.owner == "out of play" else str(racked.owner)
        number = racked.round_number
        used_later = [entry for entry in self._carried if entry.round == number]
        # A card drawn between two rounds is listed with the round before.
        before = self._account(number - 1).cards
        for entry in (*self._account(number).cards, *used_later, *before):
            if (entry.card, entry.to) == (was, to):
                entry.card = card
                return

    def _held(self, hold: Hold) -> CardEntry:
        """Record the card of a hold: this line's card, or one that was kept, held or dealt before."""
        waiting = self._next(for_dealer=(hold.place or 0) <= DEALER) if hold.kept else None
        return self._place("held", "irregular", waiting, face=hold.card or "")

    def _place(self, to: str, deal: str, found: CardEntry | None = None, *, face: str = "") -> CardEntry:
        """Record a card's place; the card is `found`, else one just released, else the one this line drew."""
        if found is None and self._let_go:
            found = self._let_go.pop(0)
        if found is None:
            found = CardEntry(face or self._face, to, deal)
            self.current.cards.append(found)
            self._of_this_line = self._of_this_line or found
        if any(found is entry for entry in self._carried):
            found.round = self.current.number
        self._move(found, to, deal, face)
        return found

    def _next(self, *, for_dealer: bool) -> CardEntry | None:
        """The kept card to be used next: for the dealer a card kept for the dealer, otherwise the oldest."""
        kept = self._kept()
        own = [entry for entry in kept if entry.for_dealer and for_dealer]
        return next(iter(own or [entry for entry in kept if not entry.for_dealer]), None)

    def _kept(self) -> list[CardEntry]:
        return [entry for entry in (*self._carried, *self.current.cards) if entry.to == "next"]


def _rules_on(event: Event, report: _SinceReport, holds: int) -> bool:
    """True if the event ends one of the stops that a report raised; `holds` is the number of all stops."""
    if not isinstance(event, e.HoldRuled) or event.tapped:
        return False
    first = len(report.before.holds)
    return first <= event.index % max(holds, 1) < first + report.holds_raised


def _moved_down(event: Event, first: int, count: int) -> Event:
    """The event without `count` holds that lay from position `first` upwards."""
    if isinstance(event, e.HoldRuled) and event.index >= first:
        return replace(event, index=event.index - count)
    return event


def _named(place: Place) -> str:
    return str(place) if place > DEALER else "dealer"
