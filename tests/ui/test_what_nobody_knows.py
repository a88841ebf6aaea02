"""Faces that nobody at the table knows are on no screen: a card aside or face down may have any face."""

import pytest
from msgspec.structs import replace

from dealer_station.engine.due.orders import dealer_card_is_hidden
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.values import DEALER
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.engine.view.table_view import view
from dealer_station.engine.view.upcoming import look_ahead
from dealer_station.rulebooks import NAMES
from tests.moments import moments_of
from tests.ui import items
from tests.ui.scenes import MASSACHUSETTS, SIZES, Scene, Stage
from ui.common.translate import Speech
from ui.dealer.picture import Picture
from ui.dealer.shown_settlements import displayed

FIVE_ASIDE = (
    MASSACHUSETTS
    + "bets 2:10 4:10\ncall\nshoe 8c\nshoe 8h\nshoe 8d\n4 war\n2 surrender\n"
    + "".join(f"shoe {card}\nfloor forward\n" for card in "2d 3d 4d 5d Kd".split())
)


def test_a_war_whose_cards_lie_aside_is_not_told_while_a_wager_is_open() -> None:
    stage = Stage(Scene(FIVE_ASIDE))
    window = stage.window(SIZES["1280x800"])
    taps = ("The cards are as shown", "All hands are settled", "Done")
    while not items.has(window, "button TIE WAGER"):
        tap = next(tap for tap in taps if items.has(window, f"button {tap}"))
        items.click(window, f"button {tap}")
        stage.settle_down()
        words = [item.property("text") for item in items.texts(window)]
        assert not [text for text in words if "war 10" in text and "TAKE" in text]
    window.close()


def screen_of(table: Table, rules: Rules) -> dict[str, object]:
    ahead = look_ahead(table, rules)
    book, shown = RulebookView(rules), displayed(ahead)
    return Picture(view(table, rules), table, book, Speech("en"), frozenset(), ahead, shown).values()


def with_other_faces(table: Table, rules: Rules, face: str) -> Table:
    """The same table to everybody who sits at it: only cards that lie face down have another face."""
    kept = tuple(replace(one, card=Card(face)) if one.card else one for one in table.kept)
    draws = table.round.draws
    if dealer_card_is_hidden(table.round, rules):
        draws = tuple(
            replace(one, card=Card(face)) if one.place == DEALER and one.card else one for one in draws
        )
    return replace(table, kept=kept, round=replace(table.round, draws=draws))


@pytest.mark.parametrize("profile", NAMES)
def test_the_face_of_a_card_that_nobody_sees_changes_nothing_on_the_screen(profile: str) -> None:
    looked = 0
    for moment in moments_of(profile):
        table, rules = moment.table, moment.rules
        if table.kept or dealer_card_is_hidden(table.round, rules):
            looked += 1
            low, high = (screen_of(with_other_faces(table, rules, face), rules) for face in ("2c", "As"))
            assert low == high
    assert looked
