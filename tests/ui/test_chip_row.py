"""Wagers changed on the felt, with real touches: what it costs, what is shown, and what is played."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QFontMetricsF

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.observations import Bet
from dealer_station.engine.rulebook.terms import spot_title, wager_words
from dealer_station.engine.view.rulebook_view import LimitsView
from dealer_station.rulebooks import NAMES
from dealer_station.station.station import Seen
from tests.ui import items
from tests.ui.scenes import MARYLAND, SCENES, SIZES, Scene, Stage
from tests.ui.table import Table
from tests.ui.test_geometry import painted
from ui.common.settings import Settings
from ui.dealer.coming_wagers import chips_for

AMOUNT = {"exhibit_a": 2}
OTHER = {"exhibit_a": 1}
TURNED = ("house_manual",)
"""Books in which the dealer's card is turned with a tap of its own."""
PLAIN = 2

Sit = Callable[..., Table]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """A table with a signed-in dealer; wagers, if any, were dealt in a first round that is settled."""
    made: list[Table] = []

    def begin(profile: str, wagers: str = "", options: dict[str, str] | None = None) -> Table:
        table = Table(tmp_path / f"log{len(made)}.db", profile, options=options)
        made.append(table)
        table.sign_in()
        if wagers:
            table.place(wagers)
            play(table)
        return table

    yield begin
    for table in made:
        table.close()
        assert table.warnings == []


def four(profile: str) -> str:
    return " ".join(f"{spot}:{AMOUNT.get(profile, 10)}" for spot in (1, 2, 3, 4))


def play(table: Table) -> None:
    """A round without a tie, from the closing call until all hands are settled."""
    table.tap("Closing call")
    hands = len(table.station.table.round.hands)
    table.deal(" ".join([*["9c", "Kd", "Qh", "Jd", "9s", "Kh", "Qs"][:hands], "8d"]))
    if items.has(table.window, "button The card is turned"):
        table.tap("The card is turned")
    table.tap("All hands are settled")


def row(table: Table) -> dict[str, Any]:
    shown: dict[str, Any] = table.bridge._now._were["chipRow"]
    return shown


def told(table: Table, spot: int) -> str:
    """The words of a spot, for those who cannot see it."""
    words: str = items.named(table.window, f"spot {spot}").property("spot").property("says")
    return words


def dealt(table: Table) -> dict[str, int | None]:
    assert table.station.table.round.closed
    return {hand.name: hand.bet.main_cents for hand in table.station.table.round.hands}


def words(table: Table) -> list[str]:
    return [item.property("text") for item in items.texts(table.window)]


@pytest.mark.parametrize("profile", NAMES)
def test_a_changed_bet_costs_two_taps_more_than_a_plain_round(sit: Sit, profile: str) -> None:
    table = sit(profile, four(profile))
    assert table.step in ("pick_up", "return_cards")
    chip, before = f"A chip of {OTHER.get(profile, 25)}", AMOUNT.get(profile, 10) * 100
    plain = PLAIN + (profile in TURNED)
    for spots in ((), (2,), (1, 2, 4)):
        table.taps = 0
        for spot in spots:
            table.tap(f"on spot {spot}", chip)
        play(table)
        assert table.taps == plain + 2 * len(spots)
        hands = {hand.spot: hand.bet.main_cents for hand in table.station.table.round.hands}
        after = OTHER.get(profile, 25) * 100
        changed = dict.fromkeys(spots, after)
        assert hands == dict.fromkeys((1, 2, 3, 4), before) | changed


@pytest.mark.parametrize("profile", NAMES)
def test_entries_made_during_the_pick_up_wait_for_the_next_round(sit: Sit, profile: str) -> None:
    table = sit(profile, four(profile))
    chip, title = OTHER.get(profile, 25), spot_title(2, table.rules)
    before = table.station.table
    table.tap("on spot 2")
    assert told(table, 1).endswith("next round")
    table.tap(f"A chip of {chip}")
    assert row(table)["state"] == "next round"
    assert told(table, 2).endswith(f"wager ${chip}, next round")
    table.tap("These are the wagers")
    assert table.station.table == before, "neither sent nor taken for a pick-up"
    assert row(table)["pending"] == f"Next round: {title}: ${chip}"
    assert items.has(table.window, "next round")
    assert "nine of clubs" in told(table, 1), "the cards that lie there"
    assert "settled" in told(table, 2)
    while table.step != "bets":
        table.tap("Done")
    assert row(table)["pending"] == ""
    assert told(table, 2) == f"{title}, wager ${chip}"
    assert told(table, 1).endswith("last round")
    table.tap("Closing call")
    assert dealt(table) == {
        name: (chip if name == "2" else AMOUNT.get(profile, 10)) * 100 for name in ("1", "2", "3", "4")
    }


