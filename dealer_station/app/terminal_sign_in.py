"""A supervisor at the keyboard: asks for name and PIN, and checks the title the action requires."""

import sys

import click

from dealer_station.config import StationFile
from dealer_station.engine.model.errors import PeopleError
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.people import People, SignedIn, pins
from dealer_station.people.required_titles import first_line, has, titles

as_option = click.option(
    "--as", "as_name", metavar="NAME", help="The supervisor who signs in; asked for if it is left out."
)


def people_of(file: StationFile) -> People:
    """The people of the table that this station.toml describes."""
    return People(file.people)


def ask(question: str, *, hidden: bool = False) -> str:
    """Ask one question; raise PeopleError naming the question if there is no answer."""
    try:
        answer: str = click.prompt(question, hide_input=hidden)
    except click.Abort as error:
        raise PeopleError(
            f'"{question}" was not answered, so nothing was changed; answer at a terminal, or pipe one line '
            "for each question"
        ) from error
    return answer


def ask_for_pin(question: str) -> str:
    """Ask for a PIN without echo; input from a pipe needs no hiding."""
    return ask(question, hidden=sys.stdin.isatty())


def ask_for_new_pin() -> str:
    """Ask for an acceptable PIN, typed twice."""
    while True:
        pin = ask_for_pin("New PIN")
        if complaint := pins.objection(pin):
            click.echo(f"{complaint}; try again")
        elif ask_for_pin("Repeat the new PIN") != pin:
            click.echo("the two PINs differ; try again")
        else:
            return pin


def sign_in(people: People, rules: Rules, as_name: str | None) -> SignedIn:
    """Sign in somebody with at least the first title of the book; wrong PINs count here too."""
    need = first_line(rules)
    if not people.have_a_supervisor:
        raise PeopleError(
            "this needs a supervisor, and nobody can sign in at this table yet; add the first with "
            f'`dealer-station people add NAME --role "{need.title}"`'
        )
    name = as_name or ask("Supervisor")
    signed = people.sign_in(name, ask_for_pin(f"PIN of {name}"))
    if _have_titles_of(rules, people) and not has(signed.role, need.title, rules):
        raise PeopleError(
            f"{signed.name} is {signed.role}; this needs the title {need.title} of {rules.book.id} "
            f"({need.cite})"
        )
    return signed


def refuse_above(people: People, rules: Rules, signed: SignedIn, title: str, wish: str) -> None:
    """Raise PeopleError, and note the refusal, if `title` is above that of the person signed in."""
    if title not in titles(rules) or has(signed.role, title, rules) or not _have_titles_of(rules, people):
        return
    people.note("refused", signed.name, signed.role, f"{wish}: needs the title {title}")
    raise PeopleError(
        f"{signed.name} is {signed.role}; {wish} needs the title {title} of {rules.book.id} or above "
        f"({rules.roles.role_map.cite}); name such a person with --as"
    )


def refuse_above_person(people: People, rules: Rules, signed: SignedIn, who: str, wish: str) -> None:
    """Apply `refuse_above` to the title of a known person; the caller reports an unknown one."""
    if found := people.find(who):
        refuse_above(people, rules, signed, found.role, f"{wish} {found.name}")


def _have_titles_of(rules: Rules, people: People) -> bool:
    """True if somebody holds a title of this book; after a change of book, old titles may grant the new."""
    return any(has(one.role, titles(rules)[0], rules) for one in people.everybody)
