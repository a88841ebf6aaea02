"""Questions at a moment of a round: the right answer is the step that is due, the wrong ones are plausible.

A wrong answer is another step that the rules do not allow now. It is tried on the table first: a step that
the table would take, or that could be done without a stop, is never offered as a wrong answer.
"""

from collections.abc import Iterator
from random import Random
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.orders import as_if_not_stopped, spots_dealt_in
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
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.observations import Bet, Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.values import DEALER, Line, Place
from dealer_station.engine.view import trial
from dealer_station.engine.view.table_view import TableView, view
from dealer_station.engine.words.prompts import imperative, prompt, step_id
from dealer_station.training.course import LessonMoment
from dealer_station.training.explanations import Explanation, explanation
from dealer_station.training.hidden_view import without_answers

WRONG = 2
"""The number of wrong answers beside the right one."""
SOME_CARD = Card("2c")
SURE = ("stated", "inferred", "interpretive")
"""Statuses of an order that the book has; only then is another place wrong."""
SHARE_ON_THE_FELT = 0.5

T = TypeVar("T")
Kind = Literal["step", "place", "remedy", "error"]


class AnswerChoice(Struct, frozen=True):
    """One of the answers."""

    words: str
    right: bool
    step: Due | None = None
    """The step that it names; None for a ruling."""


class LessonQuestion(Struct, frozen=True):
    """A question with its answers; `kind` tells how it is asked."""

    kind: Kind
    skill: str
    """The ability that it asks for, such as `settle` or `burn`: drills come back to what went wrong."""
    news: tuple[str, ...]
    table: Table
    shown: TableView
    """The felt without anything that gives the answer away."""
    answer: str
    """The right answer as the dealer's screen words it."""
    say: str
    """The words to say aloud with it."""
    explained: Explanation
    choices: tuple[AnswerChoice, ...] = ()
    places: tuple[Place, ...] = ()
    """Places that may be tapped; DEALER is the dealer's own."""
    place: Place = DEALER


def questions_at(moment: LessonMoment, pool: tuple[Due, ...], chance: Random) -> tuple[LessonQuestion, ...]:
    """The questions of a moment: the step that is due, and at a stop what the book lets somebody rule."""
    if on_the_felt(moment) and chance.random() < SHARE_ON_THE_FELT:
        return (place_question(moment),)
    asked = step_question(moment, pool, chance)
    remedy = remedy_question(moment, chance) if isinstance(moment.due, AwaitRuling) else None
    return tuple(one for one in (asked, remedy) if one is not None)


def on_the_felt(moment: LessonMoment) -> bool:
    """True if the moment can be asked as a place: several are possible, and the book says which is next."""
    match moment.due:
        case Draw(place, rule=rule):
            return place is not None and place >= DEALER and rule.status in SURE
        case Settle(hand):
            rules = moment.rules
            if any(drawn.deal == "war" for drawn in moment.table.round.draws):
                order = rules.war.war_settlement_direction
            else:
                order = rules.settlement.settlement_direction
            return len(_open_spots(moment)) > 1 and order.status in SURE and not hand.bettor
        case _:
            return False


def place_question(moment: LessonMoment) -> LessonQuestion:
    """The question that is answered by a tap on the felt."""
    step = moment.due
    if isinstance(step, Draw):
        place = step.place if step.place is not None else DEALER
        places = (*range(1, moment.rules.table.spots.value + 1), DEALER)
    else:
        assert isinstance(step, Settle)
        place, places = step.hand.spot, _open_spots(moment)
    return replace(_question("place", moment), places=places, place=place)


def step_question(moment: LessonMoment, pool: tuple[Due, ...], chance: Random) -> LessonQuestion | None:
    """The question with three steps to choose from; None if no wrong one is wrong enough."""
    right = imperative(moment.due, moment.rules)
    wrong: dict[str, AnswerChoice] = {}
    for step in (*_mixed(close_to(moment), chance), *_mixed(pool, chance), *general_steps(moment)):
        words = imperative(step, moment.rules)
        if words != right and words not in wrong and not would_do(moment, step):
            wrong[words] = AnswerChoice(words, right=False, step=step)
        if len(wrong) == WRONG:
            break
    if not wrong:
        return None
    choices = [AnswerChoice(right, right=True, step=moment.due), *wrong.values()]
    chance.shuffle(choices)
    return replace(_question("step", moment), choices=tuple(choices))


