"""Print the pinned table again: `python -m tests.exhaustive`."""

from tests.exhaustive.explore import Findings, inject_everything, reachable
from tests.exhaustive.tables import BOOKS, case


def main() -> None:
    """One row for each book, ready to be pasted into pins.py."""
    for name in BOOKS:
        table = case(name)
        print(f'    "{name}": {inject_everything(table, reachable(table).values(), Findings())},', flush=True)


if __name__ == "__main__":
    main()
