"""Held tables: each hold is shown until somebody acknowledges it, and a ruling can be prepared for it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.model.errors import ProfileError
from dealer_station.engine.model.events import HoldRaised, HoldRuled
from dealer_station.engine.model.values import Hold
from dealer_station.engine.view.table_view import view
from dealer_station.log.catalogue.cataloguer import Cataloguer
from dealer_station.log.read.state import Recollection
from dealer_station.review.moments import rules_of
from ui.common.translate import Speech
from ui.dealer.ruling_form import RULINGS
from ui.review.times import local

Name = tuple[int, int, str, str]
"""Log, time, kind and detail: identifies one hold."""


class Alarm(Struct, frozen=True):
    """A hold of one table."""

    name: Name
    file: str
    words: str
    authority: str
    rulings: tuple[tuple[str, str], ...]
    """The finding and the remedies, each with its description."""
    cite: str
    since_us: int
    is_live: bool
    """True if a station writes to this log; otherwise the table was held when this copy was made."""
    over_us: int = 0
    """The time at which the hold ended; zero while the table is held."""
    ruling: str = ""
    by: str = ""
    departs_from: str = ""
    """The rule that the ruling departed from."""


class Alarms:
    """Open holds, ended holds that nobody has acknowledged, and prepared rulings."""

    def __init__(self) -> None:
        self.open: list[Alarm] = []
        self._passed: dict[Name, Alarm] = {}
        """Ended holds that nobody has acknowledged here."""
        self._raised: set[Name] = set()
        """Holds that were live at some time; they wait for acknowledgement even if the station stops."""
        self._seen: set[Name] = set()
        self._prepared: dict[Name, dict[str, str]] = {}
        self._told: dict[int, int] = {}
        """Number of holds and rulings of each log that have been processed."""

    def look(self, cataloguers: Sequence[Cataloguer]) -> None:
        """Update from the logs that are not closed, including holds that ended since the last call."""
        before = self.open
        found = [
            alarm for log, cataloguer in enumerate(cataloguers) for alarm in self._of(log, cataloguer, before)
        ]
        self.open = sorted(found, key=lambda alarm: -alarm.since_us)
        self._raised |= {alarm.name for alarm in self.open if alarm.is_live}
        names = {alarm.name for alarm in self.open}
        for log, cataloguer in enumerate(cataloguers):
            gone = [one for one in before if one.name[0] == log and one.name not in names]
            self._pass(log, cataloguer, [one for one in gone if one.name in self._raised], names)
        self._passed = {name: one for name, one in self._passed.items() if name not in names}
        self._seen &= names
        self._prepared = {name: told for name, told in self._prepared.items() if name in names}

    def _of(self, log: int, cataloguer: Cataloguer, before: list[Alarm]) -> list[Alarm]:
        known = cataloguer.known
        if known is None:  # The end of the log is unreadable: keep its holds.
            return [one for one in before if one.name[0] == log]
        if known.closed:
            return []
        newer: Counter[tuple[str, str]] = Counter()
        found: list[Alarm | None] = []
        for hold in reversed(known.table.holds):
            found.append(
                _alarm(log, cataloguer, known, hold, cataloguer.held_us(hold, newer[hold.kind, hold.known]))
            )
            newer[hold.kind, hold.known] += 1
        return [alarm for alarm in found if alarm is not None]

    def _pass(self, log: int, cataloguer: Cataloguer, gone: list[Alarm], still: set[Name]) -> None:
        """Record ended holds, even those too short to be shown, each with the first ruling that fits it."""
        known, told = cataloguer.known, list(cataloguer.stops)
        if known is None or known.closed:
            return  # The continuation of a closed month has the hold.
        news = told[self._told.get(log, 0) :]
        self._told[log] = len(told)
        for at_us, said in news:
            if isinstance(said, HoldRaised) and (one := _alarm(log, cataloguer, known, said.hold, at_us)):
                gone += [one] if one.name not in still | {each.name for each in gone} else []
        # A ruling carries the kind of its hold, but not the name used here. So the holds are matched from the
        # newest on, each with the first ruling of its kind made after it was raised.
        rulings = [(at_us, said) for at_us, said in news if isinstance(said, HoldRuled)]
        for one in sorted(gone, key=lambda one: -one.since_us):
            fits = [each for each in rulings if each[1].kind == one.name[2] and each[0] >= one.since_us]
            at_us, ruled = fits[0] if fits else (known.wall_us, None)
            if ruled is not None:
                rulings.remove((at_us, ruled))
                one = replace(one, ruling=ruled.ruling, by=ruled.by, departs_from=ruled.departs_from)
            if one.name not in self._seen:
                self._passed[one.name] = replace(one, over_us=at_us)

    @property
    def waiting(self) -> list[Alarm]:
        """Holds that nobody has acknowledged: open ones first, then ended ones."""
        held = [one for one in self.open if one.name in self._raised and one.name not in self._seen]
        return held + sorted(self._passed.values(), key=lambda one: -one.since_us)

    @property
    def to_rule(self) -> Alarm | None:
        """The hold that a ruling can be prepared for: the shown one, if its table is live and still held."""
        shown = next(iter(self.waiting or self.open), None)
        return shown if shown is not None and shown.is_live and not shown.over_us else None

    def acknowledge(self) -> None:
        """Acknowledge the shown hold."""
        if waiting := self.waiting:
            self._seen.add(waiting[0].name)
            self._passed.pop(waiting[0].name, None)

    def prepare(self, alarm: Alarm, entered: dict[str, str]) -> None:
        """Store a prepared ruling; the ruling itself is made at the table."""
        self._prepared[alarm.name] = dict(entered)

    def prepared(self, alarm: Alarm) -> dict[str, str]:
        """The ruling prepared for a hold; empty if there is none."""
        return self._prepared.get(alarm.name, {})

    def values(self, say: Speech) -> dict[str, Any]:
        """The values for QML: the first unacknowledged hold, or else the first open one."""
        waiting = self.waiting
        shown = next(iter(waiting or self.open), None)
        if shown is None:
            return {"count": 0, "waits": False, "live": False, "head": "", "under": "", "prepared": ""}
        under = [
            say("Open alarms: {count}", count=len(waiting)) if len(waiting) > 1 else "",
            shown.file,
            *_since(shown, say),
        ]
        return {
            "count": len({alarm.name for alarm in (*self.open, *waiting)}),
            "waits": bool(waiting),
            "live": shown is self.to_rule,
            "head": f"{_what(shown, say)}: {say(shown.words)}",
            "under": " · ".join(word for word in under if word),
            "prepared": self._ready(shown, say),
        }

    def _ready(self, shown: Alarm, say: Speech) -> str:
        """The text of the prepared ruling."""
        ready = self.prepared(shown)
        if not ready.get("ruling"):
            return ""
        return say(
            "Ready: {ruling}. {because} ({name})",
            ruling=say(dict(shown.rulings).get(ready["ruling"], ready["ruling"])),
            because=ready.get("because", ""),
            name=ready.get("by", ""),
        )


def _alarm(log: int, cataloguer: Cataloguer, known: Recollection, hold: Hold, since_us: int) -> Alarm | None:
    """Describe a hold; None if this version cannot read the rulebook (the list still shows the hold)."""
    if known.rules is None:
        return None
    try:
        told = view(replace(known.table, holds=(hold,)), rules_of(known.rules)).holds[0]
    except ProfileError:
        return None
    name = (log, since_us, hold.kind, hold.known)
    file = cataloguer.reader.path.name
    rulings = tuple((one.ruling, one.words) for one in told.choices if one.kind != "departure")
    return Alarm(name, file, told.words, told.authority, rulings, told.cite, since_us, cataloguer.is_live)


def _what(shown: Alarm, say: Speech) -> str:
    if shown.over_us:
        return say("WAS HELD, RESUMED")
    if shown.is_live:
        return say("TABLE HELD")
    return say("Held at the end of this log; no station is writing to it")


def _since(shown: Alarm, say: Speech) -> list[str]:
    """The time of the hold, its end, and the person who ruled."""
    since = f"{local(shown.since_us):%Y-%m-%d %H:%M:%S}"
    if not shown.over_us:
        call = say("Call the {authority}.", authority=shown.authority) if shown.is_live else ""
        return [say("since {time}", time=since), call, shown.cite]
    over = f"{local(shown.over_us):%H:%M:%S}"
    if not shown.ruling:
        return [say("was held {since}, resumed {time}; acknowledge", since=since, time=over)]
    words = dict(shown.rulings).get(shown.ruling) or RULINGS.get(shown.ruling, shown.ruling)
    ruling = say(words)
    return [
        *((say("DEPARTED FROM {cite}", cite=shown.departs_from),) if shown.departs_from else ()),
        say(
            "was held {since}; {name} ruled at {time}: {ruling}; acknowledge",
            since=since,
            ruling=ruling,
            name=shown.by,
            time=over,
        ),
    ]
