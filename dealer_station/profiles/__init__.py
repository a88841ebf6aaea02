"""The five rulebooks, one TOML file each: `load(name)` gives Rules with the operator's answers filled in."""

import hashlib
import tomllib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from dealer_station.engine.errors import ProfileError
from dealer_station.engine.rule_sections import Limits
from dealer_station.engine.rules import Rules
from dealer_station.profiles.checks import check_rules
from dealer_station.profiles.options import Answers, answered
from dealer_station.profiles.places import explain

NAMES = ("massachusetts", "house_manual", "maryland", "exhibit_a", "new_zealand")


def load(
    name: str,
    options: Mapping[str, str] | None = None,
    *,
    main_limits: Limits | None = None,
    tie_limits: Limits | None = None,
) -> Rules:
    """The rulebook called `name`, or in the file of that path, with the operator's answers."""
    rules = read(name)
    return answered(rules, Answers(dict(options or {}), main_limits, tie_limits))


def read(name: str) -> Rules:
    """A rulebook as it is written, its marked defaults in place."""
    if name in NAMES:
        text = resources.files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
        return parse(text, f"{name}.toml")
    if not name.endswith(".toml"):
        raise ProfileError(
            f'there is no rulebook "{name}"; use one of {", ".join(NAMES)}, or the path of a .toml file'
        )
    try:
        return parse(Path(name).read_text(encoding="utf-8"), name)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise ProfileError(f"{name}: cannot be read: {reason}") from error


def parse(text: str, file: str) -> Rules:
    """Rules from a profile's text; a ProfileError names the file, the line and what was expected."""
    try:
        data: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"{file}: not valid TOML: {error}") from error
    try:
        rules = msgspec.convert(data, Rules)
    except msgspec.ValidationError as error:
        raise ProfileError(explain(file, text, str(error))) from error
    check_rules(rules, file, text)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return msgspec.structs.replace(rules, digest=digest)
