"""Reports: the events that each kind of report causes under the book in use."""

from collections.abc import Callable

from msgspec.structs import replace

from dealer_station.engine.decide.irregular_card_moves import (
    Events,
    burns_were_dealt,
    card_at_empty_spot,
    card_goes,
    held_cards_are_next,
    one_place_back,
    second_card_asked,
    second_card_voids,
    spot_was_missed,
    taken_from,
    void_by_second_card,
)
from dealer_station.engine.decide.misreads import suspects_words
from dealer_station.engine.decide.missed_options import option_missed
from dealer_station.engine.decide.reported_card import draw_named
from dealer_station.engine.decide.wager_reports import (
    altered_wager,
    detail_of,
    late_wager,
    nothing_to_report,
    odd_cent,
    over_limit,
    round_in_question,
)
from dealer_station.engine.due import irregularity_kinds
from dealer_station.engine.due.orders import spots_dealt_in
from dealer_station.engine.due.shoe_preparation import supply_in_use
from dealer_station.engine.due.wagers import Objection
from dealer_station.engine.model import events as e
from dealer_station.engine.model.kinds import CardGoes
from dealer_station.engine.model.observations import HandName, Reported
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.model.values import DEALER, AskLater, Cause, Hold, ReplaceCardLater, ShuffleLater
from dealer_station.engine.rulebook.rules import Rules

Answer = Events | Objection


def events_of_report(table: Table, rules: Rules, seen: Reported) -> Answer:
    """The facts that a report causes, or the reason why it cannot be true."""
    if seen.kind not in irregularity_kinds.KINDS:
        return Objection(
            said(
                'unknown report "{kind}"; report one of {what}',
                kind=seen.kind,
                what=", ".join(irregularity_kinds.KINDS),
            ),
            "",
        )
    kind = irregularity_kinds.CATALOGUE[seen.kind]
    if not irregularity_kinds.can_have_happened(seen.kind, table, rules):
        return Objection(said("{kind} cannot have happened now", kind=seen.kind), kind.rule(rules).cite)
    if (
        objection := _wrong_place(table, rules, seen, kind.asks)
        or odd_cent(seen, rules)
        or nothing_to_report(table, rules, seen)
    ):
        return objection
    if rules.interventions and (objection := _is_reported_already(table, rules, seen)):
        return objection
    named = draw_named(table, rules, seen)
    if isinstance(named, Objection):
        return named
    handler = _HANDLERS.get(seen.kind, _ask) if named is None else _about_an_earlier_card(named)
    happened = handler(table, rules, seen)
    if isinstance(happened, Objection):
        return happened
    holds = tuple(event for event in happened if isinstance(event, e.HoldRaised))
    if any(event.hold.kind == seen.kind for event in holds):
        return happened
    facts = tuple(event for event in happened if not isinstance(event, e.HoldRaised))
    # The surplus card is ruled on first; the person who comes for it also decides the rest.
    return (*facts, *authority_is_called(table, rules, seen), *holds)


def _is_reported_already(table: Table, rules: Rules, seen: Reported) -> Objection | None:
    """The objection to a report about chips that repeats one on which nobody has ruled yet."""
    about = (seen.kind, str(HandName(seen.spot, seen.bettor)), seen.wager, seen.cents)
    for hold in table.holds if seen.cents else ():
        if about in {(hold.kind, name, hold.wager, hold.cents) for name in hold.hands}:
            cite = irregularity_kinds.CATALOGUE[seen.kind].rule(rules).cite
            return Objection("this is reported already: a ruling comes first", cite)
    return None


