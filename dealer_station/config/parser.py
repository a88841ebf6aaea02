"""Turns the bytes of a station.toml into a Config, or into a list of all its faults."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from dealer_station.config.floor_address import gateway_url
from dealer_station.config.schema import (
    Answer,
    Config,
    DevicesConfig,
    FloorConfig,
    LimitsConfig,
    LogConfig,
    ScreenConfig,
    TableConfig,
)
from dealer_station.engine.model.errors import ProfileError
from dealer_station.engine.rulebook.rule_sections import Limits
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.rulebooks import read
from dealer_station.rulebooks.line_numbers import Path as Place
from dealer_station.rulebooks.operator_answers import OperatorChoices, answered, with_answer
from dealer_station.rulebooks.shape_check import Complaint, against, fields_of, shown
from dealer_station.rulebooks.toml_parser import Fault, parsed, placed

TEXT_SCALE_LEAST, TEXT_SCALE_MOST = 0.8, 2.0


def parse(raw: bytes, folder: Path) -> Config | tuple[Fault, ...]:
    """Return a Config, or all faults in line order; relative paths are resolved against `folder`."""
    found = parsed(raw)
    if isinstance(found, Fault):
        return (found,)
    text, data = found
    misfits = list(against(Config, data, ()))
    spoiled = {path for path, _ in misfits}
    more = complaints(_what_fits(data, spoiled), folder)
    faults = [*misfits, *((path, words) for path, words in more if path not in spoiled)]
    return placed(text, faults) if faults else msgspec.convert(data, Config)


def _what_fits(data: dict[str, Any], spoiled: set[Place]) -> dict[str, Any]:
    """The sections without their malformed values, so that one bad value does not hide other faults."""
    fitting: dict[str, Any] = {}
    for field in fields_of(Config):
        if field.name in data and (field.name,) not in spoiled:
            kept = _without(data[field.name], (field.name,), spoiled)
            with suppress(msgspec.ValidationError):  # The remaining values may lack a required one.
                fitting[field.name] = msgspec.convert(kept, field.type)
    return fitting


def _without(value: Any, path: Place, spoiled: set[Place]) -> Any:
    if not isinstance(value, dict):
        return value
    return {
        name: _without(item, (*path, name), spoiled)
        for name, item in value.items()
        if (*path, name) not in spoiled
    }


def profile_of(table: TableConfig, folder: Path) -> str:
    """The name of a built-in book, or the path of a house's own, resolved against `folder`."""
    return str(folder / table.profile) if table.profile.endswith(".toml") else table.profile


def as_text(answer: Answer) -> str:
    """Return an answer as the command line gives it."""
    return str(answer)


def complaints(parts: dict[str, Any], folder: Path) -> Iterator[Complaint]:
    """Yield the faults in sections that have the right shape."""
    table = parts.get("table")
    if isinstance(table, TableConfig):
        yield from _about_table(table)
        try:
            rules = read(profile_of(table, folder))
        except ProfileError as error:
            yield ("table", "profile"), str(error)
        else:
            yield from _about_options(rules, parts.get("options", {}))
    if isinstance(limits := parts.get("limits"), LimitsConfig):
        yield from _about_limits("main", limits.main)
        yield from _about_limits("tie", limits.tie)
    if isinstance(devices := parts.get("devices"), DevicesConfig):
        yield from _about_devices(devices)
    if isinstance(screen := parts.get("screen"), ScreenConfig):
        scale = screen.text_scale
        if not TEXT_SCALE_LEAST <= scale <= TEXT_SCALE_MOST:
            yield (
                ("screen", "text_scale"),
                f"{shown(scale)} is not a valid text scale; use {TEXT_SCALE_LEAST} to {TEXT_SCALE_MOST}",
            )
        for key in ("quiet_from", "quiet_to"):
            if not 0 <= (hour := getattr(screen, key)) <= 23:
                yield ("screen", key), f"{hour} is not an hour of the day; use 0 to 23"
    if isinstance(floor := parts.get("floor"), FloorConfig):
        yield from _about_floor(floor)
    yield from _about_places(parts, folder)


