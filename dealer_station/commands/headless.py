"""`dealer-station run --headless`: a station without a screen, a simulated shoe, and the log."""

import sys
from pathlib import Path

import click
import structlog

from dealer_station.commands.station_file import Settings
from dealer_station.commands.station_keys import keys_for
from dealer_station.engine.dues import Draw
from dealer_station.engine.rules import Rules
from dealer_station.engine.wagers import dollars
from dealer_station.engine.words import step_id
from dealer_station.log import files
from dealer_station.log.append import Writer
from dealer_station.log.clock import SystemClock
from dealer_station.log.records import RulesKept
from dealer_station.profiles import words_of
from dealer_station.station import Shown, Station
from drivers.families import Chosen, Family
from hw_sim.world import World


def play_headless(
    settings: Settings,
    *,
    rounds: int,
    players: int,
    seed: int,
    pause_seconds: float,
    db: Path,
    named: Path | None,
    wire: Family | Chosen | None = None,
) -> None:
    """Deals `rounds` rounds at a station that keeps `db`; a log that is there already goes on."""
    world = _world(settings.rules, seed, players, db, wire)
    log = Writer(db, keys_for(db, named), SystemClock(), start="loaded")
    station = _station(log, settings, world)
    _greet(log, station, settings)
    try:
        saw = _say_and_ask if isinstance(wire, Chosen) else _say
        world.play(station, rounds=rounds, pause_seconds=pause_seconds, saw=saw)
    except KeyboardInterrupt:
        click.echo("the shift was ended at the keyboard; what was dealt stands")
    finally:
        try:
            station.stop()
        finally:
            world.close()
    click.echo(f"{db}: {log.known.seq} rows, next is round {log.known.table.round.number}")


def _world(rules: Rules, seed: int, players: int, db: Path, wire: Family | Chosen | None) -> World:
    """The people, and their shoe: in this process, behind a port of its own, or somebody else's."""
    if wire is None:
        return World(rules, seed, players, db)
    _say_what_devices_do()
    from hw_sim.wired import OwnWiredWorld, WiredWorld

    if isinstance(wire, Chosen):
        return WiredWorld(rules, seed, players, db, wire)
    return OwnWiredWorld(rules, seed, players, db, wire)


def _say_what_devices_do() -> None:
    """One JSON object for each thing that happens on a wire, where a service's messages go."""
    structlog.configure(
        processors=[
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )


def _station(log: Writer, settings: Settings, world: World) -> Station:
    """A station that has come up; the log is let go of where it cannot."""
    try:
        world.take_shoe()
        rules, profile = settings.rules, settings.profile
        words = RulesKept(profile, rules.digest, words_of(profile), rules.options, *settings.limits)
        station = Station(log, rules, words, world.show, opened_as=settings.opened_as)
        station.resume()
    except BaseException:
        log.close()
        world.close()
        raise
    return station


def _greet(log: Writer, station: Station, settings: Settings) -> None:
    """Which log, how it is kept safe, and where it goes on."""
    click.echo(
        f"{settings.kind.upper()} TABLE; {log.path}: "
        f"SQLite {files.SQLITE_VERSION}, WAL, synchronous={files.SYNCHRONOUS}"
    )
    if settings.defaults:
        click.echo(settings.defaults)
    if log.copy_before_upgrade:
        click.echo(f"the log was brought to the schema of today; as it was: {log.copy_before_upgrade}")
    if log.resumed:
        number = station.table.round.number
        click.echo(f"goes on at row {log.known.seq}, round {number}; due is {step_id(station.due)}")


def _say_and_ask(shown: Shown) -> None:
    """Whoever has the shoe must know when a card is due."""
    _say(shown)
    if isinstance(shown.due, Draw) and shown.view.dealer:
        click.echo(f"draw a card: {shown.view.prompt.do}")


def _say(shown: Shown) -> None:
    if kept := shown.ended:
        house = kept.taken_cents - kept.paid_cents
        words = f"the house {'wins' if house >= 0 else 'loses'} {dollars(abs(house))}"
        click.echo(
            f"round {kept.number} {kept.outcome}: {kept.cards} cards, {len(kept.hands)} hands; {words}"
        )
