"""What a report makes happen: each kind as the book at hand says, and as no other book does."""

from collections.abc import Callable

from msgspec.structs import replace

from dealer_station.engine import events as e
from dealer_station.engine import irregular
from dealer_station.engine.cards import Card
from dealer_station.engine.events import DEALER, Drawn, Event, Hold, Place
from dealer_station.engine.observations import Reported
from dealer_station.engine.orders import places_in_order, spots_at_war, spots_dealt_in
from dealer_station.engine.rules import Rules
from dealer_station.engine.table import Round, Table
from dealer_station.engine.wagers import Objection

Events = tuple[Event, ...]
Answer = Events | Objection


def events_of_report(table: Table, rules: Rules, seen: Reported) -> Answer:
    """The facts that a report makes true, or why it cannot be so."""
    if seen.kind not in irregular.KINDS:
        return Objection(f'nobody knows "{seen.kind}"; report one of {", ".join(irregular.KINDS)}', "")
    kind = irregular.CATALOGUE[seen.kind]
    if not irregular.can_have_happened(seen.kind, table, rules):
        return Objection(f"{seen.kind} cannot have happened now", kind.rule(rules).cite)
    if objection := _wrong_place(table, rules, seen, kind.asks):
        return objection
    happened = _HANDLERS.get(seen.kind, _ask)(table, rules, seen)
    if isinstance(happened, Objection) or _holds(happened):
        return happened
    return (*happened, *_authority_is_called(table, rules, seen))


def _wrong_place(table: Table, rules: Rules, seen: Reported, asks: str) -> Objection | None:
    """A report that names no spot, or one where it cannot have happened."""
    round_ = table.round
    if asks == "empty spot" and not irregular.is_empty_spot(seen.spot, round_, rules):
        return Objection(f"spot {seen.spot or '?'} is not an empty spot of this table", "")
    if asks == "spot" and seen.spot not in spots_dealt_in(round_, rules):
        return Objection(f"spot {seen.spot or '?'} has no wager that gets a card", "")
    hands = (*round_.hands, *(table.last.hands if table.last and seen.kind == "wrong_pay" else ()))
    if asks == "hand" and not any(
        hand.bet.spot == seen.spot and seen.bettor in ("", hand.bet.bettor) for hand in hands
    ):
        return Objection(f"nobody plays on spot {seen.spot or '?'}{seen.bettor}", "")
    return None


def _holds(events: Events) -> bool:
    return any(isinstance(event, e.HoldRaised) for event in events)


def _authority_is_called(table: Table, rules: Rules, seen: Reported) -> Events:
    """One book has the supervisor come under all circumstances, also where it fixes the outcome."""
    if rules.house.dispute_call.value != "always_supervisor":
        return ()
    hands = tuple(hand.name for hand in irregular.hands_at(table.round, seen.spot, seen.bettor))
    return (e.HoldRaised(Hold(seen.kind, detail=_detail(seen), hands=hands, decided=True)),)


def _detail(seen: Reported) -> str:
    return f"spot {seen.spot}{seen.bettor}" if seen.spot else seen.card or ""


def _ask(table: Table, _rules: Rules, seen: Reported) -> Answer:
    """No rule fixes the outcome: stop, and let the authority choose."""
    hands = tuple(hand.name for hand in irregular.hands_at(table.round, seen.spot, seen.bettor))
    hold = Hold(seen.kind, detail=_detail(seen), hands=hands)
    if seen.kind in _ABOUT_THE_LAST_CARD:
        if table.holds and table.holds[-1].has_card:
            # The stop that the card itself caused becomes this one, so that it is ruled on once.
            waiting = table.holds[-1]
            ruled = e.HoldRuled(waiting.kind, "reported", "", seen.kind, "")
            return (
                ruled,
                e.HoldRaised(replace(waiting, kind=seen.kind, detail=hold.detail, counted=True, kept=False)),
            )
        hold = replace(hold, draw=irregular.last_card(table.round))
    return (e.HoldRaised(hold),)


_ABOUT_THE_LAST_CARD = ("drawn_exposed", "empty_spot", "misplaced", "impossible_card", "damaged_card")


def _face_up(table: Table, rules: Rules, seen: Reported) -> Answer:
    """A card that lay face up is not used; a second one in a round may void it, or ask for a shuffle."""
    racked = card_goes(table, "rack", seen.kind)
    second = rules.irregularities.second_face_up
    if table.round.face_ups and second.value == "void_all_reshuffle":
        return (*racked, *voided_round(table), e.LeftForLater("shuffle face_up"))
    again_in_round = table.round.face_ups and second.cite != "not addressed"
    again_in_shoe = table.shoe.face_ups and second.value == "void_all_reshuffle"
    if again_in_round or again_in_shoe:
        return (*racked, e.HoldRaised(Hold("second_face_up")))
    return racked


