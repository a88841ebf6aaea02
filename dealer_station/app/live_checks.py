"""Preconditions of a live table: a supervisor who can sign in, and signed answers to the open rules."""

from collections.abc import Mapping

import click

from dealer_station.app.station_keys import kept_keys_for
from dealer_station.app.table_settings import TableSettings
from dealer_station.app.terminal_sign_in import ask_for_new_pin
from dealer_station.app.watchdog import Watchdog
from dealer_station.config import go_live_record
from dealer_station.engine.model.errors import ConfigError, PeopleError
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.log.store.records import OpenedAs
from dealer_station.people import People
from dealer_station.people.required_titles import titles
from dealer_station.training.lessons import lesson_called


def make_ready(settings: TableSettings, options: Mapping[str, str]) -> tuple[People, OpenedAs]:
    """Return the people of a live table and its OpenedAs record; raise an error naming what is missing."""
    file = settings.file
    if file is None:
        raise ConfigError(
            "a live table needs a station.toml; create one with `dealer-station config init`, or open a "
            "simulated table with `run --sim`"
        )
    if options or settings.profile != file.profile:
        raise ConfigError(
            f"a live table opens only with the answers that were signed; change {file.path} and run "
            f"`dealer-station config golive {file.path}`"
        )
    for name in file.config.training.required:
        lesson_called(name)  # A lesson that does not exist would keep every dealer away.
    people = People(file.people)
    make_first_supervisor(people, settings.rules)
    signed = go_live_record.check(file, kept_keys_for(file.db, file.keys).signer)
    name = file.config.table.name
    return people, OpenedAs("live", name, file.digest, (), signed.signed_by, signed.signed_on)


def make_ready_for_training(settings: TableSettings) -> tuple[People, OpenedAs]:
    """Return the people and the OpenedAs record of a training table with real devices."""
    if settings.file is None:
        raise ConfigError(
            "training with real devices needs a station.toml; create one with `dealer-station config "
            "init`, or use `run --sim --training`, which needs none"
        )
    people = People(settings.file.people)
    make_first_supervisor(people, settings.rules)
    return people, settings.opened_as


def nobody_can_sign_in(settings: TableSettings) -> bool:
    """True if the terminal asks for the first supervisor before the table opens."""
    return settings.file is not None and not People(settings.file.people).have_a_supervisor


def make_first_supervisor(people: People, rules: Rules) -> None:
    """Ask for the first supervisor at the terminal if nobody can sign in yet; there is no default PIN."""
    if people.have_a_supervisor:
        return
    known = titles(rules)
    if Watchdog().watched:
        raise PeopleError(
            "nobody can sign in at this table yet, and a service cannot ask for a name; run "
            f'`dealer-station people add NAME --role "{known[0]}"` at a terminal'
        )
    click.echo(
        "Nobody can sign in at this table yet. Add the first supervisor; nobody can grant a title above "
        "their own, so start with the highest title at this table."
    )
    try:
        name = click.prompt("Name")
        role = click.prompt("Title", type=click.Choice(known), default=known[0])
        people.add(name, role, pin=ask_for_new_pin(), by=name)
    except click.Abort as error:
        raise PeopleError(
            "there is no supervisor yet, and none was added; run `dealer-station people add NAME --role "
            f'"{known[0]}"`'
        ) from error
    click.echo(f"{name} added as {role}")
