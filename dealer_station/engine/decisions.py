"""`decide`: what an observation means at this table, as facts. It has an answer to everything."""

from typing import assert_never

from dealer_station.engine import events as e
from dealer_station.engine import irregular
from dealer_station.engine import observations as o
from dealer_station.engine.cards import Card
from dealer_station.engine.dues import AwaitRuling, Call, Draw, Due, Offer, Over, Perform, Settle, TakeBets
from dealer_station.engine.events import Event, Hold
from dealer_station.engine.observations import Observation
from dealer_station.engine.procedure import due
from dealer_station.engine.rules import Rules
from dealer_station.engine.table import Table, fold
from dealer_station.engine.wagers import Objection, objection_to, objection_to_war_tie
from dealer_station.engine.words import step_id

Events = tuple[Event, ...]

TAPS: dict[type, str] = {
    o.BetsPlaced: "bets",
    o.Called: "call",
    o.Answered: "answer",
    o.Settled: "settle",
    o.Confirmed: "confirm",
    o.DealerArrived: "dealer",
    o.Reported: "report",
}
"""What a finger did; anything else is a card, a device or a ruling, and cannot be taken back."""

GOES_AHEAD = (o.CardDrawn, o.BetsPlaced, o.Called, o.Answered, o.Settled)
"""What a dealer may do without having tapped that the step before it is done."""

BESIDE_THE_ROUND = (e.DealerChanged, e.DeviceNoted, e.RulingRecorded, e.ShoeLoaded, e.TapTakenBack)
"""Facts that may stand between two rounds and open none."""


def decide(table: Table, rules: Rules, seen: Observation) -> Events:
    """The facts that `seen` makes true, with all their consequences; a refused tap is a fact too."""
    step = due(table, rules)
    implied: Events = ()
    now = table
    if isinstance(step, Perform) and isinstance(seen, GOES_AHEAD):
        implied, now, step = _implied(table, rules, seen, step)
    answer = _answer(now, rules, step, seen)
    if isinstance(answer, Objection):
        return (e.TapRefused(TAPS.get(type(seen), "ruling"), answer.reason, answer.cite),)
    opened: Events = ()
    if not now.round.opened and answer and not isinstance(answer[0], BESIDE_THE_ROUND):
        book = rules.book.id
        opened = (e.RoundOpened(now.round.number, book, rules.digest, rules.options),)
    tap = TAPS.get(type(seen))
    events = (*((e.Tapped(tap),) if tap else ()), *implied, *opened, *answer)
    if now.kept or now.round.voided or isinstance(step, (Perform, AwaitRuling)):
        return (*events, *_onward(fold(table, events), rules))
    return events


def _implied(table: Table, rules: Rules, seen: Observation, step: Perform) -> tuple[Events, Table, Due]:
    """What must have been done before `seen` could happen: nobody taps what the next card shows anyway."""
    # A shuffle is never implied: cards that nobody shuffled are what this station is here to notice.
    events: Events = ()
    now, following = table, due(table, rules)
    while isinstance(following, Perform) and following.step != "shuffle":
        done = _performed(now, following)
        done = (*done, *_onward(fold(now, done), rules))
        events, now = (*events, *done), fold(now, done)
        following = due(now, rules)
    return (events, now, following) if _fits(seen, following) else ((), table, step)


def _fits(seen: Observation, step: Due) -> bool:
    """Whether `seen` is just what `step` waits for."""
    match seen:
        case o.CardDrawn():
            return isinstance(step, Draw)
        case o.BetsPlaced() | o.Called():
            return isinstance(step, TakeBets | Call)
        case o.Answered():
            return isinstance(step, Offer)
        case _:
            return isinstance(seen, o.Settled) and isinstance(step, Settle)