def _about_places(parts: dict[str, Any], folder: Path) -> Iterator[Complaint]:
    """Yield faults of paths that exist and are of the wrong kind."""
    for section, key in (("people", "file"), ("log", "db")):
        if section not in parts:
            continue
        named = getattr(parts[section], key)
        if not named.strip():
            yield (section, key), "no file; name one, or leave the key out"
        elif (folder / named).exists() and not (folder / named).is_file():
            yield (section, key), f"{shown(named)} is not a file; name one"
    if isinstance(log := parts.get("log"), LogConfig) and log.keys and (folder / log.keys).is_file():
        yield ("log", "keys"), f"{shown(log.keys)} is a file; name the folder of the keys"


def _about_floor(floor: FloorConfig) -> Iterator[Complaint]:
    """Yield faults of the floor; a missing file is no fault of this file, and does not keep the table
    closed."""
    files = [name for name in ("certificate", "key", "ca") if not getattr(floor, name).strip()]
    if not floor.url:
        if len(files) < 3:
            yield ("floor", "url"), "no address; name the floor, such as https://floor.example:8443"
        return
    try:
        gateway_url(floor.url)
    except ValueError as error:
        yield ("floor", "url"), str(error)
    for name in files:
        yield ("floor", name), "no file; name the one that `dealer-station floor enrol` made"


def _about_table(table: TableConfig) -> Iterator[Complaint]:
    if not table.name.strip():
        yield ("table", "name"), "no name; give the table one, such as Table 7"
    elif not table.name.isprintable():
        yield ("table", "name"), "a name must be one line, without control characters"
    if not 0 <= table.gaming_day_start_hour <= 23:
        hour = table.gaming_day_start_hour
        yield ("table", "gaming_day_start_hour"), f"{hour} is not an hour of the day; use 0 to 23"


def _about_options(rules: Rules, options: dict[str, Answer]) -> Iterator[Complaint]:
    """Check each answer alone, so that one bad answer does not hide another; then all of them together."""
    bad = 0
    for name, answer in options.items():
        try:
            with_answer(rules, name, as_text(answer))
        except ProfileError as error:
            bad += 1
            yield ("options", name), str(error)
    if not bad:
        try:
            answered(rules, OperatorChoices({name: as_text(answer) for name, answer in options.items()}))
        except ProfileError as error:
            yield ("options",), str(error)


def _about_limits(name: str, limits: Limits) -> Iterator[Complaint]:
    for key in ("min_cents", "max_cents", "step_cents"):
        if getattr(limits, key) < 0:
            yield ("limits", name, key), "an amount below zero; use zero for the book's own limit"
    if 0 < limits.max_cents < limits.min_cents:
        yield (
            ("limits", name, "max_cents"),
            f"{limits.max_cents} is below min_cents, {limits.min_cents}; raise it or lower min_cents",
        )


def _about_devices(devices: DevicesConfig) -> Iterator[Complaint]:
    for field in fields_of(DevicesConfig):
        device = getattr(devices, field.name)
        path = ("devices", field.name)
        if device.family != "none" and not device.port.strip():
            yield (*path, "port"), f'no port; name where the {field.name} is, such as "/dev/ttyUSB0"'
        if device.family == "none" and (device.port or device.serial):
            yield (*path, "family"), f"the {field.name} has a port and no family; name the family"
    shoe, beside = devices.shoe, devices.progressive
    if "none" not in (shoe.family, beside.family) and shoe.port.strip() and shoe.port == beside.port:
        yield (
            ("devices", "progressive", "port"),
            f"{shown(beside.port)} is the port of the shoe too; each device has its own",
        )
    if shoe.codes and shoe.family != "scanner":
        yield ("devices", "shoe", "codes"), "only a scanner has a file of codes; leave it out"
