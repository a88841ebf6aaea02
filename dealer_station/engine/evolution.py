"""`evolve` writes a fact down. It decides nothing and cannot fail: what happened, happened."""

from collections.abc import Callable, Iterable
from typing import assert_never

from msgspec.structs import replace

from dealer_station.engine import events as e
from dealer_station.engine.events import Event, RoundEvent, TableEvent
from dealer_station.engine.facts import DEALER, Cause, Drawn, Hold, Place
from dealer_station.engine.observations import Bet
from dealer_station.engine.table import Correction, CutCard, Hand, Kept, Preparation, Racked, Round, Table


def evolve(table: Table, event: Event) -> Table:
    """The table after `event`."""
    if isinstance(event, e.RoundFact):
        return replace(table, round=_write_round(table.round, event))
    return _write_table(table, event)


def fold(table: Table, events: Iterable[Event]) -> Table:
    """The table after all of `events`."""
    for event in events:
        table = evolve(table, event)
    return table


def _write_round(round_: Round, event: RoundEvent) -> Round:
    match event:
        case e.HandSettled(spot, bettor, lines):
            return _with_hand(round_, spot, bettor, lambda hand: replace(hand, lines=hand.lines + lines))
        case e.WagersPlaced(bets):
            hands = tuple(Hand(bet) for bet in sorted(bets, key=_in_table_order))
            return replace(round_, hands=hands)
        case e.WagersClosed():
            return replace(round_, closed=True, calls=round_.calls + 1)
        case e.RoundOpened():
            return replace(round_, opened=True)
        case e.OptionChosen(spot, bettor, choice, tie):
            return _with_hand(
                round_, spot, bettor, lambda hand: replace(hand, choice=choice, war_tie_cents=tie)
            )
        case e.StepDone(step):
            return replace(
                round_, steps=(*round_.steps, step), reread=round_.reread and step != "confirm_layout"
            )
        case e.HandVoided(spot, bettor, kind):
            return _with_hand(round_, spot, bettor, lambda hand: replace(hand, voided=kind))
        case e.LeftForLater(what):
            return replace(round_, later=(*round_.later, what))
        case e.RoundVoided():
            return replace(round_, voided=True)
        case _:
            assert_never(event)


def _write_table(table: Table, event: TableEvent) -> Table:
    round_ = table.round
    match event:
        case e.CardDealt(card, place, deal, keyed, kept):
            if kept:
                table = _without_kept(table, for_dealer=place <= DEALER)
            return _with_draw(table, Drawn(card, place, deal), from_shoe=not (kept or keyed))
        case e.Tapped():
            return replace(table, before=table)
        case e.CardsPickedUp(places):
            up = replace(round_, picked_up=(*round_.picked_up, *places))
            return replace(table, round=up, rack=(*table.rack, *_collected(round_, places)))
        case e.RoundEnded(outcome):
            last = replace(round_, outcome=outcome)
            return replace(table, round=Round(round_.number + 1), last=last)
        case e.CardBurned(deal, kept, keyed):
            if kept:
                table = _without_kept(table, for_dealer=False)
            burned = _with_draw(table, Drawn(None, None, deal, burned=True), from_shoe=not (kept or keyed))
            fresh = table.fresh if deal == "war" and kept else ()
            return replace(burned, rack=(*table.rack, Racked(None, "burn", round_.number)), fresh=fresh)
        case e.CutCardAside(before):
            return replace(table, round=_with_cut_card(round_, before), before=None)
        case e.DealerChanged(name):
            return replace(table, dealer=name, fresh=tuple(sorted({*table.fresh, "dealer"})))
        case e.HoldRaised(hold):
            return _hold(table, hold)
        case e.HoldRuled():
            holds = list(table.holds)
            del holds[event.index]
            return replace(table, holds=tuple(holds), before=table.before if event.tapped else None)
        case e.TapTakenBack():
            return _as_before_the_tap(table)
        case e.DeviceNoted():
            return _with_device(table, event)
        case e.RulingRecorded():
            return replace(table, before=None)
        case e.TapRefused() | e.BurnShown() | e.Noted():
            return table
        case _:
            return _write_cards(table, event)


def _with_device(table: Table, noted: e.DeviceNoted) -> Table:
    said = replace(table, before=None)
    if noted.device == "station" and noted.status == "back":
        # It was away: what lies on the felt is looked at before anything else happens.
        return replace(said, round=replace(table.round, reread=True))
    if noted.device != "shuffler":
        return said
    if noted.status == "batch":
        return replace(said, batch=noted.detail)
    now = table.preparing
    by_hand = replace(now, by_hand=noted.status == "out_of_order") if now else None
    return replace(said, shuffler=noted.status, preparing=by_hand)


CardsEvent = (
    e.CardsReturned
    | e.CardsTakenOut
    | e.CardsHandled
    | e.CutAnswered
    | e.CardsCut
    | e.CutCardPut
    | e.CutCardPassed
    | e.CutRepeated
    | e.ShuffleRepeated
    | e.ShuffleDemanded
    | e.ShoeLoaded
    | e.ClockNoted
    | e.CardKept
    | e.CardRacked
    | e.CardRetired
    | e.CardsReread
    | e.CardsRequeued
    | e.Corrected
)


