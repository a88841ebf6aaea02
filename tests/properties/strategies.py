"""Tables that a casino could open: any book, any of the operator's answers, any wagers that it takes."""

from functools import cache
from typing import Any

from hypothesis import strategies as st

from dealer_station.engine.model.observations import Bet, Cents
from dealer_station.engine.rulebook.rule_sections import Limits, Rule
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.rulebooks import NAMES, load, read
from dealer_station.rulebooks.operator_answers import options_of

CAPS = ("box_max", "player_max")
"""With a cap drawn at random hardly any wager could be placed."""

Options = tuple[tuple[str, str], ...]


@cache
def book(name: str, options: Options = ()) -> Rules:
    """A book with these answers, read once."""
    return load(name, dict(options))


@cache
def open_points_of(name: str) -> dict[str, Rule[Any]]:
    """The options of this book."""
    return {point: rule for point, (_, rule) in options_of(read(name)).items()}


@st.composite
def rulebooks(draw: st.DrawFn) -> Rules:
    """A book with some of its options set."""
    name = draw(st.sampled_from(NAMES))
    points = {
        point: rule for point, rule in open_points_of(name).items() if not rule.form and point not in CAPS
    }
    chosen = draw(st.lists(st.sampled_from(sorted(points)), unique=True, max_size=3))
    options = [(point, draw(_answers(points[point]))) for point in chosen]
    return book(name, tuple(sorted(options)))


def _answers(rule: Rule[Any]) -> st.SearchStrategy[str]:
    if rule.range is None:
        return st.sampled_from([str(value) for value in rule.open])
    low, high = rule.range
    return st.integers(low, high).map(str)


def amounts(limits: Limits, *, known: bool) -> st.SearchStrategy[Cents]:
    """An amount within the limits that can be halved, or one that nobody entered."""
    step = limits.step_cents or 2
    least = max(limits.min_cents, step)
    most = limits.max_cents or least + 1000 * step
    exact: st.SearchStrategy[Cents] = st.integers(0, (most - least) // step).map(lambda n: least + n * step)
    return exact if known else exact | st.none()


@st.composite
def layouts(draw: st.DrawFn, rules: Rules, *, known: bool = False) -> tuple[Bet, ...]:
    """Wagers on some of the spots; by up to three on a box, and for the tie alone, where that is allowed."""
    spots = draw(st.lists(st.integers(1, rules.table.spots.value), unique=True, min_size=1))
    sharing = rules.table.bettors_per_spot.value
    alone = rules.wagers.tie_wager_dependency.value == "standalone"
    mains, ties = (
        amounts(limits.value, known=known) for limits in (rules.wagers.main_limits, rules.wagers.tie_limits)
    )
    bets = []
    for spot in spots:
        bettors = ("", "a", "ab", "abc")[draw(st.integers(0, sharing))] if sharing > 1 else ""
        for bettor in bettors or ("",):
            main, tie = draw(mains), draw(ties | st.just(0))
            bets.append(Bet(spot, bettor, 0 if alone and tie != 0 and draw(st.booleans()) else main, tie))
    return tuple(bets)
