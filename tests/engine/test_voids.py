"""Void hands: the reason decides under which paragraph the stakes go back; an intervention cites none."""

import pytest

from dealer_station.engine.evolve.accounts import account_of_round
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import parse_card
from dealer_station.engine.model.kinds import as_step
from dealer_station.engine.view.table_view import view
from dealer_station.engine.words.prompts import prompt
from tests.engine.test_words import player_at

DEALT = ("bets 1:2 2:4", "call", "shoe 4h", "shoe 9d", "shoe 6c")
WAR = (
    *("bets 1:2 2:4", "call", "shoe 4h", "shoe 4d", "shoe 4c", "2 war", "1 war"),
    *("shoe 2c", "shoe 3c", "shoe 5c", "shoe 9h", "shoe 9d"),
)
BATCHES = "option card_supply=two_batch_shuffler"


PASSED_BY = ("carry_out", "confirm_layout", "deal", "turn_dealer_card")
"""Steps between a ruling and the stakes that go back."""


@pytest.mark.parametrize(
    ("header", "lines", "cite", "status"),
    [
        ("profile massachusetts", (*DEALT[:4], "report missed_spot 2"), "§10(d)", "inferred"),
        ("profile maryland", (*DEALT[:4], "report missed_spot 2"), "11.C", "stated"),
        ("profile exhibit_a", (*DEALT[:4], "report missed_spot 2"), "Irreg 3", "inferred"),
        (
            "profile new_zealand",
            (*DEALT[:4], "report missed_spot 2", "floor void 2"),
            "9.4, 9.4(a)",
            "stated",
        ),
        ("profile maryland\n" + BATCHES, (*DEALT, "shuffler jam"), "11.D", "stated"),
        (
            "profile maryland",
            (*DEALT, 'floor void_round by Lee because "it must be"'),
            "not addressed",
            "silent",
        ),
        (
            "profile exhibit_a",
            (*DEALT, 'floor void 2 by Lee because "it must be"'),
            "not addressed",
            "silent",
        ),
        (
            "profile massachusetts",
            (*DEALT[:4], "report misplaced", "floor out 2", "floor forward"),
            "§10(a)",
            "inferred",
        ),
        (
            "profile new_zealand",
            (*DEALT, 'floor void_round by Lee because "it must be"'),
            "not addressed",
            "silent",
        ),
        (
            "profile massachusetts",
            (*DEALT[:3], "report face_up", "shoe 5d", "report face_up"),
            "§10(b)",
            "inferred",
        ),
    ],
)
def test_the_stakes_go_back_under_the_paragraph_that_made_the_hand_void(
    header: str, lines: tuple[str, ...], cite: str, status: str
) -> None:
    player = player_at(header, *lines)
    while (step := prompt(player.due, player.rules).step) in PASSED_BY:
        player.see(o.CardDrawn(parse_card("6c")) if step == "deal" else o.Confirmed(as_step(step)))
    shown = prompt(player.due, player.rules)
    assert (shown.step, shown.cite, shown.status) == ("settle", cite, status)


@pytest.mark.parametrize(
    ("wager", "words"),
    [
        ("20", "Put 20 back on the {} of box 1: the 10 you took and the 10 you returned"),
        ("?", "Put both halves back on the {} of box 1: the one you took and the one you returned"),
    ],
)
def test_who_is_asked_again_has_the_whole_wager_back_and_the_supervisor_beside(
    wager: str, words: str
) -> None:
    lines = (
        f"bets 1:{wager}",
        "call",
        "shoe 7c",
        "shoe 7h",
        "1 surrender",
        "settle",
        "report option_missed 1",
    )
    player = player_at("profile new_zealand", *lines)
    shown = prompt(player.due, player.rules)
    assert (shown.step, shown.do) == ("carry_out", words.format("Casino War Wager"))
    assert shown.cite == "9.9, 9.2"
    player.see(o.Confirmed("carry_out"))
    shown = prompt(player.due, player.rules)
    assert (shown.step, shown.note) == ("offer", "Call the Game Supervisor: this player is asked again")


