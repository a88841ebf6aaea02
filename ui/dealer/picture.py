"""Conversion of a TableView into plain values that QML binds to. No decision is made here."""

from typing import Any

from msgspec import Struct

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.dues import Draw, Due, Offer, Perform, Settle, TakeBets
from dealer_station.engine.due.round import due
from dealer_station.engine.due.wagers import dollars
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import RANK_NAMES, RANKS, SUIT_NAMES, SUITS, Card
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.values import DEALER, Line, Place
from dealer_station.engine.rulebook.rule_sections import Direction
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.rulebook.terms import discards, spot_title, spot_words, spots_words, wager_words
from dealer_station.engine.view.ruling_words import RulingView
from dealer_station.engine.view.table_view import BettorView, CardView, HoldView, SpotView, TableView
from dealer_station.engine.view.upcoming import to_be_prepared, upcoming
from dealer_station.engine.words.money_words import ChipMove, matching_words, surrender_moves
from dealer_station.engine.words.prompts import STEPS, Prompt, how_it_lies, prompt, step_words
from ui.common.chips_on_felt import amount, beside_words, is_settled, money
from ui.common.keyed_cards import Lying
from ui.common.outcomes import ACTIONS, MOVES, NOTHING, RESULTS
from ui.common.translate import Speech
from ui.dealer.buttons import buttons_for
from ui.dealer.hold_text import is_a_stranger, why
from ui.dealer.settling import Displayed

Values = dict[str, Any]

SHORT_ENOUGH = 64
"""Most letters of a following step, about two lines; a longer prompt gives way to the step's name."""
WAYS: dict[Direction, str] = {"left_to_right": "clockwise", "right_to_left": "counter-clockwise"}
DEVICE_HOLDS = ("device", "shuffler_fault", "count", "batch")
"""Holds about a device: they stay until a person with the right title clears them."""


