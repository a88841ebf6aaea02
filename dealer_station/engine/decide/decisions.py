"""`decide` turns an observation at this table into facts. It has an answer to every observation."""

from typing import assert_never

from msgspec.structs import replace

from dealer_station.engine.decide import chip_moves, shoe_steps
from dealer_station.engine.decide.consequences import onward
from dealer_station.engine.decide.misreads import corrected, earlier_read_corrected
from dealer_station.engine.decide.mistaken_reports import report_of
from dealer_station.engine.decide.on_card import card_drawn, cut_card_seen, placed
from dealer_station.engine.decide.reports import authority_is_called, events_of_report
from dealer_station.engine.decide.rulings import events_of_ruling
from dealer_station.engine.decide.settlements_on_changed_cards import settled_otherwise
from dealer_station.engine.decide.tie_choice import answered
from dealer_station.engine.due.early_cards import EARLY, RULED_TOGETHER, early_cards, may_be_asked_about
from dealer_station.engine.due.irregularity_kinds import unreadable_card
from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.orders import as_if_not_stopped, courtesy_comes_late
from dealer_station.engine.due.side_bet_steps import VERIFY
from dealer_station.engine.due.step_types import (
    AwaitRuling,
    Call,
    Draw,
    Due,
    Offer,
    Perform,
    RoundOver,
    Settle,
    TakeBets,
)
from dealer_station.engine.due.wagers import Objection, bets_that_stand, objection_to
from dealer_station.engine.evolve.table_evolution import fold, is_card_of_the_pad
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Table, in_question, with_newest
from dealer_station.engine.model.values import Hold
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.words.prompts import STEPS, not_now, step_id

Events = tuple[Event, ...]
Answer = Events | Objection

TAPS: dict[type, str] = {
    o.BetsPlaced: "bets",
    o.Seated: "seats",
    o.Called: "call",
    o.Answered: "answer",
    o.Settled: "settle",
    o.Confirmed: "confirm",
    o.DealerArrived: "dealer",
    o.Reported: "report",
    o.CutOffered: "cut",
    o.CutMade: "cut",
    o.CutCardPlaced: "cut",
    o.Ordered: "order",
    o.BurnViewed: "view",
    o.Spun: "wheel",
    o.TokeGiven: "toke",
    o.VerbalWager: "verbal",
    o.Recalled: "recall",
}
"""Observations made by a tap; only these can be taken back."""

IMPLIED = (
    *("turn_dealer_card", "confirm_war", "match_war", "confirm_layout", "pick_up", "return_cards"),
    *("carry_out", "offer_tie_area", "lock_progressive", "collect_progressive", "count_progressive"),
)
"""Steps that nobody has to confirm, because the next observation proves that they were done."""

GOES_AHEAD = (o.CardDrawn, o.BetsPlaced, o.Called, o.Answered, o.Settled)
"""Observations that a dealer may make without confirming the step before."""

WHATEVER_IS_TO_BE_MOVED = (o.CardDrawn, o.Reported, o.Ruled, o.DeviceSaid)
"""Observations that do not wait for the moves of the last report or ruling; those moves stay due."""

BESIDE_THE_ROUND = (
    *(e.DealerChanged, e.DeviceNoted, e.RulingRecorded, e.TapTakenBack, e.ClockNoted, e.HoldRuled),
    *(e.ShoeLoaded, e.CardsTakenOut, e.CardsHandled, e.CutAnswered, e.CardsCut, e.CutCardPut, e.CutRepeated),
    *(e.ShuffleDemanded, e.ShuffleRepeated, e.BurnShown, e.Noted, e.MeterChanged, e.TokeBoxed),
    *(e.SeatsTaken, e.PlayersLeft, e.MoveMade, e.FaultDismissed, e.ReportWithdrawn),
)
"""Facts that may be recorded between two rounds without opening one."""

BETWEEN_ROUNDS = ("confirm_layout", "empty_shuffler", "load_shuffler")
"""Steps that may be due between two rounds without opening one: a look at the felt, a reshuffled batch."""


