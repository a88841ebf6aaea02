"""Reports about wagers: late, changed, or over the limit."""

from msgspec.structs import replace

from dealer_station.engine.decide.chip_moves import excess_goes_back, excess_is_put_right, has_gone_back
from dealer_station.engine.due import irregularity_kinds
from dealer_station.engine.due.settlement import is_decided, is_open
from dealer_station.engine.due.wagers import Objection, may_be_over, most_on
from dealer_station.engine.model import events as e
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import HandName, Reported
from dealer_station.engine.model.table import Hand, Round, Table
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.model.values import Hold
from dealer_station.engine.model.wager_outcomes import Wager, dollars
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.rulebook.terms import wager_words

Events = tuple[Event, ...]
Answer = Events | Objection


def odd_cent(seen: Reported, rules: Rules) -> Objection | None:
    """The objection to a main wager whose half is not whole cents, because it may be surrendered."""
    if not seen.cents or seen.wager != "main" or seen.cents % 2 == 0:
        return None
    return Objection(
        said("half of {amount} is not a whole cent", amount=dollars(seen.cents)),
        rules.settlement.surrender.cite,
    )


def nothing_to_report(table: Table, rules: Rules, seen: Reported) -> Objection | None:
    """The objection to an empty report: late chips must exist, and a changed wager must differ."""
    if seen.nothing and seen.kind != "altered_wager":
        return Objection(
            "there are no chips to report: give an amount above zero", rules.wagers.deadline.cite
        )
    hands = irregularity_kinds.hands_at(table.round, seen.spot, seen.bettor)
    if seen.kind != "altered_wager" or not hands or not (seen.cents or seen.nothing):
        return None
    stake = hands[0].stake(seen.wager)
    if not rules.interventions or stake != (seen.cents or 0):
        return None
    reason = said(
        "spot {name} had {amount} on the {wager} at the call: nothing was changed",
        name=hands[0].name,
        amount=dollars(stake),
        wager=wager_words(seen.wager, rules),
    )
    return Objection(reason, rules.wagers.deadline.cite)


def too_late_to_count(hand: Hand, seen: Reported, rules: Rules) -> Objection | None:
    """The objection, in rounds of earlier versions, to a change of a wager that the cards have decided."""
    if not (seen.cents or seen.nothing) or is_open(hand, seen.wager) or not is_decided(hand, seen.wager):
        return None
    reason = said(
        "the {wager} of spot {name} is decided: report that the hand was settled wrongly",
        wager=wager_words(seen.wager, rules),
        name=hand.name,
    )
    return Objection(reason, rules.wagers.deadline.cite)


def detail_of(seen: Reported, rules: Rules) -> str:
    """Detail of the report: the spot or card it is about, and what is on the layout."""
    which = said("{card}", card=seen.card) if seen.card else ""
    if seen.lies is not None:
        return (
            said("it lies at spot {spot}", spot=seen.lies)
            if seen.lies
            else said("it lies with the dealer's card")
        )
    where = said("spot {spot}{bettor}", spot=seen.spot, bettor=seen.bettor) if seen.spot else which
    if not seen.cents and not seen.nothing:
        return where
    return said(
        "{where}: {amount} on the {wager}",
        where=where,
        amount=dollars(seen.cents or 0),
        wager=wager_words(seen.wager, rules),
    )


def late_wager(table: Table, rules: Rules, seen: Reported) -> Answer:
    """A hold for chips put down after the call, at any spot and in any amount; the amount is optional."""
    hands = irregularity_kinds.hands_at(table.round, seen.spot, seen.bettor)
    alone = [hand for hand in irregularity_kinds.hands_at(table.round, seen.spot) if not hand.bettor]
    if seen.bettor == "a" and alone:
        return Objection(
            said("spot {spot} has one bettor: name it {spot}, or a second one {spot}b", spot=seen.spot),
            rules.wagers.deadline.cite,
        )
    names = tuple(hand.name for hand in hands) or (str(HandName(seen.spot, seen.bettor)),)
    named = names if hands or seen.cents else ()
    if seen.entered and (not hands or hands[0].stake(seen.wager) != seen.cents):
        reason = said("spot {name} has no such wager: say how much came beside it", name=names[0])
        return Objection(reason, rules.wagers.deadline.cite)
    asked = Hold(seen.kind, detail_of(seen, rules), hands=named, cents=seen.cents or 0, wager=seen.wager)
    return (e.HoldRaised(replace(asked, entered=seen.entered)),)