def test_the_first_chip_replaces_and_the_next_ones_are_added(sit: Sit) -> None:
    table = sit("massachusetts", "1:10 2:10")
    table.tap("Done", "on spot 1")
    assert (row(table)["amount"], row(table)["state"]) == ("$10", "last round")
    assert [chip["text"] for chip in row(table)["chips"]] == ["1", "5", "10", "25", "100", "500"]
    table.tap("A chip of 25")
    assert (row(table)["amount"], row(table)["state"]) == ("$25", "entered")
    assert [chip["text"] for chip in row(table)["chips"]] == ["+1", "+5", "+10", "+25", "+100", "+500"]
    table.tap("A chip of 5", "on spot 2", "on spot 1", "A chip of 5")
    assert row(table)["amount"] == "$35"
    table.tap("No wager", "A chip of 100")
    assert row(table)["amount"] == "$100"
    table.tap("Closing call")
    assert dealt(table) == {"1": 10000, "2": 1000}


def test_undo_takes_back_key_by_key_and_a_call_with_its_wagers(sit: Sit) -> None:
    table = sit("massachusetts", "1:10 2:10")
    table.tap("Done", "on spot 1", "A chip of 25", "A chip of 5", "Undo")
    assert row(table)["amount"] == "$25"
    table.tap("on spot 2", "A chip of 100", "Closing call")
    assert dealt(table) == {"1": 2500, "2": 10000}
    table.tap("Undo")
    assert not table.station.table.round.closed
    assert (told(table, 1), told(table, 2)) == ("Spot 1, wager $25", "Spot 2, wager $100")
    table.tap("Undo")
    assert told(table, 2) == "Spot 2, wager $10, last round"
    table.tap("Undo")
    assert told(table, 1) == "Spot 1, wager $10, last round"
    table.tap("Undo")
    assert table.step == "pick_up", "then the taps of the station, the last one first"


@pytest.mark.parametrize(
    ("profile", "options", "kinds"),
    [
        ("massachusetts", {}, ("tie", "coupon")),
        ("house_manual", {}, ("tie", "toke")),
        ("maryland", {"progressive": "on"}, ("tie", "progressive")),
    ],
)
def test_every_wager_of_a_book_has_its_tab_in_the_words_of_the_book(
    sit: Sit, profile: str, options: dict[str, str], kinds: tuple[str, ...]
) -> None:
    table = sit(profile, options=options)
    table.tap("on spot 1", "A chip of 25")
    for kind in kinds:
        table.tap(wager_words(kind, table.rules), "A chip of 5")
    table.tap("These are the wagers")
    bet = table.station.table.round.hands[0].bet
    beside: dict[str, Any] = {f"{kind}_cents": 500 for kind in kinds}
    assert bet == Bet(1, main_cents=2500, **beside)


def test_three_bettors_of_a_box_are_entered_one_by_one(sit: Sit) -> None:
    table = sit("new_zealand")
    table.tap(
        "on spot 3", "A chip of 10", "B", "A chip of 25", "C", "A chip of 5", "Tie Wager", "A chip of 1"
    )
    assert row(table)["title"] == "Box 3c: Tie Wager"
    assert told(table, 3) == "Box 3, bettor 3a, wager $10, bettor 3b, wager $25, bettor 3c, wager $5, tie $1"
    table.tap("Box out", "Closing call")
    assert dealt(table) == {"3a": 1000, "3b": 2500}


def test_an_unknown_amount_and_everybody_out(sit: Sit) -> None:
    table = sit("massachusetts", "1:10 2:10")
    table.tap("Done", "on spot 1", "Digits and more", "The amount is not known")
    assert row(table)["amount"] == "amount not known"
    assert told(table, 1) == "Spot 1, wager ?"
    table.tap("All out")
    assert {told(table, spot) for spot in (1, 2)} == {"Spot 1, empty", "Spot 2, empty"}
    assert not items.has(table.window, "button Closing call"), "nothing is dealt to nobody"
    table.tap("Undo", "Closing call")
    assert dealt(table) == {"1": None, "2": 1000}


def test_digits_make_any_amount(sit: Sit) -> None:
    table = sit("massachusetts")
    table.tap("on spot 5", "Digits and more", *"137", "Point", "5", "0", "Erase", "Erase")
    assert row(table)["amount"] == "$137"
    table.tap("Chips", "A chip of 1", "Closing call")
    assert dealt(table) == {"5": 13800}


def test_what_the_table_refuses_together_stays_in_the_row(sit: Sit) -> None:
    table = sit("new_zealand", options={"box_max": "40"})
    table.tap("on spot 1", "A chip of 25", "B", "A chip of 25", "Closing call")
    assert not table.station.table.round.hands
    assert row(table)["wrong"]
    assert "spot 1 has 50 down; at most 40" in row(table)["note"].replace("box", "spot")
    table.tap("A chip of 10", "Undo", "No wager", "A chip of 10", "Closing call")
    assert dealt(table) == {"1a": 2500, "1b": 1000}