def decide(table: Table, rules: Rules, seen: Observation) -> Events:
    """The facts that follow from `seen`, with all their consequences; a refused tap is a fact too."""
    now = replace(table, moves=()) if table.moves and isinstance(seen, WHATEVER_IS_TO_BE_MOVED) else table
    step = due(now, rules)
    implied: Events = ()
    if isinstance(step, Perform) and isinstance(seen, GOES_AHEAD):
        implied, now, step = _implied(now, rules, seen, step)
    answer = _answer(now, rules, step, seen)
    if isinstance(answer, Objection):
        return (e.TapRefused(TAPS.get(type(seen), "ruling"), answer.reason, answer.cite),)
    tap = "card" if any(map(is_card_of_the_pad, answer)) else TAPS.get(type(seen))
    tapped = (e.Tapped(tap, report_of(seen) if rules.interventions else ""),) if tap else ()
    events = (*tapped, *implied, *_opening(now, rules, answer), *answer)
    if isinstance(seen, o.Reported) or _may_go_on_by_itself(now, rules, step):
        return (*events, *onward(fold(table, events), rules))
    return events


def done_as_due(table: Table, rules: Rules, step: Due, card: Card, by: str = "") -> Answer:
    """The facts if the due step is done as the book wants it: `card` is drawn, a tied player goes to war."""
    # Used to look ahead. Nothing was observed, so nothing is checked against the rules.
    match step:
        case Draw():
            answer: Answer = card_drawn(table, rules, step, o.CardDrawn(card))
        case Settle():
            answer = chip_moves.settled(table, rules, step)
        case Call():
            answer = _called(table, rules, step)
        case Offer(hand):
            answer = answered(table, rules, step, o.Answered(hand.spot, hand.bettor, "war"))
        case Perform():
            answer = _performed(table, rules, step, by)
        case AwaitRuling() | TakeBets() | RoundOver():
            return ()
        case _:
            assert_never(step)
    if isinstance(answer, Objection):
        return answer
    events = (*_opening(table, rules, answer), *answer)
    if _may_go_on_by_itself(table, rules, step):
        return (*events, *onward(fold(table, events), rules))
    return events


def call_is_taken(table: Table, rules: Rules, step: Due) -> bool:
    """True if the table accepts the closing call, with the steps that it implies, while `step` is due."""
    if isinstance(step, Perform):
        _, table, step = _implied(table, rules, o.Called(), step)
    return not isinstance(_called(table, rules, step), Objection)


def draw_for_a_card(table: Table, rules: Rules) -> Draw | None:
    """The due draw that a card serves if it leaves the shoe now; None if the card would be held."""
    table = replace(table, moves=()) if table.moves else table
    step = due(table, rules)
    if isinstance(step, Perform):
        _, _, step = _implied(table, rules, o.CardDrawn(None), step)
    return step if isinstance(step, Draw) else None


def forgotten_taps(table: Table, rules: Rules, hold: Hold) -> tuple[Due, ...]:
    """The steps whose taps were missing before an early card, if the dealer may say that they were done."""
    return _done_before(table, rules, hold)[0]


def _done_before(table: Table, rules: Rules, hold: Hold) -> tuple[tuple[Due, ...], Events]:
    """The steps without a tap before an early card, and the facts if all of them were done; else nothing."""
    if not may_be_asked_about(table, rules, hold):
        return (), ()
    now, steps, events = replace(table, holds=()), tuple[Due, ...](), tuple[Event, ...]()
    while not isinstance(step := due(now, rules), Draw):
        done = _done_without_a_tap(now, rules, step)
        if isinstance(done, Objection) or not done:
            return (), ()
        done = (*_opening(now, rules, done), *done)
        done = (*done, *onward(fold(now, done), rules))
        events, now = (*events, *done), fold(now, done)
        steps = steps if isinstance(step, Perform) else (*steps, step)
    # More than one player who was not asked could have chosen in several ways.
    return (steps, events) if sum(isinstance(step, Offer) for step in steps) <= 1 else ((), ())


