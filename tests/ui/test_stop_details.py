"""Details that a dealer needs at a stop or in an unusual step: why, which card, and where to look."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.kinds import DeviceStatus
from dealer_station.engine.rulebook.terms import spot_title
from dealer_station.station.station import Seen
from tests.ui import items
from tests.ui.scenes import SIZES, Scene, Stage
from tests.ui.table import Table

Seat = Callable[..., Table]


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    made: list[Table] = []

    def at(profile: str, **options: str) -> Table:
        table = Table(tmp_path / f"{len(made)}.db", profile, options=options)
        table.sign_in()
        made.append(table)
        return table

    yield at
    for table in made:
        table.close()
        assert table.warnings == []


def words(table: Table) -> list[str]:
    found = sorted(items.texts(table.window), key=lambda item: items.rect(item).top())
    return [item.property("text") for item in found]


def test_a_shuffle_in_a_war_says_why_and_what_and_leaves_the_layout_in_sight() -> None:
    written = "profile new_zealand\n\ndealer Ana\nbets 4:30\ncall\nshoe 5c\nshoe 5d\n4 war\n"
    stage = Stage(Scene(written + "shoe 9h\nreport shoe_empty\n"))
    window = stage.window(SIZES["1280x800"])
    shown = [item.property("text") for item in items.texts(window)]
    assert "Shuffle all cards of the discard rack face down until they are well mixed" in shown
    assert "The shoe is empty. The cards and wagers on the layout stay as they are." in shown
    assert shown.count("$30") == 2, "the wager and the war wager lie there"
    assert not any("steps are done" in text for text in shown)
    window.close()


def test_a_card_read_too_often_is_named_with_every_place_where_it_was_read(seat: Seat) -> None:
    table = seat("massachusetts")
    table.place("1:50 2:20")
    for _ in range(3):
        table.tap("Closing call")
        table.deal("Kh Kh 2c")
        table.tap("All hands are settled", "Done")
    table.tap("Closing call")
    table.deal("Kh")
    assert "king of hearts: more were read than the shoe holds" in words(table)
    (detail,) = [text for text in words(table) if text.startswith("Now: spot 1.")]
    assert (
        "Read before: rack 2 from the top (round 3, spot 1), rack 3 from the top (round 3, spot 2)" in detail
    )
    table.tap("CORRECT THE CARD", "rack 2 from the top (round 3, spot 1)", "card Qh")
    table.tap("a device fault", "1", "2", "3", "4", "Enter")
    assert not table.station.table.holds
    assert table.station.table.rack[-2].card == "Qh"


def test_the_dealer_says_which_card_is_damaged_and_is_told_which_to_replace(seat: Seat) -> None:
    table = seat("new_zealand")
    table.place("1:10 2:20")
    table.tap("Closing call")
    table.deal("9c 3d 6h")
    table.tap("Something is wrong", "A card is damaged")
    assert "Which card is damaged?" in words(table)
    assert [(one["text"], one["place"]) for one in table.bridge.property("page")["choices"]] == [
        ("The last card", 0),
        ("box 2", 2),
        ("box 1", 1),
    ]
    table.tap("box 1")
    table.tap("All hands are settled", "Done")
    assert table.step == "replace_card"
    assert "Replace the damaged card: nine of clubs" in words(table)


def test_a_damaged_card_of_the_dealer_is_named_after_the_others(seat: Seat) -> None:
    table = seat("massachusetts")
    table.place("1:10")
    table.tap("Closing call")
    table.deal("9c 9d")
    table.tap("Spot 1: war")
    table.deal("2c 2d 3d 4c")
    table.tap("Something is wrong", "A card is damaged", "dealer")
    (hold,) = table.station.table.holds
    assert hold.kind == "damaged_card"
    assert hold.draw is not None
    assert table.station.table.round.draws[hold.draw].card == "9d"


def say(table: Table, status: DeviceStatus, *, missed: bool = False) -> None:
    table.station.observe(Seen(o.DeviceSaid("shoe", status, missed=missed), "shoe"))
    items.breathe()


def test_a_shoe_that_is_back_after_missed_messages_is_said_to_be_back(seat: Seat) -> None:
    table = seat("massachusetts")
    table.place("1:50 2:20")
    table.tap("Closing call")
    table.deal("9c")
    say(table, "lost", missed=True)
    assert "No signal from the shoe: check its cable and power" in words(table)
    say(table, "back")
    assert "No signal from the shoe: check its cable and power" not in words(table)
    assert "The shoe is back: there was no signal from it for a while" in words(table)
    assert "Cards or messages from it may be missing: check every card and count." in words(table)


@pytest.mark.parametrize("ruling", ["THE DEVICE IS IN ORDER", "GO ON WITHOUT THE DEVICE"])
def test_without_a_shoe_that_reads_the_dealer_is_led_to_keying_the_cards(seat: Seat, ruling: str) -> None:
    table = seat("massachusetts")
    table.place("1:50 2:20")
    table.tap("Closing call")
    table.deal("9c")
    say(table, "lost")
    table.tap(ruling)
    if items.has(table.window, "button a device fault"):
        table.tap("a device fault")
    table.tap("1", "2", "3", "4", "Enter")
    assert "DEAL" in words(table)
    assert "No signal from the shoe: no card can be read." in words(table)
    table.tap("KEY THE CARDS", "1", "2", "3", "4", "Enter")
    table.tap("card 5d")
    assert table.station.table.round.draws[-1].card == "5d"
    assert table.station.table.round.draws[-1].place == 2


@pytest.mark.parametrize(
    ("profile", "spot", "wagers"),
    [
        ("massachusetts", "Spot 2", {"Initial wager", "Tie wager"}),
        ("new_zealand", "Box 2", {"Casino War Wager", "Tie Wager"}),
    ],
)
def test_a_late_wager_is_named_in_the_terms_of_the_book(
    seat: Seat, profile: str, spot: str, wagers: set[str]
) -> None:
    table = seat(profile)
    table.place("1:10 2:20")
    table.tap("Closing call")
    table.deal("9c")
    table.tap("Something is wrong", "A wager was made too late", spot)
    if profile == "new_zealand":
        table.tap(spot)  # Another player might have put chips there too.
    table.tap("5", "Enter")
    assert wagers <= {*words(table)}
    assert not {"main", "tie"} & {*words(table)}


def test_what_was_settled_before_a_round_is_void_is_told_in_the_terms_of_the_book(seat: Seat) -> None:
    table = seat("massachusetts")
    table.place("1:50+5 2:20 4:20")
    table.tap("Closing call")
    table.deal("5c 2d 9h 8s")
    table.tap("This hand is settled, next hand", "This hand is settled, next hand")
    table.tap("Floor", "VOID THE ROUND", "a dealer's mistake", "1", "2", "3", "4", "Enter")
    assert (
        "Settled already: Spot 2 (Initial wager: 20 taken); Spot 4 (Initial wager: 20 paid). "
        "Still to go back: Spot 1 (RETURN Initial wager 50, RETURN Tie wager 5)"
    ) in words(table)


def test_no_two_keys_of_the_chip_row_have_one_label(seat: Seat) -> None:
    table = seat("new_zealand")
    table.tap("WAGERS")
    for other_keys in ("Digits and more", "Chips"):
        keys = [item for item in items.targets(table.window) if item.property("padName") == "chip row"]
        labels = [key.property("text") for key in keys]
        assert len(labels) == len({*labels})
        table.tap(other_keys)


@pytest.mark.parametrize(
    ("profile", "taken"),
    [("massachusetts", "of Initial wager 50"), ("new_zealand", "of Casino War Wager 50")],
)
def test_the_half_that_a_surrender_takes_is_told_apart_from_the_wager(
    seat: Seat, profile: str, taken: str
) -> None:
    table = seat(profile)
    table.place("1:50")
    table.tap("Closing call")
    table.deal("9c 9d")
    table.tap(f"{spot_title(1, table.rules)}: surrender")
    assert {"TAKE 25", taken, "RETURN 25"} <= set(words(table))


def test_a_step_of_one_of_two_stops_names_its_own_irregularity(seat: Seat) -> None:
    table = seat("exhibit_a")
    table.place("1:4 2:2 4:2")
    table.tap("Closing call")
    table.deal("9c 5d")
    table.tap("Something is wrong", "A card was drawn in error and seen")
    table.deal("Qh")
    for ruling in ("BURN 5♦", "CARD TO SPOT 2"):
        table.tap(ruling, "as the book says", "1", "2", "3", "4", "Enter")
    assert "A card was drawn in error and seen" in words(table)
    assert "Irreg 5" in words(table)
    table.tap("Done")
    assert "Irreg 4" in words(table)
    assert "A card left the shoe when none was due" in words(table)
    assert "A card was drawn in error and seen" not in words(table)


@pytest.mark.parametrize("profile", ["maryland", "exhibit_a"])
def test_who_has_refused_the_cut_is_not_offered_again(profile: str, tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", profile, start="closed", options={"card_supply": "manual_shoe"})
    table.tap("Ana")
    for _ in range(40):
        if table.step == "offer_cut":
            break
        table.station.observe(Seen(o.Confirmed("", "floorperson"), "floor", "Lee"))
        items.breathe()
    table.tap("The cut is refused")
    assert 2 in {one["place"] for one in table.bridge.property("page")["choices"]}
    table.tap("Spot 2")
    assert table.step == "offer_cut"
    table.tap("The cut is refused")
    assert 2 not in {one["place"] for one in table.bridge.property("page")["choices"]}
    table.close()


def test_a_device_that_comes_back_changes_no_label_of_the_stop_on_the_screen(seat: Seat) -> None:
    table = seat("exhibit_a")
    table.place("1:4 2:2 4:2")
    table.tap("Closing call")
    table.deal("9c 5d")
    table.tap("Something is wrong", "A card was drawn in error and seen")
    say(table, "lost")
    table.deal("Qh")
    table.tap("BURN 5♦", "as the book says", "1", "2", "3", "4", "Enter")
    assert [hold.kind for hold in table.station.table.holds] == ["device", "card_not_due"]
    assert "A card left the shoe when none was due" in words(table)
    before = rulings(table)
    say(table, "back")
    assert [hold.kind for hold in table.station.table.holds] == ["card_not_due"]
    assert rulings(table) == before


def rulings(table: Table) -> list[str]:
    return [one["text"] for one in table.bridge._now._were["hold"]["rulings"]]
