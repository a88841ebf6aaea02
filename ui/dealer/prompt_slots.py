"""The fixed slots of the panel: place, verb with its amount, words to say, what is next, and the rule."""

from itertools import pairwise
from typing import Any

from msgspec import Struct

from dealer_station.engine.model.observations import Cents
from dealer_station.engine.model.values import DEALER, Line, Place
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.engine.view.step_view import ChipMoveView, StepView
from dealer_station.engine.view.table_view import BettorView, TableView
from dealer_station.engine.view.upcoming import Lookahead
from ui.common.chip_texts import money
from ui.common.outcomes import ACTIONS, MOVES
from ui.common.translate import Speech
from ui.dealer.rule_text import status_words
from ui.dealer.shown_settlements import Displayed
from ui.dealer.spoken_words import spoken
from ui.dealer.step_verbs import verb_of

Values = dict[str, Any]

SHORT_ENOUGH = 64
"""Most letters of a following step, about two lines; for a longer prompt the step's name is shown."""
NAMED_SPOTS_MAX = 4
"""Most spots that the first line names one by one; a longer row is shown by its ends."""


class PromptSlots(Struct, frozen=True):
    """One moment, from which the text of each slot is made. An empty slot stays empty."""

    now: TableView
    book: RulebookView
    say: Speech
    ahead: Lookahead
    displayed: Displayed
    nothing_reads: bool = False
    """True if a card is due that no device can read."""
    stop: str = ""
    """The reason of the stop that the screen shows, if any."""
    entered: bool = False
    """True if the felt shows wagers that are being entered."""

    @property
    def step(self) -> StepView:
        return self.now.step

    def values(self) -> Values:
        """The values for QML."""
        shown, say, words = self.now.prompt, self.say, spoken(self.now, self.step, self.say)
        do = self.stop or say(shown.do)
        quoted = f"“{words.words}”" if words.words else ""
        values: Values = {
            "step": shown.step,
            "place": "",
            "verb": "",
            "amount": "",
            "shape": "",
            "tone": "",
            "lines": [],
            "how": "",
            "note": self._trouble() or self._aside() or say(shown.note),
            "trouble": self.nothing_reads,
            "say": quoted,
            "practice": say("good practice") if words.practice and quoted else "",
            "pass": self._rows(),
            "cite": say("{cite}", cite=shown.cite),
            "status": say(status_words(shown.status)),
            "says": do + (f" {quoted}" if quoted else ""),
        }
        return values | (self._stopped(do) if self.stop else self._now())

    def following(self) -> list[str]:
        """The next steps, where no list of hands shows what is next."""
        return [] if self._rows() else [self._short(one) for one in self.ahead.following]

    def _stopped(self, why: str) -> Values:
        return {"verb": self.say("STOP"), "how": why}

    def _now(self) -> Values:
        """Place, verb, amount and explanation of the step that is due."""
        step, say = self.step, self.say
        match step.kind:
            case "settle":
                return self._settling(step)
            case "offer" if step.hand:
                lies = say("wager {amount}", amount=money(step.hand.bet.main_cents))
                tie = {"verb": say("TIE"), "shape": "diamond", "tone": "tie"}
                return {**tie, "place": self._place(step.hand.name), "how": lies}
            case "draw" if step.place is None:
                return self._burning(step)
            case "draw":
                how = say(step.lies)
                return {
                    "place": self._drawn_for(step.place),
                    "verb": say("DEAL"),
                    "how": how[:1].upper() + how[1:],
                }
            case "bets" | "call":
                return self._wagering(step)
            case _:
                return self._performing(step)

    def _place(self, name: object) -> str:
        return self.say(self.book.spot_title(name))

    def _wager(self, wager: str) -> str:
        return self.say(self.book.wager_words(wager))

    def _drawn_for(self, place: Place | None) -> str:
        if place is None or place <= DEALER:
            return self.say("Your own place")
        return self._place(place)

    def _places(self, places: tuple[Place, ...]) -> str:
        """The spots of a step in its order; of many in a row only the first and the last."""
        spots = [place for place in places if place > DEALER]
        if not spots:
            return self.say("Your own place") if DEALER in places else ""
        if len(spots) > NAMED_SPOTS_MAX and _in_a_row(spots):
            return _capital(self.say(self.book.spot_range(spots[0], spots[-1])))
        return _capital(self.say(self.book.spots_words(spots)))

    def _wagering(self, step: StepView) -> Values:
        say = self.say
        if step.kind == "call":
            return {"verb": say("CALL"), "how": say("Close the wagers")}
        if self.entered and self.displayed.then_call:
            how = say("The call deals the wagers that the felt shows.")
        elif step.again and self.now.standing:
            shown = say("The call deals the wagers of the last round, as the felt shows them.")
            how = " ".join((shown, say("To change one, tap its spot.")))
        elif step.again or not self.displayed.then_call:
            # Nobody has wagered yet, so there are no wagers of the round before to keep.
            how = say("Enter the wagers on the layout.")
        else:
            how = say(step.do)
        return {"verb": say("BETS"), "how": how}

    def _settling(self, step: StepView) -> Values:
        """A settlement: one large movement of chips, or several lines."""
        place = self._place(step.hand.name if step.hand else "")
        if len(step.lines) > 1 or step.matched or step.lines[0].action == "half":
            return {"place": place, "lines": [self._line(move) for move in step.chips]}
        line = step.lines[0]
        look = ACTIONS[line.action]
        large = {"verb": self.say(look.word), "shape": look.shape, "tone": look.tone}
        return {**large, "place": place, "amount": self._of(line), "how": self._wager(line.wager)}

    def _burning(self, step: StepView) -> Values:
        """The prompt for a burn. Several burns in a row are numbered, so that none is forgotten."""
        say, discarded = self.say, self.book.discards
        seen = "" if discarded else say("Nobody sees it.")
        if step.burns > 1:
            count = {"number": step.burn, "count": step.burns}
            verb = say("DISCARD {number} OF {count}" if discarded else "BURN {number} OF {count}", **count)
        else:
            verb = say("DISCARD") if discarded else say("BURN")
        how = " ".join(words for words in (say("Face down, into the discard rack."), seen) if words)
        return {"place": say("Discard rack"), "verb": verb, "how": how}

    def _performing(self, step: StepView) -> Values:
        """A step that the dealer performs: its verb, and the whole sentence beneath it."""
        say = self.say
        verb = "WAIT" if step.waits else verb_of(step.step)
        found: Values = {
            "place": self._places(step.places),
            "verb": say(verb) if verb else "",
            "how": say(step.do),
        }
        match step.step:
            case "count_progressive":
                spots = [spot.spot for spot in self.now.spots if any(map(_has_side_bet, spot.bettors))]
                count = sum(_has_side_bet(one) for spot in self.now.spots for one in spot.bettors)
                return {**found, "place": self._places(tuple(spots)), "amount": str(count)}
            case "verify_hand" | "verify_light" | "validate_progressive":
                return {**found, **self._progressive(step)}
            case "turn_dealer_card":
                return {**found, "place": say("Your own place"), "how": say("Your card, face up")}
            case "wait_for_shuffler":
                return {**found, "how": say("Until the shuffler is ready")}
            case "confirm_layout":
                return {**found, "how": say("Do the cards match the picture?")}
            case _:
                return found

    def _progressive(self, step: StepView) -> Values:
        """The hand that wins the progressive, what it pays, and the lights that must be on."""
        say, paid = self.say, self.ahead.payout_cents
        # The hand keeps the name that the book gives it.
        won = f"{self.ahead.progressive_hand}: {say('pays {amount}.', amount=money(paid))}"
        if step.step == "verify_light":
            lights = say("Lights on: {where}.", where=self.book.spots_words(self.now.lights))
            return {"how": f"{won} {lights}"}
        if step.step == "validate_progressive":
            return {"amount": "" if paid is None else dollars(paid), "how": f"{won} {say(step.do)}"}
        return {"how": f"{won} {say('Do its cards make this hand?')}"}

    def _line(self, move: ChipMoveView) -> Values:
        """One movement of chips: a surrender is split by the book, matched chips are named."""
        wager = self._wager(move.wager)
        if move.part:
            return self._move(move, wager)
        look = ACTIONS[move.way]
        much = self._amount(move.cents, move.odds, paid=move.way == "pay")
        return {
            "verb": self.say(look.word),
            "shape": look.shape,
            "tone": look.tone,
            "wager": wager + (self.say(move.beside) if move.beside else ""),
            "amount": much,
        }

    def _move(self, move: ChipMoveView, wager: str) -> Values:
        """One part of a surrender: how much of which wager moves, and where."""
        look, say = MOVES[move.way], self.say
        much = say(move.part) if move.cents is None else dollars(move.cents)
        if move.way == "bring":
            much, wager = "", " ".join((wager, say("to the left, above the chip rack")))
        elif move.way == "take" and move.part == "half" and move.cents is not None:
            # The part that is taken, then the wager of which it is a part.
            wager = say(
                "of {wager} {amount}",
                wager=self.book.wager_words(move.wager),
                amount=dollars(2 * move.cents),
            )
        return {
            "verb": say(look.word),
            "shape": look.shape,
            "tone": look.tone,
            "wager": wager,
            "amount": much,
        }

    def _of(self, line: Line) -> str:
        return self._amount(line.cents, line.odds, paid=line.action == "pay")

    def _amount(self, cents: Cents, odds: int, *, paid: bool) -> str:
        """The amount that is moved; if the stake is unknown, the odds at which it is paid."""
        if cents is not None:
            return dollars(cents)
        return self.say("{odds} to 1", odds=odds) if paid else ""

    def _rows(self) -> list[Values]:
        """The hands that follow, numbered as the felt numbers them."""
        if self.step.kind not in ("settle", "offer"):
            return []
        shown, say = self.displayed, self.say
        beneath, asked = shown.now[1:], shown.asked
        # If a tie choice is due already, it is the first of the order itself.
        first_of_war = len(shown.now) + (2 if asked else 1)
        rows = [_heading(say("Then settle:"))] if beneath else []
        rows += [self._row(number, one) for number, one in enumerate(beneath, start=2)]
        rows += [_heading(say("Before a war, settle:"))] if shown.for_a_war else []
        rows += [self._row(number, one) for number, one in enumerate(shown.for_a_war, start=first_of_war)]
        if shown.left_out:
            rows.append(_heading(say("{count} more after these", count=shown.left_out)))
        return rows

    def _row(self, number: int, step: StepView) -> Values:
        """One hand: its number, its whole prompt, and the movements alone, which the panel has room for."""
        where = self._place(step.hand.name if step.hand else "")
        moves = [
            " ".join(part for part in (self.say(ACTIONS[line.action].word), self._of(line)) if part)
            for line in step.lines
        ]
        short = f"{where}: {' · '.join(moves)}"
        return {"number": str(number), "text": self.say(step.do), "short": short, "heading": False}

    def _short(self, step: StepView) -> str:
        said = self.say(step.do)
        return said if len(said) <= SHORT_ENOUGH else self.say(self.book.short_words(step))

    def _trouble(self) -> str:
        """The reason why no card can be read, if that is so."""
        return self.say("No signal from the shoe: no card can be read.") if self.nothing_reads else ""

    def _aside(self) -> str:
        """A note about cards set aside: they are on no spot, so the felt does not show them."""
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


def _heading(text: str) -> Values:
    return {"number": "", "text": text, "short": text, "heading": True}


def _in_a_row(spots: list[Place]) -> bool:
    steps = {after - before for before, after in pairwise(spots)}
    return steps in ({1}, {-1})


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _has_side_bet(bettor: BettorView) -> bool:
    return bettor.progressive_cents != 0 or bettor.bonus_cents != 0