def _done_without_a_tap(table: Table, rules: Rules, step: Due) -> Answer:
    """The facts if this step was done and only its tap was forgotten; none where nobody could know that."""
    match step:
        case Settle():
            return chip_moves.settled(table, rules, step)
        case Call() | TakeBets():
            return _called(table, rules, step)
        case Offer(hand):
            # A card that follows at once can only belong to this player's war.
            return answered(table, rules, step, o.Answered(hand.spot, hand.bettor, "war"))
        case Perform(step="turn_dealer_card" | "return_cards"):
            # Until the card is turned, nobody was shown what is settled; a return starts a new count of the
            # device, in which the card would be missing.
            return ()
        case Perform() if step.step in IMPLIED:
            return _performed(table, rules, step)
        case _:
            return ()


def _recalled(table: Table, rules: Rules, seen: o.Recalled) -> Answer:
    """Events of the dealer's word on early cards: each lies where it was due, or a ruling is needed."""
    hold = next((one for one in table.holds if seen.about in (0, one.raised) and one.kind == EARLY), None)
    steps, done = _done_before(table, rules, hold) if hold else ((), ())
    if hold is None or not steps:
        return Objection("nobody is asked about a card now: look at the screen again", "")
    row = early_cards(table, hold)
    if len(row) < seen.cards:
        return Objection("fewer cards wait here than the answer is about: look at the screen again", "")
    row = row[: seen.cards or None]
    if not seen.done:
        return (e.CardsCameFirst(tuple(one.raised for one in row)),)
    now = fold(replace(table, holds=()), done)
    waiting, released, kept = list(table.holds), tuple[Event, ...](), tuple[Event, ...]()
    for one in row:
        step = due(now, rules)
        if not isinstance(step, Draw):
            break  # This card came too early even then, and is asked about on its own.
        now = fold(now, placed(step, one.card or SOME_CARD))
        index = waiting.index(one)
        waiting.remove(one)
        released = (*released, e.HoldRuled(one.kind, "in_order", "", "", "", index=index, tapped=True))
        kept = (*kept, e.CardKept(one.card, one.number))
    facts = (*released, *done, *kept)
    after = fold(table, facts)
    used = onward(replace(after, holds=()), rules)
    # The cards lie in their places already, so nothing has to be moved.
    made = (e.MoveMade(),) * len(fold(after, used).moves)
    return (*facts, *used, *made)


SOME_CARD = Card("2c")
"""Stands in for a card that the reader could not read: where the next card goes does not depend on it."""


def _opening(table: Table, rules: Rules, answer: Events) -> Events:
    """The first event of a round: it names the book and the operator's answers under which it is judged."""
    if table.round.opened or not answer or isinstance(answer[0], BESIDE_THE_ROUND):
        return ()
    first = answer[0]
    if isinstance(first, e.HoldRaised) and not first.hold.has_card:
        return ()
    if isinstance(first, e.StepDone) and first.step in BETWEEN_ROUNDS:
        return ()
    return (e.RoundOpened(table.round.number, rules.book.id, rules.digest, rules.options),)


def _may_go_on_by_itself(table: Table, rules: Rules, step: Due) -> bool:
    """True if events may follow without further input; in a plain deal none do."""
    if isinstance(step, (Perform, AwaitRuling)) or table.kept or table.round.voided:
        return True
    if chip_moves.may_have_questions(table, rules):
        return True
    left = table.shoe.left
    last_cards = left is not None and left <= 1
    return last_cards or not table.round.opened or any(hand.voided for hand in table.round.hands)


def _implied(table: Table, rules: Rules, seen: Observation, step: Perform) -> tuple[Events, Table, Due]:
    """Events of the steps that `seen` proves done, so that the dealer need not confirm them."""
    # Handling of the cards between two shoes is never implied, because this station must notice cards that
    # nobody shuffled.
    events: Events = ()
    now, following = table, due(table, rules)
    while isinstance(following, Perform) and following.step in IMPLIED:
        done = _performed(now, rules, following)
        if isinstance(done, Objection):
            break
        done = (*done, *onward(fold(now, done), rules))
        events, now = (*events, *done), fold(now, done)
        following = due(now, rules)
    return (events, now, following) if _fits(seen, following) else ((), table, step)


