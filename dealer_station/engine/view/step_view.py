"""StepView: the step that is due, or one that follows it, as a screen shows it."""

from typing import Literal

from msgspec import Struct

from dealer_station.engine.due.step_types import (
    AwaitRuling,
    Call,
    Draw,
    Due,
    Offer,
    Perform,
    RoundOver,
    Settle,
    TakeBets,
)
from dealer_station.engine.model.observations import Cents
from dealer_station.engine.model.table import Hand, Round
from dealer_station.engine.model.values import DEALER, Line, Place
from dealer_station.engine.model.wager_outcomes import Wager
from dealer_station.engine.rulebook.rule_sections import Direction
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.words.pay_and_take_words import matching_words, surrender_moves
from dealer_station.engine.words.prompt_notes import BY_THE_FLOOR
from dealer_station.engine.words.prompts import STEPS, how_it_lies, imperative, step_id, step_words

StepKind = Literal["ruling", "bets", "call", "draw", "settle", "offer", "perform", "over"]


class ChipMoveView(Struct, frozen=True):
    """One movement of chips in a settlement: `way` is what the dealer does with the wager."""

    wager: Wager
    way: Literal["pay", "take", "return", "bring", "lock"]
    cents: Cents
    odds: int = 0
    """The odds at which it is paid, where nobody knows the stake."""
    part: Literal["half", "whole", ""] = ""
    """The part of a surrendered wager that is moved."""
    beside: str = ""
    """The dealer's own chips beside a war wager, in words."""


class StepView(Struct, frozen=True):
    """A step with its kind, its prompt, and the hand or places that it is about."""

    kind: StepKind
    step: str
    """The step's name in logs, screens and written rounds."""
    do: str
    """The prompt."""
    way: Direction | None = None
    """The direction in which the hands are worked on."""
    hand: Hand | None = None
    lines: tuple[Line, ...] = ()
    chips: tuple[ChipMoveView, ...] = ()
    """The lines, movement by movement."""
    matched: bool = False
    """The dealer's own chips lie beside the war wager."""
    place: Place | None = None
    """The place that a card is drawn for; None for a burn."""
    burn: int = 0
    burns: int = 0
    """Position in a row of burns, and the length of the row."""
    lies: str = ""
    """The side that is up: face up or face down."""
    places: tuple[Place, ...] = ()
    again: bool = False
    """There was a round before, whose wagers stand if nothing is changed."""
    by_the_floor: bool = False
    """A person of the floor signs for this step."""
    waits: bool = False
    """Only a device can report that the step may be done."""


CLOCKWISE = "second_pass_clockwise"
"""The phase in which one book asks the tied hands, against the direction of the settlement."""


def settlement_direction(round_: Round, rules: Rules) -> Direction:
    """The direction in which the hands of a round are settled; a war may have its own."""
    original, war = rules.settlement.settlement_direction.value, rules.war.war_settlement_direction.value
    return war if war != original and any(drawn.deal == "war" for drawn in round_.draws) else original


def step_view(step: Due, rules: Rules, direction: Direction, do: str = "") -> StepView:
    """The view of a step; `direction` is that of the settlement, `do` its prompt if already known."""
    name, do = step_id(step), do or imperative(step, rules)
    # Asking tied hands, and settling surrenders, may have a direction of their own.
    ties = "left_to_right" if rules.settlement.tie_option_phase.value == CLOCKWISE else direction
    match step:
        case Settle(hand, lines, matched=matched):
            surrendered = ties != direction and any(line.action == "half" for line in lines)
            return StepView(
                "settle",
                name,
                do,
                ties if surrendered else direction,
                hand,
                lines,
                chips=tuple([move for line in lines for move in _chips(line, rules, matched=matched)]),
                matched=matched,
            )
        case Offer(hand):
            return StepView("offer", name, do, ties, hand)
        case Draw(place, deal, burn=burn, burns=burns):
            lies = how_it_lies(place, deal, rules) if place is not None else ""
            # Every book deals from the lower spot to the higher.
            way: Direction | None = "left_to_right" if place is not None and place > DEALER else None
            return StepView("draw", name, do, way, place=place, burn=burn, burns=burns, lies=lies)
        case Perform(places=named, waits=waits, without_card=without_card):
            places = tuple(place for place in named if place not in without_card)
            return StepView(
                "perform",
                name,
                do,
                _pick_up_way(places) if name == "pick_up" else None,
                places=places,
                by_the_floor=name in BY_THE_FLOOR,
                waits=waits,
            )
        case TakeBets(again=again):
            return StepView("bets", name, do, again=again)
        case Call():
            return StepView("call", name, do)
        case AwaitRuling():
            return StepView("ruling", name, do)
        case RoundOver():
            return StepView("over", name, do)


def short_words(step: StepView, rules: Rules) -> str:
    """The step's name in the terms of the book, which is shorter than most prompts."""
    return step_words(step.step, rules) if step.step in STEPS else step.do


def step_name(step: str) -> str:
    """The name of a step in words, for logs that store its identifier; empty if it is unknown."""
    return STEPS.get(step, "")


def _pick_up_way(places: tuple[Place, ...]) -> Direction | None:
    spots = [place for place in places if place > DEALER]
    if len(spots) < 2:
        return None  # The dealer's own cards come last in either direction.
    return "left_to_right" if spots == sorted(spots) else "right_to_left"


def _chips(line: Line, rules: Rules, *, matched: bool) -> tuple[ChipMoveView, ...]:
    """The movements of one line: the book says how the chips of a surrender move."""
    if line.action == "half":
        return tuple(
            ChipMoveView(line.wager, move.way, move.cents, part=move.part)
            for move in surrender_moves(line, rules)
        )
    beside = matching_words(line) if matched else ""
    return (ChipMoveView(line.wager, line.action, line.cents, line.odds, beside=beside),)
