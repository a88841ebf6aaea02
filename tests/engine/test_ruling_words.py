"""Rulings in words: what each does, with spot, card and amount, and no face that nobody may know."""

import pytest

from dealer_station.engine.evolve.accounts import account_of_round
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.values import Hold
from dealer_station.engine.notation import reader
from dealer_station.engine.view.ruling_words import ruling_words
from dealer_station.engine.view.table_view import HoldView, view
from dealer_station.engine.words.move_words import move_words
from dealer_station.written_rounds.play import Player
from tests.house.rules import ROOT


def held(text: str, profile: str = "massachusetts") -> HoldView:
    """The newest hold after these lines."""
    player = player_at(profile, text)
    return view(player.table, player.rules).holds[0]


def prompt(text: str) -> str:
    player = player_at("massachusetts", text)
    return view(player.table, player.rules).prompt.do


def player_at(profile: str, *lines: str) -> Player:
    written = reader.read("\n".join((f"profile {profile}", *lines)))
    player = Player.at_table_of(written.header)
    player.play(written.lines)
    assert player.failure is None, player.failure
    return player


def words(hold: HoldView, kind: str) -> list[str]:
    return [one.words for one in hold.choices if one.kind == kind]


DEALT = "dealer Ana\nshoe 2c\nbets 1:25 2:10 3:50\ncall\nshoe 7c\n"


MISPLACED = "bets 1:10 2:20\ncall\nshoe 9c\nshoe Th\nshoe Jd\nreport misplaced 1\n"


def test_a_misplaced_card_is_moved_from_where_it_lies() -> None:
    assert words(held(MISPLACED), "remedy")[:2] == ["J♦ to the dealer", "Burn J♦"]
    told = prompt(MISPLACED + "floor burn by Lee\n")
    assert told == "Take the misplaced card at spot 1, face down, to the burns"
    elsewhere = held(MISPLACED.replace("shoe Jd\nreport misplaced 1", "report misplaced dealer"))
    assert "10♥ stays with the dealer" in words(elsewhere, "remedy")


AT_AN_EMPTY_SPOT = "bets {bets}\ncall\nshoe 9c\nshoe 5d\n{more}report empty_spot 3\n{floor}"


@pytest.mark.parametrize(
    ("profile", "bets", "ruling", "told"),
    [
        ("exhibit_a", "1:4 2:4 4:4", "", "Take the card of spot 3, face down, to the burns"),
        ("massachusetts", "1:10 2:10 4:10", "burn", "Take the card of spot 3, face down, to the burns"),
        ("maryland", "1:10 2:10 4:10", "burn", "Take the card of spot 3, face down, to the burns"),
        (
            "maryland",
            "1:10 2:10 4:10",
            "discard",
            "Take the card of spot 3 into the discard rack, out of play",
        ),
        (
            "new_zealand",
            "1:10 2:10 4:10",
            "discard",
            "Take the card of box 3 into the discard rack, out of play",
        ),
    ],
)
@pytest.mark.parametrize("more", ["", "shoe Jh\n"])
def test_a_card_at_an_empty_spot_is_taken_from_that_spot(
    profile: str, bets: str, ruling: str, told: str, more: str
) -> None:
    floor = f"floor {ruling} by Lee\n" if ruling else ""
    player = player_at(profile, AT_AN_EMPTY_SPOT.format(bets=bets, more=more, floor=floor))
    assert move_words(player.table.moves[0], player.rules) == told


MISSED = "bets 1:10 2:20\ncall\nshoe Kc\nshoe Qh\nshoe 9d\nreport missed_spot 1\n"


def test_a_card_that_a_report_left_over_is_found_mistaken_in_the_words_of_the_report() -> None:
    hold = held(MISSED)
    assert words(hold, "finding") == ["The spot had its card"]
    assert hold.cite == "§10(a)"
    assert {one.cite for one in hold.choices if one.kind == "remedy"} == {"§10(a)"}
    # A ruling on another report changes nothing about this one.
    again = held(MISSED + "report dispute\nfloor refuse by Lee\n")
    assert words(again, "finding") == ["The spot had its card"]


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


def test_a_missed_spot_gets_back_also_what_was_settled_on_it() -> None:
    missed = held(
        "bets 1:2 2:4+1\ncall\nshoe 7c\nshoe Kd\nshoe 8c\nsettle\nreport missed_spot 2\n", "exhibit_a"
    )
    assert [one.detail for one in missed.choices if one.kind == "remedy"] == ["return 5 to spot 2"]


