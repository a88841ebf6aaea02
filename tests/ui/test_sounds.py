"""A stop can be heard: on by default, quiet at night, and again until somebody touches the screen."""

import array
import io
import wave
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from tests.ui import items
from tests.ui.scenes import SIZES, STRAY, Scene, Stage
from ui.common.settings import Settings
from ui.common.sounds import tone

PLAYER = """#!/bin/sh
n=$(ls "{folder}" | wc -l)
cat > "{folder}/.$n"
mv "{folder}/.$n" "{folder}/$n.wav"
"""
BEFORE_THE_STOP = STRAY.removesuffix("shoe 9c\n")
PATIENCE_MS = 20_000


@pytest.fixture
def heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which a sound player on the PATH keeps what it is given to play."""
    folder, programs = tmp_path / "heard", tmp_path / "bin"
    folder.mkdir()
    programs.mkdir()
    player = programs / "aplay"
    player.write_text(PLAYER.format(folder=folder))
    player.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    return folder


def loudness(sound: bytes) -> int:
    """The highest amplitude of a WAV file."""
    with wave.open(io.BytesIO(sound)) as file:
        return max(int(one) for one in array.array("h", file.readframes(file.getnframes())))


def sounds(folder: Path, count: int) -> list[int]:
    """The loudness of each sound, once there are so many."""
    found: list[Path] = []
    for _ in range(PATIENCE_MS // 20):
        found = sorted(folder.glob("*.wav"))
        if len(found) >= count:
            break
        QTest.qWait(20)
    return [loudness(one.read_bytes()) for one in found]


def stop(stage: Stage) -> None:
    """A card that nobody expects stops the table."""
    stage.publish(stage.player.see(o.CardDrawn(Card("9c"))))


def test_a_stop_sounds_without_any_setting_and_again_until_somebody_touches_the_screen(heard: Path) -> None:
    stage = Stage(Scene(BEFORE_THE_STOP))
    window = stage.window(SIZES["1280x800"])
    stop(stage)
    items.breathe()
    again = stage.bridge._again
    assert again.isActive()
    first = sounds(heard, 1)
    again.timeout.emit()
    assert sounds(heard, 2)[1] < first[0], "more softly"
    QTest.mouseClick(window, Qt.MouseButton.LeftButton, pos=items.centre(window.contentItem()))
    assert not again.isActive()
    window.close()


def test_a_stop_that_is_over_sounds_no_more(heard: Path) -> None:
    stage = Stage(Scene(BEFORE_THE_STOP))
    stop(stage)
    assert stage.bridge._again.isActive()
    assert len(sounds(heard, 1)) == 1
    stage.publish(stage.player.see(o.Ruled("play_on", by="Lee", because="the players agreed")))
    assert not stage.player.table.holds
    assert not stage.bridge._again.isActive()


@pytest.mark.parametrize(("volume", "count"), [("low", 1), ("none", 0)])
def test_at_night_it_is_quiet(heard: Path, volume: str, count: int) -> None:
    hour = datetime.now().astimezone().hour
    night = Settings(quiet_from=(hour - 1) % 24, quiet_to=(hour + 2) % 24, quiet_volume=volume)
    stop(Stage(Scene(BEFORE_THE_STOP), night))
    day = Settings(quiet_from=(hour + 3) % 24, quiet_to=(hour + 4) % 24)
    stop(Stage(Scene(BEFORE_THE_STOP), day))
    found = sorted(sounds(heard, count + 1))
    assert len(found) == count + 1
    assert all(one < found[-1] / 2 for one in found[:-1])


@pytest.mark.parametrize(
    ("quiet_from", "quiet_to", "nights"),
    [(22, 8, {22, 23, *range(8)}), (0, 6, set(range(6))), (5, 5, set()), (8, 22, set(range(8, 22)))],
)
def test_the_night_has_hours(quiet_from: int, quiet_to: int, nights: set[int]) -> None:
    settings = Settings(quiet_from=quiet_from, quiet_to=quiet_to, quiet_volume="none")
    assert {hour for hour in range(24) if settings.volume(hour) == 0} == nights
    assert not settings._replace(sound=False).volume(12)


def test_a_tone_is_as_loud_as_it_is_asked_to_be() -> None:
    assert loudness(tone(440, 200, 0.5)) < 0.6 * loudness(tone(440, 200, 1.0))
