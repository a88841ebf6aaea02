"""A supervisor at the keyboard: name, PIN, and the title that what follows takes."""

import sys

import click

from dealer_station.config import StationFile
from dealer_station.engine.errors import PeopleError
from dealer_station.engine.rules import Rules
from dealer_station.people import People, SignedIn, pins
from dealer_station.people.roles import first_line, has

as_option = click.option(
    "--as", "as_name", metavar="NAME", help="The supervisor who does this; asked for where it is left out."
)


def people_of(file: StationFile) -> People:
    """Everybody at the table of this station.toml."""
    return People(file.people)


def ask_for_pin(question: str) -> str:
    """A PIN, seen by nobody; what comes through a pipe cannot be seen anyway."""
    answer: str = click.prompt(question, hide_input=sys.stdin.isatty())
    return answer


def ask_for_new_pin() -> str:
    """A PIN that is good enough, typed twice."""
    while True:
        pin = ask_for_pin("New PIN")
        if complaint := pins.objection(pin):
            click.echo(f"{complaint}; try again")
        elif ask_for_pin("The same PIN again") != pin:
            click.echo("these are two different PINs; try again")
        else:
            return pin


def sign_in(people: People, rules: Rules, as_name: str | None) -> SignedIn:
    """Somebody with at least the first title of the book; wrong PINs are counted here too."""
    name = as_name or click.prompt("Supervisor")
    signed = people.sign_in(name, ask_for_pin(f"PIN of {name}"))
    need = first_line(rules)
    # After a change of book nobody may have one of its titles yet; whoever had the old ones gives the new.
    somebody = any(has(one.role, need.title, rules) for one in people.everybody)
    if somebody and not has(signed.role, need.title, rules):
        raise PeopleError(
            f"{signed.name} is {signed.role}; this takes the {need.title} of {rules.book.id} ({need.cite})"
        )
    return signed
