"""The people at a simulated table: a dealer who does what is due, players who bet and choose, and a floor."""

import math
from typing import assert_never

from msgspec import Struct

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
from dealer_station.engine.due.wheel import FIVE_DOLLARS
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.errors import ProfileError
from dealer_station.engine.model.kinds import Ruling
from dealer_station.engine.model.observations import Bet, Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.values import Hold
from dealer_station.engine.odds.strategy import Strategy
from dealer_station.engine.rulebook.rule_sections import Limits
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.words.prompt_notes import BY_THE_FLOOR
from hw_sim.devices.shoe import SimulatedShoe
from hw_sim.devices.wheel import Wheel

USUAL_WAGER_CENTS = 10_00
"""A player's wager if the book sets no minimum."""

CALLED, SETTLED, SHOE_EMPTY = o.Called(), o.Settled(), o.Reported("shoe_empty")


class SimulatedPlayer(Struct, frozen=True):
    """A player with a wager and a fixed answer to every tie."""

    bet: Bet
    strategy: Strategy


class SimulatedPeople:
    """Everybody at the table: answers each step that is due with an observation.

    `players` may be changed between rounds. If it stays the same, the wagers stand. A wheel is
    needed only if somebody bets on it.
    """

    def __init__(
        self, shoe: SimulatedShoe, players: tuple[SimulatedPlayer, ...], wheel: Wheel | None = None
    ) -> None:
        self.shoe = shoe
        self.players = players
        self.wheel = wheel
        self._bets_on_layout: tuple[Bet, ...] = ()
        self._ran_short = False
        self._ruled_on: Hold | None = None
        self._rulings_given = 0
        """Number of rulings that the floor has given on the same hold."""

    def sit_down_at(self, table: Table) -> None:
        """Take over a table in use: its wagers, and whether its shoe ran out."""
        self._bets_on_layout = tuple(hand.bet for hand in table.round.hands)
        self._ran_short = table.preparing is not None and table.preparing.cause == "short_shoe"

    def look_at(self, table: Table) -> None:
        """Take the wagers from the table, in case the last tap was refused;
        between rounds use those of the last round.
        """
        hands = table.round.hands or (table.last.hands if table.last else ())
        self._bets_on_layout = tuple(hand.bet for hand in hands)

    def respond(self, step: Due) -> Observation:
        """Return the observation that follows when people do what `step` asks for."""
        match step:
            case Draw():
                return self.shoe.draw() or self._shoe_is_empty()
            case Settle():
                return SETTLED
            case Perform():
                return self._perform(step)
            case TakeBets():
                return self._take_bets()
            case Call():
                return CALLED
            case Offer():
                return self._answer(step)
            case AwaitRuling():
                return self._rule_on(step)
            case RoundOver():
                # The engine ends a round without a tap, so this step never comes up.
                return o.Confirmed("over")
            case _:
                assert_never(step)

    def _shoe_is_empty(self) -> Observation:
        """Report the empty shoe; the steps that follow end with the shuffled discards in the shoe."""
        self._ran_short = True
        return SHOE_EMPTY

    def _take_bets(self) -> Observation:
        """Place the wagers of a new round, or make the call if the wagers on the layout stand."""
        self.shoe.begin_round()
        bets = tuple(player.bet for player in self.players)
        # A toke comes down with its payoff and a coupon is used up, so both must be placed again.
        stand = not any(bet.toke_cents or bet.coupon_cents for bet in bets)
        if stand and bets == self._bets_on_layout:
            return CALLED
        self._bets_on_layout = bets
        return o.BetsPlaced(bets)

    def _perform(self, step: Perform) -> Observation:
        """Confirm a step; loading the shoe or the shuffler, or returning cards to it, shuffles them."""
        if step.step == "spin_wheel" and self.wheel:
            return o.Spun(step.places[0], self.wheel.spin())
        if step.step in ("load", "load_shuffler") and self._ran_short:
            self.shoe.shuffle_discards()
            self._ran_short = False
        elif step.step in ("load", "load_shuffler", "return_cards"):
            self.shoe.reload()
        return o.Confirmed(step.step, by="floor" if step.step in BY_THE_FLOOR else "")

    def _answer(self, step: Offer) -> Observation:
        spot, bettor = step.hand.spot, step.hand.bettor
        for player in self.players:
            if (player.bet.spot, player.bet.bettor) == (spot, bettor):
                return o.Answered(spot, bettor, player.strategy)
        # A player who left with chips on the layout makes no further wager.
        return o.Answered(spot, bettor, "surrender")

    def _rule_on(self, step: AwaitRuling) -> Observation:
        """Rule with a remedy of the book, never a departure; remedies that let the game go on come first."""
        # If the same hold is still there, the table refused the ruling: try the next remedy.
        if step.hold != self._ruled_on:
            self._ruled_on, self._rulings_given = step.hold, 0
        remedies = self._remedies(step)
        ruling = remedies[self._rulings_given % len(remedies)]
        self._rulings_given += 1
        if ruling == "correct" and (last := self.shoe.last_card):
            return o.Ruled(ruling, card=last.card, by="floor")
        if ruling == "void" and not step.hold.hands:
            spots = (f"{bet.spot}{bet.bettor}" for bet in self._bets_on_layout)
            return o.Ruled(ruling, hands=tuple(spots), by="floor")
        return o.Ruled(ruling, by="floor")

    def _remedies(self, step: AwaitRuling) -> tuple[Ruling, ...]:
        """Return the remedies in the order in which the floor tries them; those
        that need no further details come first.
        """
        kind = step.hold.kind
        first: tuple[Ruling, ...] = ("reshuffle", "play_on", "accept", "discard", "refuse", "void_round")
        if kind == "impossible_card":
            first = ("play_on", *first)
        if kind == "unreadable" and self.shoe.last_card:
            first = ("correct", *first)
        # Apart from the two kinds above, an allowed reshuffle comes first and ends the shoe, as for the cut
        # card.
        return tuple(dict.fromkeys(ruling for ruling in (*first, *step.rulings) if ruling in step.rulings))


