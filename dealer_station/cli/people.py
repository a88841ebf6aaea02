"""`dealer-station people`: manages the dealers and supervisors of a table."""

import json as json_text
from pathlib import Path

import click

from dealer_station.app.options import config_option
from dealer_station.app.table_settings import named_file
from dealer_station.app.terminal_sign_in import (
    as_option,
    ask_for_new_pin,
    people_of,
    refuse_above,
    refuse_above_person,
    sign_in,
)
from dealer_station.engine.model.errors import PeopleError
from dealer_station.people.required_titles import DEALER, titles


@click.group()
def people() -> None:
    """Manage the people of a table and their PINs."""


@people.command()
@click.argument("name")
@click.option("--role", default=DEALER, show_default=True, help="`dealer`, or a title of the table's book.")
@click.option("--badge", default="", help="Number on the badge.")
@as_option
@config_option
def add(name: str, role: str, badge: str, as_name: str | None, config_file: Path | None) -> None:
    """Add NAME, and ask for a PIN unless NAME is a dealer.

    The first person must be a supervisor, with any title. After that a supervisor has to sign in, and nobody
    can grant a title above their own.
    """
    file = named_file(config_file)
    rules, known = file.rules(), people_of(file)
    if role not in (DEALER, *titles(rules)):
        raise PeopleError(
            f'{rules.book.id} has no title "{role}"; use {", ".join((DEALER, *titles(rules)))} '
            f"({rules.roles.role_map.cite})"
        )
    by = ""
    if known.have_a_supervisor:
        signed = sign_in(known, rules, as_name)
        by = signed.name
        refuse_above(known, rules, signed, role, f"adding a {role}")
    elif role == DEALER:
        raise PeopleError(
            f'the first person must be a supervisor: `people add NAME --role "{titles(rules)[0]}"`; nobody '
            "can grant a title above their own, so start with the highest title at this table"
        )
    known.add(name, role, badge=badge, pin=ask_for_new_pin() if role != DEALER else "", by=by)
    click.echo(f"{name} added as {role} at {file.config.table.name}")


@people.command(name="list")
@click.option("--json", is_flag=True, help="Print as JSON.")
@config_option
def list_(json: bool, config_file: Path | None) -> None:
    """List the people of this table, and who is locked out."""
    everybody = people_of(named_file(config_file)).everybody
    if json:
        shown = [
            {"name": one.name, "role": one.role, "badge": one.badge, "locked": one.locked, "wrong": one.wrong}
            for one in everybody
        ]
        click.echo(json_text.dumps(shown, indent=1))
        return
    for one in everybody:
        state = "  LOCKED" if one.locked else f"  {one.wrong} wrong PINs" if one.wrong else ""
        click.echo(f"{one.name:<30} {one.role:<20} {one.badge:<12}{state}".rstrip())
    if not everybody:
        click.echo("no people yet; add the first supervisor with `dealer-station people add`")


@people.command()
@click.argument("name")
@as_option
@config_option
def remove(name: str, as_name: str | None, config_file: Path | None) -> None:
    """Remove NAME."""
    file = named_file(config_file)
    known = people_of(file)
    signed = sign_in(known, file.rules(), as_name)
    refuse_above_person(known, file.rules(), signed, name, "removing")
    known.remove(name, by=signed.name)
    click.echo(f"{name} removed")


@people.command()
@click.argument("name")
@as_option
@config_option
def pin(name: str, as_name: str | None, config_file: Path | None) -> None:
    """Change the PIN of NAME. NAME signs in with the old PIN; with --as another supervisor signs in."""
    file = named_file(config_file)
    known = people_of(file)
    signed = sign_in(known, file.rules(), as_name or name)
    refuse_above_person(known, file.rules(), signed, name, "changing the PIN of")
    known.set_pin(name, ask_for_new_pin(), by=signed.name)
    click.echo(f"{name} has a new PIN")


@people.command()
@click.argument("name")
@as_option
@config_option
def unlock(name: str, as_name: str | None, config_file: Path | None) -> None:
    """Unlock NAME after too many wrong PINs; needs another supervisor."""
    file = named_file(config_file)
    known = people_of(file)
    signed = sign_in(known, file.rules(), as_name)
    refuse_above_person(known, file.rules(), signed, name, "unlocking")
    known.unlock(name, by=signed.name)
    click.echo(f"{name} may sign in again")
