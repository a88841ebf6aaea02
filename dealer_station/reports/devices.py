"""Device sections of a report: reader errors, up-time of each device, counts and shuffles."""

from collections import Counter
from typing import Any

from msgspec import Struct

from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.log.store.records import DeviceMet, Opened, Started
from dealer_station.reports.row_context import ReportCursor, ReportQuery
from dealer_station.review.effective_rows import EffectiveRow
from dealer_station.review.gaming_day import HOUR_US, Hour
from dealer_station.review.tables_and_charts import (
    Chart,
    Column,
    ReportTable,
    Section,
    Series,
    SeriesValue,
    counted,
)

SHOE = "shoe"
MISREADS = ("impossible_card", "unreadable")
"""Holds of these kinds follow from an error that was counted when the card was drawn."""


class ReadCounts(Struct):
    """Cards drawn from the shoe, and errors in reading them."""

    cards: int = 0
    unread: int = 0
    impossible: int = 0
    put_right: int = 0
    """Reads that were found to be wrong later, and corrected."""

    @property
    def errors(self) -> int:
        """All errors."""
        return self.unread + self.impossible + self.put_right

    @property
    def per_thousand(self) -> float | None:
        """Errors per thousand cards; None if there are no cards."""
        return 1000 * self.errors / self.cards if self.cards else None

    def row(self) -> tuple[int, int, int, int, float | None]:
        """The figures as cells of a table."""
        rate = self.per_thousand
        return self.cards, self.unread, self.impossible, self.put_right, rate and round(rate, 2)


class Reading:
    """Counts reader errors by hour and by reader."""

    def __init__(self) -> None:
        self.hours: dict[Hour, ReadCounts] = {}
        self.readers: dict[str, ReadCounts] = {}

    def take(self, one: EffectiveRow, scene: ReportCursor) -> None:
        """Count a row; burns are left out, because their seal hides whether they were read."""
        content = one.content
        if isinstance(content, o.CardDrawn):
            if scene.counts and not one.sealed:
                for reads in self._now(scene):
                    reads.cards += 1
                    reads.unread += content.card is None
                    reads.impossible += content.impossible
        elif isinstance(content, e.HoldRuled) and content.ruling == "correct" and scene.counts:
            for reads in self._now(scene):
                reads.put_right += content.kind not in MISREADS

    def _now(self, scene: ReportCursor) -> tuple[ReadCounts, ReadCounts]:
        """The counters of the current hour and of the current reader."""
        reader = f"{SHOE} {scene.serials[SHOE]}" if SHOE in scene.serials else SHOE
        return self.hours.setdefault(scene.hour, ReadCounts()), self.readers.setdefault(reader, ReadCounts())

    def section(self, ask: ReportQuery) -> Section:
        """The section of the report."""
        by_hour: dict[str, ReadCounts] = {}
        for hour, reads in sorted(self.hours.items()):
            name = hour.label if ask.is_one_day else hour.day
            total = by_hour.setdefault(name, ReadCounts())
            for field in ReadCounts.__struct_fields__:
                setattr(total, field, getattr(total, field) + getattr(reads, field))
        head = "Hour" if ask.is_one_day else "Gaming day"
        title = f"Reader errors by {head.lower()}"
        marks = tuple(SeriesValue(reads.per_thousand) for reads in by_hour.values())
        series = Series("errors per thousand cards", "bars", marks)
        chart = Chart(title, "errors per thousand cards", tuple(by_hour), (series,), foot=head.lower())
        cards = sum(reads.cards for reads in self.readers.values())
        errors = sum(reads.errors for reads in self.readers.values())
        rate = f", {1000 * errors / cards:.2f} per thousand" if cards else ""
        told = f"{counted(errors, 'error')} in {counted(cards, 'card')}{rate}."
        words = (told, "Burn cards are not among them: whether one was read is sealed with its face.")
        tables = (
            _reads_table("Reader errors by reader", "Reader", self.readers),
            _reads_table(title, head, by_hour),
        )
        return Section("reader", "Reader errors", words, (chart,) if errors else (), tables)


def _reads_table(title: str, head: str, found: dict[str, ReadCounts]) -> ReportTable:
    """A table of reader errors, one row for each name."""
    columns = (
        *(Column(head), Column("Cards", "count"), Column("Not read", "count"), Column("Impossible", "count")),
        *(Column("Put right later", "count"), Column("Per thousand", "figure")),
    )
    return ReportTable(title, columns, tuple((name, *reads.row()) for name, reads in found.items()))


class Presence(Struct):
    """Time that a device was present and absent while the station ran, and how often it was lost."""

    up_us: int = 0
    down_us: int = 0
    lost: int = 0
    losses: int = 0
    """Number of times that some of its events may be lost for good."""
    faults: int = 0

    @property
    def percent(self) -> float | None:
        """Up-time in percent; None if no time was measured."""
        whole = self.up_us + self.down_us
        return 100 * self.up_us / whole if whole else None


