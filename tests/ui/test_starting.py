"""The start screen: painted before anything heavy is loaded, and gone when the table cannot come up."""

import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner
from PySide6.QtCore import QCoreApplication, Qt, QTimer, QUrl
from PySide6.QtGui import QCloseEvent, QColor, QGuiApplication

from dealer_station.app import simulated_screen
from dealer_station.app.loading_window import look, show_loading_window, unchecked_station_toml
from dealer_station.app.simulated_screen import SimulatedScreen
from dealer_station.cli.main import main
from dealer_station.log.store.append import Writer
from tests.config.stations import PIN, Desk, minimal
from tests.house.rules import ROOT
from tests.log import shifts
from tests.log.shifts import SetClock
from tests.ui import items
from tests.ui.scenes import SCENES, SIZES, Stage, start_window
from tests.ui.test_accessible import name_of
from tests.ui.test_contrast import contrast
from tests.ui.test_geometry import LOOKS, text_faults
from ui.common.settings import Settings
from ui.dealer.window import DealerWindow

HEAVY = (
    "msgspec",
    "sqlalchemy",
    "alembic",
    "nacl",
    "structlog",
    "rich",
    "dealer_station.engine.model.table",
    "serial",
)


@pytest.mark.parametrize(("size", "look_name"), [*product(SIZES, LOOKS)])
def test_nothing_is_clipped(size: str, look_name: str) -> None:
    warned: list[str] = []
    window = start_window(SIZES[size], LOOKS[look_name], warned)
    window.grabWindow()
    faults = text_faults(window)
    shown = {item.property("text") for item in items.texts(window)}
    window.close()
    assert warned == []
    assert faults == []
    mark = "SIMULADA" if LOOKS[look_name].language == "es" else "SIMULATED"
    assert {"Dealer Station", "War 3", mark} <= shown


@pytest.mark.parametrize(("language", "words"), [("en", "Opening the log"), ("es", "Abriendo el registro")])
def test_it_says_what_it_is_doing_in_the_language_of_the_table(language: str, words: str) -> None:
    window = start_window(SIZES["1280x800"], Settings(language=language))
    assert name_of(items.named(window, "start")) == f"Dealer Station. {words}."
    assert words in {item.property("text") for item in items.texts(window)}
    window.close()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_its_words_stand_out(theme: str) -> None:
    window = start_window(SIZES["1280x800"], Settings(theme=theme))
    ground = window.grabWindow().pixelColor(10, 400)
    # The bar above it has the table's name, as on every screen; its colours are those of `test_contrast`.
    faint = [
        f"{item.property('text')}: {found:.2f}"
        for item in items.texts(window)
        if items.rect(item).top() > 58 and (found := contrast(QColor(item.property("color")), ground)) < 4.5
    ]
    window.close()
    assert faint == []


def test_nothing_heavy_is_loaded_before_the_first_frame() -> None:
    asked = (
        "import sys, dealer_station.cli.main, dealer_station.cli.run, dealer_station.app.loading_window; "
        f"print(*[name for name in {HEAVY} if name in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", asked], check=True, cwd=ROOT, capture_output=True, text=True)
    assert said.stdout.split() == []


def test_what_is_loaded_after_qt_is_not_searched_for_pyside() -> None:
    """PySide's import reads the source of each module through `inspect`, which keeps it in `linecache`."""
    asked = (
        "import linecache, ui.common.display_check; known = set(linecache.cache); "
        "import ui.dealer.window, dealer_station.engine.model.table; "
        "print(*set(linecache.cache) - known)"
    )
    said = subprocess.run([sys.executable, "-c", asked], check=True, cwd=ROOT, capture_output=True, text=True)
    assert said.stdout.split() == []


def test_the_dealers_screen_is_painted_before_the_start_goes_on() -> None:
    stage = Stage(SCENES["deal"])
    window = start_window(SIZES["1280x800"], Settings())
    window.show()
    items.breathe()
    painted: list[str] = []
    window.frameSwapped.connect(lambda: painted.append(window.source().fileName()))
    window.show_table(stage.bridge)
    assert painted == ["Main.qml"]
    window.close()


def test_the_dealers_screen_comes_into_the_same_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[str, int]] = []
    set_source = DealerWindow.setSource

    def note(window: DealerWindow, url: QUrl) -> None:
        set_source(window, url)
        seen.append((url.fileName(), id(window)))

    monkeypatch.setattr(DealerWindow, "setSource", note)

    def look_at_it(table: SimulatedScreen) -> None:
        items.breathe()
        assert table.window.isVisible()
        assert items.has(table.window, "button Ana")

    monkeypatch.setattr(simulated_screen, "until_closed", look_at_it)
    result = CliRunner().invoke(main, ["run", "--sim", "--screen", "--db", str(tmp_path / "table.db")])
    assert result.exit_code == 0, result.output
    assert [name for name, _ in seen][:2] == ["Start.qml", "Main.qml"]
    assert len({window for _, window in seen}) == 1
    assert no_window_is_left()


def no_window_is_left() -> bool:
    return not any(window.isVisible() for window in QGuiApplication.allWindows())


def test_a_log_that_another_station_holds_is_said_and_no_window_is_left(tmp_path: Path) -> None:
    db = tmp_path / "table.db"
    log = Writer(db, shifts.keys_of(db), SetClock(), start="loaded")
    result = CliRunner().invoke(main, ["run", "--sim", "--screen", "--db", str(db)])
    log.close()
    assert result.exit_code == 2
    assert "Error:" in result.stderr
    assert "Traceback" not in result.stderr
    assert no_window_is_left()


