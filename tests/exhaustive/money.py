"""The bank's arithmetic, worked out again from the wagers and the lines alone."""

from collections.abc import Iterator

from dealer_station.engine.due.meters import MILLIONTHS, meter
from dealer_station.engine.evolve.accounts import account_of_round
from dealer_station.engine.model.cards import rank
from dealer_station.engine.model.events import Event, HandSettled, MeterChanged
from dealer_station.engine.model.observations import Cents
from dealer_station.engine.model.table import Hand, Round, Table
from dealer_station.engine.model.values import DEALER, Hold, Line
from dealer_station.engine.rulebook.rules import Rules

COLLECTED_FIRST = ("progressive", "bonus")
"""Taken before the deal: a line that pays or returns comes on top of that."""


def stakes_of(hand: Hand) -> dict[str, Cents]:
    """Every wager that this bettor has down; None is an amount that nobody entered."""
    at_war = hand.choice == "war"
    wagers = {
        "main": hand.bet.main_cents,
        "tie": hand.bet.tie_cents,
        "war": hand.bet.main_cents if at_war else 0,
        "war_tie": hand.war_tie_cents if at_war else 0,
        "progressive": hand.bet.progressive_cents,
        "bonus": hand.bet.bonus_cents,
        "toke": hand.bet.toke_cents,
    }
    return {wager: cents for wager, cents in wagers.items() if cents != 0}


def faults_of_wagers(round_: Round, rules: Rules) -> Iterator[str]:
    """Faults of hands: each has its own name, a spot of this table, and a wager."""
    names = [hand.name for hand in round_.hands]
    if len(set(names)) != len(names):
        yield f"two hands have one name: {names}"
    for hand in round_.hands:
        if not 1 <= hand.spot <= rules.table.spots.value:
            yield f"spot {hand.spot} is not on this table"
        if hand.bettor not in ("", *"abc"[: rules.table.bettors_per_spot.value]):
            yield f"nobody can be called {hand.name} at this table"
        if not stakes_of(hand):
            yield f"spot {hand.name} is dealt in without a wager"


def faults_of_settlement(round_: Round, *, finished: bool) -> Iterator[str]:
    """Each wager is settled once, at its stake or its odds; in a finished round none is left open."""
    for hand in round_.hands:
        stakes = stakes_of(hand)
        lines = [line for line in hand.moves if line.wager != "envy"]
        settled = [line.wager for line in lines if line.wager not in COLLECTED_FIRST]
        if len(set(settled)) != len(settled):
            yield f"spot {hand.name}: a wager was settled twice: {settled}"
        if not stakes.keys() >= {line.wager for line in lines}:
            yield f"spot {hand.name}: settled {settled}, wagered {sorted(stakes)}"
        elif wrong := [line for line in lines if line.cents != owed(line, stakes[line.wager])]:
            yield f"spot {hand.name}: wrong amounts: {wrong}"
        elif finished and stakes.keys() != {line.wager for line in lines}:
            yield f"spot {hand.name}: the round ended with {sorted(stakes.keys() - set(settled))} open"
        elif finished and not balances(hand, stakes):
            yield f"spot {hand.name}: the chips do not balance: {hand.lines}"
        yield from _faults_of_side_bets(hand)
        if finished and round_.voided:
            yield from _faults_of_void_side_bets(hand)
    yield from _faults_of_account(round_, finished=finished)


def tie_wagers_against_the_cards(round_: Round) -> set[str]:
    """Hands whose tie wager was paid on first cards that do not match, or taken on two that do."""
    if round_.voided:
        return set()
    return {
        hand.name
        for hand in round_.hands
        for line in hand.lines
        if line.wager == "tie" and not hand.voided
        if line.action == ("take" if _first_cards_match(hand, round_) else "pay")
    }


def _first_cards_match(hand: Hand, round_: Round) -> bool:
    own, dealers = round_.card_at(hand.spot, "original"), round_.card_at(DEALER, "original")
    return own is not None and dealers is not None and rank(own) == rank(dealers)


IN_QUESTION = ("over_limit", "altered_wager", "late_wager")
"""Stops about chips that may not be what was entered."""


