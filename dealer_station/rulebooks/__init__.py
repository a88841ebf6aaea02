"""The five rulebooks, one TOML file each: `load(name)` returns Rules with the operator's answers."""

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib import resources
from pathlib import Path

from dealer_station.engine.model.errors import ProfileError
from dealer_station.engine.rulebook.rule_sections import Limits
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.rulebooks.operator_answers import OperatorChoices, answered
from dealer_station.rulebooks.parser import parse

NAMES = ("massachusetts", "house_manual", "maryland", "exhibit_a", "new_zealand")


def load(
    name: str,
    options: Mapping[str, str] | None = None,
    *,
    main_limits: Limits | None = None,
    tie_limits: Limits | None = None,
) -> Rules:
    """Load a rulebook by name, or by the path of a .toml file, with the operator's answers."""
    rules = read(name)
    return answered(rules, OperatorChoices(dict(options or {}), main_limits, tie_limits))


def load_words(
    words: str,
    options: Mapping[str, str],
    *,
    main_limits: Limits | None = None,
    tie_limits: Limits | None = None,
) -> Rules:
    """Load a rulebook from its text, as a log keeps it."""
    rules = _accepted(words.encode(), "the rulebook in the log", of_any_version=True)
    return answered(rules, OperatorChoices(dict(options), main_limits, tie_limits))


def words_of(name: str) -> str:
    """The text of a rulebook, as a log keeps it."""
    if name in NAMES:
        return resources.files(__name__).joinpath(f"{name}.toml").read_text("utf-8")
    return text_of(name).decode("utf-8")


def read(name: str) -> Rules:
    """Read a rulebook with its marked defaults and without answers."""
    if name in NAMES:
        return _book(name)
    if not name.endswith(".toml"):
        meant = get_close_matches(name.lower(), NAMES, n=1)
        hint = f"did you mean {meant[0]}? Use" if meant else "use"
        raise ProfileError(
            f'no rulebook is called "{name}"; {hint} one of {", ".join(NAMES)}, or the path of a .toml file'
        )
    return _accepted(text_of(name), name)


def text_of(path: str) -> bytes:
    """Read the bytes of a file; raise ProfileError with the reason if that fails."""
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise ProfileError(f"{path}: cannot be read: {error.strerror or error}") from error


def folder() -> Path:
    """The folder with the five files, for reading or copying them."""
    return Path(str(resources.files(__name__)))


@cache
def _book(name: str) -> Rules:
    # Rules are frozen and the five files do not change while the station runs, so each is read once.
    return _accepted(resources.files(__name__).joinpath(f"{name}.toml").read_bytes(), f"{name}.toml")


def _accepted(raw: bytes, file: str, *, of_any_version: bool = False) -> Rules:
    """Return the Rules in these bytes; raise ProfileError naming file, line and what was expected."""
    found = parse(raw, of_any_version=of_any_version)
    if isinstance(found, Rules):
        return found
    more = f" (the first of {len(found)} faults; `profiles check` lists them)" if len(found) > 1 else ""
    raise ProfileError(found[0].sentence(file) + more)
