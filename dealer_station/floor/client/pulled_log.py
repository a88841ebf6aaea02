"""A log rebuilt from the floor's copy: every page is chained onto the one before and verified at the end."""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from dealer_station.engine.model.errors import FloorError, LogCorruptError, LogError
from dealer_station.floor.client.link import FloorLink, LinkError
from dealer_station.floor.protocol.messages import Page, Refusal
from dealer_station.log.integrity.sign import Checkpoint
from dealer_station.log.integrity.verify import verify
from dealer_station.log.store.rebuild import LogRebuilder


def pages_over(link: FloorLink) -> Iterator[Page]:
    """The pages of a station's log as a gateway sends them, up to the head at the first page."""
    first, last = 1, 1
    while first <= last:
        try:
            page = link.page(first)
        except LinkError as error:
            raise FloorError(error.words) from error
        if isinstance(page, Refusal):
            raise FloorError(f"the floor does not give the log away: {page.words}")
        if not page.rows:
            return
        if first == 1:
            last = page.head.seq
        yield page
        first = page.rows[-1][0] + 1


def write_log(pages: Iterable[Page], to: Path) -> list[Path]:
    """Write a log to `to`, with its closed months beside it; return the files, the newest last. The log
    begins with the first month that the floor sends: older ones may be in its archive."""
    rest = iter(pages)
    begin = next(rest, None)
    if begin is None or not begin.rows:
        raise LogError(f"{to}: the floor has no rows to rebuild a log from; they may all be in its archive")
    before = begin.rows[0][0] - 1
    rebuilder = LogRebuilder(to, after=before, head=begin.prev)
    try:
        for page in chain((begin,), rest):
            if page.prev != rebuilder.head:
                # A page carries no hashes, so the fault may be in any row since the last page that fitted.
                raise LogCorruptError(
                    f"{to}: one of the rows {before + 1} to {rebuilder.seq} was changed at the floor: row "
                    f"{rebuilder.seq + 1} does not continue them; `dealer-station floor verify` names the row"
                )
            before = rebuilder.seq
            checkpoints = {
                one.seq: Checkpoint(one.seq, one.head, one.wall_us, one.signer, one.signature)
                for one in page.checkpoints
            }
            rebuilder.add(page.rows, checkpoints, {one.seq: one.state for one in page.anchors})
        made = rebuilder.finish()
    finally:
        rebuilder.abandon()
    for path in made:
        report = verify(path)
        if not report.ok:
            raise LogCorruptError(f"{path}: the floor's copy is not intact: {report.findings[0].words}")
    return made
