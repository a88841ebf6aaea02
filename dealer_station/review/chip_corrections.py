"""Corrected chips, by round: corrections of settlements, and settlements that were undone."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from msgspec import Struct

from dealer_station.engine.model import events as e
from dealer_station.engine.model.errors import LogCorruptError, LogError
from dealer_station.engine.model.observations import Cents, HandName
from dealer_station.engine.model.values import Line
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.log.read.reader import END, Reader
from dealer_station.log.store.codec import decode, kind_of
from dealer_station.review.effective_rows import OpenTaps

NEEDED = (
    *("Corrected", "SettlementReversed", "RoundOpened", "Tapped", "TapTakenBack", "ReportWithdrawn"),
    *("CardDrawn", "CardDealt", "CardBurned"),
)
"""The kinds of rows that matter; others are not decoded."""


class CorrectionShown(Struct, frozen=True):
    """Chips that moved to a player (`pay`) or from one (`take`) outside the settlement."""

    hand: str
    action: str
    cents: Cents


class Reversal(Struct, frozen=True):
    """A settlement line that was undone."""

    hand: str
    wager: str
    action: str
    cents: Cents


class RoundCorrections(Struct):
    """All corrections of one round."""

    corrections: list[CorrectionShown] = []
    reversals: list[Reversal] = []

    def words(self) -> Iterator[str]:
        """One line for each correction: hand, action, amount."""
        for undone in self.reversals:
            amount = f"{undone.wager} {undone.action} {_money(undone.cents)}"
            yield f"hand {undone.hand}: undone, {amount}"
        for one in self.corrections:
            yield f"hand {one.hand}: corrected, {one.action} {_money(one.cents)}"

    def one_line(self) -> str:
        """All corrections in one line, for a list of rounds."""
        return "; ".join(self.words())

    def as_data(self) -> dict[str, Any]:
        """The corrections for JSON."""
        return {
            "corrections": [_data(one) for one in self.corrections],
            "reversals": [_data(one) for one in self.reversals],
        }


def corrections_by_round(log: Reader, first: int = 0, last: int = END) -> dict[int, RoundCorrections]:
    """The corrections between two rows, by the number of the round that they concern."""
    found: dict[int, RoundCorrections] = {}
    for number, event in _effective_facts(log, first, last):
        if isinstance(event, e.Corrected):
            one = CorrectionShown(event.hand, event.action, event.cents)
            found.setdefault(event.round_number, RoundCorrections()).corrections.append(one)
        else:
            hand = str(HandName(event.spot, event.bettor))
            found.setdefault(number, RoundCorrections()).reversals += [
                _reversal(hand, line) for line in event.lines
            ]
    return found


def corrections_of(log: Reader, number: int, at: int | None = None) -> RoundCorrections:
    """The corrections of one round, up to row `at` or the end of the next round, which may correct it."""
    first, last = log.span(number)
    with suppress(LogError):
        last = log.span(number + 1)[1]
    return corrections_by_round(log, first, last if at is None else at).get(number, RoundCorrections())


def _effective_facts(
    log: Reader, first: int, last: int
) -> Iterator[tuple[int, e.Corrected | e.SettlementReversed]]:
    """The relevant facts that were not taken back, with the round that was in play."""
    kept: list[tuple[int, int, e.Corrected | e.SettlementReversed]] = []
    taps = OpenTaps()
    number = 0
    with suppress(LogCorruptError):  # Damage further on must not hide the rows before it.
        for row in log.raw_rows(first, last):
            if kind_of(row[9]) not in NEEDED:
                continue
            content, cause = decode(row[1], row[9]), row[2]
            undone = taps.undone_by(content, cause)
            if undone is not None:
                kept = [one for one in kept if one[0] != undone]
            if isinstance(content, e.RoundOpened):
                number = content.number
            elif isinstance(content, e.Corrected | e.SettlementReversed):
                kept.append((cause, number, content))
    yield from ((about, event) for _, about, event in kept)


def _reversal(hand: str, line: Line) -> Reversal:
    """A settlement line as a reversal."""
    return Reversal(hand, line.wager, line.action, line.cents)


def _data(one: CorrectionShown | Reversal) -> dict[str, Any]:
    """The fields by name."""
    return {name: getattr(one, name) for name in one.__struct_fields__}


def _money(cents: Cents) -> str:
    return "?" if cents is None else dollars(cents)
