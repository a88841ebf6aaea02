"""Short warning tones, played by `aplay`; silent on a machine without it."""

import io
import math
import shutil
import struct
import wave

from PySide6.QtCore import QProcess

RATE = 22050
LOUD = 16000
"""The amplitude of a tone at full volume."""
TONES: dict[str, tuple[int, int]] = {"stop": (440, 400), "refused": (220, 150)}
"""Frequency in hertz and duration in milliseconds."""

_PLAYING: set[QProcess] = set()
"""The players of tones that have not ended; a second tone does not cut the first one short."""


class Sounds:
    """Plays tones without waiting for them to end."""

    def __init__(self) -> None:
        self._player = shutil.which("aplay")

    def play(self, name: str, *, volume: float) -> None:
        """Play a tone at a volume from 0 to 1 if the machine has a player."""
        if volume <= 0 or not self._player or name not in TONES:
            return
        player = QProcess()
        _PLAYING.add(player)
        player.finished.connect(lambda *_: _PLAYING.discard(player))
        player.start(self._player, ["-q", "-"])
        player.write(tone(*TONES[name], volume))
        player.closeWriteChannel()


def tone(hertz: int, milliseconds: int, volume: float) -> bytes:
    """A WAV file with one tone that rises and falls softly."""
    count = RATE * milliseconds // 1000
    loud = LOUD * volume
    samples = (
        int(loud * math.sin(2 * math.pi * hertz * n / RATE) * min(1, n / 300, (count - n) / 300))
        for n in range(count)
    )
    made = io.BytesIO()
    with wave.open(made, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(b"".join(struct.pack("<h", sample) for sample in samples))
    return made.getvalue()
