"""Rulings in words: what each does, with spot, card and amount, and no face that nobody may know."""

import re
from collections.abc import Iterator

import pytest

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.values import Hold
from dealer_station.engine.notation import reader
from dealer_station.engine.view.ruling_words import SUITS, RulingView, ruling_words
from dealer_station.engine.view.table_view import HoldView, view
from dealer_station.player.play import Player
from dealer_station.rulebooks import NAMES
from tests.house.rules import ROOT

FACE = re.compile(rf"[2-9JQKA0][{''.join(SUITS.values())}]")


def held(text: str, profile: str = "massachusetts") -> HoldView:
    """The newest hold after these lines."""
    written = reader.read(f"profile {profile}\n\n{text}")
    player = Player.at_table_of(written.header)
    player.play(written.lines)
    assert player.failure is None, player.failure
    return view(player.table, player.rules).holds[0]


def prompt(text: str) -> str:
    written = reader.read("profile massachusetts\n" + text)
    player = Player.at_table_of(written.header)
    player.play(written.lines)
    assert player.failure is None, player.failure
    return view(player.table, player.rules).prompt.do


def words(hold: HoldView, kind: str) -> list[str]:
    return [one.words for one in hold.choices if one.kind == kind]


DEALT = "dealer Ana\nshoe 2c\nbets 1:25 2:10 3:50\ncall\nshoe 7c\n"


MISPLACED = "bets 1:10 2:20\ncall\nshoe 9c\nshoe Th\nshoe Jd\nreport misplaced 1\n"


def test_a_misplaced_card_is_moved_from_where_it_lies() -> None:
    assert words(held(MISPLACED), "remedy")[:2] == ["J♦ to the dealer", "Burn J♦"]
    told = prompt(MISPLACED + "floor burn by Lee\n")
    assert told == "Take the card that lies wrongly at spot 1, face down, to the burns"
    elsewhere = held(MISPLACED.replace("shoe Jd\nreport misplaced 1", "report misplaced dealer"))
    assert "10♥ stays with the dealer" in words(elsewhere, "remedy")


MISSED = "bets 1:10 2:20\ncall\nshoe Kc\nshoe Qh\nshoe 9d\nreport missed_spot 1\n"


def test_a_card_that_a_report_left_over_is_found_mistaken_in_the_words_of_the_report() -> None:
    hold = held(MISSED)
    assert words(hold, "finding") == ["The spot had its card"]
    assert hold.cite == "§10(a)"
    assert {one.cite for one in hold.choices if one.kind == "remedy"} == {"§10(a)"}
    # A ruling followed: what the report did stays, and nobody says that no card left the shoe.
    assert words(held(MISSED + "report dispute\nfloor refuse by Lee\n"), "finding") == []


def test_a_wager_found_in_time_that_is_decided_is_a_dispute() -> None:
    settled = "bets 1:10 2:20\ncall\nshoe Kc\nshoe Qh\nshoe 9d\nsettle\nreport late_wager 2 10\n"
    found = next(one for one in held(settled).choices if one.kind == "finding")
    assert (found.words, found.cite) == ("It was in time", "")
    assert found.detail == "the station cannot count it: settle it as a dispute"


def test_a_late_wager_goes_back_was_in_time_or_is_departed_from() -> None:
    hold = held(DEALT + "report late_wager 3 200\n")
    assert words(hold, "finding") == ["It was in time: 200 more count on spot 3"]
    assert words(hold, "remedy") == ["Return 200 to spot 3"]
    assert words(hold, "departure")[0] == "Let 200 stand on spot 3"
    assert hold.departs_from == "§6(b)"
    assert hold.book_says == "Return 200 to spot 3"


def test_a_changed_wager_counts_as_it_lay_at_the_call() -> None:
    hold = held(DEALT + "report altered_wager 3 75\n")
    remedy = next(one for one in hold.choices if one.kind == "remedy")
    assert (remedy.words, remedy.detail) == ("50 on spot 3, as it lay at the call", "return 25 to spot 3")
    assert remedy.cite == "§6(b)"


def test_a_spot_without_a_card_is_out_and_has_its_wager_back() -> None:
    settled = "shoe Qh\nshoe 4s\nshoe 8s\nsettle\nreport missed_spot 2\n"
    hold = held(DEALT + settled)
    first = next(one for one in hold.choices if one.kind == "remedy")
    assert (first.words, first.detail) == ("Spot 2 out, wager back", "return 10 to spot 2")
    assert words(hold, "finding") == ["The spot had its card"]
    assert "Spot 2 plays without a card" in words(hold, "departure")


def test_a_card_on_the_felt_is_named_and_its_place_is_where_it_goes() -> None:
    hold = held(DEALT.replace("3:50", "3:50 5:20") + "shoe Qh\nreport misplaced 4\n")
    # It never moves back to spot 2, where it was due.
    assert words(hold, "remedy")[:3] == ["Q♥ to spot 5", "Q♥ to the dealer", "Burn Q♥"]


def test_chips_that_are_put_right_name_amount_and_spot_once_they_are_known() -> None:
    written = reader.read("profile massachusetts\n\n" + DEALT)
    player = Player.at_table_of(written.header)
    player.play(written.lines)
    asked = Hold("wrong_pay", hands=("3",))
    for ruled, told in (
        (o.Ruled("pay"), "Pay spot 3"),
        (o.Ruled("pay", cents=2000), "Pay 20 to spot 3"),
        (o.Ruled("take", hands=("1",), cents=550), "Take 5.50 from spot 1"),
    ):
        assert ruling_words(player.table, player.rules, asked, ruled).words == told


def every_hold(profile: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Hold, HoldView]]:
    """Every hold at every moment of every written round of a book."""
    found: list[tuple[Hold, HoldView]] = []
    see = Player.see

    def seen(player: Player, observation: Observation) -> tuple[Event, ...]:
        events = see(player, observation)
        if player.table.holds:
            shown = view(player.table, player.rules).holds
            found.extend(zip(reversed(player.table.holds), shown, strict=True))
        return events

    monkeypatch.setattr(Player, "see", seen)
    for path in sorted((ROOT / "tests" / "rounds" / profile).rglob("*.round")):
        written = reader.read(path.read_text("utf-8"))
        Player.at_table_of(written.header).play(written.lines)
        yield from found
        found.clear()


@pytest.mark.parametrize("profile", NAMES)
def test_every_choice_of_every_written_round_says_what_it_does(
    profile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for hold, shown in every_hold(profile, monkeypatch):
        told = [one.words for one in shown.choices]
        assert len(told) == len(set(told)), shown.kind
        undone_no_more = hold.decided or hold.left_over
        assert shown.choices[0].kind == "finding" or undone_no_more
        assert any(one.kind == "remedy" for one in shown.choices)
        for one in shown.choices:
            check(one, hold, shown)


def check(one: RulingView, hold: Hold, shown: HoldView) -> None:
    """No code of the program, no empty place, no face of a card that is held."""
    assert one.words
    assert one.words.casefold() not in ("accept", "refuse", "play on", "it stands") or hold.kind in (
        "dispute",
        "suspicious",
    )
    assert "  " not in one.words
    assert not one.words.endswith(" ")
    assert "_" not in one.words + one.detail
    assert "?" not in one.words
    if hold.has_card:
        assert not FACE.search(one.words + one.detail), (shown.kind, one.words)
    if one.kind == "departure":
        assert one.cite == ""
        assert one.ruling in shown.departures
