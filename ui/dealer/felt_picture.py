"""The felt as plain values for QML: cards, chips, outcomes in their order, burns, rack, cards aside."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from dealer_station.engine.model.cards import RANK_NAMES, SUIT_NAMES, Card
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.values import DEALER, Deal, Line, Place
from dealer_station.engine.model.wager_outcomes import Action, dollars
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.engine.view.table_view import BettorView, CardView, SpotView, TableView
from dealer_station.engine.view.upcoming import CardAside, Lookahead
from ui.common.chip_texts import CHIP_NAMES, FeltWager, chips_of, is_settled, money
from ui.common.outcomes import FELT_ACTIONS, FELT_RESULTS, NOTHING, OutcomeLook
from ui.common.translate import Speech
from ui.dealer.coming_wagers import WagerLayout
from ui.dealer.shown_settlements import Displayed

Values = dict[str, Any]
Lying = tuple[Place, Deal, Card]
WAYS: dict[str, str] = {"left_to_right": "clockwise", "right_to_left": "counter-clockwise"}


class FeltCard(Struct, frozen=True):
    """A card on the felt; rank and suit are empty while it lies face down."""

    rank: str
    suit: str
    says: str
    keyed: bool


class FeltOutcome(Struct, frozen=True):
    """One settlement line of a wager: `PAY 100`, with its place in the order of settlement."""

    word: str
    amount: str
    tone: str
    shape: str
    order: int = 0
    """Position in the order of settlement; 0 if it is settled."""
    settled: bool = False


class FeltChip(Struct, frozen=True):
    """One wager of a bettor: its chip, and what becomes of it as far as the screen shows it."""

    kind: FeltWager
    amount: str
    settled: bool
    outcomes: tuple[FeltOutcome, ...] = ()


class FeltBettor(Struct, frozen=True):
    """One bettor's chips, and the result where no amount is known yet."""

    name: str
    chips: tuple[FeltChip, ...]
    settled: bool
    lit: bool
    word: str = ""
    """The result in one word; empty as soon as outcomes with amounts say more."""
    tone: str = ""
    shape: str = ""
    order: int = 0
    """Position of a tied hand that is asked, in the order of settlement."""


class FeltSpot(Struct, frozen=True):
    """A spot of the layout."""

    spot: int
    cards: tuple[FeltCard, ...]
    bettors: tuple[FeltBettor, ...]
    lit: bool
    stands: str
    """Words for wagers of the last round, which the closing call would take again."""
    says: str
    mark: str
    """Changes if cards or chips of the spot change, so that the spot flashes once."""

    def values(self) -> Values:
        """The values for QML, with lists that it can count."""
        bettors = [
            asdict(bettor)
            | {
                "chips": [
                    asdict(chip) | {"outcomes": [asdict(outcome) for outcome in chip.outcomes]}
                    for chip in bettor.chips
                ]
            }
            for bettor in self.bettors
        ]
        return asdict(self) | {"cards": [asdict(card) for card in self.cards], "bettors": bettors}


