"""The log thread: reads the logs in the background, so that the window never waits for a disk.

Requests of the user come first, then the catalogue, then new rows. The thread creates and destroys no Qt
objects; it hands all results to the GUI thread.
"""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from dealer_station.engine.model.errors import DealerStationError, LogError
from dealer_station.log.catalogue.cataloguer import Cataloguer
from dealer_station.log.catalogue.rounds import Catalogue
from dealer_station.log.read.reader import Reader
from dealer_station.log.read.unfit_rows import unfit_rows

Hop = Callable[[Callable[[], None]], None]
Work = Callable[[], Any]
Done = Callable[[Any], None]
POLL_SECONDS = 0.4
GROWN_SECONDS = 0.4
"""Interval at which the window learns that the catalogue has grown."""
PAUSE_SECONDS = 0.001
"""Pause between two batches, which leaves time for painting."""


class LogThread:
    """Runs requests of the window in its thread; `grown`, `news` and results are called in the GUI thread."""

    def __init__(
        self, paths: tuple[Path, ...], post: Hop, grown: Callable[[], None], news: Callable[[], None]
    ) -> None:
        self.catalogue = Catalogue(len(paths))
        self.cataloguers: list[Cataloguer] = []
        self.refused: list[str] = []
        """One sentence for each file that is not a log."""
        self.failed: Callable[[str], None] = lambda _: None
        """Called with a problem that belongs to no request."""
        self.touched: Callable[[int], None] = lambda _: None
        """Called with the number of a log whose file has changed."""
        self.title: Callable[[Path], str] = lambda path: path.name
        """Gives the name under which a log is shown."""
        self._post, self._grown, self._news = post, grown, news
        self._errands: dict[str, tuple[Work, Done]] = {}
        self._condition = threading.Condition()
        self._stopping = False
        self._told_at = 0.0
        self._busy = list[Cataloguer]()
        self._added = set(paths)
        for path in paths:
            self._take(path)
        self._thread = threading.Thread(target=self._work, name="log thread", daemon=True)

    def _take(self, path: Path) -> None:
        """Open a log and read enough rounds for the first screen."""
        try:
            with unfit_rows():
                cataloguer = Cataloguer(Reader(path), self.catalogue, len(self.cataloguers))
                cataloguer.begin()
                cataloguer.look_who_writes()
                cataloguer.was_touched()  # Note the current state, so that every later change counts.
        except LogError as error:
            self.refused.append(str(error))
            return
        self.cataloguers.append(cataloguer)
        self._busy.append(cataloguer)

    def start(self) -> None:
        """Start the thread; from now on only it uses the logs."""
        self._thread.start()

    def ask(self, kind: str, work: Work, done: Done) -> None:
        """Run `work` in the thread. A waiting request of the same kind is dropped."""
        with self._condition:
            self._errands[kind] = (work, done)
            self._condition.notify()

    @property
    def is_done(self) -> bool:
        """True if every finished round is in the catalogue."""
        return not self._busy

    def close(self) -> None:
        """Stop the thread, wait for it and close the logs."""
        with self._condition:
            self._stopping = True
            self._condition.notify()
        if self._thread.is_alive():
            self._thread.join()
        for cataloguer in self.cataloguers:
            cataloguer.reader.__exit__(None, None, None)
        self.catalogue.close()

    def _work(self) -> None:
        while not self._stopping:
            if errand := self._next_errand():
                self._do(*errand)
            elif self._busy:
                self._catalogue_some()
            else:
                self._look_for_news()
                with self._condition:
                    if not self._errands and not self._stopping:
                        self._condition.wait(POLL_SECONDS)

    def _next_errand(self) -> tuple[Work, Done] | None:
        with self._condition:
            return self._errands.pop(next(iter(self._errands))) if self._errands else None

    def _do(self, work: Work, done: Done) -> None:
        try:
            found = work()
        except Exception as error:  # noqa: BLE001 - any failure on a damaged file is a result
            found = as_sentence(error)
        self._post(lambda: done(found))

    def _catalogue_some(self) -> None:
        cataloguer = self._busy[0]
        try:
            more = cataloguer.more()
        except Exception as error:  # noqa: BLE001 - the log thread must not end
            more, cataloguer.fault = False, str(as_sentence(error))
            self._say_fault(cataloguer.fault)
        if not more:
            self._busy.pop(0)
        time.sleep(PAUSE_SECONDS)
        now = time.monotonic()
        if now - self._told_at > GROWN_SECONDS or not self._busy:
            self._told_at = now
            self._post(self._grown)

    def _look_for_news(self) -> None:
        changed = False
        for log, cataloguer in enumerate(tuple(self.cataloguers)):
            if cataloguer.was_replaced and cataloguer.known is not None and cataloguer.known.closed:
                self._follow_month(cataloguer)
            try:
                changed |= cataloguer.look_who_writes()
                touched = cataloguer.was_touched()
                cataloguer.fault = "" if touched else cataloguer.fault  # The file may be readable again.
                changed |= cataloguer.news()
            except Exception as error:  # noqa: BLE001 - the log thread must not end
                fault = str(as_sentence(error))
                if fault != cataloguer.fault:
                    self._say_fault(fault)
                cataloguer.fault, cataloguer.known = fault, None
                touched = changed = True
            if touched:
                self._post(lambda log=log: self.touched(log))  # type: ignore[misc]
        if changed:
            self._post(self._news)

    def _say_fault(self, words: str) -> None:
        self._post(lambda: self.failed(words))

    def _follow_month(self, cataloguer: Cataloguer) -> None:
        """Open the continuation of a closed month, which has the same file name."""
        newest = [one for one in self.cataloguers if one.reader.path == cataloguer.reader.path][-1]
        if newest is cataloguer:
            self._take(cataloguer.reader.path)
            self.catalogue.known_logs(len(self.cataloguers))

    def add(self, path: Path) -> None:
        """Open another log, unless it is open already."""
        if path in self._added:
            return
        self._added.add(path)

        def work() -> None:
            self._take(path)
            self.catalogue.known_logs(len(self.cataloguers))

        self.ask(f"add {path}", work, lambda _: self._news())

    @property
    def names(self) -> list[str]:
        """The name of each log. A month that continues under the same name gets a number."""
        paths = [cataloguer.reader.path for cataloguer in self.cataloguers]
        return [
            f"{self.title(path)} ({before})" if (before := paths[:log].count(path)) else self.title(path)
            for log, path in enumerate(paths)
        ]


def as_sentence(error: Exception) -> DealerStationError:
    """The error as a sentence for users, instead of a traceback."""
    if isinstance(error, DealerStationError):
        return error
    if isinstance(error, OSError):
        return LogError(f"{error.filename or 'the file'}: {error.strerror or error}")
    what = f"{type(error).__name__}: {error}".rstrip(": ")
    return LogError(f"the log is damaged and cannot be read here ({what}); see its verification")