def altered_wager(table: Table, rules: Rules, seen: Reported) -> Answer:
    """A hold for a changed wager, which the authority may let stand; the amount on the layout is optional."""
    hand = irregularity_kinds.hands_at(table.round, seen.spot, seen.bettor)[0]
    if not rules.interventions and (objection := too_late_to_count(hand, seen, rules)):
        return objection
    asked = Hold(
        seen.kind, detail_of(seen, rules), hands=(hand.name,), cents=seen.cents or 0, wager=seen.wager
    )
    return (e.HoldRaised(replace(asked, withdrawn=seen.nothing)),)


def round_in_question(table: Table, seen: Reported) -> Round:
    """The round that a report about wagers concerns: this one, or the last if the spot has no wager here."""
    hands = irregularity_kinds.hands_at(table.round, seen.spot, seen.bettor)
    settled = any(hand.lines for hand in hands)
    after_it = seen.kind in ("over_limit", "option_missed") and not hands
    late = (seen.kind == "wrong_pay" and not settled) or after_it
    return table.last if late and table.last else table.round


def over_limit(table: Table, rules: Rules, seen: Reported) -> Answer:
    """Events of a wager over the limit; a book that always returns the excess leaves nothing to decide."""
    round_ = round_in_question(table, seen)
    hand = irregularity_kinds.hands_at(round_, seen.spot, seen.bettor)[0]
    most, limit = most_on(round_, rules, hand, seen.wager)
    if seen.wager == "war_tie" and hand.choice != "war":
        return Objection(said("spot {name} is not at war", name=hand.name), rules.war.war_tie_wager.cite)
    if seen.cents and most is None:
        return Objection("this table has no maximum for that wager", limit.cite)
    if seen.cents and most is not None and seen.cents <= most:
        return Objection(
            said("{amount} is within the limit of {most}", amount=dollars(seen.cents), most=dollars(most)),
            limit.cite,
        )
    if seen.cents and not may_be_over(round_, rules, hand, seen.wager):
        return _came_later(hand, seen.wager, rules)
    if rules.wagers.over_max.value != "return_excess":
        asked = Hold(
            seen.kind, detail_of(seen, rules), hands=(hand.name,), cents=seen.cents or 0, wager=seen.wager
        )
        return (e.HoldRaised(asked),)
    return _excess(round_, table, rules, seen, hand)


def _came_later(hand: Hand, wager: Wager, rules: Rules) -> Objection:
    """The objection to chips beyond the amount entered at the call: they are late, not over the limit."""
    reason = said(
        "spot {name} had {amount} on the {wager} at the call: report a late or a changed wager",
        name=hand.name,
        amount=dollars(hand.stake(wager) or 0),
        wager=wager_words(wager, rules),
    )
    return Objection(reason, rules.wagers.deadline.cite)


def _excess(round_: Round, table: Table, rules: Rules, seen: Reported, hand: Hand) -> Answer:
    """Events that return the excess above the maximum, or pay it back if it was taken with the stake."""
    gone = Objection("what lay above the limit has gone back already", rules.wagers.over_max.cite)
    if any(line.wager == seen.wager for line in hand.excess):
        return gone
    if not seen.cents:
        return ()
    if has_gone_back(table, round_, rules, hand, seen.wager, seen.cents):
        return gone
    never_entered = hand.stake(seen.wager) == 0 and not is_decided(hand, seen.wager)
    if round_ is table.round and (is_open(hand, seen.wager) or never_entered):
        return excess_goes_back(round_, rules, hand, seen.wager, seen.cents)
    return excess_is_put_right(round_, rules, hand, seen.wager, seen.cents)
