"""Card moves outside the regular deal: cards that are held, retired, re-read or corrected."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from dealer_station.engine.due import irregularity_kinds
from dealer_station.engine.due.irregularity_kinds import deal_going_on
from dealer_station.engine.due.meters import as_if_never_paid, meter_of, paid_out
from dealer_station.engine.due.orders import (
    dealer_card_is_hidden,
    places_in_order,
    spots_at_war,
    spots_dealt_in,
    spots_gone,
)
from dealer_station.engine.due.settlement import (
    ABANDONED,
    CHIPS_ON_CARDS,
    is_settled,
    void_lines_due,
    void_rule,
    void_undoes_settlements,
)
from dealer_station.engine.due.wagers import Objection
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.kinds import CardFault, CardGoes, HoldKind, VoidKind
from dealer_station.engine.model.observations import Ruled
from dealer_station.engine.model.table import Hand, Round, Table
from dealer_station.engine.model.translatable_sentences import joined, said
from dealer_station.engine.model.values import DEALER, Deal, Drawn, Hold, Line, Place, ShuffleLater
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.rulebook.terms import spot_title, wager_words
from dealer_station.engine.words.pay_and_take_words import line_words

Events = tuple[Event, ...]
MISSED_IN_WAR: Final = "missed_in_war"
"""Void cause if a spot got no war card: the books cover only the original deal, so the floor rules."""
MISSED = ("missed_spot", MISSED_IN_WAR)


def cited(kind: HoldKind, rules: Rules, *, in_war: bool = False) -> str:
    """The citation of a rule; empty if the book is silent, so that the record shows the silence."""
    entry = irregularity_kinds.CATALOGUE[kind]
    rule = entry.rule(rules)
    opening_only = rule.value == "harmless_opening_ask_war" and in_war
    if entry.silent or opening_only or rule.status in ("silent", "house_default"):
        return ""
    return rule.cite


def card_goes(
    table: Table,
    rules: Rules,
    where: CardGoes,
    kind: HoldKind,
    ruled: e.HoldRuled | None = None,
    draw: int | None = None,
) -> Events:
    """Events that send the card in question to its destination: next out, burn, rack or dealer."""
    # `draw` is the index of the card that a report names.
    held = irregularity_kinds.held_card(table) if draw is None else None
    if ruled and held != len(table.holds) - 1:
        held = None
    if held is not None:
        hold = table.holds[held]
        done = ruled or e.HoldRuled(hold.kind, where, "", kind, cited(kind, rules), index=held, tapped=True)
        goes: dict[str, Event] = {
            "next": e.CardKept(hold.card, hold.number),
            "dealer": e.CardKept(hold.card, hold.number, for_dealer=True),
            "burn": e.CardRacked(hold.card, burned=True, kind=kind),
            "rack": e.CardRacked(hold.card, burned=False, kind=kind),
        }
        return (done, goes[where])
    ending: tuple[e.HoldRuled, ...] = (ruled,) if ruled else ()
    named = table.holds[-1].draw if ruled else draw
    index = named if named is not None else irregularity_kinds.last_card(table.round)
    if index is None or index >= len(table.round.draws) or where == "next":
        return ending
    if where == "dealer":
        return (*ending, *_to_the_dealer(table.round, rules, index, kind))
    out = retired(table.round, index, burned=where == "burn", kind=kind)
    # A hold about a card that is now out of play needs no ruling.
    waiting = table.holds[:-1] if ruled else table.holds
    cite = ruled.cite if ruled else cited(kind, rules)
    over = (
        e.HoldRuled(hold.kind, where, "", kind, cite, index=place, tapped=True)
        for place, hold in reversed(tuple(enumerate(waiting)))
        if hold.draw == index and (out or not ruled)
    )
    return (*ending, *over, *out)


def retired(round_: Round, index: int, *, burned: bool, kind: HoldKind) -> Events:
    """Events that take a card off the felt; players who had tied on it lose their choice."""
    drawn = round_.draws[index]
    if drawn.deal == "irregular":
        return ()
    out = e.CardRetired(index, burned, kind)
    if drawn.deal != "original":
        return (out,)
    again = (
        e.OptionChosen(hand.bet.spot, hand.bet.bettor, "", 0)
        for hand in round_.hands
        if drawn.place in (DEALER, hand.spot)
        if hand.choice and all(line.wager != "main" for line in hand.lines)
    )
    return (out, *again)


def _to_the_dealer(round_: Round, rules: Rules, index: int, kind: HoldKind) -> Events:
    """Events that make a card on the felt the dealer's, if the dealer has no other in this deal."""
    drawn = round_.draws[index]
    others = (*round_.draws[:index], *round_.draws[index + 1 :])
    if drawn.place is None or any(one.place == DEALER and one.deal == drawn.deal for one in others):
        return ()
    # A misplaced card that was due to the dealer lies elsewhere. Earlier rulebooks did not ask for a look at
    # it.
    lies_elsewhere = kind == "misplaced" and rules.interventions
    if drawn.place == DEALER and not lies_elsewhere:
        return ()
    return (e.CardsReread(_with(round_, index, Drawn(drawn.card, DEALER, drawn.deal)), kind=kind),)