def test_a_station_toml_that_cannot_be_used_is_said_and_no_window_is_left(tmp_path: Path) -> None:
    file = tmp_path / "station.toml"
    written = '[table]\nname = "Table 7"\nprofile = "nowhere"\n[screen]\nsize = "1280x800"\n'
    file.write_text(written, "utf-8")
    result = CliRunner().invoke(main, ["run", "--config", str(file)])
    assert result.exit_code == 2
    assert str(file) in result.stderr
    assert no_window_is_left()


def look_when_it_is_up(look_at: Callable[[DealerWindow], None]) -> QTimer:
    """Somebody who looks at the screen that says why, and then closes it as a finger would."""
    looking = QTimer(interval=20)

    def look() -> None:
        windows = [one for one in QGuiApplication.allWindows() if isinstance(one, DealerWindow)]
        if any(items.has(one, "not open") for one in windows):
            looking.stop()
            look_at(windows[0])

    looking.timeout.connect(look)
    looking.start()
    return looking


@pytest.mark.parametrize(("language", "words"), [("en", "does not open"), ("es", "no se abre")])
def test_on_a_whole_screen_the_reason_stays_until_somebody_closes_it(
    language: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(tmp_path, minimal("massachusetts", f'[screen]\nlanguage = "{language}"\n'))
    desk.make_supervisor()
    seen: list[str] = []

    def look_at(window: DealerWindow) -> None:
        assert window.visibility() == DealerWindow.Visibility.FullScreen
        seen.extend(item.property("text") for item in items.texts(window))
        seen.extend(text_faults(window))
        QCoreApplication.sendEvent(window, QCloseEvent())

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        looking = look_when_it_is_up(look_at)
        result = desk.do("run", "--config", str(desk.file))
        looking.stop()
        # It is up: systemd starts it anew when somebody says so, and not every two seconds.
        assert systemd.recv(100) == b"READY=1"
    assert result.exit_code == 2
    assert "a live table does not open until war_burn" in result.stderr
    assert any("a live table does not open until war_burn" in text for text in seen)
    assert any(words in text for text in seen)
    assert any("sudo systemctl restart dealer-station" in text for text in seen)
    assert no_window_is_left()


def test_a_kiosk_asks_nobody_at_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    desk = Desk(tmp_path, minimal())
    looking = look_when_it_is_up(lambda window: window.gone.emit())
    told = desk.bad("run", "--config", str(desk.file), typed=f"Maria\n\n{PIN}\n{PIN}\n")
    looking.stop()
    assert "a service cannot ask for a name; run `dealer-station people add NAME" in told


def test_only_a_window_that_may_be_closed_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with show_loading_window(tmp_path / "none", sim=False, training=False) as live:
        assert live.window
        assert live.window.flags() & Qt.WindowType.FramelessWindowHint
        QCoreApplication.sendEvent(live.window, QCloseEvent())
        assert live.window.isVisible()
        assert "closing its window does not stop it; run `sudo systemctl stop" in capsys.readouterr().err
        live.window.close()
        assert not live.window.isVisible()
    for sim, training in ((True, False), (False, True)):
        with show_loading_window(tmp_path / "none", sim=sim, training=training) as other:
            assert other.window
            QCoreApplication.sendEvent(other.window, QCloseEvent())
            assert other.window.source().isEmpty()


@pytest.mark.parametrize("written", ["", "[table", 'table = "no table"\nscreen = 3\n'])
def test_whatever_stands_in_station_toml_something_is_painted(written: str, tmp_path: Path) -> None:
    file = tmp_path / "station.toml"
    file.write_text(written, "utf-8")
    with show_loading_window(file, sim=False, training=False) as opening:
        assert opening.window
        assert opening.window.isVisible()
    assert no_window_is_left()


def test_the_look_of_station_toml_is_taken_at_a_glance(tmp_path: Path) -> None:
    file = tmp_path / "station.toml"
    file.write_text('[screen]\ntheme = "light"\nlanguage = "es"\ntext_scale = 1.3\n', "utf-8")
    assert look(unchecked_station_toml(file)["screen"]) == Settings(
        theme="light", language="es", text_percent=130
    )
    assert look({"theme": 3, "language": "xx", "text_scale": "big"}) == Settings()


def test_the_window_lives_while_work_is_done_and_its_errors_are_raised() -> None:
    with show_loading_window(None, sim=True, training=True) as opening:
        assert opening.window
        here = threading.get_ident()
        assert opening.meanwhile("book", threading.get_ident) != here

        def fails() -> None:
            raise OSError("the disk is full")

        with pytest.raises(OSError, match="the disk is full"):
            opening.meanwhile("log", fails)
        assert opening.window.isVisible()
        assert "TRAINING" in {item.property("text") for item in items.texts(opening.window)}
        with opening.hidden():
            assert not opening.window.isVisible()
        assert opening.window.isVisible()


def test_what_the_station_says_is_painted_before_anything_else_happens() -> None:
    """No frame waits for an animation or for the event loop."""
    stage = Stage(SCENES["call"])
    window = stage.window(SIZES["1280x800"])
    frames: list[bool] = []
    window.frameSwapped.connect(lambda: frames.append(True))
    stage.tap("call")
    assert frames
    window.close()
    moving = re.compile(r"\b(\w*Animation|Behavior|Transition|Smoothed\w+)\b")
    found = {path.name: path.read_text("utf-8") for path in (ROOT / "ui").rglob("*.qml")}
    animated = {name: text for name, text in found.items() if moving.search(text)}
    # A card that has its face slides into place, and a spot flashes: neither hides what is true.
    assert {name: re.findall(r'property: "(\w+)"', text) for name, text in animated.items()} == {
        "Felt.qml": ["away"],
        "Spot.qml": ["opacity", "away"],
    }
    slides = [re.search(r'"away".*duration: (\d+)', text) for text in animated.values()]
    assert all(slide and int(slide[1]) <= 120 for slide in slides)
