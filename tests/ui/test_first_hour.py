"""The first hour of a new dealer: what used to trap one, tapped on the real window."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_station.engine import events as e
from dealer_station.engine import notation_read
from dealer_station.engine import observations as o
from dealer_station.engine.decisions import decide
from dealer_station.engine.errors import PeopleError
from dealer_station.engine.events import Event
from dealer_station.engine.evolution import fold
from dealer_station.engine.observations import Observation
from dealer_station.engine.words import STEPS
from dealer_station.log.codec import decode
from dealer_station.log.read import Reader
from dealer_station.play import Player
from dealer_station.profiles import NAMES
from dealer_station.station import Seen
from tests.house.rules import ROOT
from tests.ui import items
from tests.ui.scenes import SCENES, SIZES, Scene, Stage
from tests.ui.sitting import sitting
from tests.ui.table import Table
from ui.buttons import buttons_for
from ui.settling import displayed, done
from ui.signing import Acquaintances
from ui.speech import Speech
from ui.window import DealerWindow

NOBODY_HAS_A_PIN = Acquaintances({"1": "Ana"}, {})


def words(window: DealerWindow) -> list[str]:
    """Everything that stands on the screen, from the top to the foot."""
    found = sorted(items.texts(window), key=lambda item: items.rect(item).top())
    return [item.property("text") for item in found]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "log.db", "massachusetts")
    made.sign_in()
    yield made
    made.close()
    assert made.warnings == []


def test_the_simulated_floor_signs_without_a_pin(tmp_path: Path) -> None:
    with sitting(tmp_path / "table.db") as here:
        here.sign_in()
        here.tap("Floor", "Close the table", "OPEN THE TABLE", "Ana")
        here.until_step("inspect")
        here.tap("Done")
        here.until_step("verify_inspection")
        here.tap("SIGN", "floorperson")
        here.until_step("spread_for_player")
        here.until(lambda: items.has(here.window, "button Done"), "the next step on the screen")


def test_a_form_that_has_nothing_to_ask_is_done_at_once() -> None:
    written = (
        "profile exhibit_a\noption card_supply=manual_shoe\nstart closed\n\ndealer Ana\nconfirm inspect\n"
    )
    stage = Stage(Scene(written), signing=NOBODY_HAS_A_PIN)
    stage.bridge.open("sign verify_inspection")
    assert stage.bridge.property("page")["name"] == ""
    assert [told.observation for told in stage._told] == [o.Confirmed("verify_inspection", "supervisor")]


def test_an_error_leaves_the_form_open_with_a_message(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise PeopleError("the file of the people cannot be read; call the technician")

    def breaks(*_: object) -> None:
        raise ZeroDivisionError

    table.bridge.tap("open floor")
    for fault, message in (
        (fails, "the file of the people cannot be read; call the technician"),
        (breaks, "This could not be done. Try again, or go back to the table."),
    ):
        monkeypatch.setattr(Acquaintances, "pin", fault)
        table.bridge.tap("open rule reshuffle")
        table.bridge.tap("choose as the book says")
        table.tap("1", "2", "3", "4", "Enter")
        assert message in words(table.window)
        assert items.has(table.window, "button Back to the table")
        assert items.has(table.window, "button 7"), "the PIN is asked again"
    table.tap("Back to the table")
    assert items.has(table.window, "button Closing call") or items.has(table.window, "button WAGERS")


def wagers_on_the_pad(table: Table) -> dict[str, str]:
    return {spot["text"]: spot["under"] for spot in table.bridge.property("page")["spots"] if spot["under"]}


@pytest.mark.parametrize(
    ("profile", "entries", "reason", "spot"),
    [
        ("house_manual", ("Spot 2", *"1500"), "above the most, 1000", "2"),
        ("house_manual", ("Spot 2", *"7"), "below the least, 10", "2"),
        ("massachusetts", ("Spot 2", "0", "Point", "3", "7"), "half of 0.37", "2"),
        ("massachusetts", ("Spot 2", "tie", *"5"), "a tie wager needs", "2"),
    ],
)
def test_a_wager_that_is_not_taken_stays_in_the_pad_with_its_reason(
    tmp_path: Path, profile: str, entries: tuple[str, ...], reason: str, spot: str
) -> None:
    table = Table(tmp_path / "log.db", profile)
    table.sign_in()
    table.place("1:25 3:50")
    before = table.station.table.round.hands
    table.tap("WAGERS", "Spot 1", "No wager", "3", "0", *entries, "The wagers lie like this")
    assert not table._told
    assert table.station.table.round.hands == before
    page = table.bridge.property("page")
    assert page["name"] == "wagers", "the pad stays open"
    assert wagers_on_the_pad(table)["1"] == "30", "what was entered for the others stays"
    assert [one["text"] for one in page["spots"] if one["wrong"]] == [spot]
    assert [one["text"] for one in page["spots"] if one["chosen"]] == [spot]
    assert reason in page["complaint"]
    assert page["complaint"] in words(table.window)
    assert not items.has(table.window, "button Closing call"), "no old wagers are dealt"
    table.tap("Spot out", "The wagers lie like this")
    assert [(hand.name, hand.bet.main_cents) for hand in table.station.table.round.hands] == [
        ("1", 3000),
        ("3", 5000),
    ]
    table.close()


@pytest.mark.parametrize("profile", NAMES)
def test_the_closing_call_is_offered_only_where_it_is_taken(
    profile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every moment of every written round: whatever button makes the call, the table takes it."""
    see, offered = Player.see, 0

    def seen(player: Player, observation: Observation) -> tuple[Event, ...]:
        nonlocal offered
        events = see(player, observation)
        table, rules = player.table, player.rules
        shown = displayed(table, rules, player.due)
        acts = [button.act for button in buttons_for(player.due, shown, rules, Speech("en"))]
        if "call" in acts:
            offered += 1
            for settlement in shown.now:
                table = fold(table, decide(table, rules, done(settlement)))
            refused = [one for one in decide(table, rules, o.Called()) if isinstance(one, e.TapRefused)]
            assert not refused
        return events

    monkeypatch.setattr(Player, "see", seen)
    for path in sorted((ROOT / "tests" / "rounds" / profile).glob("*.round")):
        written = notation_read.read(path.read_text("utf-8"))
        Player.at_table_of(written.header).play(written.lines)
    assert offered > 100


