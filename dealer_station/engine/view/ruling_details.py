"""Details that the signer of a ruling must choose: the hand or the read, and whether a rule supports it."""

from msgspec import Struct

from dealer_station.engine.due.late_wagers import counts_with_cards_out, more_that_counts
from dealer_station.engine.due.ruling_choices import (
    as_ruled,
    can_be_voided,
    choices,
    hands_in_dispute,
    is_intervention,
    may_be_put_right,
)
from dealer_station.engine.due.where_cards_lie import card_in_question, earlier_reads, lying_on_the_felt
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.kinds import as_ruling
from dealer_station.engine.model.observations import Ruled
from dealer_station.engine.model.table import Hand, Table
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.model.values import Place
from dealer_station.engine.rulebook.rules import Rules


class ReadView(Struct, frozen=True):
    """A read that may be wrong: its name, its place in words, and its face if it is visible."""

    at: str
    words: str
    card: Card | None = None
    lies: Place | None = None
    """The place on the felt; None for a card that is held or in the rack."""


def is_an_intervention(table: Table, rules: Rules, ruling: str) -> bool:
    """True if this ruling is an intervention: the floor rules although nothing waits for it."""
    return not table.holds and is_intervention(rules, ruling)


def counts_although_cards_are_out(table: Table, rules: Rules, ruling: str) -> bool:
    """True for a finding that makes chips count although a card that decides them is out."""
    finding = ruling == "unfounded" and bool(table.holds)
    return finding and counts_with_cards_out(table.round, rules, table.holds[-1])


def chips_that_count(table: Table, rules: Rules) -> int:
    """The cents that the finding on the newest hold makes count."""
    return more_that_counts(table.round, rules, table.holds[-1])


def chooses_hands(table: Table, ruling: str) -> bool:
    """True if the signer must name the hands of a ruling, because the hold names none or too many."""
    hold = table.holds[-1] if table.holds else None
    if ruling == "refuse" and hold is not None and hold.kind == "progressive_count" and not hold.hands:
        return len(_with_a_progressive(table)) > 1
    if ruling == "out" or hold is None or not hold.hands:
        return ruling in ("void", "out", "pay", "take")
    return ruling in ("pay", "take") and hold.kind == "settled_then_void" and len(hold.hands) > 1


def hands_for(table: Table, rules: Rules, ruling: str, *, departs: bool = False) -> tuple[Hand, ...]:
    """The hands that a ruling can apply to: those that can be voided, or those that can be corrected."""
    if ruling in ("void", "out"):
        hold = table.holds[-1] if table.holds and ruling == "void" else None
        return tuple(hand for hand in table.round.hands if can_be_voided(hand, hold, rules))
    if ruling == "refuse":
        return _with_a_progressive(table)
    if table.holds and table.holds[-1].kind == "dispute":
        return _hands_in_dispute(table, rules, ruling, departs=departs)
    round_ = table.round if table.round.hands or table.last is None else table.last
    if table.holds:
        named = table.holds[-1].hands
        return tuple(hand for hand in round_.hands if not named or hand.name in named)
    return tuple(hand for hand in round_.hands if may_be_put_right(round_, hand))


def _with_a_progressive(table: Table) -> tuple[Hand, ...]:
    return tuple(hand for hand in table.round.hands if hand.bet.progressive_cents != 0)


def _hands_in_dispute(table: Table, rules: Rules, ruling: str, *, departs: bool) -> tuple[Hand, ...]:
    """The hands for which this ruling on a dispute would be accepted; void hands only by a departure."""
    hold = table.holds[-1]

    def allowed(hand: Hand) -> tuple[str, ...]:
        found = choices(table, rules, as_ruled(hold, Ruled(as_ruling(ruling), (hand.name,))))
        return found.departures if departs else found.remedies

    return tuple(hand for hand in hands_in_dispute(table, hold) if ruling in allowed(hand))


def departs_from(table: Table, rules: Rules, ruled: Ruled) -> str:
    """The paragraphs that a ruling on the newest hold departs from, for the hands that it names."""
    return choices(table, rules, as_ruled(table.holds[-1], ruled)).cite


def reads_in_question(table: Table, rules: Rules) -> tuple[ReadView, ...]:
    """The reads that may be wrong; for an impossible card also earlier ones, if its face may be known."""
    hold = table.holds[-1] if table.holds else None
    card = card_in_question(table)
    if hold is None or hold.kind != "impossible_card" or card is None:
        return ()
    if not hold.has_card:
        draws = table.round.draws
        lying = lying_on_the_felt(table, rules)
        return tuple(
            ReadView(read.at, read.words, draws[read.draw or 0].card, draws[read.draw or 0].place)
            for read in reversed(lying)
        )
    if not hold.detail:
        return ()  # Offer no choices while a face is hidden.
    earlier = earlier_reads(table, card, hold.draw)
    draws = table.round.draws
    here = draws[hold.draw].place if hold.draw is not None else None
    return (
        ReadView("", said("this card"), lies=here),
        *(
            ReadView(read.at, read.words, lies=draws[read.draw].place if read.draw is not None else None)
            for read in earlier
        ),
    )
