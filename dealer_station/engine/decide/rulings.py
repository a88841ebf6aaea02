"""Rulings: their effect on the card in question, on hands, on the round and on the shoe.

Findings (`unfounded`, `withdraw`) are in `mistaken_reports`. A remedy is a ruling that the book provides for
the case; its paragraph is recorded with it. A departure is carried out like a remedy, cites no rule, and
names the rule that it departs from. An intervention is a ruling on a table where nothing is stopped.
"""

from collections.abc import Callable

from msgspec.structs import replace

from dealer_station.engine.decide import chip_moves, shoe_steps
from dealer_station.engine.decide.interventions import (
    AT_ANY_TIME,
    objection_to_intervention,
)
from dealer_station.engine.decide.irregular_card_moves import (
    MISSED_IN_WAR,
    burns_were_dealt,
    card_goes,
    dealers_card_instead,
    every_settlement_undone,
    forward_from,
    forward_from_wrong_place,
    one_place_back,
    reversed_settlements,
    second_card_asked,
    second_card_voids,
    spot_was_missed,
    taken_from,
    void_by_second_card,
    voided_round,
    voids_by_the_letter,
)
from dealer_station.engine.decide.mistaken_reports import (
    events_of_finding,
    finding_on_report,
    report_withdrawn,
    undoing,
)
from dealer_station.engine.decide.settlements_on_changed_cards import settled_on, settled_otherwise
from dealer_station.engine.due import irregularity_kinds
from dealer_station.engine.due.ruling_choices import (
    Choices,
    as_ruled,
    can_be_voided,
    choices,
    hands_called,
    is_intervention,
    leaves_with_its_hand,
    may_be_let_out,
    other_batch_failed,
    round_of,
    takes_back_the_remedy,
    undone_with_its_report,
    voided_by,
)
from dealer_station.engine.due.settlement import (
    ABANDONED,
    is_decided,
    is_open,
    is_settled,
    void_undoes_settlements,
)
from dealer_station.engine.due.wagers import Objection
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.kinds import CardGoes, VoidKind
from dealer_station.engine.model.observations import HandName, Ruled
from dealer_station.engine.model.table import Hand, Table
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.model.values import DEALER, DEALING_ERRORS, INTERVENTION, Deal, Hold, ShuffleLater
from dealer_station.engine.model.wager_outcomes import Action, Wager, dollars
from dealer_station.engine.rulebook.rules import Rules

Events = tuple[Event, ...]


def events_of_ruling(table: Table, rules: Rules, seen: Ruled) -> Events | Objection:
    """The facts of a ruling, or the reason why it is not possible here."""
    if (
        objection := _unknown_hand(table, seen)
        or _objection_to_unnamed_bettor(table, seen)
        or _nothing_to_void(table, rules, seen)
        or _objection_to_missing_amount(table, seen)
    ):
        return objection
    if seen.ruling == "withdraw":
        return report_withdrawn(table, rules, seen)
    if not table.holds:
        return _unasked(table, rules, seen)
    hold = table.holds[-1]
    if seen.ruling == "unfounded" and not seen.departs:
        return events_of_finding(table, rules, seen, hold)
    lets_out = seen.ruling == "out" and rules.irregularities.players_out_option.value != "none"
    # Letting players out does not dispose of the card in question, which still waits for its ruling.
    if lets_out and not hold.decided and not seen.departs:
        return _unasked(table, rules, seen)
    if seen.ruling == "void" and not (seen.hands or hold.hands):
        return Objection("say which hands: void SPOT", rules.settlement.void.cite)
    if objection := _another_hand(table, rules, seen, hold) or _no_progressive(table, seen, hold):
        return objection
    found = choices(table, rules, as_ruled(hold, seen))
    if hold.decided and not seen.departs and found.carried_out(seen.ruling):
        # The remedy has already been carried out, so this ruling only confirms it.
        seen = replace(seen, ruling="accept")
    if objection := _not_allowed(seen, found, rules):
        return objection
    cite = "" if seen.departs else found.cite_of(seen.ruling)
    departs_from = found.cite if seen.departs else ""
    ruled = e.HoldRuled(hold.kind, seen.ruling, seen.by, seen.because, cite, departs_from=departs_from)
    before = table
    back = _remedy_taken_back(table, seen, hold)
    if back:
        table = fold(table, back)
        hold = table.holds[-1]
    answer = _on_the_hold(table, rules, seen, hold, ruled)
    if isinstance(answer, Objection):
        return answer
    events = (*back, *answer)
    return (*events, *settled_otherwise(before, fold(before, events), rules, hold.kind))


