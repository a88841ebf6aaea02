"""`make bench`: prints every measure with its aim, and writes them as JSON."""

import argparse
import json
import os
import platform
import sys
from pathlib import Path

import msgspec

from tests.bench import engine, odds

PARTS = {"engine": engine.measure, "odds": odds.measure}


def main() -> int:
    """Exit code 0 whatever was measured: a slow machine is no broken product."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="which parts; all without any")
    parser.add_argument("--json", type=Path, default=None, help="where to write the measures as JSON")
    chosen = parser.parse_args()
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}", flush=True)
    report: dict[str, list[object]] = {}
    for part in chosen.parts or PARTS:
        print(f"\n{part}", flush=True)
        report[part] = []
        for measure in PARTS[part]():
            verdict = "" if measure.met is None else ("  aim met: " if measure.met else "  AIM MISSED: ")
            print(
                f"  {measure.name:<52} {measure.value:>14,.2f} {measure.unit}{verdict}{measure.aim}",
                flush=True,
            )
            report[part].append(msgspec.to_builtins(measure))
    if chosen.json:
        chosen.json.write_text(json.dumps(report, indent=1), encoding="utf-8")
        print(f"\nwritten to {chosen.json}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
