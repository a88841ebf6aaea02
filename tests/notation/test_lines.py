"""Every form of a line that docs/reference/notation.md describes is read, and means what it says."""

import re

import pytest

from dealer_station.engine.due.irregularity_kinds import KINDS, RULINGS
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import PACK, Card
from dealer_station.engine.model.kinds import as_status
from dealer_station.engine.model.observations import Bet
from dealer_station.engine.notation import model as w
from dealer_station.engine.notation.reader import SHUFFLER_WORDS, read
from dealer_station.engine.rulebook.rule_sections import Limits
from dealer_station.written_rounds.play import Player
from tests.house.rules import ROOT

DOCUMENT = (ROOT / "docs" / "reference" / "notation.md").read_text("utf-8")


def header_of(*lines: str) -> w.Header:
    return read("\n".join(("profile massachusetts", *lines))).header


def line_of(text: str) -> w.WrittenLine:
    """The only line of play of a file."""
    (line,) = read(f"profile new_zealand\n{text}\n").lines
    return line


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("decks 8", "options", (("decks", "8"),)),
        ("spots 5", "options", (("spots", "5"),)),
        ("option war_burn=once", "options", (("war_burn", "once"),)),
        ("limit main 10-1000/5", "main_limits", Limits(1000, 100_000, 500)),
        ("limit main 0.50-7.5", "main_limits", Limits(50, 750, 0)),
        ("limit tie 5-100/2.50", "tie_limits", Limits(500, 10_000, 250)),
        ("meter 12340", "meter_cents", 1_234_000),
        ("meter 12340.05", "meter_cents", 1_234_005),
        ("start closed", "start", "closed"),
        ("start loaded", "start", "loaded"),
        ("start round", "start", "round"),
        ("taps implied", "taps", "implied"),
        ("taps written", "taps", "written"),
    ],
)
def test_a_header_line_is_read(line: str, field: str, value: object) -> None:
    assert getattr(header_of(line), field) == value


def test_a_header_without_more_than_the_book_leaves_all_to_it() -> None:
    assert header_of() == w.Header("massachusetts", (), None, None, None, "round", "implied")
    assert read("profile /some/where/house.toml").header.profile == "/some/where/house.toml"


def test_header_lines_come_in_any_order_and_options_are_sorted() -> None:
    lines = ("option war_burn=once", "spots 5", "decks 6")
    assert header_of(*lines) == header_of(*reversed(lines))
    assert header_of(*lines).options == (("decks", "6"), ("spots", "5"), ("war_burn", "once"))


BETS: dict[str, tuple[Bet, ...]] = {
    "bets 1:25": (Bet(1, "", 2500),),
    "bets 1:7.5 2:7.50 3:0.05": (Bet(1, "", 750), Bet(2, "", 750), Bet(3, "", 5)),
    "bets 2:10+5": (Bet(2, "", 1000, 500),),
    "bets 4:0+5": (Bet(4, "", 0, 500),),
    "bets 5:? 6:?+?": (Bet(5, "", None), Bet(6, "", None, None)),
    "bets 3:50+10*5": (Bet(3, "", 5000, 1000, 500),),
    "bets 1:10~1^2%3": (Bet(1, "", 1000, bonus_cents=100, toke_cents=200, coupon_cents=300),),
    "bets 1:10%3^2~1*4+5": (Bet(1, "", 1000, 500, 400, 100, 200, 300),),
    "bets 1:25@A 2:10+5@A": (Bet(1, "", 2500, player="A"), Bet(2, "", 1000, 500, player="A")),
    "bets 3a:10 3b:20 3c:0+5": (Bet(3, "a", 1000), Bet(3, "b", 2000), Bet(3, "c", 0, 500)),
}

