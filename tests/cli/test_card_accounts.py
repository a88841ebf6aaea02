"""`play --json` lists a card once, in the round in which it left the shoe, with where it ended at last."""

from pathlib import Path
from typing import Any

import pytest

from dealer_station.cli.play import play_file

DRAWN_IN_ERROR = """\
profile massachusetts
bets 1:10
call
shoe 9c -> 1
shoe 3d -> dealer
shoe 5h -> held
report drawn_unseen -> next
settle -> 1 main pay 10
end
"""


def cards(tmp_path: Path, text: str) -> list[list[Any]]:
    """The cards of each round as `CARD > WHERE`, with the deal, and the round where it is another one."""
    path = tmp_path / "a.round"
    path.write_text(text, "utf-8")
    played = play_file(path)
    assert not played.unreadable
    assert played.failure is None
    return [[tuple(card.values()) for card in account["cards"]] for account in played.rounds]


FIRST_ROUND = [("9c", "1", "original"), ("3d", "dealer", "original")]


@pytest.mark.parametrize("detour", ["", "undo\ncall\n", "undo\nundo\nbets 1:10\ncall\nundo\ncall\n"])
def test_a_card_that_is_used_a_round_later_is_listed_where_it_left_the_shoe(
    tmp_path: Path, detour: str
) -> None:
    second = f"bets 1:10\ncall\n{detour}shoe 4h -> dealer\nsettle -> 1 main pay 10\nend\n"
    first, following = cards(tmp_path, DRAWN_IN_ERROR + second)
    assert first == [*FIRST_ROUND, ("5h", "1", "original", 2)]
    assert following == [("4h", "dealer", "original")]


def test_what_becomes_of_it_in_the_later_round_is_said_too(tmp_path: Path) -> None:
    second = "bets 1:10\ncall\nreport face_up -> rack\nshoe 8h -> 1\nshoe 4h -> dealer\nsettle all\nend\n"
    first, following = cards(tmp_path, DRAWN_IN_ERROR + second)
    assert first[-1] == ("5h", "rack", "irregular", 2)
    assert following == [("8h", "1", "original"), ("4h", "dealer", "original")]


def test_a_card_that_is_never_used_stays_the_next_card(tmp_path: Path) -> None:
    (first,) = cards(tmp_path, DRAWN_IN_ERROR)
    assert first == [*FIRST_ROUND, ("5h", "next", "irregular")]


def test_a_card_that_was_shuffled_before_it_was_used_is_not_the_next_card_of_the_new_shoe(
    tmp_path: Path,
) -> None:
    second = (
        "order shuffle\nshoe 2c -> burn\nbets 1:10\ncall\nshoe 8h -> 1\nshoe 4h -> dealer\nsettle all\nend\n"
    )
    first, following = cards(tmp_path, DRAWN_IN_ERROR + second)
    assert first[-1] == ("5h", "rack", "irregular")
    assert following == [
        ("2c", "burn", "opening"),
        ("8h", "1", "original"),
        ("4h", "dealer", "original"),
    ]


def test_a_card_of_the_rack_that_was_read_wrongly_has_its_right_face_in_its_own_round(tmp_path: Path) -> None:
    bets = " ".join(f"{spot}:10" for spot in range(1, 6))
    first_round = "".join(f"shoe Qs -> {spot}\n" for spot in range(1, 6))
    text = (
        f"profile maryland\ndecks 6\nbets {bets}\ncall\n{first_round}shoe 7h -> dealer\nsettle all\nend\n"
        "bets 1:10 2:10\ncall\nshoe Qs -> 1\nshoe Qs -> held\nfloor correct Qc at rack 3 -> 2\n"
        "shoe 5d -> dealer\nsettle all\nend\n"
    )
    first, second = cards(tmp_path, text)
    assert [card for card, *_ in first] == ["Qs", "Qc", "Qs", "Qs", "Qs", "7h"]
    assert second == [("Qs", "1", "original"), ("Qs", "2", "original"), ("5d", "dealer", "original")]
