"""A catalogue of rounds: every round of one or several logs, with queries for anything that a pit asks for.

The catalogue is a temporary SQLite database that vanishes when it is closed; the logs are only read. The
newest rounds are added first, so the first screenful appears at once and the rest follows.
"""

import sqlite3
import threading
from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from dealer_station.engine.due.irregularity_kinds import CATALOGUE
from dealer_station.engine.model.observations import HandName
from dealer_station.log.catalogue import search_syntax
from dealer_station.log.store.records import Marks, RoundKept

LOG_SHIFT = 40
"""A round's key is the number of its log, shifted, plus its own number; so keys are in the order of play."""
COLUMNS = (
    *("id", "last_seq", "opened_us", "ended_us", "dealer", "outcome", "hands", "spots", "cards", "wars"),
    *("taken_cents", "paid_cents", "amount_cents", "flags", "kinds", "rulings", "faults", "words"),
)
_TABLE = f"CREATE TABLE round (id INTEGER PRIMARY KEY, {', '.join(COLUMNS[1:])})"
_ADD = f"INSERT OR {{}} INTO round VALUES ({', '.join('?' * len(COLUMNS))})"
_GLANCE = (
    "SELECT id, last_seq, opened_us, ended_us, dealer, outcome, hands, cards, wars, taken_cents, paid_cents, "
    "flags, kinds, rulings, faults FROM round WHERE id IN ({})"
)
IRREGULAR, RULED, WAR, FAULT, DEPARTED = 1, 2, 4, 8, 16
FLAGS = {"irregular": IRREGULAR, "ruled": RULED, "war": WAR, "fault": FAULT, "departed": DEPARTED}


class RoundSummary(Struct, frozen=True):
    """One line of the list of rounds."""

    id: int
    last_seq: int
    opened_us: int
    ended_us: int
    dealer: str
    outcome: str
    hands: int
    cards: int
    wars: int
    taken_cents: int
    paid_cents: int
    flags: int
    kinds: str
    rulings: str
    faults: str

    @property
    def log(self) -> int:
        """The number of the log in the catalogue."""
        return self.id >> LOG_SHIFT

    @property
    def number(self) -> int:
        """The number of the round in its log."""
        return self.id & ((1 << LOG_SHIFT) - 1)


class Bar(Struct, frozen=True):
    """A stretch of the timeline: the number of rounds that began in it, and their flags."""

    place: int
    rounds: int
    flags: int
    newest: int
    """The key of the last round in it."""


class RoundQuery(Struct, frozen=True):
    """A query for rounds; empty fields do not restrict it."""

    since_us: int | None = None
    until_us: int | None = None
    dealer: str = ""
    spot: str = ""
    outcome: str = ""
    """The outcome of the round (`complete`, `void`, `open`) or of one of its hands (`war_won`)."""
    least_cents: int = 0
    """The least amount taken or paid in the round."""
    kind: str = ""
    ruling: str = ""
    fault: str = ""
    flags: tuple[str, ...] = ()
    """Flags that must all be set: `irregular`, `ruled`, `war`, `fault`, `departed`."""
    text: str = ""
    log: int | None = None
    """The number of a log, to search only in that one."""

    def conditions(self) -> tuple[str, list[Any]]:
        """The query as an SQL condition and its parameters."""
        of_round = self.outcome in ("complete", "void", "open")
        hand = f"{self.spot}:{self.outcome}" if self.outcome and not of_round else self.spot
        asked: list[tuple[str, Any]] = [
            ("ended_us >= ?", self.since_us),
            ("opened_us < ?", self.until_us),
            ("dealer = ?", self.dealer or None),
            ("outcome = ?", self.outcome if of_round else None),
            ("instr(spots, ?)", f";{hand};" if hand else None),
            ("amount_cents >= ?", self.least_cents or None),
            ("instr(kinds, ?)", f";{self.kind};" if self.kind else None),
            ("instr(rulings, ?)", f";{self.ruling};" if self.ruling else None),
            ("instr(faults, ?)", f";{self.fault};" if self.fault else None),
            *(("flags & ?", FLAGS[flag]) for flag in self.flags),
            ("id >> 40 = ?", self.log),
            *search_syntax.conditions(self.text),
        ]
        wanted = [(condition, value) for condition, value in asked if value is not None]
        return " AND ".join(f"({one})" for one, _ in wanted) or "1", [value for _, value in wanted]


