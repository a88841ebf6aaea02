"""Film strips of the tutorial: a round in each book and ten irregularities, as numbered pictures.

Each strip is a written round in docs/tutorial/strips. Its first comment is the title; every other comment is
the caption of a picture, which shows the screen after the lines that follow it.
"""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter

from dealer_station.engine.notation.reader import read
from tests.ui.pictures import save_small
from tests.ui.scenes import SIZES, Scene, Stage
from tools.documents.pages import DOCS
from ui.common.qt_ownership import destroy_kept
from ui.dealer.window import application

FOLDER = DOCS / "tutorial" / "strips"
PAGE = DOCS / "tutorial" / "film-strips.md"
COLUMNS = 2
FRAME = (640, 400)
MARGIN = 8
HEAD = 34
"""The height of the number above a picture."""
INTRODUCTION = """# Film strips

Every picture shows the dealer's screen after what its caption says. Each strip is a
[written round](../reference/notation.md) in [strips](strips); `dealer-station play docs/tutorial/strips`
plays them all, and `make shots` draws them again.
"""
ROUNDS = "A round in each book"
IRREGULARITIES = "Ten irregularities"


class Frame(Struct, frozen=True):
    """A caption, and the number of the last written line before the next one."""

    caption: str
    last_line: int


class Strip(Struct, frozen=True):
    """A written round, cut into frames."""

    path: Path
    title: str
    written: str
    frames: tuple[Frame, ...]

    @property
    def is_a_round(self) -> bool:
        """True if the strip shows a plain round of a book, which its name ends with."""
        return self.path.stem.endswith("-round")


def strip_of(path: Path) -> Strip:
    """Read a strip; raise ValueError if a caption has no lines."""
    lines = path.read_text(encoding="utf-8").splitlines()
    comments = [number for number, line in enumerate(lines, start=1) if line.startswith("#")]
    title, *captions = comments
    ends = [number - 1 for number in captions[1:]] + [len(lines)]
    frames = []
    for begin, end in zip(captions, ends, strict=True):
        if begin == end:
            raise ValueError(f"{path.name}:{begin}: the caption has no lines")
        frames.append(Frame(lines[begin - 1].removeprefix("#").strip(), end))
    return Strip(path, lines[title - 1].removeprefix("#").strip(), "\n".join(lines) + "\n", tuple(frames))


def strips() -> list[Strip]:
    """All strips: the rounds of the books first."""
    found = [strip_of(path) for path in sorted(FOLDER.glob("*.round"))]
    return sorted(found, key=lambda strip: not strip.is_a_round)


def pictures(strip: Strip) -> list[QImage]:
    """The screen after each frame, as it is painted; the clock stands still."""
    lines = read(strip.written).lines
    header = strip.written[: strip.written.index("\n\n") + 1]
    stage = Stage(Scene(header))
    window = stage.window(SIZES["1280x800"])
    painted, before = [], 0
    for frame in strip.frames:
        stage.player.play(tuple(line for line in lines if before < line.number <= frame.last_line))
        assert stage.player.failure is None, (strip.path.name, stage.player.failure)
        before = frame.last_line
        stage.publish()
        stage.bridge._now.take({"clock": "21:47"})
        for _ in range(6):
            application().processEvents()
        painted.append(window.grabWindow())
    window.close()
    destroy_kept()
    return painted


def composed(frames: list[QImage]) -> QImage:
    """All pictures of a strip on one sheet, each with its number."""
    wide, high = FRAME
    rows = -(-len(frames) // COLUMNS)
    sheet = QImage(
        COLUMNS * (wide + MARGIN) + MARGIN, rows * (HEAD + high) + MARGIN, QImage.Format.Format_RGB32
    )
    sheet.fill(QColor("#ffffff"))
    painter = QPainter(sheet)
    font = QFont("Source Sans Pro")
    font.setPixelSize(26)
    font.setWeight(QFont.Weight.Bold)
    painter.setFont(font)
    painter.setPen(QColor("#14201d"))
    for number, frame in enumerate(frames):
        x, y = MARGIN + number % COLUMNS * (wide + MARGIN), number // COLUMNS * (HEAD + high)
        painter.drawText(QRect(x, y, wide, HEAD), Qt.AlignmentFlag.AlignVCenter, str(number + 1))
        painter.drawImage(
            x, y + HEAD, frame.scaled(wide, high, mode=Qt.TransformationMode.SmoothTransformation)
        )
    painter.end()
    return sheet


def page(shown: list[Strip]) -> str:
    """The page with all strips and their captions."""
    parts = [INTRODUCTION]
    for title, wanted in ((ROUNDS, True), (IRREGULARITIES, False)):
        parts.append(f"## {title}\n")
        for strip in shown:
            if strip.is_a_round is wanted:
                captions = "\n".join(f"{n}. {frame.caption}" for n, frame in enumerate(strip.frames, start=1))
                picture = f"![{strip.title}](strips/{strip.path.stem}.png)"
                parts.append(f"### {strip.title}\n\n{captions}\n\n{picture}\n")
    return "\n".join(parts)


def draw() -> int:
    """Draw every strip and write the page; return the number of strips."""
    shown = strips()
    for strip in shown:
        save_small(composed(pictures(strip)), 1.0, strip.path.with_suffix(".png"))
    PAGE.write_text(page(shown), encoding="utf-8")
    return len(shown)
