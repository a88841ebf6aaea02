"""Where a report is as it goes through a log: the time, the dealer, the rules, the round on the felt."""

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.evolve.round_evolution import write_round
from dealer_station.engine.model import events as e
from dealer_station.engine.model.cards import rank
from dealer_station.engine.model.table import Round
from dealer_station.engine.model.values import DEALER, Place
from dealer_station.log.store.records import Closed, DeviceMet, Opened, RulesKept, Started, Stopped
from dealer_station.review.effective_rows import Lasting
from dealer_station.review.gaming_day import HOUR_US, Calendar, Hour

NOBODY = "nobody named"
"""For a dealer whose name nobody entered."""
LONGEST_REST_US = HOUR_US
"""A file that was closed so long after its last row may have been closed by the next start: who knows."""


class Ask(Struct, frozen=True):
    """What a report is about: from when up to when, by which clock, and whose rounds."""

    first_us: int
    end_us: int
    calendar: Calendar
    dealer: str = ""
    """Empty: everybody's."""

    def has(self, wall_us: int) -> bool:
        """Whether this time is asked about."""
        return self.first_us <= wall_us < self.end_us

    def wants(self, dealer: str) -> bool:
        """Whether this dealer is asked about."""
        return self.dealer in ("", dealer)

    @property
    def is_one_day(self) -> bool:
        """Short enough to look at each hour; the longest day of a year has 25."""
        return self.end_us - self.first_us <= 25 * HOUR_US


class Scene:
    """One log as it is read; whoever counts looks here for what lay around a row."""

    def __init__(self, ask: Ask) -> None:
        self.ask = ask
        self.now_us = self.before_us = 0
        """When this row was written, and the one before it."""
        self.runs = self.ran = False
        """Whether the station runs after this row, and whether it did since the row before."""
        self.runs_on: bool | None = None
        """Whether it was still running when the file was closed; None where the next file is not here."""
        self.dealer = NOBODY
        self.words: RulesKept | None = None
        self.serials: dict[str, str] = {}
        self.round = Round(0)
        self.ended = Round(0)
        """The round that ended last, with all its hands."""
        self.ranks: dict[Place, int] = {}
        """Of the first cards of the round, by place."""
        self.doubtful = False
        """Cards of the round were read again or taken out: what lies where is not told by the deal alone."""

    @property
    def counts(self) -> bool:
        """Whether what happens now is asked about."""
        return self.ask.has(self.now_us) and self.ask.wants(self.dealer)

    @property
    def hour(self) -> Hour:
        return self.ask.calendar.hour(self.now_us)

    def take(self, one: Lasting) -> None:
        """One row further."""
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
        """A station that starts ran until the row before at most; one that turns the month runs on."""
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
