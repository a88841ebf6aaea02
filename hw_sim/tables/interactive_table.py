"""A simulated table with a person at its screen: devices on wires, players, and faults."""

import contextlib
import queue
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from dealer_station.engine.due.dues import AwaitRuling, Draw, Due, Offer, Perform, TakeBets
from dealer_station.engine.due.wagers import dollars
from dealer_station.engine.model.events import CardsReturned, ShoeLoaded
from dealer_station.engine.model.observations import BetsPlaced
from dealer_station.engine.model.sentences import said
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.station.device_adapter import Attached
from dealer_station.station.station import Seen, Shown, Station
from drivers.driver import PROGRESSIVE, SHOE, SHUFFLER, Driver
from drivers.families import Family
from hw_sim.devices.device_faults import Struck
from hw_sim.devices.faults import DEVICE_FAULTS
from hw_sim.people.people import SimulatedPlayer
from hw_sim.tables.table import StuckError, World
from hw_sim.tables.wired_table import News, OwnWiredWorld

AT_THE_SHUFFLER = ("load_shuffler", "return_cards", "take_batch")


class _Nowhere(queue.SimpleQueue[News]):
    """A queue that drops everything: here a person looks at the screen, and no
    simulated one waits for news.
    """

    def put(self, item: News, block: bool = True, timeout: float | None = None) -> None:
        del item, block, timeout


