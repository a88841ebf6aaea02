"""Reports on scenes or conformance items: one line each, and files in text, JSON and JUnit form."""

from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import msgspec

from dealer_station.engine.model.errors import DealerStationError
from hw_sim.bench.link_examiner import ItemMark
from hw_sim.bench.run_scene import Result

Reported = Result | ItemMark

FORMS = (".txt", ".json", ".xml")
NUMBERS = (
    "cards_sent",
    "cards_logged",
    "events_sent",
    "events_logged",
    "duplicates",
    "losses",
    "reconnects",
)


def check_reports(paths: Sequence[Path]) -> None:
    """Raise DealerStationError if a report cannot be written; checked before the
    scenes are played, not after.
    """
    for path in paths:
        if path.suffix not in FORMS:
            raise DealerStationError(f"{path}: unknown form of a report; use .txt, .json, or .xml (JUnit)")
        if not path.parent.is_dir():
            raise DealerStationError(f"{path.parent}: no such folder; create it first")
        was_there = path.exists()
        try:
            path.open("ab").close()
        except OSError as error:
            raise DealerStationError(
                f"{path}: the report cannot be written: {error.strerror}; name another file"
            ) from error
        if not was_there:
            path.unlink()


def write_report(path: Path, results: Sequence[Reported]) -> None:
    """Write the report in the form that the file's suffix names."""
    match path.suffix:
        case ".json":
            path.write_bytes(msgspec.json.format(msgspec.json.encode(as_data(results)), indent=1) + b"\n")
        case ".xml":
            path.write_bytes(as_junit(results))
        case _:
            device = _device_of(results)
            begin = () if device is None else (f"device {device}",)
            lines = [*begin, *(line_of(result) for result in results), summary(results)]
            path.write_text("\n".join(lines) + "\n", "utf-8")


def line_of(result: Reported) -> str:
    """Return one line for a scene or an item, with the reason if there is one."""
    if isinstance(result, ItemMark):
        reason = f": {result.reason}" if result.reason else ""
        return f"{result.verdict:<7} {result.item}: {result.asks}{reason}"
    if result.verdict == "skipped":
        return f"skipped {result.scene}: {result.reason}"
    latency = (
        f"{result.latency_p50_ms:.1f} ms, p99 {result.latency_p99_ms:.1f} ms"
        if result.latency_p50_ms is not None and result.latency_p99_ms is not None
        else "unknown"
    )
    events = (
        f"{result.events_sent} events sent, {result.events_logged} logged, " if result.events_sent else ""
    )
    words = (
        f"{result.verdict}  {result.scene}: {result.cards_sent} cards sent, {result.cards_logged} logged, "
        f"{events}{result.duplicates} duplicated, {result.losses} lost, {result.reconnects} reconnects; "
        f"wire to log {latency}"
    )
    return f"{words}\n        {result.reason}" if result.reason else words


def summary(results: Sequence[Reported]) -> str:
    """Return a sentence with the totals."""
    verdicts = [result.verdict for result in results]
    parts = [f"{verdicts.count('passed')} passed", f"{verdicts.count('failed')} failed"]
    parts += [f"{verdicts.count('skipped')} skipped"] if "skipped" in verdicts else []
    said = ", ".join(parts)
    if _device_of(results) is not None:
        return f"{_counted(len(results), 'item')}: {said}"
    cards = sum(result.cards_logged for result in results if isinstance(result, Result))
    return f"{_counted(len(results), 'scene')}: {said}; {_counted(cards, 'card')}"


def _counted(number: int, thing: str) -> str:
    """Return the number with its noun, in the singular after 1."""
    return f"{number} {thing}{'s' * (number != 1)}"


def _device_of(results: Sequence[Reported]) -> str | None:
    """Return the name of the device examined, or None if scenes were played."""
    return next((result.device for result in results if isinstance(result, ItemMark)), None)


def as_data(results: Sequence[Reported]) -> dict[str, object]:
    """Return the results as one object for JSON."""
    device = _device_of(results)
    return {
        "ok": not any(result.verdict == "failed" for result in results),
        **({} if device is None else {"device": device}),
        "scenes" if device is None else "items": [msgspec.to_builtins(result) for result in results],
    }


def as_junit(results: Sequence[Reported]) -> bytes:
    """Return the results as JUnit XML for continuous integration, one test per scene or item."""
    suite = ElementTree.Element(
        "testsuite",
        name="hw-sim bench",
        tests=str(len(results)),
        failures=str(sum(result.verdict == "failed" for result in results)),
        skipped=str(sum(result.verdict == "skipped" for result in results)),
        time=f"{sum(result.seconds for result in results):.3f}",
    )
    for result in results:
        case = _scene_case(suite, result) if isinstance(result, Result) else _item_case(suite, result)
        case.set("time", f"{result.seconds:.3f}")
        if result.verdict == "failed":
            ElementTree.SubElement(case, "failure", message=result.reason)
        if result.verdict == "skipped":
            ElementTree.SubElement(case, "skipped", message=result.reason)
    ElementTree.indent(suite)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(suite, "unicode")}\n'.encode()


def _item_case(suite: ElementTree.Element, mark: ItemMark) -> ElementTree.Element:
    return ElementTree.SubElement(suite, "testcase", classname=mark.device, name=mark.item)


def _scene_case(suite: ElementTree.Element, result: Result) -> ElementTree.Element:
    """Add a test case for a scene, with its numbers as properties."""
    case = ElementTree.SubElement(suite, "testcase", classname="scene", name=result.scene, file=result.file)
    properties = ElementTree.SubElement(case, "properties")
    for name in NUMBERS:
        ElementTree.SubElement(properties, "property", name=name, value=str(getattr(result, name)))
    for name in ("latency_p50_ms", "latency_p99_ms"):
        if (value := getattr(result, name)) is not None:
            ElementTree.SubElement(properties, "property", name=name, value=f"{value:.3f}")
    return case