def _wrong_place(table: Table, rules: Rules, seen: Reported, asks: str) -> Objection | None:
    """The objection to a report that names no spot, or a spot where it cannot have happened."""
    round_, where = table.round, said("spot {which}{bettor}", which=seen.spot, bettor=seen.bettor)
    cite = irregularity_kinds.CATALOGUE[seen.kind].rule(rules).cite
    if asks in ("spot", "empty spot", "hand") and not seen.spot:
        return Objection(said("say which spot: report {kind} SPOT", kind=seen.kind), cite)
    if asks == "empty spot" and not irregularity_kinds.is_empty_spot(seen.spot, round_, rules):
        return Objection(said("{where} is not an empty spot of this table", where=where), cite)
    if asks == "spot" and seen.spot not in spots_dealt_in(round_, rules):
        return Objection(said("{where} has no wager that gets a card", where=where), cite)
    if asks == "spot" and round_.card_at(seen.spot, "original") is None:
        return Objection(said("{where} is still to be served", where=where), cite)
    if asks == "place" and seen.lies is not None:
        return _no_such_place(table, rules, seen.lies)
    if asks != "hand":
        return None
    hands = irregularity_kinds.hands_at(round_, seen.spot, seen.bettor)
    if (about := round_in_question(table, seen)) is not round_:
        hands = irregularity_kinds.hands_at(about, seen.spot, seen.bettor)
    if not seen.bettor and len(hands) > 1:
        return Objection(said("which bettor: {which}?", which=" or ".join(hand.name for hand in hands)), cite)
    if seen.kind == "late_wager" and 1 <= seen.spot <= rules.table.spots.value:
        return None
    if seen.kind == "wrong_pay":
        if any(hand.lines for hand in hands):
            return None
        return Objection(said("{where} has not been settled", where=where), cite)
    return None if hands else Objection(said("nobody plays on {where}", where=where), cite)


def _no_such_place(table: Table, rules: Rules, lies: int) -> Objection | None:
    """The objection to a misplaced card reported at a spot that does not exist, or where it was due."""
    cite, last = rules.irregularities.misplaced.cite, irregularity_kinds.last_card(table.round)
    if not 0 <= lies <= rules.table.spots.value:
        return Objection(said("this table has no spot {spot}", spot=lies), cite)
    if (
        irregularity_kinds.held_card(table) is None
        and last is not None
        and table.round.draws[last].place == lies
    ):
        return Objection("that is where the card was due: it is not misplaced", cite)
    return None


def authority_is_called(table: Table, rules: Rules, seen: Reported, draw: int | None = None) -> Events:
    """Events that call the supervisor, as one book does for every report; `draw` is the card in question."""
    if rules.house.dispute_call.value != "always_supervisor":
        return ()
    hands = _hands_meant(table, seen)
    again = seen.kind == "face_up" and table.round.face_ups
    kind = "second_face_up" if again else seen.kind
    asked = Hold(kind, detail=detail_of(seen, rules), hands=hands, draw=draw, decided=True)
    if seen.kind == "over_limit":
        asked = replace(asked, cents=seen.cents or 0, wager=seen.wager)
    return (e.HoldRaised(asked),)


def _hands_meant(table: Table, seen: Reported) -> tuple[str, ...]:
    """The names of the hands in question: all bettors of a missed spot, otherwise one bettor."""
    bettor = "" if irregularity_kinds.CATALOGUE[seen.kind].asks == "spot" else seen.bettor
    hands = irregularity_kinds.hands_at(table.round, seen.spot, bettor)
    if seen.kind == "missed_spot" and irregularity_kinds.deal_going_on(table.round) == "war":
        # Players who surrendered there are out already, and no card of the war was meant for them.
        hands = tuple(hand for hand in hands if hand.choice == "war") or hands
    if (about := round_in_question(table, seen)) is not table.round:
        hands = irregularity_kinds.hands_at(about, seen.spot, bettor)
    return tuple(hand.name for hand in hands)


def _ask(table: Table, rules: Rules, seen: Reported) -> Answer:
    """A hold for the authority to decide, because no rule fixes the outcome."""
    hands = _hands_meant(table, seen)
    hold = Hold(seen.kind, detail=detail_of(seen, rules), hands=hands, silent=_is_silent(table, rules, seen))
    if seen.kind == "empty_spot":
        hold = replace(hold, place=seen.spot)
    if seen.kind == "misplaced":
        hold = replace(hold, place=seen.lies)
    if seen.kind not in _ABOUT_A_CARD:
        return (e.HoldRaised(hold),)
    held = irregularity_kinds.held_card(table)
    if held is None:
        return (e.HoldRaised(_about_the_last_card(table, rules, hold)),)
    # This hold replaces the one that the card itself raised, so that the card is ruled on once.
    waiting = table.holds[held]
    ruled = e.HoldRuled(waiting.kind, "reported", "", seen.kind, "", index=held, tapped=True)
    now = replace(
        waiting,
        kind=seen.kind,
        detail=hold.detail,
        hands=hands,
        counted=True,
        kept=False,
        place=hold.place,
        instead_of=waiting.instead_of or waiting,
    )
    return (ruled, e.HoldRaised(now))


