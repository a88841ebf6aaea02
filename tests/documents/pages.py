"""Which pages there are, and what makes them."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from dealer_station.profiles import NAMES
from tests.documents.coverage import coverage
from tests.documents.irregularities import irregularities
from tests.documents.payouts import payouts
from tests.documents.procedure import procedure

DOCS = Path(__file__).resolve().parents[2] / "docs"

PAGES: dict[str, Callable[[], str]] = {
    "irregularities.md": irregularities,
    "payouts.md": payouts,
    **{f"procedure-{book}.md": partial(procedure, book) for book in NAMES},
    **{f"coverage-{book}.md": partial(coverage, book) for book in NAMES},
}
