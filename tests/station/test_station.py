"""The station: committed, then shown, then acknowledged; and after a restart at the same step."""

import os
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from dealer_station.engine.due.step_types import AwaitRuling, Draw, Perform
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.errors import LogError, LogHeldError
from dealer_station.engine.model.observations import Bet
from dealer_station.engine.words.prompts import step_id
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.append import Writer
from dealer_station.review.effective_rows import effective_rows
from dealer_station.review.replay_check import replay
from dealer_station.station.card_count import CardCount
from dealer_station.station.station import Seen, Shown, Station
from tests.log import shifts
from tests.log.shifts import SetClock

BETS = o.BetsPlaced((Bet(1, "", 1000), Bet(2, "", 1000)))
JOURNAL = "00000000000000aa"


class Table:
    """A table with a station that can be started again; the shoe numbers what it sends."""

    def __init__(self, db: Path) -> None:
        self.db = db
        self.shown: list[Shown] = []
        self.acknowledged: list[int] = []
        self.sent = 0
        self.start()

    def start(self) -> None:
        self.station = shifts.station_on(self.db, SetClock(), publish=self.shown.append)

    def restart(self) -> None:
        """Restart as after a crash: nothing is put away."""
        self.station._log.close()
        self.start()

    def tap(self, *taps: o.Observation) -> None:
        for tap in taps:
            self.station.observe(Seen(tap, "dealer", "Ana"))

    def card(self, face: str, *, resent: bool = False) -> Seen:
        self.sent += 1
        number = self.sent
        return Seen(
            o.CardDrawn(Card(face)),
            "shoe",
            frame=f"{number} {face}".encode(),
            journal=JOURNAL,
            device_seq=number,
            resent=resent,
            acknowledge=lambda: self.acknowledged.append(number),
        )

    def deal(self, *faces: str) -> None:
        for face in faces:
            self.station.observe(self.card(face))

    @property
    def step(self) -> str:
        return step_id(self.station.due)

    def bodies(self) -> list[bytes]:
        with Reader(self.db) as log:
            return [row.body for row in log.rows()]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Between the opening burn and the wagers."""
    made = Table(tmp_path / "log.db")
    made.station.greet("shoe", JOURNAL, 1, 0)
    made.tap(o.DealerArrived("Ana"))
    made.deal("2c")
    yield made
    made.station._log.close()


def at_war(table: Table) -> None:
    """Spot 1 is at war, and the three burns are drawn."""
    table.tap(BETS, o.Called())
    table.deal("7c", "5h", "7d")
    table.tap(o.Settled(), o.Answered(1, "", "war"), o.Confirmed("pick_up"), o.Confirmed("confirm_war"))
    table.deal("Ah", "Kh", "Qh")
    assert table.step == "deal"


def test_a_tap_with_all_its_consequences_is_one_transaction(table: Table) -> None:
    table.tap(BETS)
    with Reader(table.db) as log:
        rows = [row for row in log.rows() if row.cause == max(one.cause for one in log.rows())]
    assert [row.part for row in rows] == ["seen", "fact", "fact"]
    assert {(row.source, row.who) for row in rows} == {("dealer", "Ana")}
    assert len({(row.wall_us, row.mono_us) for row in rows}) == 1


def test_what_is_shown_is_committed_and_what_is_acknowledged_was_shown(tmp_path: Path) -> None:
    happened: list[str] = []

    def publish(shown: Shown) -> None:
        other = sqlite3.connect(tmp_path / "log.db")
        happened.append(f"shown {shown.seq == other.execute('SELECT max(seq) FROM event').fetchone()[0]}")
        other.close()

    station = shifts.station_on(tmp_path / "log.db", SetClock(), publish=publish)
    station.greet("shoe", JOURNAL, 1, 0)
    happened.clear()
    card = o.CardDrawn(Card("2c"))
    station.observe(
        Seen(card, "shoe", journal=JOURNAL, device_seq=1, acknowledge=lambda: happened.append("acknowledged"))
    )
    assert happened == ["shown True", "acknowledged"]
    station.stop()


def test_what_a_device_sends_twice_is_taken_once_and_acknowledged_again(table: Table) -> None:
    table.tap(BETS, o.Called())
    card = table.card("7c")
    table.station.observe(card)
    rows = len(table.bodies())
    table.station.observe(card)
    assert len(table.bodies()) == rows
    assert table.acknowledged == [1, 2, 2]
    lid = Seen(o.DeviceSaid("shoe", "closed"), "shoe", journal=JOURNAL, device_seq=3)
    table.station.observe(lid)
    table.station.observe(lid)
    assert len(table.bodies()) == rows + 2


def test_an_event_is_never_skipped(table: Table) -> None:
    table.sent += 1
    with pytest.raises(LogError, match="it must send all"):
        table.deal("7c")


def test_a_restart_asks_for_the_layout_and_comes_to_the_same_step(table: Table) -> None:
    table.tap(BETS, o.Called())
    table.deal("7c")
    before = table.station.due
    table.restart()
    assert table.step == "confirm_layout"
    assert table.shown[-1].view.prompt.do
    table.tap(o.Confirmed("confirm_layout"))
    assert table.station.due == before


def test_to_look_at_an_empty_felt_begins_no_round(tmp_path: Path) -> None:
    db = shifts.play(tmp_path / "log.db", rounds=1)
    table = Table(db)
    assert table.step == "confirm_layout"
    table.tap(o.Confirmed("confirm_layout"))
    assert not table.station.table.round.opened
    assert table.step == "bets"
    table.station._log.close()


def test_a_card_from_the_journal_is_taken_and_the_layout_asked_for_again(table: Table) -> None:
    table.tap(BETS, o.Called())
    table.restart()
    assert table.station.greet("shoe", JOURNAL, 1, 2) == 1
    table.station.observe(table.card("7c", resent=True))
    assert table.station.table.round.card_at(1, "original") == "7c"
    assert table.step == "confirm_layout"
    table.tap(o.Confirmed("confirm_layout"))
    assert isinstance(table.station.due, Draw)


@pytest.mark.parametrize(("journal", "oldest", "newest"), [("other", 1, 9), (JOURNAL, 7, 9), (JOURNAL, 1, 0)])
def test_a_journal_that_lacks_something_stops_the_table(
    table: Table, journal: str, oldest: int, newest: int
) -> None:
    table.tap(BETS, o.Called())
    table.restart()
    assert table.station.greet("shoe", journal, oldest, newest) == oldest - 1
    stopped = table.station.due
    assert isinstance(stopped, AwaitRuling)
    assert stopped.hold.missed
    table.station.observe(Seen(o.Ruled("accept", by="floor"), "floor", "floor"))
    assert isinstance(table.station.due, Perform)


def test_a_second_station_is_refused_and_told_who_holds_the_log(table: Table) -> None:
    with pytest.raises(LogHeldError, match=rf"process {os.getpid()}, has been writing to it since 20"):
        Writer(table.db, shifts.keys_of(table.db), SetClock())
    table.deal("3c")
    assert verify(table.db).ok


def test_the_face_of_a_burn_is_nowhere_in_the_log_nor_shown(table: Table) -> None:
    at_war(table)
    stored = b"".join(path.read_bytes() for path in table.db.parent.glob("log.db*") if path.is_file())
    for face in (b'"2c"', b'"Ah"', b'"Kh"', b'"Qh"', b"1 2c", b"5 Ah"):
        assert face not in stored
    assert b'"7c"' in stored
    shown = repr([shown.view for shown in table.shown])
    assert not any(face in shown for face in ("'Ah'", "'Kh'", "'Qh'", "'2c'"))


def test_burns_that_were_none_are_turned_back_from_memory_and_after_a_restart_only_by_the_dealer(
    table: Table,
) -> None:
    at_war(table)
    report = o.Reported("burn_forgotten")
    table.restart()
    table.tap(o.Confirmed("confirm_layout"), report)
    assert not any(b"Ah" in body for body in table.bodies())


def test_burns_that_were_none_are_turned_back_from_memory(table: Table) -> None:
    at_war(table)
    table.tap(o.Reported("burn_forgotten"))
    assert any(b"Ah" in body for body in table.bodies())


def test_the_count_survives_a_restart_but_for_sealed_burns(table: Table) -> None:
    at_war(table)
    live, decks = table.station._count, 6
    again = CardCount.of(table.station.table, decks)
    burned = Counter(map(Card, ("2c", "Ah", "Kh", "Qh")))
    assert live._seen == again._seen + burned
    table.restart()
    assert table.station._count._seen == again._seen
    assert any(b'"sealed_burns":4' in body for body in table.bodies())


def test_a_card_too_many_is_found_also_where_a_burn_made_it_so(table: Table) -> None:
    table.tap(BETS, o.Called())
    table.station._count._seen.update({Card("9d"): 6})
    table.deal("9d")
    assert isinstance(table.station.due, AwaitRuling)
    assert table.station.due.hold.kind == "impossible_card"


def test_a_round_whose_end_was_taken_back_counts_once(table: Table) -> None:
    table.tap(BETS, o.Called())
    table.deal("7c", "5h", "Kd")
    table.tap(o.Settled(), o.Settled(), o.Confirmed("pick_up"))
    assert table.station.table.round.number == 2
    table.tap(o.TookBack())
    assert table.station.table.round.number == 1
    table.tap(o.Confirmed("pick_up"), BETS)
    with Reader(table.db) as log:
        kept, again = list(log.rounds()), log.spans()
    assert [(one.number, one.first_seq) for one in kept] == [(1, 1)]
    assert [number for _, _, number in again] == [1, 1]
    assert verify(table.db).ok
    assert not replay(table.db).differences


def test_nobody_waits_for_ever_for_a_station_that_broke(tmp_path: Path) -> None:
    shown: list[Shown] = []
    station = shifts.station_on(tmp_path / "log.db", SetClock(), publish=shown.append)
    station.start()
    station.tell(Seen(o.CardDrawn(Card("7c")), "shoe", journal="x", device_seq=9))
    station.tell(Seen(o.CardDrawn(Card("7c")), "shoe", journal="x", device_seq=99))
    with pytest.raises(LogError, match="it must send all"):
        station.stop()
    assert "it must send all" in shown[-1].fault


def test_a_round_is_finished_under_the_words_it_was_begun_under(table: Table) -> None:
    table.tap(BETS)
    table.station._log.close()
    words = replace(shifts.words("massachusetts"), options=(("decks", "8"),))
    log = Writer(table.db, shifts.keys_of(table.db), SetClock())
    with pytest.raises(LogError, match="was begun under massachusetts"):
        Station(log, table.station._rules, words, table.shown.append)
    log.close()
    table.start()


def test_other_words_between_rounds_are_kept_in_the_log(tmp_path: Path) -> None:
    db = shifts.play(tmp_path / "log.db", rounds=1)
    shifts.play(db, rounds=1, seed=1, profile="massachusetts")
    with Reader(db) as log:
        assert sum(b'"RulesKept"' in row.body for row in log.rows()) == 1
    station = shifts.station_on(db, SetClock(), profile="exhibit_a", publish=lambda _: None)
    station.stop()
    with Reader(db) as log:
        assert log.recollect().rules == shifts.words("exhibit_a")


def test_a_keyed_card_that_was_taken_back_stays_in_the_log_and_out_of_the_count(table: Table) -> None:
    table.station.observe(Seen(o.DeviceSaid("reader", "lost"), "floor", "Lee"))
    table.station.observe(Seen(o.Ruled("accept", by="Lee", because="keyed"), "floor", "Lee"))
    table.tap(BETS, o.Called())
    before, count = table.station.table, table.station._count._seen.copy()

    def key(face: str) -> None:
        table.station.observe(Seen(o.CardDrawn(Card(face), keyed=True), "keyed", "Ana"))

    key("7c")
    table.tap(o.TookBack())
    assert replace(before, before=None) == table.station.table
    assert table.station._count._seen == count
    key("9c")
    assert [drawn.card for drawn in table.station.table.round.draws if drawn.card] == ["9c"]
    drawn = [body for body in table.bodies() if b'"CardDrawn"' in body]
    assert any(b'"7c"' in body for body in drawn)
    assert any(b'"9c"' in body for body in drawn)
    assert verify(table.db).ok
    assert not replay(table.db).differences
    with Reader(table.db) as log:
        effective = [one.content for one in effective_rows(log.raw_rows(), 0, 1 << 62)]
    assert [one.card for one in effective if isinstance(one, e.CardDealt)] == ["9c"]