def chips_astray(hold: Hold, before: Table, after: Table) -> Iterator[str]:
    """Chips of a wager in question that a void neither returns nor leaves in a stake that goes back."""
    if hold.kind not in IN_QUESTION or hold.decided or not (hold.cents or hold.withdrawn):
        return
    was = next((hand for hand in before.round.hands if hand.name in hold.hands), None)
    now = next((hand for hand in after.round.hands if hand.name in hold.hands), None)
    entered = was.stake(hold.wager) if was else 0
    if entered is None or hold.entered or (was and any(line.wager == hold.wager for line in was.lines)):
        return
    lies_there = hold.cents + (entered if hold.kind == "late_wager" else 0)
    open_still = now is not None and all(line.wager != hold.wager for line in now.lines)
    found = (now.stake(hold.wager) or 0) if now and open_still else 0
    found += sum(
        move.cents or 0
        for move in after.moves[len(before.moves) :]
        if move.hand in hold.hands and move.wager == hold.wager
    )
    if found != lies_there:
        yield f"{hold.kind}: {lies_there} cents lie on the {hold.wager} wager, and {found} go back"


def _faults_of_side_bets(hand: Hand) -> Iterator[str]:
    """Collected once, paid or given back once at most; nobody is envied twice for one hand, or by oneself."""
    for wager in COLLECTED_FIRST:
        actions = [line.action for line in hand.moves if line.wager == wager]
        if len(set(actions)) != len(actions) or (actions and actions[0] == "pay"):
            yield f"spot {hand.name}: the {wager} wager was settled as {actions}"
    envied = [line.about for line in hand.moves if line.wager == "envy"]
    if len(set(envied)) != len(envied) or hand.name in envied:
        yield f"spot {hand.name}: envy for {envied}"


def _faults_of_void_side_bets(hand: Hand) -> Iterator[str]:
    """A void round keeps no chip that was only collected: it was paid for, or it went back."""
    for wager in COLLECTED_FIRST:
        actions = [line.action for line in hand.moves if line.wager == wager]
        if actions and actions[-1] == "take":
            yield f"spot {hand.name}: the round is void and the {wager} wager was kept"


def _faults_of_account(round_: Round, *, finished: bool) -> Iterator[str]:
    """Faults of the account: each stake was taken, went back, or is on the layout; at the end none is."""
    for tally in account_of_round(round_, ()):
        if min(tally.staked_cents, tally.taken_cents, tally.returned_cents, tally.paid_cents) < 0:
            yield f"the account of the {tally.wager} wagers runs below zero: {tally}"
        if tally.open_cents < 0 or (finished and tally.open_cents):
            yield f"the account of the {tally.wager} wagers does not balance: {tally}"


def owed(line: Line, stake: Cents) -> Cents:
    """The amount that the line must name for that stake: the odds, half of it, or all of it."""
    if stake is None:
        return None
    if line.wager == "bonus" and line.action == "pay":
        return line.cents
    if line.action == "pay":
        return stake * line.odds + line.meter_cents
    return stake // 2 if line.action == "half" else stake


def balances(hand: Hand, stakes: dict[str, Cents]) -> bool:
    """True if the player's stakes equal what the player has back and what the house holds."""
    staked = back = house = 0
    collected = {line.wager for line in hand.moves if line.wager in COLLECTED_FIRST and line.action == "take"}
    for line in hand.moves:
        stake = stakes.get(line.wager, 0)
        if stake is None or line.cents is None:
            return True
        later = line.wager in collected and line.action != "take"
        staked += 0 if later or line.wager == "envy" else stake
        stake_back = 0 if later or line.wager == "envy" else stake
        back += {"take": 0, "return": line.cents, "half": line.cents, "pay": stake_back + line.cents}[
            line.action
        ]
        house += {
            "take": line.cents,
            "return": -line.cents if later else 0,
            "half": line.cents,
            "pay": -line.cents,
        }[line.action]
    return staked == back + house


def faults_of_meters(before: Table, after: Table, events: tuple[Event, ...], rules: Rules) -> Iterator[str]:
    """A meter is what it was and what its events say; it pays what the lines say, and not a cent is lost."""
    for changed in after.meters:
        moved = [event for event in events if isinstance(event, MeterChanged) and event.meter == changed.name]
        was = meter(before, rules, changed.name)
        total = was.cents * MILLIONTHS + was.millionths + sum(event.by_millionths for event in moved)
        if total != changed.cents * MILLIONTHS + changed.millionths:
            yield f"the {changed.name} meter drifted: {was} to {changed}"
        paid = sum(
            line.meter_cents
            for event in events
            if isinstance(event, HandSettled)
            for line in event.lines
            if (line.wager == "progressive") == (changed.name == "progressive")
        )
        out = -sum(event.by_millionths for event in moved if event.cause == "paid")
        if paid and out > paid * MILLIONTHS:
            yield f"the {changed.name} meter lost more than it paid"
