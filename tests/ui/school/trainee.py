"""A trainee at the screen: sees what a person sees, and touches what a person would touch."""

import re
from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication

from tests.ui import items
from ui.dealer.window import DealerWindow

TURN_MS = 5
ENOUGH = 400
"""More touches than any lesson takes twice."""


class PersonWhoLearns:
    """Shown an answer once, remembers it; knows nothing else. `left` is called when the school is behind."""

    def __init__(
        self,
        name: str,
        book: str,
        lesson: str,
        left: Callable[[DealerWindow], object],
        dealer: str = "Ana",
    ) -> None:
        self._name, self._book, self._lesson, self._left = name, book, lesson, left
        self._dealer = dealer
        """The dealer whom *Who deals?* offers, once the table is back."""
        self._learned: dict[str, str] = {}
        self.verdicts: list[str] = []
        self.marks: list[bool] = []
        """For each screen, whether it says that this is training."""
        self.touches = 0
        self.failed = ""
        self._busy = self._typed = self._done = False
        self._turns = QTimer(interval=TURN_MS)
        self._turns.timeout.connect(self._turn)
        self._turns.start()

    def _turn(self) -> None:
        if self._busy:
            return
        self._busy = True
        try:
            windows = [one for one in QGuiApplication.allWindows() if isinstance(one, DealerWindow)]
            for window in windows:
                if window.isVisible():
                    self._try(window)
                    break
        finally:
            self._busy = False

    def _try(self, window: DealerWindow) -> None:
        """Look at the window; what goes wrong ends the story, and the test says what it was."""
        try:
            self._look_at(window)
        except AssertionError as error:
            self.failed = str(error)
            self.rest()
            window.close()

    def rest(self) -> None:
        self._turns.stop()

    def _touch(self, window: DealerWindow, name: str) -> None:
        self.touches += 1
        assert self.touches < ENOUGH, f"still not through; last touched {name}"
        items.click(window, name)

    def _look_at(self, window: DealerWindow) -> None:
        said = {str(item.property("text")) for item in items.texts(window)}
        if items.has(window, "button TRAINING") and not self._done:
            self._touch(window, "button TRAINING")
            return
        if not items.has(window, "button BACK") and not items.has(window, "button LEAVE THE SCHOOL"):
            if self._done and items.has(window, f"button {self._dealer}"):
                self.rest()
                self._left(window)
            return
        self.marks.append("TRAINING" in said)
        if items.has(window, "verdict"):
            self._read_the_verdict(window)
        elif self._done:
            leave = "button LEAVE THE SCHOOL"
            self._touch(window, leave if items.has(window, leave) else "button BACK")
        elif items.has(window, "ask") or items.has(window, "told"):
            self._answer(window)
        else:
            self._find_the_lesson(window)

    def _find_the_lesson(self, window: DealerWindow) -> None:
        for name in ("Lessons", self._book, self._lesson):
            if items.has(window, f"button {name}"):
                self._touch(window, f"button {name}")
                return
        if items.has(window, "button THIS IS MY NAME"):
            for letter in self._name:
                self._touch(window, f"button {letter}")
            self._touch(window, "button THIS IS MY NAME")
        else:
            self._touch(window, "button Somebody new")

    def _answer(self, window: DealerWindow) -> None:
        number = str(items.named(window, "number").property("text"))
        if items.has(window, "told"):
            self._learned[number] = str(items.named(window, "told").property("text"))
            self._touch(window, "button GO ON" if items.has(window, "button GO ON") else "button TRY AGAIN")
            return
        answer = self._learned.get(number)
        if answer is None:
            self._touch(window, "button SHOW ME")
            return
        for target in items.targets(window):
            name = target.objectName().removeprefix("button ")
            if target.objectName().startswith("button ") and answer.startswith(name):
                self._touch(window, target.objectName())
                return
        named = re.search(r"\d+", answer)
        to_themself = "yourself" in answer or named is None
        self._touch(window, items.place(0 if to_themself or named is None else int(named[0])))

    def _read_the_verdict(self, window: DealerWindow) -> None:
        self.verdicts.append(str(items.named(window, "verdict").property("text")))
        if self.verdicts[-1] == "PASSED":
            self._done = True
            self._touch(window, "button BACK")
        else:
            self._touch(window, "button AGAIN")