def _about_an_earlier_card(index: int) -> Callable[[Table, Rules, Reported], Answer]:
    """A handler that stops for a ruling, because cards were dealt after the one in question."""

    def handler(table: Table, rules: Rules, seen: Reported) -> Answer:
        hold, card = Hold(seen.kind, draw=index), table.round.draws[index].card
        if seen.kind == "face_up":
            return _earlier_card_face_up(table, rules, hold)
        if seen.kind == "damaged_card" and rules.interventions:
            return _replaced_later(table, rules, index) or (e.HoldRaised(hold),)
        if seen.kind == "impossible_card" and card is not None:
            hold = replace(hold, detail=suspects_words(table, rules, card, index))
        return (e.HoldRaised(hold),)

    return handler


def _is_silent(table: Table, rules: Rules, seen: Reported) -> bool:
    """True if the book's rule covers only the original deal, cut cards or hand shuffles, not this case."""
    irregularities, now, kind = rules.irregularities, table.preparing, seen.kind
    if kind == "missed_spot":
        in_war = any(drawn.deal == "war" for drawn in table.round.draws)
        at_war = any(hand.choice == "war" for hand in irregularity_kinds.hands_at(table.round, seen.spot))
        only_original = irregularities.missed_spot.value in ("void_join_next", "void_return")
        return in_war and at_war and only_original
    if kind == "burn_exposed" and irregularities.burn_exposed.value == "harmless_opening_ask_war":
        return next(drawn for drawn in reversed(table.round.draws) if drawn.burned).deal == "war"
    if kind != "exposed_before_shoe" or now is None:
        return False
    if irregularities.exposed_before_shoe.value == "recut":
        return "cut" not in now.done
    by_hand = supply_in_use(now, rules) == "manual_shoe"
    hidden_by_the_cut = by_hand and "cut" not in now.done
    return irregularities.exposed_before_shoe.value == "final_cut" and not hidden_by_the_cut


def _about_the_last_card(table: Table, rules: Rules, hold: Hold) -> Hold:
    last = irregularity_kinds.last_card(table.round)
    card = table.round.draws[last].card if last is not None else None
    if hold.kind == "impossible_card" and card is not None:
        return replace(hold, draw=last, detail=suspects_words(table, rules, card, last))
    return replace(hold, draw=last)


_ABOUT_A_CARD = ("face_up", "drawn_exposed", "empty_spot", "misplaced", "impossible_card", "damaged_card")


def _was_relied_on(table: Table) -> bool:
    """True if the card in question lies on the felt and hands have been settled on its deal."""
    last = irregularity_kinds.last_card(table.round)
    if irregularity_kinds.held_card(table) is not None or last is None:
        return False
    return irregularity_kinds.settlement_begun(table.round, table.round.draws[last].deal)


def _face_up(table: Table, rules: Rules, seen: Reported) -> Answer:
    """Events of a card that lay face up: it is unused; a second one may void the round or cause a shuffle."""
    voids = second_card_voids(table, rules)
    if _was_relied_on(table) and not voids:
        asked = _ask(table, rules, seen)
        return asked if isinstance(asked, Objection) else (*second_card_asked(table, rules), *asked)
    racked = card_goes(table, rules, "rack", seen.kind)
    if voids:
        return (*racked, *void_by_second_card(table, rules))
    # The supervisor who comes for every report also answers the question about a second card.
    called = rules.house.dispute_call.value == "always_supervisor"
    return racked if called else (*racked, *second_card_asked(table, rules))


def _earlier_card_face_up(table: Table, rules: Rules, hold: Hold) -> Events:
    """Events of an earlier card that lay face up: one book voids the round for a second one, others ask."""
    if second_card_voids(table, rules):
        racked = card_goes(table, rules, "rack", hold.kind, draw=hold.draw)
        return (*racked, *void_by_second_card(table, rules))
    return (*second_card_asked(table, rules), e.HoldRaised(hold))


def _drawn_unseen(table: Table, rules: Rules, seen: Reported) -> Answer:
    return card_goes(table, rules, "next", seen.kind)


_GOES_BY_VALUE: dict[str, CardGoes] = {
    "next_card_out": "next",
    "burn": "burn",
    "burn_if_exposed_else_next": "burn",
    "discard": "rack",
}


