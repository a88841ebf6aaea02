"""A hold offers findings and remedies in full; a departure is never taken by accident."""

from pathlib import Path

import pytest

from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.codec import decode
from dealer_station.people.required_titles import highest
from dealer_station.rulebooks import NAMES
from dealer_station.rulebooks.book_addresses import gist
from dealer_station.station.station import Seen
from tests.ui import items
from tests.ui.ruling_buttons import buttons
from tests.ui.sitting import sitting
from tests.ui.table import Table
from tests.ui.test_rounds import STAKE, call

PIN = ("1", "2", "3", "4", "Enter")
WHY = "the players agreed"


@pytest.fixture
def late(tmp_path: Path) -> Table:
    """A table that is held by a late wager of 200 on spot 3."""
    return late_at(tmp_path / "log.db", "massachusetts")


def late_at(db: Path, book: str) -> Table:
    table = Table(db, book)
    table.sign_in()
    stake = STAKE.get(book, "50")
    table.place(f"1:{stake} 3:{stake}")
    call(table)
    table.deal("7c")
    lies = int(stake) * 100 if book in STAKE else 20000
    table.station.observe(Seen(o.Reported("late_wager", spot=3, cents=lies), "dealer", "Ana"))
    items.breathe()
    return table


def texts(table: Table) -> list[str]:
    return [item.property("text") for item in items.texts(table.window)]


def ruled(table: Table) -> e.HoldRuled:
    """The last ruling of the log."""
    with Reader(table.db) as log:
        facts = [decode(row.part, row.body) for row in log.rows() if row.part == "fact"]
    return [fact for fact in facts if isinstance(fact, e.HoldRuled)][-1]


def test_the_buttons_say_what_they_do_in_full(late: Table) -> None:
    shown = texts(late)
    assert {
        "RETURN 200 TO SPOT 3",
        "IT WAS IN TIME: 200 MORE COUNT ON SPOT 3",
        "Depart from the book…",
    } <= set(shown)
    assert not {"ACCEPT", "REFUSE", "PLAY ON", "it stands"} & set(shown)
    # A departure is behind its own button.
    assert "LET 200 STAND ON SPOT 3" not in shown
    late.close()


def test_a_finding_is_a_fact_found_by_a_named_person(late: Table) -> None:
    late.tap("IT WAS IN TIME: 200 MORE COUNT ON SPOT 3", "the camera recording was checked", *PIN)
    assert not late.station.table.holds
    found = ruled(late)
    assert (found.ruling, found.by, found.cite, found.departs_from) == ("unfounded", "Lee", "", "")
    assert next(hand for hand in late.station.table.round.hands if hand.name == "3").bet.main_cents == 25000
    late.close()


def test_chips_count_with_the_cards_out_only_after_a_confirmation_and_with_the_highest_title(
    late: Table,
) -> None:
    late.tap("RETURN 200 TO SPOT 3", "as the book says", *PIN, "Done")
    late.deal("Kc")
    late.station.observe(Seen(o.Reported("late_wager", spot=3, cents=10000), "dealer", "Ana"))
    items.breathe()
    finding = ("IT WAS IN TIME: 100 MORE COUNT ON SPOT 3", "the camera recording was checked")
    late.tap(*finding)
    shown = texts(late)
    assert "100 more count on spot 3 although the cards are out." in " ".join(shown)
    title = highest(late.rules).title
    assert f"Reason: the camera recording was checked. This needs the {title}." in " ".join(shown)
    late.tap("BACK TO THE QUESTION")
    assert late.station.table.holds
    late.tap(*finding, "THEY COUNT")
    assert f"Who signs? This needs the {title}" in texts(late)
    late.tap(*PIN)
    assert not late.station.table.holds
    found = ruled(late)
    assert (found.ruling, found.by, found.cards_out) == ("unfounded", "Lee", True)
    assert next(hand for hand in late.station.table.round.hands if hand.name == "3").bet.main_cents == 15000
    late.close()


@pytest.mark.parametrize(
    ("which", "entered"),
    [("They came beside the wager", False), ("They are the wager that was entered", True)],
)
def test_chips_of_the_same_amount_may_be_the_wager_or_come_beside_it(
    late: Table, which: str, entered: bool
) -> None:
    late.tap("RETURN 200 TO SPOT 3", "as the book says", *PIN, "Done")
    for act in ("open wrong", "choose late_wager", "choose 3", "key 5", "key 0", "key enter", "choose main"):
        late.bridge.tap(act)
    late.settle_down()
    assert "Which chips came too late?" in texts(late)
    late.tap(which)
    assert late.station.table.holds[-1].entered is entered
    late.close()


