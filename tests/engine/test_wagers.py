"""Every objection to a wager, with the rule that makes it: a refused tap names both and changes nothing."""

import pytest

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.notation import model as w
from dealer_station.engine.notation.reader import read
from dealer_station.written_rounds.play import Player

MA, HM, MD = "profile massachusetts", "profile house_manual", "profile maryland"
EA, NZ = "profile exhibit_a", "profile new_zealand"
TABLE = "the table's limits"
BONUS = (
    "\noption bonus_spin=on\noption bonus_trigger=red7\noption bonus_wheel=400,100,primary"
    "\noption bonus_seeds=10000,5000"
)
PLAYER = "\noption hands_per_player=2\noption player_max=20"

OBJECTIONS = [
    # header, wagers, reason, citation
    (MA, "8:10", "spot 8 is not on this table; it has spots 1 to 7", "not addressed"),
    (MA + "\nspots 9", "10:10", "spot 10 is not on this table; it has spots 1 to 9", "not addressed"),
    (HM, "7:10", "spot 7 is not on this table; it has spots 1 to 6", "Table type"),
    (MD, "1:10 10:10", "spot 10 is not on this table; it has spots 1 to 9", "2.A"),
    (NZ, "0:10", "spot 0 is not on this table; it has spots 1 to 7", "3.1"),
    (MA, "3a:10", "spot 3a: at most 1 to a spot here", "§5(c)(2), §7(c)(1)"),
    (HM, "3b:10", "spot 3b: at most 1 to a spot here", "Table type, Players"),
    (NZ, "3d:10", "spot 3d: at most 3 to a spot here", "5.9"),
    (NZ + "\noption bettors_per_spot=2", "3a:10 3c:10", "spot 3c: at most 2 to a spot here", "5.9"),
    (MA, "1:0", "spot 1 has no wager", "§6(b), §7(b), §8(e)"),
    (NZ, "1:0+0", "spot 1 has no wager", "5.1, 5.15(a), 5.2(a)"),
    (MA, "1:0+5", "spot 1: a tie wager needs the", '§1 "Tie wager", §7(c)(1)'),
    (HM, "1:0+5", "spot 1: a tie wager needs the", "step 7"),
    (MD, "1:0+?", "spot 1: a tie wager needs the", "7.F(1), 7.F(2)"),
    (EA, "1:0+1", "spot 1: a tie wager needs the", "Tie 1"),
    (MA, "1:2.55", "spot 1: half of 2.55 is not a whole cent, and a tie may be surrendered", "§8(c)(1)"),
    (EA, "1:1.01", "spot 1: half of 1.01 is not a whole cent, and a tie may be surrendered", "Deal 5d.i"),
    (HM, "1:5", "spot 1: the primary wager of 5 is below the minimum, 10", "Table Limit"),
    (HM, "1:1005", "spot 1: the primary wager of 1005 is above the maximum, 1000", "Table Limit"),
    (HM, "1:12", "spot 1: the primary wager of 12 is not a multiple of 5", "Table Limit"),
    (HM, "1:10+2", "spot 1: the Tie wager of 2 is below the minimum, 5", "Table Limit"),
    (HM, "1:10+105", "spot 1: the Tie wager of 105 is above the maximum, 100", "Table Limit"),
    (HM, "1:10+7.50", "spot 1: the Tie wager of 7.50 is not a multiple of 5", "Table Limit"),
    (EA, "1:0.50", "spot 1: the original wager of 0.50 is below the minimum, 1", "Limits"),
    (EA, "1:4.50", "spot 1: the original wager of 4.50 is above the maximum, 4", "Limits"),
    (EA, "1:4+5", "spot 1: the Tie Wager of 5 is above the maximum, 4", "Tie intro"),
    (MA + "\nlimit main 10-50/5", "1:55", "spot 1: the Initial wager of 55 is above the maximum, 50", TABLE),
    (NZ + "\nlimit tie 5-50", "1:0+60", "spot 1: the Tie Wager of 60 is above the maximum, 50", TABLE),
    (MA, "1:10*5", "spot 1: this table offers no progressive wager", "§11(a)"),
    (MD, "1:10*?", "spot 1: this table offers no progressive wager", "7.F(3)"),
    (MD, "1:10~1", "spot 1: this table offers no bonus spin", "2.B(7), 7.F(4), 10.D"),
    (EA, "1:2^1", "spot 1: this book has no toke bets", "not addressed"),
    (NZ, "1:10%5", "spot 1: this book has no match play coupons", "not addressed"),
    (MA, "1:10 1:20", "spot 1 is there twice", "§6(b), §7(b), §8(e)"),
    (NZ, "3a:10 3a:10", "spot 3a is there twice", "5.1, 5.15(a), 5.2(a)"),
    (NZ, "3:10 3b:10", "spot 3 is shared; name its bettors 3a, 3b, 3c", "5.9"),
    (HM, "1:10@A 2:10@A 3:10@A", "player A has 3 hands; at most 2 each", "Players"),
    (
        MA + "\noption progressive=on",
        "1:10*2",
        "spot 1: the progressive wager of 2 is not a multiple of 5",
        "§11 note **",
    ),
    (HM, "1:1000^105", "spot 1: beside a wager at the maximum a toke is at most 100", "Tokes 6"),
    (HM, "1:950^55", "spot 1: wager and toke together, 1005, are above 1000", "Tokes 6"),
    (HM, "1:10^7", "spot 1: a toke of 7 is not a multiple of 5", "Table Limit"),
    (
        MD + "\noption bonus_spin=on",
        "1:10~5",
        "spot 1: the bonus spin is off until the operator supplies bonus_trigger",
        "7.F(4), 10.D, 10.E",
    ),
    (MD + BONUS, "1:10~1", "spot 1: there is no paytable for 1 dollar", "7.F(4)"),
    (MD + BONUS, "1:10~2", "spot 1: the bonus spin takes 1 or 5 dollars", "7.F(4)"),
    (NZ + "\noption box_max=25", "3a:15 3b:10+5", "spot 3 has 30 down; at most 25", "5.10"),
    (NZ + "\noption player_max=20", "3a:15+10", "spot 3a has 25 down; at most 20", "5.10"),
    (NZ, "1:10@A 2:10@A", "player A has 2 hands; at most 1 each", "5.7, 5.7(a), 5.7(b), 5.8"),
]