def taken_from(lies: Place | None, events: Events) -> Events:
    """Events that take a card off the felt, from the wrong place that a report named."""
    if lies is None:
        return events
    return tuple(replace(event, lies=lies) if isinstance(event, e.CardRetired) else event for event in events)


def _with(round_: Round, index: int, drawn: Drawn) -> tuple[Drawn, ...]:
    return (*round_.draws[:index], drawn, *round_.draws[index + 1 :])


BURN: Final = "burn_forgotten"


def burns_were_dealt(table: Table, rules: Rules, faces: tuple[tuple[int, Card], ...]) -> Events:
    """Events that lay out the cards of this deal one to each place in order, even those taken for burns."""
    round_ = table.round
    known = {index: card for index, card in faces if index < len(round_.draws) and round_.draws[index].burned}
    order = _order_of_the_deal(table, rules)
    events = _dealt_again(round_, rules, _only_places(order), known, BURN)
    if deal_going_on(round_) == "original":
        return events
    reread = next(event for event in events if isinstance(event, e.CardsReread))
    waived = _burns_left_out(order, reread.draws)
    return (replace(reread, waived_burns=waived), *events[1:])


def _burns_left_out(order: tuple[Place | None, ...], draws: tuple[Drawn, ...]) -> int:
    """Number of burns that should have come before the last card on the felt and did not."""
    served = {drawn.place for drawn in draws if drawn.deal == "war" and drawn.place is not None}
    reached = max((index for index, place in enumerate(order) if place in served), default=-1)
    asked = sum(place is None for place in order[: reached + 1])
    return max(0, asked - sum(drawn.burned and drawn.deal == "war" for drawn in draws))


def spot_was_missed(table: Table, rules: Rules, spot: int, kind: CardFault) -> Events:
    """Events after a spot was missed: later cards move one place on, and its hands are void."""
    round_ = table.round
    voided = tuple(
        e.HandVoided(hand.bet.spot, hand.bet.bettor, kind)
        for hand in irregularity_kinds.hands_at(round_, spot)
        if not is_settled(hand)
    )
    order = _order_of_the_deal(table, rules)
    if spot not in order:
        return voided
    others = [place for place in _only_places(order) if abs(place) != spot]
    return (*voided, *_dealt_again(round_, rules, others, {}, kind))


def _order_of_the_deal(table: Table, rules: Rules, also: tuple[int, ...] = ()) -> tuple[Place | None, ...]:
    """The order of the deal in progress, burns included, for everybody in the round when it began."""
    round_ = table.round
    out = (spot for spot in spots_gone(round_) if _was_dealt_in(round_, rules, spot))
    return _order_for(round_, rules, (*out, *also))


def _order_for(round_: Round, rules: Rules, also: tuple[int, ...]) -> tuple[Place | None, ...]:
    if deal_going_on(round_) == "war":
        order, spots = rules.war.deal[0].value, spots_at_war(round_)
    else:
        order, spots = rules.deal.order.value, spots_dealt_in(round_, rules)
    return places_in_order(order, tuple(sorted({*spots, *also})))