def test_a_call_with_other_wagers_than_those_entered_is_told(sit: Sit) -> None:
    table = sit("massachusetts", "1:10")
    table.tap("Done", "on spot 1", "A chip of 25")
    table.station.observe(Seen(o.Called(), "dealer", "Ana"))
    items.breathe()
    assert dealt(table) == {"1": 1000}
    assert "Other wagers were called than those entered here: look at the felt." in " ".join(words(table))


def test_entries_end_with_the_players_and_the_screen_says_so(sit: Sit) -> None:
    table = sit("massachusetts", "1:10")
    table.tap("Done", "on spot 1", "A chip of 25")
    table.station.observe(Seen(o.Ordered("idle"), "floor"))
    items.breathe()
    assert table.station.table.last is None, "nobody plays"
    assert "The wagers that were entered are gone: nobody plays." in " ".join(words(table))
    assert not table.bridge._wagers.entered.bets


def test_the_row_is_closed_while_no_wagers_are_taken(sit: Sit) -> None:
    table = sit("massachusetts")
    table.tap("on spot 1", "A chip of 25")
    assert items.has(table.window, "chip row")
    table.tap("Closing call")
    assert not items.has(table.window, "chip row")
    items.touch(table.window, "spot 1")
    assert not items.has(table.window, "chip row")
    assert table.bridge._now._were["tappable"] == []


THREE_ON_A_BOX = (
    "profile new_zealand\n\ndealer Ana\n"
    "bets 1a:1000+500 1b:10+5 1c:5+5 4a:25+5 4b:10 4c:1000 7a:10+1 7b:500+25 7c:1000+5\n"
)
LAST_ROUND = "call\n{cards}settle all\nend\n"


def after_a_round(written: str, cards: str) -> str:
    return written + LAST_ROUND.format(cards="".join(f"shoe {card}\n" for card in cards.split()))


@pytest.mark.parametrize("look", [Settings(), Settings(language="es", text_percent=130, hand="left")])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "written",
    [
        after_a_round(THREE_ON_A_BOX, "7c 8h Qc 9d"),
        after_a_round(MARYLAND, "2c 3c 4c 5c 6c 7c 8c 9c Tc Kd"),
    ],
)
def test_the_row_hides_no_wager_and_no_text_is_cut(written: str, size: str, look: Settings) -> None:
    stage = Stage(Scene(written, ("wager spot 7",)), look)
    window = stage.window(SIZES[size])
    window.grabWindow()
    items.breathe()
    top = items.rect(items.named(window, "chip row")).top()
    spots = [items.named(window, f"spot {number}") for number in (1, 4, 7)]
    wagers = [painted(item) for spot in spots for item in items.texts(window) if spot.isAncestorOf(item)]
    assert len(wagers) > len(spots)
    assert all(area.bottom() <= top + 1 for area in wagers)
    keys = [item for item in items.texts(window) if items.named(window, "chip row").isAncestorOf(item)]
    assert not [item.property("text") for item in keys if item.property("truncated")]
    assert all(item.property("contentWidth") <= item.width() + 2 for item in keys)
    window.close()


@pytest.mark.parametrize(
    ("limits", "chips"),
    [
        (LimitsView(), (100, 500, 1000, 2500, 10000, 50000)),
        (LimitsView(100, 400), (50, 100, 200)),
        (LimitsView(100, 400, 100), (100, 200)),
        (LimitsView(1000, 100000, 500), (500, 1000, 2500, 10000, 50000)),
        (LimitsView(500, 10000, 500), (500, 1000, 2500, 10000)),
        (LimitsView(250, 20000, 50), (50, 100, 500, 1000, 2500, 10000)),
    ],
)
def test_only_chips_that_the_limits_need(limits: LimitsView, chips: tuple[int, ...]) -> None:
    assert chips_for(limits) == chips


@pytest.mark.parametrize("scene", ["wagers", "wagers-shared", "wagers-progressive"])
@pytest.mark.parametrize("size", SIZES)
def test_no_text_of_the_row_shrinks_in_large_spanish(scene: str, size: str) -> None:
    window = Stage(SCENES[scene], Settings(language="es", text_percent=130)).window(SIZES[size])
    row = items.named(window, "chip row")
    told = [one for one in items.within(row) if one.inherits("QQuickText") and one.property("text")]
    assert len(told) > 12
    for text in told:
        line = QFontMetricsF(text.property("font")).height()
        assert text.property("contentHeight") >= 0.95 * line * text.property("lineCount"), text.property(
            "text"
        )
    window.close()
