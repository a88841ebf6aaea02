"""State of a station at a row of its log: the table, the positions in device journals, the rules in force.

The running station and a restarted one apply rows with the same code, so their states cannot differ.
"""

from itertools import takewhile
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.evolve.accounts import account_of_round
from dealer_station.engine.evolve.table_evolution import evolve
from dealer_station.engine.model import events as e
from dealer_station.engine.model.errors import LogCorruptError
from dealer_station.engine.model.table import Round, Table, open_table
from dealer_station.log.catalogue.round_tags import marked, results
from dealer_station.log.integrity.chain import GENESIS, Row
from dealer_station.log.store.codec import Content, decode
from dealer_station.log.store.records import (
    Closed,
    DeviceMet,
    KeysNamed,
    Marks,
    Opened,
    OpenedAs,
    Restored,
    RoundKept,
    RulesKept,
)


class Position(Struct, frozen=True):
    """The last entry of a device's journal that the log has; if the device has no journal, its last
    number."""

    journal: str
    seq: int


class RoundSoFar(Struct, frozen=True):
    """The part of a round summary that the table does not keep."""

    number: int = 1
    first_seq: int = 1
    opened_us: int = 0
    holds: int = 0
    marks: Marks = Marks()


class Recollection(Struct, kw_only=True):
    """The state that follows from the rows up to `seq`."""

    table: Table = open_table()
    seq: int = 0
    head: bytes = GENESIS
    devices: dict[str, Position] = {}
    serials: dict[str, str] = {}
    """The expected serial number of each device."""
    round: RoundSoFar = RoundSoFar()
    ended: RoundSoFar = RoundSoFar(0)
    """`round` of the last ended round, because the tap that ended it may be taken back."""
    opened: Opened | None = None
    rules: RulesKept | None = None
    rules_seq: int = 0
    keys: KeysNamed | None = None
    wall_us: int = 0
    """Wall clock time of the last row."""
    restored: bool = False
    """True if this log was restored from a copy and no round has ended since."""
    opened_as: OpenedAs | None = None
    closed: bool = False

    def take(self, row: Row, content: Content | None = None) -> Any:
        """Apply one row and return its decoded content."""
        content = decode(row.part, row.body) if content is None else content
        self.seq, self.head, self.wall_us = row.seq, row.hash, row.wall_us
        if row.device_seq is not None:
            self.devices[row.source] = Position(row.journal, row.device_seq)
        if row.part == "fact":
            self._take_fact(row, content)
        elif row.part == "record":
            self._take_record(row, content)
        return content

    def _take_fact(self, row: Row, event: Any) -> None:
        """Apply a fact to the table and to the round summary; a smaller round number means an undone end."""
        self.table = evolve(self.table, event)
        number = self.table.round.number
        if isinstance(event, e.RoundOpened):
            self.round = replace(self.round, opened_us=row.wall_us)
        elif isinstance(event, e.HoldRaised):
            self.round = replace(self.round, holds=self.round.holds + 1)
        if (marks := marked(self.round.marks, event)) is not self.round.marks:
            self.round = replace(self.round, marks=marks)
        if number > self.round.number:
            self.ended, self.round = self.round, RoundSoFar(number, row.seq + 1)
        elif number < self.round.number:
            self.round = self.ended

    def _take_record(self, row: Row, record: Any) -> None:
        """Apply a record of the log about itself."""
        match record:
            case Opened():
                self.opened = record
                self.table = open_table(record.start)
                if record.carried is not None:
                    before = _carried(record.carried, row.seq)
                    self.table, self.devices = before.table, before.devices
                    self.restored = before.restored
                    self.serials = before.serials
                    self.opened_as = before.opened_as
                self.round = RoundSoFar(self.table.round.number, row.seq)
            case RulesKept():
                self.rules, self.rules_seq = record, row.seq
            case KeysNamed():
                self.keys = record
            case OpenedAs():
                self.opened_as = record
            case RoundKept():
                # The summary is the last row of its round; later rows belong to the next one.
                self.round = replace(self.round, first_seq=row.seq + 1)
                self.restored = False
            case Restored():
                self.restored = True
            case DeviceMet():
                self.serials[record.device] = record.serial
            case Closed():
                self.closed = True
            case _:
                pass


def _carried(state: Any, seq: int) -> Recollection:
    """The state that an opening carries over from the month before; raise LogCorruptError if it is none."""
    try:
        return msgspec.convert(state, Recollection)
    except msgspec.MsgspecError as error:
        raise LogCorruptError(f"the state in the opening at row {seq} cannot be read: {error}") from error


def summary(
    so_far: RoundSoFar,
    round_: Round,
    dealer: str,
    profile: str,
    ended_us: int,
    ending: tuple[e.Event, ...] = (),
) -> RoundKept:
    """Return the summary of an ended round; `ending` holds the events of the moment that ended it."""
    account = account_of_round(round_, ())
    marks = so_far.marks
    for event in takewhile(lambda event: not isinstance(event, e.RoundEnded), ending):
        marks = marked(marks, event)
    return RoundKept(
        number=round_.number,
        first_seq=so_far.first_seq,
        opened_us=so_far.opened_us,
        ended_us=ended_us,
        profile=profile,
        dealer=dealer,
        outcome=round_.outcome,
        hands=tuple(hand.name for hand in round_.hands),
        cards=len(round_.draws),
        burns=sum(drawn.burned for drawn in round_.draws),
        wars=sum(hand.choice == "war" for hand in round_.hands),
        holds=so_far.holds,
        taken_cents=sum(tally.taken_cents for tally in account),
        paid_cents=sum(tally.paid_cents for tally in account),
        marks=replace(marks, results=results(round_)),
        tells_ties=True,
    )
