"""The generated pages: each path in docs with the function that makes it."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from dealer_station.rulebooks import NAMES
from tools.documents.commands import command_line
from tools.documents.config_keys import station_keys
from tools.documents.coverage import coverage
from tools.documents.irregularities import irregularities
from tools.documents.payouts import payouts
from tools.documents.procedure import procedure

DOCS = Path(__file__).resolve().parents[2] / "docs"
RULEBOOKS = "reference/rulebooks"

PAGES: dict[str, Callable[[], str]] = {
    "reference/command-line.md": command_line,
    "reference/station-toml-keys.md": station_keys,
    f"{RULEBOOKS}/irregularities.md": irregularities,
    f"{RULEBOOKS}/payouts.md": payouts,
    **{f"{RULEBOOKS}/procedure-{book}.md": partial(procedure, book) for book in NAMES},
    **{f"{RULEBOOKS}/coverage-{book}.md": partial(coverage, book) for book in NAMES},
}
