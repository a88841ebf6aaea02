"""Meters of progressive jackpots: what they show, how a wager raises them, what a reset leaves.

A meter is counted in millionths of a cent, so that a rate that does not divide a cent carries its
remainder and nothing is ever rounded away. What it shows, and what it pays, is whole cents.
"""

from dealer_station.engine.model.events import MeterChanged
from dealer_station.engine.model.observations import Cents
from dealer_station.engine.model.table import Hand, Meter, Table
from dealer_station.engine.model.values import Line, MeterCause, MeterName
from dealer_station.engine.rulebook.operator_data import RATE_UNITS, read_form
from dealer_station.engine.rulebook.rules import Rules

MILLIONTHS = 1_000_000


def meter(table: Table, rules: Rules, name: MeterName) -> Meter:
    """A meter as it stands; before anything happened to it, its seed."""
    return next((meter for meter in table.meters if meter.name == name), Meter(name, seed_cents(rules, name)))


def seed_cents(rules: Rules, name: MeterName) -> int:
    """Amount that a meter starts from, and returns to when it was paid."""
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
    """The meter goes up or down by so many millionths; nothing where it stays as it is."""
    now = meter(table, rules, name)
    cents, millionths = divmod(now.cents * MILLIONTHS + now.millionths + by, MILLIONTHS)
    return (MeterChanged(name, cause, by, cents, millionths),) if by else ()


def paid_out(table: Table, rules: Rules, name: MeterName, cents: int) -> tuple[MeterChanged, ...]:
    """Changes of a meter that paid so much; it never stands below its seed after that."""
    left = max(meter(table, rules, name).cents - cents, seed_cents(rules, name))
    return moved(table, rules, name, "paid", (left - meter(table, rules, name).cents) * MILLIONTHS)


def meter_of(hand: Hand, line: Line) -> MeterName:
    """The meter that a line is paid from."""
    if line.wager == "progressive":
        return "progressive"
    return "secondary" if hand.spun == "secondary" else "primary"


def as_if_never_paid(table: Table, rules: Rules) -> tuple[MeterChanged, ...]:
    """Everything that was paid from the meters in this round lies in them again."""
    paid: dict[MeterName, int] = {}
    for name, by in table.round.paid_from:
        paid[name] = paid.get(name, 0) + by
    return tuple(event for name, by in paid.items() for event in moved(table, rules, name, "paid", -by))
