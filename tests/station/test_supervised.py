"""A station whose thread dies comes up again from its log; one that dies and dies stays down and says so."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from structlog.testing import capture_logs

from dealer_station.cli.main import main
from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.errors import DealerStationError
from dealer_station.engine.words.prompts import step_id
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.records import Started
from dealer_station.review.moments import moments
from dealer_station.review.replay_check import replay
from dealer_station.station import station as station_module
from dealer_station.station.startup_checks import CAME_UP_AGAIN, DEATHS_MOST, WITHIN_SECONDS, ThreadDeaths
from dealer_station.station.station import Look, PeopleNoted, Seen, Shown, Station
from tests.log import shifts
from tests.log.shifts import SetClock

JOURNAL = "00000000000000aa"
PATIENCE_SECONDS = 120


class Table:
    """A station in its own thread, and everything that it has shown."""

    def __init__(self, db: Path) -> None:
        self.db = db
        self.stopped = False
        self.shown: list[Shown] = []
        self.acknowledged: list[str] = []
        self.spoil: Callable[[Shown], None] = lambda _: None
        self.station: Station = shifts.station_on(db, SetClock(), publish=self.show)
        self.station.greet("shoe", JOURNAL, 1, 0)
        self.station.start()
        self.tap(o.DealerArrived("Ana"))

    def show(self, shown: Shown) -> None:
        self.spoil(shown)
        self.shown.append(shown)

    def tap(self, tap: o.Observation) -> None:
        said = type(tap).__name__
        self.station.tell(Seen(tap, "dealer", "Ana", acknowledge=lambda: self.acknowledged.append(said)))
        self.wait()

    def card(self, number: int, face: str) -> None:
        self.station.tell(
            Seen(
                o.CardDrawn(Card(face)),
                "shoe",
                journal=JOURNAL,
                device_seq=number,
                acknowledge=lambda: self.acknowledged.append(face),
            )
        )
        self.wait()

    def wait(self) -> None:
        """Wait until the station has handled every message, or has stopped."""
        done = threading.Event()
        self.station.tell(Look(done.set))
        for _ in range(round(PATIENCE_SECONDS * 100)):
            if done.wait(0.01) or (self.shown and self.shown[-1].fault):
                return
        raise AssertionError("the station does not answer")

    def stop(self) -> None:
        if not self.stopped:
            self.stopped = True
            self.station.stop()

    @property
    def step(self) -> str:
        return step_id(self.shown[-1].due)

    def cards_in_the_log(self) -> int:
        with Reader(self.db) as log:
            return sum(isinstance(one.seen, o.CardDrawn) for one in moments(log))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "log.db")
    yield made
    made.stop()
    assert verify(made.db).ok


def dies(monkeypatch: pytest.MonkeyPatch, times: int, kind: type[o.Observation] = o.CardDrawn) -> None:
    """A mistake in the engine that nobody has found yet; its words name a card."""
    left = [times]

    def spoiled(state: Any, rules: Any, seen: Any) -> Any:
        if isinstance(seen, kind) and left[0]:
            left[0] -= 1
            raise TypeError("this was the Kh")
        return decide(state, rules, seen)

    monkeypatch.setattr(station_module, "decide", spoiled)


def test_a_card_that_killed_the_station_is_taken_when_it_is_back(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    dies(monkeypatch, 1)
    with capture_logs() as said:
        table.card(1, "2c")
    assert table.acknowledged == ["DealerArrived", "2c"]
    assert table.cards_in_the_log() == 1
    assert table.step == "confirm_layout"
    noted = [one for shown in table.shown for one in shown.events if isinstance(one, e.DeviceNoted)]
    assert any((one.device, one.cause) == ("station", "came_up_again") for one in noted)
    assert any("TypeError in test_supervised.py line " in one.detail for one in noted)
    assert [line["event"] for line in said] == ["station died"]
    assert "Kh" not in str(said) + str(noted)
    table.tap(o.Confirmed("confirm_layout"))
    assert table.step == "bets"


def test_a_tap_that_killed_the_station_is_answered_and_can_be_made_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.card(1, "2c")
    dies(monkeypatch, 1, o.BetsPlaced)
    bets = o.BetsPlaced((o.Bet(1, "", 1000),))
    table.tap(bets)
    assert table.acknowledged[-1] == "BetsPlaced"
    assert not table.shown[-1].table.round.hands
    table.tap(o.Confirmed("confirm_layout"))
    table.tap(bets)
    assert table.step == "call"


def test_what_is_in_the_log_is_not_taken_twice(table: Table) -> None:
    left = [1]

    def show(shown: Shown) -> None:
        if left[0] and any(isinstance(event, e.CardBurned) for event in shown.events):
            left[0] -= 1
            raise KeyError("a screen that fails")

    table.spoil = show
    table.card(1, "2c")
    assert table.cards_in_the_log() == 1
    assert table.acknowledged[-1] == "2c"
    assert table.shown[-1].table.shoe.drawn == 1
    table.tap(o.Confirmed("confirm_layout"))
    table.stop()
    with Reader(table.db) as log:
        assert sum(isinstance(one, Started) for moment in moments(log) for one in moment.records) == 2
    assert replay(table.db).differences == ()


def test_a_station_that_dies_again_and_again_stays_down_and_says_so(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    dies(monkeypatch, DEATHS_MOST)
    table.card(1, "2c")
    assert "ended unexpectedly 3 times within a minute (TypeError in " in table.shown[-1].fault
    assert "2c" not in table.acknowledged
    with pytest.raises(DealerStationError, match="start it again, it goes on where it was"):
        table.stop()
    monkeypatch.undo()
    again = Table(table.db)
    again.card(1, "2c")
    assert again.acknowledged == ["DealerArrived", "2c"]
    again.stop()


def test_deaths_that_are_far_apart_do_not_add_up() -> None:
    now = [0.0]
    deaths = ThreadDeaths(lambda: now[0])
    for _ in range(10):
        assert deaths.counted(ValueError()).startswith("the station ended")
        now[0] += WITHIN_SECONDS


def test_questions_and_notes_outlive_a_death_too(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    left = [1]
    write = table.station._write_notes

    def spoiled() -> None:
        if left[0]:
            left[0] -= 1
            raise AttributeError
        write()

    monkeypatch.setattr(table.station, "_write_notes", spoiled)
    table.station.tell(PeopleNoted())
    table.wait()
    assert table.step == "confirm_layout"


@pytest.mark.parametrize("wire", [(), ("--wire", "reference")])
def test_a_shift_without_a_screen_goes_on_and_says_what_happened(
    wire: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dies(monkeypatch, 2)
    db = tmp_path / "table.db"
    words = ("run", "--sim", "--headless", "--rounds", "3", "--speed", "0", "--db", str(db), *wire)
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    assert result.output.count(CAME_UP_AGAIN) >= 2
    assert "next is round 4" in result.output
    assert verify(db).ok
    with Reader(db) as log:
        seen = [one.seen for one in moments(log)]
    assert sum(isinstance(one, o.DeviceSaid) and one.cause == "came_up_again" for one in seen) == 2