WELCOME = [
    (MA, "1:10 7:0.02+0.01"),
    (MA, "1:10@A 2:10@A 3:10@A"),
    (MA, "1:?+? 2:?"),
    (HM, "1:10@A 2:1000+100@A 3:15+5@B"),
    (EA, "1:1 2:4+4 3:2.50+1.25"),
    (NZ, "1:0+5 3a:10 3c:10+5"),
    (NZ + "\noption box_max=25\noption player_max=20", "3a:10 3b:10+5 4:20"),
    (NZ + PLAYER, "3:15@A 4:10@A"),
    (MA + "\noption progressive=on", "1:10*5 2:10*25 3:10*?"),
    (HM, "1:1000^100 2:900^100 3:10^990 4:10^?"),
    (MA, "1:10%5"),
    (NZ + "\noption hands_per_player=2", "1:10@A 2:10@A"),
    (MA + "\nlimit main 10-50/5\nlimit tie 1-2", "1:10 2:50+2 3:?+?"),
]


def player_at(header: str, *lines: str) -> Player:
    """A table at which these lines have been played."""
    written = read("\n".join((header, *lines)))
    player = Player.at_table_of(written.header)
    player.play(written.lines)
    assert player.failure is None
    return player


def refused(player: Player, text: str) -> e.TapRefused:
    """The answer to a tap that is not allowed; nothing else follows from it."""
    (line,) = read(f"profile {player.rules.book.id}\n{text}").lines
    assert not isinstance(line.act, w.SettleAll | w.End)
    events = decide(player.table, player.rules, line.act)
    (only,) = events
    assert isinstance(only, e.TapRefused)
    assert fold(player.table, events) == player.table
    return only


@pytest.mark.parametrize(("header", "bets", "reason", "cite"), OBJECTIONS)
def test_a_wager_that_the_book_does_not_take_is_refused_with_the_rule(
    header: str, bets: str, reason: str, cite: str
) -> None:
    answer = refused(player_at(header), f"bets {bets}")
    assert answer.reason.startswith(reason)
    assert (answer.tap, answer.cite) == ("bets", cite)


