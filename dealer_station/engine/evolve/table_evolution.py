"""`evolve` applies a fact to the table. It decides nothing, and it cannot fail: facts have happened."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from dealer_station.engine.evolve.accounts import with_round
from dealer_station.engine.evolve.pending_card_and_chip_moves import (
    OF_REGULAR_PLAY,
    moves_after,
    ruling_after,
)
from dealer_station.engine.evolve.round_evolution import with_draws, without_war_steps, write_round
from dealer_station.engine.evolve.shoe_evolution import PreparationEvent, seats_with, write_preparation
from dealer_station.engine.evolve.table_without_report import can_be_mistaken, reports_after
from dealer_station.engine.model import events as e
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.events import Event, TableEvent
from dealer_station.engine.model.table import (
    NOT_IN_THIS_LOG,
    CompletedStep,
    Correction,
    CutCard,
    Kept,
    Meter,
    OpenReport,
    Racked,
    RackOwner,
    Round,
    Table,
)
from dealer_station.engine.model.values import (
    DEALER,
    DEALING_ERRORS,
    SETTLEMENT_QUESTIONS,
    Drawn,
    Hold,
    Later,
    Place,
    ReplaceCardLater,
)

TAKES_BACK = frozenset((e.TapRefused, e.TapTakenBack, e.ReportWithdrawn, e.FaultDismissed))
"""Facts that add nothing to the table."""


def evolve(table: Table, event: Event) -> Table:
    """The table after `event`."""
    # Every card passes here. A look into a set takes less time than an `isinstance` for each kind.
    if type(event) in TAKES_BACK:
        return _taken_back(table, event)
    after = _after(table, event)
    if not table.reports and not can_be_mistaken(event):
        return after
    return replace(after, reports=reports_after(table, event, after, evolve))


def _taken_back(table: Table, event: Event) -> Table:
    """The table after a fact that takes back others, or was refused."""
    match event:
        case e.TapTakenBack():
            return _as_before_the_tap(table)
        case e.ReportWithdrawn(later_reports):
            return _without_report(table, later_reports)
        case e.FaultDismissed():
            return _without_fault(table)
        case _:
            return table


def _after(table: Table, event: Event) -> Table:
    """The table after `event`, apart from its open reports."""
    if isinstance(event, e.RoundFact):
        after = replace(table, round=write_round(table.round, event, table.ruled))
    else:
        after = _write_table(table, event)
    if table.ruled is None and type(event) in OF_REGULAR_PLAY:
        return after
    moves, ruled = moves_after(table, event), ruling_after(table, event)
    unchanged = moves is table.moves and ruled is table.ruled
    return after if unchanged else replace(after, moves=moves, ruled=ruled)


def is_card_of_the_pad(event: Event) -> bool:
    """True for a card that the dealer keyed on the card pad, which can be taken back like a tap."""
    return isinstance(event, e.CardDealt | e.CardBurned) and event.on_pad


def fold(table: Table, events: Iterable[Event]) -> Table:
    """The table after all of `events`."""
    for event in events:
        table = evolve(table, event)
    return table


def _write_table(table: Table, event: TableEvent) -> Table:
    round_ = table.round
    match event:
        case e.CardDealt(card, place, deal, keyed, kept):
            if kept:
                table = _without_kept(table, for_dealer=place <= DEALER)
            dealt = _with_draw(table, Drawn(card, place, deal), from_shoe=not (kept or keyed))
            return replace(dealt, before=table.before) if event.on_pad else dealt
        case e.Tapped("card"):
            # Taps before a card are final, also if the dealer keyed it: only the card can be undone.
            return replace(table, before=replace(table, before=None), reported="")
        case e.Tapped():
            return replace(table, before=table, reported=event.report)
        case e.CardsPickedUp(places):
            up = replace(round_, picked_up=(*round_.picked_up, *places))
            return replace(table, round=up, rack=(*table.rack, *_collected(round_, places)))
        case e.RoundEnded(outcome):
            last = replace(round_, outcome=outcome)
            account = with_round(table.account, round_.hands)
            fresh = tuple(sorted({*table.fresh, "refilled"})) if round_.reloaded else table.fresh
            seats = seats_with(table.seats, round_)
            over = replace(table, round=Round(round_.number + 1), last=last, account=account)
            return replace(over, fresh=fresh, seats=seats)
        case e.CardBurned(deal, kept, keyed):
            if kept:
                table = _without_kept(table, for_dealer=False)
            burned = _with_draw(table, Drawn(None, None, deal, burned=True), from_shoe=not (kept or keyed))
            if event.on_pad:
                burned = replace(burned, before=table.before)
            fresh = table.fresh if deal == "war" and kept else ()
            return replace(burned, rack=(*table.rack, Racked(None, "burn", round_.number)), fresh=fresh)
        case e.CutCardAside(before):
            return replace(table, round=_with_cut_card(round_, before), before=None)
        case e.DealerChanged(name):
            return replace(table, dealer=name, fresh=tuple(sorted({*table.fresh, "dealer"})))
        case e.HoldRaised(hold):
            return _hold(table, hold)
        case e.HoldRuled():
            return _ruled(table, event)
        case e.CardsCameFirst(numbers):
            early = (replace(one, came_first=True) if one.raised in numbers else one for one in table.holds)
            return replace(table, holds=tuple(early))
        case e.DeviceNoted():
            return _with_device(table, event)
        case e.RulingRecorded():
            return replace(table, before=None)
        case e.TapRefused() | e.TapTakenBack() | e.ReportWithdrawn() | e.FaultDismissed():
            return table
        case e.BurnShown() | e.Noted() | e.TokeBoxed() | e.MoveMade():
            return table
        case _:
            return _write_cards(table, event)


def _ruled(table: Table, event: e.HoldRuled) -> Table:
    """The table after a ruling on a hold, apart from the cards and chips that it moves."""
    round_ = table.round
    holds = list(table.holds)
    hold = holds.pop(event.index)
    # A card that was held before, and is held again now, is counted again with that.
    kinds = {hold.kind, hold.instead_of.kind if hold.instead_of else hold.kind}
    if event.ruling in ("unfounded", "in_order") and kinds & {*DEALING_ERRORS} and round_.misdeals:
        round_ = replace(round_, misdeals=round_.misdeals - 1)
        table = replace(table, round=round_)
    if event.cite and hold.kind not in SETTLEMENT_QUESTIONS:
        round_ = replace(round_, remedied=tuple(dict.fromkeys((*round_.remedied, *hold.hands))))
        table = replace(table, round=round_)
    table = _with_departure(table, event.departs_from) if event.departs_from else table
    ruled = replace(table, holds=tuple(holds), before=table.before if event.tapped else None)
    if event.kind == "batch" and event.ruling == "reshuffle":
        # "ready" was about a batch that must not be dealt again; the device will report it once more.
        return replace(ruled, shuffler=SAME_BATCH)
    if event.kind == "batch" and event.ruling == "unfounded":
        # It was the other batch, whose colour nobody named.
        return replace(ruled, batch="")
    answered_for = event.kind == "count" and event.ruling in ("accept", "unfounded")
    return _count_accepted(ruled) if answered_for else ruled


MISSED: Final = "missed"
"""Note for a card drawn in a round that only the original of a restored copy knows."""
SAME_BATCH = "same_batch"
"""The shuffler put out the batch that was dealt last, and somebody ordered another shuffle."""
UNFINISHED = (
    *("shuffling", "jam", "stopped", "incomplete", "out_of_order", "sort_mode", "miscounted", SAME_BATCH),
)
"""A shuffler in one of these states has no cards that may be dealt."""
SPOILED = ("jam", "stopped", "incomplete", "sort_mode", "miscounted", SAME_BATCH)
"""States that a new `ready` report does not end: the cards must be shuffled again."""
BATCH_OUT: Final = "batch_out"
SHUFFLER_STATES = ("shuffling", "ready", "jam", "stopped", "incomplete", "out_of_order", "sort_mode")
"""States of a shuffler; a count, a cable or a door does not change the shuffle it has begun."""


def _with_device(table: Table, noted: e.DeviceNoted) -> Table:
    # A failed shuffle may void the round, so earlier taps can no longer be taken back.
    failed = noted.stops and noted.device == "shuffler"
    said = replace(table, before=None) if failed else table
    if noted.device == "station" and noted.status == "back":
        # The station was away, so the dealer checks the layout before anything else happens.
        return replace(said, round=replace(table.round, reread=True, reread_for=""), before=None)
    if noted.device == "shoe" and noted.status == MISSED:
        # The card was dealt in a round that this log does not have, so it lies in the rack.
        rack = (*table.rack, Racked(None, NOT_IN_THIS_LOG, table.round.number))
        return replace(said, rack=rack, shoe=replace(table.shoe, drawn=table.shoe.drawn + 1), before=None)
    if noted.device == "reader":
        return replace(said, reader=noted.status)
    if noted.device != "shuffler":
        return said
    now = table.preparing
    if noted.status == "batch":
        another = table.shuffler == SAME_BATCH and noted.batch != table.batch
        said = replace(said, batch=noted.batch, shuffler="ready" if another else table.shuffler)
        if now is None or said.shuffler in UNFINISHED or BATCH_OUT in now.done:
            return said
        # The device continues with the other batch at once, so its later reports are not about this one.
        return replace(said, preparing=replace(now, done=(*now.done, BATCH_OUT)), before=None)
    state = _shuffler_state(table.shuffler, noted)
    said = replace(said, beneath_count=_beneath_count(table, noted, state))
    if state == table.shuffler:
        return said
    by_hand = replace(now, by_hand=state == "out_of_order") if now else None
    return replace(said, shuffler=state, preparing=by_hand)


def _beneath_count(table: Table, noted: e.DeviceNoted, state: str) -> str:
    """The state of a shuffler apart from its wrong count: it still shuffles and becomes ready."""
    if state != "miscounted":
        return ""
    was = table.beneath_count if table.shuffler == "miscounted" else table.shuffler
    spoiled = was in SPOILED and noted.status == "ready"
    return noted.status if noted.status in SHUFFLER_STATES and not spoiled else was


def _count_accepted(table: Table) -> Table:
    """The table after somebody accepted the count; only the device can report that the cards are mixed."""
    if table.shuffler != "miscounted" or any(hold.kind == "count" for hold in table.holds):
        return table
    return replace(table, shuffler=table.beneath_count, beneath_count="")


def _shuffler_state(before: str, noted: e.DeviceNoted) -> str:
    """The state of the shuffler; failed, sorted or miscounted cards stay so until another shuffle begins."""
    if noted.status == "count" and before != "out_of_order":
        wrong, again = noted.stops, before == "miscounted"
        return "miscounted" if wrong else "shuffling" if again else before
    mended = before in SPOILED and noted.status == "ready"
    return noted.status if noted.status in SHUFFLER_STATES and not mended else before


CardsEvent = (
    e.CardsReturned
    | PreparationEvent
    | e.ClockNoted
    | e.CardKept
    | e.CardNotDrawn
    | e.ShoeUncounted
    | e.CardRacked
    | e.CardRetired
    | e.CardsReread
    | e.RackCardReread
    | e.CardsRequeued
    | e.Corrected
    | e.MeterChanged
)


def _write_cards(table: Table, event: CardsEvent) -> Table:
    """The table after a fact about cards between two shoes, or about cards outside the regular deal."""
    round_ = table.round
    match event:
        case e.CardsReturned():
            done = replace(round_, steps=(*round_.steps, CompletedStep("return_cards")))
            return replace(table, round=done, rack=(), shoe=replace(table.shoe, drawn=0))
        case e.CardKept(card, number, for_dealer):
            kind = table.ruled.kind if table.ruled else table.reported
            new = Kept(card, number, for_dealer, kind, table.ruled)
            return replace(table, kept=tuple(sorted((*table.kept, new), key=lambda one: one.number)))
        case e.CardNotDrawn():
            shoe = replace(table.shoe, drawn=max(0, table.shoe.drawn - 1))
            return replace(table, shoe=shoe)
        case e.ShoeUncounted():
            return replace(table, shoe=replace(table.shoe, size=0))
        case e.CardRacked(card, burned, kind):
            seen = None if burned else card
            racked = Racked(seen, "burn" if burned else "out of play", round_.number)
            out = _with_draw(table, Drawn(seen, None, "irregular", burned=burned), from_shoe=False)
            return _face_up_counted(replace(out, rack=(*table.rack, racked)), kind)
        case e.CardRetired(index, burned, kind):
            return _retired(table, index, burned=burned, kind=kind)
        case e.CardsReread(draws, waived_burns, left_over):
            round_ = _with_damaged_faces(round_, draws, left_over)
            misdeals = round_.misdeals + (event.kind in DEALING_ERRORS)
            without_rule = bool(event.kind) and table.ruled is not None and not table.ruled.cite
            again = replace(round_, reread_for=event.kind, reread_without_rule=without_rule)
            now = replace(table, round=replace(again, misdeals=misdeals))
            return _reread(now, draws, round_.waived_burns + waived_burns)
        case e.RackCardReread(index, was, card):
            return _rack_reread(table, index, was, card)
        case e.CardsRequeued():
            return _requeued(table)
        case e.Corrected(number, hand, action, cents):
            return replace(table, corrections=(*table.corrections, Correction(number, hand, action, cents)))
        case e.MeterChanged(name, cause, by, cents, millionths):
            others = tuple(meter for meter in table.meters if meter.name != name)
            if cause == "paid":
                round_ = replace(round_, paid_from=(*round_.paid_from, (name, by)))
            return replace(table, round=round_, meters=(*others, Meter(name, cents, millionths)))
        case e.ClockNoted(minutes):
            return _at_the_hour(table, minutes)
        case _:
            return write_preparation(table, event)


def _as_before_the_tap(table: Table) -> Table:
    """The table before the last tap, with everything that clock and devices have reported since."""
    before = table.before
    if before is None:
        return table
    reports = _reports_with_facts_since(before.reports, before, table)
    return replace(_with_facts_since(before, before, table), stops=table.stops, reports=reports)


def _reports_with_facts_since(
    reports: tuple[OpenReport, ...], before: Table, table: Table
) -> tuple[OpenReport, ...]:
    """The reports with what devices have reported since, also in the tables without two or more of them."""
    return tuple(
        replace(
            one,
            without=replace(
                _with_facts_since(one.without, before, table),
                reports=_reports_with_facts_since(one.without.reports, before, table),
            ),
        )
        for one in reports
    )


def _without_report(table: Table, later_reports: int) -> Table:
    """The table as it would be if the report before `later_reports` others had not been made."""
    tapped = (one for one in table.reports if not one.is_fault)
    report = next((one for one in tapped if one.later_reports == later_reports), None)
    return _as_if_without(table, report) if report else table


def _without_fault(table: Table) -> Table:
    """The table as it would be if the shuffler had not signalled its last fault."""
    fault = next((one for one in reversed(table.reports) if one.is_fault), None)
    return _as_if_without(table, fault) if fault else table


def _as_if_without(table: Table, report: OpenReport) -> Table:
    """The table without this report; facts that follow are no effects of the reports that stay open."""
    return _with_complete_reports(replace(report.without, stops=table.stops))


def _with_complete_reports(table: Table) -> Table:
    reports = tuple(
        replace(one, complete=True, without=_with_complete_reports(one.without)) for one in table.reports
    )
    return replace(table, reports=reports) if reports else table


def _with_facts_since(target: Table, before: Table, table: Table) -> Table:
    """The table `target` with everything that devices reported between `before` and `table`."""
    if table.batch != before.batch:
        target = _with_device(target, e.DeviceNoted("shuffler", "batch", batch=table.batch))
    raised = [hold for hold in table.holds if hold.kind == "device" and hold not in before.holds]
    target = replace(target, holds=(*target.holds, *raised))
    if table.reader != before.reader:
        target = replace(target, reader=table.reader)
    if (table.shuffler, table.beneath_count) == (before.shuffler, before.beneath_count):
        return target
    now = target.preparing
    if now and table.shuffler != before.shuffler:
        now = replace(now, by_hand=table.shuffler == "out_of_order")
    return replace(target, preparing=now, shuffler=table.shuffler, beneath_count=table.beneath_count)


def _at_the_hour(table: Table, minutes: int) -> Table:
    """The table at this time; if the clock came late, the decks are at least as old as its first reading."""
    shoe = table.shoe
    if table.preparing is None and shoe.decks_opened_minutes is None:
        shoe = replace(shoe, decks_opened_minutes=minutes)
    # A tap that is taken back later does not set the clock back.
    before = _at_the_hour(table.before, minutes) if table.before else None
    reports = tuple(replace(one, without=_at_the_hour(one.without, minutes)) for one in table.reports)
    return replace(table, clock_minutes=minutes, shoe=shoe, before=before, reports=reports)


def _is_error_of_its_own(hold: Hold) -> bool:
    """True if a card was delivered incorrectly, and is not held under another name for that already."""
    before = hold.instead_of
    return hold.kind in DEALING_ERRORS and (before is None or before.kind not in DEALING_ERRORS)


def _hold(table: Table, hold: Hold) -> Table:
    """The table with a hold; one raised by a card is final, one raised by a tap can be taken back with it."""
    if hold.has_card and not hold.counted and not hold.kept:
        hold = replace(hold, number=table.shoe.drawn + 1)
    # A hold caused by a ruling waits until the cards and chips of that ruling are moved.
    hold = replace(hold, raised=table.stops + 1, before_moves=bool(table.moves) and table.ruled is None)
    held = replace(table, holds=(*table.holds, hold), stops=hold.raised)
    if _is_error_of_its_own(hold) and table.round.opened:
        held = replace(held, round=replace(table.round, misdeals=table.round.misdeals + 1))
    if not hold.has_card:
        return held
    if hold.kept:
        kept = tuple(kept for kept in held.kept if kept.number != hold.number)
        return replace(held, kept=kept, before=None)
    if hold.counted:
        return held
    return replace(held, shoe=replace(held.shoe, drawn=held.shoe.drawn + 1), before=None)


def _with_cut_card(round_: Round, before: Place | None) -> Round:
    """The round with the cut card; only the first cut card of a round counts."""
    if round_.cut_card:
        return round_
    deals = {drawn.deal for drawn in round_.draws}
    when: CutCard = "deal" if "original" in deals else "start"
    if when == "deal" and before is None and "war" not in deals:
        when = "settlement"
    return replace(round_, cut_card=when, cut_card_before=before)


def _with_draw(table: Table, drawn: Drawn, *, from_shoe: bool) -> Table:
    """The table after a card left the shoe: a due burn is done, and the last tap becomes final."""
    shoe = table.shoe
    return replace(
        table,
        round=replace(table.round, draws=(*table.round.draws, drawn)),
        shoe=replace(shoe, drawn=shoe.drawn + 1) if from_shoe else shoe,
        # A card that had been waiting does not satisfy a burn that has become due meanwhile.
        fresh=() if from_shoe else table.fresh,
        before=None if from_shoe else table.before,
    )


def _without_kept(table: Table, *, for_dealer: bool) -> Table:
    """The table without the first card that was kept for this use."""
    first = next((kept for kept in table.kept if for_dealer and kept.for_dealer), None)
    used = first or next((kept for kept in table.kept if not kept.for_dealer), None)
    rest = list(table.kept)
    if used is not None:
        rest.remove(used)
    return replace(table, kept=tuple(rest))


def _retired(table: Table, index: int, *, burned: bool, kind: str) -> Table:
    round_ = table.round
    old = round_.draws[index]
    card = None if burned else old.card
    retired = Drawn(card, None, "irregular", burned=burned)
    draws = (*round_.draws[:index], retired, *round_.draws[index + 1 :])
    rack = _without_burns(table, 1) if old.burned else table.rack
    steps = round_.steps
    if old.place == DEALER:
        steps = tuple(done for done in steps if done.step != "turn_dealer_card")
    owed = {"opening": ("shoe", "game"), "dealer_change": ("dealer",)}.get(old.deal, ())
    fresh = tuple(sorted({*table.fresh, *owed})) if old.burned else table.fresh
    racked = Racked(card, "burn" if burned else "out of play", round_.number)
    misdeals = round_.misdeals + (kind in DEALING_ERRORS)
    return _face_up_counted(
        replace(
            table,
            round=replace(round_, draws=draws, steps=steps, misdeals=misdeals),
            rack=(*rack, racked),
            fresh=fresh,
        ),
        kind,
    )


def _face_up_counted(table: Table, kind: str) -> Table:
    if kind != "face_up":
        return table
    round_, shoe = table.round, table.shoe
    return replace(
        table,
        round=replace(round_, face_ups=round_.face_ups + 1),
        shoe=replace(shoe, face_ups=shoe.face_ups + 1),
    )


def _reread(table: Table, draws: tuple[Drawn, ...], waived_burns: int) -> Table:
    """The table after a re-reading: cards taken for burns that lie on the felt leave the rack."""
    round_ = table.round
    was, now = (sum(drawn.burned for drawn in cards) for cards in (round_.draws, draws))
    reread = replace(round_, draws=draws, waived_burns=waived_burns, reread=True)
    return replace(table, round=reread, rack=_without_burns(table, was - now))


def _with_damaged_faces(round_: Round, draws: tuple[Drawn, ...], left_over: tuple[int, ...]) -> Round:
    """The round whose damaged cards have the faces of the cards as they are read now."""

    def read_again(later: Later) -> Later:
        if not isinstance(later, ReplaceCardLater) or later.draw is None or later.draw in left_over:
            return later
        draw = later.draw - sum(index < later.draw for index in left_over)
        return replace(later, card=draws[draw].card, draw=draw)

    return replace(round_, later=tuple(read_again(later) for later in round_.later))


def _rack_reread(table: Table, index: int, was: Card, card: Card) -> Table:
    """The table with the face of a rack card corrected, also in the round from which it came."""
    racked = table.rack[index]
    rack = (*table.rack[:index], replace(racked, card=card), *table.rack[index + 1 :])
    round_, last = _with_face(table.round, racked, was, card), table.last
    return replace(table, rack=rack, round=round_, last=_with_face(last, racked, was, card) if last else None)


def _with_face(round_: Round, racked: Racked, was: Card, card: Card) -> Round:
    for index, drawn in enumerate(round_.draws if round_.number == racked.round_number else ()):
        up = drawn.place is None or drawn.place in round_.picked_up
        if up and drawn.card == was and _owner(drawn) == racked.owner:
            draws = (*round_.draws[:index], replace(drawn, card=card), *round_.draws[index + 1 :])
            return replace(_with_damaged_faces(round_, draws, ()), draws=draws)
    return round_


def _owner(drawn: Drawn) -> RackOwner:
    if drawn.place is None:
        return "out of play"
    return "dealer" if drawn.place <= DEALER else drawn.place


def _requeued(table: Table) -> Table:
    """The table with the war deal counted as not drawn, and without the confirmations for it."""
    round_ = table.round
    back = [drawn for drawn in round_.draws if drawn.deal == "war"]
    # Held cards left the shoe after them.
    held = (hold.number for hold in table.holds if hold.has_card and hold.number)
    first = min(held, default=table.shoe.drawn + 1) - len(back)
    kept = tuple(Kept(drawn.card, first + index, kind="option_missed") for index, drawn in enumerate(back))
    steps = without_war_steps(round_)
    draws = tuple(drawn for drawn in round_.draws if drawn.deal != "war")
    again = replace(with_draws(round_, draws), steps=steps, waived_burns=0)
    rack = _without_burns(table, sum(drawn.burned for drawn in back))
    return replace(table, round=again, kept=(*kept, *table.kept), rack=rack)


def _without_burns(table: Table, count: int) -> tuple[Racked, ...]:
    """The rack without its last `count` burns of this round."""
    rack = list(table.rack)
    for racked in [racked for racked in reversed(rack) if racked.owner == "burn"][:count]:
        rack.reverse()
        rack.remove(racked)
        rack.reverse()
    return tuple(rack)


def _collected(round_: Round, places: tuple[Place, ...]) -> tuple[Racked, ...]:
    """The cards of `places` as they lie in the rack: hand by hand, each war card on its original."""
    return tuple(
        Racked(drawn.card, _owner(drawn), round_.number)
        for place in places
        for drawn in round_.draws
        if drawn.place == place
    )


def _with_departure(table: Table, departs_from: str) -> Table:
    """The table whose round keeps the paragraph departed from, which the screen shows until its end."""
    round_ = table.round
    return replace(table, round=replace(round_, departures=(*round_.departures, departs_from)))