def _was_dealt_in(round_: Round, rules: Rules, spot: int) -> bool:
    """True if a spot that has since left the round was to get a card; a missed spot got none."""
    deal = deal_going_on(round_)
    hands = irregularity_kinds.hands_at(round_, spot)
    if any(hand.voided in MISSED for hand in hands) and round_.card_at(spot, deal) is None:
        return False
    if deal == "war":
        return any(hand.choice == "war" for hand in hands)
    any_wager = rules.deal.card_recipient.value == "any_wager_box"
    return any_wager or any(hand.bet.main_cents != 0 for hand in hands)


def _only_places(order: tuple[Place | None, ...]) -> list[Place]:
    return [place for place in order if place is not None]


def _laid_out(round_: Round, indices: list[int], places: list[Place]) -> dict[int, Place]:
    """The places of these cards by index: one to each place in order, skipping spots that had left."""
    gone, waiting, laid = spots_gone(round_), list(places), dict[int, Place]()
    for index in indices:
        while waiting and gone.get(abs(waiting[0]), index + 1) <= index:
            waiting.pop(0)
        if waiting:
            laid[index] = waiting.pop(0)
    return laid


def _dealt(round_: Round) -> list[int]:
    """The indexes in the round of the cards of the deal in progress."""
    deal = deal_going_on(round_)
    return [
        index for index, drawn in enumerate(round_.draws) if drawn.deal == deal and drawn.place is not None
    ]


def card_at_empty_spot(table: Table, rules: Rules, spot: int) -> int | None:
    """The index of the card of this deal that lies at a spot that was to get none, or None."""
    waiting = (hold.place for hold in table.holds if hold.kind == "empty_spot" and hold.draw is not None)
    others = tuple(place for place in waiting if place is not None)
    order = _order_of_the_deal(table, rules, (spot, *others))
    laid = _laid_out(table.round, _dealt(table.round), _only_places(order))
    return next((index for index, place in laid.items() if place == spot), None)


def _without(table: Table, rules: Rules, index: int) -> list[Drawn]:
    """All draws of the round; every card after `index` is moved one place back."""
    draws = list(table.round.draws)
    others = [number for number in _dealt(table.round) if number != index]
    places = _only_places(_order_of_the_deal(table, rules))
    for number, place in _laid_out(table.round, others, places).items():
        draws[number] = replace(draws[number], place=place)
    return draws


def one_place_back(table: Table, rules: Rules, index: int, lies: Place, *, burned: bool) -> Events:
    """Events that take a card at an empty spot off the felt and move every later card one place back."""
    kind: Final = "empty_spot"
    draws = _without(table, rules, index)
    reread = e.CardsReread(tuple(draws), kind=kind)
    draws[index] = replace(draws[index], place=None, burned=False)
    served = {drawn.place for drawn in draws if drawn.deal == deal_going_on(table.round)}
    order = _order_for(table.round, rules, tuple(spot for spot in spots_gone(table.round) if spot in served))
    at_nobody = _burns_before_nobody(table.round, order, draws)
    # The last place of the deal is now free, so a card that came when none was due was drawn for it.
    missing = _still_to_draw(table.round, order, draws)
    return (
        replace(reread, waived_burns=-at_nobody),
        e.CardRetired(index, burned, kind, lies),
        *_answers_off(table.round, tuple(draws)),
        *held_cards_are_next(table, rules, kind, missing + at_nobody),
    )


def _burns_before_nobody(round_: Round, order: tuple[Place | None, ...], draws: list[Drawn]) -> int:
    """The number of burns made before a card at an empty spot; each recipient has three burns of its own."""
    dealt = [drawn for drawn in draws if drawn.deal == deal_going_on(round_)]
    served = {drawn.place for drawn in dealt if drawn.place is not None}
    unserved = next((i for i, place in enumerate(order) if place is not None and place not in served), None)
    if unserved is None or not served:
        return 0
    reached = max((i for i in range(unserved) if order[i] is not None), default=0)
    last = max(i for i, drawn in enumerate(dealt) if drawn.place is not None)
    owed = sum(place is None for place in order[:reached])
    wanted = sum(place is None for place in order[reached:unserved])
    since = min(wanted, sum(drawn.burned for drawn in dealt[last:]))
    return sum(drawn.burned for drawn in dealt) + round_.waived_burns - owed - since


