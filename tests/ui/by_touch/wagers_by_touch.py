"""Wagers as a dealer enters them: the spot on the felt, then a few chips, or else digits."""

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.observations import Bet
from tests.ui.by_touch.fingers import NotOfferedError
from tests.ui.by_touch.touched_table import TouchedTable
from ui.dealer.coming_wagers import Seat

CHIPS_MAX = 3
KINDS = ("main", "tie", "progressive", "bonus", "toke", "coupon")


def enter_wagers(table: TouchedTable, wanted: o.BetsPlaced) -> None:
    """Touch what makes the wagers on the felt those of the round; nothing where they are already."""
    wagers = table.bridge._wagers
    coming = {(bet.spot, bet.bettor or "a"): bet for bet in wanted.bets}
    for seat in sorted({*wagers._playing, *coming}):
        _enter_seat(table, seat, coming.get(seat))


def _tap(table: TouchedTable, sends: str) -> None:
    table.fingers.send(sends)
    table.settle_down()


def _enter_seat(table: TouchedTable, seat: Seat, bet: Bet | None) -> None:
    wagers = table.bridge._wagers
    changes = {
        kind: cents
        for kind in KINDS
        if wagers.amount(seat, kind) != (cents := getattr(bet, f"{kind}_cents") if bet else 0)
    }
    if not changes:
        return
    _select(table, seat)
    if bet is None:
        _tap(table, "wager out")
        return
    for kind, cents in changes.items():
        selected = wagers.selected
        if selected is None:
            raise NotOfferedError("the chip row")
        if selected.kind != kind:
            if selected.digits:
                _tap(table, "wager chips")
            _tap(table, f"wager kind {kind}")
        _put(table, seat, kind, cents)


def _select(table: TouchedTable, seat: Seat) -> None:
    spot, bettor = seat
    wagers = table.bridge._wagers
    if spot not in table.bridge._now._were["tappable"]:
        raise NotOfferedError(f"wager spot {spot}")
    if wagers.selected is None or wagers.selected.seat[0] != spot or wagers.selected.seat[1] != bettor:
        table.fingers.place(spot)
        table.settle_down()
    if wagers.selected and wagers.selected.seat[1] != bettor:
        if wagers.selected.digits:
            _tap(table, "wager chips")
        _tap(table, f"wager bettor {bettor}")


def _put(table: TouchedTable, seat: Seat, kind: str, cents: int | None) -> None:
    wagers = table.bridge._wagers
    assert wagers.selected
    if cents == 0:
        if wagers.selected.digits:
            _tap(table, "wager chips")
        _tap(table, "wager clear")
        return
    if (seat, kind) in wagers.entered.adding and wagers.amount(seat, kind):
        if wagers.selected.digits:
            _tap(table, "wager chips")
        _tap(table, "wager clear")
    chips = _chips(cents, wagers.chips(kind)) if cents else ()
    if chips and len(chips) <= CHIPS_MAX:
        if wagers.selected.digits:
            _tap(table, "wager chips")
        for chip in chips:
            _tap(table, f"wager chip {chip}")
        return
    if not wagers.selected.digits:
        _tap(table, "wager digits")
    if cents is None:
        _tap(table, "wager unknown")
        return
    whole, rest = divmod(cents, 100)
    for digit in f"{whole}.{rest:02}" if rest else str(whole):
        _tap(table, f"wager {digit}")


def _chips(cents: int, kinds: tuple[int, ...]) -> tuple[int, ...]:
    """The fewest chips that make this amount from the largest down; none if they do not."""
    found: list[int] = []
    for kind in sorted(kinds, reverse=True):
        count, cents = divmod(cents, kind)
        found += [kind] * count
    return () if cents else tuple(found)
