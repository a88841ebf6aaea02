"""`dealer-station profiles`: lists, shows, compares and checks rulebooks."""

import json
import sys
from typing import Any

import click
from msgspec import Struct
from rich.console import Console
from rich.text import Text

from dealer_station.app.command_group import CommandError, CommandGroup
from dealer_station.cli import profile_tables as tables
from dealer_station.engine.model.errors import ProfileError
from dealer_station.engine.rulebook.rules import Rules, rules_in
from dealer_station.engine.rulebook.ruling_sections import RulingRule
from dealer_station.rulebooks import NAMES, folder, load, read, text_of
from dealer_station.rulebooks.book_addresses import Address, addresses_of, unknown
from dealer_station.rulebooks.describe import as_data, gap_as_data
from dealer_station.rulebooks.operator_answers import options_of
from dealer_station.rulebooks.parser import parse
from dealer_station.rulebooks.toml_parser import Fault
from dealer_station.rulebooks.topic_search import Found, Topic, elsewhere, select

json_option = click.option("--json", "as_json", is_flag=True, help="Print as JSON.")


@click.group(cls=CommandGroup, invoke_without_command=True)
@json_option
@click.pass_context
def profiles(ctx: click.Context, as_json: bool) -> None:
    """List, show, compare and check rulebooks."""
    if ctx.invoked_subcommand is not None:
        if as_json:
            raise click.UsageError(f"write --json after {ctx.invoked_subcommand}")
        return
    books = [read(name) for name in NAMES]
    if as_json:
        print_json([_summary(rules) for rules in books])
        return
    screen = tables.console()
    tables.print_list(screen, books)
    screen.print("Read one: profiles show massachusetts burn. Compare two: profiles diff maryland exhibit_a.")
    screen.print(
        "For a house's own book, copy and edit one of these files, and check it with profiles check:"
    )
    screen.print(Text(str(folder())), soft_wrap=True)


def _summary(rules: Rules) -> dict[str, Any]:
    book = rules.book
    return {
        "id": book.id,
        "title": book.title,
        "nature": book.nature,
        "citing": book.citing,
        "decks": rules.cards.decks.value,
        "decks_open": list(rules.cards.decks.open),
        "spots": rules.table.spots.value,
        "spots_max": rules.table.max_spots.value,
        "values": tables.count_by_status(rule for _, rule in tables.each_value(rules_in(rules))),
        "open": sorted(options_of(rules)),
        "gaps": len(rules.gaps),
        "digest": rules.digest,
    }


@profiles.command()
@click.argument("name")
@click.argument("topic", required=False)
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="Set an option of the rulebook."
)
@json_option
def show(name: str, topic: str | None, options: tuple[str, ...], as_json: bool) -> None:
    """Print the rules of a rulebook: value, status and citation.

    NAME is one of the five rulebooks or the path of a .toml file. TOPIC is a section (war), a rule
    (war_burn), gaps, a gap (MA-G1), a paragraph (§8(f)), a status (interpretive), or a word in a rule's
    name (burn).
    """
    answers = _answers(options)
    rules = load(name, answers) if answers else read(name)
    address = addresses_of(rules.book.id).get((topic or "").strip())
    found = _selected(rules, topic, address)
    if as_json:
        print_json(_shown_data(rules, topic, found) | (_address_data(address) if address else {}))
        return
    screen = tables.console()
    screen.print(Text(rules.book.title, style="bold"))
    if topic is None:
        screen.print(Text(f"{rules.book.nature}. Cited by {rules.book.citing}.", style="dim"))
    if address:
        screen.print(Text(f"{address.name}: {address.gist}"))
    if answers:
        screen.print(Text("Answered: " + ", ".join(f"{key} = {answer}" for key, answer in answers.items())))
    tables.print_rules(screen, rules, _with_war_orders(rules, found))
    _print_gaps_and_legend(screen, rules, topic, found)


def _selected(rules: Rules, topic: str | None, address: Address | None) -> Topic:
    """The rules that a topic selects; empty for an address of the book that no rule cites."""
    if topic is None:
        return Topic(rules_in(rules), rules.gaps)
    try:
        return select(rules, topic)
    except ProfileError:
        if address is None:
            raise
        return Topic({})


def _address_data(address: Address) -> dict[str, Any]:
    sentences = [sentence.says for sentence in address.sentences]
    return {"address": {"name": address.name, "gist": address.gist, "sentences": sentences}}


