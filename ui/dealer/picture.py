"""Conversion of a TableView into plain values that QML binds to. It makes no decisions."""

from typing import Any

from msgspec import Struct

from dealer_station.engine.model import events as e
from dealer_station.engine.model.cards import RANK_NAMES, RANKS, SUIT_NAMES, SUITS, Card
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.values import Drawn, Place
from dealer_station.engine.view.early_card_words import QuestionOfFact
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.engine.view.ruling_view import RulingView
from dealer_station.engine.view.step_view import StepView
from dealer_station.engine.view.table_view import HoldView, TableView
from dealer_station.engine.view.upcoming import Lookahead
from dealer_station.station.messages import Shown
from ui.common.translate import Speech
from ui.dealer.buttons import Button, buttons_for, key_the_cards
from ui.dealer.coming_wagers import WagerLayout
from ui.dealer.felt_picture import FeltPicture, Lying, card_words
from ui.dealer.forms import in_capital
from ui.dealer.lamps import BACK
from ui.dealer.prompt_slots import PromptSlots
from ui.dealer.rule_text import status_words
from ui.dealer.shown_settlements import Displayed
from ui.dealer.stopped_table_texts import Stop, is_foreign_device, why

Values = dict[str, Any]

DEVICE_HOLDS = ("device", "shuffler_fault", "count", "batch")
"""Holds about a device: they stay until a person with the right title clears them."""


