"""The catalogue finds rounds by what happened in them, in logs of today and in those of old stations."""

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from dealer_station.engine.model import events as e
from dealer_station.engine.model.values import Hold
from dealer_station.log.catalogue.cataloguer import Cataloguer
from dealer_station.log.catalogue.round_tags import marked
from dealer_station.log.catalogue.rounds import LOG_SHIFT, Catalogue, RoundQuery
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.records import Marks, RoundKept, RulingKept
from tests.log import shifts

PLAIN = RoundKept(1, 1, 1_000, 2_000, "massachusetts", "Ana", "complete", ("1", "3"), 5, 0, 0, 0, 5000, 2500)


def numbers(catalogue: Catalogue, sought: RoundQuery) -> list[int]:
    return [key & ((1 << LOG_SHIFT) - 1) for key in catalogue.ids(sought)]


def of_three() -> Catalogue:
    """A plain round, one with a war, one that was ruled void after a fault."""
    made = Catalogue()
    marks = Marks(("device",), (RulingKept("void_round", "Lee", "wet cards"),), ("shoe lost",), ("void",))
    rounds = [
        (10, PLAIN, Marks(results=("win", "lose"))),
        (20, _with(2, wars=1, dealer="Bo", paid_cents=90_000), Marks(results=("war_won", "lose"))),
        (30, _with(3, outcome="void", hands=("3a",)), marks),
    ]
    made.add(0, rounds)
    return made


def _with(number: int, **changes: object) -> RoundKept:
    times = {"opened_us": number * 1_000, "ended_us": number * 1_000 + 500}
    return replace(PLAIN, number=number, **times, **changes)


@pytest.mark.parametrize(
    ("sought", "found"),
    [
        (RoundQuery(), [3, 2, 1]),
        (RoundQuery(since_us=2_200), [3, 2]),
        (RoundQuery(until_us=2_000), [1]),
        (RoundQuery(dealer="Bo"), [2]),
        (RoundQuery(spot="1"), [2, 1]),
        (RoundQuery(spot="3"), [3, 2, 1]),
        (RoundQuery(outcome="void"), [3]),
        (RoundQuery(outcome="war_won"), [2]),
        (RoundQuery(spot="1", outcome="win"), [1]),
        (RoundQuery(spot="3", outcome="win"), []),
        (RoundQuery(least_cents=90_000), [2]),
        (RoundQuery(kind="device"), [3]),
        (RoundQuery(ruling="void_round"), [3]),
        (RoundQuery(fault="shoe lost"), [3]),
        (RoundQuery(flags=("war",)), [2]),
        (RoundQuery(flags=("irregular", "ruled", "fault")), [3]),
        (RoundQuery(flags=("war", "ruled")), []),
        (RoundQuery(text="wet CARDS"), [3]),
        (RoundQuery(text="void round"), [3]),
        (RoundQuery(text="war spot 3"), [2]),
        (RoundQuery(text="#2"), [2]),
        (RoundQuery(text="'; DROP TABLE round"), []),
    ],
)
def test_a_round_is_found_by_anything(sought: RoundQuery, found: list[int]) -> None:
    catalogue = of_three()
    assert numbers(catalogue, sought) == found
    catalogue.close()


def test_a_round_told_anew_replaces_the_one_before_and_an_older_one_does_not() -> None:
    catalogue = of_three()
    catalogue.add(0, [(40, _with(2, dealer="Chi"), Marks())], replace=True)
    catalogue.add(0, [(15, _with(1, dealer="Dee"), Marks())])
    assert numbers(catalogue, RoundQuery(dealer="Chi")) == [2]
    assert numbers(catalogue, RoundQuery(dealer="Dee")) == []
    catalogue.close()


def test_the_day_is_cut_into_bars_and_the_nearest_round_is_found() -> None:
    catalogue = of_three()
    bars = catalogue.bars(RoundQuery(), 0, 4_000, 4)
    assert [(bar.place, bar.rounds, bar.flags) for bar in bars] == [(1, 1, 0), (2, 1, 4), (3, 1, 11)]
    assert catalogue.nearest(RoundQuery(), before_us=2_000) == 1
    assert catalogue.nearest(RoundQuery(), after_us=2_001) == 3
    assert catalogue.nearest(RoundQuery(), after_us=9_000) is None
    catalogue.close()


def test_marks_are_what_facts_say() -> None:
    marks = Marks()
    for event in (
        e.HoldRaised(Hold("device", "shoe lost")),
        e.DeviceNoted("shoe", "lost", ""),
        e.DeviceNoted("shoe", "back", ""),
        e.HoldRuled("device", "accept", "Lee", "kicked", ""),
        e.HoldRuled("card_not_due", "next", "", "face_up", "", tapped=True),
        e.Noted("dispute", "stays_burn"),
    ):
        marks = marked(marks, event)
    assert marks == Marks(
        ("device", "card_not_due", "dispute"), (RulingKept("accept", "Lee", "kicked"),), ("shoe lost",)
    )


def test_an_old_log_is_catalogued_from_its_rows(tmp_path: Path) -> None:
    shutil.copytree(Path(__file__).parent / "fixtures" / "first", tmp_path / "old")
    log = next((tmp_path / "old").glob("*.db"))
    with Reader(log) as reader:
        catalogue = Catalogue()
        cataloguer = Cataloguer(reader, catalogue, 0)
        cataloguer.begin()
        assert all(kept.marks is None for kept in reader.rounds())
        assert numbers(catalogue, RoundQuery()) == [2, 1]
        assert cataloguer.news()
        assert not cataloguer.news()
        catalogue.close()


def test_what_a_station_writes_is_news(tmp_path: Path) -> None:
    log = shifts.play(tmp_path / "log.db", rounds=2)
    with Reader(log) as reader:
        catalogue = Catalogue()
        cataloguer = Cataloguer(reader, catalogue, 0)
        cataloguer.begin()
        while cataloguer.more():
            pass
        assert cataloguer.news()
        shifts.play(log, rounds=2)
        assert cataloguer.news()
        assert numbers(catalogue, RoundQuery())[:4] == [4, 3, 2, 1]
        assert not cataloguer.was_replaced
        catalogue.close()