@profiles.command()
@click.argument("name")
@click.argument("address", required=False)
@json_option
def addresses(name: str, address: str | None, as_json: bool) -> None:
    """Print the addresses of a rulebook and what each one says.

    The content is in our own words. NAME is one of the five rulebooks. With ADDRESS (§8(f)) only that one is
    printed, sentence by sentence.
    """
    table = addresses_of(name)
    if not table:
        raise ProfileError(f'no address table for "{name}"; use one of {", ".join(NAMES)}')
    if address is not None and address not in table:
        raise ProfileError(unknown(name, address))
    wanted = [table[address]] if address is not None else list(table.values())
    if as_json:
        print_json([_address_data(one)["address"] for one in wanted])
        return
    for one in wanted:
        click.echo(f"{one.name}: {one.gist}")
    if address is not None and len(wanted[0].sentences) > 1:
        for number, sentence in enumerate(wanted[0].sentences, start=1):
            click.echo(f"  {number}. {sentence.says}")


def _with_war_orders(rules: Rules, found: Topic) -> Found:
    """Add the war's dealing orders to a rule that selects one of them: they state the number of burns."""
    if found.exact and {"war_burn", "dealer_war_cards"} & set(found.rules.get("war", {})):
        return found.rules | {"war": {**found.rules["war"], "deal": rules.war.deal}}
    return found.rules


def _print_gaps_and_legend(screen: Console, rules: Rules, topic: str | None, found: Topic) -> None:
    values = [rule for _, rule in tables.each_value(found.rules)]
    named = [gap for rule in values for gap in rule.gaps]
    gaps = found.gaps
    if found.exact and not gaps:
        gaps = tuple(gap for gap in rules.gaps if gap.id in named)
    if gaps:
        tables.print_gaps(screen, gaps)
    screen.print()
    tables.print_legend(screen, (rule.status for rule in values))
    if named and not gaps:
        screen.print(Text(f"To read a gap in full: profiles show {rules.book.id} {named[0]}."))
    others = elsewhere(rules, next(iter(found.rules))) if topic and topic in found.rules else []
    if others:
        screen.print(Text(f"See also {', '.join(others)}."))


def _shown_data(rules: Rules, topic: str | None, found: Topic) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if topic is None:
        data["book"] = {name: getattr(rules.book, name) for name in rules.book.__struct_fields__}
    # A gap requested by its id is the whole answer; the rules it touches refer to it themselves.
    if not (found.exact and found.gaps):
        for section, fields in found.rules.items():
            data[section] = {name: as_data(rule) for name, rule in fields.items()}
    if found.gaps or topic is None:
        data["gaps"] = [gap_as_data(gap) for gap in found.gaps]
    return data


def _answers(options: tuple[str, ...]) -> dict[str, str]:
    answers: dict[str, str] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals or not name.strip():
            raise CommandError(f'--option "{option}": write NAME=VALUE, such as war_burn=once')
        if name.strip() in answers:
            raise CommandError(f"--option {name.strip()} is given twice; keep one answer")
        answers[name.strip()] = value.strip()
    return answers


@profiles.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.argument("topic", required=False)
@click.option("--all", "everything", is_flag=True, help="Also print rules with equal values.")
@json_option
def diff(a: str, b: str, topic: str | None, everything: bool, as_json: bool) -> None:
    """Print the rules whose values differ between two rulebooks.

    A and B are rulebooks or paths of .toml files; TOPIC is as for show.
    """
    books = (read(a), read(b))
    asked = _asked_of_both(books, topic)
    rows = _differences(books, asked, everything)
    if as_json:
        print_json(
            {
                section: {name: {a: as_data(left), b: as_data(right)} for name, left, right in fields}
                for section, fields in rows.items()
            }
        )
        return
    screen = tables.console()
    tables.print_difference(screen, books, (a, b), rows)
    shown = [side for fields in rows.values() for _, *sides in fields for side in sides]
    values = [value for side in shown for value in (side if isinstance(side, tuple) else (side,))]
    if rows:
        screen.print()
    tables.print_legend(screen, (rule.status for rule in values))
    differing = sum(map(len, _differences(books, asked, everything=False).values()))
    compared = sum(map(len, asked.values()))
    hint = "; --all shows the others too" if differing < compared and not everything else ""
    screen.print(Text(f"{differing} of {compared} rules differ{hint}."))