class Catalogue:
    """A database of rounds and the queries on it; may be used from any thread."""

    def __init__(self, logs: int = 1) -> None:
        self._one_log = logs == 1
        self._lock = threading.Lock()
        self._database = sqlite3.connect("", check_same_thread=False, isolation_level=None)
        self._database.execute("PRAGMA synchronous=OFF")
        self._database.execute("PRAGMA journal_mode=OFF")
        self._database.execute(_TABLE)
        self._known: dict[str, set[str]] = {name: set() for name in ("dealer", "kind", "ruling", "fault")}

    def close(self) -> None:
        """Close the database, which deletes the temporary file."""
        with self._lock:
            self._database.close()

    def known_logs(self, logs: int) -> None:
        """Set the number of logs; with several, keys are not in the order of play."""
        self._one_log = logs == 1

    def add(self, log: int, found: Sequence[tuple[int, RoundKept, Marks]], *, replace: bool = False) -> None:
        """Add rounds of a log; existing ones are replaced only if `replace` is set."""
        rows = [_row(log, last_seq, kept, marks) for last_seq, kept, marks in found]
        with self._lock:
            self._database.execute("BEGIN")
            self._database.executemany(_ADD.format("REPLACE" if replace else "IGNORE"), rows)
            self._database.execute("COMMIT")
            for _, kept, marks in found:
                self._known["dealer"].add(kept.dealer)
                self._known["kind"].update(marks.kinds)
                self._known["ruling"].update(ruled.ruling for ruled in marks.rulings)
                self._known["fault"].update(marks.faults)

    def ids(self, sought: RoundQuery) -> "array[int]":
        """The keys of all matching rounds, newest first."""
        order = "id DESC" if self._one_log else "opened_us DESC, id DESC"
        where, values = sought.conditions()
        with self._lock:
            found = self._database.execute(f"SELECT id FROM round WHERE {where} ORDER BY {order}", values)
            return array("q", [key for (key,) in found])

    def summaries(self, ids: Iterable[int]) -> dict[int, RoundSummary]:
        """Lines of the list, by their keys."""
        wanted = list(ids)
        with self._lock:
            found = self._database.execute(_GLANCE.format(", ".join("?" * len(wanted))), wanted).fetchall()
        return {values[0]: RoundSummary(*values) for values in found}

    def choices(self, name: str) -> list[str]:
        """Every known `dealer`, `kind`, `ruling` or `fault`, sorted."""
        with self._lock:
            return sorted(self._known[name] - {""})

    def nearest(self, sought: RoundQuery, *, before_us: int | None = None, after_us: int = 0) -> int | None:
        """The key of the round that began last before `before_us`, or else first at or after `after_us`."""
        where, values = sought.conditions()
        back = before_us is not None
        way = "opened_us < ? ORDER BY opened_us DESC" if back else "opened_us >= ? ORDER BY opened_us"
        query = f"SELECT id FROM round WHERE {where} AND {way} LIMIT 1"
        with self._lock:
            found = self._database.execute(query, [*values, before_us if back else after_us]).fetchone()
        return found[0] if found else None

    def bars(self, sought: RoundQuery, first_us: int, last_us: int, count: int) -> list[Bar]:
        """Cut a stretch of time into `count` pieces; pieces in which no round began are left out."""
        where, values = sought.conditions()
        step = max(1, (last_us - first_us) // count)
        bits = " + ".join(f"max(flags & {bit})" for bit in FLAGS.values())
        query = (
            f"SELECT (opened_us - ?) / ?, count(*), {bits}, max(id) FROM round "
            f"WHERE {where} AND opened_us >= ? AND opened_us < ? GROUP BY 1 ORDER BY 1"
        )
        with self._lock:
            found = self._database.execute(query, [first_us, step, *values, first_us, last_us]).fetchall()
        return [Bar(*values) for values in found]


def _row(log: int, last_seq: int, kept: RoundKept, marks: Marks) -> tuple[Any, ...]:
    """A round as a row of the catalogue, in the order of COLUMNS."""
    kinds, faults, rulings = _listed(marks.kinds), _listed(marks.faults), ""
    flags = (WAR if kept.wars else 0) | (FAULT if faults else 0)
    words = kept.dealer
    if kinds or faults or marks.rulings or kept.outcome == "void":
        rulings = _listed(tuple(ruled.ruling for ruled in marks.rulings))
        flags |= (IRREGULAR if kinds or kept.outcome == "void" else 0) | (RULED if rulings else 0)
        names = f"{kinds}{rulings}{faults}"
        departures = [ruled for ruled in marks.rulings if ruled.departs_from]
        flags |= DEPARTED if departures else 0
        said = " ".join(f"{ruled.by} {ruled.because}" for ruled in marks.rulings)
        # A departure is found by this word and by the paragraph that it departed from.
        said += "".join(f" departure from the book {ruled.departs_from}" for ruled in departures)
        said += " intervention" if any(ruled.intervenes for ruled in marks.rulings) else ""
        told = " ".join(str(CATALOGUE[kind].words) for kind in marks.kinds if kind in CATALOGUE)
        words += f" {names} {told} {said}"
    return (
        *((log << LOG_SHIFT) + kept.number, last_seq, kept.opened_us, kept.ended_us, kept.dealer),
        *(kept.outcome, len(kept.hands), _hands(kept.hands, marks.results), kept.cards, kept.wars),
        *(kept.taken_cents, kept.paid_cents, max(kept.taken_cents, kept.paid_cents)),
        *(flags, kinds, rulings, faults, _as_words(words)),
    )


def _listed(names: tuple[str, ...]) -> str:
    """Join names as `;a;b;`, so that one of them is found by `;a;`."""
    return f";{';'.join(names)};" if names else ""


@lru_cache(maxsize=4096)
def _as_words(text: str) -> str:
    """A cached `search.as_words`."""
    return search_syntax.as_words(text)


@lru_cache(maxsize=4096)
def _hands(names: tuple[str, ...], results: tuple[str, ...]) -> str:
    """The search terms of the hands: name, spot, result, and each name or spot with its result."""
    found: dict[str, None] = {}
    for place, name in enumerate(names):
        result = results[place] if place < len(results) else ""
        spot = str(HandName.read(name).spot)
        found |= dict.fromkeys((name, spot, f":{result}", f"{name}:{result}", f"{spot}:{result}"))
    return _listed(tuple(found))
