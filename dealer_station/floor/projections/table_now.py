"""The state of a table by the floor's rows: who deals, which round, what it is held for.

The state is folded from the newest anchor that the station sent, at most some thousand rows, with the same
code that the station and the review window use.
"""

from contextlib import suppress
from typing import Literal

from msgspec import Struct

from dealer_station.engine.due.irregularity_kinds import CATALOGUE
from dealer_station.engine.model.errors import LogCorruptError
from dealer_station.floor.protocol.messages import RowValues
from dealer_station.floor.store import stored_logs
from dealer_station.floor.store.connection import Floor
from dealer_station.log.integrity.chain import GENESIS, Row
from dealer_station.log.read.state import Recollection
from dealer_station.log.read.unfit_rows import unfit_rows
from dealer_station.log.store.codec import kind_of
from dealer_station.log.store.records import Opened
from dealer_station.log.store.stored_states import thaw


class TableNow(Struct, frozen=True):
    """A table at the last row that the floor has."""

    seq: int
    wall_us: int
    """Time of that row by the station's clock."""
    kind: str
    """`live`, `training` or `simulated`; empty if the log does not say."""
    dealer: str
    round_number: int
    in_play: bool
    """True from the closing call to the end of the round."""
    closed: bool
    """True if the table is closed."""
    held: tuple[str, ...]
    """The reasons why the table is held, oldest first."""


UnknownState = Literal["archived", "unreadable"]


class TableUnknown(Struct, frozen=True):
    """A table of which the database does not tell the state."""

    state: UnknownState
    """Its rows have left the database, or they are not those of a table."""
    seq: int
    words: str = ""


def table_now(floor: Floor, log: int, branch: int) -> TableNow | TableUnknown | None:
    """The state of a table, or None if the floor has no rows of it."""
    with floor.transaction():
        head = stored_logs.head_of(floor, log, branch)
        if head is None or not head.seq:
            return None
        try:
            with unfit_rows():
                known = _folded(floor, log, branch, head.seq)
        except LogCorruptError as error:
            return TableUnknown("unreadable", head.seq, str(error))
    if known is None:
        return TableUnknown("archived", head.seq)
    table = known.table
    return TableNow(
        seq=known.seq,
        wall_us=known.wall_us,
        kind=known.opened_as.kind if known.opened_as else "",
        dealer=table.dealer,
        round_number=table.round.number,
        in_play=table.round.closed,
        closed=table.preparing is not None and table.preparing.is_closed,
        held=tuple(CATALOGUE[hold.kind].words for hold in table.holds),
    )


def _folded(floor: Floor, log: int, branch: int, last: int) -> Recollection | None:
    """The state at a row; None if the database does not have all rows from which it follows."""
    known = _newest_anchor(floor, log, branch, last) or Recollection()
    while known.seq < last:
        page = stored_logs.page(floor, log, branch, known.seq + 1, last)
        if page is None or not page.rows:
            return None
        for values in page.rows:
            # The opening of a later month carries the whole state, so that the fold may begin there.
            if values[0] != known.seq + 1 and (known.seq or not _opens(values)):
                return None
            known.take(_row(values))
    return known


def _opens(values: RowValues) -> bool:
    return values[1] == "record" and kind_of(values[9]) == Opened.__name__


def _newest_anchor(floor: Floor, log: int, branch: int, last: int) -> Recollection | None:
    """The state at the newest anchor that this program can read; None if there is none."""
    found = stored_logs.newest_anchor(floor, log, branch, last)
    if found is None:
        return None
    page = stored_logs.page(floor, log, branch, found.seq, found.seq)
    row = page.rows[0] if page and page.rows else None
    if row is None or row[0] != found.seq:
        return None
    with suppress(LogCorruptError):  # Folding from the first row only takes longer.
        return thaw(found.state, _row(row))
    return None


def _row(values: RowValues) -> Row:
    """A row as the station has it; its place in the chain was checked when it arrived."""
    return Row(*values, GENESIS, GENESIS)