def test_the_first_round_asks_for_wagers_before_it_offers_the_call(table: Table) -> None:
    assert not items.has(table.window, "button Closing call")
    assert "Enter what lies on the layout." in words(table.window)
    table.place("1:25")
    assert items.has(table.window, "button Closing call")


def test_after_a_dealer_change_the_burn_comes_first_and_no_call_is_offered(table: Table) -> None:
    table.place("1:25")
    table.tap("Closing call")
    table.deal("9c 8d")
    table.tap("All hands are settled")
    assert items.has(table.window, "button Closing call")
    table.tap("Dealer", "Another dealer", "Bo")
    assert table.step == "pick_up"
    assert not items.has(table.window, "button Closing call")
    table.tap("Done")
    assert table.step == "burn"
    assert not items.has(table.window, "button Closing call")
    table.burn()
    assert items.has(table.window, "button Closing call")


def test_in_the_last_round_of_a_shoe_no_call_is_offered(table: Table) -> None:
    table.place("1:25")
    table.tap("Closing call")
    table.station.observe(Seen(o.CutCardSeen(), "shoe"))
    table.deal("9c 8d")
    assert not items.has(table.window, "button Closing call")
    table.tap("All hands are settled")
    assert table.step == "pick_up"
    assert not items.has(table.window, "button Closing call")


def test_a_refusal_says_what_comes_first_in_the_words_of_the_prompt(table: Table) -> None:
    table.place("1:25")
    table.tap("Closing call")
    table.deal("9c 8d")
    table.bridge.tap("call")
    table.tap("All hands are settled")
    table.bridge.tap("confirm load")
    table.settle_down()
    said = table.bridge._refusal["reason"]
    assert said == '"Load the shoe" is not next. First: Pick up the cards of spot 1, then your own'
    assert f"Not now: {said}" in " ".join(words(table.window))


