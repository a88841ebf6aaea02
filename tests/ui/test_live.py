"""`dealer-station run`: a live table with a shoe on a wire, and people with titles and PINs."""

import contextlib
import os
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from dealer_station.app import live_screen
from dealer_station.app.live_screen import LiveScreen
from dealer_station.config import editing
from dealer_station.engine.due.step_types import AwaitRuling
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.errors import ConfigError
from dealer_station.engine.model.table import Table
from dealer_station.log.read.reader import END, Reader
from dealer_station.log.store.records import PersonNoted
from dealer_station.people import People
from dealer_station.people.sign_in import Signed
from dealer_station.review.moments import moments
from dealer_station.rulebooks import load
from drivers.driver import SHOE
from drivers.link import link
from drivers.ports.serial_port import WRITE_SECONDS
from hw_sim.tables.served_devices import VirtualShoe
from tests.config.stations import OTHER_PIN, PIN, Desk, confirmed_defaults, minimal
from tests.ui import items
from tests.ui.test_station import PATIENCE_MS, wait_for
from ui.dealer.window import SECOND_TAP_MS

SHOE_ON = (
    '[devices.shoe]\nfamily = "reference"\nport = "shoe"\nserial = "SIM-1"\n[screen]\nsize = "1280x800"\n'
)

FILLINGS = 10


