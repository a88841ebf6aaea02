"""A simulated table with a person at its screen: devices on wires, players, and faults."""

import contextlib
import threading
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from dealer_station.engine.due.step_types import AwaitRuling, Draw, Due, Offer, Perform, TakeBets
from dealer_station.engine.model.events import CardsReturned, ShoeLoaded
from dealer_station.engine.model.observations import BetsPlaced
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.station.device_adapter import Attached
from dealer_station.station.station import Seen, Shown, Station
from drivers.driver import PROGRESSIVE, SHOE, SHUFFLER
from hw_sim.devices.fault_catalogue import FaultOrder
from hw_sim.devices.shoe_faults import SHOE_FAULTS
from hw_sim.people.people import SimulatedPlayer
from hw_sim.people.shift_crew import Crew, StuckError
from hw_sim.tables.simulated_devices import SimulatedDevices
from hw_sim.tables.wired_table import start_attached

AT_THE_SHUFFLER = ("load_shuffler", "return_cards", "take_batch")


class InteractiveTable:
    """A table that does nothing on its own. What the person at the screen confirms happens to the simulated
    cards and devices too.
    """

    def __init__(self, crew: Crew, devices: SimulatedDevices) -> None:
        self.crew = crew
        self.devices = devices
        self._attached: list[Attached] = []
        self._lock = threading.RLock()
        """Guards the cards: the GUI thread draws them, the station's thread shuffles them."""
        self._before: Shown | None = None
        self._waiting: Shown | None = None
        self._unanswered = 0
        self._attended: Due | None = None

    def take_shoe(self) -> None:
        """Open the shoe, once the log is ours."""
        self.devices.take_shoe()

    def close(self) -> None:
        """Close the station's ends of the wires, then the devices."""
        for attached in self._attached:
            attached.stop()
        self.devices.close()

    # Messages from the station.

    def show(self, shown: Shown) -> None:
        """Receive a display of the station; called in the station's thread."""
        with self._lock:
            self._follow(shown)
            self._before = self._waiting = shown
        for attached in self._attached:
            attached.show(shown)

    def _follow(self, shown: Shown) -> None:
        """Bring the simulated shoe up to date: reload it after a load, and
        discard the cards of a finished round.
        """
        if any(isinstance(event, ShoeLoaded | CardsReturned) for event in shown.events):
            was = self._before.table.preparing if self._before else None
            if was is not None and was.cause == "short_shoe":
                self.devices.cards.shuffle_discards()
            else:
                self.devices.cards.reload()
        if shown.ended:
            self.devices.cards.begin_round()
        if self._before is not None and self._before.due != shown.due:
            self._hands_at_devices(self._before.due, shown)

    def _hands_at_devices(self, done: Due, shown: Shown) -> None:
        """Do at the shuffler and the controller what a dealer has done by the time a step is over."""
        attended, self._attended = self._attended == done, None
        if attended or shown.fault:
            return
        if self.devices.shuffler and isinstance(done, Perform) and done.step in AT_THE_SHUFFLER:
            self.devices.shuffler.attend(done)
        if self.devices.progressive and self.devices.progressive.plugged:
            if isinstance(done, Perform) and done.step == "collect_progressive":
                self.devices.progressive.plugged.collect()
            elif isinstance(done, TakeBets):
                hands = shown.table.round.hands
                self.devices.progressive.plugged.bet(
                    *(hand.spot for hand in hands if hand.bet.progressive_cents)
                )

    def sit_down(self, station: Station) -> None:
        """Switch the devices on, attach them and start the station."""
        # Nobody waits for news here: a person looks at the screen. So events are counted where they arrive,
        # in the station's thread.
        for attached in self.devices.attach(station, self.devices.note, lambda: None):
            self._attached.append(attached)
        self.crew.sit_down(station.table, self.devices.cards)
        start_attached(station, self._attached, self._before)

    @property
    def round_number(self) -> int:
        """The number of the round being dealt."""
        return self._before.view.round_number if self._before else 0

    # Actions of the hands.

    def draw(self) -> None:
        """Draw a card, due or not; do nothing if the shoe is empty or a device is still shuffling."""
        with self._lock:
            shuffler = self.devices.shuffler
            if shuffler and self._before and shuffler.is_waited_for(self._before.due):
                return
            if self.devices.cards.draw():
                if shuffler and shuffler.shuffler.continuous:
                    shuffler.card_left()
                self.devices.card_left()

    def step(self, station: Station) -> None:
        """Do what the screen asks for: once per display, and only if all devices are settled."""
        with self._lock:
            shown = self._waiting
            if shown is None or shown.fault or self._unanswered or not self.devices.may_act(shown):
                return
            if not all(attached.settled() for attached in self._attached):
                return
            self._waiting, self._attended = None, shown.due
            # If people are stuck, wait for another display; the person at the screen sees the reason.
            with contextlib.suppress(StuckError):
                self._act(shown, station)

    def _act(self, shown: Shown, station: Station) -> None:
        self.devices.attend(shown.due, self.crew.players(shown.view.round_number))
        tap = self.crew.act(shown, self.devices.slip_out)
        if tap is None:
            self.devices.card_left()
        else:
            self._unanswered += 1
            station.tell(replace(tap, acknowledge=self._answered))

    def _answered(self) -> None:
        with self._lock:
            self._unanswered -= 1

    def everybody_bets(self, station: Station) -> None:
        """Enter the wagers of all players, as the dealer would."""
        with self._lock:
            if self._before and self._before.view.dealer:
                bets = tuple(player.bet for player in self.crew.players(self._before.view.round_number))
                station.tell(Seen(BetsPlaced(bets), "dealer", self._before.view.dealer))

    # Faults, by their names in the catalogue.

    def cause(self, device: str, fault: str) -> None:
        """Cause or end a fault of a device: any fault of its catalogue, or `pull`, `plug` and `clear`. Only
        the panel lists the faults that it offers.
        """
        with self._lock:
            buttons, strike = self._controls()[device]
            if fault in buttons:
                buttons[fault]()
            else:
                strike(fault)

    def _controls(self) -> dict[str, tuple[dict[str, Callable[[], None]], Callable[[str], None]]]:
        """Return for each device what a person does to it by hand, and how a fault is caused by its name."""
        found: dict[str, tuple[dict[str, Callable[[], None]], Callable[[str], None]]] = {}
        if server := self.devices.server:
            by_hand = {"pull": server.pull, "plug": server.plug}
            found[SHOE] = by_hand, lambda fault: server.strike(SHOE_FAULTS[fault])
        if shuffler := self.devices.shuffler:
            by_hand = {"pull": shuffler.pull, "plug": shuffler.plug, "clear": shuffler.clear}
            found[SHUFFLER] = by_hand, lambda fault: shuffler.strike(FaultOrder(SHUFFLER, fault))
        if self.devices.progressive and (controller := self.devices.progressive.plugged):
            by_hand = {"pull": controller.pull, "plug": controller.plug}
            found[PROGRESSIVE] = by_hand, lambda fault: controller.strike(FaultOrder(PROGRESSIVE, fault))
        return found

    # State for the panel.

    def state(self) -> dict[str, Any]:
        """Return the devices, the players and the player's request; never the face of a card."""
        with self._lock:
            return {"devices": self._devices(), "players": self._wishes(), "says": self._says()}

    def _devices(self) -> list[dict[str, Any]]:
        found = []
        if server := self.devices.server:
            drawn, acknowledged = self.devices.cards.newest, self.devices.cards.acknowledged
            doing: str = said(
                "{drawn} drawn, {acknowledged} acknowledged", drawn=drawn, acknowledged=acknowledged
            )
            found.append(_device(SHOE, doing, plugged=self.devices.cable.plugged, hung=server.hung))
        if shuffler := self.devices.shuffler:
            now = shuffler.shuffler.now
            doing = said("{state}, door open", state=now.state) if now.door_open else now.state
            found.append(_device(SHUFFLER, doing, plugged=shuffler.plugged, hung=shuffler.device.hung))
        if self.devices.progressive and (controller := self.devices.progressive.plugged):
            coins = " ".join(map(str, sorted(controller.controller.coins)))
            doing = said("coins: {coins}", coins=coins or "none")
            plugged, hung = controller.cable.plugged, controller.device.hung
            found.append(_device(PROGRESSIVE, doing, plugged=plugged, hung=hung))
        return found

    def _wishes(self) -> list[dict[str, str]]:
        number = self._before.view.round_number if self._before else 1
        return [
            {"spot": str(player.bet.spot), "wager": _wager(player), "tie": player.strategy}
            for player in self.crew.players(number)
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
                of = {str(player.bet.spot): player for player in self.crew.players(shown.view.round_number)}
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
