"""Chip moves and their consequences: collected side bets, changed meters, questions to the floor."""

from msgspec.structs import replace

from dealer_station.engine.due import wheel
from dealer_station.engine.due.late_wagers import (
    counts_if_in_time,
    objection_to_late_wager,
    was_entered,
)
from dealer_station.engine.due.meters import meter_of, moved, paid_out, share_millionths
from dealer_station.engine.due.settlement import is_open
from dealer_station.engine.due.side_bet_steps import over_payout_limit, stakes_to_collect
from dealer_station.engine.due.step_types import Due, Offer, Perform, Settle
from dealer_station.engine.due.wagers import Objection, most_on
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Cents
from dealer_station.engine.model.table import Hand, Round, Table
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.model.values import Hold, Line, MeterName
from dealer_station.engine.model.wager_outcomes import Wager, dollars
from dealer_station.engine.rulebook.rule_sections import NO_RULE
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.rulebook.terms import wager_words

Events = tuple[Event, ...]
Answer = Events | Objection

METERS_OF: dict[str, tuple[MeterName, ...]] = {
    "progressive": ("progressive",),
    "bonus": ("primary", "secondary"),
}
"""The meters that a side bet feeds."""


def collected(table: Table, rules: Rules) -> Events:
    """Events that collect the chips of the side bets and add their share to the meters."""
    cites = {"progressive": rules.progressive.collect.cite, "bonus": rules.bonus_spin.lock_out.cite}
    taken: list[Event] = []
    shares: dict[MeterName, int] = {}
    for hand in table.round.hands:
        lines = tuple(
            Line(_side_bet(wager), "take", hand.stake(wager), 0, "original", cites[wager])
            for wager in stakes_to_collect(hand)
        )
        for line in lines:
            for name in METERS_OF[line.wager]:
                shares[name] = shares.get(name, 0) + share_millionths(line.cents, rules, name)
        if lines:
            taken.append(e.SideBetsMoved(hand.spot, hand.bettor, lines))
    raised = (event for name, by in shares.items() for event in moved(table, rules, name, "wager", by))
    return (*taken, *raised, e.StepDone("collect_progressive"))


def _side_bet(wager: str) -> Wager:
    return "bonus" if wager == "bonus" else "progressive"


def settled(table: Table, rules: Rules, step: Settle) -> Events:
    """Events that settle a hand: its lines, their effect on a meter, and the hand's coupon."""
    hand = step.hand
    events: list[Event] = [e.HandSettled(hand.spot, hand.bettor, step.lines)]
    for line in step.lines:
        events += _meter_follows(table, rules, hand, line, step)
    if hand.bet.coupon_cents != 0 and any(line.wager == "main" for line in step.lines):
        worth = "?" if hand.bet.coupon_cents is None else dollars(hand.bet.coupon_cents)
        events.append(
            e.HoldRaised(
                Hold("coupon", said("spot {name}: {worth}", name=hand.name, worth=worth), hands=(hand.name,))
            )
        )
    return tuple(events)


def _meter_follows(table: Table, rules: Rules, hand: Hand, line: Line, step: Settle) -> Events:
    """Meter events: subtract the amount paid from the meter, and the share that a void wager had added."""
    if line.action == "pay" and line.meter_cents:
        return paid_out(table, rules, meter_of(hand, line), line.meter_cents)
    if line.wager not in METERS_OF or line.action != "return" or not hand.has(line.wager, "take"):
        return ()
    # A stake that is returned together with winnings was played, so its share stays in the meter.
    won = any(one.action == "pay" for one in step.lines)
    return () if won else returned_share(table, rules, line.wager, line.cents or 0)


def returned_share(table: Table, rules: Rules, wager: str, cents: int) -> Events:
    """Events that take a void wager's share out of its meter; amounts paid meanwhile stay paid."""
    paid = {meter_of(hand, line) for hand in table.round.hands for line in hand.lines if line.meter_cents}
    return tuple(
        event
        for name in METERS_OF[wager]
        if name not in paid
        for event in moved(table, rules, name, "returned", -share_millionths(cents, rules, name))
    )