def test_every_page_says_what_is_ruled_and_for_which_spot(late: Table) -> None:
    late.tap("RETURN 200 TO SPOT 3")
    assert "Return 200 to spot 3: Initial wager." in texts(late)
    assert "A wager was made too late · spot 3: 200 on the Initial wager · §6(b)" in texts(late)
    late.tap(*PIN)
    assert ruled(late).cite == "§6(b)"
    late.close()


def test_an_amount_joins_the_words_once_it_is_keyed_in(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "massachusetts")
    table.sign_in()
    table.place("1:50 3:50")
    call(table)
    table.deal("7c 8c 9c")
    table.tap("This hand is settled, next hand")
    table.station.observe(Seen(o.Reported("wrong_pay", spot=3), "dealer", "Ana"))
    items.breathe()
    table.tap("PAY SPOT 3", "2", "0", "Enter")
    assert "Pay 20 to spot 3." in texts(table)
    table.close()


def depart(table: Table) -> None:
    table.tap("Depart from the book…", "LET 200 STAND ON SPOT 3", WHY)


def test_a_departure_takes_a_reason_a_confirmation_and_the_highest_title(late: Table) -> None:
    depart(late)
    shown = " ".join(texts(late))
    assert f"This is against §6(b): {gist('massachusetts', '§6(b)').rstrip('.')}." in shown
    assert "The book's remedy: Return 200 to spot 3. Depart anyway?" in shown
    assert f"Reason: {WHY}. This needs the {highest(late.rules).title}." in shown
    assert late.station.table.holds
    late.tap("DEPART ANYWAY")
    assert f"Who signs? This needs the {highest(late.rules).title}" in texts(late)
    late.tap(*PIN)
    assert not late.station.table.holds
    made = ruled(late)
    assert (made.ruling, made.by, made.because) == ("accept", "Lee", WHY)
    assert (made.cite, made.departs_from) == ("", "§6(b)")
    late.close()


def test_the_book_is_no_reason_to_depart_from_it(late: Table) -> None:
    late.tap("Depart from the book…", "LET 200 STAND ON SPOT 3")
    assert "as the book says" not in texts(late)
    assert "LET 200 STAND ON SPOT 3" in texts(late)
    late.close()


def test_whoever_keeps_to_the_book_departs_from_nothing(late: Table) -> None:
    depart(late)
    late.tap("KEEP TO THE BOOK")
    assert late.station.table.holds
    assert "RETURN 200 TO SPOT 3" in texts(late)
    depart(late)
    late.tap("Back", "a device fault")
    assert "Reason: a device fault. This needs the licensee." in texts(late)
    late.close()


def test_a_departure_is_marked_for_the_rest_of_the_round(late: Table) -> None:
    depart(late)
    late.tap("DEPART ANYWAY", *PIN)
    assert "DEPARTED FROM §6(b)" in texts(late)
    late.deal("4h 9s")
    late.tap("All hands are settled", "Done")
    assert "DEPARTED FROM §6(b)" not in texts(late)
    late.close()


@pytest.mark.parametrize("book", NAMES)
def test_no_book_lets_a_late_wager_stand_without_a_departure(book: str, tmp_path: Path) -> None:
    table = late_at(tmp_path / "log.db", book)
    shown = table.bridge.shown
    assert shown
    hold = shown.view.holds[0]
    assert "accept" not in buttons(shown.view)
    assert buttons(shown.view, "finding")["unfounded"].startswith("IT WAS IN TIME")
    table.tap("Depart from the book…", buttons(shown.view, "departure", book)["accept"], WHY)
    assert any(hold.departs_from in text for text in texts(table))
    table.close()


def test_a_silent_book_cannot_be_departed_from(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "massachusetts")
    table.sign_in()
    table.station.observe(Seen(o.DeviceSaid("shoe", "lost"), "shoe"))
    items.breathe()
    assert not items.has(table.window, "button Depart from the book…")
    table.close()