def remedy_question(moment: LessonMoment, chance: Random) -> LessonQuestion | None:
    """The question at a stop: which ruling the book allows; None where it leaves the choice to a person."""
    held = view(moment.table, moment.rules).holds
    if not held or not held[0].departures:
        return None
    hold = held[0]
    # The ruling that was given, if it is the book's; otherwise the first one that is.
    given = moment.done.ruling if isinstance(moment.done, o.Ruled) else ""
    remedies = sorted(
        (one for one in hold.choices if one.kind == "remedy" and one.cite),
        key=lambda one: one.ruling != given,
    )
    known = {str(one.words) for one in hold.choices if one.kind != "departure"}
    against = [one for one in hold.choices if one.kind == "departure" and str(one.words) not in known]
    wrong = {str(one.words): AnswerChoice(one.words, right=False) for one in _mixed(tuple(against), chance)}
    if not remedies or not wrong:
        return None
    right = remedies[0]
    choices = [AnswerChoice(right.words, right=True), *list(wrong.values())[:WRONG]]
    chance.shuffle(choices)
    explained = explanation(moment.rules.book.id, right.cite, hold.status)
    whole = _question("remedy", moment)
    return replace(
        whole,
        skill=f"remedy {hold.kind}",
        news=(),
        choices=tuple(choices),
        answer=right.words,
        explained=explained,
    )


def _question(kind: Kind, moment: LessonMoment) -> LessonQuestion:
    shown = prompt(moment.due, moment.rules)
    return LessonQuestion(
        kind=kind,
        skill=skill_of(moment.due),
        news=moment.news,
        table=moment.table,
        shown=without_answers(view(moment.table, moment.rules)),
        answer=shown.do,
        say=shown.say,
        explained=explanation(moment.rules.book.id, shown.cite, shown.status),
    )


def skill_of(step: Due) -> str:
    """The ability that a step asks for."""
    match step:
        case AwaitRuling(hold):
            return hold.kind
        case Settle(lines=lines):
            return " ".join(("settle", *dict.fromkeys(f"{line.wager} {line.action}" for line in lines)))
        case _:
            return step_id(step)


# Wrong answers.


def close_to(moment: LessonMoment) -> tuple[Due, ...]:
    """Steps that a beginner could take for the one that is due."""
    step = moment.due
    match step:
        case Settle():
            return (*other_moves(step), *_other_hands(moment))
        case Offer(hand):
            taken = Line("main", "take", hand.bet.main_cents, 0, "original", step.rule.cite)
            paid = Line("main", "pay", hand.bet.main_cents, 1, "original", step.rule.cite)
            returned = Line("main", "return", hand.bet.main_cents, 0, "original", step.rule.cite)
            return tuple(Settle(hand, (line,), step.rule) for line in (taken, paid, returned))
        case Draw():
            return (*_other_places(moment, step), *_other_hands(moment))
        case AwaitRuling():
            return (due(as_if_not_stopped(moment.table), moment.rules),)
        case TakeBets() | Call() | Perform() | RoundOver():
            return tuple(_other_hands(moment))


def general_steps(moment: LessonMoment) -> tuple[Due, ...]:
    """Steps of any round, for a moment that has few others."""
    rules = moment.rules
    return (
        Perform("pick_up", rules.pickup.end_pickup, (DEALER,)),
        Draw(None, "original", rules.deal.order),
        Call(rules.wagers.close_call),
        Draw(DEALER, "original", rules.deal.order),
        Perform("load", rules.deal.round_of_play),
    )