def _remedy_taken_back(table: Table, seen: Ruled, hold: Hold) -> Events:
    """The facts that undo the remedy carried out with the report, if a departure takes its place."""
    report = undone_with_its_report(table, hold)
    if report is None or not seen.departs or not takes_back_the_remedy(seen.ruling, hold):
        return ()
    return (undoing(report), e.HoldRaised(replace(hold, decided=False, raised=0)))


def _not_allowed(seen: Ruled, found: Choices, rules: Rules) -> Objection | None:
    """The reason why the hold does not accept this ruling: not in the book, or an incomplete departure."""
    remedies = " or ".join(found.remedies)
    if seen.ruling in found.remedies:
        if not seen.departs:
            return None
        reason = said('"{ruling}" is a remedy of the book: it needs no departure', ruling=seen.ruling)
        return Objection(reason, found.cite)
    if seen.ruling not in found.departures:
        return Objection(
            said('"{ruling}" cannot be ruled here; possible: {what}', ruling=seen.ruling, what=remedies),
            found.cite,
        )
    if not seen.departs:
        template = '"{ruling}" is against the book, whose remedy is {what}; it would be a departure'
        return Objection(said(template, ruling=seen.ruling, what=remedies), found.cite)
    if not seen.because.strip():
        return Objection("a departure from the book needs a reason", found.cite)
    if rules.interventions and not seen.by.strip():
        title = rules.roles.departures.value
        return Objection(
            said("a departure from the book needs a name: by NAME, who is {title}", title=title), found.cite
        )
    if seen.confirmed != found.cite:
        return Objection(said("confirm the rule that you depart from: {cite}", cite=found.cite), found.cite)
    return None


def _objection_to_unnamed_bettor(table: Table, seen: Ruled) -> Objection | None:
    """The objection to a correction of chips that names a shared box instead of one bettor."""
    asked = table.holds[-1].hands if table.holds else ()
    for name in seen.hands if seen.ruling in ("pay", "take") else ():
        sharing = [hand.name for hand in hands_called(table, name) if hand.name != name]
        if sharing and name not in asked:
            return Objection(said("which bettor: {which}?", which=" or ".join(sharing)), "")
    return None


def _unknown_hand(table: Table, seen: Ruled) -> Objection | None:
    if not seen.hands:
        return None
    known = {hand.name for hand in _hands(table)} | {str(hand.bet.spot) for hand in _hands(table)}
    for name in seen.hands:
        if name not in known:
            return Objection(said("nobody plays on spot {name}", name=name), "")
    return None


def _nothing_to_void(table: Table, rules: Rules, seen: Ruled) -> Objection | None:
    """The objection to a void between two rounds, or of a settled hand, which is corrected instead."""
    if seen.ruling not in ("void", "void_round", "out"):
        return None
    if not table.round.closed or table.round.voided:
        return Objection("no hand is in play", rules.settlement.void.cite)
    hold = table.holds[-1] if table.holds else None
    for name in seen.hands:
        # In a shared box, settled wagers stay settled and the others go back.
        called = [hand for hand in table.round.hands if name in (hand.name, str(hand.bet.spot))]
        departs = seen.departs and seen.ruling == "void" and hold is not None and hold.decided
        if departs and called and all(hand.voided for hand in called):
            names = ", ".join(hand.name for hand in called)
            return Objection(said("{names} is void already", names=names), rules.settlement.void.cite)
        if not called or any(can_be_voided(hand, hold, rules) for hand in called):
            continue
        names = ", ".join(hand.name for hand in called)
        return Objection(
            said("{names} is settled: put it right with pay or take", names=names), rules.settlement.void.cite
        )
    return None


