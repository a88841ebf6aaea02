"""Edits single values of a station.toml and keeps everything else, comments included."""

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path

from dealer_station.config.parser import parse
from dealer_station.config.schema import Answer, Config
from dealer_station.engine.model.errors import ConfigError
from dealer_station.rulebooks.toml_parser import parsed

Values = Mapping[tuple[str, ...], Answer | bool]
"""New values by section and key: `("screen", "theme")`, `("devices", "shoe", "port")`."""

_HEADER = re.compile(r"^\s*\[([\w.-]+)\]\s*(?:#.*)?$")


def with_values(text: str, values: Values) -> str:
    """Return the text with these values; missing sections and keys are added."""
    for path, value in values.items():
        text = _with_value(text, path, value)
    # The text is edited by lines, which cannot handle every way of writing TOML. So the result is parsed
    # again, and an edit that did not take effect is refused.
    found = parsed(text.encode())
    if not isinstance(found, tuple) or any(_at(found[1], path) != value for path, value in values.items()):
        raise ConfigError(
            "a value of this file spans several lines or is written as { }; change it in an editor"
        )
    return text


def _with_value(text: str, path: tuple[str, ...], value: Answer | bool) -> str:
    section, key = ".".join(path[:-1]), path[-1]
    written = f"{key} = {json.dumps(value, ensure_ascii=False)}"
    lines = text.split("\n")
    inside = range(*_span(lines, section))
    if not inside:
        return f"{text.rstrip()}\n\n[{section}]\n{written}\n"
    # First look for the key itself, then for a commented-out one, which is uncommented.
    for pattern in (rf"\s*{re.escape(key)}\s*=", rf"\s*#\s*{re.escape(key)}\s*="):
        for number in inside:
            if re.match(pattern, lines[number]):
                comment = re.search(r"\s+#[^\"']*$", lines[number])
                lines[number] = written + (comment[0] if comment else "")
                return "\n".join(lines)
    lines.insert(max(number for number in inside if lines[number].strip()) + 1, written)
    return "\n".join(lines)


def _span(lines: list[str], section: str) -> tuple[int, int]:
    """The line range of a section, header included; empty if it is missing."""
    headers = [(number, found[1]) for number, line in enumerate(lines) if (found := _HEADER.match(line))]
    for index, (number, name) in enumerate(headers):
        if name == section:
            return number, headers[index + 1][0] if index + 1 < len(headers) else len(lines)
    return 0, 0


def _at(data: object, path: tuple[str, ...]) -> object:
    for part in path:
        data = data.get(part) if isinstance(data, dict) else None
    return data


def write(path: Path, text: str) -> None:
    """Check the text and replace the file atomically; raise ConfigError and write nothing if invalid."""
    found = parse(text.encode(), path.parent)
    if not isinstance(found, Config):
        raise ConfigError(found[0].sentence(str(path)) + "; nothing was written")
    temporary = path.with_name(path.name + ".new")
    try:
        with temporary.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise ConfigError(f"{path}: cannot be written: {error.strerror}") from error
