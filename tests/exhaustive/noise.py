"""Noise: every kind of observation with good, bad and impossible arguments, whatever is due."""

from collections.abc import Iterable
from typing import get_args, get_type_hints

from dealer_station.engine.due.irregularity_kinds import CATALOGUE, KINDS, RULINGS
from dealer_station.engine.due.ruling_choices import choices
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.kinds import as_hold_kind, as_ruling, as_status, as_step
from dealer_station.engine.model.observations import SHUFFLE_FAULTS, WARNINGS, Bet, Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.rulebook.rules import Rules
from tests.exhaustive.regular import HIGH, LOW
from tests.exhaustive.tables import WAR_TIE_CENTS, Case

NONSENSE = "nonsense"


def every_observation(case: Case) -> tuple[Observation, ...]:
    """All that is thrown at each state of a case."""
    return (
        *(o.CardDrawn(LOW), o.CardDrawn(HIGH), o.CardDrawn(None), o.CardDrawn(LOW, impossible=True)),
        *(o.CutCardSeen(), o.Called(), o.Settled(), o.TookBack(), o.DealerArrived("Kim"), o.BurnViewed()),
        *(o.BetsPlaced(bets) for bets in _bets(case)),
        *_answers(case),
        *(o.Confirmed(as_step(step)) for step in ("", "settle", "pick_up", "load", NONSENSE)),
        *_reports(),
        *_rulings(),
        *_handling(),
        *(o.Spun(2, "400"), o.Spun(2, "100"), o.Spun(2, "primary"), o.Spun(9, NONSENSE)),
        *(o.Recalled(done=True), o.Recalled(done=False)),
        *(o.TokeGiven(500), o.VerbalWager(2, "cash"), o.VerbalWager(2, "chips"), o.VerbalWager(0, "cash")),
        *(o.Seated((1, 3)), o.Seated(()), o.Seated((0,))),
    )


def _bets(case: Case) -> Iterable[tuple[Bet, ...]]:
    """Wagers that the book takes, and one of each kind that some book does not."""
    most = case.rules.table.spots.value
    good = case.layouts[0].bets[0].main_cents
    yield from (layout.bets for layout in case.layouts)
    yield from (
        (),
        (Bet(1, "", None, None),),
        (Bet(0, "", good),),
        (Bet(most + 1, "", good),),
        (Bet(1, "", 0, good),),
        (Bet(1, "", 0, 0),),
        (Bet(1, "", -2),),
        (Bet(1, "", 1),),
        (Bet(1, "", 10**9 + 2),),
        (Bet(1, "", good), Bet(1, "", good)),
        (Bet(1, "", good), Bet(1, "a", good)),
        (Bet(1, "d", good),),
        (Bet(1, "ab", good),),
        tuple(Bet(spot, "", good, player="A") for spot in (1, 2, 3)),
        (Bet(1, "", good, progressive_cents=500),),
        (Bet(1, "", good, bonus_cents=500),),
        (Bet(1, "", good, toke_cents=500),),
        (Bet(1, "", good, coupon_cents=500),),
    )


def _answers(case: Case) -> Iterable[Observation]:
    """War and surrender for each hand of the layouts and for one that is not there, with tie wagers."""
    hands = dict.fromkeys((bet.spot, bet.bettor) for layout in case.layouts for bet in layout.bets)
    for spot, bettor in (*hands, (9, "")):
        yield o.Answered(spot, bettor, "war")
        yield o.Answered(spot, bettor, "surrender")
        yield o.Answered(spot, bettor, "war", WAR_TIE_CENTS)
    yield o.Answered(2, "", "war", None)
    yield o.Answered(2, "", "war", -1)
    yield o.Answered(2, "", "surrender", WAR_TIE_CENTS)


def _reports() -> Iterable[Observation]:
    """Every kind of report; those about a spot or a card with one that may be right too."""
    for kind in KINDS:
        yield o.Reported(kind)
        yield from (
            o.Reported(kind, spot=spot) for spot in (1, 2) if CATALOGUE[kind].asks in ("spot", "hand")
        )
    yield o.Reported("empty_spot", spot=3)
    # Chips on a spot where nobody plays.
    yield from (o.Reported("late_wager", spot=3, cents=200, wager=wager) for wager in ("main", "tie"))
    yield from (o.Reported("misplaced", lies=place) for place in (0, 1, 2, 99))
    yield o.Reported("wrong_pay", spot=2, bettor="b")
    yield o.Reported("unreadable", card=HIGH)
    yield from (o.Reported("burn_forgotten", faces=(HIGH,) * count) for count in (1, 3))
    yield from (o.Reported("burn_forgotten", faces=(HIGH,) * count, count=count) for count in (1, 2, 4))
    yield o.Reported(as_hold_kind(NONSENSE))


def _rulings() -> Iterable[Observation]:
    """Every ruling; those about hands with hands that may be there too."""
    for ruling in RULINGS:
        yield o.Ruled(ruling, by="Lee", because="as the book has it")
    for ruling in ("void", "out", "pay", "take"):
        yield from (
            o.Ruled(ruling, hands=(hand,), cents=1000, by="Lee", because="counted") for hand in ("2", "2b")
        )
    yield from (o.Ruled(ruling, hands=("2",), cents=None) for ruling in ("pay", "take"))
    yield from (o.Ruled("correct", card=HIGH, at=at) for at in ("", "1", "2", "dealer", "rack 1", NONSENSE))
    # A departure that lacks its reason, and one whose rule nobody confirmed.
    for ruling in RULINGS:
        yield o.Ruled(ruling, departs=True, confirmed=NONSENSE)
        yield o.Ruled(ruling, by="Lee", because="the house wants it", departs=True)
        yield o.Ruled(ruling, because="the house wants it", departs=True, confirmed=NONSENSE)
    yield o.Ruled(as_ruling(NONSENSE))


def departures(table: Table, rules: Rules) -> Iterable[Observation]:
    """Every departure that the station can carry out here, with reason and confirmation."""
    if not table.holds:
        return
    found = choices(table, rules, table.holds[-1])
    for ruling in found.departures:
        yield o.Ruled(ruling, by="Lee", because="the house wants it", departs=True, confirmed=found.cite)


def _handling() -> Iterable[Observation]:
    """Steps with the cards between two shoes, and reports of devices and the clock."""
    yield from (o.CutOffered(spot, accepted=accepted) for spot in (1, 2) for accepted in (True, False))
    yield from (o.CutMade(1), o.CutMade(100), o.CutCardPlaced(0), o.CutCardPlaced(100))
    for what in get_args(get_type_hints(o.Ordered)["what"]):
        yield o.Ordered(what)
    for status in ("ready", "batch", "count", *SHUFFLE_FAULTS, *WARNINGS, NONSENSE):
        match status:
            case "count":
                yield o.DeviceSaid("shuffler", status, count=311)
            case "batch":
                yield o.DeviceSaid("shuffler", status, batch="311")
            case _:
                yield o.DeviceSaid("shuffler", as_status(status), "311")
    yield from (o.ClockRead(0), o.ClockRead(10**6))