def _objection_to_missing_amount(table: Table, seen: Ruled) -> Objection | None:
    """The objection to a correction without hand or amount; a player who left may lose uncounted chips."""
    hold = table.holds[-1] if table.holds else None
    if seen.ruling not in ("pay", "take"):
        return None
    if hold and hold.kind == "player_left":
        return _not_all_of_it(table, seen, hold)
    if not seen.hands and not (hold and hold.hands):
        return Objection(said("say whose chips: {ruling} SPOT AMOUNT", ruling=seen.ruling), "")
    if not seen.cents or seen.cents < 0:
        return Objection(
            said("say how much: {ruling} SPOT AMOUNT, with an amount above zero", ruling=seen.ruling), ""
        )
    return None


def _not_all_of_it(table: Table, seen: Ruled, hold: Hold) -> Objection | None:
    """The objection to an amount other than everything that a player who left has on the layout."""
    left = [hand for hand in table.round.hands if hand.name in hold.hands]
    if any(is_settled(hand) for hand in left):
        return Objection(
            said("{name} is settled: none of its chips are left on the layout", name=left[0].name), ""
        )
    own, beside = ("main", "tie", "war", "war_tie"), ("progressive", "bonus")
    lying = [hand.stake(wager) for hand in left for wager in own if is_open(hand, wager)]
    side_bets = sum(hand.stake(wager) or 0 for hand in left for wager in beside)
    total = sum(cents or 0 for cents in lying)
    if seen.cents and None not in lying and seen.cents not in (total, total + side_bets):
        return Objection(
            said(
                "the player loses all chips left on the layout, {amount}: leave the amount out",
                amount=dollars(total),
            ),
            "",
        )
    return None


def _another_hand(table: Table, rules: Rules, seen: Ruled, hold: Hold) -> Objection | None:
    """The objection to a ruling about another hand than the question is about."""
    about_hands = hold.kind in (*MONEY_QUESTIONS, "player_left", "coupon") and bool(hold.hands)
    others = [name for name in seen.hands if name not in hold.hands]
    if seen.ruling == "void" and rules.interventions:
        return _without_its_own(table, seen, hold)
    if not about_hands or not others or seen.ruling in ("void", "out"):
        return None
    return Objection(
        said(
            "the question is about spot {what}, not about {which}",
            what=", ".join(hold.hands),
            which=others[0],
        ),
        "",
    )


def _without_its_own(table: Table, seen: Ruled, hold: Hold) -> Objection | None:
    """The objection to voiding only other hands while chips of this one wait for an answer."""
    asked = hold.kind in chip_moves.WAGERS_IN_QUESTION and not hold.decided
    own = [hand for hand in table.round.hands if asked and hand.name in hold.hands]
    left = [hand.name for hand in own if seen.hands and not {hand.name, str(hand.spot)} & {*seen.hands}]
    if not left:
        return None
    template = "the question is about spot {what}, not about {which}"
    return Objection(said(template, what=left[0], which=", ".join(seen.hands)), "")


def _no_progressive(table: Table, seen: Ruled, hold: Hold) -> Objection | None:
    """The objection to returning a progressive that is not on the layout."""
    if hold.kind != "progressive_count" or seen.ruling != "refuse":
        return None
    has_none = [hand.name for hand in table.round.hands if hand.bet.progressive_cents == 0]
    named = [name for name in seen.hands if name in has_none]
    return Objection(said("spot {which} has no progressive wager", which=named[0]), "") if named else None


def _hands(table: Table) -> tuple[Hand, ...]:
    return (*table.round.hands, *(table.last.hands if table.last else ()))


