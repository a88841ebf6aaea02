"""Writes a commented station.toml with every key, from a few answers."""

import json
from typing import Any

from msgspec import Struct
from msgspec.structs import FieldInfo

from dealer_station.config.schema import Config
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.rulebooks.operator_answers import options_of
from dealer_station.rulebooks.shape_check import fields_of

WORDS: dict[str, str] = {
    "table": "The table and its rulebook.",
    "table.name": "Name of the table, on the screen and in the log.",
    "table.profile": "The rulebook: one of the five, or the path of a house's own .toml file.",
    "table.gaming_day_start_hour": "The hour, 0 to 23, at which the gaming day begins.",
    "table.training": "true: a training table, marked on every screen, with a log of its own.",
    "options": "The operator's answers to what the book leaves open; `profiles show` explains them.",
    "limits": "The limits on the sign of the table, in cents; 0 for the book's own limit.",
    "limits.main": "The main wager.",
    "limits.main.min_cents": "Minimum.",
    "limits.main.max_cents": "Maximum.",
    "limits.main.step_cents": "Wagers must be multiples of this.",
    "limits.tie": "The tie wager.",
    "limits.tie.min_cents": "Minimum.",
    "limits.tie.max_cents": "Maximum.",
    "limits.tie.step_cents": "Wagers must be multiples of this.",
    "devices": "The devices connected to the station.",
    "devices.shoe": "The shoe that reads the cards.",
    "devices.shoe.family": "none, reference, angel_eye or scanner.",
    "devices.shoe.port": "Its port: /dev/ttyUSB0, /dev/serial/by-id/..., or socket://host:port.",
    "devices.shoe.serial": "The expected serial number; empty for any.",
    "devices.shoe.codes": "For a scanner: the file that maps codes to cards.",
    "devices.shuffler": "The shuffler.",
    "devices.shuffler.family": "none or reference.",
    "devices.shuffler.port": "Its port.",
    "devices.shuffler.serial": "The expected serial number; empty for any.",
    "devices.progressive": "The controller of the progressive.",
    "devices.progressive.family": "none or reference.",
    "devices.progressive.port": "Its port.",
    "devices.progressive.serial": "The expected serial number; empty for any.",
    "people": "The people of the table.",
    "people.file": "The file of people, relative to this file; created by `dealer-station people add`.",
    "screen": "The dealer's screen.",
    "screen.size": "full, 1280x800, 1920x1080 or 800x1280 (upright).",
    "screen.theme": "dark or light.",
    "screen.hand": "right or left: the hand that touches the screen, for dealers who chose none.",
    "screen.text_scale": "0.8 to 2.0: size of the text, for dealers who chose none.",
    "screen.language": "en or es, for dealers who chose none.",
    "screen.sound": "true: a stop can be heard. A dealer may choose otherwise.",
    "screen.quiet_from": "0 to 23: the hour at which the night begins, when sounds are quiet.",
    "screen.quiet_to": "0 to 23: the hour at which the night ends; the same hour for no night.",
    "screen.quiet_volume": "low or none: the sounds of the night.",
    "screen.four_colour_suits": "true: clubs green, diamonds blue.",
    "screen.motion": "true: a card slides into its place, and a spot that has changed flashes once.",
    "log": "The log of the table.",
    "log.db": "The log file, relative to this file; training uses another one beside it.",
    "log.keys": "The folder of the station's keys; empty for the folder beside the log.",
    "floor": "The floor, which keeps a copy of the log; `dealer-station floor enrol` makes the files.",
    "floor.url": "Its address, such as https://floor.example:8443, the usual port; empty for no floor.",
    "floor.certificate": "The certificate of this station, relative to this file.",
    "floor.key": "The private key of the certificate.",
    "floor.ca": "The certificate of the floor, by which the station knows it.",
    "training": "The school, and the lessons that a dealer must have passed.",
    "training.results": "The file of the trainees' results, relative to this file.",
    "training.required": "Lessons that a dealer must have passed before a live table takes the sign-in.",
    "golive": "Written by `dealer-station config golive`: who signed for a live table, and the signature.",
    "golive.signed_by": "The supervisor.",
    "golive.role": "Their title in the book.",
    "golive.signed_on": "Time of the signature, in UTC.",
    "golive.signer": "The public key of the station.",
    "golive.signature": "The signature over the answers, the text of the book, the limits and the devices.",
}
"""The purpose of each section and key; used in the documents and in the written file."""


def keys(kind: Any = Config, above: str = "") -> list[tuple[str, FieldInfo]]:
    """Every section and key by its full name, in the order of the file."""
    found = []
    for field in fields_of(kind):
        name = f"{above}{field.name}"
        found.append((name, field))
        if is_section(field):
            found += keys(field.type, f"{name}.")
    return found


def is_section(field: FieldInfo) -> bool:
    """True if the field is a section with its own keys."""
    return isinstance(field.type, type) and issubclass(field.type, Struct)


def written(config: Config, rules: Rules) -> str:
    """Return a whole station.toml: each key with a comment; unanswered options are commented out."""
    lines = ["# The station of one table. `dealer-station config check` checks this file."]
    _section(lines, config, Config, "", rules)
    return "\n".join(lines) + "\n"


def _section(lines: list[str], value: Any, kind: Any, above: str, rules: Rules) -> None:
    for field in fields_of(kind):
        name = f"{above}{field.name}"
        now = getattr(value, field.name)
        if name == "golive":
            continue  # It is added when somebody signs.
        if name == "options":
            lines += ["", f"# {WORDS[name]}", "[options]"]
            _options(lines, config=value, rules=rules)
        elif is_section(field):
            lines += ["", f"# {WORDS[name]}"]
            if not all(is_section(inner) for inner in fields_of(field.type)):
                lines.append(f"[{name}]")
            _section(lines, now, field.type, f"{name}.", rules)
        else:
            setting = f"{field.name} = {json.dumps(now, ensure_ascii=False)}"
            lines.append(f"{setting:<36}  # {WORDS[name]}")


def _options(lines: list[str], config: Config, rules: Rules) -> None:
    for name, (_, rule) in options_of(rules).items():
        allowed = ", ".join(map(str, rule.open)) if rule.open else ""
        if rule.range:
            allowed = f"{rule.range[0]} to {rule.range[1]}"
        answer = config.options.get(name)
        shown = json.dumps(rule.value if answer is None else answer, ensure_ascii=False)
        setting = f"{'# ' if answer is None else ''}{name} = {shown}"
        lines.append(f"{setting:<36}  # {rule.cite}{f': {allowed}' if allowed else ''}")
