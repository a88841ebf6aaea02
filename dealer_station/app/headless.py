"""`dealer-station run --headless`: a station with a log, a simulated or attached shoe, and no screen."""

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from dealer_station.app.open_station import open_station
from dealer_station.app.station_keys import keys_for
from dealer_station.app.stop_signals import Deferral
from dealer_station.app.table_settings import TableSettings
from dealer_station.app.wire_options import NO_WIRES, Wires, refuse_misplaced
from dealer_station.engine.due.step_types import Draw
from dealer_station.engine.model.events import DeviceNoted, HoldRuled, RulingRecorded
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.words.prompts import step_id
from dealer_station.log.integrity.burn_card_seals import seal_bytes, unseal_bytes
from dealer_station.log.integrity.keys import Keys
from dealer_station.log.integrity.keys import read as read_key
from dealer_station.log.store import files
from dealer_station.log.store.append import Writer
from dealer_station.log.store.clock import SystemClock
from dealer_station.station.station import Shown, Station
from dealer_station.technical_messages import write_json_lines
from drivers.device_addresses import FAMILIES, DeviceAddress
from drivers.driver import SHOE, SHUFFLER
from drivers.ports.capture import Capture, CaptureReplay, broken_end
from hw_sim.people.dealer_styles import Manner
from hw_sim.people.shift_crew import Crew
from hw_sim.tables.direct_table import DirectTable

if TYPE_CHECKING:
    from hw_sim.tables.wired_table import WiredTable

NO_END = sys.maxsize
"""The number of rounds if none is given: play until the cards or the capture end."""


def play_headless(
    settings: TableSettings,
    *,
    rounds: int | None,
    players: int,
    seed: int,
    pause_seconds: float,
    db: Path,
    named: Path | None,
    wires: Wires = NO_WIRES,
    dealer: Manner = "steady",
) -> None:
    """Play `rounds` rounds, or a whole capture, at a station that writes to `db`; resume an existing log."""
    if wires.capture:
        family = wires.shoe.family if wires.shoe else wires.family or "reference"
        refuse_misplaced(wires.capture, db, family, plain=wires.capture_plain)
    if wires.replay and db.exists():
        raise click.UsageError(
            f"--replay {wires.replay} needs a new log, and {db} already exists; name a new file with --db"
        )
    # Check the players and the replay first: a run that cannot be played creates neither keys nor a log. The
    # taps of a replay fit its captured cards, so no clumsy dealer sits there.
    crew = Crew(settings.rules, seed, players, "steady" if wires.replay else dealer)
    replayed = _replayed(settings.rules, seed, crew, wires) if wires.replay else None
    keys = keys_for(db, named)
    capture = _capture(wires, keys)
    table = replayed or _table(settings.rules, seed, db, crew, wires, capture)
    # A signal that came between the opening of the log and the try would leave the log open.
    deferred = Deferral()
    log = Writer(db, keys, SystemClock(), start="loaded")
    station = open_station(log, settings, table, table.show)
    first = station.table.round.number
    try:
        deferred.over()
        _greet(log, station, settings)
        said = HeadlessNarrator(asks=wires.shoe is not None and wires.replay is None)
        table.play(station, rounds=rounds or NO_END, pause_seconds=pause_seconds, saw=said.say)
    except KeyboardInterrupt:
        click.echo("the shift was interrupted; everything dealt so far is in the log")
        rounds = 0
    finally:
        try:
            station.stop()
        finally:
            table.close()
            if capture:
                capture.close()
    known = log.known
    click.echo(f"{db}: {known.seq} rows, next is round {known.table.round.number}")
    if wires.replay:
        _report_capture_end(wires.replay, known.table.round.number - first, rounds)


def _report_capture_end(replay: Path, dealt: int, asked: int | None) -> None:
    """Report how many rounds a capture had; exit with code 1 if there were fewer than requested, or none."""
    if asked is not None and dealt >= asked:
        return
    wanted = f" of {asked}" if asked is not None else ""
    click.echo(
        f"{replay}: the capture ended after {dealt}{wanted} rounds", err=asked is not None or not dealt
    )
    if asked is not None or not dealt:
        sys.exit(1)


def _capture(wires: Wires, keys: Keys) -> Capture | None:
    """Open the capture file, if one is requested; unless it is plain, seal its bytes to the escrow key."""
    if wires.capture is None:
        return None
    if wires.capture_plain:
        click.echo(f"{wires.capture}: contains the faces of burn cards; keep it secret", err=True)
    seal = None if wires.capture_plain else partial(seal_bytes, keys.escrow)
    return Capture(wires.capture, seal)