def _unasked(table: Table, rules: Rules, seen: Ruled) -> Events | Objection:
    """Facts of an intervention, which needs a reason; `accept` only records that an authority was present."""
    if seen.ruling == "unfounded":
        return finding_on_report(table, rules, seen)
    if seen.ruling not in AT_ANY_TIME or seen.departs:
        return Objection("no ruling is due", rules.roles.role_map.cite)
    if seen.ruling == "reshuffle" and table.preparing is not None and table.preparing.is_closed:
        return Objection("the table is closed: open it first", "")
    if objection := objection_to_intervention(table, rules, seen):
        return objection
    recorded = e.RulingRecorded(seen.ruling, seen.by, seen.because)
    if is_intervention(rules, seen.ruling):
        recorded = replace(recorded, kind=INTERVENTION)
    option = rules.irregularities.players_out_option
    if seen.ruling == "out" and not may_be_let_out(table, rules):
        return Objection(_NOT_LET_OUT[option.value], option.cite)
    if seen.ruling == "out" and rules.interventions:
        recorded = replace(recorded, cite=option.cite)
    return (recorded, *_consequence(table, rules, seen, seen.ruling))


_NOT_LET_OUT = {
    "none": "this book lets nobody out of a hand",
    "licensee": "players are let out when a card was delivered incorrectly, and none was in this round",
    "supervisor_courtesy": "players are let out when a hand was missed, and none was in this round",
}


def _on_the_hold(
    table: Table, rules: Rules, seen: Ruled, hold: Hold, ruled: e.HoldRuled
) -> Events | Objection:
    ruling = seen.ruling
    if hold.has_card:
        leftover = ruling == "reconstruct" and rules.irregularities.leftover_exposed.value == "rack"
        where: CardGoes = "rack" if leftover or ruling == "void_round" else _CARD_RULINGS.get(ruling, "next")
        moved = card_goes(table, rules, where, hold.kind, ruled)
        return (
            *_layout_changed(table, hold, ruling),
            *moved,
            *_consequence(table, rules, seen, ruling, hold),
        )
    if hold.kind == "missed_spot" and ruling in ("void", "accept", "out"):
        return _missed_spot(table, rules, seen, hold, ruled)
    if hold.kind == "idle":
        return (ruled, *_consequence(table, rules, seen, ruling, hold), *shoe_steps.players_left(rules))
    if hold.kind == "burn_forgotten" and ruling in ("play_on", "void"):
        # The other hands stand as the cards lie, regardless of the hands that become void.
        as_they_lie = burns_were_dealt(table, rules, hold.faces)
        return (ruled, *as_they_lie, *_consequence(table, rules, seen, ruling, hold))
    if hold.kind == "empty_spot" and hold.draw is not None and ruling in (*_CARD_RULINGS, "forward"):
        lies_now = _from_the_empty_spot(table, rules, hold, ruling)
        return lies_now if isinstance(lies_now, Objection) else (ruled, *lies_now)
    if hold.kind == "misplaced" and hold.draw is not None and hold.place is not None and ruling == "forward":
        return (ruled, *forward_from_wrong_place(table, rules, hold.draw, hold.place))
    if ruling == "discard" and leaves_with_its_hand(table.round, rules, hold):
        # The settlement rests on the card, so the record keeps it with the hand.
        place = table.round.draws[hold.draw or 0].place or DEALER
        return (ruled, e.CardsPickedUp((place,), hold.kind))
    if hold.draw is not None and ruling in _CARD_RULINGS:
        moved = taken_from(hold.place, card_goes(table, rules, _CARD_RULINGS[ruling], hold.kind, ruled))
        leaves = any(isinstance(event, e.CardRetired) for event in moved)
        may_not_be_used = hold.kind in ("face_up", *DEALING_ERRORS)
        if leaves and hold.kind == "face_up" and second_card_voids(table, rules):
            return (*moved, *void_by_second_card(table, rules))
        settled_on_it = settled_on(table, hold.draw, hold.kind) if leaves and may_not_be_used else ()
        return (moved[0], *settled_on_it, *moved[1:], *_second_card_asked(table, rules, hold))
    return (ruled, *_layout_changed(table, hold, ruling), *_consequence(table, rules, seen, ruling, hold))


