"""A simulated table without wires: its shoe hands each event straight to the station, in the same process."""

import queue
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from msgspec.structs import replace

from dealer_station.engine.rulebook.rules import Rules
from dealer_station.station.station import Seen, Shown, Station
from drivers.driver import SHOE
from hw_sim.devices.journaled_shoe import JournaledShoe, SentEvent
from hw_sim.people.shift_crew import Crew


def journal_path(log: Path) -> Path:
    """Return the path of the simulated shoe's journal for a log."""
    return log.with_name(log.name + ".shoe")


class DirectTable:
    """A crew and a shoe at one station."""

    def __init__(self, rules: Rules, seed: int, log: Path, crew: Crew) -> None:
        self._rules = rules
        self._seed = seed
        self._log = log
        self.crew = crew
        self._news: queue.SimpleQueue[Shown | None] = queue.SimpleQueue()
        """Displays of the station, and None when it has handled an action."""

    @cached_property
    def shoe(self) -> JournaledShoe:
        """The shoe. Its journal is opened on first use, after the station has its
        log: before that another station may use both.
        """
        return JournaledShoe(self._rules, self._seed, journal_path(self._log), f"SIM-{self._seed}")

    def take_shoe(self) -> None:
        """Open the shoe once the log is ours, so that a journal with other
        settings is refused before anything is written.
        """
        _ = self.shoe

    def show(self, shown: Shown) -> None:
        """Receive a display of the station; called in the station's thread."""
        self._news.put(shown)

    def play(
        self, station: Station, *, rounds: int, pause_seconds: float, saw: Callable[[Shown], None]
    ) -> None:
        """Deal until `rounds` rounds have ended; `saw` is called with each display."""
        # Use the table's round number: counting ends would count one that is taken back.
        last = station.table.round.number + rounds
        self.crew.sit_down(station.table, self.shoe)
        self._send_again(station)
        station.start()
        shown, answered = None, True
        while True:
            if (news := self._news.get()) is None:
                answered = True
            else:
                shown = news
                saw(shown)
                if shown.fault or shown.table.round.number >= last:
                    return
            if shown and answered and self._news.empty():
                time.sleep(pause_seconds * self.crew.dealer.pace)
                answered = False
                self._act(shown, station)

    def close(self) -> None:
        """Close the shoe. Call it after the station has stopped, because it acknowledges until then."""
        if "shoe" in self.__dict__:
            self.shoe.close()

    def send_last_card(self, station: Station) -> None:
        """Send the card that was drawn last to the station."""
        station.tell(self._seen(self.shoe.sent[-1]))

    def _act(self, shown: Shown, station: Station) -> None:
        tap = self.crew.act(shown, self.shoe.draw)
        if tap is None:
            self.send_last_card(station)
        else:
            station.tell(replace(tap, acknowledge=lambda: self._news.put(None)))

    def _send_again(self, station: Station) -> None:
        """Send the events that the log lacks, before anybody draws a card."""
        known = station.greet(SHOE, self.shoe.id, 1, self.shoe.newest)
        for sent in self.shoe.sent[known:]:
            station.observe(self._seen(sent, resent=True))

    def _seen(self, sent: SentEvent, *, resent: bool = False) -> Seen:
        return Seen(
            sent.out,
            SHOE,
            frame=sent.frame,
            journal=self.shoe.id,
            device_seq=sent.seq,
            resent=resent,
            acknowledge=lambda: self._acknowledged(sent),
        )

    def _acknowledged(self, sent: SentEvent) -> None:
        self.shoe.acknowledge(sent.seq)
        self._news.put(None)
