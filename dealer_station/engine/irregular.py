"""What stops the table, who may rule on it, which rulings there are, and where each card goes."""

from msgspec import Struct

from dealer_station.engine import events as e
from dealer_station.engine.cards import Card
from dealer_station.engine.dues import Cited
from dealer_station.engine.events import Event, Hold
from dealer_station.engine.observations import Ruled
from dealer_station.engine.rules import Rules
from dealer_station.engine.table import Table

KINDS = (
    *("face_up", "drawn_unseen", "drawn_exposed", "burn_exposed", "burn_forgotten", "missed_spot"),
    *("empty_spot", "misplaced", "option_missed", "cut_card_missing", "cut_card_overrun", "shoe_empty"),
    *("damaged_card", "exposed_before_shoe", "over_limit", "late_wager", "altered_wager", "wrong_pay"),
    *("player_left", "progressive_count", "unreadable", "impossible_card", "dispute"),
)
"""Everything that a dealer may report."""

RULINGS = (
    *("play_on", "burn", "discard", "forward", "dealer_next", "void_round", "void", "out", "reshuffle"),
    *("reconstruct", "correct", "pay", "take", "accept", "refuse"),
)
"""Everything that an authority may say; which of them a hold allows is in `rulings_for`."""


class Reason(Struct, frozen=True):
    """Why the table stopped, as the dealer reads it."""

    words: str
    rule: Cited


def stray_card(card: Card | None) -> Hold:
    """A card left the shoe when none was due."""
    return Hold("card_not_due", card=card, has_card=True)


def unreadable_card() -> Hold:
    """A card left the shoe and the reader could not read it."""
    return Hold("unreadable", has_card=True)


def rulings_for(hold: Hold) -> tuple[str, ...]:
    """What the authority may say here, so that every card stays accounted for."""
    if hold.kind == "unreadable":
        return ("correct", "discard", "burn")
    if hold.has_card:
        next_card = ("play_on",) if hold.card else ()
        return (*next_card, "discard", "burn", "void_round")
    if hold.kind == "cut_card":
        return ("play_on", "reshuffle")
    return ("play_on", "void_round")


def reason_for(hold: Hold, rules: Rules) -> Reason:
    """What happened, and the rule under which the authority is called."""
    authority = rules.roles.role_map
    match hold.kind:
        case "card_not_due":
            return Reason("A card left the shoe when none was due", rules.irregularities.error_doctrine)
        case "unreadable":
            return Reason("The reader could not read this card: key it in", authority)
        case "cut_card":
            return Reason("The cut card came out: does the shoe go on?", rules.deal.cutcard_mid_round)
        case "side_bets":
            return Reason("Side bets lie on the layout: the floor settles them by hand", authority)
        case "device":
            return Reason(f"A device needs attention: {hold.detail}", rules.irregularities.shuffler_fault)
        case _:
            return Reason(f"Reported: {hold.detail or hold.kind}".replace("_", " "), authority)


def events_of_ruling(table: Table, rules: Rules, ruled: Ruled) -> tuple[Event, ...] | None:
    """What the ruling on the newest hold makes happen; None where the hold does not allow it."""
    hold = table.holds[-1]
    if ruled.ruling not in rulings_for(hold):
        return None
    rule = reason_for(hold, rules).rule
    cite = rule.cite if rule.status == "stated" else ""
    done = e.HoldRuled(hold.kind, ruled.ruling, ruled.by, ruled.because, cite)
    card: tuple[Event, ...] = ()
    if hold.has_card:
        racked = e.CardRacked(hold.card, burned=ruled.ruling == "burn")
        card = (e.CardKept(hold.card),) if ruled.ruling == "play_on" else (racked,)
    if ruled.ruling == "void_round":
        return (done, *card, e.RoundVoided())
    if ruled.ruling == "reshuffle":
        return (done, e.ShoeSpent())
    return (done, *card)
