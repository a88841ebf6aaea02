"""The bonus wheel: its availability, its trigger, and the prize of each symbol.

The book leaves most of it to the operator. Without the operator's data the wheel is not offered, and a prize
that the book prints in two ways is paid only after the floor has validated it.
"""

from functools import cache

from msgspec import Struct

from dealer_station.engine.due.settlement import ABANDONED
from dealer_station.engine.model.table import Hand, Round
from dealer_station.engine.model.translatable_sentences import joined, said
from dealer_station.engine.model.values import DEALER, MeterName
from dealer_station.engine.rulebook.operator_value_parser import (
    JACKPOTS,
    read_form,
    read_symbols,
    read_table,
    read_trigger,
)
from dealer_station.engine.rulebook.rule_sections import PayLine, Rule
from dealer_station.engine.rulebook.rules import Rules

FIVE_DOLLARS, ONE_DOLLAR = 500, 100
NEEDED = ("bonus_trigger", "bonus_wheel", "bonus_seeds")
"""Data that the operator must supply before the wheel can be offered."""


class Prize(Struct, frozen=True):
    """Prize of a symbol: an amount, or a share of its meter."""

    symbol: str
    cents: int
    meter: MeterName | None
    meter_percent: int
    cite: str
    needs_the_floor: str
    """Reason why the floor must validate it before it is paid; empty if it may be paid."""


def missing_data(rules: Rules) -> tuple[str, ...]:
    """Data that the operator has not supplied yet."""
    return tuple(name for name in NEEDED if not getattr(rules.bonus_spin, name).value)


def is_offered(rules: Rules) -> bool:
    """True if the table has the wheel and all the data that it needs."""
    return rules.bonus_spin.bonus_spin.value == "on" and not missing_data(rules)


def is_triggered(round_: Round, rules: Rules) -> bool:
    """True if the dealer's first card has the designated rank and colour."""
    card = round_.card_at(DEALER, "original")
    return card is not None and read_trigger(rules.bonus_spin.bonus_trigger.value).is_met_by(card)


def waits_for_the_wheel(hand: Hand, round_: Round, rules: Rules) -> bool:
    """True for a bonus wager that the dealer's card has triggered and that is not paid yet."""
    if not hand.has("bonus", "take") or hand.voided == ABANDONED:
        return False
    return not hand.has("bonus", "pay", "return") and is_triggered(round_, rules)


@cache
def prizes(rules: Rules, stake_cents: int) -> dict[str, Prize]:
    """Prizes of the operator's wheel for this stake; empty if no table covers it."""
    spin = rules.bonus_spin
    if stake_cents == ONE_DOLLAR:
        lines = read_table(spin.bonus_one_dollar.value) if spin.bonus_one_dollar.value else ()
        table = {line.hand: _prize(line, spin.bonus_one_dollar.cite, printed=False) for line in lines}
    else:
        own = read_table(spin.bonus_table.value) if spin.bonus_table.value else ()
        printed = (*spin.hot_spot.value, *spin.community.value)
        table = {_symbol(line): _prize(line, line.cite, printed=True) for line in printed}
        for line in own:
            cite = table[line.hand].cite if line.hand in table else spin.bonus_table.cite
            table[line.hand] = _prize(line, cite, printed=True)
    return {
        symbol: prize for symbol, prize in table.items() if symbol in read_symbols(spin.bonus_wheel.value)
    }


def _symbol(line: PayLine) -> str:
    """The symbol of a paytable entry: `Jackpot, primary` is `primary` on the wheel, `$1,000` is `1000`."""
    return line.hand.removeprefix("Jackpot, ").replace("$", "").replace(",", "")


def _prize(line: PayLine, cite: str, *, printed: bool) -> Prize:
    symbol = _symbol(line)
    meter: MeterName | None = "primary" if symbol == "primary" else None
    meter = "secondary" if symbol == "secondary" else meter
    why: str = ""
    if line.meter_percent:
        why = said("the {symbol} jackpot: which of the two meters pays must be validated", symbol=symbol)
    elif printed and symbol.isdecimal() and line.cents != int(symbol) * 100:
        amount = line.cents // 100
        why = said("the symbol says {symbol}, the table pays {amount}", symbol=symbol, amount=amount)
    floor = joined(" ", (why, f"({cite})")) if why else ""
    return Prize(symbol, line.cents, meter, line.meter_percent, cite, floor)


def table_of(prize: Prize, rules: Rules) -> Rule[tuple[PayLine, ...]]:
    """The book's paytable that has this prize: the Hot Spot, or else the Community Pay."""
    spin = rules.bonus_spin
    hot = any(line.cite == prize.cite for line in spin.hot_spot.value)
    return spin.hot_spot if hot else spin.community


def fault_of_data(rules: Rules) -> str:
    """The fault of the operator's data as a whole, or empty; single values were checked before."""
    spin = rules.bonus_spin
    if spin.bonus_spin.value != "on" or missing_data(rules):
        return ""
    seeds: tuple[int, int] = read_form("seeds", spin.bonus_seeds.value)
    for name, seed, least in zip(JACKPOTS, seeds, spin.seed_cents.value, strict=True):
        if seed < least:
            return f"the {name} meter starts from at least {least // 100} dollars ({spin.seed_cents.cite})"
    wheel = read_symbols(spin.bonus_wheel.value)
    for stake in (FIVE_DOLLARS, *((ONE_DOLLAR,) if spin.bonus_one_dollar.value else ())):
        known = prizes(rules, stake)
        if unknown := [symbol for symbol in wheel if symbol not in known]:
            return (
                f"no table says what {unknown[0]} on the wheel pays for {stake // 100} dollars; "
                f"take it off bonus_wheel or add it to {'bonus_table' if stake > 100 else 'bonus_one_dollar'}"
            )
    for text in (spin.bonus_table.value, spin.bonus_one_dollar.value):
        for line in read_table(text) if text else ():
            if not (line.meter_percent if line.hand in JACKPOTS else line.cents):
                kind = "a share of its meter, such as 100%" if line.hand in JACKPOTS else "an amount"
                return f"the table pays {line.hand} nothing; give it {kind}"
    return ""