def _drawn_unseen(table: Table, _rules: Rules, seen: Reported) -> Answer:
    return card_goes(table, "next", seen.kind)


def _by_value(section: str) -> Callable[[Table, Rules, Reported], Answer]:
    """The card in question goes where the value of the book's rule says; otherwise the authority is asked."""

    def handler(table: Table, rules: Rules, seen: Reported) -> Answer:
        value = getattr(rules.irregularities, section).value
        if value == "burn_if_exposed_else_next":
            value = "burn"
        outcome = {"next_card_out": "next", "burn": "burn", "discard": "rack"}.get(value)
        properly_due = not table.holds and seen.kind == "drawn_exposed"
        if outcome is None or (properly_due and outcome != "next"):
            return _ask(table, rules, seen)
        return card_goes(table, outcome, seen.kind)

    return handler


def _burn_exposed(table: Table, rules: Rules, seen: Reported) -> Answer:
    value = rules.irregularities.burn_exposed.value
    last_burn = next(drawn for drawn in reversed(table.round.draws) if drawn.burned)
    harmless = value == "stays_burn" or (value == "harmless_opening_ask_war" and last_burn.deal != "war")
    if harmless:
        return (e.RulingRecorded("stays_burn", "", seen.kind),)
    return _ask(table, rules, seen)


def _burn_forgotten(table: Table, rules: Rules, seen: Reported) -> Answer:
    """Cards that were taken for burns were dealt: read them as they lie, or stop."""
    if len(seen.faces) != len(irregular.burns_in_question(table.round)):
        cite = rules.irregularities.burn_forgotten.cite
        return Objection("key in the cards that were taken for burns, in the order they were drawn", cite)
    if rules.irregularities.burn_forgotten.value == "play_on":
        return burns_were_dealt(table, rules, seen.faces)
    return (e.HoldRaised(Hold(seen.kind, faces=seen.faces)),)


def burns_were_dealt(table: Table, rules: Rules, faces: tuple[Card, ...]) -> Events:
    """The cards of this deal as they lie: one to each place in order, without the burns."""
    round_ = table.round
    known = dict(zip(irregular.burns_in_question(round_), faces, strict=True))
    war = any(drawn.deal == "war" for drawn in round_.draws)
    deal: e.Deal = "war" if war else "original"
    order = rules.war.deal[0] if war else rules.deal.order
    spots = spots_at_war(round_) if war else spots_dealt_in(round_, rules)
    places = [place for place in places_in_order(order.value, spots) if place is not None]
    return _dealt_again(round_, deal, places, known)


def _dealt_again(round_: Round, deal: e.Deal, places: list[Place], known: dict[int, Card]) -> Events:
    """The cards of a deal, in the order they were drawn, to these places; what is left over is held."""
    draws: list[Drawn] = []
    left: list[Card | None] = []
    waiting = iter(places)
    for index, drawn in enumerate(round_.draws):
        if drawn.deal != deal and index not in known:
            draws.append(drawn)
            continue
        if drawn.burned and index not in known:
            draws.append(drawn)
            continue
        place = next(waiting, None)
        card = known.get(index, drawn.card)
        if place is None:
            left.append(card)
        else:
            draws.append(Drawn(card, place, deal))
    reread = e.CardsReread(tuple(draws), waived=deal if known else None)
    held = (Hold("card_not_due", card=card, has_card=True, counted=True) for card in left)
    return (reread, *(e.HoldRaised(hold) for hold in held))


def _missed_spot(table: Table, rules: Rules, seen: Reported) -> Answer:
    """The cards lie one place on: read them so, and the spot is out; or stop, where the book deals it in."""
    value = rules.irregularities.missed_spot.value
    if value in ("reconstruct_else_void",):
        return _ask(table, rules, seen)
    return spot_was_missed(table, rules, seen.spot, seen.kind)


def spot_was_missed(table: Table, rules: Rules, spot: int, kind: str) -> Events:
    """All later cards of the original deal lie one place further on, and the spot's hands are void."""
    round_ = table.round
    spots = tuple(other for other in spots_dealt_in(round_, rules) if other != spot)
    places = [place for place in places_in_order(rules.deal.order.value, spots) if place is not None]
    voided = tuple(
        e.HandVoided(hand.bet.spot, hand.bet.bettor, kind) for hand in irregular.hands_at(round_, spot)
    )
    return (*voided, *_dealt_again(round_, "original", places, {}))


def _option_missed(table: Table, rules: Rules, seen: Reported) -> Answer:
    """One book takes the later cards back as if undrawn and asks again; the others stop."""
    round_ = table.round
    hand = irregular.hands_at(round_, seen.spot, seen.bettor)[0]
    if not hand.choice:
        return Objection(f"spot {hand.name} has not been passed over: it is still to be asked", "")
    if rules.irregularities.missed_option.value != "requeue_as_undisclosed":
        return _ask(table, rules, seen)
    if any(line.wager in ("main", "war") for other in round_.hands for line in other.lines if other.choice):
        return _ask(table, rules, seen)
    war_cards = sum(1 for drawn in round_.draws if drawn.deal == "war")
    back = (e.CardsRequeued(war_cards),) if war_cards else ()
    return (*back, e.OptionChosen(hand.bet.spot, hand.bet.bettor, "", 0))