def _missed_spot(table: Table, rules: Rules, seen: Ruled, hold: Hold, ruled: e.HoldRuled) -> Events:
    """Events for a spot that got no card: it leaves the round, with the settlements that its book undoes."""
    spot = HandName.read(hold.hands[0]).spot
    at_war = any(hand.choice == "war" for hand in table.round.hands if hand.name in hold.hands)
    in_war = at_war and irregularity_kinds.deal_going_on(table.round) == "war"
    deal: Deal = "war" if in_war else "original"
    relied_on = any(line.deal == deal for hand in table.round.hands for line in hand.lines)
    void_by = _void_by(seen, hold, rules)
    own = tuple(hand for hand in table.round.hands if hand.name in hold.hands)
    every_wager = void_undoes_settlements(void_by, rules)
    if relied_on and not hold.decided:
        # Payments on the cards as they were read stand. Only the missed spot itself can neither win nor lose.
        if every_wager:
            return (ruled, *_voided(table, rules, (*hold.hands, *seen.hands), void_by))
        back = reversed_settlements(own, deal)
        reopened = {event.spot for event in back}
        void = tuple(e.HandVoided(hand.spot, hand.bettor, void_by) for hand in own if hand.spot in reopened)
        all_named = _voided(table, rules, (*hold.hands, *seen.hands), void_by)
        return (ruled, *back, *void, *(event for event in all_named if event not in void))
    kind = MISSED_IN_WAR if hold.silent else hold.kind
    out = () if hold.decided else spot_was_missed(table, rules, spot, kind)
    undone = reversed_settlements(own, "original") if out and every_wager else ()
    others = tuple(name for name in seen.hands if name not in hold.hands)
    return (ruled, *undone, *out, *_voided(table, rules, others, void_by))


def _second_card_asked(table: Table, rules: Rules, hold: Hold) -> Events:
    """The question about a second card that lay face up, if its report did not already raise it."""
    if hold.kind != "face_up" or any(other.kind == "second_face_up" for other in table.holds):
        return ()
    return second_card_asked(table, rules)


def _from_the_empty_spot(table: Table, rules: Rules, hold: Hold, ruling: str) -> Events | Objection:
    """Events that move a card from an empty spot on, to the dealer or off the felt; later cards move back."""
    index, spot = hold.draw or 0, hold.place or 0
    if index >= len(table.round.draws):
        return ()  # The cards have been read again since, and this one no longer belongs to the deal.
    match ruling:
        case "forward":
            return forward_from(table, rules, index, spot, hold.kind)
        case "dealer_next":
            return dealers_card_instead(table, rules, index, hold.kind)
        case _:
            return one_place_back(table, rules, index, spot, burned=ruling == "burn")


def _layout_changed(table: Table, hold: Hold, ruling: str) -> Events:
    """Events that move cards to where they should have gone; the dealer confirms the picture."""
    lie_there = any(drawn.place is not None for drawn in table.round.draws)
    if ruling not in ("reconstruct", "forward") or not lie_there:
        return ()
    return (e.CardsReread(table.round.draws, kind=hold.kind),)


_CARD_RULINGS: dict[str, CardGoes] = {"burn": "burn", "discard": "rack", "dealer_next": "dealer"}
"""Destination of the card in question; rulings not listed leave it where it lies, or next out."""