def test_a_simulated_table_asks_for_reason_and_confirmation_too(tmp_path: Path) -> None:
    with sitting(tmp_path / "table.db") as here:
        here.sign_in()
        here.draw()
        here.until(lambda: items.has(here.window, "stopped"), "a hold")
        here.tap("Depart from the book…", "CARD TO THE RACK", WHY)
        assert here.state.holds
        here.tap("DEPART ANYWAY")
        here.until(lambda: not here.state.holds, "the ruling")
        assert here.state.round.departures


def dealt(db: Path) -> Table:
    table = Table(db, "massachusetts")
    table.sign_in()
    table.place("1:50 3:50")
    call(table)
    table.deal("7c")
    return table


def recorded(table: Table) -> e.RulingRecorded:
    """The last ruling of the log that no stop had asked for."""
    with Reader(table.db) as log:
        facts = [decode(row.part, row.body) for row in log.rows() if row.part == "fact"]
    return [fact for fact in facts if isinstance(fact, e.RulingRecorded)][-1]


def test_stepping_in_takes_a_reason_that_is_not_the_book(tmp_path: Path) -> None:
    table = dealt(tmp_path / "log.db")
    table.tap("Floor")
    assert "PAY" not in texts(table), "no hand is settled"
    table.tap("VOID THE ROUND")
    assert "as the book says" not in texts(table)
    table.tap("a device fault", *PIN)
    assert table.station.table.round.voided
    made = recorded(table)
    assert (made.kind, made.by, made.because) == ("intervention", "Lee", "a device fault")
    table.close()


def test_a_report_that_was_settled_at_once_is_found_mistaken_on_the_floor_page(tmp_path: Path) -> None:
    table = dealt(tmp_path / "log.db")
    before = table.station.table.round
    table.tap("Floor")
    assert "The report was mistaken" not in texts(table)
    table.tap("Back to the table")
    table.station.observe(Seen(o.Reported("face_up"), "dealer", "Ana"))
    items.breathe()
    assert table.station.table.round != before
    table.tap("Floor", "The report was mistaken", "the camera recording was checked", *PIN)
    assert table.station.table.round == before
    assert (recorded(table).ruling, recorded(table).kind) == ("unfounded", "face_up")
    table.close()


