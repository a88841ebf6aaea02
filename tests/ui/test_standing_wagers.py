"""Wagers that stand from the last round: the screen shows them before the closing call takes them again."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_station.engine.model import observations as o
from dealer_station.engine.rulebook.terms import spot_title
from dealer_station.rulebooks import NAMES
from dealer_station.station.station import Seen
from tests.ui import items
from tests.ui.table import Table

SAID = "The call deals the wagers of the last round, as the felt shows them. To change one, tap its {spot}."
LOWEST = {"exhibit_a": "2"}


@pytest.fixture(params=NAMES)
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    """A table of each book after its first round, with a wager on spot 1 and two on spot 3."""
    made = Table(tmp_path / "log.db", request.param)
    made.sign_in()
    made.place(f"1:{amount(made)} 3:{amount(made)}+{amount(made)}")
    made.tap("Closing call")
    made.deal("9c Kd 8d")
    while made.step != "bets":
        if items.has(made.window, "button All hands are settled"):
            made.tap("All hands are settled")
        elif items.has(made.window, "button The card is turned"):
            made.tap("The card is turned")
        else:
            made.tap("Done")
    yield made
    made.close()
    assert made.warnings == []


def amount(table: Table) -> str:
    return LOWEST.get(table.profile, "10")


def words(table: Table) -> list[str]:
    return [item.property("text") for item in items.texts(table.window)]


def on_the_felt(table: Table) -> list[str]:
    """The words of each spot, for those who cannot see it."""
    spots = (items.named(table.window, f"spot {spot}") for spot in range(1, 7))
    names = [spot.property("spot").property("says") for spot in spots]
    return [name for name in names if "empty" not in name]


def test_the_screen_shows_the_wagers_before_the_call_deals_them(table: Table) -> None:
    assert not table.station.table.round.hands
    assert SAID.format(spot=spot_title(1, table.rules).split()[0].lower()) in words(table)
    assert words(table).count("last round") == 2
    lying = f"${amount(table)}"
    assert words(table).count(lying) >= 3, "a chip for each wager, the tie included"
    first, third = spot_title(1, table.rules), spot_title(3, table.rules)
    assert on_the_felt(table) == [
        f"{first}, wager {lying}, last round",
        f"{third}, wager {lying}, tie {lying}, last round",
    ]
    table.tap("Closing call")
    cents = int(amount(table)) * 100
    bets = [hand.bet for hand in table.station.table.round.hands]
    assert [(bet.spot, bet.main_cents, bet.tie_cents) for bet in bets] == [(1, cents, 0), (3, cents, cents)]
    assert "last round" not in words(table)


def test_after_an_idle_table_nothing_stands(table: Table) -> None:
    table.station.observe(Seen(o.Ordered("idle"), "floor"))
    items.breathe()
    if table.station.table.holds:
        ruled = o.Ruled("play_on", by="Lee", because="nobody came")
        table.station.observe(Seen(ruled, "floor", "Lee"))
        items.breathe()
    for _ in range(60):
        if table.step == "bets":
            break
        table.station.observe(Seen(next_deed(table), "dealer", "Ana"))
        items.breathe()
    assert table.step == "bets"
    assert "Enter the wagers on the layout." in words(table)
    assert "last round" not in words(table)
    assert not items.has(table.window, "button Closing call")
    assert items.has(table.window, "button WAGERS")


def next_deed(table: Table) -> o.Observation:
    """The next thing that somebody does on the way to a new shoe."""
    match table.step:
        case "offer_cut":
            return o.CutOffered(1, True)
        case "burn":
            return o.CardDrawn(None)
        case _:
            return o.Confirmed("")


@pytest.mark.parametrize(
    ("wagers", "beneath"),
    [
        ("1:10 3:20", ""),
        ("1:10 3:20+10", "Next round: Tie wager $10 on 3"),
        ("1:10+5 3:20+10 4:10+5", "Next round: Tie wager $5 on 1, 4 · Tie wager $10 on 3"),
    ],
)
def test_the_next_call_repeats_side_wagers_that_the_screen_shows(
    wagers: str, beneath: str, tmp_path: Path
) -> None:
    table = Table(tmp_path / "log.db", "massachusetts")
    table.sign_in()
    table.place(wagers)
    table.tap("Closing call")
    bets = [hand.bet for hand in table.station.table.round.hands]
    table.deal("9c Kd 2h 8d" if len(bets) == 3 else "9c Kd 8d")
    table.tap("All hands are settled")
    assert table.step == "pick_up"
    assert "NEXT CALL" in words(table)
    assert [text for text in words(table) if text.startswith("Next round")] == ([beneath] if beneath else [])
    table.tap("Closing call")
    assert table.station.table.round.closed
    assert [hand.bet for hand in table.station.table.round.hands] == bets
    table.close()


def test_no_call_repeats_a_side_wager_that_the_screen_has_no_room_to_show(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "massachusetts")
    table.sign_in()
    table.place("1:10+5 2:10+10 3:25+15 4:10+20 5:25+25 6:10+30")
    table.tap("Closing call")
    table.deal("9c Kd 9d Ks 9h Kh 8d")
    table.tap("All hands are settled")
    assert table.step == "pick_up"
    assert "NEXT CALL" not in words(table)
    assert not any(text.startswith("Next round") for text in words(table))
    table.close()


def test_no_call_repeats_a_side_wager_beside_entries_that_do_not_show_it(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "massachusetts")
    table.sign_in()
    table.place("1:10 3:20+10")
    table.tap("Closing call")
    table.deal("9c Kd 8d")
    table.tap("All hands are settled")
    assert table.step == "pick_up"
    table.tap("on spot 1", "A chip of 25", "These are the wagers")
    assert "NEXT CALL" not in words(table)
    table.tap("on spot 3", "A chip of 25", "These are the wagers")
    assert "NEXT CALL" in words(table)
    table.close()