def _fits(seen: Observation, step: Due) -> bool:
    """True if `step` waits for exactly this observation."""
    match seen:
        case o.CardDrawn():
            return isinstance(step, Draw)
        case o.BetsPlaced() | o.Called():
            return isinstance(step, TakeBets | Call)
        case o.Answered():
            return isinstance(step, Offer)
        case _:
            return isinstance(seen, o.Settled) and isinstance(step, Settle)


def _answer(table: Table, rules: Rules, step: Due, seen: Observation) -> Answer:
    match seen:
        case o.CardDrawn():
            return card_drawn(table, rules, step, seen)
        case o.Settled():
            return _settled(table, rules, step, seen)
        case o.Called():
            return _called(table, rules, step)
        case o.Confirmed():
            return _confirmed(table, rules, step, seen)
        case o.BetsPlaced(bets):
            return _bets(table, rules, step, bets)
        case o.Seated(spots):
            return shoe_steps.seated(rules, spots)
        case o.Answered():
            return answered(table, rules, step, seen)
        case o.CutCardSeen():
            return cut_card_seen(table, rules)
        case o.TookBack():
            nothing = Objection("no tap since the last card or ruling can be taken back", "")
            return (e.TapTakenBack(),) if table.before else nothing
        case o.DealerArrived(name):
            return (e.DealerChanged(name),)
        case o.Reported():
            return _reported(table, rules, step, seen)
        case o.Ruled():
            return _ruled_on(table, rules, step, seen)
        case o.DeviceSaid():
            return shoe_steps.device_said(table, rules, step, seen)
        case o.Ordered():
            return _unless_held(table, rules, shoe_steps.ordered(table, rules, seen))
        case o.CutOffered():
            return shoe_steps.cut_offered(table, rules, step, seen)
        case o.CutMade():
            return shoe_steps.cut_made(table, rules, step, seen)
        case o.CutCardPlaced():
            return shoe_steps.cut_card_placed(table, rules, step, seen)
        case o.BurnViewed():
            return shoe_steps.burn_viewed(table, rules)
        case o.ClockRead(minutes):
            return (e.ClockNoted(minutes),)
        case o.Spun():
            return chip_moves.spun(table, rules, step, seen)
        case o.TokeGiven(cents):
            return chip_moves.toke_given(rules, cents)
        case o.VerbalWager():
            return chip_moves.verbal_wager(table, rules, seen)
        case o.Recalled():
            return _recalled(table, rules, seen)
        case _:
            assert_never(seen)


def _unless_held(table: Table, rules: Rules, answer: Answer) -> Answer:
    """Refuse to begin a step while the table waits for a ruling."""
    return (
        Objection("the table is stopped; a ruling comes first", rules.roles.role_map.cite)
        if table.holds
        else answer
    )


def _settled(table: Table, rules: Rules, step: Due, seen: o.Settled) -> Answer:
    if not isinstance(step, Settle):
        return not_now(step, rules, "nothing is to be settled now. First: {do}")
    moves = tuple((line.wager, line.action, line.cents) for line in step.lines)
    if seen.hand and (seen.hand, seen.moves) != (step.hand.name, moves):
        # The table changed while the dealer was tapping, so the tap is about another settlement than the one
        # now due.
        return Objection("something else is to be settled now: look at the screen again", step.rule.cite)
    return chip_moves.settled(table, rules, step)


