"""Serves a simulated device on a cable, in its own thread, and applies the wire faults."""

import os
import select
import threading
import time
from collections.abc import Callable, Sequence

from hw_sim.devices.journaled_shoe import JournaledShoe
from hw_sim.devices.shoe_faults import ShoeFault
from hw_sim.devices.shoes_on_wires import ShoeDevice
from hw_sim.devices.wire_faults import CablePulledError, WireFault
from hw_sim.wires.pty import PtyCable

TICK_SECONDS = 0.02


class DeviceServer:
    """A device that is plugged in from the start; every method may be called from any thread."""

    def __init__(self, device: ShoeDevice, cable: PtyCable, faults: Sequence[WireFault] = ()) -> None:
        self._device = device
        self._cable = cable
        self.faults: Sequence[WireFault] = faults
        self.replug_seconds = TICK_SECONDS
        """Time until a cable that a fault has pulled is put back."""
        self.pulls = 0
        self.wrote: Callable[[float], None] = lambda _: None
        """Called with the time before each write to the wire."""
        self._lock = threading.RLock()
        self._replug_at: float | None = None
        self._nudge_out, self._nudge_in = os.pipe()
        self._stopping = False
        self._thread = threading.Thread(target=self._work, name="served device", daemon=True)
        cable.plug()
        self._thread.start()

    @property
    def hung(self) -> bool:
        """True if the device is attached but does not answer."""
        return self._device.hung

    def nudge(self) -> None:
        """Wake the thread, so that a new event of the device is sent at once."""
        os.write(self._nudge_in, b"!")

    def pull(self) -> None:
        """Pull the cable until `plug` is called."""
        with self._lock:
            self._replug_at = None
            self._cable.pull()
        self.nudge()

    def plug(self) -> None:
        with self._lock:
            # Let the device send before the cable is in: what it sends while unplugged is lost.
            self._turn()
            self._cable.plug()
        self.nudge()

    def happens(self, change: Callable[[], None]) -> None:
        """Apply a change to the device under the lock, so that the thread does not see it half done."""
        with self._lock:
            change()
        self.nudge()

    def spoil(self, fault: WireFault) -> None:
        """Add a fault to the wire; faults that are used up are dropped."""
        lasting = [before for before in self.faults if before.times != 0]
        self.faults = [*lasting, fault]

    def stop(self) -> None:
        """Switch the device off and remove its cable; bytes that the host has sent are handled first."""
        self._stopping = True
        self.nudge()
        self._thread.join()
        self._cable.pull()
        os.close(self._nudge_in)
        os.close(self._nudge_out)

    def _work(self) -> None:
        while not self._stopping:
            with self._lock:
                waiting_for = [self._nudge_out, *([self._cable.fileno()] if self._cable.plugged else [])]
            try:
                ready, _, _ = select.select(waiting_for, [], [], TICK_SECONDS)
            except OSError:
                continue  # The cable was pulled during the wait.
            if self._nudge_out in ready:
                os.read(self._nudge_out, 4096)
            with self._lock:
                self._turn()
        with self._lock:
            self._turn()

    def _turn(self) -> None:
        """Handle the bytes from the host and send what the device has ready; pull
        or replug the cable if a fault says so.
        """
        now = time.monotonic()
        if self._replug_at is not None and now >= self._replug_at:
            self._replug_at = None
            self._cable.plug()
        if not self._cable.plugged:
            self._device.tick(now)
            return
        try:
            for piece in self._heard():
                self._send(self._device.receive(piece, now))
            self._send(self._device.tick(now))
        except CablePulledError:
            self._cable.pull()
            self.pulls += 1
            self._replug_at = now + self.replug_seconds

    def _heard(self) -> list[bytes]:
        """Return the pieces of the host's bytes that get through the faults."""
        heard = self._cable.read()
        return self._carried(heard) if heard else []

    def _send(self, frames: list[bytes]) -> None:
        for frame in frames:
            try:
                pieces = self._carried(frame)
            except CablePulledError as pulled:
                self._cable.write(pulled.sent)
                raise
            for piece in pieces:
                self.wrote(time.monotonic())
                self._cable.write(piece)

    def _carried(self, frame: bytes) -> list[bytes]:
        pieces = [frame]
        for fault in self.faults:
            pieces = [part for piece in pieces if piece for part in fault.carry(piece)]
        return pieces


class ShoeServer(DeviceServer):
    """A shoe on a cable."""

    def __init__(
        self, shoe: JournaledShoe, device: ShoeDevice, cable: PtyCable, faults: Sequence[WireFault] = ()
    ) -> None:
        self._shoe = shoe
        super().__init__(device, cable, faults)

    def strike(self, fault: ShoeFault) -> None:
        """Apply a device fault to the shoe."""
        self.happens(lambda: fault.strike(self._device, self._shoe))
