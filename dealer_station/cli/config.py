"""`dealer-station config`: station.toml, and the signature that lets a table go live."""

import json as json_text
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click
import msgspec

from dealer_station.app.options import FILE
from dealer_station.app.station_keys import kept_keys_for
from dealer_station.app.table_settings import named_file, named_path
from dealer_station.app.terminal_sign_in import as_option, people_of, sign_in
from dealer_station.cli.config_questions import answer_to, asked_config
from dealer_station.config import StationFile, editing, go_live_record, load, text_of
from dealer_station.config.parser import parse
from dealer_station.config.schema import Config
from dealer_station.config.template import is_section, keys, written
from dealer_station.engine.model.errors import ConfigError
from dealer_station.rulebooks import read

FILE_TYPE = click.Path(dir_okay=False, path_type=Path)
file_argument = click.argument("file", type=FILE_TYPE, required=False)


@click.group()
def config() -> None:
    """Create, check, show and change station.toml, and sign it."""


@config.command()
@click.argument("file", type=FILE_TYPE, default=FILE)
@click.option("--force", is_flag=True, help="Overwrite an existing file; needs a supervisor's PIN.")
@as_option
def init(file: Path, force: bool, as_name: str | None) -> None:
    """Ask for each value and write a commented FILE. Enter accepts the value in brackets."""
    if file.exists():
        if not force:
            raise ConfigError(f"{file}: already exists; use --force to overwrite it, or name another file")
        _ask_who_changes(file, as_name)
    if not file.parent.is_dir():
        raise ConfigError(f"{file.parent}: no such folder; create it, or name another file")
    try:
        answers, rules = asked_config(file.parent)
    except click.Abort:
        click.echo("\nnothing was written", err=True)
        raise
    editing.write(file, written(answers, rules))
    click.echo(
        f"{file} written. Next: add the first supervisor with `dealer-station people add`, create the keys "
        "with `dealer-station keys make`, and sign for a live table with `dealer-station config golive "
        f"{file}`"
    )


def _ask_who_changes(file: Path, as_name: str | None) -> None:
    """Require a supervisor's PIN if the existing file is valid and its table has one; note the change."""
    found = parse(text_of(file), file.parent)
    if isinstance(found, Config):
        before = load(file)
        people = people_of(before)
        if people.have_a_supervisor:
            signed = sign_in(people, before.rules(), as_name)
            people.note("config_changed", signed.name, signed.role, f"{file} was overwritten")


@config.command()
@file_argument
@click.option("--json", is_flag=True, help="Print as JSON.")
def check(file: Path | None, json: bool) -> None:
    """Check FILE and list every fault with its line.

    Exit code 0 for a valid file, 1 for one with faults, 2 for one that cannot be read.
    """
    path = named_path(file)
    found = parse(text_of(path), path.parent)
    faults = () if isinstance(found, Config) else found
    if json:
        click.echo(json_text.dumps({"file": str(path), "faults": msgspec.to_builtins(faults)}, indent=1))
    for fault in faults if not json else ():
        click.echo(fault.sentence(str(path)))
    if faults:
        raise click.exceptions.Exit(1)
    if not json:
        click.echo(f"{path}: good; {_live_words(load(path))}")


def _live_words(file: StationFile) -> str:
    """One clause on whether the table may go live, as far as this can be judged without the station's key."""
    signed = file.config.golive
    if words := go_live_record.objection(file, signed.signer):
        return f"{words} (`config golive`)"
    return f"signed for a live table by {signed.signed_by}, {signed.role}, on {signed.signed_on}"


@config.command()
@file_argument
@click.option("--json", is_flag=True, help="Print as JSON.")
def show(file: Path | None, json: bool) -> None:
    """Print every value in force and the options not set yet."""
    found = named_file(file)
    values = msgspec.to_builtins(found.config)
    rules = found.rules()
    if json:
        choices = {choice.name: choice.rule.value for choice in go_live_record.choices(rules)}
        shown = {**values, "choices": choices, "unanswered": go_live_record.unanswered(rules)}
        click.echo(json_text.dumps(shown, indent=1))
        return
    click.echo(f"{found.path}")
    for name, field in keys():
        if not is_section(field):
            value = values
            for part in name.split("."):
                value = value[part]
            click.echo(f"  {name:<30} {json_text.dumps(value, ensure_ascii=False)}")
    for choice in go_live_record.choices(rules):
        answered = "answered" if choice.name in found.options else "marked default, not answered"
        click.echo(f"  {choice.name:<30} {choice.rule.value}   ({choice.rule.cite}; {answered})")