def _called(table: Table, rules: Rules, step: Due) -> Answer:
    """Events of the closing call; if no wagers were entered, those of the last round stand."""
    if isinstance(step, Call):
        return (e.WagersClosed(),)
    # A burn that is due may still be made, or reported as forgotten, after the call.
    burn_is_owed = isinstance(step, Draw) and not table.round.closed
    if burn_is_owed and table.round.hands:
        return (e.WagersClosed(),)
    if not isinstance(step, TakeBets) and not burn_is_owed:
        return not_now(step, rules, "there are no wagers to close now. First: {do}")
    placed = _bets(table, rules, step, bets_that_stand(table))
    return placed if isinstance(placed, Objection) else (*placed, e.WagersClosed())


def _bets(table: Table, rules: Rules, step: Due, bets: tuple[o.Bet, ...]) -> Answer:
    if table.holds or table.round.closed or table.round.voided:
        late = not_now(step, rules, "wagers are not taken now. First: {do}")
        return Objection(late.reason, rules.wagers.deadline.cite)
    if table.round.calls:
        return Objection(
            "the wagers stand: the call had been made before the shuffle", rules.wagers.handling.cite
        )
    if objection := objection_to(bets, rules):
        return objection
    return (e.WagersPlaced(bets),)


def _confirmed(table: Table, rules: Rules, step: Due, seen: o.Confirmed) -> Answer:
    """The answer to "Done": the single tap that the step due needs."""
    if seen.step and seen.step != step_id(step):
        if seen.step == "strip" and step_id(step) == "riffle":
            return Objection("no strip before two riffles", rules.shuffle.steps.for_step("strip").cite)
        what = STEPS.get(seen.step, seen.step)
        return not_now(step, rules, '"{what}" is not next. First: {do}', what=what)
    match step:
        case Perform():
            return _performed(table, rules, step, seen.by)
        case Settle():
            return _settled(table, rules, step, o.Settled())
        case Call():
            return _called(table, rules, step)
        case AwaitRuling() | TakeBets() | Draw() | Offer() | RoundOver():
            return not_now(step, rules, "a tap is not enough for this: {do}")
        case _:
            assert_never(step)


def _performed(table: Table, rules: Rules, step: Perform, by: str = "") -> Answer:
    match step.step:
        case "carry_out":
            return (e.MoveMade(),)
        case "collect_progressive":
            return chip_moves.collected(table, rules)
        case "spin_wheel":
            return Objection("say what the wheel showed: wheel SPOT SYMBOL", step.rule.cite)
        case "pick_up":
            return (e.CardsPickedUp(step.places),)
        case "return_cards":
            return (e.CardsReturned(),)
        case "change_decks":
            return (e.CardsTakenOut("replaced"),)
        case "wait_for_shuffler":
            return shoe_steps.objection_to_unfinished_shuffle(table, step)
        case _ if table.preparing:
            return shoe_steps.handled(table, rules, step)
        case "validate_progressive" if not by:
            return Objection("say who validates it: confirm validate_progressive by NAME", step.rule.cite)
        case _ if step.step in HAND_BY_HAND:
            return (e.StepDone(step.step, str(step.places[0]), by),)
        case _:
            return (e.StepDone(step.step, by=by),)


HAND_BY_HAND = (*VERIFY, "toke_box")
"""Steps that are done once for each hand that they concern."""

NO_MORE_OF_THEM = Objection("all of that card are out of the shoe already; look at the card again", "")


def _reported(table: Table, rules: Rules, step: Due, seen: o.Reported) -> Answer:
    unread = unreadable_card(table)
    if seen.kind == "unreadable" and seen.card and unread is not None:
        if seen.impossible:
            return NO_MORE_OF_THEM
        table = with_newest(table, unread)
        keyed = e.HoldRuled("unreadable", "correct", "", "keyed in", "", tapped=True)
        dealt = _keyed_in(table, rules, seen.card, keyed)
        lies = any(isinstance(event, e.CardDealt) for event in dealt)
        draw = len(table.round.draws) if lies else None
        return _at(unread, (*dealt, *authority_is_called(table, rules, seen, draw)))
    if seen.faces and seen.impossible:
        return NO_MORE_OF_THEM
    if seen.kind == "shoe_empty" and not isinstance(step, Draw):
        return Objection("no card is due: the shoe is not short", rules.irregularities.short_shoe.cite)
    return events_of_report(table, rules, seen)


