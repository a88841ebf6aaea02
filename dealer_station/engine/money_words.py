"""How each movement of chips is said: PAY, TAKE, RETURN, with the wager and the amount or the odds."""

from dealer_station.engine.facts import Line
from dealer_station.engine.rules import Rules
from dealer_station.engine.sentences import said
from dealer_station.engine.wagers import dollars

SURRENDERS = {
    "take_half_return_half": "TAKE {half} of {wager}, then RETURN {half}",
    "draw_in_split_return_lock": (
        "BRING {wager} to the left above the rack; RETURN {half}; then lock up {half}"
    ),
    "unspecified": "TAKE {half} of {wager}, RETURN {half}",
}
"""How each book moves the chips of a surrender."""


def line_words(line: Line, rules: Rules) -> str:
    """One movement of chips: `PAY main 50`, or the odds where the stake is unknown."""
    wager = line.wager.replace("_", " ")
    if line.action == "half":
        half = "half" if line.cents is None else dollars(line.cents)
        return said(SURRENDERS[rules.settlement.surrender_handling.value], half=half, wager=wager)
    if line.meter_cents:
        return said("PAY {wager} {with_meter}", wager=wager, with_meter=_with_meter(line))
    if line.cents is None:
        return (
            said("PAY {wager} {odds} to 1", wager=wager, odds=line.odds)
            if line.action == "pay"
            else said("{action} {wager}", action=line.action.upper(), wager=wager)
        )
    return said(
        "{action} {wager} {amount}", action=line.action.upper(), wager=wager, amount=dollars(line.cents)
    )


def _with_meter(line: Line) -> str:
    """`17340: the meter's 12340 and 5000`, so that both parts can be counted."""
    if line.cents is None:
        return said("{odds} to 1 and the meter's {amount}", odds=line.odds, amount=dollars(line.meter_cents))
    rest = line.cents - line.meter_cents
    template = "{amount}: the meter's {meter} and {rest}" if rest else "{amount}: the meter's {meter}"
    return said(template, amount=dollars(line.cents), meter=dollars(line.meter_cents), rest=dollars(rest))


def matching_chips(lines: tuple[Line, ...], rules: Rules) -> str:
    """Where the dealer matched the war wager, those chips are the first unit of what is paid."""
    war = next((line for line in lines if line.wager == "war"), None)
    if war is None or rules.war.war_stake.value != "dealer_matches":
        return ""
    if war.action == "take":
        return "; take your matching chips back"
    if war.action == "pay":
        much = " with your matching chips and as much again"
        return much if war.odds > 1 else " with your matching chips"
    return "; take your matching chips back"
