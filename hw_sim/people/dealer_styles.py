"""Dealer styles: steady, quick, slow, and clumsy, who forgets taps, taps twice and deals before the call."""

from random import Random
from typing import Literal

from dealer_station.engine.due.step_types import AwaitRuling, Call, Due, Offer, Perform, Settle, TakeBets
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.kinds import HoldKind
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.view.table_view import TableView
from hw_sim.people.dealer_style_names import Manner

_PACES: dict[Manner, float] = {"steady": 1.0, "quick": 0.5, "slow": 2.5, "clumsy": 1.2}
"""Duration of a step, relative to a steady dealer."""
SLIPS_PER_STEP = 0.08
_STEPS_OF_A_LATE_REPORT = 3
_WRONG_TAPS: tuple[Observation, ...] = (o.Called(), o.Settled(), o.Confirmed("pick_up"), o.TookBack())
_REPORTS: tuple[HoldKind, ...] = ("dispute", "damaged_card", "late_wager", "wrong_pay")


Slip = Literal["forgets_a_tap", "taps_twice", "deals_too_early", "taps_something_else", "reports_late"]


class Dealer:
    """A dealer with a style. A clumsy one makes mistakes in place of the step
    that is due; the same seed makes the same mistakes.
    """

    def __init__(self, manner: Manner, seed: int) -> None:
        self.manner = manner
        self.pace = _PACES[manner]
        self.slips: list[Slip] = []
        self._chance = Random(f"dealer {manner} {seed}")
        self._late: list[o.Reported | None] = []
        """Steps until a late report, as a stack: None for each step to wait, and the report at the bottom."""
        self._last_tap: Observation | None = None

    def did(self, tap: Observation) -> None:
        """Remember the last tap, which a clumsy dealer may repeat."""
        self._last_tap = tap

    def instead(self, step: Due, view: TableView) -> Observation | Literal["draw"] | None:
        """Return the mistake to make now, or None; the step that is due stays due."""
        if self.manner != "clumsy" or isinstance(step, AwaitRuling):
            return None
        if self._late and (report := self._late.pop()) is not None:
            return report
        if self._chance.random() >= SLIPS_PER_STEP:
            return None
        slip = self._chance.choice(self._possible(step, view))
        self.slips.append(slip)
        match slip:
            case "deals_too_early" | "forgets_a_tap":
                return "draw"
            case "taps_twice":
                return self._last_tap
            case "taps_something_else":
                return self._chance.choice(_WRONG_TAPS)
            case "reports_late":
                self._plan_a_report(view)
                return None

    def _possible(self, step: Due, view: TableView) -> tuple[Slip, ...]:
        """Return the mistakes that are possible at this step; no card leaves a
        shoe whose cards are being shuffled.
        """
        found: list[Slip] = ["taps_something_else"]
        if self._last_tap is not None:
            found.append("taps_twice")
        in_the_shoe = not view.being_prepared
        if isinstance(step, TakeBets | Call) and in_the_shoe:
            found += ["deals_too_early"] * 3
        if isinstance(step, Perform | Settle | Offer) and in_the_shoe:
            found.append("forgets_a_tap")
        if _spots(view):
            found.append("reports_late")
        return tuple(found)

    def _plan_a_report(self, view: TableView) -> None:
        kind = self._chance.choice(_REPORTS)
        spot = self._chance.choice(_spots(view)) if kind in ("late_wager", "wrong_pay") else 0
        steps = self._chance.randint(1, _STEPS_OF_A_LATE_REPORT)
        self._late = [o.Reported(kind, spot), *[None] * steps]


def _spots(view: TableView) -> list[int]:
    return [spot.spot for spot in view.spots if spot.bettors]
