"""Conversion of a TableView into plain values that QML binds to. It makes no decisions."""

from typing import Any

from msgspec import Struct

from dealer_station.engine.model import events as e
from dealer_station.engine.model.cards import RANK_NAMES, RANKS, SUIT_NAMES, SUITS, Card
from dealer_station.engine.model.observations import Cents
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.values import DEALER, Deal, Drawn, Line, Place
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.engine.view.ruling_words import RulingView
from dealer_station.engine.view.step_view import ChipMoveView, StepView
from dealer_station.engine.view.table_view import BettorView, CardView, HoldView, SpotView, TableView
from dealer_station.engine.view.upcoming import Lookahead
from dealer_station.station.messages import Shown
from ui.common.chip_texts import amount, beside_words, is_settled, money
from ui.common.outcomes import ACTIONS, MOVES, NOTHING, RESULTS
from ui.common.translate import Speech
from ui.dealer.buttons import Button, buttons_for, key_the_cards
from ui.dealer.forms import in_capital
from ui.dealer.lamps import BACK
from ui.dealer.shown_settlements import Displayed
from ui.dealer.stopped_table_texts import Stop, is_foreign_device, why

Values = dict[str, Any]

SHORT_ENOUGH = 64
"""Most letters of a following step, about two lines; for a longer prompt the step's name is shown."""
WAYS: dict[str, str] = {"left_to_right": "clockwise", "right_to_left": "counter-clockwise"}
DEVICE_HOLDS = ("device", "shuffler_fault", "count", "batch")
"""Holds about a device: they stay until a person with the right title clears them."""


Lying = tuple[Place, Deal, Card]


class KeyedCards:
    """The cards of the current round that a person named, by place and deal: keyed in, or corrected."""

    def __init__(self) -> None:
        self.cards: frozenset[Lying] = frozenset()
        self._round = 0
        self._draws: tuple[Drawn, ...] = ()

    def note(self, shown: Shown) -> None:
        """Add the keyed cards of a published view; a new round starts empty."""
        if shown.view.round_number != self._round:
            self.cards, self._round = frozenset(), shown.view.round_number
        dealt = (event for event in shown.events if isinstance(event, e.CardDealt) and event.card)
        keyed = shown.view.keyed_in
        self.cards |= {
            (one.place, one.deal, one.card)
            for one in dealt
            if one.card and (one.keyed or (keyed and not one.kept))
        }
        self.cards |= self._corrected(shown)
        self._draws = shown.table.round.draws

    def _corrected(self, shown: Shown) -> frozenset[Lying]:
        """The cards on the felt that a ruling has just corrected."""
        if not any(isinstance(event, e.HoldRuled) and event.ruling == "correct" for event in shown.events):
            return frozenset()
        reread = [event.draws for event in shown.events if isinstance(event, e.CardsReread)]
        return frozenset(
            (now.place, now.deal, now.card)
            for draws in reread
            for was, now in zip(self._draws, draws, strict=False)
            if now.place is not None and now.card is not None and now.card != was.card
        )