def _still_to_draw(round_: Round, order: tuple[Place | None, ...], draws: list[Drawn]) -> int:
    """The number of cards that the deal still needs, burns included."""
    dealt = [drawn for drawn in draws if drawn.deal == deal_going_on(round_)]
    had = sum(drawn.burned or drawn.place is not None for drawn in dealt) + round_.waived_burns
    return max(0, len(order) - had)


def held_cards_are_next(table: Table, rules: Rules, kind: HoldKind, most: int | None = None) -> Events:
    """Events that make held cards that came when none was due the next cards out, in drawing order."""
    surplus = [
        index for index, hold in enumerate(table.holds) if hold.kind == "card_not_due" or hold.left_over
    ][:most]
    return tuple(
        event
        for index in reversed(surplus)
        for event in (
            e.HoldRuled(
                table.holds[index].kind, "next", "", kind, cited(kind, rules), index=index, tapped=True
            ),
            e.CardKept(table.holds[index].card, table.holds[index].number),
        )
    )


def _answers_off(round_: Round, draws: tuple[Drawn, ...]) -> Events:
    """Events that withdraw the choices made on cards that have changed."""
    now = replace(round_, draws=draws)
    return tuple(
        e.OptionChosen(hand.spot, hand.bettor, "", 0)
        for hand in round_.hands
        if hand.choice and all(line.wager != "main" for line in hand.lines)
        if any(
            now.card_at(place, "original") != round_.card_at(place, "original")
            for place in (hand.spot, DEALER)
        )
    )


def dealers_card_instead(table: Table, rules: Rules, index: int, kind: HoldKind) -> Events | Objection:
    """Events that make a card at an empty spot the dealer's, if the dealer has no card on the layout."""
    deal, draws = deal_going_on(table.round), _without(table, rules, index)
    if any(drawn.place == DEALER and drawn.deal == deal for drawn in draws if drawn is not draws[index]):
        return Objection("the dealer has a card already", cited(kind, rules))
    draws[index] = replace(draws[index], place=DEALER)
    return (e.CardsReread(tuple(draws), kind=kind), *_answers_off(table.round, tuple(draws)))


def forward_from(table: Table, rules: Rules, index: int, spot: int, kind: HoldKind) -> Events:
    """Events that move a card at an empty spot on in dealing order, never to an earlier spot that was due."""
    round_, drawn = table.round, table.round.draws[index]
    places = _only_places(_order_of_the_deal(table, rules, (spot,)))
    beyond = places[places.index(spot) + 1 :]
    if drawn.place is None or drawn.place in beyond:
        return (e.CardsReread(round_.draws, kind=kind),)
    served = {round_.draws[number].place for number in _dealt(round_) if number != index}
    taken = {*served, *spots_gone(round_)}
    free = next((place for place in beyond if place not in taken), DEALER)
    draws = _with(round_, index, replace(drawn, place=free))
    return (e.CardsReread(draws, kind=kind), *_answers_off(round_, draws))


def forward_from_wrong_place(table: Table, rules: Rules, index: int, lies: Place) -> Events:
    """Events that move a card in the wrong place on to where it was due, never to an earlier place."""
    round_ = table.round
    if index >= len(round_.draws):
        return ()  # The cards have been read again since, and this one no longer belongs to the deal.
    drawn = round_.draws[index]
    places = _only_places(_order_of_the_deal(table, rules, (lies,) if lies > DEALER else ()))
    from_there = places[places.index(lies) :] if lies in places else places
    if drawn.place is None or drawn.place in from_there:
        return (e.CardsReread(round_.draws, kind="misplaced"),)
    # The card lies beyond the place where it was due: it stays there, or goes to the next place without a
    # card.
    taken = {round_.draws[number].place for number in _dealt(round_) if number != index}
    taken |= {*spots_gone(round_)}
    served = spots_at_war(round_) if deal_going_on(round_) == "war" else spots_dealt_in(round_, rules)
    free = (place for place in from_there if place not in taken and (place <= DEALER or place in served))
    draws = _with(round_, index, replace(drawn, place=next(free, DEALER)))
    return (e.CardsReread(draws, kind="misplaced"), *_answers_off(round_, draws))


PAID_BESIDE = ("progressive", "bonus", "envy")
"""Side bets and the envy payments they cause: a round that a rule makes void pays none of them."""


