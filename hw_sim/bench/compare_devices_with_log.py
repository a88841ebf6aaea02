"""Compares the devices' own records with the log: each event once, and no loss without a note in the log."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.model.observations import CardDrawn, CutCardSeen, DeviceSaid
from dealer_station.log.integrity import keys
from dealer_station.log.integrity.burn_card_seals import unseal
from dealer_station.log.integrity.chain import Row
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.codec import decode
from drivers.driver import SHOE
from hw_sim.bench.devices_beside_shoe import Memory, NoticedEvent
from hw_sim.bench.hands_at_devices import Out

_SAME, _UNREAD, _APART = 3, 1, 0


class Comparison(Struct, frozen=True):
    """The differences between the devices' records and the log."""

    sent: int
    logged: int
    losses: int = 0
    duplicates: int = 0
    unread: int = 0
    """Cards that the log has without a face, although the shoe reported it."""
    silent: int = 0
    """Losses that the log does not mention."""
    reconnects: int = 0
    out_of_order: bool = False
    events_sent: int = 0
    """Events noticed by the devices beside the shoe."""
    events_logged: int = 0
    silent_events: int = 0
    altered: str = ""
    """The first event in the log that no device noticed in this form."""


class _Entry(Struct, frozen=True):
    """A row of the shoe: a card, or a message about the shoe."""

    out: Out | None
    journal: str = ""
    seq: int | None = None
    told_missing: bool = False
    """True if the row says that cards may be missing; `back` and `error` alone do not say that."""
    back: bool = False


def compare(db: Path, escrow: Path, sent: list[Out], beside: Mapping[str, Memory]) -> Comparison:
    """Read the log, open the seals of its burns, and compare it with what the devices did."""
    private = keys.read(escrow)
    with Reader(db) as log:
        rows = list(log.rows())
    found = _compare_cards([entry for row in rows if (entry := _entry(row, private)) is not None], sent)
    for device, memory in beside.items():
        told = [row for row in rows if (row.part, row.source) == ("seen", device)]
        found = with_events(found, told, memory)
    return found


def _compare_cards(entries: list[_Entry], sent: list[Out]) -> Comparison:
    cards = [index for index, entry in enumerate(entries) if entry.out is not None]
    logged = [out for index in cards if (out := entries[index].out) is not None]
    pairs = _aligned(sent, logged)
    unread = sum(sent[at] != logged[to] for at, to in pairs)
    return Comparison(
        len(sent),
        len(logged),
        losses=len(sent) - len(pairs),
        duplicates=len(logged) - len(pairs),
        unread=unread,
        silent=_silent(len(sent), pairs, cards, entries),
        reconnects=max(0, sum(entry.back for entry in entries) - 1),
        out_of_order=_out_of_order(entries),
    )


def with_events(found: Comparison, rows: list[Row], memory: Memory) -> Comparison:
    """Add a device with a journal to the comparison: each number must be logged
    once, in order, with the same text.
    """
    logged: list[NoticedEvent] = []
    backs = 0
    told_to = -1
    for row in rows:
        said = decode(row.part, row.body)
        assert isinstance(said, DeviceSaid)
        if said.is_data_loss:
            told_to = len(logged)
        backs += said.status == "back" and said.cause in ("", "first_met")
        if row.device_seq is not None and said.status not in ("lost", "back"):
            logged.append(NoticedEvent(row.journal, row.device_seq, f"{said.status} {said.told}".rstrip()))
    known, once = set(memory.did), set(logged)
    missing = [one for one in memory.did if one not in once and not memory.keeps(one)]
    # Events of a lost journal were noticed before the log's note about the loss, so the note covers them. A
    # missing event is silent if there is no note, or if its journal has events after the note.
    later = {one.journal for one in logged[max(told_to, 0) :]}
    silent = [one for one in missing if told_to < 0 or one.journal in later]
    doubled = len(logged) - len(once)
    last: dict[str, int] = {}
    jumbled = False
    for one in logged:
        jumbled |= one.seq <= last.get(one.journal, 0)
        last[one.journal] = one.seq
    return replace(
        found,
        losses=found.losses + len(missing),
        duplicates=found.duplicates + doubled,
        reconnects=found.reconnects + max(0, backs - 1),
        out_of_order=found.out_of_order or jumbled,
        events_sent=found.events_sent + len(memory.did),
        events_logged=found.events_logged + len(logged),
        silent_events=found.silent_events + len(silent),
        altered=found.altered or next((one.words for one in logged if one not in known), ""),
    )


def _entry(row: Row, private: bytes) -> _Entry | None:
    if row.part != "seen" or row.source != SHOE:
        return None
    seen = decode(row.part, row.body)
    if isinstance(seen, DeviceSaid):
        return _Entry(None, told_missing=seen.is_data_loss, back=seen.status == "back")
    if isinstance(seen, CutCardSeen):
        return _Entry(seen, row.journal, row.device_seq)
    if isinstance(seen, CardDrawn):
        card = unseal(private, row.seal).card if row.seal else seen.card
        return _Entry(CardDrawn(card), row.journal, row.device_seq)
    return None


def _aligned(sent: Sequence[Out], logged: Sequence[Out]) -> list[tuple[int, int]]:
    """Return the pairs of sent and logged cards that belong together, in order; a
    card without a face may match any.
    """
    # Longest common subsequence by dynamic programming: best[at][to] is the best score of sent[at:]
    # and logged[to:]. An equal card scores more than one that was merely not read, so an unread
    # card is paired only where no equal card is left.
    best = [[0] * (len(logged) + 1) for _ in range(len(sent) + 1)]
    for at in range(len(sent) - 1, -1, -1):
        for to in range(len(logged) - 1, -1, -1):
            together = _likeness(sent[at], logged[to])
            best[at][to] = max(
                best[at + 1][to], best[at][to + 1], best[at + 1][to + 1] + together if together else 0
            )
    pairs = []
    at = to = 0
    while at < len(sent) and to < len(logged):
        together = _likeness(sent[at], logged[to])
        if together and best[at][to] == best[at + 1][to + 1] + together:
            pairs.append((at, to))
            at, to = at + 1, to + 1
        elif best[at][to] == best[at + 1][to]:
            at += 1
        else:
            to += 1
    return pairs


def _likeness(sent: Out, logged: Out) -> int:
    if sent == logged:
        return _SAME
    return _UNREAD if logged == CardDrawn(None) else _APART


def _silent(sent: int, pairs: list[tuple[int, int]], cards: list[int], entries: list[_Entry]) -> int:
    """Count the losses that the log does not mention: a loss is mentioned if a row between its neighbours
    says that cards may be missing.
    """
    silent = 0
    edges = [(-1, -1), *((at, cards[to]) for at, to in pairs), (sent, len(entries))]
    for (before, row), (after, next_row) in pairwise(edges):
        missing = after - before - 1
        between = entries[row + 1 : next_row]
        # One unread card may be two that ran together.
        unread = any(entry.out == CardDrawn(None) for entry in entries[max(row, 0) : next_row + 1])
        told = unread or any(entry.told_missing for entry in between)
        silent += 0 if told else missing
    return silent


def _out_of_order(entries: list[_Entry]) -> bool:
    """True if a number of a journal is logged twice or out of order."""
    last: dict[str, int] = {}
    for entry in entries:
        if entry.seq is None or entry.out is None or not entry.journal:
            # Numbers of a device without a journal wrap around.
            continue
        if entry.seq <= last.get(entry.journal, 0):
            return True
        last[entry.journal] = entry.seq
    return False
