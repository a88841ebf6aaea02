"""Turns the bytes of a profile into Rules, or into a list of all its faults."""

import hashlib
from typing import Any

import msgspec

from dealer_station.engine.rulebook.rules import Rules
from dealer_station.rulebooks.book_addresses import wrong_addresses
from dealer_station.rulebooks.checks import complaints
from dealer_station.rulebooks.legacy import as_before_interventions, brought_to_today, with_former_rulings
from dealer_station.rulebooks.line_numbers import Path
from dealer_station.rulebooks.shape_check import PARTS, fields_of, misfits
from dealer_station.rulebooks.toml_parser import Fault, parsed, placed


def parse(raw: bytes, *, of_any_version: bool = False) -> Rules | tuple[Fault, ...]:
    """Return Rules, or all faults in line order; `of_any_version` also accepts texts of earlier versions."""
    found = parsed(raw)
    if isinstance(found, Fault):
        return (found,)
    text, data = found
    if not data:
        return (Fault(1, "", f"the file is empty; a profile has the sections {', '.join(PARTS)}"),)
    if not of_any_version:
        return _parse_data(text, data, every_address=True)
    parsed_rules = _parse_data(text, brought_to_today(data), every_address=False)
    if isinstance(parsed_rules, Rules) and "departures" not in data["roles"]:
        parsed_rules = as_before_interventions(parsed_rules)
    if isinstance(parsed_rules, Rules) and "rulings" not in data:
        return with_former_rulings(parsed_rules)
    return parsed_rules


def _parse_data(text: str, data: dict[str, Any], *, every_address: bool) -> Rules | tuple[Fault, ...]:
    # A log keeps the citations of its day; a citation corrected since must not prevent the log from opening.
    found = list(misfits(data))
    gap_ids = [gap.get("id", "") for gap in _tables(data.get("gaps"))]
    fitting = _what_fits(data, {path[:2] for path, _ in found})
    found += complaints(fitting, gap_ids)
    if every_address:
        found += wrong_addresses(str(fitting.get("book", {}).get("id", "")), fitting, data.get("gaps"))
    if found:
        return placed(text, found)
    sections = {name: PARTS[name](**fields) for name, fields in fitting.items()}
    gaps = msgspec.convert(data["gaps"], PARTS["gaps"])
    return Rules(**sections, gaps=gaps, digest=hashlib.sha256(text.encode()).hexdigest())


def _what_fits(data: dict[str, Any], spoiled: set[Path]) -> dict[str, dict[str, Any]]:
    """The well-formed rules by section, so that one bad rule does not hide the faults of others."""
    return {
        name: {
            field.name: msgspec.convert(data[name][field.name], field.type)
            for field in fields_of(kind)
            if field.name in data[name] and (name, field.name) not in spoiled
        }
        for name, kind in PARTS.items()
        if name != "gaps" and isinstance(data.get(name), dict)
    }


def _tables(value: object) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
