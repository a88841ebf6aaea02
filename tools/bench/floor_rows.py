"""Logs of many stations from the rows of one: cheap to make, and chained like those of a table."""

from msgspec import Struct

from dealer_station.floor.client.outbox import Outbox
from dealer_station.floor.protocol.messages import IDENTITY_SEQ, Append, FloorHead, LogHello
from dealer_station.log.integrity.chain import GENESIS, hash_of


class CopiedLog(Struct, frozen=True):
    """A log of its own as the appends that bring it to a floor."""

    hello: LogHello
    appends: list[Append]


def copied_logs(outbox: Outbox, count: int, appends: int, rows: int) -> dict[str, CopiedLog]:
    """Logs of stations by name, each with the first rows of a log, a few in each append."""
    batch, key = outbox.batch(FloorHead(1), 0, 0), outbox.introduction().key
    assert batch
    assert len(batch.rows) >= appends * rows
    made = {}
    for number in range(count):
        # Another time in the first row changes every hash, so that each log is another one.
        seq, part, cause, wall_us, *more = batch.rows[0]
        first = (seq, part, cause, wall_us + number, *more)
        own = [first, *batch.rows[1 : appends * rows]]
        pieces, prev, identity = [], GENESIS, b""
        for at in range(0, len(own), rows):
            head = prev
            for row in own[at : at + rows]:
                head = hash_of(head, row)
                identity = head if row[0] == IDENTITY_SEQ else identity
            pieces.append(Append(1, prev, own[at : at + rows], head, 0))  # type: ignore[arg-type]
            prev = head
        name = f"table-{number}"
        made[name] = CopiedLog(LogHello(identity, name, key, "bench", len(own), 0), pieces)
    return made