def question_about(table: Table, rules: Rules, step: Due) -> Events:
    """Questions for the floor before this step is done: a payout above the limit, a toke on a tie."""
    if isinstance(step, Settle) and (total := over_payout_limit(step, rules)):
        if table.round.has_done("payout_limit", payout_in_question(step.hand)):
            return ()
        limit = rules.wagers.payout_limit.value
        words = said(
            "spot {name} would be paid {amount}, the limit is {limit}",
            name=step.hand.name,
            amount=dollars(total),
            limit=limit,
        )
        return (e.HoldRaised(Hold("payout_limit", words, hands=(step.hand.name,))),)
    if isinstance(step, Offer) and is_open(step.hand, "toke"):
        if table.round.has_done("toke_follows", step.hand.name):
            return ()
        return (
            e.HoldRaised(
                Hold("toke_on_tie", said("spot {name}", name=step.hand.name), hands=(step.hand.name,))
            ),
        )
    return ()


def payout_in_question(hand: Hand) -> str:
    """Identifier of the payment that the floor was asked about; a later payment may need another question."""
    return f"{hand.name} {len(hand.lines)}"


def may_have_questions(table: Table, rules: Rules) -> bool:
    """True if this table may raise questions for the floor without a report."""
    return bool(rules.wagers.payout_limit.value) or any(
        hand.bet.toke_cents != 0 for hand in table.round.hands
    )


def toke_comes_down(hand: Hand) -> Events:
    """Events that return a toke because the floor does not let it follow a tied hand."""
    # No book covers a toke on a tie, so it goes back on the floor's ruling alone.
    back = Line("toke", "return", hand.bet.toke_cents, 0, "original", NO_RULE.cite)
    return (e.HandSettled(hand.spot, hand.bettor, (back,)),)


def progressives_go_back(table: Table, rules: Rules, hands: tuple[Hand, ...]) -> Events:
    """Events that return progressive wagers that the system did not accept."""
    cite = rules.irregularities.progressive_count.cite
    events: list[Event] = []
    collected_cents = 0
    for hand in hands:
        stake = hand.bet.progressive_cents
        if stake == 0 or hand.has("progressive", "return", "pay"):
            continue
        back = Line("progressive", "return", stake, 0, "original", cite)
        events.append(e.SideBetsMoved(hand.spot, hand.bettor, (back,)))
        collected_cents += (stake or 0) if hand.has("progressive", "take") else 0
    return (*events, *returned_share(table, rules, "progressive", collected_cents))


def stands_within_the_limit(table: Table, rules: Rules, hand: Hand, wager: Wager, cents: int) -> Events:
    """Events that let a late or changed wager stand; the part above the limit is a separate question."""
    most, _ = most_on(table.round, rules, hand, wager)
    if most is None or cents <= most:
        return wager_stands(table, rules, hand, wager, cents)
    if rules.wagers.over_max.value == "return_excess":
        excess = excess_goes_back(table.round, rules, hand, wager, cents)
        # Earlier rulebooks returned the excess as part of the ruling.
        return tuple(replace(one, kind="over_limit") if rules.interventions else one for one in excess)
    where = said("spot {spot}{bettor}", spot=hand.spot, bettor=hand.bettor)
    words = said(
        "{where}: {amount} on the {wager}",
        where=where,
        amount=dollars(cents),
        wager=wager_words(wager, rules),
    )
    asked = Hold("over_limit", words, hands=(hand.name,), cents=cents, wager=wager)
    return (*wager_stands(table, rules, hand, wager, cents), e.HoldRaised(asked))


def has_gone_back(
    table: Table, round_: Round, rules: Rules, hand: Hand, wager: Wager, lay_there_cents: int
) -> bool:
    """True if this excess has gone back already."""
    excess = excess_is_put_right(round_, rules, hand, wager, lay_there_cents)
    before = [(one.round_number, one.hand, one.cents) for one in table.corrections]
    # A returned excess is booked first, so each excess appears twice with the same amount.
    counted = {one for one in before if before.count(one) > 1}
    return bool(excess) and any(one[:2] == (round_.number, hand.name) for one in counted)


def wager_stands(_: Table, rules: Rules, hand: Hand, wager: Wager, lay_there_cents: int) -> Events:
    """Events that let a wager over the limit stand: it is worth the amount on the layout."""
    cite = rules.wagers.over_max.cite
    return (e.StakeCounted(hand.spot, hand.bettor, wager, lay_there_cents, 0, cite),)