JAMMED = (
    *("bets 1:10*5 2:10*5~5 3:10*5~5", "call", "shoe 9h", "shoe 9d", "shoe 4d", "shoe 9h", "settle"),
    *("1 surrender", "settle", "settle"),
)
WITH_SIDE_BETS = "\noption ".join(
    (
        "profile maryland",
        *("card_supply=two_batch_shuffler", "progressive=on", "meter_rate=10"),
        *("bonus_spin=on", "bonus_trigger=red7"),
        *("bonus_wheel=primary,400,100", "bonus_seeds=10000,5000", "bonus_rates=2,1"),
    )
)


def test_a_round_that_a_rule_voids_names_every_wager_and_takes_paid_side_bets_back() -> None:
    player = player_at(WITH_SIDE_BETS, *JAMMED, "shuffler jam")
    assert player.table.holds[-1].detail == (
        "Settled already: "
        "Spot 1 (Progressive Payout Wager: 5 taken, Initial Wager: 5 taken and 5 returned, "
        "Progressive Payout Wager: 75 paid); "
        "Spot 2 (Progressive Payout Wager: 5 taken, Bonus Spin Xtreme Wager: 5 taken); "
        "Spot 3 (Progressive Payout Wager: 5 taken, Bonus Spin Xtreme Wager: 5 taken, "
        "Initial Wager: 10 taken). "
        "Still to go back: "
        "Spot 1 (RETURN Initial Wager 10, RETURN Progressive Payout Wager 5); "
        "Spot 2 (RETURN Initial Wager 10, RETURN Progressive Payout Wager 5, "
        "RETURN Bonus Spin Xtreme Wager 5); "
        "Spot 3 (RETURN Initial Wager 10, RETURN Progressive Payout Wager 5, "
        "RETURN Bonus Spin Xtreme Wager 5)"
    )
    player.see(o.Ruled("accept", by="Lee"))
    told = prompt(player.due, player.rules).do
    assert "take back the 75 that you paid on the Progressive Payout Wager" in told
    player.see(o.Confirmed("restore_wagers"))
    while prompt(player.due, player.rules).step == "settle":
        player.see(o.Settled())
    account = account_of_round(player.table.round, player.table.corrections)
    assert [
        (tally.wager, tally.taken_cents, tally.returned_cents, tally.paid_cents) for tally in account
    ] == [
        ("main", 0, 3000, 0),
        ("progressive", 0, 1500, 0),
        ("bonus", 0, 1000, 0),
    ]
    assert (
        view(player.table, player.rules).meters == view(player_at(WITH_SIDE_BETS).table, player.rules).meters
    )


def test_a_round_that_the_floor_voids_keeps_the_side_bets_that_were_paid() -> None:
    player = player_at(WITH_SIDE_BETS, *JAMMED, 'floor void_round by Lee because "the shoe fell"')
    assert "Still to go back: Spot 2 (RETURN Initial Wager 10" in player.table.holds[-1].detail
    told = next(one for one in view(player.table, player.rules).holds[0].choices if one.ruling == "accept")
    assert (told.words, told.detail) == ("The chips are correct", "play goes on")
    player.see(o.Ruled("accept", by="Lee"))
    assert player.table.round.hands[0].has("progressive", "pay")


@pytest.mark.parametrize(
    ("header", "lines"),
    [
        (
            "profile massachusetts",
            (*DEALT[:4], "report misplaced 1", 'floor depart reconstruct by Lee because "so"'),
        ),
        (
            "profile house_manual",
            (
                "bets 1:20 2:40",
                *DEALT[1:4],
                "report missed_spot 2",
                'floor depart reconstruct by Lee because "so"',
            ),
        ),
        (
            "profile massachusetts",
            (*WAR, "report missed_spot 1", "floor void 1"),
        ),
    ],
)
def test_cards_that_lie_otherwise_without_a_rule_are_checked_under_none(
    header: str, lines: tuple[str, ...]
) -> None:
    player = player_at(header, *lines)
    shown = prompt(player.due, player.rules)
    assert (shown.step, shown.cite) == ("confirm_layout", "not addressed")


def test_a_spot_that_was_missed_is_void_once() -> None:
    lines = ("bets 1:2 2:4+1", "call", "shoe 4h", "shoe 9d", "shoe 6c", "settle", "report missed_spot 2")
    player = player_at("profile exhibit_a", *lines)
    events = player.see(o.Ruled("accept", by="Lee"))
    assert [event.spot for event in events if isinstance(event, e.HandVoided)] == [2]