ACTS: dict[str, w.Act] = {
    **{text: o.BetsPlaced(bets) for text, bets in BETS.items()},
    "call": o.Called(),
    "shoe Td": o.CardDrawn(Card("Td")),
    "shoe ??": o.CardDrawn(None),
    "shoe 9h impossible": o.CardDrawn(Card("9h"), impossible=True),
    "shoe 9h keyed": o.CardDrawn(Card("9h"), keyed=True),
    "shoe 9h keyed impossible": o.CardDrawn(Card("9h"), impossible=True, keyed=True),
    "shoe cut": o.CutCardSeen(),
    "3 war": o.Answered(3, "", "war"),
    "3 war +10": o.Answered(3, "", "war", 1000),
    "3 war +?": o.Answered(3, "", "war", None),
    "3b war": o.Answered(3, "b", "war"),
    "3 surrender": o.Answered(3, "", "surrender"),
    "3c surrender": o.Answered(3, "c", "surrender"),
    "settle": o.Settled(),
    "settle all": w.SettleAll(),
    "confirm": o.Confirmed(""),
    "confirm pick_up": o.Confirmed("pick_up"),
    "undo": o.TookBack(),
    "dealer Ana": o.DealerArrived("Ana"),
    "dealer Ana de la Cruz": o.DealerArrived("Ana de la Cruz"),
    "report dispute": o.Reported("dispute"),
    "report missed_spot 3": o.Reported("missed_spot", 3),
    "report wrong_pay 3c": o.Reported("wrong_pay", 3, "c"),
    "report unreadable Ts": o.Reported("unreadable", card=Card("Ts")),
    "report unreadable 3c": o.Reported("unreadable", card=Card("3c")),
    "floor play_on": o.Ruled("play_on"),
    "floor play_on 5 cards by Bo": o.Ruled("play_on", cards=5, by="Bo"),
    "floor forward 2 cards": o.Ruled("forward", cards=2),
    "recall done": o.Recalled(done=True),
    "recall early": o.Recalled(done=False),
    "floor void_round by Ana de la Cruz": o.Ruled("void_round", by="Ana de la Cruz"),
    'floor burn because "it lay face up"': o.Ruled("burn", because="it lay face up"),
    'floor accept by Bo because "seen by Al"': o.Ruled("accept", by="Bo", because="seen by Al"),
    'floor refuse because "a -> b # c"': o.Ruled("refuse", because="a -> b # c"),
    "floor void 2": o.Ruled("void", hands=("2",)),
    "floor out 2 3b by Bo": o.Ruled("out", hands=("2", "3b"), by="Bo"),
    "floor correct 7c": o.Ruled("correct", card=Card("7c")),
    "floor correct 7c at 3 war": o.Ruled("correct", card=Card("7c"), at="3 war"),
    "floor correct 7c at rack 12 by Lee": o.Ruled("correct", card=Card("7c"), by="Lee", at="rack 12"),
    "report burn_forgotten 2 7c Td": o.Reported("burn_forgotten", faces=(Card("7c"), Card("Td")), count=2),
    "floor pay 3 12.50": o.Ruled("pay", hands=("3",), cents=1250),
    "floor pay 1 3b 5": o.Ruled("pay", hands=("1", "3b"), cents=500),
    "floor take 3a ?": o.Ruled("take", hands=("3a",), cents=None),
    "shuffler ready": o.DeviceSaid("shuffler", "ready"),
    "shuffler count 311": o.DeviceSaid("shuffler", "count", count=311),
    "shuffler batch red": o.DeviceSaid("shuffler", "batch", batch="red"),
    "device shoe lost": o.DeviceSaid("shoe", "lost"),
    "device shuffler back": o.DeviceSaid("shuffler", "back"),
    "cut offer 3 refused": o.CutOffered(3, accepted=False),
    "cut offer 2 accepted": o.CutOffered(2, accepted=True),
    "cut depth 60": o.CutMade(60),
    "cut placed 80": o.CutCardPlaced(80),
    "recut": o.Ordered("recut"),
    "idle": o.Ordered("idle"),
    "close": o.Ordered("close"),
    "open": o.Ordered("open"),
    "order shuffle": o.Ordered("shuffle"),
    "replace cards": o.Ordered("replace_cards"),
    "view burn": o.BurnViewed(),
    "wheel 3 400": o.Spun(3, "400"),
    "end": w.End(),
}


@pytest.mark.parametrize("text", ACTS)
def test_a_line_of_play_is_read(text: str) -> None:
    assert line_of(text) == w.WrittenLine(2, ACTS[text])


def test_every_card_is_read_from_the_shoe_from_a_report_and_from_a_ruling() -> None:
    for card in PACK:
        assert line_of(f"shoe {card}").act == o.CardDrawn(card)
        assert line_of(f"report unreadable {card}").act == o.Reported("unreadable", card=card)
        assert line_of(f"floor correct {card}").act == o.Ruled("correct", card=card)


def test_the_clock_is_read_in_minutes() -> None:
    early, late = line_of("clock 2026-11-16T21:47").act, line_of("clock 2027-03-01T00:02").act
    assert isinstance(early, o.ClockRead)
    assert isinstance(late, o.ClockRead)
    assert late.minutes - early.minutes == ((30 - 16) + 31 + 31 + 28) * 24 * 60 + 2 * 60 + 15


def test_every_kind_of_report_ruling_and_status_is_read() -> None:
    for kind in KINDS:
        assert line_of(f"report {kind}").act == o.Reported(kind)
    for ruling in set(RULINGS) - {"void", "out", "correct", "pay", "take"}:
        assert line_of(f"floor {ruling}").act == o.Ruled(ruling)
    for status in SHUFFLER_WORDS:
        assert line_of(f"shuffler {status}").act == o.DeviceSaid("shuffler", as_status(status))


