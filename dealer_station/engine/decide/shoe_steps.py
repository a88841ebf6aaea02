"""Shoe steps: card handling between two shoes, and the reports that devices make about themselves."""

from typing import Final

from msgspec.structs import replace

from dealer_station.engine.decide.chip_moves import latched
from dealer_station.engine.decide.irregular_card_moves import voided_round
from dealer_station.engine.due.shoe_preparation import (
    SHUFFLED_BEFORE,
    came_shuffled,
    cards_at_hand,
    is_opening,
    measure_words,
    misplaced_cut_card,
    supply_in_use,
    too_shallow,
)
from dealer_station.engine.due.step_types import Due, Perform
from dealer_station.engine.due.wagers import Objection
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import CARDS_PER_DECK
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.kinds import HoldKind
from dealer_station.engine.model.observations import SHUFFLE_FAULTS, WARNINGS
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.model.values import Cause, ClosedTable, Hold, ShuffleLater
from dealer_station.engine.rulebook.rules import Rules

Events = tuple[Event, ...]
Answer = Events | Objection

OPENED: Final = "open_table"
"""The step of opening a closed table: the first one on the way to a shoe."""


def handled(table: Table, rules: Rules, step: Perform) -> Answer:
    """The answer to a step on the way back to the shoe; a cut must have a depth that the book allows."""
    match step.step:
        case "offer_cut":
            return (e.CutAnswered(step.places[0] if step.places else 0, accepted=True),)
        case "cut":
            return (e.CardsCut(None),)
        case "place_cut_card":
            return (e.CutCardPut(None),)
        case "load":
            return _loaded(table, rules)
        case "take_batch" if step.waits:
            return objection_to_unfinished_shuffle(table, step)
        case "load_shuffler" if rules.cards.card_supply.value == "csm":
            return _loaded(table, rules)
        case _:
            return (e.CardsHandled(step.step),)


def objection_to_unfinished_shuffle(table: Table, step: Perform) -> Objection:
    """The objection to a tap that completes a shuffle, which only the device can report."""
    reason = said(
        "the shuffler reports {shuffler}: an incomplete shuffle is never dealt",
        shuffler=table.shuffler.replace("_", " "),
    )
    return Objection(reason, step.rule.cite)


def _loaded(table: Table, rules: Rules) -> Events:
    now = table.preparing
    fresh_decks = now is not None and is_opening(now, rules) and now.cause != "idle"
    new_game = now is not None and now.cause == "new_game"
    return (e.ShoeLoaded(cards_at_hand(table, rules), new_game, fresh_decks),)


def seated(rules: Rules, spots: tuple[int, ...]) -> Answer:
    """Record who sits at the table: players without a wager are offered the cut too (MA §5(d), MD 5.E)."""
    strange = next((spot for spot in spots if not 1 <= spot <= rules.table.spots.value), None)
    if strange is not None:
        return Objection(said("this table has no spot {spot}", spot=strange), rules.table.spots.cite)
    return (e.SeatsTaken(tuple(sorted(set(spots)))),)


def cut_offered(table: Table, rules: Rules, step: Due, seen: o.CutOffered) -> Answer:
    """Events of an offered cut; players are asked in the book's order."""
    if not isinstance(step, Perform) or step.step != "offer_cut":
        return Objection("the cut is not offered now", step.rule.cite)
    if not 1 <= seen.spot <= rules.table.spots.value:
        return Objection(said("this table has no spot {spot}", spot=seen.spot), rules.table.spots.cite)
    anybody = step.rule.value in ("any_player", "unspecified")
    if step.places and seen.spot != step.places[0] and not anybody:
        return Objection(
            said("the cut is offered to spot {which} first", which=step.places[0]), step.rule.cite
        )
    if table.preparing and seen.spot in table.preparing.refused:
        return Objection(said("spot {spot} has refused the cut already", spot=seen.spot), step.rule.cite)
    return (e.CutAnswered(seen.spot, seen.accepted),)


