"""The felt of a question: the table as everybody sees it, without rings, outcomes and amounts to move."""

from msgspec.structs import replace

from dealer_station.engine.view.step_view import StepView
from dealer_station.engine.view.table_view import BettorView, SpotView, TableView
from dealer_station.engine.words.prompts import Prompt

NOTHING_SAID = Prompt("over", "", "", "", "", 0, "", "", ())
SETTLED = "main"


def without_answers(shown: TableView) -> TableView:
    """The view without the step that is due and everything that follows from it."""
    return replace(
        shown,
        prompt=NOTHING_SAID,
        step=StepView("over", "over", ""),
        spots=tuple(map(_plain_spot, shown.spots)),
        standing=tuple(map(_plain_spot, shown.standing)),
        holds=(),
        can_undo=False,
        lights=(),
    )


def _plain_spot(spot: SpotView) -> SpotView:
    return replace(spot, lit=False, bettors=tuple(map(_plain_bettor, spot.bettors)))


def _plain_bettor(bettor: BettorView) -> BettorView:
    """A bettor without outcome, unless the hand is settled and everybody has seen it."""
    settled = SETTLED in bettor.gone
    return replace(bettor, lit=False, result=bettor.result if settled else "")