def _asked_of_both(books: tuple[Rules, Rules], topic: str | None) -> dict[str, list[str]]:
    """The names of the rules to compare, by section: those the topic selects in either book."""
    if topic and topic.lower() == "gaps":
        raise CommandError("gaps are each book's own and cannot be compared; use profiles show NAME gaps")
    found: list[dict[str, dict[str, Any]]] = []
    refusals: list[ProfileError] = []
    for rules in books:
        try:
            found.append(select(rules, topic).rules if topic is not None else rules_in(rules))
        except ProfileError as error:
            refusals.append(error)
    if not found:
        raise refusals[0]
    asked = {
        section: [name for name in fields if any(name in part.get(section, {}) for part in found)]
        for section, fields in rules_in(books[0]).items()
    }
    return {section: names for section, names in asked.items() if names}


def _differences(
    books: tuple[Rules, Rules], asked: dict[str, list[str]], everything: bool
) -> dict[str, list[tables.Difference]]:
    left, right = map(rules_in, books)
    rows = {
        section: [
            (name, left[section][name], right[section][name])
            for name in names
            if everything or _compared(left[section][name]) != _compared(right[section][name])
        ]
        for section, names in asked.items()
    }
    return {section: fields for section, fields in rows.items() if fields}


def _compared(rule: Any) -> Any:
    """The part of a rule that counts as a difference: its value, not its citation or status."""
    if isinstance(rule, tuple) and all(isinstance(entry, RulingRule) for entry in rule):
        return {(entry.when, entry.value) for entry in rule}
    if isinstance(rule, tuple):
        return {(order.war_burn, order.dealer_war_cards, order.value) for order in rule}
    return rule.value


class Checked(Struct):
    """The result of checking one file: rules, faults, or the reason why it could not be read."""

    file: str
    rules: Rules | None = None
    faults: tuple[Fault, ...] = ()
    unreadable: str = ""

    @property
    def exit_code(self) -> int:
        """0 if valid, 1 if faulty, 2 if unreadable."""
        return 2 if self.unreadable else 1 if self.faults else 0


@profiles.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_option
def check(files: tuple[str, ...], as_json: bool) -> None:
    """Check the rulebook files of a house.

    Exit code 0 when all are good, 1 when one has faults (each with its line), 2 when one cannot be read.
    """
    results = [_check_file(file) for file in files]
    if as_json:
        ok = not any(result.exit_code for result in results)
        print_json({"ok": ok, "files": [_checked_data(result) for result in results]})
    for result in results:
        if result.unreadable:
            click.echo(f"Error: {result.unreadable}", err=True)
        elif not as_json:
            click.echo(_checked_words(result))
    sys.exit(max(result.exit_code for result in results))


def _check_file(file: str) -> Checked:
    shown = click.format_filename(file)
    try:
        raw = text_of(str(folder() / f"{file}.toml") if file in NAMES else file)
    except ProfileError as error:
        return Checked(shown, unreadable=str(error))
    found = parse(raw)
    return Checked(shown, rules=found) if isinstance(found, Rules) else Checked(shown, faults=found)


def _counts(rules: Rules) -> dict[str, int]:
    values = [rule for _, rule in tables.each_value(rules_in(rules))]
    return {"values": len(values), "open": len(options_of(rules)), "gaps": len(rules.gaps)}


def _checked_words(result: Checked) -> str:
    if result.rules:
        values, options, gaps = _counts(result.rules).values()
        book = result.rules.book.id
        unchecked = "" if addresses_of(book) else f"; no address table for {book}: citations are not checked"
        return f"{result.file}: good: {values} values, {options} options, {gaps} gaps{unchecked}"
    lines = [fault.sentence(result.file) for fault in result.faults]
    count = len(lines)
    return "\n".join([*lines, f"{result.file}: {count} fault{'s' * (count > 1)}; the file cannot be used"])


def _checked_data(result: Checked) -> dict[str, Any]:
    data: dict[str, Any] = {"file": result.file, "ok": not result.exit_code}
    if result.rules:
        data |= {"id": result.rules.book.id, **_counts(result.rules), "digest": result.rules.digest}
    if result.unreadable:
        data["unreadable"] = result.unreadable
    data["faults"] = [
        {"line": fault.line, "path": fault.path, "complaint": fault.complaint} for fault in result.faults
    ]
    return data


def print_json(data: Any) -> None:
    """Print data as JSON; § stays readable if the stream's encoding can carry it."""
    plain = (sys.stdout.encoding or "").lower().startswith("utf")
    click.echo(json.dumps(data, indent=2, ensure_ascii=not plain))