def test_the_remedy_that_a_departure_departs_from_is_named_once() -> None:
    missed = held(
        "bets 1:2 2:4+1\ncall\nshoe 7c\nshoe Kd\nshoe 8c\nsettle\nreport missed_spot 2\n", "exhibit_a"
    )
    assert missed.book_says == "Spot 2 out, wager back"


JAMMED = "bets 1:20\ncall\nshoe 8s\nshoe 6h\nsettle all\nend\nshuffler jam\n"


def test_a_jam_between_rounds_has_one_remedy_for_the_batch_in_the_shuffler() -> None:
    written = reader.read("profile maryland\noption card_supply=two_batch_shuffler\n\n" + JAMMED)
    player = Player.at_table_of(written.header)
    player.play(written.lines)
    hold = view(player.table, player.rules).holds[0]
    assert [(one.words, one.detail) for one in hold.choices if one.kind == "remedy"] == [
        ("The shuffler shuffles again", "the same cards")
    ]


def test_a_card_is_not_sent_to_a_dealer_who_has_one() -> None:
    settled = "bets 1:10 2:20\ncall\nshoe 3s\nshoe Th\nshoe Jd\nsettle\nreport face_up 1\n"
    assert "dealer_next" not in [one.ruling for one in held(settled).choices]
    early = "bets 1:10 2:20\ncall\nshoe 3s\nshoe Th\nreport misplaced 1\n"
    assert "dealer_next" in [one.ruling for one in held(early).choices]


def test_a_short_shoe_that_is_shuffled_is_not_said_to_be_dealt_on() -> None:
    shoe = ROOT / "tests/rounds/new_zealand/irregular/shoe_empty"
    text = next(shoe.glob("after_a_short_shoe_the_cutting_card*.round")).read_text()
    before = text[: text.index("floor accept")]
    short = held(before[before.index("decks 4") :], "new_zealand")
    told = next(one for one in short.choices if one.ruling == "accept")
    assert (told.words, told.detail) == ("Note the missing cards", "the cards are shuffled")


@pytest.mark.parametrize(
    ("bets", "cards", "report", "words", "detail"),
    [
        ("2:?", "9d 8h", "2 1200", "Take 200 from spot 2", "it was paid on the excess"),
        ("2:20+?", "8d 8h", "2 +125", "Take 250 from spot 2", "it was paid on the excess"),
        ("2:1000", "9d 8h", "2 1200", "Spot 2 has the excess already", "nothing was paid on it"),
        ("2:1000", "7d 8h", "2 1200", "Return 200 to spot 2", "primary wager"),
        ("2:?", "7d 8h", "2 1200", "Return 200 to spot 2", "primary wager"),
        ("2:1000", "9d 8h", "2", "The excess goes back to spot 2", "nobody said how much"),
    ],
)
def test_the_button_on_an_excess_says_what_is_moved(
    bets: str, cards: str, report: str, words: str, detail: str
) -> None:
    dealt = (f"shoe {card}" for card in cards.split())
    player = player_at(
        "house_manual", f"bets {bets}", "call", *dealt, "settle", f"report over_limit {report}"
    )
    now = view(player.table, player.rules)
    told = next(choice for choice in now.holds[0].choices if choice.kind == "remedy")
    assert (told.words, told.detail) == (words, detail)
    moved = [move_words(move, player.rules) for move in player.table.moves]
    assert moved == ([words.replace("Return", "Pay")] if "200" in words or "250" in words else [])


def test_what_was_paid_on_an_excess_costs_nobody_anything() -> None:
    lines = ("bets 2:?", "call", "shoe 9d", "shoe 8h", "settle", "report over_limit 2 1200")
    player = player_at("house_manual", *lines)
    put_right = [(one.action, one.cents) for one in player.table.corrections]
    assert put_right == [("pay", 20000), ("take", 20000)]
    account = account_of_round(player.table.round, player.table.corrections)
    assert [tally.house_cents for tally in account if tally.wager == "correction"] == [0]


@pytest.mark.parametrize(
    ("bets", "report", "words", "detail"),
    [
        ("1:500", "1 700", "It was in time: 500 more count on spot 1", "primary wager"),
        ("1:1000", "1 1000", "It was in time: 1000 above the limit go back to spot 1", "primary wager"),
        ("1:500", "1 500 entered", "It was in time", "nothing changes"),
    ],
)
def test_a_finding_counts_what_the_maximum_allows(bets: str, report: str, words: str, detail: str) -> None:
    player = player_at("house_manual", f"bets {bets}", "call", f"report late_wager {report}")
    told = next(one for one in view(player.table, player.rules).holds[0].choices if one.kind == "finding")
    assert (told.words, told.detail) == (words, detail)
