"""Days for the tests: a table that deals at any pace through any hours, and one that is written by hand."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.observations import Observation
from dealer_station.rulebooks import load
from dealer_station.station.station import Seen, Shown, Station
from hw_sim.people.dealer_styles import Manner
from hw_sim.people.shift_crew import Crew
from hw_sim.tables.direct_table import DirectTable
from tests.log.shifts import SetClock, station_on


def at(text: str, zone: str = "UTC", *, fold: int = 0) -> int:
    """A time on the wall of a zone, in microseconds."""
    local = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold)
    return int(local.timestamp()) * 1_000_000


def dealt(
    db: Path, begins: str, *, rounds: int, step_seconds: float = 3.0, seed: int = 1, manner: Manner = "steady"
) -> Path:
    """A shift that begins at this time (UTC); everything that is seen takes so many seconds."""
    clock = SetClock(at(begins), 0, round(step_seconds * 1_000_000))
    rules = load("massachusetts")
    table = DirectTable(rules, seed, db, Crew(rules, seed, 3, manner))
    station = station_on(db, clock, publish=table.show)
    table.play(station, rounds=rounds, pause_seconds=0, saw=lambda _: None)
    station.stop()
    table.close()
    return db


class ByHand:
    """A table whose every observation a test writes itself, at the time that it says."""

    def __init__(self, db: Path, begins: str, zone: str = "UTC", profile: str = "massachusetts") -> None:
        self.db = db
        self.shown: list[Shown] = []
        self._rounds = 0
        self.clock = SetClock(at(begins, zone), 0, 0)
        self.station: Station = station_on(db, self.clock, profile=profile, publish=self.shown.append)

    def wait(self, seconds: float) -> None:
        """Both clocks go on."""
        self.clock.wall += round(seconds * 1_000_000)
        self.clock.mono += round(seconds * 1_000_000)

    def go_to(self, wall_us: int) -> None:
        """Until a time on the wall."""
        self.wait((wall_us - self.clock.wall) / 1_000_000)

    def see(self, *seen: Observation, source: str = "dealer", who: str = "", seconds: float = 0) -> None:
        """One after the other, each after so many seconds."""
        for one in seen:
            self.wait(seconds)
            is_card = isinstance(one, o.CardDrawn | o.CutCardSeen)
            self.station.observe(Seen(one, "shoe" if is_card else source, who))

    def round(
        self, cards: Sequence[str], *, main_cents: int = 10_00, tie_cents: int = 0, seconds: float = 0
    ) -> None:
        """One player on spot 1 against the dealer; the first round of a shoe burns a card before."""
        bet = o.Bet(1, main_cents=main_cents, tie_cents=tie_cents)
        self.see(o.BetsPlaced((bet,)), o.Called(), seconds=seconds)
        for card in cards:
            self.see(o.CardDrawn(None if card == "??" else Card(card)), seconds=seconds)
        self.see(o.Settled(), o.Confirmed("pick_up"), seconds=seconds)

    def plain(self, *, wins: bool = True, seconds: float = 0) -> None:
        """A round that the player wins or loses, with cards of which the shoe has enough."""
        suit = "cdhs"[self._rounds // 6 % 4]
        cards = ["89TJQK"[self._rounds % 6] + suit, "34567"[self._rounds % 5] + suit]
        burn = [] if self._rounds else ["2c"]
        self._rounds += 1
        self.round([*burn, *(cards if wins else reversed(cards))], seconds=seconds)

    def close(self) -> Path:
        """The station is put away."""
        self.station.stop()
        return self.db
