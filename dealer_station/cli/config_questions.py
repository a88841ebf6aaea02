"""The questions of `config init`; each shows its default and is repeated until the answer is valid."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import click

from dealer_station.config.schema import (
    Answer,
    Config,
    DeviceConfig,
    DevicesConfig,
    LimitsConfig,
    LogConfig,
    ScreenConfig,
    ShoeConfig,
    TableConfig,
)
from dealer_station.engine.model.errors import ProfileError
from dealer_station.engine.rulebook.rule_sections import Limits
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.rulebooks import NAMES, read
from dealer_station.rulebooks.operator_answers import options_of, with_answer
from dealer_station.rulebooks.shape_check import fields_of

ASKED_OPTIONS = ("spots", "decks", "card_supply", "progressive")
"""The options of a book that are asked for; all others are written to the file as comments."""


def asked_config(folder: Path) -> tuple[Config, Rules]:
    """Ask for a whole station.toml; return it with the book of its table."""
    name = _ask("Table name", "Table 1", _text)
    hint = f"Rulebook ({', '.join(NAMES)}, or a .toml file)"
    profile = _ask(hint, NAMES[0], lambda text: _profile(text, folder))
    rules = read(str(folder / profile) if profile.endswith(".toml") else profile)
    hour = _ask("Hour at which the gaming day begins", 6, _whole(0, 23))
    options = _options(rules)
    limits = LimitsConfig(_limits("main wager"), _limits("tie wager"))
    config = Config(
        table=TableConfig(name, profile, hour),
        options=options,
        limits=limits,
        devices=_devices(),
        screen=_screen(),
        log=LogConfig(_ask("Log file", "station.db", _text)),
    )
    return config, rules


def _ask(question: str, default: Any, kind: Any) -> Any:
    """Ask one question; `kind` is a click type, or a function that raises UsageError for a bad answer."""
    if isinstance(kind, click.ParamType):
        return click.prompt(question, default=default, type=kind)
    return click.prompt(question, default=default, value_proc=kind)


def _text(text: str) -> str:
    if not text.strip() or not text.isprintable():
        raise click.UsageError("the answer is empty; enter a name")
    return text.strip()


def _whole(least: int, most: int) -> Callable[[str | int], int]:
    def checked(text: str | int) -> int:
        # The default value arrives as a number, typed answers as text.
        if not str(text).strip().isdecimal() or not least <= int(text) <= most:
            raise click.UsageError(f'"{text}" is not valid; enter a whole number from {least} to {most}')
        return int(text)

    return checked


def _profile(text: str, folder: Path) -> str:
    try:
        read(str(folder / text) if text.endswith(".toml") else text)
    except ProfileError as error:
        raise click.UsageError(str(error)) from error
    return text


def _options(rules: Rules) -> dict[str, Answer]:
    """Ask for the chosen options; return the answers that differ from the defaults."""
    options = options_of(rules)
    answers: dict[str, Answer] = {}
    for name in ASKED_OPTIONS:
        if name not in options or len(options[name][1].open) == 1:
            continue
        rule = options[name][1]
        allowed = ", ".join(map(str, rule.open)) or " to ".join(map(str, rule.range or ()))
        answer = _ask(f"{name} ({allowed}; {rule.cite})", str(rule.value), answer_to(rules, name))
        if answer != str(rule.value):
            answers[name] = int(answer) if isinstance(rule.value, int) else answer
    return answers


def answer_to(rules: Rules, name: str) -> Callable[[str], str]:
    """Return a check for typed answers; an answer the book does not allow is asked again, with the reason."""

    def checked(text: str) -> str:
        try:
            with_answer(rules, name, text)
        except ProfileError as error:
            raise click.UsageError(str(error)) from error
        return text

    return checked


def _limits(wager: str) -> Limits:
    dollars = _whole(0, 10_000_000)
    while True:
        least, most, step = (
            _ask(f"{words} for the {wager}, in dollars (0: the book's own)", 0, dollars) * 100
            for words in ("Minimum", "Maximum", "Step")
        )
        if not 0 < most < least:
            return Limits(least, most, step)
        click.echo("the maximum is below the minimum; enter them again")


def _devices() -> DevicesConfig:
    shoe = _device("shoe", ShoeConfig)
    return DevicesConfig(shoe, _device("shuffler", DeviceConfig), _device("progressive", DeviceConfig))


def _device(name: str, kind: Any) -> Any:
    families = get_args(next(field.type for field in fields_of(kind) if field.name == "family"))
    family = _ask(f"{name.capitalize()} family", "none", click.Choice(families))
    if family == "none":
        return kind()
    port = _ask(f"Port of the {name}", "/dev/ttyUSB0", _text)
    return kind(family, port, _ask(f"Serial number of the {name} (empty: any)", "", str.strip))


def _screen() -> ScreenConfig:
    asked = {
        "size": "Screen size",
        "theme": "Theme",
        "hand": "Hand that touches the screen",
        "language": "Language",
    }
    kinds = {field.name: field for field in fields_of(ScreenConfig)}
    return ScreenConfig(
        **{
            name: _ask(question, kinds[name].default, click.Choice(get_args(kinds[name].type)))
            for name, question in asked.items()
        }
    )