def _write_cards(table: Table, event: CardsEvent) -> Table:
    """Facts about cards between two shoes, and about cards that did not go the regular way."""
    round_ = table.round
    match event:
        case e.CardsReturned():
            done = replace(round_, steps=(*round_.steps, "return_cards"))
            return replace(table, round=done, rack=(), shoe=replace(table.shoe, drawn=0))
        case e.CardKept(card, number, for_dealer):
            kept = sorted((*table.kept, Kept(card, number, for_dealer)), key=lambda one: one.number)
            return replace(table, kept=tuple(kept))
        case e.CardRacked(card, burned, kind):
            seen = None if burned else card
            racked = Racked(seen, "burn" if burned else "out of play", round_.number)
            out = _with_draw(table, Drawn(seen, None, "irregular", burned=burned), from_shoe=False)
            return _face_up_counted(replace(out, rack=(*table.rack, racked)), kind)
        case e.CardRetired(index, burned, kind):
            return _retired(table, index, burned=burned, kind=kind)
        case e.CardsReread(draws, waived_burns):
            return _reread(table, draws, round_.waived_burns + waived_burns)
        case e.CardsRequeued():
            return _requeued(table)
        case e.Corrected(number, hand, action, cents):
            return replace(table, corrections=(*table.corrections, Correction(number, hand, action, cents)))
        case e.ClockNoted(minutes):
            shoe = table.shoe
            if shoe.size and shoe.decks_opened_minutes is None:
                # The clock came late: the decks are at least as old as the first time that we know.
                shoe = replace(shoe, decks_opened_minutes=minutes)
            return replace(table, clock_minutes=minutes, shoe=shoe)
        case _:
            return _write_preparation(table, event)


INSPECTION = (
    *("remove_cards", "spread_idle", "first_player_looks", "stack"),
    *("inspect", "verify_inspection", "inspect_independently", "spread_for_player"),
)
"""What a repeated shuffle does not bring back."""

PreparationEvent = (
    e.CardsTakenOut
    | e.CardsHandled
    | e.CutAnswered
    | e.CardsCut
    | e.CutCardPut
    | e.CutCardPassed
    | e.CutRepeated
    | e.ShuffleRepeated
    | e.ShuffleDemanded
    | e.ShoeLoaded
)


def _write_preparation(table: Table, event: PreparationEvent) -> Table:
    now = table.preparing or Preparation("ordered")
    match event:
        case e.CardsTakenOut("new_game"):
            # Whoever comes to a table that opens again brings new wagers.
            emptied = replace(table.round, hands=())
            return replace(table, preparing=Preparation("new_game"), round=emptied, last=None)
        case e.CardsTakenOut(cause, spot):
            by_hand = table.shuffler == "out_of_order"
            return replace(table, preparing=Preparation(cause, spot, _seats(table, cause), by_hand=by_hand))
        case e.CardsHandled(step):
            return replace(table, preparing=replace(now, done=(*now.done, step)))
        case e.CutAnswered(spot, accepted):
            answered = replace(now, cutter=spot) if accepted else replace(now, refused=(*now.refused, spot))
            return replace(table, preparing=answered)
        case e.CardsCut():
            return replace(table, preparing=replace(now, done=(*now.done, "cut")))
        case e.CutCardPut(cards):
            done = (*now.done, "place_cut_card")
            return replace(table, preparing=replace(now, done=done, behind_cut=cards or 0))
        case e.CutCardPassed():
            return replace(table, preparing=None, round=replace(table.round, cut_card="deal", closed=True))
        case e.CutRepeated():
            done = tuple(step for step in now.done if step not in ("cut", "place_cut_card"))
            return replace(table, preparing=replace(now, done=done, behind_cut=0))
        case e.ShuffleRepeated():
            kept = tuple(step for step in now.done if step in INSPECTION)
            again = replace(now, done=kept, refused=(), cutter=None, behind_cut=0, mix_again=True)
            return replace(table, preparing=again)
        case e.ShuffleDemanded():
            begun = Preparation(now.cause, now.spot, now.seats, demanded=True)
            return replace(table, preparing=begun)
        case e.ShoeLoaded():
            return _loaded(table, event, now)
        case _:
            assert_never(event)


def _seats(table: Table, cause: Cause) -> tuple[int, ...]:
    """Who sits at the table, as far as wagers tell; nobody, where the game begins or had no players."""
    if cause in ("new_game", "idle"):
        return ()
    seated = table.round.hands or (table.last.hands if table.last else ())
    return tuple(sorted({hand.bet.spot for hand in seated}))