class LiveTable:
    """A station.toml that was signed, a shoe on its port, and hands that touch the screen."""

    def __init__(self, folder: Path, profile: str = "massachusetts") -> None:
        port = folder / "shoe"
        self.desk = Desk(folder, minimal(profile, SHOE_ON.replace('"shoe"', f'"{port}"', 1)))
        self.people = People(folder / "people.json")
        first, *_, last = load(profile).roles.role_map.value
        self.people.add("Maria", first, pin=PIN)
        self.people.add("Olga", last, pin=OTHER_PIN, by="Maria")
        self.people.add("Bo", "dealer", badge="214", by="Maria")
        self.desk.go_live(confirmed_defaults(profile))
        self.shoe = VirtualShoe(load(profile), port, 1, "reference", "SIM-1")
        self.screen: LiveScreen | None = None

    def tap(self, *names: str) -> None:
        assert self.screen
        for name in names:
            wait_for(self.screen.window, f"button {name}")
            items.click(self.screen.window, f"button {name}")

    def until(self, name: str) -> None:
        assert self.screen
        wait_for(self.screen.window, name)

    def texts(self) -> list[str]:
        assert self.screen
        return [item.property("text") for item in items.texts(self.screen.window)]

    def until_text(self, words: str) -> None:
        for _ in range(PATIENCE_MS // 20):
            if any(words in text for text in self.texts()):
                return
            QTest.qWait(20)
        raise AssertionError(f"{words!r} is not in {self.texts()}")


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A simulated shoe in a busy process is late; how soon that is noticed is not what is tested here."""
    monkeypatch.setattr(link, "MISSED_HEARTBEATS", 80)


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveTable]:
    made = LiveTable(tmp_path)
    yield made
    made.shoe.close()


def table_of(live: LiveTable) -> Table:
    assert live.screen
    return live.screen.station.table


def until(there: Callable[[], bool], words: Callable[[], object] = lambda: "") -> None:
    for _ in range(PATIENCE_MS // 20):
        if there():
            return
        QTest.qWait(20)
    raise AssertionError("it did not happen", words())


def run(live: LiveTable, story: Callable[[], None], *words: str) -> None:
    """The command, with somebody at its screen."""
    failed: list[BaseException] = []

    def sit(table: LiveScreen) -> None:
        live.screen = table
        table.window.show()
        try:
            story()
        except BaseException as error:  # noqa: BLE001 - raised again outside of the command
            failed.append(error)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(live_screen, "until_closed", sit)
        live.desk.good("run", "--config", str(live.desk.file), *words)
    if failed:
        raise failed[0]


def test_a_card_comes_over_the_wire_and_a_ruling_takes_the_pin_of_somebody_with_the_title(
    live: LiveTable,
) -> None:
    def story() -> None:
        live.tap("Bo")
        live.shoe.draw(o.CardDrawn(Card("2c")))
        live.until("stopped")
        assert live.screen
        assert isinstance(live.screen.station.due, AwaitRuling)
        live.tap("CARD IS THE NEXT ONE OUT", "as the book says")
        # Both may rule: a higher title may what a lower one may.
        live.until_text("This needs the floorperson")
        live.tap("Maria", *"999999", "Enter")
        live.until_text("wrong PIN; wait 1 s")
        QTest.qWait(1100)
        live.tap(*PIN, "Enter")
        until(lambda: not table_of(live).holds, live.texts)

    run(live, story)
    db = live.desk.folder / "station.db"
    with Reader(db) as log:
        known = log.recollect_before(END)
        notes = [one for moment in moments(log) for one in moment.records if isinstance(one, PersonNoted)]
    assert known.serials[SHOE] == "SIM-1"
    assert known.opened_as is not None
    assert known.opened_as.kind == "live"
    assert {"wrong_pin", "signed_in"} <= {note.what for note in notes}


def test_a_departure_is_signed_by_the_highest_title_alone(live: LiveTable) -> None:
    def story() -> None:
        live.tap("Bo")
        live.shoe.draw(o.CardDrawn(Card("2c")))
        live.until("stopped")
        live.tap("Depart from the book…", "CARD TO THE RACK", "the players agreed", "DEPART ANYWAY")
        # Maria is a floorperson: only Olga is asked.
        live.until_text("This needs the licensee")
        live.until_text("The card goes to the discard rack, out of play.")
        assert "Maria" not in live.texts()
        live.tap(*OTHER_PIN, "Enter")
        until(lambda: not table_of(live).holds, live.texts)
        assert table_of(live).round.departures

    run(live, story)


def test_a_badge_that_nobody_has_is_answered_and_logged_without_its_number(live: LiveTable) -> None:
    def story() -> None:
        live.tap("Badge number", *"975310", "Enter")
        live.until_text("Nobody here has this badge. Enter it again or choose your name")
        live.tap("Clear", *"214", "Enter")
        until(lambda: table_of(live).dealer == "Bo", live.texts)

    run(live, story)
    told = live.desk.good("log", "people", str(live.desk.folder / "station.db"))
    assert "refused DealerArrived: an unknown badge is not among the people of this table" in told
    assert "975310" not in told


def test_a_pin_that_could_not_be_looked_at_is_asked_for_again(
    live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def story() -> None:
        assert live.screen
        live.tap("Bo", "Floor", "Settings", "Maria")
        with monkeypatch.context() as broken:
            broken.setattr(live.screen.station, "sign_in", lambda *_: 1 // 0)
            live.tap(*PIN, "Enter")
            live.until_text("could not be checked")
        live.tap(*PIN, "Enter")
        live.until("button Language")

    run(live, story)


def test_what_a_supervisor_sets_is_kept_over_a_restart_with_their_name(live: LiveTable) -> None:
    before = live.desk.file.read_text("utf-8")
    live.desk.file.write_text(before.replace("[screen]", "[screen] # of this table"), "utf-8")

    def change() -> None:
        live.tap("Bo", "Floor", "Settings", "Maria", *PIN, "Enter", "Colours")
        until(lambda: 'theme = "light"' in live.desk.file.read_text("utf-8"), live.texts)
        QTest.qWait(SECOND_TAP_MS)
        live.tap("Text size")
        until(lambda: "text_scale = 1.15" in live.desk.file.read_text("utf-8"), live.texts)

    def again() -> None:
        assert live.screen
        style = live.screen.window.bridge.property("style")
        assert (style["dark"], style["scale"]) == (False, 1.15)

    run(live, change)
    assert "[screen] # of this table" in live.desk.file.read_text("utf-8")
    run(live, again)
    told = live.desk.good("log", "people", str(live.desk.folder / "station.db"))
    assert 'Maria (floorperson): config changed: screen.theme = "light"' in told
    assert "Maria (floorperson): config changed: screen.text_scale = 1.15" in told


def test_the_station_refuses_a_setting_that_the_screen_would_let_through(live: LiveTable) -> None:
    before = live.desk.file.read_text("utf-8")

    def story() -> None:
        assert live.screen
        live.tap("Bo")
        live.until("device shoe: back")
        # A screen that lets anybody in: nobody has given a PIN.
        live.screen.window.bridge.open_settings(Signed("Bo"))
        live.tap("Colours")
        live.until_text("a change of the configuration needs the title floorperson")
        assert live.screen.window.bridge.property("style")["dark"]

    run(live, story)
    assert live.desk.file.read_text("utf-8") == before
    told = live.desk.good("log", "people", str(live.desk.folder / "station.db"))
    assert "refused SettingChanged screen.theme" in told


def test_a_setting_that_cannot_be_written_holds_and_that_is_said(
    live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise ConfigError("station.toml: cannot be written: No space left on device")

    def story() -> None:
        assert live.screen
        monkeypatch.setattr(editing, "write", full)
        live.tap("Bo", "Floor", "Settings", "Maria", *PIN, "Enter", "Colours")
        live.until_text("This lasts only until the station restarts")
        assert not live.screen.window.bridge.property("style")["dark"]

    run(live, story)


def test_a_live_table_is_not_marked_and_a_training_table_is(live: LiveTable) -> None:
    def story() -> None:
        live.until("button Bo")
        assert "Table 7" in live.texts()
        assert "SIMULATED" not in live.texts()

    def training() -> None:
        live.until("button Bo")
        assert "TRAINING" in live.texts()

    run(live, story)
    run(live, training, "--training")
    assert (live.desk.folder / "station-training.db").exists()


def test_a_cable_that_is_out_holds_a_live_table_until_it_is_back(
    live: LiveTable,
) -> None:
    def story() -> None:
        assert live.screen
        live.tap("Bo")
        live.until("device shoe: back")
        live.shoe.pull()
        live.until_text("DEVICE TROUBLE")
        live.shoe.plug()
        until(lambda: not table_of(live).holds, live.texts)

    run(live, story)


def blocked(port: Path) -> tuple[int, int]:
    """A terminal that nobody reads, with no room for another byte."""
    master, slave = os.openpty()
    tty.setraw(slave)
    os.set_blocking(slave, False)
    # The kernel moves what waits to the other end a little later, and then there is room again.
    for _ in range(FILLINGS):
        with contextlib.suppress(BlockingIOError):
            while os.write(slave, b"x"):
                pass
        time.sleep(0.02)
    port.unlink(missing_ok=True)
    port.symlink_to(os.ttyname(slave))
    return master, slave


def test_a_port_that_blocks_is_said_within_a_second_while_fingers_go_on(live: LiveTable) -> None:
    live.shoe.pull()
    port = live.desk.folder / "shoe"
    ends = blocked(port)

    def story() -> None:
        live.tap("Bo")
        live.until_text("cannot be written to")
        live.tap("THE DEVICE IS CHECKED", "a device fault", "Olga", *OTHER_PIN, "Enter")
        until(lambda: not table_of(live).holds, live.texts)
        live.tap("Floor", "Shift summary")

    assert WRITE_SECONDS <= 0.5
    try:
        run(live, story)
    finally:
        port.unlink()
        for end in ends:
            os.close(end)


def test_the_pad_names_the_title_that_the_book_wants(tmp_path: Path) -> None:
    live = LiveTable(tmp_path, "new_zealand")

    def story() -> None:
        live.tap("Bo", "Floor", "Nobody plays")
        # A Game Supervisor may not, so nobody but Olga is asked.
        live.until_text("This needs the Casino Supervisor")
        assert "Olga" in live.texts()
        live.tap(*OTHER_PIN, "Enter")
        until(lambda: live.screen is not None and not live.screen.window.bridge.property("page")["name"])

    try:
        run(live, story)
    finally:
        live.shoe.close()
