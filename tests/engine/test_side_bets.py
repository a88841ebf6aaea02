"""Side bets as a screen, a lamp and a lock know them, and whose name a step needs."""

import pytest

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.values import Tally
from dealer_station.engine.notation.reader import read
from dealer_station.engine.view.table_view import TableView, view
from dealer_station.written_rounds.play import Player

MARYLAND = """profile maryland
option progressive=on
option meter_rate=3.3333
meter 12340

"""
TO_THE_WAR = """bets 1:10*5 2:20
call
confirm lock_progressive
confirm collect_progressive
confirm count_progressive
shoe 9h
shoe 4c
shoe 9h
settle
1 war
confirm
confirm
shoe 2c
shoe 3c
shoe 5c
shoe 9h
shoe 9h
"""


def seen_after(text: str) -> TableView:
    """The view after these lines, which must all hold."""
    written = read(text)
    player = Player.at_table_of(written.header)
    player.play(written.lines)
    assert player.failure is None
    return view(player.table, player.rules)


def test_the_devices_are_locked_from_the_call_on() -> None:
    assert not seen_after(f"{MARYLAND}bets 1:10*5\n").side_bets_locked
    assert seen_after(f"{MARYLAND}bets 1:10*5\ncall\n").side_bets_locked
    assert not seen_after("profile maryland\nbets 1:10\ncall\n").side_bets_locked


def test_the_meter_shows_whole_cents_and_carries_the_rest() -> None:
    shown = seen_after(f"{MARYLAND}bets 1:10*5\ncall\nconfirm\nconfirm\n")
    assert [(meter.name, meter.cents, meter.millionths) for meter in shown.meters] == [
        ("progressive", 1_234_016, 666_500)
    ]
    assert seen_after("profile maryland\nbets 1:10\n").meters == ()


def test_the_light_is_on_while_a_hand_waits_to_be_paid() -> None:
    assert seen_after(MARYLAND + TO_THE_WAR).lights == ()
    waiting = seen_after(f"{MARYLAND}{TO_THE_WAR}settle\n")
    assert (waiting.lights, waiting.prompt.step) == (("1",), "verify_hand")
    assert seen_after(f"{MARYLAND}{TO_THE_WAR}settle all\n").lights == ()


def test_the_payout_is_validated_by_the_floor_and_not_by_the_dealer() -> None:
    shown = seen_after(f"{MARYLAND}{TO_THE_WAR}settle\nconfirm\nconfirm\n").prompt
    assert (shown.step, shown.role, shown.cite) == (
        "validate_progressive",
        "floorperson",
        "9.J(4)(c)",
    )


def test_nobody_validates_a_payout_without_a_name() -> None:
    written = read(f"{MARYLAND}{TO_THE_WAR}settle\nconfirm\nconfirm\n")
    player = Player.at_table_of(written.header)
    player.play(written.lines)
    nameless = decide(player.table, player.rules, o.Confirmed("validate_progressive"))
    assert [type(event) for event in nameless] == [e.TapRefused]
    signed = decide(player.table, player.rules, o.Confirmed("validate_progressive", by="Lee"))
    assert e.StepDone("validate_progressive", "1", "Lee") in signed


def test_both_parts_of_a_jackpot_are_named() -> None:
    shown = seen_after(f"{MARYLAND}{TO_THE_WAR}settle\nconfirm\nconfirm\nconfirm\n").prompt
    assert shown.do == "Spot 1: PAY Progressive Payout Wager 17340.16: the meter's 12340.16 and 5000"


@pytest.mark.parametrize(
    ("more", "round_", "shift"),
    [
        ("", Tally("progressive", 500, 500), Tally("progressive", 500, 500)),
        (
            "settle all\nend\nbets 1:10*5\n",
            Tally("progressive", 500),
            Tally("progressive", 1000, 500, paid_cents=1_734_016),
        ),
    ],
)
def test_the_account_follows_the_chips_of_the_round_and_of_the_shift(
    more: str, round_: Tally, shift: Tally
) -> None:
    shown = seen_after(f"{MARYLAND}{TO_THE_WAR}{more}")
    assert round_ in shown.round_account
    assert shift in shown.shift_account


def test_a_correction_stands_in_the_account_beside_the_wagers() -> None:
    shown = seen_after(
        'profile maryland\nbets 1:10\ncall\nshoe 9c\nshoe 4d\nsettle\nfloor take 1 3 by Al because "slip"\n'
    )
    assert shown.round_account == (
        Tally("main", 1000, returned_cents=1000, paid_cents=1000),
        Tally("correction", 300, 300),
    )


@pytest.mark.parametrize(("book", "bet"), [("massachusetts", 15), ("house_manual", 15), ("exhibit_a", 3)])
def test_half_of_an_odd_wager_comes_with_a_note(book: str, bet: int) -> None:
    tied = f"profile {book}\nbets 1:{{}}\ncall\nshoe 9c\nshoe 9d\nconfirm\n1 surrender\n"
    tied = tied if book == "house_manual" else tied.replace("confirm\n", "")
    assert "half" in seen_after(tied.format(bet)).prompt.note.lower()
    assert seen_after(tied.format(2 if bet == 3 else 20)).prompt.note == ""
