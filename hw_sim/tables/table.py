"""A simulated table outside the station: people do what the screen asks for, and
the shoe keeps its journal.
"""

import queue
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from random import Random

from msgspec.structs import replace

from dealer_station.engine.due.dues import Due, TakeBets
from dealer_station.engine.model.errors import DealerStationError
from dealer_station.engine.model.observations import (
    CardDrawn,
    Confirmed,
    CutCardSeen,
    DealerArrived,
    Observation,
    Ruled,
)
from dealer_station.engine.notation.writer import write_act
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.words.prompts import step_id
from dealer_station.station.station import Seen, Shown, Station
from drivers.driver import SHOE
from hw_sim.devices.journal import JournaledShoe, Sent
from hw_sim.devices.wheel import Wheel
from hw_sim.people.dealers import Dealer, Manner
from hw_sim.people.people import SimulatedPeople, SimulatedPlayer, seat_players
from hw_sim.tables.shift import DEALERS, ROUNDS_PER_DEALER, in_the_mood

ROUNDS_PER_MOOD = 3
REFUSALS_MAX = 20
"""After this many identical taps without effect the people are stuck."""


class StuckError(DealerStationError):
    """Raised when people do what is due again and again, and it stays due."""


def journal_path(log: Path) -> Path:
    """Return the path of the simulated shoe's journal for a log."""
    return log.with_name(log.name + ".shoe")


class World:
    """People and a shoe at one station; everything they do depends only on the
    seed, the round and the cards.
    """

    def __init__(self, rules: Rules, seed: int, players: int, log: Path, manner: Manner = "steady") -> None:
        self._rules = rules
        self._seed = seed
        self.dealer = Dealer(manner, seed)
        self._seats = seat_players(rules, players, "war")
        self._journal = journal_path(log)
        self._shown: queue.SimpleQueue[Shown | None] = queue.SimpleQueue()
        """Displays of the station, and None when it has handled an action."""
        self._tapped: tuple[Due, Observation] | None = None
        self._in_vain = 0

    @cached_property
    def shoe(self) -> JournaledShoe:
        """The shoe. Its journal is opened on first use, after the station has its
        log: before that another station may use both.
        """
        return JournaledShoe(self._rules, self._seed, self._journal, f"SIM-{self._seed}")

    def take_shoe(self) -> None:
        """Open the shoe once the log is ours, so that a journal with other
        settings is refused before anything is written.
        """
        _ = self.shoe

    @cached_property
    def _people(self) -> SimulatedPeople:
        return SimulatedPeople(self.shoe, (), Wheel(self._rules, Random(f"wheel {self._seed}")))

    def show(self, shown: Shown) -> None:
        """Receive a display of the station; called in the station's thread."""
        self._shown.put(shown)

    def play(
        self, station: Station, *, rounds: int, pause_seconds: float, saw: Callable[[Shown], None]
    ) -> None:
        """Deal until `rounds` rounds have ended; `saw` is called with each display."""
        # Use the table's round number: counting ends would count one that is taken back.
        last = station.table.round.number + rounds
        self._people.sit_down_at(station.table)
        self._send_again(station)
        station.start()
        shown, answered = None, True
        while True:
            if (news := self._shown.get()) is None:
                answered = True
            else:
                shown = news
                saw(shown)
                if shown.fault or shown.table.round.number >= last:
                    return
            if shown and answered and self._shown.empty():
                time.sleep(pause_seconds * self.dealer.pace)
                answered = False
                self._do(shown, station)

    def close(self) -> None:
        """Close the shoe. Call it after the station has stopped, because it acknowledges until then."""
        if "shoe" in self.__dict__:
            self.shoe.close()

    def _send_again(self, station: Station) -> None:
        """Send the events that the log lacks, before anybody draws a card."""
        known = station.greet(SHOE, self.shoe.id, 1, self.shoe.newest)
        for sent in self.shoe.sent[known:]:
            station.observe(self._on_the_wire(sent, resent=True))

    def _on_the_wire(self, sent: Sent, *, resent: bool = False) -> Seen:
        return Seen(
            sent.out,
            SHOE,
            frame=sent.frame,
            journal=self.shoe.id,
            device_seq=sent.seq,
            resent=resent,
            acknowledge=lambda: self._acknowledged(sent),
        )

    def _acknowledged(self, sent: Sent) -> None:
        self.shoe.acknowledge(sent.seq)
        self._shown.put(None)

    def _do(self, shown: Shown, station: Station) -> None:
        """Do what the screen asks for, or make a mistake instead."""
        now, step = shown.view, shown.due
        on_duty = DEALERS[(now.round_number - 1) // ROUNDS_PER_DEALER % len(DEALERS)]
        if now.dealer != on_duty and (not now.dealer or isinstance(step, TakeBets)):
            self._tap(station, Seen(DealerArrived(on_duty), "dealer", on_duty))
            return
        self._people.players = self._players(now.round_number)
        self._people.look_at(shown.table)
        slip = self.dealer.instead(step, now)
        if slip == "draw":
            slip = self._card_slips_out()
        done = slip or self._people.respond(step)
        if isinstance(done, CardDrawn | CutCardSeen):
            self._card_left(station)
            return
        self._count_in_vain(step, done)
        if isinstance(done, Ruled | Confirmed) and done.by:
            self._tap(station, Seen(done, "floor", done.by))
        else:
            self.dealer.did(done)
            self._tap(station, Seen(done, "dealer", now.dealer))

    def _count_in_vain(self, step: Due, done: Observation) -> None:
        """Raise StuckError if the same tap has been made too often while the same step is due."""
        self._in_vain = self._in_vain + 1 if self._tapped == (step, done) else 0
        self._tapped = step, done
        if self._in_vain >= REFUSALS_MAX:
            raise StuckError(
                f'the simulated people are stuck: "{write_act(done)}" was tapped {REFUSALS_MAX} times, and '
                f"{step_id(step)} is still due; the last rows of the log say why"
            )

    def _tap(self, station: Station, seen: Seen) -> None:
        """Send a tap to the station."""
        station.tell(seen if seen.acknowledge else replace(seen, acknowledge=lambda: self._shown.put(None)))

    def _card_slips_out(self) -> Observation | None:
        """Draw a card although none is due."""
        return self.shoe.draw()

    def _card_left(self, station: Station) -> None:
        """Send the last card to the station."""
        station.tell(self._on_the_wire(self.shoe.sent[-1]))

    def _players(self, round_number: int) -> tuple[SimulatedPlayer, ...]:
        """Return the players of a round; their moods last for a few rounds."""
        chance = Random(f"people {self._seed} {round_number // ROUNDS_PER_MOOD}")
        return tuple(in_the_mood(seat, self._rules, chance) for seat in self._seats)