def seat_players(rules: Rules, count: int, strategy: Strategy) -> tuple[SimulatedPlayer, ...]:
    """Return players on the first `count` spots, each with a main and a tie wager within the limits, and a
    progressive wager if the table offers one.
    """
    spots = rules.table.spots
    if not 1 <= count <= spots.value:
        raise ProfileError(
            f"{count} players do not fit: this {rules.book.id} table has {spots.value} spots ({spots.cite})"
        )
    # A surrender halves the main wager, and half of an odd cent would be lost to rounding.
    main = _usual_wager(rules.wagers.main_limits.value, multiple_cents=2, name=rules.terms.main_wager.value)
    tie = _usual_wager(rules.wagers.tie_limits.value, multiple_cents=1, name=rules.terms.tie_wager.value)
    progressive = usual_progressive(rules) if rules.progressive.progressive.value == "on" else 0
    return tuple(
        SimulatedPlayer(Bet(spot, "", main, tie, progressive), strategy) for spot in range(1, count + 1)
    )


def usual_progressive(rules: Rules) -> int:
    """Return five dollars, for which the paytables are made, adjusted to the limits of this table."""
    limits = rules.progressive.progressive_limits.value
    return _usual_wager(limits, multiple_cents=1, name="progressive wager", usual_cents=FIVE_DOLLARS)


def _usual_wager(
    limits: Limits, *, multiple_cents: int, name: str, usual_cents: int = USUAL_WAGER_CENTS
) -> int:
    """Return the minimum wager, or the usual one if there is no minimum, rounded to whole steps; raise
    ProfileError if none fits.
    """
    step = math.lcm(limits.step_cents or 1, multiple_cents)
    least = limits.min_cents or usual_cents
    wager = math.ceil(least / step) * step
    if limits.max_cents and wager > limits.max_cents:
        wager = limits.max_cents // step * step
    if wager < max(limits.min_cents, 1):
        raise ProfileError(
            f"no {name} in steps of {step} cents lies between {limits.min_cents} and "
            f"{limits.max_cents} cents; widen the limits"
        )
    return wager