def other_moves(step: Settle) -> Iterator[Due]:
    """The same hand with other outcomes or other amounts."""
    line = step.lines[0]
    others: tuple[Line, ...]
    match line.action:
        case "pay":
            others = (replace(line, action="take"), _doubled(line), replace(line, action="return"))
        case "take":
            others = (replace(line, action="pay", odds=1), replace(line, action="return"))
        case "return":
            others = (replace(line, action="take"), replace(line, action="pay", odds=1))
        case "half":
            others = (replace(line, action="take"), replace(line, action="return"))
    for other in others:
        yield Settle(step.hand, (other, *step.lines[1:]), step.rule, step.matched)
    if len(step.lines) > 1:
        yield Settle(step.hand, step.lines[:1], step.rule, step.matched)


def _doubled(line: Line) -> Line:
    """The same payment at twice the odds."""
    return replace(line, cents=None if line.cents is None else 2 * line.cents, odds=2 * line.odds)


def _other_hands(moment: LessonMoment) -> Iterator[Due]:
    """Settlements of hands whose turn it is not."""
    rule = moment.due.rule
    own = moment.due.hand.name if isinstance(moment.due, Settle | Offer) else ""
    for hand in moment.table.round.hands:
        cents = hand.bet.main_cents
        if hand.name != own and cents != 0 and not hand.lines and moment.table.round.draws:
            yield Settle(hand, (Line("main", "pay", cents, 1, "original", rule.cite),), rule)
            yield Settle(hand, (Line("main", "take", cents, 0, "original", rule.cite),), rule)


def _other_places(moment: LessonMoment, step: Draw) -> Iterator[Due]:
    """The card at other places, or as a burn."""
    spots = spots_dealt_in(moment.table.round, moment.rules)
    for place in (*spots, DEALER):
        if place != step.place:
            yield Draw(place, "war" if step.deal == "war" else "original", step.rule)
    if step.place is not None:
        yield Draw(None, step.deal, step.rule)


def would_do(moment: LessonMoment, step: Due) -> bool:
    """True if the table would take this step now, so that it is no wrong answer."""
    table, rules = moment.table, moment.rules
    if type(step) is type(moment.due) and isinstance(step, Settle | Draw):
        return _is_same(moment.due, step)
    if isinstance(step, RoundOver):
        return True  # Nobody ever waits for it, so it is no answer either.
    if isinstance(step, AwaitRuling):
        return isinstance(moment.due, AwaitRuling)
    if isinstance(step, Settle):
        return False  # Another step is due, and the amounts are made up.
    if isinstance(step, Draw):
        events = trial.events_of(table, rules, o.CardDrawn(SOME_CARD))
        return not any(isinstance(event, e.HoldRaised) for event in events)
    seen = _done(step)
    return seen is not None and trial.is_taken(table, rules, seen)


def _is_same(right: Due, step: Due) -> bool:
    """True if two cards go to one place, or two settlements move the same chips."""
    if isinstance(right, Draw) and isinstance(step, Draw):
        return right.place == step.place
    if isinstance(right, Settle) and isinstance(step, Settle):
        same_hand = right.hand.name == step.hand.name
        return same_hand and {_moved(line) for line in right.lines} == {_moved(line) for line in step.lines}
    return right == step


def _moved(line: Line) -> tuple[str, str, int | None]:
    return line.wager, line.action, line.cents


def _done(step: Due) -> Observation | None:
    """The observation by which a step is done."""
    match step:
        case TakeBets():
            return o.BetsPlaced((Bet(1, main_cents=None),))
        case Call():
            return o.Called()
        case Offer(hand):
            return o.Answered(hand.spot, hand.bettor, "surrender")
        case Perform(step=name):
            return o.Confirmed(name, "somebody")
        case _:
            return None


def _open_spots(moment: LessonMoment) -> tuple[int, ...]:
    """Spots with wagers that are not settled."""
    hands = moment.table.round.hands
    return tuple(dict.fromkeys(hand.spot for hand in hands if not hand.has("main", "pay", "take", "return")))


def _mixed(steps: tuple[T, ...], chance: Random) -> list[T]:
    mixed = [*steps]
    chance.shuffle(mixed)
    return mixed