class FeltPicture(Struct, frozen=True):
    """The state from which the felt of one moment is drawn; amounts are those of displayed settlements."""

    now: TableView
    table: Table
    book: RulebookView
    say: Speech
    keyed: frozenset[Lying] = frozenset()
    """Cards that the dealer keyed in."""
    ahead: Lookahead = Lookahead()
    displayed: Displayed = Displayed()
    """The settlements shown on the screen, of all that follow."""
    coming: WagerLayout | None = None
    """The spots with wagers that are being entered."""
    in_question: tuple[Place, ...] = ()
    """The places that the shown stop is about."""

    def values(self) -> Values:
        """The values for QML."""
        now, step, say = self.now, self.now.step, self.say
        return {
            "spots": [spot.values() for spot in self.spots()],
            "dealerCards": [asdict(self._card(card, DEALER)) for card in now.dealer_cards],
            "dealerLit": self._dealer_is_lit,
            "warCards": self.book.war_card_place,
            "burns": self._burns(),
            "burnWords": say("Burn"),
            "rackWords": say("Rack {count}", count=len(now.rack)) if now.rack else "",
            "aside": len(self.ahead.aside) or now.next_cards,
            "asideWords": self._aside(),
            "direction": step.way or "",
            "directionWords": say(WAYS[step.way]) if step.way else "",
        }

    def spots(self) -> tuple[FeltSpot, ...]:
        """The spots, with the wagers on the layout or, before the closing call, those that it would deal."""
        now, coming = self.now, self.coming
        if coming is None:
            last = self.say("last round") if now.standing else ""
            return tuple(self._spot(spot, last, dimmed=bool(last)) for spot in now.standing or now.spots)
        last, entered = self.say("last round"), ""
        if coming.after_this_round:
            last = entered = self.say("next round")
        return tuple(
            self._spot(spot, last if spot.spot in coming.past else entered, dimmed=spot.spot in coming.past)
            for spot in coming.spots
        )

    @property
    def _dealer_is_lit(self) -> bool:
        """True while the step is about the dealer's own place."""
        step = self.now.step
        if DEALER in self.in_question:
            return True
        if step.kind == "draw":
            return step.place is not None and step.place <= DEALER
        return step.step == "turn_dealer_card" or any(place <= DEALER for place in step.places)

    def _spot(self, spot: SpotView, of_round: str, *, dimmed: bool) -> FeltSpot:
        """A spot. `of_round` says to which round its wagers belong, if they are not those on the layout."""
        of_round = of_round if spot.bettors else ""
        cards = tuple(self._card(card, spot.spot) for card in spot.cards)
        bettors = tuple(self._bettor(bettor) for bettor in spot.bettors)
        return FeltSpot(
            spot=spot.spot,
            cards=cards,
            bettors=bettors,
            lit=spot.lit or spot.spot in self.in_question,
            stands=of_round if dimmed else "",
            says=self._spoken(spot, cards, bettors, of_round),
            mark="|".join(_marks(cards, bettors)),
        )

    def _card(self, card: CardView, place: Place) -> FeltCard:
        face: Card | None = card.card
        if face is None:
            return FeltCard("", "", self.say("a card face down"), keyed=False)
        says, keyed = card_words(face, self.say), (place, card.deal, face) in self.keyed
        if keyed:
            says = self.say("{words}, keyed in", words=says)
        return FeltCard(face[0], face[1], says, keyed)

    def _bettor(self, bettor: BettorView) -> FeltBettor:
        due = self._lines_due(bettor.name)
        chips = tuple(
            FeltChip(kind, money(cents), kind in bettor.gone, self._outcomes(kind, bettor, due))
            for kind, cents in chips_of(bettor, (line.wager for _, line in due)).items()
        )
        order = self._order_of_asking(bettor.name)
        settled = is_settled(bettor)
        # A tie wager may be due before its hand is decided.
        decided = settled or any(line.wager != "tie" or bettor.main_cents == 0 for _, line in due)
        look = NOTHING if decided else FELT_RESULTS.get(bettor.result, NOTHING)
        if self.coming and bettor.name in self.coming.faulty:
            look = OutcomeLook(self.say("CHECK"), "down", "lose")
        word = self.say(look.word) if look.word else ""
        return FeltBettor(bettor.name, chips, settled, bettor.lit, word, look.tone, look.shape, order)

    def _outcomes(
        self, kind: FeltWager, bettor: BettorView, due: tuple[tuple[int, Line], ...]
    ) -> tuple[FeltOutcome, ...]:
        lines = [*((0, line) for line in bettor.lines), *due]
        return tuple(
            self._outcome(line.action, amount, order)
            for order, line in lines
            if line.wager == kind
            for amount in self._amounts(line)
        )

    def _lines_due(self, name: str) -> tuple[tuple[int, Line], ...]:
        """The displayed settlement lines of a hand, with the position of their settlement."""
        return tuple(
            (order, line)
            for order, step in self._displayed_in_order()
            if step.hand and step.hand.name == name
            for line in step.lines
        )

    def _displayed_in_order(self) -> Iterable[tuple[int, Any]]:
        """All displayed steps: hands now, the tied hand that is asked, hands that follow before a war."""
        shown = self.displayed
        asked = (shown.asked,) if shown.asked else ()
        return enumerate((*shown.now, *asked, *shown.for_a_war), start=1)

    def _order_of_asking(self, name: str) -> int:
        return next(
            (
                order
                for order, step in self._displayed_in_order()
                if step.kind == "offer" and step.hand and step.hand.name == name
            ),
            0,
        )

    def _outcome(self, action: Action, amount: str, order: int) -> FeltOutcome:
        look = FELT_ACTIONS[action]
        return FeltOutcome(self.say(look.word), amount, look.tone, look.shape, order, settled=order == 0)

    def _amounts(self, line: Line) -> tuple[str, ...]:
        """The amount of a line; where the stake is unknown, the odds, and then the part of a meter."""
        if line.cents is not None:
            return (dollars(line.cents),)
        if line.action == "half":
            return (self.say("half"),)
        odds = self.say("{odds} to 1", odds=line.odds) if line.action == "pay" else ""
        return (odds, dollars(line.meter_cents)) if line.meter_cents else (odds,)

    def _spoken(
        self, spot: SpotView, cards: tuple[FeltCard, ...], bettors: tuple[FeltBettor, ...], of_round: str
    ) -> str:
        """The spot as one sentence, for a screen reader."""
        say = self.say
        words = [say(self.book.spot_title(spot.spot)), *(card.says for card in cards)]
        for bettor in bettors:
            words += [say("bettor {name}", name=bettor.name)] if len(bettors) > 1 else []
            words += [self._chip_said(chip) for chip in bettor.chips]
            words += [_numbered(bettor.order, bettor.word.lower())] if bettor.word else []
            words += [say("settled")] if bettor.settled else []
        words += [of_round] if of_round else []
        return ", ".join(words if len(words) > 1 else (*words, say("empty")))

    def _chip_said(self, chip: FeltChip) -> str:
        """A chip with its outcomes: `wager $25, 1: PAY 25`."""
        said = [f"{self.say(CHIP_NAMES[chip.kind])} {chip.amount}"]
        for outcome in chip.outcomes:
            words = " ".join(word for word in (outcome.word, outcome.amount) if word)
            said.append(_numbered(outcome.order, words))
        if chip.settled and chip.kind != "main" and not chip.outcomes:
            said.append(self.say("collected"))
        return ", ".join(said)

    def _burns(self) -> list[bool]:
        """A dot for each burn of the row that is due: True if it lies in the rack."""
        step, drawn = self.now.step, self.table.round.draws
        if step.kind == "draw" and step.place is None:
            return [number < step.burn for number in range(1, max(1, step.burns) + 1)]
        # Filled dots stay until the card after the burns is out.
        row = 0
        while row < len(drawn) and drawn[-1 - row].burned:
            row += 1
        return [True] * row if step.kind == "draw" else []

    def _aside(self) -> str:
        """The words for what becomes of the cards laid aside, the next one first."""
        say = self.say
        if not self.ahead.aside:
            return say("dealt next") if self.now.next_cards else ""
        words = [self._becomes(one) for one in self.ahead.aside]
        several: dict[str, int] = {}
        for one in words:
            several[one] = several.get(one, 0) + 1
        return ", ".join(f"{count} × {word}" if count > 1 else word for word, count in several.items())

    def _becomes(self, card: CardAside) -> str:
        match card.goes:
            case "burn":
                return self.say("burn")
            case "place" if card.place > DEALER:
                return self.say(self.book.spot_words(card.place))
            case "place" | "dealer":
                return self.say("your card")
            case "next":
                return self.say("dealt next")


def _numbered(order: int, words: str) -> str:
    return f"{order}: {words}" if order else words


def _marks(cards: tuple[FeltCard, ...], bettors: tuple[FeltBettor, ...]) -> Iterable[str]:
    """Everything that lies on a spot, without outcomes that only wait to be settled."""
    yield from (card.says for card in cards)
    for bettor in bettors:
        yield from (f"{chip.kind} {chip.amount} {chip.settled}" for chip in bettor.chips)


def card_words(card: Card, say: Speech) -> str:
    """The spoken name of a card: nine of diamonds."""
    return say("{rank} of {suit}", rank=RANK_NAMES[card[0]], suit=SUIT_NAMES[card[1]])
