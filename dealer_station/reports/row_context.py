"""Context of the current row of a report: time, dealer, rules, and the round in play there."""

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.evolve.round_evolution import write_round
from dealer_station.engine.model import events as e
from dealer_station.engine.model.cards import rank
from dealer_station.engine.model.table import Round
from dealer_station.engine.model.values import DEALER, Place
from dealer_station.log.store.records import Closed, DeviceMet, Opened, RulesKept, Started, Stopped
from dealer_station.review.effective_rows import EffectiveRow
from dealer_station.review.gaming_day import HOUR_US, Calendar, Hour

NOBODY = "nobody named"
"""The name for a dealer whose name nobody entered."""
LONGEST_REST_US = HOUR_US
"""If a file was closed later than this after its last row, the next start may have closed it."""


class ReportQuery(Struct, frozen=True):
    """The question of a report: its time span, its calendar, and the dealer."""

    first_us: int
    end_us: int
    calendar: Calendar
    dealer: str = ""
    """Empty for all dealers."""

    def has(self, wall_us: int) -> bool:
        """True if this time is in the span."""
        return self.first_us <= wall_us < self.end_us

    def wants(self, dealer: str) -> bool:
        """True if this dealer is asked about."""
        return self.dealer in ("", dealer)

    @property
    def is_one_day(self) -> bool:
        """True if the span is at most one gaming day, so that hours are shown; the longest day has 25."""
        return self.end_us - self.first_us <= 25 * HOUR_US


class ReportCursor:
    """The context of the current row, shared by all counters of a report."""

    def __init__(self, ask: ReportQuery) -> None:
        self.ask = ask
        self.now_us = self.before_us = 0
        """Times of the current row and of the row before."""
        self.runs = self.ran = False
        """A pair: True if the station runs after this row, True if it ran since the row before."""
        self.runs_on: bool | None = None
        """True if the station still ran when the file was closed; None if the next file is not given."""
        self.dealer = NOBODY
        self.words: RulesKept | None = None
        self.serials: dict[str, str] = {}
        self.round = Round(0)
        self.ended = Round(0)
        """The last ended round, with all its hands."""
        self.ranks: dict[Place, int] = {}
        """Ranks of the original deal, by place."""
        self.doubtful = False
        """True if cards were read again or taken out, so that the deal alone does not tell the hands."""

    @property
    def counts(self) -> bool:
        """True if the current row is in the span and of the dealer asked about."""
        return self.ask.has(self.now_us) and self.ask.wants(self.dealer)

    @property
    def hour(self) -> Hour:
        """The hour of the current row."""
        return self.ask.calendar.hour(self.now_us)

    def take(self, one: EffectiveRow) -> None:
        """Advance to the next row."""
        self.before_us, self.now_us = self.now_us, one.wall_us
        content = one.content
        self._run(content)
        if isinstance(content, e.RoundFact):
            self.round = write_round(self.round, one.content)
        match content:
            case Opened(carried=dict(carried)):
                self.dealer = carried.get("table", {}).get("dealer") or NOBODY
                self.serials = dict(carried.get("serials", {}))
            case RulesKept():
                self.words = content
            case DeviceMet(device, serial):
                self.serials[device] = serial
            case e.DealerChanged(name):
                self.dealer = name or NOBODY
            case e.CardDealt(card, place, deal):
                if deal == "original":
                    self.ranks[max(place, DEALER)] = rank(card)
            case e.CardsReread() | e.CardRetired() | e.CardsRequeued() | e.RackCardReread():
                self.doubtful = True
            case e.RoundEnded(outcome):
                self.ended = replace(self.round, outcome=outcome)
                self.round, self.ranks, self.doubtful = Round(0), {}, False
            case _:
                pass

    def _run(self, content: object) -> None:
        """Track whether the station runs: before a start it ran at most until the previous row; a new month
        does not interrupt it.
        """
        self.ran = self.runs
        match content:
            case Started():
                self.ran, self.runs = False, True
            case Opened(previous_seq=before) if before:
                self.runs = True
            case Stopped():
                self.runs = False
            case Closed():
                at_once = self.now_us - self.before_us <= LONGEST_REST_US
                self.ran = self.runs = self.runs and (at_once if self.runs_on is None else self.runs_on)
            case _:
                pass
