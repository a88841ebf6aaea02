"""Drills: many short questions of one sort, on rounds that are dealt for them.

The situations are drawn by spaced repetition: what the trainee got wrong comes more often.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Literal, get_args

from msgspec.structs import replace

from dealer_station.engine.due.step_types import Draw, Offer, Perform, Settle
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import RANKS, SUITS, Card
from dealer_station.engine.model.observations import Bet
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.model.values import DEALER
from dealer_station.engine.notation.model import Header
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.engine.words.prompts import imperative
from dealer_station.rulebooks import load
from dealer_station.training.course import LessonMoment, WatchedPlayer, moments_in
from dealer_station.training.errors import UnknownLessonError
from dealer_station.training.exercises import QUESTIONS_MAX, Exercise, asked, steps_of
from dealer_station.training.questions import (
    LessonQuestion,
    on_the_felt,
    other_moves,
    place_question,
    step_question,
)
from dealer_station.training.repetition import drawn

DrillName = Literal["payouts", "order", "error", "war_of_seven"]
DRILLS: tuple[DrillName, ...] = get_args(DrillName)
DRILL_TITLES: dict[DrillName, str] = {
    "payouts": said("Payouts against time"),
    "order": said("Settle in order"),
    "error": said("Find the error"),
    "war_of_seven": said("A war at every spot"),
}
Payout = Literal[
    "win", "lose", "tie_bet_wins", "tie_bet_loses", "surrender", "war_won", "war_lost", "war_tied"
]
PAYOUTS: tuple[Payout, ...] = get_args(Payout)
QUESTIONS = 10
SECONDS = 15
"""Time for a payout; a dealer at the table takes a third of it."""
STEPS_MAX = 300
DOLLAR = 100
SPREAD = (5, 10, 15, 20, 25, 30, 40, 50, 75, 100)
"""Wagers that a dealer meets, in dollars."""
LOW, MIDDLE, HIGH = RANKS[:4], RANKS[4:8], RANKS[8:]
Faces = dict[tuple[int, bool], str]
"""The rank of the card at each place: in the original deal, or True for the war."""


def drills_of(book: str) -> tuple[DrillName, ...]:
    """The drills that a book has: where it names no order of settlement, nobody can be asked for it."""
    return tuple(name for name in DRILLS if drill_exercise(book, name, {}, "").questions)


def drill_exercise(book: str, name: str, boxes: Mapping[str, int], seed: str) -> Exercise:
    """A drill, as new questions for each seed."""
    rules, chance = load(book), Random(f"{seed} {book} {name}")
    match name:
        case "payouts":
            return _exercise(book, "payouts", _payouts(rules, boxes, chance), SECONDS)
        case "order":
            return _exercise(book, "order", _order(rules, chance))
        case "error":
            return _exercise(book, "error", _errors(rules, boxes, chance))
        case "war_of_seven":
            return _exercise(book, "war_of_seven", _war_of_seven(rules, chance))
        case _:
            raise UnknownLessonError(f'there is no drill "{name}"; there are {", ".join(DRILLS)}')


def _exercise(book: str, name: DrillName, questions: Iterator[LessonQuestion], seconds: int = 0) -> Exercise:
    return Exercise("drill", book, name, DRILL_TITLES[name], tuple(questions)[:QUESTIONS_MAX], seconds)


def _payouts(rules: Rules, boxes: Mapping[str, int], chance: Random) -> Iterator[LessonQuestion]:
    """One hand after the other, each to be settled."""
    for _ in range(QUESTIONS):
        skill = drawn(tuple(f"payout {kind}" for kind in PAYOUTS), boxes, chance)
        kind = next(kind for kind in PAYOUTS if skill == f"payout {kind}")
        moment = _settled_as(kind, rules, chance)
        question = step_question(moment, (), chance) if moment else None
        if question:
            yield replace(question, skill=skill, news=())


def _settled_as(kind: Payout, rules: Rules, chance: Random) -> LessonMoment | None:
    """The settlement of a single hand that ends in this way."""
    spot = chance.randint(1, rules.table.spots.value)
    has_tie_bet = kind in ("tie_bet_wins", "tie_bet_loses")
    bets = (_bet(spot, rules, chance, with_tie=has_tie_bet),)
    war = kind in ("war_won", "war_lost", "war_tied")
    ties = war or kind in ("surrender", "tie_bet_wins")
    first = _against(kind in ("win",), ties, chance)
    second = _against(kind == "war_won", kind == "war_tied", chance)
    faces: Faces = {
        (spot, False): first[0],
        (DEALER, False): first[1],
        (spot, True): second[0],
        (DEALER, True): second[1],
    }
    found = dealt(rules, bets, faces, "war" if war else "surrender", chance)
    settlements = [moment for moment in found if isinstance(moment.due, Settle)]
    # A tie wager is settled before the player is asked, and a war after everything else.
    return (settlements[0] if has_tie_bet else settlements[-1]) if settlements else None


def _against(wins: bool, ties: bool, chance: Random) -> tuple[str, str]:
    """The ranks of the player and of the dealer."""
    dealer = chance.choice(MIDDLE)
    return dealer if ties else chance.choice(HIGH if wins else LOW), dealer


def _order(rules: Rules, chance: Random) -> Iterator[LessonQuestion]:
    """Full tables, settled spot by spot."""
    for number in range(3):
        moments = _full_table(rules, chance, spots=3 + number)
        for moment in moments:
            if isinstance(moment.due, Settle) and on_the_felt(moment):
                yield replace(place_question(moment), skill=f"order {3 + number}")


def _errors(rules: Rules, boxes: Mapping[str, int], chance: Random) -> Iterator[LessonQuestion]:
    """Tables that were settled with one mistake."""
    for _ in range(QUESTIONS // 2):
        skill = drawn(("error 3", "error 4", "error 5"), boxes, chance)
        moments = [
            moment
            for moment in _full_table(rules, chance, spots=int(skill[-1]))
            if isinstance(moment.due, Settle)
        ]
        wrong = chance.choice(moments)
        yield replace(_error(moments, wrong, rules, chance), skill=skill)


def _error(moments: list[LessonMoment], wrong: LessonMoment, rules: Rules, chance: Random) -> LessonQuestion:
    """The question where a dealer has gone wrong; the news are what that dealer did."""
    assert isinstance(wrong.due, Settle)
    mistaken = chance.choice([*other_moves(wrong.due)])
    done = tuple(imperative(mistaken if one is wrong else one.due, rules) for one in moments)
    spots = tuple(one.due.hand.spot for one in moments if isinstance(one.due, Settle))
    asked_at = place_question(moments[0])
    right = place_question(wrong)
    return replace(right, kind="error", shown=asked_at.shown, news=done, places=spots)


def _war_of_seven(rules: Rules, chance: Random) -> Iterator[LessonQuestion]:
    """Every spot ties with the dealer, and most go to war."""
    spots = range(1, rules.table.spots.value + 1)
    rank = chance.choice(MIDDLE)
    faces: Faces = {(DEALER, False): rank, (DEALER, True): chance.choice(MIDDLE)}
    for spot in spots:
        faces |= {(spot, False): rank, (spot, True): chance.choice(RANKS)}
    bets = tuple(_bet(spot, rules, chance) for spot in spots)
    moments = dealt(rules, bets, faces, "war", chance)
    yield from asked(moments, "offer", steps_of([*moments]), f"{chance.random()}")


def _full_table(rules: Rules, chance: Random, *, spots: int) -> tuple[LessonMoment, ...]:
    """A round without ties."""
    taken = sorted(chance.sample(range(1, rules.table.spots.value + 1), min(spots, rules.table.spots.value)))
    faces: Faces = {(spot, False): chance.choice((*LOW, *HIGH)) for spot in taken}
    faces[DEALER, False] = chance.choice(MIDDLE)
    return dealt(rules, tuple(_bet(spot, rules, chance) for spot in taken), faces, "surrender", chance)


def _bet(spot: int, rules: Rules, chance: Random, *, with_tie: bool = False) -> Bet:
    """A wager within the limits of the book."""
    book = RulebookView(rules)
    main = _amount(book, "main", chance)
    return Bet(spot, main_cents=main, tie_cents=_amount(book, "tie", chance) if with_tie else 0)


def _amount(book: RulebookView, wager: str, chance: Random) -> int:
    limits = book.limits(wager)
    least, most = limits.min_cents or DOLLAR, limits.max_cents or SPREAD[-1] * DOLLAR
    usual = [dollars * DOLLAR for dollars in SPREAD if least <= dollars * DOLLAR <= most]
    fitting = [cents for cents in usual if not limits.step_cents or cents % limits.step_cents == 0]
    possible: list[int] = fitting or [*range(least, most + 1, limits.step_cents or DOLLAR)]
    return chance.choice(possible)


def dealt(
    rules: Rules, bets: tuple[Bet, ...], faces: Faces, answer: Literal["war", "surrender"], chance: Random
) -> tuple[LessonMoment, ...]:
    """The moments of a round with these wagers and cards, in which everybody answers a tie in this way."""
    player = WatchedPlayer(rules, Header(rules.book.id))
    player.see(o.BetsPlaced(bets))
    player.see(o.Called())
    number = player.table.round.number
    for _ in range(STEPS_MAX):
        if player.table.round.number != number:
            break
        match player.due:
            case Draw(place, deal):
                known = faces.get((place, deal == "war")) if place is not None else None
                player.see(o.CardDrawn(Card((known or chance.choice(RANKS)) + chance.choice(SUITS))))
            case Offer(hand):
                player.see(o.Answered(hand.spot, hand.bettor, answer))
            case Settle():
                player.see(o.Settled())
            case Perform(step=step):
                player.see(o.Confirmed(step, "floor"))
            case _:
                break
    return moments_in(player)