def late_wager_stands(table: Table, rules: Rules, hold: Hold) -> Events:
    """Events that make late chips count, on an existing hand or on a spot that had none."""
    there = [hand for hand in table.round.hands if hand.name in hold.hands]
    if there:
        counted = there[0].stake(hold.wager) or 0
        total = hold.cents if was_entered(there[0], rules, hold) else counted + hold.cents
        return stands_within_the_limit(table, rules, there[0], hold.wager, total)
    name = o.HandName.read(hold.hands[0])
    late = o.Bet(name.spot, name.bettor, hold.cents)
    late = late if hold.wager == "main" else replace(late, main_cents=0, tie_cents=hold.cents)
    hand = Hand(late)
    return (e.WagerAdded(late), *stands_within_the_limit(table, rules, hand, hold.wager, hold.cents))


def wager_was_in_time(table: Table, rules: Rules, hold: Hold) -> Events:
    """Events for chips reported as late that were on the layout at the call: they count, or go back if
    no book or table takes them as a wager.
    """
    if objection := objection_to_late_wager(table.round, rules, hold):
        # Chips that are not a valid wager here go back, no matter when they came.
        name, there = o.HandName.read(hold.hands[0]), [h for h in table.round.hands if h.name in hold.hands]
        stake = (there[0].stake(hold.wager) or 0) if there else 0
        back = e.StakeCounted(name.spot, name.bettor, hold.wager, stake, hold.cents, objection.cite, kind="")
        return (back,)
    if not counts_if_in_time(table.round, rules, hold):
        return ()
    return tuple(
        replace(event, cite="") if isinstance(event, e.StakeCounted) and not event.excess_cents else event
        for event in late_wager_stands(table, rules, hold)
    )


def late_wager_goes_back(table: Table, rules: Rules, hold: Hold) -> Events:
    """Events that return only the chips that came too late; a hand with nothing else is out of the round."""
    events: list[Event] = []
    for hand in table.round.hands:
        counted = hand.stake(hold.wager)
        never_counted = bool(hold.cents) and not was_entered(hand, rules, hold)
        if hand.name not in hold.hands or never_counted or not is_open(hand, hold.wager):
            continue
        alone = all(hand.stake(other) == 0 for other in ("main", "tie") if other != hold.wager)
        # If no amount was given, all of the wager was late.
        needs_main = rules.wagers.tie_wager_dependency.value == "needs_main"
        tie_stands = not needs_main and not alone and bool(hold.cents)
        if (hold.wager == "main" and not tie_stands) or alone or counted is None:
            events.append(e.HandVoided(hand.spot, hand.bettor, "late_wager"))
        else:
            cite = rules.rulings.remedy("late_wager", "refuse").cite
            events.append(e.StakeCounted(hand.spot, hand.bettor, hold.wager, 0, counted, cite))
    return tuple(events)


def withdrawn(rules: Rules, hand: Hand, wager: Wager) -> Events:
    """Events for a wager that was taken away: the hand leaves the round, or only that wager does."""
    counted = hand.stake(wager)
    out = wager == "main" or counted is None
    void = (e.HandVoided(hand.spot, hand.bettor, "altered_wager"),) if out else ()
    if rules.interventions:
        return (*void, _booked_as_returned(hand, wager))
    # Earlier rulebooks had the dealer return it.
    return void or (e.StakeCounted(hand.spot, hand.bettor, wager, 0, counted or 0, ""),)


def _booked_as_returned(hand: Hand, wager: Wager) -> e.HandSettled:
    """The event that books chips as returned, because the player already has them."""
    back = Line(wager, "return", hand.stake(wager), 0, "original", NO_RULE.cite)
    return e.HandSettled(hand.spot, hand.bettor, (back,))


WAGERS_IN_QUESTION = ("over_limit", "altered_wager", "late_wager")
"""Stops about chips that may not be what was entered."""