def _cut_card_trouble(table: Table, rules: Rules, seen: Reported) -> Answer:
    """The round is finished first; then the cards are shuffled, or the question is asked."""
    if rules.irregularities.cutcard_overlooked_or_absent.value == "shuffle_after_round":
        later = e.LeftForLater("shuffle cut_card")
        passed = (e.CutCardPassed(),) if table.preparing or table.round.cut_card == "start" else ()
        return (later, *passed) if table.round.opened else (e.CardsTakenOut("cut_card"),)
    if not table.round.opened:
        return _ask(table, rules, seen)
    return (e.LeftForLater(f"ask {seen.kind}"),)


def _shoe_empty(table: Table, rules: Rules, seen: Reported) -> Answer:
    if rules.irregularities.short_shoe.value == "shuffle_discards_continue":
        return (e.CardsTakenOut("short_shoe"),)
    return _ask(table, rules, seen)


def _damaged_card(table: Table, rules: Rules, seen: Reported) -> Answer:
    if rules.irregularities.damaged_card.value == "replace_after_round":
        return (e.LeftForLater("replace_card"),)
    return _ask(table, rules, seen)


def _exposed_before_shoe(table: Table, rules: Rules, seen: Reported) -> Answer:
    now = table.preparing
    match rules.irregularities.exposed_before_shoe.value:
        case "shuffle":
            return (e.CardsTakenOut("exposed"),)
        case "final_cut" if now and "cut" not in now.done:
            return (e.RulingRecorded("final_cut", "", seen.kind),)
        case "recut" if now and "cut" in now.done:
            return (e.CutRepeated(),)
        case _:
            return _ask(table, rules, seen)


def _unreadable(_table: Table, _rules: Rules, _seen: Reported) -> Answer:
    return Objection("key the card in: report unreadable CARD", "")


_HANDLERS: dict[str, Callable[[Table, Rules, Reported], Answer]] = {
    "face_up": _face_up,
    "drawn_unseen": _drawn_unseen,
    "drawn_exposed": _by_value("exposed_draw"),
    "empty_spot": _by_value("empty_spot_card"),
    "misplaced": _by_value("misplaced"),
    "burn_exposed": _burn_exposed,
    "burn_forgotten": _burn_forgotten,
    "missed_spot": _missed_spot,
    "option_missed": _option_missed,
    "cut_card_missing": _cut_card_trouble,
    "cut_card_overrun": _cut_card_trouble,
    "shoe_empty": _shoe_empty,
    "damaged_card": _damaged_card,
    "exposed_before_shoe": _exposed_before_shoe,
    "unreadable": _unreadable,
}


def card_goes(table: Table, where: str, kind: str, ruled: e.HoldRuled | None = None) -> Events:
    """The card in question, held or on the felt, ends: next out, burned, racked, or with the dealer."""
    hold = table.holds[-1] if table.holds else None
    if hold and hold.has_card:
        done = ruled or e.HoldRuled(hold.kind, where, "", kind, "")
        goes: dict[str, Event] = {
            "next": e.CardKept(hold.card),
            "dealer": e.CardKept(hold.card, for_dealer=True),
            "burn": e.CardRacked(hold.card, burned=True, kind=kind),
            "rack": e.CardRacked(hold.card, burned=False, kind=kind),
        }
        return (done, goes[where])
    ending = (ruled,) if ruled else ()
    index = hold.draw if hold and hold.draw is not None else irregular.last_card(table.round)
    if index is None or where == "next":
        return ending
    if where == "dealer":
        return (*ending, *_to_the_dealer(table.round, index))
    return (*ending, e.CardRetired(index, burned=where == "burn", kind=kind))


def _to_the_dealer(round_: Round, index: int) -> Events:
    """A card on the felt becomes the dealer's, where the dealer has none in this deal."""
    drawn = round_.draws[index]
    if drawn.place is None or round_.card_at(DEALER, drawn.deal) is not None:
        return ()
    moved = Drawn(drawn.card, DEALER, drawn.deal)
    return (e.CardsReread((*round_.draws[:index], moved, *round_.draws[index + 1 :])),)


def voided_round(table: Table) -> Events:
    """All that is not settled goes back; where something was settled, the authority sees the list."""
    moved = [hand.name for hand in table.round.hands if hand.lines]
    voided = (e.RoundVoided(),)
    if not moved:
        return voided
    detail = "settled already: " + ", ".join(moved)
    return (*voided, e.HoldRaised(Hold("settled_then_void", detail=detail, hands=tuple(moved))))