def reversed_settlements(hands: tuple[Hand, ...], *deals: Deal) -> tuple[e.SettlementReversed, ...]:
    """Events that return the chips moved on the cards of these deals to where they lay, hand by hand."""
    return settlements_struck(tuple(hand for hand in hands if not hand.voided), *deals)


def settlements_struck(hands: tuple[Hand, ...], *deals: Deal) -> tuple[e.SettlementReversed, ...]:
    """Events that strike every settlement on these deals, including returned stakes of void hands."""
    moved = (
        (hand, tuple(line for line in hand.lines if line.deal in deals and line.wager in CHIPS_ON_CARDS))
        for hand in hands
    )
    return tuple(e.SettlementReversed(hand.spot, hand.bettor, lines) for hand, lines in moved if lines)


def every_settlement_undone(table: Table, rules: Rules, apart: tuple[str, ...] = ()) -> Events:
    """Events that undo every settlement of a round that a rule makes void, including paid side bets (MD 11.D,
    MA §10(b)); the hands in `apart`, which a departure is about, keep theirs."""
    if not rules.interventions:
        return reversed_settlements(table.round.hands, "original", "war")
    settled = [hand for hand in table.round.hands if hand.lines and not hand.voided]
    kept = [hand for hand in settled if hand.name in apart or str(hand.spot) in apart]
    undone = (
        e.SettlementReversed(hand.spot, hand.bettor, hand.lines) for hand in settled if hand not in kept
    )
    meters: Events = as_if_never_paid(table, rules)
    for hand in kept:
        for line in hand.lines:
            if line.meter_cents:
                now = fold(table, meters)
                meters = (*meters, *paid_out(now, rules, meter_of(hand, line), line.meter_cents))
    return (*undone, *meters)


def paid_side_bets_undone(table: Table, rules: Rules) -> Events:
    """Events that take back paid side bets: nobody is paid in a round that a rule makes void."""
    paid = (
        (hand, tuple(line for line in hand.lines if line.wager in PAID_BESIDE)) for hand in table.round.hands
    )
    undone = (e.SettlementReversed(hand.spot, hand.bettor, lines) for hand, lines in paid if lines)
    return (*undone, *as_if_never_paid(table, rules))


def _dealt_again(
    round_: Round, rules: Rules, places: list[Place], known: dict[int, Card], kind: CardFault
) -> Events:
    """Events that deal these cards again to `places`, in drawing order; surplus cards are held."""
    deal = deal_going_on(round_)
    cards = sorted({*known, *_dealt(round_)})
    laid = _laid_out(round_, cards, places)
    left = [index for index in cards if index not in laid]
    draws = tuple(
        Drawn(known.get(index, drawn.card), laid[index], deal) if index in laid else drawn
        for index, drawn in enumerate(round_.draws)
        if index not in left
    )
    held = (
        Hold(
            "drawn_exposed" if _face_was_seen(round_, rules, index) else "card_not_due",
            card=known.get(index, round_.draws[index].card),
            has_card=True,
            counted=True,
            left_over=rules.interventions,
        )
        for index in left
    )
    reread = e.CardsReread(draws, left_over=tuple(left), kind=kind)
    return (reread, *(e.HoldRaised(hold) for hold in held))


def _face_was_seen(round_: Round, rules: Rules, index: int) -> bool:
    """True if the face of the card was seen: only a dealer's card that is not turned yet lies face down."""
    drawn = round_.draws[index]
    dealers = drawn.place == DEALER and drawn.deal == "original"
    return rules.interventions and not (dealers and dealer_card_is_hidden(round_, rules))


def _moved(line: Line, rules: Rules) -> str:
    """A settlement line in words: `Initial wager: 10 taken`."""
    amount = "?" if line.cents is None else dollars(line.cents)
    return said(
        {
            "take": "{wager}: {amount} taken",
            "pay": "{wager}: {amount} paid",
            "return": "{wager}: {amount} returned",
            "half": "{wager}: {amount} taken and {amount} returned",
        }[line.action],
        wager=wager_words(line.wager, rules),
        amount=amount,
    )