def _by_value(section: str) -> Callable[[Table, Rules, Reported], Answer]:
    """A handler that sends the card in question where the book's rule says, or else asks the authority."""

    def handler(table: Table, rules: Rules, seen: Reported) -> Answer:
        value = getattr(rules.irregularities, section).value
        outcome = _GOES_BY_VALUE.get(value)
        on_felt = irregularity_kinds.held_card(table) is None
        if value == "burn_if_exposed_else_next" and _is_unseen(table, rules):
            outcome = "next"
        properly_due = (on_felt and seen.kind == "drawn_exposed") or _was_relied_on(table)
        if outcome is None or (properly_due and outcome != "next"):
            return _ask(table, rules, seen)
        lies = seen.spot if seen.kind == "empty_spot" else seen.lies
        return taken_from(lies, card_goes(table, rules, outcome, seen.kind))

    return handler


def _is_unseen(table: Table, rules: Rules) -> bool:
    """True if the card in question is the dealer's and still lies face down."""
    last = irregularity_kinds.last_card(table.round)
    if irregularity_kinds.held_card(table) is not None or last is None:
        return False
    hidden = rules.deal.dealer_card_reveal.value != "face_up" and not table.round.has_done("turn_dealer_card")
    drawn = table.round.draws[last]
    return hidden and drawn.place == DEALER and drawn.deal == "original"


def _empty_spot(table: Table, rules: Rules, seen: Reported) -> Answer:
    """Events of a card at an empty spot, which stays the card in question even if later cards were dealt."""
    index = card_at_empty_spot(table, rules, seen.spot)
    held, last = irregularity_kinds.held_card(table) is not None, irregularity_kinds.last_card(table.round)
    relied_on = irregularity_kinds.settlement_begun(
        table.round, irregularity_kinds.deal_going_on(table.round)
    )
    if index is not None and not relied_on and _is_the_end_of_the_deal(table, rules):
        # The surplus card was drawn for the place that lacks the card at the empty spot.
        held, last = False, None
    if index is None and not held and last is not None and table.round.draws[last].burned:
        return Objection(
            said("no card has come to spot {spot} yet", spot=seen.spot),
            rules.irregularities.empty_spot_card.cite,
        )
    if held or index is None or index == last:
        return _by_value("empty_spot_card")(table, rules, seen)
    if table.round.draws[index].place in table.round.picked_up:
        return Objection(
            "the cards of that deal have been picked up", rules.irregularities.empty_spot_card.cite
        )
    value = rules.irregularities.empty_spot_card.value
    if value == "next_card_out" and not relied_on:
        # The card moves on to where it was due, and so does every card after it.
        return (e.CardsReread(table.round.draws, kind=seen.kind),)
    outcome = {"burn": True, "discard": False}.get(value)
    if outcome is None or relied_on:
        return (e.HoldRaised(Hold(seen.kind, detail=detail_of(seen, rules), draw=index, place=seen.spot)),)
    return one_place_back(table, rules, index, seen.spot, burned=outcome)


def _is_the_end_of_the_deal(table: Table, rules: Rules) -> bool:
    """True if cards came when none was due, and nobody has acted yet on those on the layout."""
    held, value = irregularity_kinds.held_card(table), rules.irregularities.empty_spot_card.value
    if held is None or table.round.has_done("turn_dealer_card"):
        return False
    if table.holds[held].kind != "card_not_due" and not table.holds[held].left_over:
        return False
    if value in ("next_card_out", "reconstruct"):
        return False  # Every card moves on to where it was due, so the held card is left over.
    return irregularity_kinds.deal_going_on(table.round) == "war" or not any(
        hand.choice for hand in table.round.hands
    )


def _burn_exposed(table: Table, rules: Rules, seen: Reported) -> Answer:
    value = rules.irregularities.burn_exposed.value
    last_burn = next(drawn for drawn in reversed(table.round.draws) if drawn.burned)
    harmless = value == "stays_burn" or (value == "harmless_opening_ask_war" and last_burn.deal != "war")
    return (e.Noted(seen.kind, "stays_burn"),) if harmless else _ask(table, rules, seen)


def _burn_forgotten(table: Table, rules: Rules, seen: Reported) -> Answer:
    """Events of forgotten burns: cards taken for burns are read from the layout, or the table stops."""
    burns = irregularity_kinds.burns_in_question(table.round, seen.count)
    rule = rules.irregularities.burn_forgotten
    if not 0 <= seen.count <= len(burns):
        return Objection(said("only {len} cards were taken for burns", len=len(burns)), rule.cite)
    if irregularity_kinds.settlement_begun(table.round, irregularity_kinds.deal_going_on(table.round)):
        return Objection("hands have been settled by the cards as they were read", rule.cite)
    if len(seen.faces) != len(burns):
        return Objection(
            "key in the cards that were taken for burns, in the order they were drawn", rule.cite
        )
    faces = tuple(zip(burns, seen.faces, strict=True))
    if rule.value == "play_on":
        return burns_were_dealt(table, rules, faces)
    return (e.HoldRaised(Hold(seen.kind, faces=faces)),)