def _table(
    rules: Rules, seed: int, db: Path, crew: Crew, wires: Wires, capture: Capture | None
) -> "DirectTable | WiredTable":
    """Build a table with its shoe in this process, behind a simulated port, or on a real port."""
    write_json_lines()
    if not wires.any:
        return DirectTable(rules, seed, db, crew)
    from hw_sim.tables.real_port_devices import PortDevices, Wiring
    from hw_sim.tables.simulated_devices import SimulatedDevices
    from hw_sim.tables.wired_table import WiredTable

    wiring = Wiring(wires.progressive, wires.shuffler)
    if capture:
        wiring = replace(wiring, listened=capture.port)
    if wires.shoe:
        return WiredTable(crew, PortDevices(rules, seed, wires.shoe, wiring))
    return WiredTable(crew, SimulatedDevices(rules, seed, db, wires.family or "reference", wiring))


def _replayed(rules: Rules, seed: int, crew: Crew, wires: Wires) -> "WiredTable":
    """Build a table whose shoe, and possibly its shuffler, is replayed from a capture."""
    write_json_lines()
    from hw_sim.tables.replayed_devices import ReplayedDevices
    from hw_sim.tables.wired_table import WiredTable

    assert wires.replay
    if broken := broken_end(wires.replay):
        click.echo(f"{wires.replay}: {broken}; what comes before it is played", err=True)
    unseal = partial(unseal_bytes, read_key(wires.escrow)) if wires.escrow else None
    replay = CaptureReplay(wires.replay, SHOE, unseal)
    shuffler = CaptureReplay(wires.replay, SHUFFLER, unseal, behind=replay)
    family = next(family for family in FAMILIES if family == replay.family)
    chosen = wires.shoe or DeviceAddress(family, str(wires.replay))
    devices = ReplayedDevices(rules, seed, chosen, replay, shuffler if shuffler.lines else None)
    return WiredTable(crew, devices)


def _greet(log: Writer, station: Station, settings: TableSettings) -> None:
    """Print the log's path and durability settings, and the row and round at which it is resumed."""
    click.echo(
        f"{settings.kind.upper()} TABLE; {log.path}: "
        f"SQLite {files.SQLITE_VERSION}, WAL, synchronous={files.SYNCHRONOUS}"
    )
    if settings.defaults:
        click.echo(settings.defaults)
    if log.copy_before_upgrade:
        click.echo(
            f"the log was upgraded to the current schema; a copy of the old file is {log.copy_before_upgrade}"
        )
    if log.resumed:
        number = station.table.round.number
        click.echo(f"resumes at row {log.known.seq}, round {number}; due is {step_id(station.due)}")


class HeadlessNarrator:
    """Prints a line for each round that ended; with a real shoe also for each card due and each hold."""

    def __init__(self, *, asks: bool) -> None:
        self._asks = asks
        self._ended = 0
        self._holds: tuple[str, ...] = ()

    def say(self, shown: Shown) -> None:
        """Print the station's own messages, the end of a round, and the next card to draw."""
        for event in shown.events:
            if isinstance(event, DeviceNoted) and event.device == "station" and event.detail:
                click.echo(f"the station: {event.detail}", err=True)
        if shown.table.round.number <= self._ended:
            click.echo(f"round {self._ended}: its end was taken back")
            self._ended = 0
        if kept := shown.ended:
            self._ended = kept.number
            house = kept.taken_cents - kept.paid_cents
            words = f"the house {'wins' if house >= 0 else 'loses'} {dollars(abs(house))}"
            click.echo(
                f"round {kept.number} {kept.outcome}: {kept.cards} cards, {len(kept.hands)} hands; {words}"
            )
        if self._asks:
            self._say_stops(shown)
        if self._asks and isinstance(shown.due, Draw) and shown.view.dealer:
            click.echo(f"draw a card: {shown.view.prompt.do}")

    def _say_stops(self, shown: Shown) -> None:
        """Print rulings, new holds and data loss: a person who draws cards for this station has no screen."""
        for event in shown.events:
            if isinstance(event, HoldRuled) and event.departs_from:
                click.echo(f"the simulated floor departs from {event.departs_from}: {event.ruling}")
            elif isinstance(event, HoldRuled | RulingRecorded):
                verb = "finds" if event.ruling == "unfounded" else "rules"
                click.echo(f"the simulated floor {verb} {event.ruling}")
        holds = tuple(hold.words for hold in reversed(shown.view.holds))
        for words in holds:
            if holds.count(words) > self._holds.count(words):
                click.echo(f"STOP: {words}")
        for event in shown.events:
            # A loss that stops the table was printed with its hold.
            if isinstance(event, DeviceNoted) and event.is_data_loss and not event.stops:
                click.echo(f"DATA LOSS: {event.device}: {event.detail}")
        self._holds = holds
