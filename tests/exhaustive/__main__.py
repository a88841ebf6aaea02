"""Print the pinned table again: `python -m tests.exhaustive`."""

import sys

from tests.exhaustive.explore import Findings, inject_everything, reachable
from tests.exhaustive.tables import BOOKS, case

NEVER = sys.maxsize
"""The counts do not need any moment judged."""


def main() -> None:
    """One row for each book, ready to be pasted into pins.py."""
    for name in BOOKS:
        table = case(name)
        counts = inject_everything(table, reachable(table).values(), Findings(), NEVER)
        print(f'    "{name}": {counts},', flush=True)


if __name__ == "__main__":
    main()