def _missed_spot(table: Table, rules: Rules, seen: Reported) -> Answer:
    """Events of a missed spot: later cards move one place on; a hold if the book deals the spot in."""
    reconstructs = rules.irregularities.missed_spot.value == "reconstruct_else_void"
    chosen = any(hand.choice for hand in table.round.hands)
    if reconstructs or chosen or irregularity_kinds.settlement_begun(table.round, "original"):
        return _ask(table, rules, seen)
    return spot_was_missed(table, rules, seen.spot, seen.kind)


def _cut_card_trouble(table: Table, rules: Rules, seen: Reported) -> Answer:
    """Events of a cut card fault: after the round the cards are shuffled, or the authority is asked."""
    if rules.irregularities.cutcard_overlooked_or_absent.value == "shuffle_after_round":
        if table.preparing:
            # The cut card came first and the dealer dealt on, so the held cards were the first of the deal.
            passed = (e.CutCardPassed(), *held_cards_are_next(table, rules, seen.kind))
            return (*passed, e.LeftForLater(ShuffleLater("cut_card_overrun")))
        cause: Cause = "cut_card_missing" if seen.kind == "cut_card_missing" else "cut_card_overrun"
        return (e.LeftForLater(ShuffleLater(cause)),) if table.round.opened else (e.CardsTakenOut(cause),)
    if not table.round.opened:
        return _ask(table, rules, seen)
    return (e.LeftForLater(AskLater(seen.kind)),)


def _shoe_empty(table: Table, rules: Rules, seen: Reported) -> Answer:
    # A shuffler may report a full count when a card is missing, so the station's own count is checked too.
    left = table.shoe.left or 0
    detail = said("the shoe is empty, {left} should be in it", left=left)
    short = (e.HoldRaised(Hold("count", detail)),) if left > 0 else ()
    if rules.irregularities.short_shoe.value == "shuffle_discards_continue":
        return (*short, e.CardsTakenOut("short_shoe"))
    asked = _ask(table, rules, seen)
    return asked if isinstance(asked, Objection) else (*short, *asked)


def _damaged_card(table: Table, rules: Rules, seen: Reported) -> Answer:
    last = irregularity_kinds.last_card(table.round)
    if replaced := _replaced_later(table, rules, last):
        return replaced
    return _ask(table, rules, seen)


def _replaced_later(table: Table, rules: Rules, index: int | None) -> Events:
    """Events that replace a damaged card after the round, wherever it lies; only one book does this."""
    if rules.irregularities.damaged_card.value != "replace_after_round":
        return ()
    if not rules.interventions or index is None or irregularity_kinds.held_card(table) is not None:
        return (e.LeftForLater(ReplaceCardLater()),)
    return (e.LeftForLater(ReplaceCardLater(table.round.draws[index].card, index)),)


def _exposed_before_shoe(table: Table, rules: Rules, seen: Reported) -> Answer:
    now = table.preparing
    match rules.irregularities.exposed_before_shoe.value:
        case "shuffle":
            return (e.ShuffleRepeated(),)
        case "final_cut" if now and "cut" not in now.done and not _is_silent(table, rules, seen):
            return (e.Noted(seen.kind, "final_cut"),)
        case _:
            return _ask(table, rules, seen)


def _unreadable(_table: Table, _rules: Rules, _seen: Reported) -> Answer:
    return Objection("key the card in: report unreadable CARD", "")


def _option_missed(table: Table, rules: Rules, seen: Reported) -> Answer:
    if (answer := option_missed(table, rules, seen)) is not None:
        return answer
    return _ask(table, rules, seen)


_HANDLERS: dict[str, Callable[[Table, Rules, Reported], Answer]] = {
    "face_up": _face_up,
    "drawn_unseen": _drawn_unseen,
    "drawn_exposed": _by_value("exposed_draw"),
    "empty_spot": _empty_spot,
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
    "over_limit": over_limit,
    "altered_wager": altered_wager,
    "late_wager": late_wager,
    "unreadable": _unreadable,
}