FAULTS = ("error", "jam", "stopped", "incomplete", "out_of_order", "door", "sort_mode")
"""Statuses with which a connected device reports a fault."""


class Uptime:
    """Measures up-time: a lost device is absent until its next message or the next start of the station."""

    def __init__(self) -> None:
        self.devices: dict[str, Presence] = {}
        self._met: set[str] = set()
        self._down: set[str] = set()
        self._running = False
        self._since_us = 0
        self._went_on_us: int | None = None
        """Start of a file that continues another; a device that is then lost was present from here."""

    def take(self, one: EffectiveRow, scene: ReportCursor) -> None:
        """Count a row."""
        content = one.content
        if not scene.ran or not scene.runs:
            self._pass_to(one.wall_us if scene.ran else scene.before_us, scene.ask)
            self._since_us, self._running = one.wall_us, scene.runs
        match content:
            case Opened(carried=dict(carried)) if not scene.before_us:
                self._carry(carried)
                self._went_on_us = one.wall_us
            case Started():
                self._met |= {*scene.serials}
                self._down.clear()
            case DeviceMet(device):
                self._heard(device, one, scene)
            case o.DeviceSaid() if content.device != "station":
                self._said(content, one, scene)
            case o.CardDrawn() | o.CutCardSeen() if one.source in self._met:
                self._heard(one.source, one, scene)
            case _:
                pass

    def end(self, scene: ReportCursor) -> None:
        """Finish the chain of files."""
        self._pass_to(scene.now_us, scene.ask)
        self._running, self._went_on_us = False, None
        self._met.clear()
        self._down.clear()

    def _carry(self, carried: dict[str, Any]) -> None:
        """Take over from the previous file which devices were known and which were lost."""
        self._met |= {*carried.get("devices", {}), *carried.get("serials", {})}
        said = {
            SHOE: carried.get("table", {}).get("reader"),
            "shuffler": carried.get("table", {}).get("shuffler"),
        }
        self._met |= {device for device, status in said.items() if status}
        self._down |= {device for device, status in said.items() if status == "lost"}

    def _heard(self, device: str, one: EffectiveRow, scene: ReportCursor) -> None:
        """Note that a device is present."""
        if device in self._down or device not in self._met:
            self._pass_to(one.wall_us, scene.ask)
            self._down.discard(device)
            self._met.add(device)

    def _said(self, said: o.DeviceSaid, one: EffectiveRow, scene: ReportCursor) -> None:
        """Note a status of a device, or that the station lost it."""
        device, status = said.device, said.status
        gone = status == "lost" and not one.from_device
        if not gone:
            self._heard(device, one, scene)
        elif device not in self._down:
            self._pass_to(one.wall_us, scene.ask)
            if device not in self._met and self._went_on_us is not None:
                was_there = _inside(self._went_on_us, one.wall_us, scene.ask)
                self.devices.setdefault(device, Presence()).up_us += was_there
            self._met.add(device)
            self._down.add(device)
        if scene.ask.has(one.wall_us):
            presence = self.devices.setdefault(device, Presence())
            presence.lost += gone
            presence.losses += said.is_data_loss
            presence.faults += status in FAULTS

    def _pass_to(self, until_us: int, ask: ReportQuery) -> None:
        """Add the time since the last change to every known device, as present or absent."""
        since, self._since_us = self._since_us, until_us
        passed = _inside(since, until_us, ask)
        if not self._running or not passed:
            return
        for device in self._met:
            presence = self.devices.setdefault(device, Presence())
            if device in self._down:
                presence.down_us += passed
            else:
                presence.up_us += passed

    def section(self) -> Section:
        """The section of the report."""
        found = sorted(self.devices.items())
        marks = tuple(SeriesValue(one.percent, words=_percent(one)) for _, one in found)
        series = Series("up-time", "bars", marks, "hatched")
        chart = Chart(
            "Device up-time", "percent of the time", tuple(name for name, _ in found), (series,), lying=True
        )
        columns = (
            *(Column("Device"), Column("Up-time", "percent"), Column("Minutes there", "figure")),
            *(Column("Minutes away", "figure"), Column("Times lost", "count"), Column("Faults", "count")),
            Column("Something may be missing", "count"),
        )
        rows = tuple(
            (
                *(name, one.percent and round(one.percent, 3), _minutes(one.up_us), _minutes(one.down_us)),
                *(one.lost, one.faults, one.losses),
            )
            for name, one in found
        )
        words = (
            "Measured while the station ran, from the first message of each device; all dealers are counted.",
        )
        table = ReportTable("Device up-time", columns, rows)
        return Section("devices", "Device up-time", words, (chart,) if rows else (), (table,))


def _inside(since_us: int, until_us: int, ask: ReportQuery) -> int:
    """The part of a stretch of time that lies in the span of the report."""
    return max(0, min(until_us, ask.end_us) - max(since_us, ask.first_us))


def _minutes(us: int) -> float:
    """Microseconds as minutes."""
    return round(us * 60 / HOUR_US, 1)