def _answer(table: Table, rules: Rules, step: Due, seen: Observation) -> Events | Objection:
    match seen:
        case o.CardDrawn(card):
            return _card(step, card)
        case o.Settled():
            return _settled(step)
        case o.Called():
            return _called(table, rules, step)
        case o.Confirmed():
            return _confirmed(table, rules, step, seen)
        case o.BetsPlaced(bets):
            return _bets(table, rules, step, bets)
        case o.Answered():
            return _chosen(table, rules, step, seen)
        case o.CutCardSeen():
            return (e.CutCardAside(),)
        case o.TookBack():
            nothing = Objection("there is no tap to take back since the last card or ruling", "")
            return (e.TapTakenBack(),) if table.before else nothing
        case o.DealerArrived(name):
            return (e.DealerChanged(name),)
        case o.Reported():
            return _reported(table, rules, seen)
        case o.Ruled():
            return _ruled(table, rules, step, seen)
        case o.DeviceSaid(device, status, detail):
            noted = e.DeviceNoted(device, status, detail)
            words = " ".join(word for word in (device, status, detail) if word)
            return (noted, e.HoldRaised(Hold("device", words))) if status in FAULTS else (noted,)
        case o.Announced(words):
            return (e.HoldRaised(Hold("announced", " ".join(words))),)
        case _:
            assert_never(seen)


FAULTS = ("jam", "stopped", "incomplete", "out_of_order", "sort_mode", "lost", "door")
"""What a device may say that stops the table until someone has looked."""


def _card(step: Due, card: Card | None) -> Events:
    """A card has left the shoe: it goes where one was due, or it is held."""
    if not isinstance(step, Draw):
        return (e.HoldRaised(irregular.stray_card(card)),)
    if step.place is None:
        return (e.CardBurned(step.deal),)
    if card is None:
        return (e.HoldRaised(irregular.unreadable_card()),)
    return (e.CardDealt(card, step.place, step.deal),)


def _settled(step: Due) -> Events | Objection:
    if not isinstance(step, Settle):
        return Objection(f"nothing is to be settled now; due is {step_id(step)}", step.rule.cite)
    return (e.HandSettled(step.hand.spot, step.hand.bettor, step.lines),)


def _called(table: Table, rules: Rules, step: Due) -> Events | Objection:
    """The closing call; where nothing was entered, the wagers of the last round stand."""
    if isinstance(step, Call):
        return (e.WagersClosed(),)
    if not isinstance(step, TakeBets):
        return Objection(f"there are no wagers to close now; due is {step_id(step)}", step.rule.cite)
    bets = tuple(hand.bet for hand in table.last.hands) if table.last else ()
    placed = _bets(table, rules, step, bets)
    return placed if isinstance(placed, Objection) else (*placed, e.WagersClosed())


def _bets(table: Table, rules: Rules, step: Due, bets: tuple[o.Bet, ...]) -> Events | Objection:
    if table.holds or table.round.closed or table.round.voided:
        return Objection(f"wagers are not taken now; due is {step_id(step)}", rules.wagers.deadline.cite)
    if table.round.calls:
        return Objection(
            "the wagers stand: the call had been made before the shuffle", rules.wagers.handling.cite
        )
    if objection := objection_to(bets, rules):
        return objection
    beside = any(bet.progressive_cents != 0 or bet.bonus_cents != 0 for bet in bets) or any(
        bet.toke_cents != 0 or bet.coupon_cents != 0 for bet in bets
    )
    placed = e.WagersPlaced(bets)
    return (placed, e.HoldRaised(Hold("side_bets"))) if beside else (placed,)


def _chosen(table: Table, rules: Rules, step: Due, seen: o.Answered) -> Events | Objection:
    """War or surrender; a war's tie wager may still be placed until the first card of the war deal."""
    name = f"spot {seen.spot}{seen.bettor}"
    if seen.choice == "surrender" and seen.war_tie_cents != 0:
        return Objection(
            f"{name} surrenders: there is no war deal to wager on", rules.settlement.surrender.cite
        )
    if objection := objection_to_war_tie(seen.war_tie_cents, rules):
        return objection
    chosen = e.OptionChosen(seen.spot, seen.bettor, seen.choice, seen.war_tie_cents)
    if isinstance(step, Offer) and (step.hand.spot, step.hand.bettor) == (seen.spot, seen.bettor):
        return (chosen,)
    if seen.war_tie_cents != 0 and _may_add_war_tie(table, seen) and not table.holds:
        return (chosen,)
    if isinstance(step, Offer):
        return Objection(f"spot {step.hand.name} is asked now, not {name}", step.rule.cite)
    return Objection(f"{name} was not asked; due is {step_id(step)}", step.rule.cite)


def _may_add_war_tie(table: Table, seen: o.Answered) -> bool:
    """Who is at war without a tie wager may place one until the first card of the war deal."""
    round_ = table.round
    return not any(drawn.deal == "war" for drawn in round_.draws) and any(
        hand.choice == "war" and hand.war_tie_cents == 0 and hand.bet.spot == seen.spot
        for hand in round_.hands
        if hand.bet.bettor == seen.bettor
    )


