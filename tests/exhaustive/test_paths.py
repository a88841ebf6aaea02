"""The number of different rounds, counted by walking all of them, and worked out on paper."""

from math import comb

import pytest
from msgspec.structs import replace

from dealer_station.engine.due.next_step import due
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.table import Table, open_table
from dealer_station.engine.rulebook.rules import Rules
from tests.exhaustive.explore import Key, key
from tests.exhaustive.moment import after
from tests.exhaustive.regular import regular_moves, round_is_over
from tests.exhaustive.tables import BOOKS, Case, case

Paths = tuple[int, int]
"""The number of rounds, and of the steps in all of them."""

PINNED: dict[str, Paths] = {
    "massachusetts": (136, 2584),
    "house_manual": (136, 3432),
    "house_manual, burn once": (136, 2856),
    "maryland": (136, 2584),
    "maryland, continuous shuffler": (136, 2720),
    "exhibit_a": (56, 1096),
    "exhibit_a, a dealer's card for each war": (72, 1608),
    "new_zealand": (56, 952),
    "new_zealand, no war burn": (56, 808),
    "new_zealand, opening burn": (56, 1008),
    "new_zealand, method B": (56, 1000),
    "massachusetts, progressive": (136, 2584),
    "maryland, progressive": (136, 2720),
    "maryland, bonus spin": (136, 2720),
    "house_manual, tokes": (136, 3432),
    "massachusetts, a coupon": (136, 2584),
}
"""Two spots, two ranks: a step more or less anywhere in a round changes these."""


def two_spots(name: str) -> Case:
    """Two spots with a main wager each; who goes to war may wager on a tied war where the book allows it."""
    table = case(name, "two_ties")
    return replace(table, layouts=(replace(table.layouts[0], cut_cards=False),))


def paths_from(table: Table, case: Case, known: dict[Key, Paths]) -> Paths:
    """All ways to the end of the round, with a reader that never fails."""
    if key(table) in known:
        return known[key(table)]
    step = due(table, case.rules)
    if round_is_over(table, step):
        return 1, 0
    rounds = steps = 0
    for move in regular_moves(table, step, case.rules, case.layouts):
        if move != o.CardDrawn(None):
            more_rounds, more_steps = paths_from(after(table, case.rules, move), case, known)
            rounds, steps = rounds + more_rounds, steps + more_rounds + more_steps
    known[key(table)] = rounds, steps
    return rounds, steps


def rounds_on_paper(rules: Rules) -> int:
    """For each rank of the dealer: which spots tie, which of those go to war and how, and the war's cards."""
    war_ties = rules.war.war_tie_wager.value != "forbidden"
    own_card = rules.war.dealer_war_cards.value == "one_per_war_player"
    rounds = 0
    for tied in range(3):
        for at_war in range(tied + 1):
            war_cards = 2 * at_war if own_card else at_war + (at_war > 0)
            answers = comb(tied, at_war) * (1 << at_war if war_ties else 1)
            rounds += 2 * comb(2, tied) * answers * (1 << war_cards)
    return rounds


WITHOUT_QUESTIONS = [name for name in BOOKS if "payout limit" not in name]
"""Tables without questions to the floor about payouts, whose answers make more rounds than the cards do."""


@pytest.mark.parametrize("name", WITHOUT_QUESTIONS)
def test_two_spots_and_two_ranks_make_as_many_rounds_as_on_paper(name: str) -> None:
    table = two_spots(name)
    paths = paths_from(open_table("loaded"), table, {})
    assert paths[0] == rounds_on_paper(table.rules)
    assert paths == PINNED.get(name), f"\nthe procedure changed; pin this row:\n    {name!r}: {paths},"
