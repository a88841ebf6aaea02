"""Meters of progressive jackpots: their display, their growth with each wager, and their reset.

A meter is counted in millionths of a cent, so that a rate that does not divide a cent carries its remainder
and no rounding loses money. The amounts shown and paid are whole cents.
"""

from dealer_station.engine.model.events import MeterChanged
from dealer_station.engine.model.observations import Cents
from dealer_station.engine.model.table import Hand, Meter, Table
from dealer_station.engine.model.values import Line, MeterCause, MeterName
from dealer_station.engine.rulebook.operator_value_parser import RATE_UNITS, read_form
from dealer_station.engine.rulebook.rules import Rules

MILLIONTHS = 1_000_000


def meter(table: Table, rules: Rules, name: MeterName) -> Meter:
    """The current state of a meter; at first, its seed."""
    return next((meter for meter in table.meters if meter.name == name), Meter(name, seed_cents(rules, name)))


def seed_cents(rules: Rules, name: MeterName) -> int:
    """The amount from which a meter starts, and to which it returns after it was paid."""
    if name == "progressive":
        return rules.progressive.meter_reset.value * 100
    seeds: tuple[int, int] = read_form("seeds", rules.bonus_spin.bonus_seeds.value)
    return seeds[0] if name == "primary" else seeds[1]


def share_millionths(stake: Cents, rules: Rules, name: MeterName) -> int:
    """Amount that a wager adds to a meter; zero if nobody entered the wager's amount."""
    if name == "progressive":
        rate = round(rules.progressive.meter_rate.value * RATE_UNITS)
    else:
        text = rules.bonus_spin.bonus_rates.value
        rates: tuple[int, int] = read_form("rates", text) if text else (0, 0)
        rate = rates[0] if name == "primary" else rates[1]
    # Cents of stake / 100 are dollars; a rate of 1/10,000 cent for each makes a millionth of a cent.
    return (stake or 0) * rate


def moved(
    table: Table, rules: Rules, name: MeterName, cause: MeterCause, by: int
) -> tuple[MeterChanged, ...]:
    """The event that moves a meter up or down by this many millionths; empty for zero."""
    now = meter(table, rules, name)
    cents, millionths = divmod(now.cents * MILLIONTHS + now.millionths + by, MILLIONTHS)
    return (MeterChanged(name, cause, by, cents, millionths),) if by else ()


def paid_out(table: Table, rules: Rules, name: MeterName, cents: int) -> tuple[MeterChanged, ...]:
    """The changes of a meter that paid this amount; afterwards it never stands below its seed."""
    left = max(meter(table, rules, name).cents - cents, seed_cents(rules, name))
    return moved(table, rules, name, "paid", (left - meter(table, rules, name).cents) * MILLIONTHS)


def meter_of(hand: Hand, line: Line) -> MeterName:
    """The meter that a line is paid from."""
    if line.wager == "progressive":
        return "progressive"
    return "secondary" if hand.spun == "secondary" else "primary"


def as_if_never_paid(table: Table, rules: Rules) -> tuple[MeterChanged, ...]:
    """Events that put everything paid from the meters in this round back into them."""
    paid: dict[MeterName, int] = {}
    for name, by in table.round.paid_from:
        paid[name] = paid.get(name, 0) + by
    return tuple(event for name, by in paid.items() for event in moved(table, rules, name, "paid", -by))