def _consequence(table: Table, rules: Rules, seen: Ruled, ruling: str, hold: Hold | None = None) -> Events:
    """Events of a ruling beyond the card in question."""
    hands = seen.hands or (hold.hands if hold else ())
    match ruling:
        case "void_round" if hold and hold.kind == "second_face_up" and voids_by_the_letter(seen, rules):
            return void_by_second_card(table, rules)
        case "void_round":
            empty = hold is not None and hold.kind == "shoe_empty"
            everybody = tuple(hand.name for hand in table.round.hands)
            lying = chip_moves.counted_as_it_lies(table, rules, hold, everybody)
            gone = chip_moves.taken_away(table, rules, hold, everybody)
            # The hand is out by itself too, so that its side bets go back although its main wager is gone.
            out = tuple(e.HandVoided(back.spot, back.bettor, "altered_wager") for back in gone)
            void = voided_round(fold(table, lying), rules, _void_by(seen, hold, rules), (*out, *gone))
            return (*lying, *void, *((e.LeftForLater(ShuffleLater("ordered")),) if empty else ()))
        case "void" | "out":
            lying = chip_moves.counted_as_it_lies(table, rules, hold, hands)
            void = _voided(table, rules, hands, _void_by(seen, hold, rules))
            return (*lying, *void, *chip_moves.taken_away(table, rules, hold, hands))
        case "refuse" if hold and hold.kind == "late_wager":
            return chip_moves.late_wager_goes_back(table, rules, hold)
        case "accept" | "refuse" | "pay" | "take" if hold and hold.kind in MONEY_QUESTIONS:
            return _about_money(table, rules, seen, hold)
        case "take" if hold and hold.kind == "player_left":
            return () if table.round.voided else _voided(table, rules, hands, ABANDONED)
        case "accept" | "reshuffle" if hold and other_batch_failed(hold, rules):
            return shoe_steps.batch_is_shuffled_again(table)
        case "accept" if hold and hold.kind == "shuffler_fault" and _is_void_by_rule(rules):
            return () if table.preparing else (e.CardsTakenOut("shuffler_fault"),)
        case "accept" if hold and hold.kind == "settled_then_void" and hold.at:
            return every_settlement_undone(table, rules)
        case "accept" if hold and hold.kind == "exposed_before_shoe":
            return (e.CutRepeated(),)
        case "reshuffle":
            in_the_device = hold and hold.kind == "shuffler_fault" and not table.preparing
            if in_the_device and rules.cards.card_supply.value == "two_batch_shuffler":
                # The fault is in the other batch, which is taken out only after the shuffler has reshuffled
                # it.
                return ()
            return _reshuffled(table, hold)
        case "pay" | "take":
            by_rule = hold and hold.kind == "settled_then_void" and hold.at and rules.interventions
            others = every_settlement_undone(table, rules, hands) if by_rule else ()
            return (*_put_right(table, seen, hands), *others)
        case _:
            return ()


def _is_void_by_rule(rules: Rules) -> bool:
    """True if accepting voids the round and has the cards taken out of the device, as one book requires."""
    fault = rules.irregularities.shuffler_fault.value == "void_round_return_all"
    return fault and rules.cards.card_supply.value == "csm"


def _void_by(seen: Ruled, hold: Hold | None, rules: Rules) -> VoidKind:
    """The rule under which the authority voids, or none if the ruling rests on the authority alone."""
    ruling = seen.ruling
    if ruling == "out" or hold is None or seen.departs:
        return ruling
    return voided_by(hold, rules) or ruling


def _put_right(table: Table, seen: Ruled, hands: tuple[str, ...]) -> Events:
    action: Action = "pay" if seen.ruling == "pay" else "take"
    return tuple(
        e.Corrected(_round_of(table, name), name, action, seen.cents or 0, seen.by, seen.because)
        for name in hands
    )


MONEY_QUESTIONS = (
    *("payout_limit", "toke_on_tie", "wheel_validation", "progressive_count"),
    *("over_limit", "altered_wager", "late_wager"),
)
_NOT_AGREED: dict[str, Callable[[Table, Rules, Hand, Wager, int], Events]] = {
    "over_limit": lambda table, *rest: chip_moves.excess_goes_back(table.round, *rest),
    # A change that does not stand leaves the wager as it was.
    "altered_wager": lambda *_: (),
}