def voided_round(table: Table, rules: Rules, kind: VoidKind = "", taken_away: Events = ()) -> Events:
    """Events of a void round: unsettled wagers go back, and the authority gets a list of the settled ones."""
    # Wagers that their players took away earlier are booked as returned. If the book makes the round void,
    # every settlement is undone; otherwise the authority chooses. A wager that was forfeit because its player
    # left goes back too.
    left = (hand for hand in table.round.hands if hand.voided == ABANDONED)
    void: Events = (
        *(e.HandVoided(hand.spot, hand.bettor, kind or "void_round") for hand in left),
        e.RoundVoided(kind),
        *taken_away,
    )
    settled = [hand for hand in table.round.hands if hand.lines]
    if not settled:
        return void
    # Side bets were also collected from hands that are still open, so the lists name every wager.
    hands = list(table.round.hands) if rules.interventions else settled

    def made(hand: Hand) -> tuple[str, ...]:
        return tuple(_moved(line, rules) for line in hand.moves)

    detail = said("Settled already: {hands}", hands=_listed(hands, rules, made))
    rule, undone = void_rule(kind, rules), void_undoes_settlements(kind, rules)
    names = {hand.name for hand in hands}
    lie_there = [hand for hand in fold(table, taken_away).round.hands if hand.name in names]
    lying = [_as_if_never_settled(hand, rules) for hand in lie_there] if undone else lie_there

    def owed(hand: Hand) -> tuple[str, ...]:
        lines = void_lines_due(hand, rule, rules.settlement.odds)
        return tuple(line_words(line, rules) for line in lines)

    if back := _listed(lying, rules, owed):
        detail = said("{settled}. Still to go back: {hands}", settled=detail, hands=back)
    asked = Hold("settled_then_void", detail=detail, hands=tuple(hand.name for hand in settled))
    if undone:
        asked = replace(asked, at=f"{rule.cite} ({rule.status})")
    elif any("not_covered" in entry.when for entry in rules.rulings.settled_then_void):
        asked = replace(asked, silent=True)
    return (*void, e.HoldRaised(asked))


def _as_if_never_settled(hand: Hand, rules: Rules) -> Hand:
    """The hand with its chips as they lay before the settlement."""
    if hand.voided:
        return hand
    # Earlier rulebooks left paid side bets as they were.
    kept = () if rules.interventions else PAID_BESIDE
    return replace(hand, lines=tuple(line for line in hand.lines if line.wager in kept))


def _listed(hands: list[Hand], rules: Rules, moves_of: Callable[[Hand], tuple[str, ...]]) -> str:
    """Hands and moves in words: `Spot 1 (Initial wager: 10 taken, Progressive: 5 taken); Spot 3 (...)`."""
    return joined(
        "; ",
        (
            said("{where} ({moves})", where=spot_title(hand.name, rules), moves=joined(", ", moves))
            for hand in hands
            if (moves := moves_of(hand))
        ),
    )


def second_card_voids(table: Table, rules: Rules) -> bool:
    """True if another card lay face up in this round and the book voids all hands for that."""
    return bool(table.round.face_ups) and _second_voids_all(rules)


def _second_voids_all(rules: Rules) -> bool:
    return rules.irregularities.second_face_up.value == "void_all_reshuffle"


def voids_by_the_letter(ruled: Ruled, rules: Rules) -> bool:
    """True if the book's rule, taken literally, covers a second card of a later round, and is followed."""
    return _second_voids_all(rules) and rules.interventions and not ruled.departs


def void_by_second_card(table: Table, rules: Rules) -> Events:
    """Events after a second face-up card: all hands are void, and the cards are shuffled after the round."""
    return (*voided_round(table, rules, "face_up"), e.LeftForLater(ShuffleLater("face_up")))


def second_card_asked(table: Table, rules: Rules) -> Events:
    """A hold that asks whether to shuffle the shoe, if another card of it lay face up before."""
    asks = rules.irregularities.second_face_up.cite != "not addressed"
    asks = asks or rules.house.dispute_call.value == "always_supervisor"
    if table.round.face_ups and asks:
        return (e.HoldRaised(Hold("second_face_up")),)
    if not table.shoe.face_ups or not _second_voids_all(rules):
        return ()
    # The rule is about one deal. Applying it to a later deal of the same shoe is a matter of interpretation.
    reading = rules.rulings.second_face_up[0]
    return (e.HoldRaised(Hold("second_face_up", at=f"{reading.cite} ({reading.status})")),)
