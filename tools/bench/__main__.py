"""`make bench`: prints every measure with its aim, and writes them as JSON."""

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from tools.bench import devices, engine, floor, goals, log, odds, review, screen, wire
from tools.bench.measures import Measure

Part = Callable[[], Iterator[Measure]]
PARTS: dict[str, Part] = {
    "engine": engine.measure,
    "odds": odds.measure,
    "log": log.measure,
    "wire": wire.measure,
    "devices": devices.measure,
    "screen": screen.measure,
    "review": review.measure,
    "floor": floor.measure,
}
GOALS: dict[str, Part] = {"goals": goals.measure}
"""A short form of the others, and not one of all parts."""
EVENTS = 2_000_000
WRITTEN_TO = Path("build/bench.json")


def main() -> int:
    """Run the chosen parts and write their measures; always return 0, because a slow machine is no defect."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument(
        "parts", nargs="*", choices=[*GOALS, *PARTS, []], help="which parts; all but goals without any"
    )
    parser.add_argument(
        "--json", type=Path, default=WRITTEN_TO, help=f"where to write the measures as JSON: {WRITTEN_TO}"
    )
    parser.add_argument("--events", type=int, default=EVENTS, help=f"how large a log: {EVENTS:,} events")
    parser.add_argument("--rounds", type=int, default=review.ROUNDS, help=f"to review: {review.ROUNDS:,}")
    chosen = parser.parse_args()
    log.EVENTS = chosen.events
    review.ROUNDS = chosen.rounds
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}", flush=True)
    report: dict[str, list[object]] = {}
    for part in chosen.parts or PARTS:
        print(f"\n{part}", flush=True)
        report[part] = []
        for measure in (GOALS | PARTS)[part]():
            verdict = "" if measure.met is None else ("  aim met: " if measure.met else "  AIM MISSED: ")
            print(
                f"  {measure.name:<52} {measure.value:>14,.2f} {measure.unit}{verdict}{measure.aim}",
                flush=True,
            )
            report[part].append(msgspec.to_builtins(measure))
    chosen.json.parent.mkdir(parents=True, exist_ok=True)
    chosen.json.write_text(json.dumps(report, indent=1), encoding="utf-8")
    print(f"\nwritten to {chosen.json}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
