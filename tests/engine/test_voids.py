"""Why a hand is void decides under which paragraph its stakes go back; a ruling of its own cites none."""

import pytest

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import parse_card
from dealer_station.engine.words.prompts import prompt
from tests.engine.test_words import player_at

DEALT = ("bets 1:2 2:4", "call", "shoe 4h", "shoe 9d", "shoe 6c")
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
        player.see(o.CardDrawn(parse_card("6c")) if step == "deal" else o.Confirmed(step))
    shown = prompt(player.due, player.rules)
    assert (shown.step, shown.cite, shown.status) == ("settle", cite, status)


def test_who_is_asked_again_has_the_supervisor_beside_and_the_half_back_on_the_wager() -> None:
    lines = ("bets 1:20", "call", "shoe 7c", "shoe 7h", "1 surrender", "settle", "report option_missed 1")
    player = player_at("profile new_zealand", *lines)
    shown = prompt(player.due, player.rules)
    assert shown.step == "offer"
    assert (
        shown.note == "Put 10 back on the wager first. Call the Game Supervisor: this player is asked again"
    )