def _loaded(table: Table, event: e.ShoeLoaded, preparation: Preparation) -> Table:
    """Cards in the shoe: the rack is empty, and a round that waited for them goes on where it was."""
    round_, middle = table.round, preparation.cause == "short_shoe"
    opened = table.clock_minutes if event.fresh_decks else table.shoe.decks_opened_minutes
    shoe = replace(
        table.shoe,
        size=event.cards,
        drawn=0,
        behind_cut=preparation.behind_cut,
        face_ups=0,
        decks_opened_minutes=opened,
    )
    causes = {"shoe", "game"} if event.new_game else {"shoe"}
    fresh = table.fresh if middle else tuple(sorted({*table.fresh, *causes}))
    # Burns that lay in the rack are among the cards that were shuffled.
    draws = round_.draws if middle else ()
    round_ = replace(round_, closed=middle, draws=draws, cut_card="", cut_card_before=None)
    # Cards that lay ready as the next cards out are among those that were shuffled.
    kept = table.kept if middle else ()
    return replace(
        table, round=round_, shoe=shoe, preparing=None, fresh=fresh, kept=kept, rack=(), before=None
    )


def _as_before_the_tap(table: Table) -> Table:
    """What a finger did is undone; what the clock and the devices said meanwhile stands."""
    if table.before is None:
        return table
    before, opened = table.before, table.shoe.decks_opened_minutes
    return replace(
        before,
        clock_minutes=table.clock_minutes,
        shoe=replace(before.shoe, decks_opened_minutes=opened),
        shuffler=table.shuffler,
        batch=table.batch,
    )


def _hold(table: Table, hold: Hold) -> Table:
    """A hold that a card caused is final; one that a tap caused can be taken back with the tap."""
    if hold.has_card and not hold.counted and not hold.kept:
        hold = replace(hold, number=table.shoe.drawn + 1)
    held = replace(table, holds=(*table.holds, hold))
    if not hold.has_card:
        return held
    if hold.kept:
        kept = tuple(kept for kept in held.kept if kept.number != hold.number)
        return replace(held, kept=kept, before=None)
    if hold.counted:
        return held
    return replace(held, shoe=replace(held.shoe, drawn=held.shoe.drawn + 1), before=None)


def _in_table_order(bet: Bet) -> tuple[int, str]:
    return bet.spot, bet.bettor


def _with_hand(round_: Round, spot: int, bettor: str, change: Callable[[Hand], Hand]) -> Round:
    hands = tuple(
        change(hand) if hand.bet.spot == spot and hand.bet.bettor == bettor else hand for hand in round_.hands
    )
    return replace(round_, hands=hands)


def _with_cut_card(round_: Round, before: Place | None) -> Round:
    """The first cut card of a round is the one that counts."""
    if round_.cut_card:
        return round_
    when: CutCard = "deal" if any(drawn.deal == "original" for drawn in round_.draws) else "start"
    return replace(round_, cut_card=when, cut_card_before=before)


def _with_draw(table: Table, drawn: Drawn, *, from_shoe: bool) -> Table:
    """A card out of the shoe is final: the burn it may have been owed is done, the last tap stands."""
    shoe = table.shoe
    return replace(
        table,
        round=replace(table.round, draws=(*table.round.draws, drawn)),
        shoe=replace(shoe, drawn=shoe.drawn + 1) if from_shoe else shoe,
        # A card that had been waiting is no answer to a burn that has become due meanwhile.
        fresh=() if from_shoe else table.fresh,
        before=None if from_shoe else table.before,
    )


def _without_kept(table: Table, *, for_dealer: bool) -> Table:
    """The first card that was kept for this use is used."""
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
        steps = tuple(step for step in steps if step != "turn_dealer_card")
    owed = {"opening": ("shoe", "game"), "dealer_change": ("dealer",)}.get(old.deal, ())
    fresh = tuple(sorted({*table.fresh, *owed})) if old.burned else table.fresh
    racked = Racked(card, "burn" if burned else "out of play", round_.number)
    return _face_up_counted(
        replace(table, round=replace(round_, draws=draws, steps=steps), rack=(*rack, racked), fresh=fresh),
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
    """Cards that were taken for burns and lie on the felt come out of the rack again."""
    round_ = table.round
    was, now = (sum(drawn.burned for drawn in cards) for cards in (round_.draws, draws))
    reread = replace(round_, draws=draws, waived_burns=waived_burns, reread=True)
    return replace(table, round=reread, rack=_without_burns(table, was - now))


def _requeued(table: Table) -> Table:
    """The war deal counts as not yet drawn, and what was confirmed for it as not yet confirmed."""
    round_ = table.round
    back = [drawn for drawn in round_.draws if drawn.deal == "war"]
    first = table.shoe.drawn - len(back) + 1
    kept = tuple(Kept(drawn.card, first + index) for index, drawn in enumerate(back))
    steps = tuple(step for step in round_.steps if step not in ("confirm_war", "match_war"))
    draws = tuple(drawn for drawn in round_.draws if drawn.deal != "war")
    again = replace(round_, draws=draws, steps=steps, waived_burns=0)
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
    """The cards of `places` as they come to lie in the rack: hand by hand, the war card on its original."""
    return tuple(
        Racked(drawn.card, "dealer" if place <= DEALER else str(place), round_.number)
        for place in places
        for drawn in round_.draws
        if drawn.place == place
    )
