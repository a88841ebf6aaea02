"""What a ruling makes happen: to the card in question, to hands, to the round, to the shoe."""

from dealer_station.engine import events as e
from dealer_station.engine import irregular
from dealer_station.engine.events import Event, Hold
from dealer_station.engine.observations import Ruled
from dealer_station.engine.reports import burns_were_dealt, card_goes, spot_was_missed, voided_round
from dealer_station.engine.rules import Rules
from dealer_station.engine.table import Hand, Table
from dealer_station.engine.wagers import Objection

Events = tuple[Event, ...]

AT_ANY_TIME = ("accept", "void", "void_round", "out", "reshuffle", "pay", "take")
"""What an authority may say although nothing waits for a ruling."""


def events_of_ruling(table: Table, rules: Rules, seen: Ruled) -> Events | Objection:
    """The facts that a ruling makes true, or why it is none here."""
    if objection := _unknown_hand(table, seen):
        return objection
    if not table.holds:
        return _unasked(table, rules, seen)
    hold = table.holds[-1]
    allowed = irregular.rulings_for(hold, rules)
    rule = irregular.reason_for(hold, rules).rule
    if seen.ruling not in allowed:
        return Objection(f'"{seen.ruling}" is no ruling on this; it is {" or ".join(allowed)}', rule.cite)
    cite = rule.cite if rule.status in ("stated", "inferred", "interpretive") else ""
    ruled = e.HoldRuled(hold.kind, seen.ruling, seen.by, seen.because, cite)
    return _on_the_hold(table, rules, seen, hold, ruled)


def _unknown_hand(table: Table, seen: Ruled) -> Objection | None:
    known = {hand.name for hand in _hands(table)} | {str(hand.bet.spot) for hand in _hands(table)}
    for name in seen.hands:
        if name not in known:
            return Objection(f"nobody plays on spot {name}", "")
    return None


def _hands(table: Table) -> tuple[Hand, ...]:
    return table.round.hands or (table.last.hands if table.last else ())


def _unasked(table: Table, rules: Rules, seen: Ruled) -> Events | Objection:
    """The floor may step in at any time; `accept` only records that somebody was there."""
    if seen.ruling not in AT_ANY_TIME:
        return Objection("nothing waits for a ruling", rules.roles.role_map.cite)
    recorded = e.RulingRecorded(seen.ruling, seen.by, seen.because)
    if seen.ruling == "out" and rules.irregularities.players_out_option.value == "none":
        return Objection("this book lets nobody out of a hand", rules.irregularities.players_out_option.cite)
    if seen.ruling in ("void", "void_round", "out") and not table.round.closed:
        return Objection("no hand is in play", rules.settlement.void.cite)
    return (recorded, *_consequence(table, seen, seen.ruling))


def _on_the_hold(table: Table, rules: Rules, seen: Ruled, hold: Hold, ruled: e.HoldRuled) -> Events:
    ruling = seen.ruling
    if hold.has_card:
        where = {"burn": "burn", "discard": "rack", "dealer_next": "dealer"}.get(ruling, "next")
        return (*card_goes(table, where, hold.kind, ruled), *_consequence(table, seen, ruling))
    if hold.kind == "missed_spot" and ruling != "reconstruct":
        out = (
            spot_was_missed(table, rules, int(hold.hands[0].rstrip("abc")), hold.kind)
            if not hold.decided
            else ()
        )
        others = tuple(name for name in seen.hands if name not in hold.hands)
        return (ruled, *out, *_voided(table, others, ruling))
    if hold.kind == "burn_forgotten" and ruling == "play_on":
        return (ruled, *burns_were_dealt(table, rules, hold.faces))
    if hold.draw is not None and ruling in ("burn", "discard", "dealer_next"):
        where = {"burn": "burn", "discard": "rack", "dealer_next": "dealer"}[ruling]
        return card_goes(table, where, hold.kind, ruled)
    return (ruled, *_consequence(table, seen, ruling, hold))


def _consequence(table: Table, seen: Ruled, ruling: str, hold: Hold | None = None) -> Events:
    """What a ruling does beyond the card in question."""
    hands = seen.hands or (hold.hands if hold else ())
    match ruling:
        case "void_round":
            return voided_round(table)
        case "void" | "out":
            return _voided(table, hands, ruling)
        case "refuse" if hold and hold.kind == "late_wager":
            return _voided(table, hands, "late_wager")
        case "reshuffle":
            return _reshuffled(table, hold)
        case "pay" | "take" if seen.hands or hands:
            number = table.round.number if table.round.hands else table.round.number - 1
            cents = seen.cents or 0
            return tuple(
                e.Corrected(number, name, "pay" if ruling == "pay" else "take", cents, seen.by, seen.because)
                for name in hands
            )
        case _:
            return ()


def _voided(table: Table, names: tuple[str, ...], kind: str) -> Events:
    return tuple(
        e.HandVoided(hand.bet.spot, hand.bet.bettor, kind)
        for hand in table.round.hands
        if hand.name in names or str(hand.bet.spot) in names
    )


def _reshuffled(table: Table, hold: Hold | None) -> Events:
    """Now, where no round is in play; in the middle of one when it is over, unless it cannot go on."""
    if hold and hold.kind == "shoe_empty":
        return (e.CardsTakenOut("short_shoe"),)
    if hold and hold.kind == "idle":
        return (e.CardsTakenOut("ordered"),)
    if table.round.closed:
        return (e.LeftForLater("shuffle ordered"),)
    return (e.CardsTakenOut("ordered"),)
