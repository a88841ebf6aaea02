"""What nobody at the table knows is on no screen: a card aside or face down may have any face."""

import pytest
from msgspec.structs import replace

from dealer_station.engine.due.orders import dealer_card_is_hidden
from dealer_station.engine.due.round import due
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.values import DEALER
from dealer_station.engine.notation import reader
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.table_view import view
from dealer_station.player.play import Player
from dealer_station.rulebooks import NAMES
from tests.house.rules import ROOT
from tests.ui import items
from tests.ui.scenes import MASSACHUSETTS, SIZES, Scene, Stage
from ui.common.translate import Speech
from ui.dealer.picture import Picture
from ui.dealer.settling import displayed

FIVE_ASIDE = (
    MASSACHUSETTS
    + "bets 2:10 4:10\ncall\nshoe 8c\nshoe 8h\nshoe 8d\n4 war\n2 surrender\n"
    + "".join(f"shoe {card}\nfloor forward\n" for card in "2d 3d 4d 5d Kd".split())
)


def test_a_war_whose_cards_lie_aside_is_not_told_while_a_wager_is_open() -> None:
    stage = Stage(Scene(FIVE_ASIDE))
    window = stage.window(SIZES["1280x800"])
    taps = ("The cards lie as shown", "All hands are settled", "Done")
    while not items.has(window, "button TIE WAGER"):
        tap = next(tap for tap in taps if items.has(window, f"button {tap}"))
        items.click(window, f"button {tap}")
        stage.settle_down()
        words = [item.property("text") for item in items.texts(window)]
        assert not [text for text in words if "war 10" in text and "TAKE" in text]
    window.close()


def screen_of(table: Table, rules: Rules) -> dict[str, object]:
    now, step = view(table, rules), due(table, rules)
    shown = displayed(table, rules, step)
    return Picture(now, step, table, rules, Speech("en"), frozenset(), shown).values()


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
def test_the_face_of_a_card_that_nobody_sees_changes_nothing_on_the_screen(
    profile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    see, looked = Player.see, 0

    def seen(player: Player, observation: Observation) -> tuple[Event, ...]:
        nonlocal looked
        events = see(player, observation)
        table, rules = player.table, player.rules
        if table.kept or dealer_card_is_hidden(table.round, rules):
            looked += 1
            low, high = (screen_of(with_other_faces(table, rules, face), rules) for face in ("2c", "As"))
            assert low == high
        return events

    monkeypatch.setattr(Player, "see", seen)
    for path in sorted((ROOT / "tests" / "rounds" / profile).rglob("*.round")):
        written = reader.read(path.read_text("utf-8"))
        Player.at_table_of(written.header).play(written.lines)
    assert looked
