"""Somebody in the pit: a review window on logs, what is on it, and a table that can be dealt beside it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest

from dealer_station.cli.review import _unseal
from dealer_station.engine.due.step_types import Draw, Perform
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.observations import Observation
from dealer_station.log.integrity.verify import Verification, verify
from dealer_station.station.station import Seen
from tests.log import shifts
from tests.ui import items
from ui.common.qt_ownership import destroy_kept
from ui.common.settings import Settings
from ui.dealer.window import application, wait_a_moment
from ui.review.bridge import Review
from ui.review.window import ReviewWindow

PATIENCE_MS = 120_000
STEPS_MAX = 20
SIZE = QSize(1280, 800)


class HereAndNow:
    """A verification in this process; its findings are the same."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def run(self, progress: Callable[[int], None]) -> Verification:
        return verify(self._path, progress=progress)

    def give_up(self) -> None:
        pass


class Pit:
    """The window, and what somebody does with it."""

    def __init__(self, review: Review, window: ReviewWindow) -> None:
        self.review = review
        self.window = window

    def until(self, there: Callable[[], bool], what: str) -> None:
        for _ in range(PATIENCE_MS // 10):
            if there():
                items.breathe()
                return
            wait_a_moment(10)
        raise AssertionError(f"{what} did not happen; the window says {self.words}")

    def key(self, *keys: Qt.Key, control: bool = False) -> None:
        held = Qt.KeyboardModifier.ControlModifier if control else Qt.KeyboardModifier.NoModifier
        for key in keys:
            QTest.keyClick(self.window, key, held)
            items.breathe()

    def write(self, text: str) -> None:
        """Type the text as somebody does: a key after the other."""
        for letter in text:
            QTest.sendKeyEvent(
                QTest.KeyAction.Click, self.window, Qt.Key.Key_unknown, letter, Qt.KeyboardModifier.NoModifier
            )
        items.breathe()

    def click(self, name: str) -> None:
        items.click(self.window, name)

    def touch(self, name: str) -> None:
        items.touch(self.window, name)

    def item(self, name: str) -> QQuickItem:
        return items.named(self.window, name)

    def says(self, name: str) -> str:
        return str(self.item(name).property("text"))

    @property
    def words(self) -> list[str]:
        return [str(item.property("text")) for item in items.texts(self.window)]

    def shows_round(self, number: int) -> None:
        """Waits until this round is on the table."""
        self.until(lambda: f"Round {number}" in self.words and self.last > 0, f"round {number}")

    def is_catalogued(self) -> None:
        self.until(lambda: self.review.log_thread.is_done and "…" not in self.says("found"), "the catalogue")

    @property
    def at(self) -> int:
        return int(self.says("place").partition(" / ")[0])

    @property
    def last(self) -> int:
        return int(self.says("place").partition(" / ")[2])


@contextmanager
def pit(
    *logs: Path,
    settings: Settings | None = None,
    size: QSize = SIZE,
    follow: bool = False,
    reviews: Path | None = None,
) -> Iterator[Pit]:
    """Opens the window, and closes it again; a warning of QML is a fault."""
    application()
    warned: list[str] = []
    review = Review(
        logs,
        unseal=_unseal,
        reviews=reviews or logs[0].with_name("reviews.db"),
        settings=settings,
        follow=follow,
        check=HereAndNow,
    )
    window = ReviewWindow(review, size, warned.append)
    window.show()
    review.open()
    items.breathe()
    try:
        yield Pit(review, window)
    finally:
        window.close()
        review.close()
        destroy_kept()
    assert not warned, "QML warned:\n" + "\n".join(warned)


class Dealt:
    """A table that is dealt while somebody looks on."""

    def __init__(self, db: Path, profile: str = "massachusetts") -> None:
        self.db = db
        self.station = shifts.station_on(
            db, shifts.SetClock(step_us=200_000), profile=profile, publish=lambda _: None
        )
        self.tell(o.DealerArrived("Ana"), "dealer")
        while isinstance(self.station.due, Draw) and self.station.due.place is None:
            self.cards("2c")

    def tell(self, seen: Observation, source: str = "dealer") -> None:
        self.station.observe(Seen(seen, source, "Ana"))

    def cards(self, faces: str) -> None:
        for face in faces.split():
            self.station.observe(Seen(o.CardDrawn(Card(face)), "shoe", frame=face.encode()))

    def bets(self, *spots: int) -> None:
        self.tell(o.BetsPlaced(tuple(o.Bet(spot, main_cents=2500) for spot in spots)))
        self.tell(o.Called())

    def settle(self) -> None:
        """Everything that is left of a round without a tie."""
        number = self.station.table.round.number
        for _ in range(STEPS_MAX):
            if self.station.table.round.number > number:
                return
            step = self.station.due
            self.tell(o.Confirmed(step.step) if isinstance(step, Perform) else o.Settled())
        raise AssertionError(f"{self.station.due} does not settle")

    def close(self) -> None:
        self.station.stop()
