"""Tables that are stopped now: each waits until somebody here has seen it; a ruling can be prepared."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from dealer_station.engine.errors import ProfileError
from dealer_station.engine.view import view
from dealer_station.log.cataloguer import Cataloguer
from dealer_station.review.moments import rules_of
from ui.review.times import local
from ui.ruling import RULINGS
from ui.speech import Speech

Name = tuple[int, int, int, str, str]
"""Log, round, place in the stack, kind and detail: one stop of one table."""


class Alarm(Struct, frozen=True):
    """A stop that nobody has ruled on."""

    name: Name
    file: str
    words: str
    authority: str
    rulings: tuple[str, ...]
    cite: str
    since_us: int
    is_live: bool
    """A station writes to this log; otherwise it was held when this copy was made."""


class Alarms:
    """What is open now, what was acknowledged, and the rulings that were prepared."""

    def __init__(self) -> None:
        self.open: list[Alarm] = []
        self._seen: set[Name] = set()
        self._prepared: dict[Name, dict[str, str]] = {}

    def look(self, books: Sequence[Cataloguer]) -> None:
        """At the end of each log that is not closed; the newest stop of a table comes first."""
        self.open = [alarm for log, book in enumerate(books) for alarm in self._of(log, book)]
        names = {alarm.name for alarm in self.open}
        self._seen &= names
        self._prepared = {name: told for name, told in self._prepared.items() if name in names}

    def _of(self, log: int, book: Cataloguer) -> list[Alarm]:
        known = book.known
        if known is None or known.closed or not known.table.holds or known.rules is None:
            return []
        try:
            shown = view(known.table, rules_of(known.rules)).holds
        except ProfileError:
            return []  # A rulebook that this version cannot read; the list still says that it was held.
        found = []
        for depth, (hold, told) in enumerate(zip(reversed(known.table.holds), shown, strict=True)):
            name = (log, known.round.number, len(known.table.holds) - depth, hold.kind, hold.detail)
            found.append(
                Alarm(
                    name,
                    book.reader.path.name,
                    told.words,
                    told.authority,
                    told.rulings,
                    told.cite,
                    book.held_us(hold),
                    book.is_live,
                )
            )
        return found

    @property
    def waiting(self) -> list[Alarm]:
        """Those that nobody here has acknowledged."""
        return [alarm for alarm in self.open if alarm.is_live and alarm.name not in self._seen]

    def acknowledge(self) -> None:
        """The one that is shown was seen."""
        if waiting := self.waiting:
            self._seen.add(waiting[0].name)

    def prepare(self, alarm: Alarm, entered: dict[str, str]) -> None:
        """Writes a ruling down; it is made at the table."""
        self._prepared[alarm.name] = dict(entered)

    def prepared(self, alarm: Alarm) -> dict[str, str]:
        """What was written down for it."""
        return self._prepared.get(alarm.name, {})

    def values(self, say: Speech) -> dict[str, Any]:
        """As QML reads it: the first that waits, or the first that is open."""
        shown = next(iter(self.waiting or self.open), None)
        if shown is None:
            return {"count": 0, "waits": False, "live": False, "head": "", "under": "", "prepared": ""}
        ready = self.prepared(shown)
        prepared = (
            say(
                "Ready: {ruling}. {because} ({name})",
                ruling=say(RULINGS.get(ready["ruling"], ready["ruling"])),
                because=ready.get("because", ""),
                name=ready.get("by", ""),
            )
            if ready.get("ruling")
            else ""
        )
        under = [
            shown.file,
            say("since {time}", time=f"{local(shown.since_us):%Y-%m-%d %H:%M:%S}"),
            say("Call the {authority}.", authority=shown.authority) if shown.is_live else "",
            shown.cite,
        ]
        what = (
            say("TABLE HELD")
            if shown.is_live
            else say("Held at the end of this log, no station writes to it")
        )
        more = f"  ({len(self.open)})" if len(self.open) > 1 else ""
        return {
            "count": len(self.open),
            "waits": bool(self.waiting),
            "live": shown.is_live,
            "head": f"{what}: {say(shown.words)}{more}",
            "under": " · ".join(word for word in under if word),
            "prepared": prepared,
        }
