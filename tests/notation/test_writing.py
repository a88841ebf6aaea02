"""The writer's text reads back as the same round: every act, every expectation, every header."""

from hypothesis import example, given, settings
from msgspec.structs import replace

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.observations import Bet
from dealer_station.engine.notation import model as w
from dealer_station.engine.notation.reader import read
from dealer_station.engine.notation.writer import write, write_line
from dealer_station.engine.rulebook.rule_sections import Limits
from tests.notation import strategies


def without_numbers(written: w.Written) -> w.Written:
    return replace(written, lines=tuple(replace(line, number=0) for line in written.lines))


@settings(max_examples=150)
@given(strategies.rounds)
def test_a_written_round_reads_back_as_the_same(written: w.Written) -> None:
    text = write(written)
    again = read(text)
    assert without_numbers(again) == written
    assert write(again) == text


@settings(max_examples=300)
@given(strategies.lines)
@example(w.WrittenLine(0, o.Ruled("play_on", because="a -> b # c")))
@example(w.WrittenLine(0, o.Ruled("play_on", by="Bo", because=" by Al because ")))
@example(w.WrittenLine(0, o.Reported("unreadable", card=Card("3c"))))
@example(w.WrittenLine(0, o.Reported("wrong_pay", 3, "c")))
def test_every_line_reads_back_as_the_same(line: w.WrittenLine) -> None:
    (again,) = read(f"profile maryland\n{write_line(line)}").lines
    assert replace(again, number=0) == line


def test_a_round_is_written_as_people_write_it() -> None:
    header = w.Header(
        "new_zealand",
        (("decks", "6"), ("spots", "5"), ("war_burn", "none")),
        Limits(1000, 100_000, 500),
        Limits(50, 750),
        1_234_000,
        "loaded",
    )
    bets = (Bet(1, "", 2500), Bet(3, "b", 0, 750, player="A"), Bet(5, "", None, None, 500, 1, 200, 105))
    acts: list[tuple[w.Act, w.Expect | None]] = [
        (o.BetsPlaced(bets), w.MustRefuse()),
        (o.Called(), w.StepDue("deal")),
        (o.CardDrawn(None), w.CardGoes("held")),
        (o.Ruled("correct", card=Card("Td"), by="Bo", because="the pip is torn"), None),
        (o.Answered(3, "b", "war", 1050), None),
        (o.Settled(), w.MoneyMoves("3b", (("main", "half", 1250), ("tie", "pay", None)))),
        (o.Confirmed(""), None),
        (w.End(), w.StepDue("bets")),
        (o.DeviceSaid("shuffler", "count", count=311), None),
        (o.DeviceSaid("shuffler", "lost"), None),
    ]
    written = w.Written(header, tuple(w.WrittenLine(0, act, expect) for act, expect in acts))
    assert write(written).splitlines() == [
        "profile new_zealand",
        "decks 6",
        "spots 5",
        "option war_burn=none",
        "limit main 10-1000/5",
        "limit tie 0.50-7.50",
        "meter 12340",
        "start loaded",
        "",
        "bets 1:25 3b:0+7.50@A 5:?+?*5~0.01^2%1.05 -> refused",
        "call -> due deal",
        "shoe ?? -> held",
        'floor correct Td by Bo because "the pip is torn"',
        "3b war +10.50",
        "settle -> 3b main half 12.50, tie pay ?",
        "confirm",
        "end -> due bets",
        "",
        "shuffler count 311",
        "device shuffler lost",
    ]
    assert write(written).endswith("lost\n")