class Picture(Struct, frozen=True):
    """The state from which the screen of one moment is drawn."""

    now: TableView
    table: Table
    book: RulebookView
    say: Speech
    keyed: frozenset[Lying] = frozenset()
    """Cards that the dealer keyed in."""
    ahead: Lookahead = Lookahead()
    """The steps after the one that is due."""
    displayed: Displayed = Displayed()
    """The settlements shown on the screen, of all that follow."""
    devices: dict[str, str] = {}
    """The last known status of each device."""

    @property
    def step(self) -> StepView:
        return self.now.step

    def values(self) -> Values:
        """The values for QML."""
        now, step, book = self.now, self.now.step, self.book
        left, way, said = now.cards_left, step.way, self._prompt()
        return {
            "book": book.title,
            "dealer": now.dealer,
            "cardsWords": "" if left is None else self.say("{count} cards", count=left),
            "shoeShare": (left or 0) / book.cards,
            "spots": [self._spot(spot, stands=bool(now.standing)) for spot in now.standing or now.spots],
            "dealerCards": [self._card(card, DEALER) for card in now.dealer_cards],
            "direction": way or "",
            "directionWords": self.say(WAYS[way]) if way else "",
            "prompt": said,
            "following": [] if said["pass"] else [self._short(one) for one in self.ahead.following],
            "buttons": [button.values() for button in self._buttons()],
            "checklist": [{"text": self.say(one.words), "state": one.state} for one in self.ahead.checklist],
            "canUndo": now.can_undo,
            "hold": self._hold(),
            "keying": now.keyed_in and step.kind == "draw" and bool(now.dealer),
            "burning": step.kind == "draw" and step.place is None,
            "keyedIn": now.keyed_in,
            "lastRound": now.last_round_of_shoe,
            "departed": self._departed(),
        }

    def _buttons(self) -> tuple[Button, ...]:
        if self._nothing_reads:
            return (key_the_cards(self.say),)
        return buttons_for(self.step, self.displayed, self.book, self.say)

    def _spot(self, spot: SpotView, *, stands: bool) -> Values:
        """A spot; `stands` marks wagers of the last round, which the closing call would take again."""
        stands = stands and bool(spot.bettors)
        cards = [self._card(card, spot.spot) for card in spot.cards]
        bettors = [self._bettor(bettor) for bettor in spot.bettors]
        words = [self._place(spot.spot), *(card["says"] for card in cards)]
        for bettor, told in zip(spot.bettors, bettors, strict=True):
            words += [self.say("bettor {name}", name=bettor.name)] if len(bettors) > 1 else []
            words += [self.say("wager {amount}", amount=told["wager"]), *told["beside"]]
            words += [told["word"].lower()] if told["word"] else []
            words += [self.say("settled")] if told["settled"] else []
        words += [self.say("last round")] if stands else []
        return {
            "spot": spot.spot,
            "cards": cards,
            "bettors": bettors,
            "lit": spot.lit or spot.spot in self._in_question,
            "stands": self.say("last round") if stands else "",
            "says": ", ".join(words if len(words) > 1 else (*words, self.say("empty"))),
        }

    def _card(self, card: CardView, place: Place) -> Values:
        face: Card | None = card.card
        if face is None:
            return {"rank": "", "suit": "", "says": self.say("a card face down"), "keyed": False}
        says, keyed = card_words(face, self.say), (place, card.deal, face) in self.keyed
        if keyed:
            says = self.say("{words}, keyed in", words=says)
        return {"rank": face[0], "suit": face[1], "says": says, "keyed": keyed}

    def _bettor(self, bettor: BettorView) -> Values:
        look = RESULTS.get(bettor.result, NOTHING)
        return {
            "name": bettor.name,
            "wager": money(bettor.main_cents),
            "amount": amount(bettor.main_cents),
            "beside": beside_words(bettor, self.say),
            "settled": is_settled(bettor),
            "lit": bettor.lit,
            "outcome": look.tone,
            "word": self.say(look.word) if look.word else "",
            "shape": look.shape,
        }

    def _place(self, name: object) -> str:
        return self.say(self.book.spot_title(name))

    def _wager(self, wager: str) -> str:
        return self.say(self.book.wager_words(wager))

    def _prompt(self) -> Values:
        """The prompt, with verb, place and amount apart, so that QML can choose a size for each."""
        shown, say = self.now.prompt, self.say
        do = self._why(hold).words if (hold := self._stop()) else say(shown.do)
        spoken = f"“{say(shown.say)}”" if shown.say else ""
        values: Values = {
            "step": shown.step,
            "verb": do,
            "place": "",
            "amount": "",
            "lines": [],
            "pass": [],
            "more": "",
            "shape": "",
            "tone": "",
            "say": spoken,
            "note": self._aside() or say(shown.note),
            "cite": cite_words(shown.cite, shown.status, say),
            "says": do + (f" {spoken}" if spoken else ""),
        }
        return values | self._large()

    def _aside(self) -> str:
        """A note about cards set aside: they are on no spot, so the felt does not show them."""
        if self._nothing_reads:
            return self.say("No signal from the shoe: no card can be read.")
        count = self.now.next_cards
        if not count or self.now.prompt.step != "confirm_layout":
            return self._cut_card_is_out() if self.step.kind == "draw" else ""
        if count == 1:
            return self.say("One card is set aside, face down: it is dealt next.")
        return self.say("{count} cards are set aside, face down: they are dealt next.", count=count)

    def _cut_card_is_out(self) -> str:
        """A note to lay the cut card aside, shown until the cards of this deal are out."""
        if not self.now.last_round_of_shoe or self.now.prompt.note:
            return ""
        return self.say("The {cut_card} is out: lay it aside.", cut_card=self.book.cut_card)

    def _large(self) -> Values:
        step, rows = self.step, self.displayed.rows(self.say)
        match step.kind:
            case "settle":
                return {**self._settling(step), "pass": rows}
            case "offer" if step.hand:
                lies = self.say("wager {amount}", amount=money(step.hand.bet.main_cents))
                tie = {"verb": self.say("TIE"), "shape": "diamond", "tone": "tie"}
                place = f"{self._place(step.hand.name)} · {lies}"
                return {**tie, "place": place, "pass": rows}
            case "draw" if step.place is None:
                return self._burning(step)
            case "draw":
                how = self.say(step.lies)
                how = how[:1].upper() + how[1:]
                return {"verb": self.say("DEAL"), "place": self._goes_to(step.place), "more": how}
            case _:
                return self._performing(step)

    def _settling(self, step: StepView) -> Values:
        """A settlement: one large movement of chips, or several lines."""
        name = step.hand.name if step.hand else ""
        if len(step.lines) > 1 or step.matched or step.lines[0].action == "half":
            return {"verb": self._place(name), "lines": [self._line(move) for move in step.chips]}
        line = step.lines[0]
        look = ACTIONS[line.action]
        place = f"{self._place(name)} · {self._wager(line.wager)}"
        large = {"verb": self.say(look.word), "shape": look.shape, "tone": look.tone}
        return {**large, "place": place, "amount": self._of(line)}

    def _goes_to(self, place: Place | None) -> str:
        if place is None or place <= DEALER:
            return self.say("to yourself")
        return self.say("to {where}", where=self.book.spot_words(place))

    def _performing(self, step: StepView) -> Values:
        """Extra texts for a step that the dealer performs."""
        match step.step:
            case "bets" if step.again:
                plain = {name: self.say(words) for name, words in _PLAIN["bets"].items()}
                if not self.now.standing:
                    return {**plain, "more": self.say("Enter the wagers on the layout.")}
                shown = self.say("The call deals the wagers of the last round, as the felt shows them.")
                return {**plain, "more": " ".join((shown, self.say("If nothing changed, just call.")))}
            case "count_progressive":
                spots = [spot.spot for spot in self.now.spots if any(map(_has_side_bet, spot.bettors))]
                return {"more": self.say("From {where}.", where=self.book.spots_words(spots))}
            case "bets" if not self.displayed.then_call:
                # Nobody has wagered yet, so there are no wagers of the round before to keep.
                plain = {name: self.say(words) for name, words in _PLAIN["bets"].items()}
                return {**plain, "more": self.say("Enter the wagers on the layout.")}
            case "validate_progressive":
                paid = self.ahead.payout_cents
                return {"amount": "" if paid is None else dollars(paid)}
            case _:
                return {name: self.say(words) for name, words in _PLAIN.get(step.step, {}).items()}

    def _burning(self, step: StepView) -> Values:
        """The prompt for a burn. Several burns in a row are numbered, so that none is forgotten."""
        say, discarded = self.say, self.book.discards
        seen = "" if discarded else say("Nobody sees it.")
        if step.burns > 1:
            count = {"number": step.burn, "count": step.burns}
            verb = say("DISCARD {number} OF {count}" if discarded else "BURN {number} OF {count}", **count)
        else:
            verb = say("DISCARD") if discarded else say("BURN")
        return {"verb": verb, "place": say("face down, into the discard rack"), "more": seen}

    def _line(self, move: ChipMoveView) -> Values:
        """One movement of chips: a surrender is split by the book, matched chips are named."""
        wager = self._wager(move.wager)
        if move.part:
            return self._move(move, wager)
        look = ACTIONS[move.way]
        much = self._amount(move.cents, move.odds, paid=move.way == "pay")
        much += self.say(move.beside) if move.beside else ""
        return {
            "verb": self.say(look.word),
            "shape": look.shape,
            "tone": look.tone,
            "wager": wager,
            "amount": much,
        }

    def _move(self, move: ChipMoveView, wager: str) -> Values:
        look = MOVES[move.way]
        much = self.say(move.part) if move.cents is None else dollars(move.cents)
        where = self.say("to the left, above the chip rack") if move.way == "bring" else ""
        if move.way == "take":
            # The part that is taken, then the wager of which it is a part.
            part = move.part if move.cents is None else dollars(move.cents)
            wager = self.say("{amount} of {wager}", amount=part, wager=self.book.wager_words(move.wager))
            much = dollars(2 * move.cents) if move.cents is not None and move.part == "half" else ""
        named = wager if move.way in ("bring", "take") else ""
        return {
            "verb": self.say(look.word),
            "shape": look.shape,
            "tone": look.tone,
            "wager": named or much,
            "amount": where or (much if named else ""),
        }

    def _of(self, line: Line) -> str:
        return self._amount(line.cents, line.odds, paid=line.action == "pay")

    def _amount(self, cents: Cents, odds: int, *, paid: bool) -> str:
        """The amount that is moved; if the stake is unknown, the odds at which it is paid."""
        if cents is not None:
            return dollars(cents)
        return self.say("{odds} to 1", odds=odds) if paid else ""

    def _short(self, step: StepView) -> str:
        said = self.say(step.do)
        return said if len(said) <= SHORT_ENOUGH else self.say(self.book.short_words(step))

    def _stop(self) -> HoldView | None:
        """The hold that the screen shows, if any: the last one of `table`, not always the newest."""
        if not self.now.holds or self.step.kind != "ruling":
            return None  # The moves of the last ruling come before the next stop.
        raised = self.table.holds[-1].raised
        return next((hold for hold in self.now.holds if hold.raised == raised), self.now.holds[0])

    @property
    def _in_question(self) -> tuple[Place, ...]:
        """The places on the felt that the shown stop is about."""
        hold = self._stop()
        return hold.places if hold else ()

    def _why(self, hold: HoldView) -> Stop:
        return why(hold, self.say, is_back=self.devices.get(hold.device) == BACK)

    @property
    def _nothing_reads(self) -> bool:
        """True if a card is due that no device can read and that nobody is asked to key in."""
        return self.step.kind == "draw" and self.devices.get("shoe") == "lost" and not self.now.keyed_in

    def _hold(self) -> Values | None:
        hold, behind = self._stop(), len(self.now.holds) - 1
        if hold is None:
            return None
        say, device = self.say, hold.kind in DEVICE_HOLDS
        waiting = say("{count} more to rule on after this.", count=behind) if behind else ""
        call = say("Call the {authority}. Hands and wagers stay as they are.", authority=hold.authority)
        stop = self._why(hold)
        return {
            "kind": hold.kind,
            "title": say("DEVICE TROUBLE") if device else say("TABLE HELD"),
            "words": stop.words,
            "detail": stop.detail,
            "technical": stop.technical,
            "call": call,
            "hasCard": hold.holds_a_card,
            "rank": hold.card[0] if hold.card else "",
            "suit": hold.card[1] if hold.card else "",
            "cite": say(
                "{book}: {cite} · {status}",
                book=self.book.title,
                cite=hold.cite,
                status=hold.status.replace("_", " "),
            ),
            "waiting": waiting,
            "rulings": self._rulings(hold),
            "departures": say("Depart from the book…") if hold.departures else "",
        }

    def _departed(self) -> str:
        """The departure mark, shown for the rest of the round."""
        cites = dict.fromkeys(self.now.departures)
        return self.say("DEPARTED FROM {cite}", cite=", ".join(cites)) if cites else ""

    def _rulings(self, hold: HoldView) -> list[Values]:
        """The buttons of a hold; an unreadable card can also be keyed in by the dealer without a ruling."""
        stranger = self.say("ACCEPT THE DEVICE") if is_foreign_device(hold) else ""
        # Remedies come before the finding, which has its own tone.
        offered = sorted(
            (one for one in hold.choices if one.kind != "departure"), key=lambda one: one.kind == "finding"
        )
        rulings = [
            {
                "text": stranger if stranger and one.ruling == "accept" else self.say.loud(one.words),
                "act": f"open rule {one.ruling}",
                "tone": "surrender" if one.kind == "finding" else "",
                "under": self._beneath(one),
                "cite": one.cite,
            }
            for one in offered
        ]
        if hold.kind == "unreadable" and hold.holds_a_card:
            key_in = {"text": self.say("KEY THE CARD IN"), "act": "open key in", "tone": "win"}
            rulings.insert(0, key_in | {"under": self.say("You key in the card as you see it."), "cite": ""})
        return rulings

    def _beneath(self, ruling: RulingView) -> str:
        """The ruling in full, beneath its button; a finding is named as such."""
        if ruling.kind == "finding":
            return self.say("Finding: {sentence}.", sentence=ruling.sentence)
        return in_capital(self.say(ruling.sentence))


