"""A written round that cannot be read: the error names the line and what was expected there."""

from pathlib import Path

import pytest

from dealer_station.cli.play import play_file
from dealer_station.engine.model.errors import NotationError
from dealer_station.engine.notation.reader import read

PROFILE = "profile massachusetts\n"

HEADERS = [
    # text, line, what the message says
    ("", 1, 'no "profile NAME" line'),
    ("\n\n\n", 1, 'no "profile NAME" line'),
    ("# only\n# comments\n", 1, "names its rulebook first"),
    ("decks 6\nstart loaded\n", 1, 'no "profile NAME" line'),
    ("bets 1:25\ncall\n", 1, 'no "profile NAME" line'),
    ("profile\n", 1, "expected profile NAME"),
    ("profile maryland 8 decks\n", 1, "expected profile NAME"),
    ("Profile maryland\n", 1, '"Profile" is not a line of play'),
    (PROFILE + "profile maryland\n", 2, "profile is there twice"),
    (PROFILE + "decks\n", 2, "expected decks N"),
    (PROFILE + "decks six\n", 2, "expected decks N"),
    (PROFILE + "decks -6\n", 2, "expected decks N"),
    (PROFILE + "decks 6\n\ndecks 8\n", 4, "decks is there twice"),
    (PROFILE + "decks 6\noption decks=8\n", 3, "option decks is there twice"),
    (PROFILE + "spots 6.5\n", 2, "expected spots N"),
    (PROFILE + "option war_burn\n", 2, "expected option NAME=VALUE"),
    (PROFILE + "option war_burn = once\n", 2, "expected option NAME=VALUE"),
    (PROFILE + "option war_burn=\n", 2, "expected option NAME=VALUE"),
    (PROFILE + "option war_burn=once\noption war_burn=none\n", 3, "option war_burn is there twice"),
    (PROFILE + "limit 10-1000\n", 2, "expected limit main MIN-MAX/STEP"),
    (PROFILE + "limit war 10-1000\n", 2, "or limit tie MIN-MAX/STEP"),
    (PROFILE + "limit main 10\n", 2, "expected limit main MIN-MAX/STEP"),
    (PROFILE + "limit main 10-1000/0.125\n", 2, "expected limit main MIN-MAX/STEP"),
    (PROFILE + "limit tie 5-100\nlimit tie 5-50\n", 3, "limit tie is there twice"),
    (PROFILE + "meter\n", 2, "expected meter DOLLARS"),
    (PROFILE + "meter 12,340\n", 2, "expected meter DOLLARS"),
    (PROFILE + "meter 1\nmeter 2\n", 3, "meter is there twice"),
    (PROFILE + "start tomorrow\n", 2, "expected start closed, start loaded or start round"),
    (PROFILE + "start loaded\nstart closed\n", 3, "start is there twice"),
    (PROFILE + "taps tomorrow\n", 2, "expected taps implied or taps written"),
    (PROFILE + "call\ndecks 6\n", 3, '"decks" belongs in the header, before the first line of play'),
    (PROFILE + "\nbets 1:25\n# why\nstart closed\n", 5, '"start" belongs in the header'),
]

CARDS_AND_WAGERS = [
    ("shoe", "expected one card after shoe"),
    ("shoe 7c 8c", "expected one card after shoe"),
    ("shoe 7", '"7" is not a card; write a rank of 23456789TJQKA and a suit of cdhs'),
    ("shoe 7x", '"7x" is not a card'),
    ("shoe 7C", '"7C" is not a card'),
    ("shoe c7", '"c7" is not a card'),
    ("shoe 10c", '"10c" is not a card'),
    ("shoe 1c", '"1c" is not a card'),
    ("shoe ?", '"?" is not a card'),
    ("shoe 7c\0", "is not a card"),
    ("shoe \N{BLACK SPADE SUIT}A", "is not a card"),
    ("bets", "expected wagers such as 1:25 2:10+5 after bets"),
    ("bets # 1:25", "expected wagers such as 1:25 2:10+5 after bets"),
    ("bets 25", '"25" is not a wager; expected SPOT:MAIN and +TIE *PROGRESSIVE'),
    ("bets 1:", '"1:" is not a wager'),
    ("bets 1: 25", '"1:" is not a wager'),
    ("bets :25", '":25" is not a wager'),
    ("bets A:25", '"A:25" is not a wager'),
    ("bets 3ab:25", '"3ab:25" is not a wager'),
    ("bets 1:$25", '"1:$25" is not a wager'),
    ("bets 1:-25", '"1:-25" is not a wager'),
    ("bets 1:25.", '"1:25." is not a wager'),
    ("bets 1:25.125", '"1:25.125" is not a wager'),
    ("bets 1:25+5.001", '"1:25+5.001" is not a wager'),
    ("bets 1:2e3", '"1:2e3" is not a wager'),
    ("bets 1:25+", '"1:25+" is not a wager'),
    ("bets 1:25+5+5", '"1:25+5+5" has two amounts after +'),
    ("bets 1:25*5~1*5", "has two amounts after *"),
    ("bets 1:25@", '"1:25@" is not a wager'),
    ("bets 1:25@A+5", '"1:25@A+5" is not a wager'),
    ("bets 1:25, 2:10", '"1:25," is not a wager'),
    ("bets 1:25 2:x", '"2:x" is not a wager'),
    ("bets 1:" + "9" * 4500, "is not a wager"),
]