def _ruled_on(table: Table, rules: Rules, step: Due, seen: o.Ruled) -> Answer:
    """The answer to a ruling on the hold that it names, even if another hold was raised since."""
    if seen.cards > 1:
        return _ruled_together(table, rules, step, seen)
    at = next((at for at, hold in enumerate(table.holds) if hold.raised == seen.about), None)
    if not seen.about:
        return _ruled(table, rules, step, seen)
    if at is None:
        return Objection("this stop is over, and nothing was ruled: look at the screen again", "")
    return _at(at, _ruled(with_newest(table, at), rules, step, seen))


def _ruled_together(table: Table, rules: Rules, step: Due, seen: o.Ruled) -> Answer:
    """The answer to one ruling on several early cards: each is ruled on in the order in which they came."""
    about = in_question(table, seen.about).holds
    row = early_cards(table, about[-1])[: seen.cards] if about else ()
    if len(row) < seen.cards:
        return Objection("fewer cards wait here than were ruled on: look at the screen again", "")
    if seen.departs or seen.ruling not in RULED_TOGETHER:
        return Objection("each of these cards needs a ruling of its own", "")
    events: Events = ()
    for hold in row:
        ruled = _ruled_on(table, rules, step, replace(seen, about=hold.raised, cards=0))
        if isinstance(ruled, Objection):
            return ruled
        events, table = (*events, *ruled), fold(table, ruled)
    return events


def _at(index: int, answer: Answer) -> Answer:
    """Decide as if the hold at `index` were the newest, then address the events to its real position."""
    if isinstance(answer, Objection):
        return answer
    return tuple(
        replace(event, index=index) if isinstance(event, e.HoldRuled) and event.index == -1 else event
        for event in answer
    )


def _ruled(table: Table, rules: Rules, step: Due, seen: o.Ruled) -> Answer:
    if isinstance(step, Perform) and step.step == "validate_progressive" and seen.ruling == "accept":
        return (
            e.RulingRecorded("accept", seen.by, seen.because),
            e.StepDone(step.step, str(step.places[0]), seen.by),
        )
    answer = events_of_ruling(table, rules, seen)
    if not isinstance(answer, Objection) and seen.ruling == "out" and courtesy_comes_late(table.round, rules):
        return (*answer, e.Noted("out", "dealer_card_seen"))
    if isinstance(answer, Objection) or seen.ruling != "correct":
        return answer
    if seen.card is None:
        return Objection("say which card it is: correct CARD", "")
    if seen.impossible:
        return NO_MORE_OF_THEM
    ruled = next(event for event in answer if isinstance(event, e.HoldRuled))
    hold = table.holds[-1]
    if seen.at:
        put_right = earlier_read_corrected(table, rules, seen.at, seen.card)
        return (
            put_right if isinstance(put_right, Objection) else _and_hands(table, rules, (ruled, *put_right))
        )
    if hold.draw is not None:
        return _and_hands(table, rules, (ruled, *corrected(table, rules, hold.draw, seen.card)))
    return _keyed_in(table, rules, seen.card, ruled)


def _and_hands(table: Table, rules: Rules, events: Events) -> Events:
    """Events that correct a read, and the settlements that were based on the wrong one."""
    return (*events, *settled_otherwise(table, fold(table, events), rules, table.holds[-1].kind))


def _keyed_in(table: Table, rules: Rules, card: Card, ruled: e.HoldRuled) -> Events:
    """Events after somebody keyed in a card that the reader could not read: it goes where it was due."""
    hold = table.holds[-1]
    if hold.place is not None and table.round.card_at(hold.place, hold.deal) is None:
        return (ruled, e.CardDealt(card, hold.place, hold.deal, keyed=True))
    # A card that was read again took its place, so it goes to the next one.
    return (ruled, *placed(due(as_if_not_stopped(fold(table, (ruled,))), rules), card, keyed=True))
