"""Settlements on cards that a ruling has changed or taken out of play: undone, or left to the authority."""

from msgspec.structs import replace

from dealer_station.engine.decide.irregular_card_moves import reversed_settlements
from dealer_station.engine.due.orders import spots_at_war
from dealer_station.engine.due.settlement import is_settled
from dealer_station.engine.model import events as e
from dealer_station.engine.model.cards import rank
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.kinds import HoldKind
from dealer_station.engine.model.observations import HandName
from dealer_station.engine.model.table import Hand, Round, Table
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.model.values import DEALER, Deal, Hold
from dealer_station.engine.rulebook.rules import Rules

Events = tuple[Event, ...]


def settled_otherwise(before: Table, now: Table, rules: Rules, kind: HoldKind) -> Events:
    """Events for settlements on cards that a ruling has changed: wagers of open hands are settled again."""
    # A hand whose main wager is settled waits for the authority. A damaged card was valid when the hand was
    # settled, so that result stands.
    if now.round.number != before.round.number or now.round.voided:
        return ()
    changed = [
        (hand, deals)
        for hand in now.round.hands
        if not hand.voided and (deals := _changed_deals(hand, before.round, now.round))
    ]
    # Earlier rulebooks left a paid tie wager as it was while the main wager of its hand was open.
    again = [(hand, deals) for hand, deals in changed if rules.interventions and _is_settled_again(hand, now)]
    undone = tuple(
        replace(event, kind=kind) for hand, deals in again for event in reversed_settlements((hand,), *deals)
    )
    kept = [hand for hand, _ in changed if all(hand is not one for one, _ in again)]
    kept = [hand for hand in kept if is_settled(hand) or rules.interventions]
    names = tuple(hand.name for hand in kept) if kind != "damaged_card" else ()
    asked = {name for hold in now.holds if hold.kind == "wrong_pay" for name in hold.hands}
    if not names or asked.issuperset(names):
        return undone
    detail = said("spot {hands}: settled on a card that has changed", hands=", ".join(names))
    return (*undone, e.HoldRaised(Hold("wrong_pay", detail, hands=names)))


def _is_settled_again(hand: Hand, table: Table) -> bool:
    """True if the cards still to come, or as they lie now, can settle the wagers of this hand again."""
    round_ = table.round
    # Once the war cards are out, they alone settle the hand.
    in_war = hand.spot in spots_at_war(round_) and any(drawn.deal == "war" for drawn in round_.draws)
    return not is_settled(hand) and not in_war and hand.spot not in round_.picked_up


def _changed_deals(hand: Hand, before: Round, now: Round) -> tuple[Deal, ...]:
    """The deals on which this hand was settled and whose outcome for it has changed."""
    deals = dict.fromkeys(line.deal for line in hand.lines if line.deal in ("original", "war"))
    return tuple(deal for deal in deals if _outcome(hand, before, deal) != _outcome(hand, now, deal))


def _outcome(hand: Hand, round_: Round, deal: Deal) -> int | None:
    """Higher, lower or equal on a deal; None if a card is missing."""
    own = round_.card_at(hand.spot, deal)
    dealers = round_.card_at(-hand.spot, deal) or round_.card_at(DEALER, deal)
    apart = rank(own) - rank(dealers) if own and dealers else None
    return apart if apart is None else (apart > 0) - (apart < 0)


def settled_on(table: Table, index: int, kind: HoldKind) -> Events:
    """Events for hands that were settled on a card that may not be used: another card settles them again."""
    drawn = table.round.draws[index]
    if drawn.place is None:
        return ()
    round_, everybody = table.round, drawn.place == DEALER
    hands = tuple(hand for hand in round_.hands if everybody or hand.spot == abs(drawn.place))
    lying = tuple(hand for hand in hands if hand.spot not in round_.picked_up)
    # A hand whose cards are in the rack is not dealt again; the authority corrects it with chips.
    racked = reversed_settlements(tuple(hand for hand in hands if hand not in lying), drawn.deal)
    names = tuple(str(HandName(event.spot, event.bettor)) for event in racked)
    detail = said("spot {hands}: settled on a card that may not be used", hands=", ".join(names))
    asked = (e.HoldRaised(Hold("wrong_pay", detail, hands=names)),) if names else ()
    again = (replace(event, kind=kind) for event in reversed_settlements(lying, drawn.deal))
    return (*again, *asked)