def _in_question(table: Table, rules: Rules, hold: Hold | None, names: tuple[str, ...]) -> tuple[Hand, ...]:
    """The hands among `names` with an unsettled wager whose amount a report puts in question."""
    if hold is None or hold.kind not in WAGERS_IN_QUESTION or hold.decided or not rules.interventions:
        return ()
    return tuple(
        hand
        for hand in table.round.hands
        if hand.name in hold.hands and (hand.name in names or str(hand.spot) in names)
        if all(line.wager != hold.wager for line in hand.lines)
    )


def counted_as_it_lies(table: Table, rules: Rules, hold: Hold | None, names: tuple[str, ...]) -> Events:
    """Events that set the stakes of hands that become void to the amounts on the layout, which go back."""
    events: list[Event] = []
    if hold is None or not hold.cents:
        return ()
    for hand in _in_question(table, rules, hold, names):
        stake, wager = hand.stake(hold.wager), hold.wager
        beside = hold.kind == "late_wager"
        if beside and (stake is None or was_entered(hand, rules, hold)):
            continue
        lies = hold.cents + (stake or 0) if beside else hold.cents
        at_war = hand.choice == "war"
        if wager == "main" and at_war and hold.kind == "altered_wager":
            # The war wager equals the wager at the call, so the main wager is corrected to that before it
            # goes back.
            continue
        if beside and ((wager == "main" and at_war) or (wager == "war_tie" and not at_war)):
            events.append(e.StakeCounted(hand.spot, hand.bettor, wager, stake or 0, hold.cents, ""))
        elif lies != stake:
            events.append(e.StakeCounted(hand.spot, hand.bettor, wager, lies, 0, ""))
    return tuple(events)


def taken_away(
    table: Table, rules: Rules, hold: Hold | None, names: tuple[str, ...]
) -> tuple[e.HandSettled, ...]:
    """Events for wagers of void hands that players took away after the call: no chips are left to return."""
    if hold is None or not hold.withdrawn:
        return ()
    return tuple(_booked_as_returned(hand, hold.wager) for hand in _in_question(table, rules, hold, names))


def excess_goes_back(
    round_: Round, rules: Rules, hand: Hand, wager: Wager, lay_there_cents: int
) -> tuple[e.StakeCounted, ...]:
    """Events that return the excess above the limit, and for a hand at war the chips that matched it."""
    cite, (most, _) = rules.wagers.over_max.cite, most_on(round_, rules, hand, wager)
    most = most or 0
    excess = lay_there_cents - most
    back = e.StakeCounted(hand.spot, hand.bettor, wager, most, excess, cite)
    stake = hand.stake(wager)
    # A player at war matched the wager as it was entered, so only an unknown wager was matched too high.
    matched_too_high = hand.choice == "war" and (stake is None or stake > most or not rules.interventions)
    return (back, replace(back, wager="war")) if wager == "main" and matched_too_high else (back,)


def excess_is_put_right(
    round_: Round, rules: Rules, hand: Hand, wager: Wager, lay_there_cents: int
) -> Events:
    """Events for an excess found after the settlement: return what was taken, reclaim what was paid on it."""
    most = most_on(round_, rules, hand, wager)[0] or 0
    taken = [line for line in hand.lines if line.wager == wager and line.action in ("take", "half")]
    at_war = wager == "main" and hand.has("war", "take")
    excess = (lay_there_cents - most) * (2 if at_war else 1)
    if any(line.action == "half" for line in taken):
        excess //= 2  # For a surrendered hand, half of the excess went back with the other half of the stake.
    because = said("over the maximum ({cite})", cite=rules.wagers.over_max.cite)
    number = round_.number
    if not taken:
        # If the amount was entered, the settlement named it and nothing was paid beyond the limit.
        paid = (lay_there_cents - most) * _odds_paid_on_uncounted_wager(hand, wager)
        if not paid or not rules.interventions:
            return ()
        won = e.Corrected(number, hand.name, "pay", paid, "", because, booked=True)
        return (won, e.Corrected(number, hand.name, "take", paid, "", because))
    # The excess was on the layout and was taken with the stake, so it is booked as taken before it goes back.
    lost = e.Corrected(number, hand.name, "take", excess, "", because, booked=True)
    return (lost, e.Corrected(number, hand.name, "pay", excess, "", because))


def _odds_paid_on_uncounted_wager(hand: Hand, wager: Wager) -> int:
    """The odds that were paid on a wager without an entered amount; for the main wager, its war included."""
    same = ("main", "war") if wager == "main" else (wager,)
    return sum(line.odds for line in hand.lines if _paid_uncounted(line) and line.wager in same)