class KeyedCards:
    """The cards of the current round that a person named, by place and deal: keyed in, or corrected."""

    def __init__(self) -> None:
        self.cards: frozenset[Lying] = frozenset()
        self.last: Lying | None = None
        """The card that was keyed last, if nothing was dealt or burned after it."""
        self._round = 0
        self._draws: tuple[Drawn, ...] = ()

    def note(self, shown: Shown) -> None:
        """Add the keyed cards of a published view; a new round starts empty."""
        if shown.view.round_number != self._round:
            self.cards, self._round, self.last = frozenset(), shown.view.round_number, None
        for event in shown.events:
            if isinstance(event, e.TapTakenBack) and self.last:
                self.cards, self.last = self.cards - {self.last}, None
            if not isinstance(event, e.CardBurned | e.CardDealt):
                continue
            is_keyed = event.keyed or (shown.view.keyed_in and not event.kept)
            self.last = None
            if isinstance(event, e.CardDealt) and event.card and is_keyed:
                self.last = (event.place, event.deal, event.card)
                self.cards |= {self.last}
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
    coming: WagerLayout | None = None
    """The felt with wagers that are being entered."""
    has_entries: bool = False
    """Wagers were entered that the station does not know yet."""
    just_keyed: Lying | None = None
    """The card that was keyed last, while no other card came after it."""

    @property
    def step(self) -> StepView:
        return self.now.step

    @property
    def felt(self) -> FeltPicture:
        return FeltPicture(
            now=self.now,
            table=self.table,
            book=self.book,
            say=self.say,
            keyed=self.keyed,
            ahead=self.ahead,
            displayed=self.displayed,
            coming=self.coming,
            in_question=self._in_question,
        )

    def values(self) -> Values:
        """The values for QML."""
        now, step, book = self.now, self.now.step, self.book
        left = now.cards_left
        return {
            "book": book.title,
            "dealer": now.dealer,
            "cardsWords": "" if left is None else self.say("{count} cards", count=left),
            "shoeShare": (left or 0) / book.cards,
            **self.felt.values(),
            "shared": bool(book.bettors),
            "prompt": (slots := self._slots()).values(),
            "following": slots.following(),
            "buttons": [button.values() for button in self._buttons()],
            "checklist": [{"text": self.say(one.words), "state": one.state} for one in self.ahead.checklist],
            "canUndo": now.can_undo,
            "hold": self._hold(),
            "keying": now.keyed_in and step.kind == "draw" and bool(now.dealer),
            "burning": step.kind == "draw" and step.place is None,
            "keyedIn": now.keyed_in,
            "justKeyed": self._just_keyed(),
            "lastRound": now.last_round_of_shoe,
            "departed": self._departed(),
        }

    def _buttons(self) -> tuple[Button, ...]:
        if self._nothing_reads:
            return (key_the_cards(self.say),)
        return buttons_for(self.step, self.displayed, self.book, self.say)

    def _just_keyed(self) -> str:
        """The card that was keyed last, so that a slip is seen at once; nothing while it lies face down."""
        if self.just_keyed is None:
            return ""
        place, _, card = self.just_keyed
        # Only the dealer's own card may lie face down.
        lie_open = (one.card for spot in self.now.spots for one in spot.cards if spot.spot == place)
        if card not in lie_open:
            return ""
        return self.say("Keyed: {card}, {where}", card=card_words(card, self.say), where=self._place(place))

    def _place(self, name: object) -> str:
        return self.say(self.book.spot_title(name))

    def _slots(self) -> PromptSlots:
        stop = self._why(hold).words if (hold := self._stop()) else ""
        return PromptSlots(
            now=self.now,
            book=self.book,
            say=self.say,
            ahead=self.ahead,
            displayed=self.displayed,
            nothing_reads=self._nothing_reads,
            stop=stop,
            entered=self.coming is not None,
        )

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
        if hold.question and not self.has_entries:
            return self._question(hold, hold.question)
        say, device = self.say, hold.kind in DEVICE_HOLDS
        waiting = say("{count} more to rule on after this.", count=behind) if behind else ""
        call = say("Call the {authority}. Hands and wagers stay as they are.", authority=hold.authority)
        if is_keyed_in(hold):
            call = say(
                "Key it in yourself. For anything else call the {authority}.", authority=hold.authority
            )
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
                status=status_words(hold.status),
            ),
            "waiting": waiting,
            "rulings": self._rulings(hold),
            "departures": say("Depart from the book…") if hold.departures else "",
        }

    def _question(self, hold: HoldView, asked: QuestionOfFact) -> Values:
        """A question of fact, which the dealer answers alone: only a tap may be missing."""
        say, behind = self.say, len(self.now.holds) - asked.cards
        yes = say("The taps count as made, and the card lies where it was due.")
        no = say("The card came too early: somebody rules on it.")
        if asked.cards > 1:
            yes = say("The taps count as made, and the cards lie where they were due.")
            no = say("The cards came too early: somebody rules on them.")
        return {
            "kind": hold.kind,
            "title": say("ONE QUESTION"),
            "asks": True,
            "words": say(asked.words),
            "detail": " · ".join(say(one) for one in asked.done),
            "technical": "",
            "call": say("You answer this yourself. Nobody signs."),
            "hasCard": False,
            "rank": "",
            "suit": "",
            "cite": "",
            "waiting": say("{count} more to rule on after this.", count=behind) if behind else "",
            "rulings": [
                {"text": say("YES"), "act": f"recall done {asked.cards}", "tone": "win"}
                | {"under": yes, "cite": ""},
                {"text": say("NO"), "act": f"recall early {asked.cards}", "tone": ""}
                | {"under": no, "cite": ""},
            ],
            "departures": "",
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
                "act": f"open rule {one.ruling}" + (f" {one.cards}" if one.cards else ""),
                "tone": "surrender" if one.kind == "finding" else "",
                "under": self._beneath(one),
                "cite": one.cite,
            }
            for one in offered
        ]
        if is_keyed_in(hold):
            key_in = {"text": self.say("KEY THE CARD IN"), "act": "open key in", "tone": "win"}
            rulings.insert(0, key_in | {"under": self.say("You key in the card as you see it."), "cite": ""})
        return rulings

    def _beneath(self, ruling: RulingView) -> str:
        """The ruling in full, beneath its button; a finding is named as such."""
        if ruling.kind == "finding":
            return self.say("Finding: {sentence}.", sentence=ruling.sentence)
        return in_capital(self.say(ruling.sentence))


def is_keyed_in(hold: HoldView) -> bool:
    """True if the dealer may key in the card of this hold without a ruling."""
    return hold.kind == "unreadable" and hold.holds_a_card


def card_pad(say: Speech) -> list[dict[str, str]]:
    """The keys of the card pad: one row per suit, two to ace."""
    return [
        {"card": card, "rank": card[0], "suit": card[1], "says": card_words(card, say)}
        for suit in reversed(SUITS)
        for card in (Card(rank + suit) for rank in RANKS)
    ]


def rank_and_suit_pad(say: Speech) -> dict[str, list[dict[str, str]]]:
    """The keys for a card in two touches: the ranks, two to ace, and the suits."""
    return {
        "ranks": [{"key": rank, "says": say(RANK_NAMES[rank])} for rank in RANKS],
        "suits": [{"key": suit, "says": say(SUIT_NAMES[suit])} for suit in reversed(SUITS)],
    }
