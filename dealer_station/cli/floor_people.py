"""`dealer-station floor people`: manages the people of the floor, and lists what they did."""

import json as json_text
from pathlib import Path

import click

from dealer_station.app.terminal_sign_in import ask_for_new_pin
from dealer_station.cli.floor_deeds import acting, optional_by_option
from dealer_station.cli.floor_options import database_option, echo_line, floor_of, folder_option
from dealer_station.cli.log_options import because_option, by_option, json_option
from dealer_station.engine.model.errors import PeopleError
from dealer_station.floor.store import deeds as deed_chain
from dealer_station.floor.store import people as floor_people
from dealer_station.floor.store.deeds import Deed
from dealer_station.floor.store.people import SERVICE, FloorPerson
from dealer_station.review.times import clock_time


@click.group()
def people() -> None:
    """Manage the people of the floor, and list their deeds."""


@people.command()
@click.argument("name")
@click.option(
    "--title", required=True, help="Title at the property; `service` for a program, which has no PIN."
)
@click.option("--badge", default="", help="Number on the badge.")
@optional_by_option
@folder_option
@database_option
def add(name: str, title: str, badge: str, by: str | None, folder: Path, database: str | None) -> None:
    """Add NAME, and ask for a PIN unless NAME is a service.

    As soon as there is one person, every command that names a person with --by asks for their PIN. A service
    can only archive.
    """
    with floor_of(folder, database) as floor:
        known = floor_people.everybody(floor)
    if known and by is None:
        raise PeopleError("this floor has people already; name the one who adds NAME with --by")
    with acting(folder, database, by or name) as person:
        pin = ask_for_new_pin() if title != SERVICE else ""
        with person.doing("person_added") as deed:
            floor_people.add(person.floor, name, title, badge=badge, pin=pin, by=person.name)
            deed.update(name=name, title=title, badge=badge)
    click.echo(f"{name} added as {title}")


@people.command(name="list")
@folder_option
@database_option
@json_option
def list_(folder: Path, database: str | None, json: bool) -> None:
    """List the people of the floor, and who is locked or disabled."""
    with floor_of(folder, database) as floor:
        found = floor_people.everybody(floor)
    if json:
        click.echo(json_text.dumps([_data(one) for one in found], indent=1, default=str))
        return
    for one in found:
        state = "DISABLED" if one.disabled_at else "LOCKED" if one.is_locked else ""
        click.echo(f"{one.name:<30} {one.title:<20} {one.badge:<12} {state}".rstrip())
    if not found:
        click.echo("no people yet; add the first with `dealer-station floor people add NAME --title TITLE`")


def _data(one: FloorPerson) -> dict[str, object]:
    return {
        "name": one.name,
        "title": one.title,
        "badge": one.badge,
        "locked": one.is_locked,
        "added_by": one.added_by,
        "added_at": one.added_at,
        "disabled_at": one.disabled_at,
    }


@people.command()
@click.argument("name")
@by_option
@because_option
@folder_option
@database_option
def disable(name: str, by: str, because: str, folder: Path, database: str | None) -> None:
    """Let NAME do nothing any more; deeds keep the name."""
    with acting(folder, database, by) as person, person.doing("person_disabled") as deed:
        gone = floor_people.disable(person.floor, name, by=person.name, because=because)
        deed.update(name=gone.name, because=because)
    click.echo(f"{gone.name} is disabled")


@people.command()
@click.argument("name")
@by_option
@folder_option
@database_option
def pin(name: str, by: str, folder: Path, database: str | None) -> None:
    """Change the PIN of NAME, who may be --by or another person."""
    with acting(folder, database, by) as person:
        whose = floor_people.find(person.floor, name)
        new = ask_for_new_pin()
        with person.doing("pin_changed") as deed:
            floor_people.set_pin(person.floor, whose, new)
            deed.update(name=whose.name)
    click.echo(f"{whose.name} has a new PIN")


@people.command()
@click.argument("name")
@by_option
@folder_option
@database_option
def unlock(name: str, by: str, folder: Path, database: str | None) -> None:
    """Unlock NAME after too many wrong PINs; it takes another person."""
    with acting(folder, database, by) as person, person.doing("person_unlocked") as deed:
        whose = floor_people.find(person.floor, name)
        floor_people.unlock(person.floor, whose, by=person.name)
        deed.update(name=whose.name)
    click.echo(f"{whose.name} may sign in again")


@people.command()
@folder_option
@database_option
@json_option
def deeds(folder: Path, database: str | None, json: bool) -> None:
    """List what the people of the floor did, oldest first."""
    with floor_of(folder, database) as floor:
        found = list(deed_chain.deeds(floor))
    if json:
        told = [
            {
                "seq": one.seq,
                "at": clock_time(one.at_us),
                "who": one.who,
                "title": one.title,
                "what": one.what,
                "about": json_text.loads(one.about),
                "hash": one.hash.hex(),
            }
            for one in found
        ]
        click.echo(json_text.dumps(told, indent=1))
        return
    for one in found:
        who = f"{one.who} ({one.title})" if one.title else one.who
        echo_line(f"{one.seq:>6}  {clock_time(one.at_us)[:19]}  {who}: {_told(one)}")


def _told(one: Deed) -> str:
    """A deed as people read it: the act, and its details without those that are empty."""
    about = json_text.loads(one.about)
    details = (f"{name.replace('_', ' ')}: {_detail(value)}" for name, value in about.items() if value != "")
    return f"{one.what.replace('_', ' ')}  {'; '.join(details)}".rstrip()


def _detail(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