def cut_made(table: Table, rules: Rules, step: Due, seen: o.CutMade) -> Answer:
    """Record the depth of the cut; a cut that the book does not allow is repeated."""
    if not isinstance(step, Perform) or step.step not in ("cut", "offer_cut"):
        return Objection("no cut is made now", step.rule.cite)
    if step.step == "offer_cut" and step.places and step.rule is not rules.cut.recut:
        return Objection(
            said("the cut is offered to spot {which} first", which=step.places[0]), step.rule.cite
        )
    measure, stack = rules.cut.cut_depth.value, cards_at_hand(table, rules)
    if too_shallow(seen.cards, stack, measure):
        reason = said(
            "a cut at {cards} of {stack} cards is not deep enough: {measure_words}",
            cards=seen.cards,
            stack=stack,
            measure_words=measure_words(measure, stack),
        )
        return Objection(reason, rules.cut.cut_depth.cite)
    if step.rule is rules.cut.recut:
        # A player who cut last and cuts again has not refused.
        return (e.CutAnswered(step.places[0] if step.places else 0, accepted=True), e.CardsCut(seen.cards))
    return (e.CardsCut(seen.cards),)


def cut_card_placed(table: Table, rules: Rules, step: Due, seen: o.CutCardPlaced) -> Answer:
    """Record where the cut card was put back."""
    cut_card = rules.terms.cut_card.value
    if not isinstance(step, Perform) or step.step != "place_cut_card":
        return Objection(said("the {cut_card} is not put back now", cut_card=cut_card), step.rule.cite)
    measure, stack = rules.cut.cut_card_reinsert.value, cards_at_hand(table, rules)
    if misplaced_cut_card(seen.cards, stack, measure):
        reason = said(
            "the {cut_card} at {cards} cards from the back is wrong: {measure_words}",
            cut_card=cut_card,
            cards=seen.cards,
            measure_words=measure_words(measure, stack),
        )
        return Objection(reason, rules.cut.cut_card_reinsert.cite)
    return (e.CutCardPut(seen.cards),)


def ordered(table: Table, rules: Rules, seen: o.Ordered) -> Answer:
    """Events of an order (shuffle, recut, other cards, idle or closed table), at once or after the round."""
    in_play = table.round.closed
    shut = table.preparing is not None and table.preparing.is_closed
    if shut and seen.what not in ("open", "close"):
        return Objection("the table is closed: open it first", "")
    match seen.what:
        case "shuffle":
            return _shuffle_ordered(table, rules)
        case "recut":
            return _recut(table, rules)
        case "replace_cards":
            life = rules.cards.deck_life
            if life.value == "none":
                return Objection("this book has no change of cards in the middle of a game", life.cite)
            return (e.LeftForLater(ShuffleLater("replaced")),) if in_play else (e.CardsTakenOut("replaced"),)
        case "change_toke":
            tokes = rules.house.tokes
            unknown = Objection("this book has no tokes", rules.house.toke_policy.cite)
            return (e.HoldRaised(Hold("toke_colour")),) if tokes.value else unknown
        case _ if in_play:
            return Objection("a round is in play; finish it first", rules.deal.round_of_play.cite)
        case "idle" if table.round.hands:
            return Objection("wagers lie on the layout: the table is not idle", rules.shuffle.idle_table.cite)
        case "close":
            return _closed(table, seen)
        case "open":
            shut = table.preparing is not None and table.preparing.is_closed
            return (e.CardsHandled(OPENED),) if shut else Objection("the table is open already", "")
        case "idle":
            # The idle-table procedure is about a shoe, and a continuous shuffler has none.
            of_a_shoe = rules.cards.card_supply.value != "csm"
            if rules.shuffle.idle_table.value in ("supervisor_may_shuffle", "none") or not of_a_shoe:
                return (e.HoldRaised(Hold("idle")),)
            return (e.CardsTakenOut("idle"), *players_left(rules))


def players_left(rules: Rules) -> Events:
    """The fact that nobody plays; rounds of earlier versions do not record it."""
    return (e.PlayersLeft(),) if rules.interventions else ()


