"""Noise: every kind of observation with good, bad and impossible arguments, whatever is due."""

from collections.abc import Iterable

from dealer_station.engine import observations as o
from dealer_station.engine.decisions import FAULTS
from dealer_station.engine.irregular import KINDS, RULINGS
from dealer_station.engine.observations import Bet, Observation
from dealer_station.engine.words import STEPS
from tests.exhaustive.regular import HIGH, LOW
from tests.exhaustive.tables import WAR_TIE_CENTS, Case

NONSENSE = "nonsense"


def every_observation(case: Case) -> tuple[Observation, ...]:
    """All that is thrown at each state of a case."""
    return (
        *(o.CardDrawn(LOW), o.CardDrawn(HIGH), o.CardDrawn(None), o.CutCardSeen()),
        *(o.Called(), o.Settled(), o.TookBack(), o.DealerArrived("Kim")),
        *(o.BetsPlaced(bets) for bets in _bets(case)),
        *_answers(case),
        *(o.Confirmed(step) for step in ("", *STEPS, NONSENSE)),
        *_reports(),
        *_rulings(),
        *(o.DeviceSaid("shuffler", status, detail="311") for status in ("ready", "count", *FAULTS, NONSENSE)),
        *(o.Announced(tuple(words.split())) for words in ("", "idle", "close", "cut depth 60", "wheel 3 400")),
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
    for kind in KINDS:
        yield o.Reported(kind)
    for kind in ("missed_spot", "empty_spot", "option_missed", "wrong_pay"):
        yield o.Reported(kind, spot=2)
    yield o.Reported("unreadable", card=HIGH)
    yield o.Reported("misplaced", spot=1, card=HIGH)
    yield o.Reported(NONSENSE)


def _rulings() -> Iterable[Observation]:
    for ruling in RULINGS:
        yield o.Ruled(ruling, by="Lee", because="as the book has it")
    yield o.Ruled("correct", card=HIGH)
    for ruling in ("void", "out", "pay", "take"):
        yield o.Ruled(ruling, hands=("2",), cents=1000)
    yield o.Ruled(NONSENSE)