@pytest.mark.parametrize("profile", NAMES)
def test_no_refusal_of_a_written_round_names_a_step_by_its_id(
    profile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    see, ids, told = Player.see, [step for step in STEPS if "_" in step], list[str]()

    def seen(player: Player, observation: Observation) -> tuple[Event, ...]:
        for tap in (o.Called(), o.Settled(), o.BetsPlaced(()), o.Confirmed("pick_up"), o.Confirmed("load")):
            refused = decide(player.table, player.rules, tap)[0]
            told.extend([refused.reason] if isinstance(refused, e.TapRefused) else [])
        return see(player, observation)

    monkeypatch.setattr(Player, "see", seen)
    for path in sorted((ROOT / "tests" / "rounds" / profile).glob("*.round")):
        written = notation_read.read(path.read_text("utf-8"))
        Player.at_table_of(written.header).play(written.lines)
    assert told
    assert not {reason for reason in told if any(step in reason for step in ids)}


def test_the_game_goes_on_after_a_count_that_was_accepted(tmp_path: Path) -> None:
    with sitting(tmp_path / "table.db", "house_manual") as here:
        here.sign_in()
        here.bets()
        here.table.panel.tap("shuffler count_off_by_one")
        here.tap("Closing call")
        here.until(lambda: here.state.round.closed, "the call")
        for _ in range(60):
            items.breathe()
            if here.step == "return_cards":
                break
            here.do_what_is_due()
        here.tap("Done")
        here.until(lambda: bool(here.state.holds), "the wrong count")
        here.until(lambda: here.table.world.shuffler.shuffler.now.state == "ready", "a green lamp")  # type: ignore[union-attr]
        here.tap("ACCEPT", "as the book says")
        here.until(lambda: not here.state.holds, "the ruling")
        number = here.state.round.number
        here.play_round()
        assert here.state.round.number == number + 1


def test_a_ruling_that_was_begun_is_finished_first(table: Table) -> None:
    """Another card leaves the shoe while a PIN is typed: the form and the stop stay what they were."""
    table.place("1:25")
    table.deal("Tc")
    first = table.station.table.holds[0]
    buttons = [one["act"] for one in table.bridge._now._were["hold"]["rulings"]]
    assert "open rule discard" not in buttons or buttons
    table.tap("PLAY ON")
    table.tap("as the book says", "1", "2")
    table.deal("Jc")
    assert len(table.station.table.holds) == 2
    assert items.has(table.window, "button 3"), "the PIN is still being typed"
    table.tap("3", "4", "Enter")
    assert [hold.card for hold in table.station.table.holds] == ["Jc"]
    assert first not in table.station.table.holds
    assert items.has(table.window, "stopped"), "the next one is shown afterwards"


def test_the_stop_on_the_screen_stays_until_it_is_over(table: Table) -> None:
    """No button changes under the finger because something else stops the table."""
    table.place("1:25")
    table.deal("Tc")
    before = table.bridge._now._were["hold"]
    table.station.observe(Seen(o.DeviceSaid("shoe", "door"), "shoe"))
    items.breathe()
    after = table.bridge._now._were["hold"]
    assert after["rulings"] == before["rulings"]
    assert after["words"] == before["words"]
    assert after["waiting"] == "1 more to rule on after this."
    table.tap("PLAY ON", "as the book says", "1", "2", "3", "4", "Enter")
    assert [hold.kind for hold in table.station.table.holds] == ["device"]
    assert table.bridge._now._were["hold"]["title"] == "DEVICE TROUBLE"


def test_a_signature_is_worth_nothing_for_another_stop(table: Table) -> None:
    table.place("1:25")
    table.deal("Tc")
    raised = table.station.table.holds[0].raised
    table.station.observe(Seen(o.Ruled("play_on", by="Lee", because="seen"), "floor"))
    table.deal("Jc")
    late = o.Ruled("play_on", by="Lee", because="seen", about=raised)
    table.station.observe(Seen(late, "floor"))
    items.breathe()
    assert [hold.card for hold in table.station.table.holds] == ["Jc"]
    assert "this stop is over" in table.bridge._refusal["reason"]


def test_a_card_is_keyed_in_although_something_else_stopped_the_table_since(table: Table) -> None:
    table.place("1:25")
    table.tap("Closing call")
    table.deal("??")
    table.station.observe(Seen(o.DeviceSaid("shoe", "door"), "shoe"))
    items.breathe()
    table.tap("KEY THE CARD IN")
    table.bridge.tap("choose 9c")
    table.settle_down()
    assert [hold.kind for hold in table.station.table.holds] == ["device"]
    assert table.station.table.round.draws[-1].card == "9c"


def test_a_closed_table_stays_closed_until_somebody_opens_it(table: Table) -> None:
    table.place("1:25")
    table.tap("Closing call")
    table.deal("9c 8d")
    table.tap("All hands are settled", "Done")
    table.tap("Floor", "Close the table", "1", "2", "3", "4", "Enter")
    assert items.has(table.window, "closed")
    shown = words(table.window)
    assert "TABLE CLOSED" in shown
    rows = {row["name"]: row["value"] for row in table.bridge._now._were["closed"]["rows"]}
    assert rows["Closed by"] == "Lee"
    assert rows["Rounds dealt"] == "1"
    assert rows["Result for the house"] == "-25"
    assert rows["Cards left in the shoe"] == "not known", "nobody saw this shoe loaded"
    assert rows["Cards in the rack"] == "3"
    assert {*rows.values()} <= {*shown}
    assert not items.has(table.window, "button Done"), "nothing of the opening is asked for"
    again = table.restarted()
    assert items.has(again.window, "closed"), "also after a restart"
    again.tap("OPEN THE TABLE", "Bo")
    assert not items.has(again.window, "closed")
    assert again.step == "inspect"
    assert items.has(again.window, "button Done")
    assert again.station.table.dealer == "Bo"
    again.window.close()


def test_a_table_that_was_closed_by_mistake_is_taken_back(table: Table) -> None:
    table.tap("Floor", "Close the table", "1", "2", "3", "4", "Enter")
    assert items.has(table.window, "closed")
    table.tap("Undo")
    assert not items.has(table.window, "closed")
    assert table.step == "bets"


def test_a_card_that_cannot_be_is_named_with_both_places() -> None:
    stage = Stage(SCENES["impossible-card"])
    window = stage.window(SIZES["1280x800"])
    shown = " ".join(words(window))
    assert "ace of spades: more were read than the shoe holds" in shown
    assert "Now: spot 7." in shown
    assert "Read before: spot 1, spot 2, spot 3, spot 4, spot 5, spot 6." in shown
    assert items.named(window, "stopped").property("hold")["rank"] == "A"
    window.close()


def test_a_wrong_read_that_the_dealer_reports_is_not_called_one_too_many(table: Table) -> None:
    table.place("1:25")
    table.deal("Tc")
    table.tap("Something else is wrong", "The screen shows another card than lies there")
    shown = words(table.window)
    assert "The screen shows another card than lies there" in shown
    assert not [text for text in shown if "more" in text and "than the shoe holds" in text]


def test_a_card_that_lay_face_up_is_asked_for_before_it_is_taken_away(table: Table) -> None:
    table.place("1:25 2:25")
    table.tap("Closing call")
    table.deal("9c Kh 8d")
    before = table.station.table.round.draws
    table.tap("Something is wrong", "A card lay face up in the shoe")
    assert table.station.table.round.draws == before, "nothing is taken away yet"
    assert items.has(table.window, "button The last card")
    assert items.has(table.window, "button spot 2")
    table.tap("Back to the table")
    assert table.station.table.round.draws == before
    table.tap("Something is wrong", "A card lay face up in the shoe", "The last card")
    assert table.step == "deal"
    assert [drawn.place for drawn in table.station.table.round.draws][-1] is None


def test_an_earlier_card_that_lay_face_up_waits_for_a_ruling(table: Table) -> None:
    table.place("1:25 2:25")
    table.tap("Closing call")
    table.deal("9c Kh 8d")
    before = table.station.table.round.draws
    table.tap("Something is wrong", "A card lay face up in the shoe", "spot 1")
    assert table.station.table.round.draws == before
    hold = table.station.table.holds[-1]
    assert (hold.kind, before[hold.draw or 0].card) == ("face_up", "9c")


def test_the_stop_of_a_device_goes_when_it_is_back_with_nothing_missing(table: Table) -> None:
    table.place("1:25")
    table.tap("Closing call")
    table.station.observe(Seen(o.DeviceSaid("shoe", "lost", "the cable was pulled"), "shoe"))
    items.breathe()
    assert items.has(table.window, "stopped")
    table.station.observe(Seen(o.DeviceSaid("shoe", "back"), "shoe"))
    items.breathe()
    assert not items.has(table.window, "stopped")
    with Reader(table.db) as log:
        written = [decode(row.part, row.body) for row in log.rows()]
    ended = [one for one in written if isinstance(one, e.HoldRuled)]
    assert [(one.kind, one.ruling) for one in ended] == [("device", "back")]


def test_a_device_that_may_have_missed_cards_stays_on_the_screen(table: Table) -> None:
    table.place("1:25")
    table.tap("Closing call")
    lost = o.DeviceSaid(
        "shoe", "lost", "it keeps another journal than before: cards may be missing", missed=True
    )
    table.station.observe(Seen(lost, "shoe"))
    table.station.observe(Seen(o.DeviceSaid("shoe", "back"), "shoe"))
    items.breathe()
    assert items.has(table.window, "stopped")
    assert table.station.table.holds[-1].missed