def _percent(one: Presence) -> str:
    """Up-time as text."""
    return "" if one.percent is None else f"{one.percent:.2f} %"


class Checks:
    """Counts shuffles and card counts: requested, done, and failed."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._drawn: int | None = None
        self._fewest = self._most = self._shoe_cards = self._shoes = 0
        self._shuffling = False

    def take(self, one: EffectiveRow, scene: ReportCursor) -> None:
        """Count a row."""
        content = one.content
        done = self._shuffle(content)
        if isinstance(content, o.CardDrawn) and self._drawn is not None:
            self._drawn += 1
        if not scene.ask.has(one.wall_us):
            self._drawn = 0 if isinstance(content, e.ShoeLoaded) else self._drawn
            return
        match content:
            case e.ShoeLoaded():
                self.counts["shoes loaded"] += 1
                self._drawn = 0
            case e.CardsTakenOut(cause):
                self.counts[f"cards taken out: {cause.replace('_', ' ')}"] += 1
                self._shoe_over()
            case e.ShuffleDemanded():
                self.counts["shuffles demanded by a player"] += 1
            case e.ShuffleRepeated():
                self.counts["shuffles made again: a card was seen"] += 1
            case e.CutRepeated():
                self.counts["cuts made again"] += 1
            case e.CutCardAside():
                self.counts["cut card came out"] += 1
            case e.DeviceNoted(device, status):
                if status != "ready" or done:
                    self._noted(device, status, stops=content.stops)
            case e.HoldRaised(hold):
                if hold.kind in HELD:
                    self.counts[HELD[hold.kind]] += 1
            case _:
                pass

    def _shuffle(self, content: object) -> bool:
        """True if this row completes a shuffle; a shuffler also reports ready when it is connected."""
        match content:
            case Opened(carried=dict(carried)):
                self._shuffling = carried.get("table", {}).get("shuffler") == "shuffling"
            case e.DeviceNoted("shuffler", "shuffling"):
                self._shuffling = True
            case e.DeviceNoted("shuffler", "ready" | "stopped" | "incomplete" as status):
                done, self._shuffling = self._shuffling and status == "ready", False
                return done
            case _:
                pass
        return False

    def _noted(self, device: str, status: str, *, stops: bool) -> None:
        """Count a report of a device."""
        if status == "count":
            self.counts["counts compared"] += 1
            self.counts["counts that agreed"] += not stops
        elif device == "shuffler" and status in SHUFFLES:
            self.counts[SHUFFLES[status]] += 1

    def _shoe_over(self) -> None:
        """Note how many cards were dealt from a shoe whose cards were taken out."""
        if self._drawn:
            self._fewest = min(self._fewest or self._drawn, self._drawn)
            self._most = max(self._most, self._drawn)
            self._shoe_cards += self._drawn
            self._shoes += 1
        self._drawn = None

    def end(self) -> None:
        """Finish the chain of files."""
        self._drawn, self._shuffling = None, False

    def section(self) -> Section:
        """The section of the report."""
        rows = tuple(sorted((name, count) for name, count in self.counts.items() if count))
        failed = sum(self.counts[name] for name in FAILED)
        wrong = self.counts["counts compared"] - self.counts["counts that agreed"]
        demanded = self.counts["shuffles demanded by a player"]
        words = [
            "All dealers are counted.",
            f"{counted(self.counts['counts compared'], 'count')} compared, {wrong:,} of them wrong.",
            f"{counted(failed, 'shuffle')} failed, demanded by players: {demanded:,}.",
        ]
        if self._shoes:
            mean = self._shoe_cards / self._shoes
            words.append(
                f"{counted(self._shoes, 'shoe was', 'shoes were')} dealt from the load to the shuffle: "
                f"{mean:,.1f} cards each, {self._fewest:,} at the least and {self._most:,} at the most."
            )
        table = ReportTable("Counts and shuffles", (Column("What"), Column("Times", "count")), rows)
        return Section("checks", "Count and shuffle checks", tuple(words), (), (table,))


HELD = {
    "count": "stopped: the count differed from the station's",
    "batch": "stopped: the same batch came out again",
    "impossible_card": "stopped: more of a card than the shoe holds",
    "progressive_count": "stopped: the progressive chips did not match",
    "cut_card_overrun": "stopped: the cut card is overdue, or nobody shuffled",
    "cut_card_missing": "stopped: the cut card was never put in",
    "shoe_empty": "stopped: the shoe is empty",
    "shuffler_fault": "stopped: the shuffler failed",
}
SHUFFLES = {
    "shuffling": "shuffles begun by the device",
    "ready": "shuffles done by the device",
    "jam": "shuffles failed: jam",
    "stopped": "shuffles failed: stopped",
    "incomplete": "shuffles failed: incomplete",
    "sort_mode": "the shuffler was in sort mode",
    "out_of_order": "the shuffler was out of order",
    "batch": "batches taken out",
}
FAILED = ("shuffles failed: jam", "shuffles failed: stopped", "shuffles failed: incomplete")