ACTS = [
    ("deal 7c", '"deal" is not a line of play; expected one of bets, call, shoe'),
    ("Shoe 7c", '"Shoe" is not a line of play'),
    ("shoe:7c", '"shoe:7c" is not a line of play'),
    ("war 3", '"war" is not a line of play'),
    ("call now", 'nothing follows "call" on its line'),
    ("undo 2", 'nothing follows "undo" on its line'),
    ("end of round", 'nothing follows "end" on its line'),
    ("3", "expected 3 war, 3 war +TIE, 3 war =POSTED or 3 surrender"),
    ("3 peace", "expected 3 war, 3 war +TIE, 3 war =POSTED or 3 surrender"),
    ("3a war 10", "expected 3a war, 3a war +TIE, 3a war =POSTED or 3a surrender"),
    ("3 war +10.001", "expected 3 war, 3 war +TIE"),
    ("3 surrender +10", "or 3 surrender"),
    ("3A war", '"3A" is not a line of play'),
    ("settle 3", "expected settle or settle all"),
    ("settle all hands", "expected settle or settle all"),
    ("confirm pick up", "expected confirm, confirm STEP or confirm STEP by NAME"),
    ("dealer", "expected dealer NAME"),
    ("report", "expected report and one of face_up, drawn_unseen"),
    ("report earthquake", '"report earthquake": expected report and one of face_up'),
    ("report unreadable 7x", '"7x" is not a card'),
    ("report missed_spot three", '"three"'),
    ("report missed_spot 3 4", "at most"),
    ("floor", "expected floor and one of play_on, burn"),
    ("floor by Ana", "expected floor and one of play_on"),
    ("floor maybe", '"floor maybe": expected floor and one of play_on'),
    ("recall", "expected recall done or recall early"),
    ("recall yes", '"recall yes": expected recall done or recall early'),
    ("floor play_on cards", "for several early cards floor play_on 3 cards"),
    ("floor forward 1 cards", "expected floor forward"),
    ("floor burn 3 cards", "floor burn takes nothing after it"),
    ("floor correct", "expected floor correct CARD"),
    ("floor correct 7c 8c", "expected floor correct CARD"),
    ("floor correct 7c at", "for an earlier read at SPOT, at SPOT war, at dealer"),
    ("floor correct 7c at 3a", "for an earlier read at SPOT, at SPOT war, at dealer"),
    ("floor correct 7c at rack", "at dealer war or at rack N"),
    ("floor correct 7c on 3", "expected floor correct CARD"),
    ("report burn_forgotten 0", "expected how many burns were forgotten, 1 or more"),
    ("report burn_forgotten 1 2", '"2" is not a card'),
    ("floor correct 7x", '"7x" is not a card'),
    ("floor pay 3", "expected floor pay SPOT AMOUNT"),
    ("floor take 3 some", "expected floor take SPOT AMOUNT"),
    ("floor pay x 5", '"x": expected a spot such as 3'),
    ("floor void", "expected floor void and the spots"),
    ("floor out Ana", '"Ana": expected a spot such as 3, or a bettor on it such as 3a'),
    ("floor play_on 3", 'floor play_on takes nothing after it, but there is "3"'),
    ('floor play_on because "it fell', "a quotation mark is not closed"),
    ('floor play_on by Ana because "it fell', "a quotation mark is not closed"),
    ('floor play_on because "it # fell', "a quotation mark is not closed"),
    ('floor play_on because it fell"', "a quotation mark is not closed"),
    ("cut", "expected cut offer SPOT accepted"),
    ("cut deep", "cut depth CARDS or cut placed CARDS"),
    ("cut depth shallow", "cut depth CARDS or cut placed CARDS"),
    ("cut offer 3", "cut offer SPOT refused"),
    ("clock noon", "expected clock and a time such as 2026-11-16T21:47"),
    ("clock 2026-02-30T21:47", "is no time of the calendar"),
    ("wheel 3", "expected wheel SPOT SYMBOL"),
    ("view cards", "expected view burn"),
    ("replace", "expected replace cards"),
    ("order coffee", "expected order shuffle"),
    ("idle now", 'nothing follows "idle" on its line'),
    ("shuffler", "expected shuffler and one of idle, shuffling, ready, jam"),
    ("shuffler on_fire", "expected shuffler and one of idle, shuffling, ready, jam"),
    (
        "device",
        "expected device NAME lost, device NAME back, device shoe STATUS or device progressive latched",
    ),
    (
        "device shoe broken",
        "expected device NAME lost, device NAME back, device shoe STATUS or device progressive latched",
    ),
]