def _closed(table: Table, seen: o.Ordered) -> Events:
    """Events that take the cards out and close the table until somebody opens it."""
    closed = ClosedTable(seen.by, seen.minutes, table.shoe.left, len(table.rack))
    out = e.CardsTakenOut("new_game", closed=closed)
    # No call was made, so the players take their wagers with them.
    return (e.WagersPlaced(()), out) if table.round.hands else (out,)


def _shuffle_ordered(table: Table, rules: Rules) -> Answer:
    now = table.preparing
    if now and came_shuffled(now, rules):
        path = rules.opening.preshuffled_path
        if path.value == "tiered_with_player_demand":
            return (e.ShuffleDemanded(),)
        return Objection("the cards came shuffled; this book gives players no demand", path.cite)
    stored = now is not None and now.cause == "idle" and supply_in_use(now, rules) == "two_batch_shuffler"
    if now and stored and rules.shuffle.idle_batch.value == "reshuffled_if_asked" and not now.demanded:
        return (e.ShuffleDemanded(),)
    if now:
        return Objection("the cards are being shuffled already", rules.shuffle.when.cite)
    if _may_still_be_demanded(table, rules):
        cause: Cause = "replaced" if table.round.hands else "new_game"
        return (e.CardsTakenOut(cause), e.ShuffleDemanded())
    if not rules.roles.order_shuffle.value:
        return (e.HoldRaised(Hold("order_shuffle")),)
    if table.round.closed:
        return (e.LeftForLater(ShuffleLater("ordered")),)
    return (e.CardsTakenOut("ordered"),)


def _may_still_be_demanded(table: Table, rules: Rules) -> bool:
    """True if cards that came shuffled are in the shoe and none of them has been used in a game."""
    by_demand = rules.opening.preshuffled_path.value == "tiered_with_player_demand"
    return by_demand and rules.opening.cards.value in SHUFFLED_BEFORE and "decks" in table.fresh


def _recut(table: Table, rules: Rules) -> Answer:
    recut, now = rules.cut.recut, table.preparing
    if recut.value == "none":
        return Objection("this book has no second cut", recut.cite)
    if now is None or "cut" not in now.done:
        return Objection(
            "there is no cut to repeat: the cards are not cut, or in the shoe already", recut.cite
        )
    return (e.CutRepeated(),)


def burn_viewed(table: Table, rules: Rules) -> Answer:
    """Events of a viewed burn: some books show the opening discard; no book shows the burns of a war."""
    viewable = rules.burns.opening_burn_viewable
    last = next((drawn for drawn in reversed(table.round.draws) if drawn.burned), None)
    if viewable.value == "off":
        return Objection("nobody may see a burn card", viewable.cite)
    if last is None or last.deal != "opening":
        return Objection("only the opening discard may be seen, before the next card is drawn", viewable.cite)
    return (e.BurnShown(),)


def device_said(table: Table, rules: Rules, step: Due, seen: o.DeviceSaid) -> Events:
    """Events of a device report; a fault, or a count that differs from the station's, stops the table."""
    noted, *follows = _noted(table, rules, step, seen)
    if isinstance(noted, e.DeviceNoted) and any(not isinstance(new, e.HoldRuled) for new in follows):
        noted = replace(noted, stops=True)
    # A device that repeats its report while the table is stopped for it raises no second hold.
    waiting = [replace(hold, raised=0) for hold in table.holds]
    asked = [new for new in follows if isinstance(new, e.HoldRaised) and new.hold in waiting]
    return (noted, *(new for new in follows if new not in asked))