def _paid_uncounted(line: Line) -> bool:
    return line.action == "pay" and line.cents is None


def spun(table: Table, rules: Rules, step: Due, seen: o.Spun) -> Answer:
    """Events of a wheel symbol; one that the book pays in two ways, or a jackpot, waits for the floor."""
    spin = rules.bonus_spin
    if not wheel.is_offered(rules):
        return Objection("this table has no bonus wheel", spin.bonus_spin.cite)
    if not isinstance(step, Perform) or step.step != "spin_wheel":
        return Objection("no wheel is to be spun now", step.rule.cite)
    if seen.spot != step.places[0]:
        return Objection(said("the wheel is spun for spot {which} now", which=step.places[0]), step.rule.cite)
    hand = next(hand for hand in table.round.hands if hand.spot == seen.spot)
    prize = wheel.prizes(rules, hand.bet.bonus_cents or 0).get(seen.symbol)
    if prize is None:
        return Objection(
            said(
                "{symbol} is not on the wheel: {bonus_wheel}",
                symbol=seen.symbol,
                bonus_wheel=spin.bonus_wheel.value,
            ),
            spin.bonus_wheel.cite,
        )
    shown = e.WheelSpun(hand.spot, hand.bettor, seen.symbol)
    if not prize.needs_the_floor:
        return (shown,)
    words = said("spot {name}: {needs_the_floor}", name=hand.name, needs_the_floor=prize.needs_the_floor)
    status = wheel.table_of(prize, rules).status
    return (
        shown,
        e.HoldRaised(Hold("wheel_validation", words, hands=(hand.name,), at=f"{prize.cite} ({status})")),
    )


def toke_given(rules: Rules, cents: Cents) -> Answer:
    """Events of a toke that is not a bet: it goes into the toke box, in books that allow tokes."""
    policy = rules.house.toke_policy
    if policy.value == "none":
        return Objection("this book has no tokes; the tip box is the house's own", policy.cite)
    return (e.TokeBoxed(cents),)


def verbal_wager(table: Table, rules: Rules, seen: o.VerbalWager) -> Answer:
    """Events of a verbal wager: refused with cash, accepted with chips in time; else the floor decides."""
    rule, name = rules.wagers.verbal_wager, said("spot {spot}", spot=seen.spot)
    if not 1 <= seen.spot <= rules.table.spots.value:
        return Objection(said("this table has no spot {spot}", spot=seen.spot), rules.table.spots.cite)
    if table.round.closed:
        return Objection(
            said("{name}: the call has been made; no wager is taken", name=name), rules.wagers.deadline.cite
        )
    if rule.value == "unspecified" or (rule.value == "refuse_with_cash" and seen.means == "chips"):
        return (
            e.HoldRaised(Hold("verbal_wager", said("{name}, with {means}", name=name, means=seen.means))),
        )
    if seen.means == "cash":
        return Objection(
            said("{name}: a verbal wager with cash is not taken; chips only", name=name), rule.cite
        )
    return (e.Noted("verbal_wager", "taken_with_chips"),)


def latched(table: Table, rules: Rules, seen: o.DeviceSaid) -> Events:
    """Events after comparing the wagers that the progressive system accepted with those on the layout."""
    if rules.progressive.progressive.value != "on" or not table.round.closed or table.round.voided:
        return ()
    if seen.of_round and seen.of_round != table.round.number:
        return ()  # The report is about a finished round: the cable was out when the wagers were latched.
    accepted = set(seen.hands)
    lying = {hand.name for hand in table.round.hands if _progressive_stands(hand)}
    if accepted == lying:
        return ()
    words = said(
        "the system accepted {named}; chips came from {named2}", named=_named(accepted), named2=_named(lying)
    )
    return (e.HoldRaised(Hold("progressive_count", words, hands=tuple(sorted(accepted ^ lying)))),)


def _progressive_stands(hand: Hand) -> bool:
    return hand.bet.progressive_cents != 0 and not hand.voided and not hand.has("progressive", "return")


def _named(spots: set[str]) -> str:
    return ", ".join(sorted(spots)) or "nobody"