_PLAIN: dict[str, dict[str, str]] = {
    "bets": {"verb": "BETS", "place": "Take wagers"},
    "call": {"verb": "CALL", "place": "Close the wagers"},
    "turn_dealer_card": {"verb": "TURN", "place": "your card face up"},
    "wait_for_shuffler": {"verb": "WAIT", "place": "until the shuffler is ready"},
    "confirm_layout": {"verb": "LOOK", "place": "Do the cards match the picture?"},
}


def card_words(card: Card, say: Speech) -> str:
    """The spoken name of a card: nine of diamonds."""
    return say("{rank} of {suit}", rank=RANK_NAMES[card[0]], suit=SUIT_NAMES[card[1]])


def card_pad(say: Speech) -> list[dict[str, str]]:
    """The keys of the card pad: one row per suit, two to ace."""
    return [
        {"card": card, "rank": card[0], "suit": card[1], "says": card_words(card, say)}
        for suit in reversed(SUITS)
        for card in (Card(rank + suit) for rank in RANKS)
    ]


def _has_side_bet(bettor: BettorView) -> bool:
    return bettor.progressive_cents != 0 or bettor.bonus_cents != 0


def cite_words(cite: str, status: str, say: Speech) -> str:
    """The citation of a rule, with its status unless the book states the rule."""
    how_sure = "" if status == "stated" else say(status.replace("_", " "))
    address = say("{cite}", cite=cite)
    return " · ".join(word for word in (address, how_sure) if word)
