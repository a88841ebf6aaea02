"""The part of `evolve` that changes only the round: wagers, choices, settlements, completed steps."""

from collections.abc import Callable
from typing import assert_never

from msgspec.structs import replace

from dealer_station.engine.model import events as e
from dealer_station.engine.model.events import RoundEvent
from dealer_station.engine.model.kinds import DoneStep
from dealer_station.engine.model.observations import Bet, HandName
from dealer_station.engine.model.table import CompletedStep, Hand, Round
from dealer_station.engine.model.values import Drawn, Line, RulingGiven, Undone


def write_round(round_: Round, event: RoundEvent, ruled: RulingGiven | None = None) -> Round:
    """The round after a fact that changes nothing else; `ruled` is the ruling that caused the fact."""
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
            # A player who leaves the war invalidates the confirmations of the war.
            steps = round_.steps if choice else without_war_steps(round_)
            return _with_hand(
                replace(round_, steps=steps),
                spot,
                bettor,
                lambda hand: replace(
                    hand, choice=choice, war_tie_cents=tie, matched=hand.matched and choice == "war"
                ),
            )
        case e.OptionReopened(spot, bettor):
            again = replace(round_, steps=without_war_steps(round_))
            return _with_hand(again, spot, bettor, _asked_again)
        case e.SettlementReversed(spot, bettor, lines):
            name, war = str(HandName(spot, bettor)), any(line.wager == "war" for line in lines)
            matched = war and any(hand.matched for hand in round_.hands if hand.name == name)
            undone = Undone(name, lines, matched, event.kind, ruled)
            again = replace(round_, restoring=(*round_.restoring, undone))
            return _with_hand(again, spot, bettor, lambda hand: _unsettled(hand, lines))
        case e.StepDone(step, about):
            return _with_step(round_, step, about)
        case e.WagerAdded(bet):
            hands = (*(_told_apart(hand, bet) for hand in round_.hands), Hand(bet))
            return replace(round_, hands=tuple(sorted(hands, key=_by_place)))
        case e.SideBetsMoved(spot, bettor, lines):
            return _with_hand(round_, spot, bettor, lambda hand: replace(hand, beside=hand.beside + lines))
        case e.StakeCounted():
            return _with_hand(round_, event.spot, event.bettor, lambda hand: _without_excess(hand, event))
        case e.WheelSpun(spot, bettor, symbol):
            return _with_hand(round_, spot, bettor, lambda hand: replace(hand, spun=symbol))
        case e.HandVoided(spot, bettor, kind):
            out = len(round_.draws)
            return _with_hand(round_, spot, bettor, lambda hand: replace(hand, voided=kind, voided_at=out))
        case e.LeftForLater(what):
            return replace(round_, later=(*round_.later, what))
        case e.RoundVoided(kind):
            return replace(round_, voided=True, voided_by=kind)
        case _:
            assert_never(event)


def _with_step(round_: Round, step: DoneStep, about: str) -> Round:
    """The round after a completed step: cards were checked, chips put back, or a one-time step done."""
    hands = round_.hands
    if step == "match_war":
        hands = tuple(replace(hand, matched=hand.choice == "war") for hand in hands)
    return replace(
        round_,
        hands=hands,
        steps=(*round_.steps, CompletedStep(step, about)),
        reread=round_.reread and step != "confirm_layout",
        restoring=() if step == "restore_wagers" else round_.restoring,
    )


def without_war_steps(round_: Round) -> tuple[CompletedStep, ...]:
    """The completed steps without confirmations of a war; matched chips stay on the layout."""
    return tuple(done for done in round_.steps if done.step != "confirm_war")


def with_draws(round_: Round, draws: tuple[Drawn, ...]) -> Round:
    """The round with these draws; hands that had left count as gone before any card still to come."""
    out = len(draws)
    hands = tuple(replace(hand, voided_at=out) if hand.voided_at > out else hand for hand in round_.hands)
    return replace(round_, draws=draws, hands=hands)


def _with_hand(round_: Round, spot: int, bettor: str, change: Callable[[Hand], Hand]) -> Round:
    hands = tuple(
        change(hand) if hand.bet.spot == spot and hand.bet.bettor == bettor else hand for hand in round_.hands
    )
    return replace(round_, hands=hands)


def _told_apart(hand: Hand, second: Bet) -> Hand:
    """The hand of the single bettor of a box, renamed as its first bettor when a second one joins."""
    shares = hand.spot == second.spot and bool(second.bettor) and not hand.bettor
    return replace(hand, bet=replace(hand.bet, bettor="a")) if shares else hand


def _asked_again(hand: Hand) -> Hand:
    """The hand as it was before the choice, without a settled surrender."""
    lines = tuple(line for line in hand.lines if line.action != "half")
    return replace(hand, choice="", war_tie_cents=0, matched=False, lines=lines, reopened=True)


def _unsettled(hand: Hand, lines: tuple[Line, ...]) -> Hand:
    """The hand without these lines; undoing a settled surrender also removes the choice."""
    surrendered = any(line.action == "half" for line in lines)
    left = tuple(line for line in hand.lines if line not in lines)
    return replace(hand, lines=left, choice="" if surrendered else hand.choice)


def _without_excess(hand: Hand, event: e.StakeCounted) -> Hand:
    """The hand with its counted stake; the returned excess is kept separately."""
    back = (Line(event.wager, "return", event.excess_cents, 0, "original", event.cite),)
    bet = hand.bet
    if event.wager == "main":
        bet = replace(bet, main_cents=event.stake_cents)
    elif event.wager == "tie":
        bet = replace(bet, tie_cents=event.stake_cents)
    elif event.wager == "war_tie":
        hand = replace(hand, war_tie_cents=event.stake_cents)
    return replace(hand, bet=bet, excess=hand.excess + (back if event.excess_cents else ()))


def _by_place(hand: Hand) -> tuple[int, str]:
    return _in_table_order(hand.bet)


def _in_table_order(bet: Bet) -> tuple[int, str]:
    return bet.spot, bet.bettor
