"""Conformance items for a progressive controller."""

import time
from typing import ClassVar

from dealer_station.engine.model.observations import DeviceSaid
from drivers.driver import PROGRESSIVE
from drivers.link.messages import PROGRESSIVE_KIND, Answer, Event, Resend
from drivers.progressive_reference import (
    LATCH,
    LIGHTS,
    LOCK,
    UNLOCK,
    map_of,
    observation_of,
)
from hw_sim.bench.link_examiner import DONE, NO_SUCH_ORDER, UNKNOWN, BenchTask, FailedError, LinkExaminer

METER_CENTS = 12345
ONE_COIN = BenchTask("put a coin on position 1, and on no other", "bet 1")
TWO_COINS = BenchTask("put coins on positions 1 and 3, and on no other", "bet 1 3")
LATE_COIN = BenchTask("put a coin on position 5 as well; it must be refused", "bet 1 3 5")
METER = BenchTask("set the meter to 123 dollars and 45 cents", f"meter {METER_CENTS}")
NO_COINS = BenchTask("take all coins off", "collect")


class ProgressiveExaminer(LinkExaminer):
    """Examines a controller on the reference link: its events, and that it carries out each order once."""

    items: ClassVar = {
        "identity": "identifies itself, in the same way each time the port is opened",
        "sequence": "reports where coins lie, once and in order",
        "resend": "repeats the events that the host asks for",
        "meter": "reports its meter when it is set",
        "lock": "refuses a coin after the lock, and reports its position",
        "latch": "latches the map of a round once, and answers with the same map afterwards",
        "lights": "lights the positions of the order",
        "orders": "carries out an order once, however often it is repeated",
        "cable_pull": "has the same map for the same round after its cable was out",
        "reboot": "has the same map for the same round after a loss of power",
    }
    kind = PROGRESSIVE_KIND
    device = PROGRESSIVE
    name = "progressive controller"
    _number = 0
    _round = 0

    def sequence(self) -> str:
        self._number = self._round = int(time.time()) & 0x7FFF_FFFF
        self._wire.say(Resend(self._last))
        self._done(UNLOCK)
        for task, where in ((ONE_COIN, "1"), (TWO_COINS, "1 3")):
            self._ask(task)
            self._first.append(self._until("wagered", where))
        return ""

    def meter(self) -> str:
        self._ask(METER)
        self._until("meter", str(METER_CENTS))
        return ""

    def lock(self) -> str:
        self._done(LOCK)
        self._ask(LATE_COIN)
        self._until("late", "5")
        return ""

    def latch(self) -> str:
        answer = self._latched()
        if answer != map_of((1, 3)):
            raise FailedError(f"the map of the round is {answer.hex()}, not {map_of((1, 3)).hex()}")
        self._until("latched", f"1 3 of {self._round}")
        self._latched()
        return ""

    def lights(self) -> str:
        for lit in ((1,), ()):
            self._done(LIGHTS, map_of(lit))
            self._until("lit", " ".join(map(str, lit)))
        return ""

    def orders(self) -> str:
        self._orders((9, LOCK, DONE), (9, LOCK, DONE), (10, NO_SUCH_ORDER, UNKNOWN))
        return ""

    def cable_pull(self) -> str:
        before = self._latched()
        self._pulled(lambda: self._ask(NO_COINS))
        return self._same(before)

    def reboot(self) -> str:
        before = self._latched()
        self._rebooted()
        said = self._same(before)
        self._done(UNLOCK)
        return said

    def _same(self, before: bytes) -> str:
        if (after := self._latched()) != before:
            raise FailedError(f"round {self._round} had the map {before.hex()}, and now {after.hex()}")
        return ""

    def _latched(self) -> bytes:
        """Latch this round and return the map of positions from the answer; the
        answer must name the same round.
        """
        number = self._round.to_bytes(4, "little")
        answer = self._done(LATCH, number)
        if answer.data[:4] != number:
            raise FailedError(f"it latched another round: {answer.data.hex(' ')}")
        return answer.data[4:]

    def _done(self, code: int, data: bytes = b"") -> Answer:
        self._number += 100
        answer = self._order(self._number, code, data)
        if answer.code != DONE:
            raise FailedError(f"order {code} was answered with {answer.code}, not {DONE}")
        return answer

    def _until(self, status: str, detail: str) -> Event:
        """Take events until one has this status, check its detail, and return it."""
        while True:
            event = self._event()
            said = observation_of(event.kind, event.payload)
            assert isinstance(said, DeviceSaid)
            if said.status == status:
                if said.told != detail:
                    raise FailedError(f"expected {status} {detail}; it reported {status} {said.told}")
                return event