class Picture(Struct, frozen=True):
    """The state from which the screen of one moment is drawn."""

    now: TableView
    step: Due
    table: Table
    rules: Rules
    say: Speech
    keyed: frozenset[Lying] = frozenset()
    """Cards that the dealer keyed in."""
    displayed: Displayed = Displayed()
    """The settlements shown on the screen."""

    def values(self) -> Values:
        """The values for QML."""
        now, rules = self.now, self.rules
        left, way, said = now.cards_left, self._way(), self._prompt()
        return {
            "book": rules.book.title,
            "dealer": now.dealer,
            "cardsWords": "" if left is None else self.say("{count} cards", count=left),
            "shoeShare": (left or 0) / (rules.cards.decks.value * 52),
            "spots": [self._spot(spot) for spot in now.spots],
            "dealerCards": [self._card(card, DEALER) for card in now.dealer_cards],
            "direction": way or "",
            "directionWords": self.say(WAYS[way]) if way else "",
            "prompt": said,
            "following": [] if said["pass"] else self._following(),
            "buttons": [
                button.values() for button in buttons_for(self.step, self.displayed, rules, self.say)
            ],
            "checklist": self._checklist(),
            "canUndo": now.can_undo,
            "hold": self._hold(),
            "keying": now.keyed_in and isinstance(self.step, Draw) and bool(now.dealer),
            "burning": isinstance(self.step, Draw) and self.step.place is None,
            "keyedIn": now.keyed_in,
            "lastRound": now.last_round_of_shoe,
            "departed": self._departed(),
        }

    def _spot(self, spot: SpotView) -> Values:
        cards = [self._card(card, spot.spot) for card in spot.cards]
        bettors = [self._bettor(bettor) for bettor in spot.bettors]
        words = [self._place(spot.spot), *(card["says"] for card in cards)]
        for bettor, told in zip(spot.bettors, bettors, strict=True):
            words += [self.say("bettor {name}", name=bettor.name)] if len(bettors) > 1 else []
            words += [self.say("wager {amount}", amount=told["wager"]), *told["beside"]]
            words += [told["word"].lower()] if told["word"] else []
            words += [self.say("settled")] if told["settled"] else []
        return {
            "spot": spot.spot,
            "cards": cards,
            "bettors": bettors,
            "lit": spot.lit,
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
        return self.say(spot_title(name, self.rules))

    def _wager(self, wager: str) -> str:
        return self.say(wager_words(wager, self.rules))

    def _way(self) -> Direction | None:
        """The direction of the due work. In every book dealing goes from the lower spot to the higher."""
        match self.step:
            case Offer() if self.rules.settlement.tie_option_phase.value == "second_pass_clockwise":
                return "left_to_right"
            case Settle() | Offer():
                return self.now.direction
            case Draw(place) if place is not None and place > DEALER:
                return "left_to_right"
            case Perform(step="pick_up", places=(_, _, *_) as places):
                spots = [place for place in places if place > DEALER]
                return "left_to_right" if spots == sorted(spots) else "right_to_left"
            case _:
                return None

    def _prompt(self) -> Values:
        """The prompt, with verb, place and amount apart, so that QML can choose a size for each."""
        shown, say = self.now.prompt, self.say
        do = why(hold, say).words if (hold := self._stop()) else say(shown.do)
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
        return values | self._large(shown)

    def _aside(self) -> str:
        """A note about cards that lie aside: they are on no spot, so the felt does not show them."""
        count = self.now.next_cards
        if not count or self.now.prompt.step != "confirm_layout":
            return self._cut_card_is_out() if isinstance(self.step, Draw) else ""
        if count == 1:
            return self.say("One card lies aside, face down: it is dealt next.")
        return self.say("{count} cards lie aside, face down: they are dealt next.", count=count)

    def _cut_card_is_out(self) -> str:
        """A note to lay the cut card aside, shown until the cards of this deal are out."""
        if not self.now.last_round_of_shoe or self.now.prompt.note:
            return ""
        return self.say("The {cut_card} is out: lay it aside.", cut_card=self.rules.terms.cut_card.value)

    def _large(self, shown: Prompt) -> Values:
        say, rows = self.say, self.displayed.rows(self.rules, self.say)
        match self.step:
            case Settle(hand, (line,), matched=False) if line.action != "half":
                look = ACTIONS[line.action]
                place = f"{self._place(hand.name)} · {self._wager(line.wager)}"
                large = {"verb": say(look.word), "shape": look.shape, "tone": look.tone}
                return {
                    **large,
                    "place": place,
                    "amount": self._of(line),
                    "pass": rows,
                }
            case Settle(hand, lines, matched=matched):
                lined = [one for line in lines for one in self._lines(line, matched=matched)]
                return {"verb": self._place(hand.name), "lines": lined, "pass": rows}
            case Offer(hand):
                lies = say("wager {amount}", amount=money(hand.bet.main_cents))
                tie = {"verb": say("TIE"), "shape": "diamond", "tone": "tie"}
                place = f"{self._place(hand.name)} · {lies}"
                return {**tie, "place": place, "pass": rows}
            case Draw(None):
                return self._burning(self.step)
            case Draw(place):
                yours = place is None or place <= DEALER
                where = (
                    say("to yourself") if yours else say("to {where}", where=spot_words(place, self.rules))
                )
                how = say(how_it_lies(self.step, self.rules))
                return {"verb": say("DEAL"), "place": where, "more": how[:1].upper() + how[1:]}
            case _:
                return self._performing(shown)

    def _performing(self, shown: Prompt) -> Values:
        """Extra texts for a step that the dealer performs."""
        match shown.step:
            case "bets" if isinstance(self.step, TakeBets) and self.step.again:
                plain = {name: self.say(words) for name, words in _PLAIN["bets"].items()}
                return {**plain, "more": self.say("If nothing changed, just call.")}
            case "count_progressive":
                spots = [spot.spot for spot in self.now.spots if any(map(_has_side_bet, spot.bettors))]
                return {"more": self.say("From {where}.", where=spots_words(spots, self.rules))}
            case "bets" if not self.displayed.then_call:
                # Nobody has wagered yet, so there are no wagers of the round before to keep.
                plain = {name: self.say(words) for name, words in _PLAIN["bets"].items()}
                return {**plain, "more": self.say("Enter what lies on the layout.")}
            case "validate_progressive":
                return {"amount": self._to_be_paid()}
            case _:
                return {name: self.say(words) for name, words in _PLAIN.get(shown.step, {}).items()}

    def _to_be_paid(self) -> str:
        """The payout that follows the floor's signature, found by trying it on a copy of the table."""
        signed = o.Confirmed("validate_progressive", by="somebody")
        then = due(fold(self.table, decide(self.table, self.rules, signed)), self.rules)
        if not isinstance(then, Settle) or any(line.cents is None for line in then.lines):
            return ""
        return dollars(sum(line.cents or 0 for line in then.lines if line.action == "pay"))

    def _burning(self, step: Draw) -> Values:
        """The prompt for a burn. Several burns in a row are numbered, so that none is forgotten."""
        say, discarded = self.say, discards(self.rules)
        seen = "" if discarded else say("Nobody sees it.")
        if step.burns > 1:
            count = {"number": step.burn, "count": step.burns}
            verb = say("DISCARD {number} OF {count}" if discarded else "BURN {number} OF {count}", **count)
        else:
            verb = say("DISCARD") if discarded else say("BURN")
        return {"verb": verb, "place": say("face down, into the discard rack"), "more": seen}

    def _lines(self, line: Line, *, matched: bool) -> list[Values]:
        """The chip movements of one line: a surrender is split by the book, matched chips are named."""
        say, wager, look = self.say, self._wager(line.wager), ACTIONS[line.action]
        verb = {"verb": say(look.word), "shape": look.shape, "tone": look.tone}
        if line.action == "half":
            return [self._move(move, wager) for move in surrender_moves(line, self.rules)]
        matching = matching_words(line) if matched else ""
        much = self._of(line) + (say(matching) if matching else "")
        return [{**verb, "wager": wager, "amount": much}]

    def _move(self, move: ChipMove, wager: str) -> Values:
        look = MOVES[move.way]
        much = self.say(move.part) if move.cents is None else dollars(move.cents)
        where = self.say("to the left, above the chip rack") if move.way == "bring" else ""
        named = wager if move.way in ("bring", "take") else ""
        return {
            "verb": self.say(look.word),
            "shape": look.shape,
            "tone": look.tone,
            "wager": named or much,
            "amount": where or (much if named else ""),
        }

    def _of(self, line: Line) -> str:
        """The amount of a line; if the stake is unknown, the odds at which it is paid."""
        if line.cents is not None:
            return dollars(line.cents)
        return self.say("{odds} to 1", odds=line.odds) if line.action == "pay" else ""

    def _following(self) -> list[str]:
        return [self._short(prompt(one, self.rules)) for one in upcoming(self.table, self.rules)]

    def _short(self, shown: Prompt) -> str:
        said = self.say(shown.do)
        return said if len(said) <= SHORT_ENOUGH else self.say(step_words(shown.step, self.rules))

    def _checklist(self) -> list[Values]:
        """The steps of shoe preparation in order: done, due and following."""
        if self.table.preparing is None or not isinstance(self.step, Perform):
            return []
        left = to_be_prepared(self.table, self.rules)
        done = [step for step in self.table.preparing.done if step in STEPS]
        rows = [*((step, "done") for step in done), *((step, "next") for step in left[1:])]
        rows.insert(len(done), (self.step.step, "now"))
        return [{"text": self.say(step_words(step, self.rules)), "state": state} for step, state in rows]

    def _stop(self) -> HoldView | None:
        """The hold that the screen shows, if any: the last one of `table`, not always the newest."""
        if not self.now.holds:
            return None
        raised = self.table.holds[-1].raised
        return next((hold for hold in self.now.holds if hold.raised == raised), self.now.holds[0])

    def _hold(self) -> Values | None:
        hold, behind = self._stop(), len(self.now.holds) - 1
        if hold is None:
            return None
        say, device = self.say, hold.kind in DEVICE_HOLDS
        waiting = say("{count} more to rule on after this.", count=behind) if behind else ""
        call = say("Call the {authority}. Hands and wagers stay as they lie.", authority=hold.authority)
        stop = why(hold, say)
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
                book=self.rules.book.title,
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
        stranger = self.say("ACCEPT THE DEVICE") if is_a_stranger(hold) else ""
        # Remedies come before the finding, which has a tone of its own.
        offered = sorted(
            (one for one in hold.choices if one.kind != "departure"), key=lambda one: one.kind == "finding"
        )
        rulings = [
            {
                "text": stranger if stranger and one.ruling == "accept" else self.say.loud(one.words),
                "act": f"open rule {one.ruling}",
                "tone": "surrender" if one.kind == "finding" else "",
                "under": self._beneath(one),
            }
            for one in offered
        ]
        if hold.kind == "unreadable" and hold.holds_a_card:
            key_in = {"text": self.say("KEY THE CARD IN"), "act": "open key in", "tone": "win"}
            rulings.insert(0, key_in | {"under": self.say("as it lies there")})
        return rulings

    def _beneath(self, ruling: RulingView) -> str:
        """The line under a ruling's button: a finding is named as such, a remedy shows its citation."""
        detail = self.say(ruling.detail)
        if ruling.kind == "finding":
            return self.say("Finding: {detail}", detail=ruling.detail)
        return " · ".join(words for words in (ruling.cite, detail) if words)


_PLAIN: dict[str, dict[str, str]] = {
    "bets": {"verb": "BETS", "place": "Take wagers"},
    "call": {"verb": "CALL", "place": "Close the wagers"},
    "turn_dealer_card": {"verb": "TURN", "place": "your card face up"},
    "wait_for_shuffler": {"verb": "WAIT", "place": "until the shuffler is ready"},
    "confirm_layout": {"verb": "LOOK", "place": "Do the cards lie as the picture shows?"},
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