class BesideScreen(OwnWiredWorld):
    """A wired table that does nothing by itself. What the person at the screen confirms happens to the
    simulated cards and devices too.
    """

    def __init__(
        self, rules: Rules, seed: int, players: int, log: Path, family: Family = "reference"
    ) -> None:
        super().__init__(rules, seed, players, log, family)
        self._news = _Nowhere()
        self._lock = threading.RLock()
        """Guards the cards: the GUI thread draws them, the station's thread shuffles them."""
        self._before: Shown | None = None
        self._waiting: Shown | None = None
        self._unanswered = 0
        self._attended: Due | None = None

    # Messages from the station.

    def show(self, shown: Shown) -> None:
        with self._lock:
            self._follow(shown)
            self._before = self._waiting = shown
        super().show(shown)

    def _follow(self, shown: Shown) -> None:
        """Bring the simulated shoe up to date: reload it after a load, and
        discard the cards of a finished round.
        """
        if any(isinstance(event, ShoeLoaded | CardsReturned) for event in shown.events):
            was = self._before.table.preparing if self._before else None
            if was is not None and was.cause == "short_shoe":
                self.shoe.shuffle_discards()
            else:
                self.shoe.reload()
        if shown.ended:
            self.shoe.begin_round()
        if self._before is not None and self._before.due != shown.due:
            self._hands_at_devices(self._before.due, shown)

    def _hands_at_devices(self, done: Due, shown: Shown) -> None:
        """Do at the shuffler and the controller what a dealer has done by the time a step is over."""
        attended, self._attended = self._attended == done, None
        if attended or shown.fault:
            return
        if self.shuffler and isinstance(done, Perform) and done.step in AT_THE_SHUFFLER:
            self.shuffler.attend(done)
        if self.progressive and self.progressive.plugged:
            if isinstance(done, Perform) and done.step == "collect_progressive":
                self.progressive.plugged.collect()
            elif isinstance(done, TakeBets):
                hands = shown.table.round.hands
                self.progressive.plugged.bet(*(hand.spot for hand in hands if hand.bet.progressive_cents))

    def sit_down(self, station: Station) -> None:
        """Switch the devices on, attach them and start the station."""
        self._attach(station)

    def _shoe_on(self, station: Station, driver: Driver) -> Attached:
        return Attached(station, self._chosen.address, driver, self._note)

    @property
    def round_number(self) -> int:
        """The number of the round being dealt."""
        return self._before.view.round_number if self._before else 0

    # Actions of the hands.

    def draw(self) -> None:
        """Draw a card, due or not; do nothing if the shoe is empty or a device is still shuffling."""
        with self._lock:
            if self.shuffler and self._before and self.shuffler.is_waited_for(self._before.due):
                return
            if self.shoe.draw() and self.served:
                if self.shuffler and self.shuffler.shuffler.continuous:
                    self.shuffler.card_left()
                self.served.nudge()

    def step(self, station: Station) -> None:
        """Do what the screen asks for: once per display, and only if all devices are settled."""
        with self._lock:
            shown = self._waiting
            if shown is None or shown.fault or self._unanswered or not self._may_act(shown):
                return
            if not all(attached.settled() for attached in self._attached):
                return
            self._waiting, self._attended = None, shown.due
            # If people are stuck, wait for another display; the person at the screen sees the reason.
            with contextlib.suppress(StuckError):
                self._act(shown, station)

    def _tap(self, station: Station, seen: Seen) -> None:
        self._unanswered += 1
        World._tap(self, station, Seen(seen.observation, seen.source, seen.who, acknowledge=self._answered))

    def _answered(self) -> None:
        with self._lock:
            self._unanswered -= 1

    def everybody_bets(self, station: Station) -> None:
        """Enter the wagers of all players, as the dealer would."""
        with self._lock:
            if self._before and self._before.view.dealer:
                bets = tuple(player.bet for player in self._players(self._before.view.round_number))
                station.tell(Seen(BetsPlaced(bets), "dealer", self._before.view.dealer))

    # Faults, by their names on the panel.

    def cause(self, device: str, fault: str) -> None:
        """Cause or end a fault of a device."""
        with self._lock:
            self._faults()[device][fault]()

    def _faults(self) -> dict[str, dict[str, Callable[[], None]]]:
        found: dict[str, dict[str, Callable[[], None]]] = {}
        names: tuple[str, ...]
        if served := self.served:
            names = ("misread", "impossible_card", "hung", "reboot", "lid_open", "lid_closed")
            strikes = {name: partial(served.strike, DEVICE_FAULTS[name]) for name in names}
            found[SHOE] = {"pull": served.pull, "plug": served.plug, **strikes}
        if shuffler := self.shuffler:
            names = ("jam", "door", "count_off_by_one", "hung", "reboot")
            strikes = {name: partial(shuffler.strike, Struck(SHUFFLER, name)) for name in names}
            found[SHUFFLER] = {
                "pull": shuffler.pull,
                "plug": shuffler.plug,
                "clear": shuffler.clear,
                **strikes,
            }
        if self.progressive and (controller := self.progressive.plugged):
            strikes = {
                name: partial(controller.strike, Struck(PROGRESSIVE, name)) for name in ("hung", "reboot")
            }
            found[PROGRESSIVE] = {"pull": controller.pull, "plug": controller.plug, **strikes}
        return found

    # State for the panel.

    def state(self) -> dict[str, Any]:
        """Return the devices, the players and the player's request; never the face of a card."""
        with self._lock:
            return {"devices": self._devices(), "players": self._wishes(), "says": self._says()}

    def _devices(self) -> list[dict[str, Any]]:
        found = []
        if served := self.served:
            drawn, acknowledged = self.shoe.newest, self.shoe.acknowledged
            doing: str = said(
                "{drawn} drawn, {acknowledged} acknowledged", drawn=drawn, acknowledged=acknowledged
            )
            found.append(_device(SHOE, doing, plugged=self._cable.plugged, hung=served.hung))
        if shuffler := self.shuffler:
            now = shuffler.shuffler.now
            doing = said("{state}, door open", state=now.state) if now.door_open else now.state
            found.append(_device(SHUFFLER, doing, plugged=shuffler.plugged, hung=shuffler.device.hung))
        if self.progressive and (controller := self.progressive.plugged):
            coins = " ".join(map(str, sorted(controller.controller.coins)))
            doing = said("coins: {coins}", coins=coins or "none")
            plugged, hung = controller.cable.plugged, controller.device.hung
            found.append(_device(PROGRESSIVE, doing, plugged=plugged, hung=hung))
        return found

    def _wishes(self) -> list[dict[str, str]]:
        number = self._before.view.round_number if self._before else 1
        return [
            {"spot": str(player.bet.spot), "wager": _wager(player), "tie": player.strategy}
            for player in self._players(number)
        ]

    def _says(self) -> dict[str, str]:
        """Return what the player whose turn it is wants, so that the person at
        the screen knows what to tap.
        """
        shown = self._before
        if shown is None:
            return {}
        if not shown.view.dealer:
            return {"what": "sign in"}
        match shown.due:
            case Offer(hand):
                of = {str(player.bet.spot): player for player in self._players(shown.view.round_number)}
                player = of.get(str(hand.spot))
                wants = player.strategy if player else "surrender"
                return {"what": "answer", "spot": hand.name, "choice": wants}
            case TakeBets():
                return {"what": "bets"}
            case Draw():
                return {"what": "draw"}
            case AwaitRuling():
                return {"what": "hold"}
            case _:
                return {}


def _device(name: str, doing: str, *, plugged: bool, hung: bool) -> dict[str, Any]:
    return {"name": name, "doing": doing, "plugged": plugged, "hung": hung}


def _wager(player: SimulatedPlayer) -> str:
    bet = player.bet
    parts = (bet.main_cents, bet.tie_cents, bet.progressive_cents)
    return " + ".join(dollars(cents) for cents in parts if cents)