EXPECTS: dict[str, w.Expect] = {
    **{f"shoe 7c -> {place}": w.CardGoes(place) for place in ("1", "12", *w.PLACES)},
    "report face_up -> rack": w.CardGoes("rack"),
    "report empty_spot 2 -> 3": w.CardGoes("3"),
    "floor forward -> 4": w.CardGoes("4"),
    "floor dealer_next -> dealer": w.CardGoes("dealer"),
    "report dispute -> ruling": w.StepDue("ruling"),
    "floor play_on -> deal": w.StepDue("deal"),
    "floor play_on -> due deal": w.StepDue("deal"),
    "bets 1:25 -> refused": w.MustRefuse(),
    "call -> due deal": w.StepDue("deal"),
    "shoe 7c -> due settle": w.StepDue("settle"),
    "end -> due bets": w.StepDue("bets"),
    "settle -> refused": w.MustRefuse(),
    "settle -> due pick_up": w.StepDue("pick_up"),
    "settle -> 3 main pay 50": w.MoneyMoves("3", (("main", "pay", 5000),)),
    "settle all -> 3b main take ?": w.MoneyMoves("3b", (("main", "take", None),)),
    "settle -> 3 main half 12.50, tie pay 50": w.MoneyMoves(
        "3", (("main", "half", 1250), ("tie", "pay", 5000))
    ),
    "settle->1 main return 1,war pay 1,war_tie take 1": w.MoneyMoves(
        "1", (("main", "return", 100), ("war", "pay", 100), ("war_tie", "take", 100))
    ),
    "settle -> 1 progressive pay 1, envy pay 2, bonus pay 3, toke pay 4": w.MoneyMoves(
        "1", (("progressive", "pay", 100), ("envy", "pay", 200), ("bonus", "pay", 300), ("toke", "pay", 400))
    ),
}


@pytest.mark.parametrize("text", EXPECTS)
def test_what_must_follow_is_read(text: str) -> None:
    assert line_of(text).expect == EXPECTS[text]


@pytest.mark.parametrize(
    "text",
    [
        *("shoe 7c -> 1", "  shoe   7c   ->   1  ", "shoe\t7c\t->\t1", "\tshoe 7c->1", "shoe 7c -> 1#spot 1"),
        *(
            'shoe 7c -> 1 # the 7" card',
            'shoe 7c -> 1 # "7c" and "',
            "shoe 7c -> 1 ## -> 2",
            "\n\nshoe 7c -> 1",
        ),
        *("# shoe 8c\nshoe 7c -> 1\n   # shoe 9c\n", "shoe 7c -> 1\r\n\r\n", 'shoe 7c -> 1\n# one " more'),
    ],
)
def test_blanks_comments_and_line_ends_mean_nothing(text: str) -> None:
    line = line_of(text)
    assert (line.act, line.expect) == (o.CardDrawn(Card("7c")), w.CardGoes("1"))


def test_tabs_part_the_words_of_a_settlement() -> None:
    assert line_of("settle\t->\t3\tmain\tpay\t50,\ttie\ttake\t5").expect == w.MoneyMoves(
        "3", (("main", "pay", 5000), ("tie", "take", 500))
    )


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_lines_are_numbered_as_an_editor_numbers_them(line_end: str) -> None:
    text = line_end.join(("# why", "profile maryland", "", "bets 1:25", "call  # now", "", "end"))
    assert [line.number for line in read(text).lines] == [4, 5, 7]


@pytest.mark.parametrize("separator", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028"])
def test_only_a_line_end_ends_a_line(separator: str) -> None:
    (line,) = read(f"# a{separator}b\nprofile maryland\ncall").lines
    assert line.number == 3


def test_a_very_long_line_is_read_at_once() -> None:
    assert read("#" * 20_000 + '"\nprofile maryland').lines == ()
    bets = line_of("bets " + " ".join(f"{spot}:25+5" for spot in range(1, 5000))).act
    assert isinstance(bets, o.BetsPlaced)
    assert len(bets.bets) == 4999


SAID_AS = {
    "NAME=VALUE": "war_burn=once",
    "NAME": "Ana",
    "N": "6",
    "STEP": "pick_up",
    "KIND ...": "dispute",
    "RULING ...": "play_on",
    "STATUS": "ready",
    "TIME": "2026-11-16T21:47",
    "TEXT": "it lay face up",
}


def documented_forms(heading: str) -> list[str]:
    """The forms in the first column of a section's table, with something in place of each capital word."""
    section = DOCUMENT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    cells = [row.split("|")[1] for row in section.splitlines() if row.startswith("| `")]
    forms = [form for cell in cells for form in re.findall(r"`([^`]+)`", cell)]
    for word, said in SAID_AS.items():
        forms = [re.sub(rf"(?<!\w){re.escape(word)}(?![\w=])", said, form) for form in forms]
    return forms


def test_every_form_of_the_document_is_read() -> None:
    header, happened = documented_forms("Header"), documented_forms("What happened")
    assert len(header) == 12
    for form in header:
        read(form if form.startswith("profile") else f"profile maryland\n{form}")
    assert len(happened) > 30
    for form in happened:
        line_of(f"floor play_on {form}" if form.startswith(("by ", "because ")) else form)


def test_the_round_of_the_document_plays() -> None:
    written = read(DOCUMENT.split("```")[1])
    player = Player.at_table_of(written.header)
    player.play(written.lines)
    assert player.failure is None
    assert len(player.ledger.rounds) == 1