EXPECTS = [
    ("-> 3", 'nothing happened before "->"'),
    ("->", 'nothing happened before "->"'),
    ("shoe 7c ->", "expected a spot or one of dealer, burn, rack, aside, held, next"),
    ("shoe 7c -> # 3", "expected a spot or one of dealer"),
    ("shoe 7c -> 3a", '"-> 3a": expected a spot or one of dealer'),
    ("shoe 7c -> the dealer", '"-> the dealer": expected a spot or one of dealer'),
    ("shoe 7c -> 1 -> 2", '"-> 1 -> 2": expected a spot'),
    ("shoe 7c -> main pay 5", "expected a spot or one of dealer"),
    ("shoe 7c -> due", "due STEP, or refused"),
    ("call ->", "expected due STEP or refused"),
    ("call -> 3", '"-> 3": expected due STEP or refused'),
    ("call -> dealer", '"-> dealer": expected due STEP or refused'),
    ("bets 1:25 -> burn", '"-> burn": expected due STEP or refused'),
    ("3 war -> next", '"-> next": expected due STEP or refused'),
    ("end -> over", '"-> over": expected due STEP or refused'),
    ("call -> due deal now", "expected due STEP or refused"),
    ("report face_up -> 3 rack", "a step, or refused"),
    ("floor play_on -> Deal", "a step, or refused"),
    ("settle ->", "expected SPOT WAGER ACTION AMOUNT, WAGER ACTION AMOUNT"),
    ("settle -> rubbish", '"rubbish": expected a spot such as 3'),
    ("settle -> dealer", '"dealer": expected a spot such as 3'),
    ("settle -> 3", "expected WAGER ACTION AMOUNT, such as main pay 25"),
    ("settle -> main pay 25", '"main": expected a spot such as 3, or a bettor on it such as 3a'),
    ("settle -> 3 main pay", '"main pay": expected WAGER ACTION AMOUNT'),
    ("settle -> 3 main pay 25.125", '"main pay 25.125": expected WAGER ACTION AMOUNT'),
    ("settle -> 3 main pay 25,", '"": expected WAGER ACTION AMOUNT'),
    ("settle -> 3 main pay 25 tie take 5", "expected WAGER ACTION AMOUNT"),
    ("settle -> 3 side pay 25", '"side": expected one of main, tie, war, war_tie, progressive'),
    ("settle -> 3 main win 25", '"win": expected one of take, pay, return, half'),
]

PLAY = [(PROFILE + f"\n{text}\nend\n", 3, message) for text, message in CARDS_AND_WAGERS + ACTS + EXPECTS]


@pytest.mark.parametrize(("text", "line", "message"), HEADERS + PLAY)
def test_the_error_names_the_line_and_what_was_expected(text: str, line: int, message: str) -> None:
    with pytest.raises(NotationError) as error:
        read(text)
    assert error.value.line == line
    assert message in error.value.message
    assert str(error.value).startswith(f"line {line}: ")


def test_the_first_fault_of_a_file_is_told() -> None:
    with pytest.raises(NotationError) as error:
        read(PROFILE + "shoe 7c\nshoe 7x\nshoe 7y\n")
    assert (error.value.line, error.value.message[:4]) == (3, '"7x"')


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_the_line_is_counted_alike_whatever_ends_it(line_end: str) -> None:
    with pytest.raises(NotationError) as error:
        read(line_end.join(("# why", "profile maryland", "", "call", "shoe 7x", "")))
    assert error.value.line == 5


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "bom.round"
    path.write_bytes(b"\xef\xbb\xbfprofile maryland\r\nbets 1:25 -> due call\r\n")
    result = play_file(path)
    assert (result.unreadable, result.failure) == ("", None)


def test_a_file_of_other_bytes_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "latin.round"
    path.write_bytes("profile maryland\ndealer José\n".encode("latin-1"))
    assert play_file(path).unreadable == f"{path}: is not UTF-8 text; a written round is plain text"
    path.write_bytes(b"\0\0profile maryland\0\n")
    assert play_file(path).unreadable.startswith(f'{path} line 1: "\0\0profile" is not a line of play')