def _found_late(table: Table, rules: Rules, hand: Hand, hold: Hold, *, agreed: bool) -> Events:
    """Events for a hand that is already settled: an excess that may not stand is corrected beside it."""
    if agreed or hold.kind != "over_limit":
        return ()
    return chip_moves.excess_is_put_right(table.round, rules, hand, hold.wager, hold.cents)


def _about_money(table: Table, rules: Rules, seen: Ruled, hold: Hold) -> Events:
    """Events of an answer about chips: agreed or not; a named amount is paid or taken."""
    names = seen.hands or hold.hands
    hands = tuple(hand for hand in table.round.hands if hand.name in names)
    agreed = seen.ruling != "refuse"
    put_right = _put_right(table, seen, names) if seen.ruling in ("pay", "take") else ()
    match hold.kind:
        case "payout_limit":
            asked = (
                e.StepDone("payout_limit", chip_moves.payout_in_question(hand), seen.by) for hand in hands
            )
            return (*put_right, *asked)
        case "toke_on_tie" if agreed:
            return tuple(e.StepDone("toke_follows", hand.name, seen.by) for hand in hands)
        case "toke_on_tie":
            down = (hand for hand in hands if is_open(hand, "toke"))
            return tuple(event for hand in down for event in chip_moves.toke_comes_down(hand))
        case "wheel_validation" if not agreed:
            return tuple(e.WheelSpun(hand.spot, hand.bettor, "") for hand in hands)
        case "progressive_count" if not agreed:
            return chip_moves.progressives_go_back(table, rules, hands if names else table.round.hands)
        case "altered_wager" if hold.withdrawn and agreed and not put_right:
            return tuple(event for hand in hands for event in chip_moves.withdrawn(rules, hand, hold.wager))
        case "over_limit" | "altered_wager" if hold.cents and not put_right and not hold.decided:
            changed = hold.kind == "altered_wager"
            stands = chip_moves.stands_within_the_limit if changed else chip_moves.wager_stands
            counted = stands if agreed else _NOT_AGREED[hold.kind]
            return tuple(
                event
                for hand in hands
                for event in (
                    counted(table, rules, hand, hold.wager, hold.cents)
                    if is_open(hand, hold.wager) or not is_decided(hand, hold.wager)
                    else _found_late(table, rules, hand, hold, agreed=agreed)
                )
            )
        case "late_wager" if agreed and hold.cents:
            return chip_moves.late_wager_stands(table, rules, hold)
        case _:
            return put_right


def _round_of(table: Table, name: str) -> int:
    """The number of the round in which this hand was settled: this one, or else the last."""
    rounds = [round_of(table, hand) for hand in hands_called(table, name)]
    return next((round_.number for round_ in rounds if round_ is table.last), table.round.number)


def _voided(table: Table, rules: Rules, names: tuple[str, ...], kind: VoidKind) -> Events:
    """Events that void these hands; where a book voids every wager on a hand, its settlements are undone."""
    hands = [hand for hand in table.round.hands if hand.name in names or str(hand.bet.spot) in names]
    undone = [hand for hand in hands if not hand.voided and void_undoes_settlements(kind, rules)]
    return (
        *reversed_settlements(tuple(undone), "original", "war"),
        *(
            e.HandVoided(hand.spot, hand.bettor, kind)
            for hand in hands
            if hand in undone or not is_settled(hand)
        ),
    )


def _reshuffled(table: Table, hold: Hold | None) -> Events:
    """Events that shuffle now if no round is in play; otherwise after it, unless the round cannot go on."""
    if hold and hold.kind == "shoe_empty":
        return (e.CardsTakenOut("short_shoe"),)
    if hold and hold.kind == "idle":
        return (e.CardsTakenOut("idle"),)
    if table.preparing:
        return (e.ShuffleRepeated(ordered=True),)
    if table.round.closed:
        return (e.LeftForLater(ShuffleLater("ordered")),)
    return (e.CardsTakenOut("ordered"),)
