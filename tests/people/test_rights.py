"""The station holds everybody to their title: what lacks it is refused with the reason, and logged."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from msgspec.structs import replace

from dealer_station.engine.due.step_types import AwaitRuling
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.errors import LogError, PeopleError
from dealer_station.engine.model.kinds import as_step
from dealer_station.engine.model.table import open_table
from dealer_station.engine.model.values import Hold
from dealer_station.engine.words.prompts import step_id
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.append import Writer
from dealer_station.log.store.records import Denied, OpenedAs, PersonNoted
from dealer_station.people import People, SignedIn
from dealer_station.people.authorization import PinAuthorizer, TurnedAway, let_in
from dealer_station.people.required_titles import has, need_of, titles
from dealer_station.review.moments import moments
from dealer_station.review.replay_check import replay
from dealer_station.rulebooks import NAMES, load
from dealer_station.station.station import Seen, Shown, Station
from tests.config.stations import OTHER_PIN, PIN, Desk
from tests.log import shifts
from tests.log.shifts import SetClock


class Guarded:
    """A live table with its own people; nobody works on its inbox but the test."""

    def __init__(self, folder: Path, profile: str) -> None:
        self.db = folder / "log.db"
        self.profile = profile
        self.people = People(folder / "people.json", SetClock())
        known = titles(load(profile))
        self.people.add("Maria", known[0], pin=PIN)
        self.people.add("Chi", known[-1], pin=OTHER_PIN, by="Maria")
        self.people.add("Bo", "dealer", badge="1234", by="Maria")
        self.shown: list[Shown] = []
        self.start()

    def start(self) -> None:
        log = Writer(self.db, shifts.keys_of(self.db), SetClock(), start="loaded")
        self.station = Station(
            log,
            load(self.profile),
            shifts.words(self.profile),
            self.shown.append,
            authorizer=PinAuthorizer(self.people),
            opened_as=OpenedAs("live", "Table 7", "", (), "Maria", "2026-11-16"),
        )
        self.station.resume()

    def see(self, seen: o.Observation, signed: SignedIn | None = None, source: str = "dealer") -> None:
        self.station.observe(Seen(seen, source, "", signed=signed))

    @property
    def refusal(self) -> str:
        events = self.shown[-1].events
        return events[0].reason if events and isinstance(events[0], e.TapRefused) else ""

    def records(self) -> list[PersonNoted | Denied]:
        with Reader(self.db) as log:
            found = [record for moment in moments(log) for record in moment.records]
        return [record for record in found if isinstance(record, PersonNoted | Denied)]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Guarded]:
    made = Guarded(tmp_path, "massachusetts")
    yield made
    made.station.stop()


def test_a_dealer_is_somebody_known_by_name_or_badge(table: Guarded) -> None:
    table.see(o.DealerArrived("Eve"))
    assert "Eve is not among the people of this table" in table.refusal
    assert table.station.table.dealer == ""
    table.see(o.DealerArrived("1234"))
    assert table.station.table.dealer == "Bo"
    table.see(o.DealerArrived("maria"))
    assert table.station.table.dealer == "Maria"


def test_only_the_highest_title_departs_from_the_book(table: Guarded) -> None:
    table.see(o.DealerArrived("Bo"))
    for face in ("2c", "Tc"):
        table.see(o.CardDrawn(Card(face)), source="shoe")
    against = table.shown[-1].view.holds[0].departs_from
    departure = o.Ruled("discard", because="the players agreed", departs=True, confirmed=against)
    table.see(departure, table.station.sign_in("Maria", PIN), source="floor")
    assert "a departure from the book needs the title licensee; Maria is floorperson" in table.refusal
    assert table.station.table.holds
    table.see(departure, table.station.sign_in("Chi", OTHER_PIN), source="floor")
    ruled = next(event for event in table.shown[-1].events if isinstance(event, e.HoldRuled))
    assert (ruled.by, ruled.cite, ruled.departs_from) == ("Chi", "", against)


def test_an_alarm_is_cleared_by_whoever_has_the_title_and_nobody_else(table: Guarded) -> None:
    table.see(o.DealerArrived("Bo"))
    table.see(o.DeviceSaid("shoe", "door"), source="shoe")
    hold = table.station.due
    assert isinstance(hold, AwaitRuling)
    clear = o.Ruled("play_on", by="Maria", because="door closed")
    for source in ("dealer", "floor"):
        table.see(clear, source=source)
        assert "a ruling needs the title floorperson; " in table.refusal
        assert table.station.due == hold
    table.see(clear, SignedIn("Maria", "floorperson", "guessed"))
    assert "a ruling needs the title floorperson; Maria is dealer: sign in with a PIN" in table.refusal
    signed = table.station.sign_in("Chi", OTHER_PIN)
    table.see(clear, signed)
    assert table.station.due != hold
    ruled = next(event for event in table.shown[-1].events if isinstance(event, e.HoldRuled))
    assert ruled.by == "Chi", "nobody rules under another name"
    denied = [record for record in table.records() if isinstance(record, Denied)]
    assert [(one.tap, one.needs) for one in denied] == [("Ruled play_on", "floorperson")] * 3
    table.station._write_notes()
    assert [one.what for one in table.records() if isinstance(one, PersonNoted)] == [
        *("added", "added", "added", "signed_in")
    ]
    assert table.people.notes == ()


def test_a_log_with_refusals_verifies_replays_and_is_told(table: Guarded) -> None:
    table.see(o.DealerArrived("Bo"))
    table.see(o.DeviceSaid("shoe", "door"), source="shoe")
    table.see(o.Ruled("play_on"))
    with pytest.raises(PeopleError, match="wrong PIN"):
        table.station.sign_in("Maria", "975311")
    table.station._log.close()
    table.start()
    assert verify(table.db).findings == ()
    assert replay(table.db).differences == ()
    told = Desk(table.db.parent).good("log", "people", str(table.db))
    for words in (
        "a live table, Table 7, signed by Maria on 2026-11-16",
        "Maria (floorperson): added",
        "Bo (dealer): added by Maria",
        "Maria (floorperson): wrong pin: 1 in a row",
        "refused Ruled play_on: a ruling needs the title floorperson",
    ):
        assert words in told
    assert "975311" not in told
    assert '"tap": "Ruled play_on"' in Desk(table.db.parent).good("log", "people", "--json", str(table.db))
    assert table.shown[-1].mark == ""


def test_a_live_log_is_never_one_of_training(table: Guarded) -> None:
    table.station._log.close()
    log = Writer(table.db, shifts.keys_of(table.db), SetClock())
    with pytest.raises(LogError, match="the log of a live table, and this one is training"):
        Station(
            log,
            load("massachusetts"),
            shifts.words("massachusetts"),
            table.shown.append,
            opened_as=OpenedAs("training"),
        )
    log.close()
    table.start()


def test_the_thread_of_the_station_writes_down_who_signed_in(tmp_path: Path) -> None:
    table = Guarded(tmp_path, "maryland")
    table.station.start()
    table.station.sign_in("Maria", PIN)
    table.station.stop()
    assert [one.what for one in table.records() if isinstance(one, PersonNoted)][-1] == "signed_in"
    assert table.people.notes == ()


def test_simulated_people_are_what_they_are(tmp_path: Path) -> None:
    shown: list[Shown] = []
    station = shifts.station_on(tmp_path / "log.db", SetClock(), publish=shown.append)
    station.observe(Seen(o.DealerArrived("Ana"), "dealer", "Ana"))
    station.observe(Seen(o.DeviceSaid("shoe", "door"), "shoe"))
    for source, ruled in (("dealer", False), ("shoe", False), ("floor", True)):
        station.observe(Seen(o.Ruled("play_on", by=source), source, source))
        assert isinstance(station.due, AwaitRuling) is not ruled
    with pytest.raises(PeopleError, match="nobody signs in at a simulated table"):
        station.sign_in("Ana", PIN)
    station.stop()


@pytest.mark.parametrize("kind", ["training", "simulated"])
def test_what_is_not_live_is_marked_on_everything_that_is_shown(
    tmp_path: Path, kind: Literal["training", "simulated"]
) -> None:
    shown: list[Shown] = []
    db = tmp_path / "log.db"
    for _ in range(2):
        log = Writer(db, shifts.keys_of(db), SetClock(), start="loaded")
        words = shifts.words("maryland")
        station = Station(log, load("maryland"), words, shown.append, opened_as=OpenedAs(kind))
        station.resume()
        station.observe(Seen(o.DealerArrived("Ana"), "dealer", "Ana"))
        station.stop()
    assert {one.mark for one in shown} == {kind}


@pytest.mark.parametrize(
    ("profile", "seen", "title"),
    [
        ("massachusetts", o.Ruled("accept"), "floorperson"),
        ("massachusetts", o.Ruled("out"), "licensee"),
        ("massachusetts", o.Ruled("accept", departs=True), "licensee"),
        ("maryland", o.Ruled("accept", departs=True), "floorperson"),
        ("new_zealand", o.Ruled("accept", departs=True), "Casino Operator"),
        ("massachusetts", o.Ruled("void"), "licensee"),
        ("house_manual", o.Ruled("out"), "supervisor or above"),
        ("maryland", o.Confirmed("validate_progressive"), "floorperson"),
        ("maryland", o.Confirmed("verify_inspection"), "floorperson"),
        ("exhibit_a", o.Ruled("void_round"), "supervisor"),
        ("new_zealand", o.Confirmed("inspect_independently"), "Game Supervisor"),
        ("new_zealand", o.Ruled("reconstruct"), "Game Supervisor"),
        ("new_zealand", o.Ruled("void_round"), "Casino Operator"),
        ("new_zealand", o.Ordered("idle"), "Casino Supervisor"),
        ("new_zealand", o.Ordered("shuffle"), "Game Supervisor"),
        ("maryland", o.Ordered("recut"), "floorperson"),
        ("exhibit_a", o.DeviceSaid("reader", "lost"), "supervisor"),
        ("exhibit_a", o.DeviceSaid("shoe", "lost"), ""),
        ("new_zealand", o.Confirmed("shuffle"), ""),
        ("new_zealand", o.Settled(), ""),
    ],
)
def test_what_takes_which_title(profile: str, seen: o.Observation, title: str) -> None:
    need = need_of(seen, load(profile), open_table())
    assert (need.title if need else "") == title


def test_a_hold_that_calls_a_higher_title_takes_it_at_the_door_too(tmp_path: Path) -> None:
    table = Guarded(tmp_path, "new_zealand")
    held = replace(table.station.table, holds=(Hold("settled_then_void", "a hand was settled before"),))
    rules = load("new_zealand")
    need = need_of(o.Ruled("play_on"), rules, held)
    assert need is not None
    assert need.title == "Casino Operator"
    low, high = table.station.sign_in("Maria", PIN), table.station.sign_in("Chi", OTHER_PIN)
    authorizer = PinAuthorizer(table.people)
    for signed, turned in ((low, True), (high, False), (None, True)):
        let = let_in(o.Ruled("play_on"), "floor", "", signed, held, rules, authorizer)
        assert isinstance(let, TurnedAway) is turned
    table.station.stop()


def is_keyed_in(table: Guarded) -> bool:
    return table.station.table.reader == "lost"


def test_orders_and_keyed_cards_are_the_floors_whatever_a_screen_lets_through(table: Guarded) -> None:
    table.see(o.DealerArrived("Bo"))
    table.see(o.Ordered("shuffle"), source="floor")
    assert "the order to shuffle needs the title floorperson" in table.refusal
    table.see(o.DeviceSaid("reader", "lost"), source="floor")
    assert "keying cards in, or ending that, needs the title floorperson" in table.refusal
    assert not is_keyed_in(table)
    table.see(o.DeviceSaid("reader", "lost"), table.station.sign_in("Maria", PIN), "floor")
    assert is_keyed_in(table)


def test_a_file_of_people_that_cannot_be_read_stops_no_table(table: Guarded) -> None:
    table.see(o.DealerArrived("Bo"))
    table.people.path.chmod(0o644)
    table.see(o.DealerArrived("Maria"))
    assert "other users can read this file" in table.refusal
    table.station._write_notes()
    assert table.station.table.dealer == "Bo"
    table.people.path.chmod(0o600)
    table.see(o.DealerArrived("Maria"))
    assert table.station.table.dealer == "Maria"


def test_a_higher_title_may_what_a_lower_one_may() -> None:
    zealand = load("new_zealand")
    assert has("Casino Operator", "Game Supervisor", zealand)
    assert not has("Game Supervisor", "Casino Operator", zealand)
    assert not has("dealer", "Game Supervisor", zealand)
    assert not has("floorperson", "Game Supervisor", zealand), "a title of another book"
    assert has("Floor Supervisor", "supervisor or above", load("house_manual"))


@pytest.mark.parametrize("profile", NAMES)
def test_the_opening_inspection_takes_who_the_book_names(tmp_path: Path, profile: str) -> None:
    """From a closed table: the dealer's own steps pass, the floor's step waits for the floor."""
    table = Guarded(tmp_path, profile)
    table.see(o.DealerArrived("Bo"))
    table.see(o.Ordered("close"))
    assert "the order to close needs the title " in table.refusal
    table.see(o.Ordered("close"), table.station.sign_in("Maria", PIN), "floor")
    steps = {"verify_inspection", "inspect_independently"}
    for _ in range(3):
        step = as_step(step_id(table.station.due))
        table.see(o.Confirmed(step))
        if step in steps:
            assert step.replace("_", " ") in table.refusal
            assert step_id(table.station.due) == step
            table.see(o.Confirmed(step, by="somebody"), table.station.sign_in("Maria", PIN))
            assert step_id(table.station.due) != step
            table.station.stop()
            return
    table.station.stop()
    assert profile in ("house_manual", "exhibit_a"), "this book wants a second person at the inspection"