def test_a_lone_tie_wager_is_refused_in_the_words_of_the_book() -> None:
    for header, words in ((MA, "Initial wager"), (HM, "primary wager"), (EA, "original wager")):
        assert refused(player_at(header), "bets 1:0+5").reason.endswith(words)


@pytest.mark.parametrize(("header", "bets"), WELCOME)
def test_a_wager_that_the_book_takes_is_taken(header: str, bets: str) -> None:
    player = player_at(header, f"bets {bets} -> due call")
    assert len(player.table.round.hands) == len(bets.split())


def test_without_a_wager_there_is_nothing_to_call() -> None:
    answer = e.TapRefused("call", "no wager lies on the layout", "§6(b), §7(b), §8(e)")
    assert refused(player_at(MA), "call") == answer


def test_the_first_thing_against_the_first_wager_is_said() -> None:
    answer = refused(player_at(HM), "bets 1:10 2:4+200*1 9:5 1:10")
    assert answer.reason.startswith("spot 2: the primary wager of 4 is below")


@pytest.mark.parametrize(
    ("header", "bet", "tie", "reason", "cite"),
    [
        (EA, "1:2", "+1", "this book has no tie wager on the war deal", "Tie 1"),
        (NZ, "1:10", "+?", "this book has no tie wager on the war deal", '5.6, 1.2 "Tie Wager", 5.1'),
        (HM, "1:10", "+1", "the tie wager on the war of 1 is below the minimum, 5", "Table Limit"),
        (HM, "1:10", "+105", "the tie wager on the war of 105 is above the maximum, 100", "Table Limit"),
        (HM, "1:10", "+7", "the tie wager on the war of 7 is not a multiple of 5", "Table Limit"),
        (
            MA + "\nlimit tie 5-50",
            "1:10",
            "+60",
            "the tie wager on the war of 60 is above the maximum, 50",
            TABLE,
        ),
    ],
)
def test_a_tie_wager_on_the_war_is_refused_where_the_book_or_the_limit_does(
    header: str, bet: str, tie: str, reason: str, cite: str
) -> None:
    at_tie = ("call", "shoe 7c", "shoe 7d", "settle all -> due offer")
    assert refused(player_at(header, f"bets {bet}", *at_tie), f"1 war {tie}") == e.TapRefused(
        "answer", reason, cite
    )


@pytest.mark.parametrize(
    ("lines", "tap", "reason", "cite"),
    [
        (
            ("bets 1:10", "call"),
            "bets 1:20",
            "wagers are not taken now. First: Deal to spot 1",
            "§6(b), §7(b), §8(e)",
        ),
        (("bets 1:10", "call"), "call", "there are no wagers to close now. First: Deal", "§7(c)(1)"),
        ((), "settle", "nothing is to be settled now. First: Take wagers", "§6(b), §7(b), §8(e)"),
        (("bets 1:10",), "1 war", "spot 1 was not asked. First: Close the wagers", "§7(b)"),
        (("bets 1:10",), "confirm pick_up", '"Pick up the cards into the discard rack" is not next', "§7(b)"),
        (("bets 1:10", "call"), "confirm", "a tap is not enough for this: Deal to spot 1", "§7(c)(1)"),
        ((), "undo", "no tap since the last card or ruling can be taken back", ""),
        (("bets 1:10", "call", "shoe 7c"), "undo", "no tap since the last card", ""),
    ],
)
def test_a_tap_at_the_wrong_moment_is_refused_with_what_is_due(
    lines: tuple[str, ...], tap: str, reason: str, cite: str
) -> None:
    answer = refused(player_at(MA, *lines), tap)
    assert answer.reason.startswith(reason)
    assert answer.cite.startswith(cite)


def test_at_a_tie_the_right_player_is_asked() -> None:
    player = player_at(MA, "bets 1:10 2:10", "call", "shoe 7c", "shoe 7d", "shoe 7h -> due offer")
    assert refused(player, "1 war").reason == "spot 2 is asked now, not spot 1"
    player.play(read("profile massachusetts\n2 surrender\nsettle -> 2 main half 5\n1 war").lines)
    assert player.failure is None


@pytest.mark.parametrize(
    ("cents", "written"),
    [(0, "0"), (1, "0.01"), (50, "0.50"), (100, "1"), (2505, "25.05"), (100_000, "1000")],
)
def test_money_is_written_as_people_write_it(cents: int, written: str) -> None:
    assert dollars(cents) == written