def _noted(table: Table, rules: Rules, step: Due, seen: o.DeviceSaid) -> Events:
    noted = e.DeviceNoted(
        device=seen.device,
        status=seen.status,
        detail=seen.detail,
        missed=seen.missed,
        cause=seen.cause,
        serial=seen.serial,
        count=seen.count,
        batch=seen.batch,
    )
    chosen = rules.irregularities.shuffler_fault.value == "operator_void_choice"
    faults = (*SHUFFLE_FAULTS, "out_of_order") if chosen and table.round.closed else SHUFFLE_FAULTS
    if seen.device == "shuffler" and seen.status in faults:
        return (noted, *_shuffle_failed(table, rules, seen))
    if seen.status in WARNINGS:
        return (noted, e.HoldRaised(replace(_stopped_by(seen, "device"), at=_about_a_device(rules, seen))))
    if seen.status == "back" and not seen.missed:
        return (noted, *_no_longer_lost(table, seen.device))
    if seen.device == "progressive" and seen.status == "latched":
        return (noted, *latched(table, rules, seen))
    if seen.status == "count":
        out = table.shoe.drawn if rules.cards.card_supply.value == "csm" else 0
        all_cards = rules.cards.decks.value * CARDS_PER_DECK
        expected = all_cards - out
        # The device counts the cards as soon as they are in it; the dealer confirms that a moment later.
        going_in = isinstance(step, Perform) and step.step in ("return_cards", "load_shuffler")
        if seen.count != expected and not (going_in and seen.count == all_cards):
            which = "no" if seen.count is None else seen.count
            detail = said("{which} cards counted, {expected} belong there", which=which, expected=expected)
            return (noted, e.HoldRaised(Hold("count", detail)))
    if seen.status == "batch" and table.preparing and seen.batch and seen.batch == table.batch:
        return (noted, e.HoldRaised(Hold("batch", said("{detail} was dealt last", detail=seen.batch))))
    return (noted,)


def _stopped_by(seen: o.DeviceSaid, kind: HoldKind) -> Hold:
    """The hold that a device raises."""
    return Hold(
        kind,
        seen.detail,
        device=seen.device,
        trouble=seen.status,
        missed=seen.missed,
        cause=seen.cause,
        serial=seen.serial,
    )


def _about_a_device(rules: Rules, seen: o.DeviceSaid) -> str:
    """The citation for a shuffler that cannot be used, if the book has one."""
    rule = rules.irregularities.device_out_of_order
    cannot_be_used = seen.device == "shuffler" and seen.status == "out_of_order"
    in_use = rules.cards.card_supply.value in ("two_batch_shuffler", "csm")
    return rule.cite if cannot_be_used and in_use and rule.value else ""


def _no_longer_lost(table: Table, device: str) -> Events:
    """Events that end the stop of a lost device that is back with nothing missing."""
    over = [
        index
        for index, hold in enumerate(table.holds)
        if (hold.kind, hold.device, hold.trouble) == ("device", device, "lost") and not hold.missed
    ]
    # From the newest down, so that the remaining indexes stay valid.
    return tuple(
        e.HoldRuled("device", "back", "", "", "", index=index, tapped=True) for index in reversed(over)
    )


def _shuffle_failed(table: Table, rules: Rules, seen: o.DeviceSaid) -> Events:
    """Events after a shuffler has jammed: one book voids the round at once, others ask."""
    fault, supply = rules.irregularities.shuffler_fault, rules.cards.card_supply.value
    device_in_use = supply in ("two_batch_shuffler", "csm")
    nothing_to_void = supply == "csm" and fault.value == "operator_void_choice" and not table.round.closed
    if not device_in_use or nothing_to_void:
        return (e.HoldRaised(_stopped_by(seen, "device")),)
    in_play = table.round.hands and not table.round.voided
    if table.round.voided_by == "shuffler_fault":
        return ()  # The round is already void for this fault, and the wagers are going back.
    if fault.value == "void_round_return_all" and in_play:
        return (*voided_round(table, rules, "shuffler_fault"), e.LeftForLater(ShuffleLater("shuffler_fault")))
    return (e.HoldRaised(_stopped_by(seen, "shuffler_fault")),)


def batch_is_shuffled_again(table: Table) -> Events:
    """Events that reshuffle the batch in the device while the one in the shoe stays in play."""
    if table.preparing:
        return (e.ShuffleRepeated(failed=True),)
    return (e.LeftForLater(ShuffleLater("shuffler_fault")),)