def _confirmed(table: Table, rules: Rules, step: Due, seen: o.Confirmed) -> Events | Objection:
    """Done: whatever single tap the step that is due needs."""
    if seen.step and seen.step != step_id(step):
        return Objection(f"{seen.step} is not due; due is {step_id(step)}", step.rule.cite)
    match step:
        case Perform():
            return _performed(table, step)
        case Settle():
            return _settled(step)
        case Call():
            return _called(table, rules, step)
        case AwaitRuling() | TakeBets() | Draw() | Offer() | Over():
            return Objection(f"{step_id(step)} needs more than a confirmation", step.rule.cite)
        case _:
            assert_never(step)


def _performed(table: Table, step: Perform) -> Events:
    match step.step:
        case "pick_up":
            return (e.CardsPickedUp(step.places),)
        case "return_cards":
            return (e.CardsReturned(),)
        case "shuffle":
            return (e.ShoeLoaded(new_game=table.shoe == "closed"),)
        case "turn_dealer_card" | "confirm_war" | "match_war":
            return (e.StepDone(step.step),)
        case _:
            assert_never(step.step)


def _reported(table: Table, rules: Rules, seen: o.Reported) -> Events | Objection:
    if seen.kind not in irregular.KINDS:
        return Objection(f'nobody knows "{seen.kind}"; report one of {", ".join(irregular.KINDS)}', "")
    if seen.kind == "unreadable" and table.holds and table.holds[-1].kind == "unreadable" and seen.card:
        return _keyed_in(table, rules, seen.card, o.Ruled("correct"))
    detail = " ".join(str(word) for word in (seen.kind, seen.spot or "", seen.card or "") if word)
    return (e.HoldRaised(Hold(seen.kind, detail)),)


def _ruled(table: Table, rules: Rules, step: Due, seen: o.Ruled) -> Events | Objection:
    if not table.holds:
        if seen.ruling == "accept":
            return (e.RulingRecorded(seen.ruling, seen.by, seen.because),)
        return Objection("nothing waits for a ruling", step.rule.cite)
    if seen.ruling == "correct" and table.holds[-1].kind == "unreadable" and seen.card:
        return _keyed_in(table, rules, seen.card, seen)
    ruled = irregular.events_of_ruling(table, rules, seen)
    if ruled is None:
        allowed = ", ".join(irregular.rulings_for(table.holds[-1]))
        return Objection(f'"{seen.ruling}" is no ruling on this; the choices are {allowed}', step.rule.cite)
    return ruled


def _keyed_in(table: Table, rules: Rules, card: Card, ruled: o.Ruled) -> Events:
    """The dealer keyed in what the reader could not read; the card goes where it was due."""
    done = e.HoldRuled("unreadable", ruled.ruling, ruled.by, ruled.because, "")
    step = due(fold(table, (done,)), rules)
    dealt = _card(step, card)
    return (done, *(_as_keyed(event) for event in dealt))


def _as_keyed(event: Event) -> Event:
    return (
        e.CardDealt(event.card, event.place, event.deal, keyed=True)
        if isinstance(event, e.CardDealt)
        else event
    )


def _onward(table: Table, rules: Rules) -> Events:
    """What follows by itself: cards kept as the next card out are used, and a finished round ends."""
    events: Events = ()
    while more := _next_consequence(table, rules):
        events, table = (*events, *more), fold(table, more)
    return events


def _next_consequence(table: Table, rules: Rules) -> Events:
    step = due(table, rules)
    if isinstance(step, Over):
        return _ending(table, rules)
    if isinstance(step, Draw) and table.kept and not table.holds:
        card = table.kept[0]
        if step.place is None:
            return (e.CardBurned(step.deal, kept=True),)
        if card is not None:
            return (e.CardDealt(card, step.place, step.deal, kept=True),)
    return ()


def _ending(table: Table, rules: Rules) -> Events:
    """A round ends; where the cut card came out in it the shoe is done, or the book has us ask."""
    ended = e.RoundEnded("void" if table.round.voided else "complete")
    if not table.round.cut_card:
        return (ended,)
    if rules.deal.cutcard_mid_round.value == "finish_then_ask":
        return (ended, e.HoldRaised(Hold("cut_card")))
    return (ended, e.ShoeSpent())