@pytest.mark.parametrize(
    ("book", "words"),
    [
        ("massachusetts", "ALLOW PLAYERS OUT OF THE HAND"),
        ("house_manual", "PLAYERS MAY OPT OUT OF THE HAND"),
    ],
)
def test_players_are_let_out_in_the_words_of_the_book(book: str, words: str, tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", book)
    table.sign_in()
    table.place("1:25 3:25")
    call(table)
    table.deal("7c 8d")
    seen = o.Reported("misplaced", lies=5) if book == "massachusetts" else o.Reported("missed_spot", spot=1)
    table.station.observe(Seen(seen, "dealer", "Ana"))
    items.breathe()
    assert words in texts(table)
    table.close()


def test_the_operator_voids_a_hand_that_was_settled(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "new_zealand", options={"card_supply": "csm"})
    table.sign_in()
    table.place("1:50 3:50+5")
    call(table)
    table.deal("4c 9c 8d")
    table.tap("This hand is settled, next hand", "This hand is settled, next hand")
    assert table.station.table.round.hands[1].has("tie", "take")
    table.station.observe(Seen(o.DeviceSaid("shuffler", "jam"), "shuffler"))
    items.breathe()
    table.tap("VOID A HAND", "Box 1", "Box 3", "Enter")
    table.tap("as the book says", *PIN)
    assert [hand.voided for hand in table.station.table.round.hands] == ["shuffler_fault"] * 2
    assert table.step == "restore_wagers"
    assert ruled(table).cite == "9.10"
    table.close()


def test_a_wheel_that_nobody_validates_is_found_misread_on_the_floor_page(tmp_path: Path) -> None:
    wheel = {"bonus_spin": "on", "bonus_trigger": "red7", "bonus_wheel": "400,100,25"}
    table = Table(tmp_path / "log.db", "maryland", options={**wheel, "bonus_seeds": "10000,5000"})
    table.sign_in()
    table.station.observe(Seen(o.BetsPlaced((o.Bet(1, "", 5000, bonus_cents=500),)), "dealer", "Ana"))
    call(table)
    while table.step != "deal":
        table.tap("Done")
    table.deal("Kc 7d")
    table.tap("All hands are settled")
    assert table.step == "spin_wheel"
    table.station.observe(Seen(o.Spun(1, "400"), "dealer", "Ana"))
    items.breathe()
    assert table.step == "settle"
    table.tap("Floor", "The wheel was misread", "the camera recording was checked", *PIN)
    assert table.step == "spin_wheel"
    assert (recorded(table).ruling, recorded(table).kind) == ("unfounded", "wheel_validation")
    table.close()


def disputed(table: Table) -> set[str]:
    """The texts on the screen once a player disputes a hand."""
    table.station.observe(Seen(o.Reported("dispute"), "dealer", "Ana"))
    items.breathe()
    return set(texts(table))


def missed(table: Table) -> None:
    """A hand is settled, and spot 1 is then found to have got no card: it is void."""
    table.station.observe(Seen(o.Settled(), "dealer", "Ana"))
    table.station.observe(Seen(o.Reported("missed_spot", spot=1), "dealer", "Ana"))
    table.station.observe(Seen(o.Ruled("void", by="Lee"), "floor", "Lee"))


def test_a_dispute_at_an_empty_table_offers_no_chips(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "massachusetts")
    table.sign_in()
    shown = disputed(table)
    assert "THE PLAYER IS RIGHT" in shown
    offered = {one["text"] for one in table.bridge._now._were["hold"]["rulings"]}
    assert not {"PAY A PLAYER", "TAKE FROM A PLAYER"} & offered
    assert not any("put it right with pay or take" in text for text in shown)
    table.close()


def test_a_dispute_puts_no_void_hand_right(tmp_path: Path) -> None:
    table = dealt(tmp_path / "log.db")
    table.deal("8c 9c")
    missed(table)
    disputed(table)
    table.tap("PAY A PLAYER")
    assert "Spot 3" in texts(table)
    assert "Spot 1" not in texts(table)
    table.close()


def test_only_a_departure_pays_where_every_hand_is_void(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "massachusetts")
    table.sign_in()
    table.place("1:50")
    call(table)
    table.deal("7c 8c")
    missed(table)
    disputed(table)
    assert "PAY A PLAYER" not in {one["text"] for one in table.bridge._now._were["hold"]["rulings"]}
    table.tap("Depart from the book…", "PAY A PLAYER", "Spot 1", "Enter", "2", "0", "Enter", WHY)
    assert any(text.startswith("This is against §10(d): ") for text in texts(table))
    table.tap("DEPART ANYWAY", *PIN)
    assert ruled(table).departs_from == "§10(d)"
    assert not table.station.table.holds
    table.close()


def test_a_departure_in_a_void_round_is_about_the_hands_that_are_chosen(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "maryland", options={"card_supply": "csm"})
    table.sign_in()
    table.place("1:50 2:50 3:50")
    call(table)
    table.deal("Ac Qh Ad Kd")
    for _ in range(3):
        table.station.observe(Seen(o.Settled(), "dealer", "Ana"))
    table.station.observe(Seen(o.DeviceSaid("shuffler", "jam"), "shuffler"))
    items.breathe()
    table.tap("Depart from the book…", "TAKE FROM A PLAYER, UNDO ALL OTHERS", "Spot 3", "Enter")
    table.tap("5", "Enter", WHY)
    assert "TAKE 5 FROM SPOT 3, UNDO ALL OTHERS" in texts(table)
    table.tap("DEPART ANYWAY", *PIN)
    assert ruled(table).departs_from == "11.D"
    assert [hand.name for hand in table.station.table.round.hands if hand.lines] == ["3"]
    table.close()


def test_a_settlement_that_was_never_made_goes_back_with_the_void_round(tmp_path: Path) -> None:
    table = dealt(tmp_path / "log.db")
    table.deal("8c 9c")
    table.tap("This hand is settled, next hand", "Floor", "VOID THE ROUND", "a device fault", *PIN)
    table.tap("NO HAND WAS SETTLED", "the camera recording was checked", *PIN)
    assert table.step == "settle"
    assert not any(hand.lines for hand in table.station.table.round.hands)
    table.close()


def test_a_jam_that_was_none_leaves_what_was_settled(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "maryland", options={"card_supply": "csm"})
    table.sign_in()
    table.place("1:50 2:50")
    call(table)
    table.deal("Ac Qh Kd")
    table.station.observe(Seen(o.Settled(), "dealer", "Ana"))
    table.station.observe(Seen(o.DeviceSaid("shuffler", "jam"), "shuffler"))
    items.breathe()
    table.tap("THE SHUFFLER DID NOT FAIL", "the camera recording was checked", *PIN)
    assert table.step == "settle"
    assert [hand.name for hand in table.station.table.round.hands if hand.lines] == ["2"]
    table.close()


def test_a_change_found_after_the_settlement_is_reported_with_its_amount(tmp_path: Path) -> None:
    table = dealt(tmp_path / "log.db")
    table.deal("8c 9c")
    table.tap("This hand is settled, next hand")
    table.tap("Something is wrong", "A wager was changed", "Spot 3", "8", "0", "Enter", "Initial wager")
    assert "50 ON SPOT 3, AS IT LAY AT THE CALL" in texts(table)
    assert not any("LET 80 STAND" in text for text in texts(table))
    table.tap("50 ON SPOT 3, AS IT LAY AT THE CALL", "as the book says", *PIN)
    assert not table.station.table.moves, "none of the wager lies there any more"
    assert table.step == "settle"
    table.close()


def test_what_a_ruling_moves_is_moved_before_the_next_stop(late: Table) -> None:
    late.station.observe(Seen(o.Reported("late_wager", spot=1, cents=3000), "dealer", "Ana"))
    items.breathe()
    late.tap("RETURN 200 TO SPOT 3", "as the book says", *PIN)
    assert len(late.station.table.holds) == 1
    assert late.step == "carry_out"
    assert not items.has(late.window, "stopped")
    assert "RETURN 30 TO SPOT 1" not in texts(late)
    late.tap("Done")
    assert items.has(late.window, "stopped")
    assert "RETURN 30 TO SPOT 1" in texts(late)
    late.close()


def test_a_report_is_heard_before_the_last_ruling_is_carried_out(late: Table) -> None:
    late.tap("RETURN 200 TO SPOT 3", "as the book says", *PIN)
    assert late.step == "carry_out"
    late.station.observe(Seen(o.Reported("late_wager", spot=1, cents=3000), "dealer", "Ana"))
    items.breathe()
    assert "RETURN 30 TO SPOT 1" in texts(late)
    late.tap("RETURN 30 TO SPOT 1", "as the book says", *PIN)
    assert len(late.station.table.moves) == 2
    late.tap("Done", "Done")
    assert late.step == "deal"
    late.close()


def test_a_card_in_the_hand_is_ruled_on_before_anything_is_moved(late: Table) -> None:
    late.deal("4h")
    assert late.station.table.holds[-1].has_card
    late.tap("RETURN 200 TO SPOT 3", "as the book says", *PIN)
    assert late.station.table.moves
    assert items.has(late.window, "stopped")
    late.close()


def test_a_late_wager_on_a_shared_box_names_its_bettor(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "new_zealand")
    table.sign_in()
    bets = (o.Bet(1, "", 5000), o.Bet(2, "a", 5000), o.Bet(2, "b", 5000))
    table.station.observe(Seen(o.BetsPlaced(bets), "dealer", "Ana"))
    items.breathe()
    call(table)
    table.deal("7c")
    table.tap("Something is wrong", "A wager was made too late")
    offered = {one["text"] for one in table.bridge.property("page")["choices"]}
    assert {"Box 1", "Box 2a", "Box 2b", "Box 3"} <= offered
    assert "Box 2" not in offered
    table.tap("Box 2b", "Box 2b", "2", "0", "Enter", "Casino War Wager")
    assert "RETURN 20 TO BOX 2b" in texts(table)
    table.close()


@pytest.mark.parametrize(("box", "joins"), [("Box 1", "1b"), ("Box 2a", "2c")])
def test_late_chips_of_another_player_on_a_box_are_reported_as_theirs(
    box: str, joins: str, tmp_path: Path
) -> None:
    table = Table(tmp_path / "log.db", "new_zealand")
    table.sign_in()
    bets = (o.Bet(1, "", 5000), o.Bet(2, "a", 5000), o.Bet(2, "b", 5000))
    table.station.observe(Seen(o.BetsPlaced(bets), "dealer", "Ana"))
    items.breathe()
    call(table)
    table.tap("Something is wrong", "A wager was made too late", box)
    assert "Whose chips came too late?" in texts(table)
    table.tap("Another player", "5", "0", "Enter", "Casino War Wager")
    assert f"RETURN 50 TO BOX {joins}" in texts(table)
    table.close()