@config.command(name="set")
@click.argument("words", nargs=-1, required=True, metavar="KEY VALUE [KEY VALUE]... [FILE]")
@as_option
def set_(words: tuple[str, ...], as_name: str | None) -> None:
    """Set KEY to VALUE; needs a supervisor's PIN.

    Example: `config set screen.theme light`. Several values can be set at once and are checked together:
    `config set devices.shoe.family reference devices.shoe.port /dev/ttyUSB0`.
    """
    if len(words) < 2:
        raise click.UsageError(f"{words[0]} has no value; write KEY VALUE, such as screen.theme light")
    found = named_file(Path(words[-1]) if len(words) % 2 else None)
    pairs = dict(zip(words[::2], words[1::2], strict=False))
    for key in pairs:
        _refuse_unknown(key)
    values = {tuple(key.split(".")): _typed(key, value) for key, value in pairs.items()}
    text = editing.with_values(text_of(found.path).decode("utf-8-sig"), values)
    if isinstance(faults := parse(text.encode(), found.folder), tuple):
        raise ConfigError(
            f"{faults[0].sentence(str(found.path))}; nothing was written. Set values that depend on each "
            "other together: `config set KEY VALUE KEY VALUE`"
        )
    people = people_of(found)
    signed = sign_in(people, found.rules(), as_name)
    editing.write(found.path, text)
    told = ", ".join(f"{key} = {value}" for key, value in pairs.items())
    people.note("config_changed", signed.name, signed.role, told)
    said = ", ".join(f"{key} is {value}" for key, value in pairs.items())
    click.echo(f"{found.path}: {said}; {_live_words(load(found.path))}")


def _refuse_unknown(key: str) -> None:
    known = [name for name, field in keys() if not is_section(field) and not name.startswith("golive")]
    if key in known or key.startswith("options."):
        return
    if close := get_close_matches(key, known, 1, cutoff=0.8):
        raise ConfigError(f'unknown key "{key}"; did you mean {close[0]}?')
    raise ConfigError(f'unknown key "{key}"; expected one of {", ".join(known)}, options.NAME')


def _typed(key: str, value: str) -> Any:
    """Convert a value to the type of its key; the check of the whole file finds all other faults."""
    kinds = {name: field.type for name, field in keys()}
    kind = kinds.get(key)
    try:
        if kind is bool:
            return {"true": True, "false": False}[value]
        return kind(value) if kind in (int, float) else value
    except (KeyError, ValueError) as error:
        words = "true or false" if kind is bool else "a number"
        raise ConfigError(f'{key}: "{value}" is not valid; expected {words}') from error


@config.command(name="golive")
@file_argument
@as_option
def golive_(file: Path | None, as_name: str | None) -> None:
    """Set the required options and sign, so that the table may go live.

    The book's default is in brackets. After a change of an answer, a limit, a device or the text of the book,
    sign again.
    """
    found = named_file(file)
    people = people_of(found)
    if not people.have_a_supervisor:
        raise ConfigError("nobody can sign yet; add a supervisor with `dealer-station people add`")
    station_keys = kept_keys_for(found.db, found.keys)
    signed = sign_in(people, found.rules(), as_name)
    answers = _answers(found)
    click.confirm(f"Sign these answers as {signed.name}, {signed.role}?", default=False, abort=True)
    text = text_of(found.path).decode("utf-8-sig")
    text = editing.with_values(text, {("options", name): answer for name, answer in answers.items()})
    editing.write(found.path, text)
    record = go_live_record.signed(
        load(found.path),
        signed,
        station_keys,
        datetime.now(UTC).isoformat(timespec="seconds"),
    )
    values: dict[tuple[str, ...], str] = {
        ("golive", name): value for name, value in msgspec.to_builtins(record).items()
    }
    editing.write(found.path, editing.with_values(text, values))
    told = ", ".join(f"{name} {answer}" for name, answer in answers.items()) or "no choices"
    people.note("config_changed", signed.name, signed.role, f"signed to go live: {told}")
    click.echo(f"{found.path}: signed by {record.signed_by}, {record.role}, on {record.signed_on}")


def _answers(file: StationFile) -> dict[str, str]:
    """Ask for every interpretive choice, showing its citation, note and gaps; return the answers."""
    rules = file.rules()
    book = {choice.name: choice for choice in go_live_record.choices(read(file.profile))}
    answers: dict[str, str] = {}
    for choice in go_live_record.choices(rules):
        rule = choice.rule
        gaps = {gap.id: gap for gap in rules.gaps if gap.id in rule.gaps and gap.id != go_live_record.GAP}
        click.echo(f"\n{choice.name}   {rules.book.id} {rule.cite} [{rule.status}]")
        for words in (rule.note, *(f"{gap.id}: {gap.problem}" for gap in gaps.values())):
            if words:
                click.echo(f"  {words}")
        click.echo(f"  marked default: {book[choice.name].rule.value}")
        kinds = click.Choice([str(value) for value in rule.open]) if rule.open else None
        check = None if rule.open else answer_to(rules, choice.name)
        answer = click.prompt("  Your answer", default=str(rule.value), type=kinds, value_proc=check)
        if rule.golive_confirm and answer != "0":
            click.confirm(f"  {rule.golive_confirm} Is this correct?", default=False, abort=True)
        answers[choice.name] = answer
    return answers
