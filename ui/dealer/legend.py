"""The signs of the felt with their words, for a page that a dealer can open at any time."""

from typing import Any

from dealer_station.engine.view.rulebook_view import RulebookView
from ui.common.chip_texts import CHIP_NAMES, FeltWager
from ui.common.outcomes import FELT_ACTIONS, FELT_RESULTS
from ui.common.translate import Speech


def legend(book: RulebookView, say: Speech) -> dict[str, Any]:
    """The page with every sign that this table can show: its chips, its outcomes, and the marks of a step."""
    offered: list[FeltWager] = [kind for kind in CHIP_NAMES if kind in (*book.wagers, "war")]
    outcomes = {
        "up": FELT_ACTIONS["pay"],
        "down": FELT_ACTIONS["take"],
        "disc": FELT_ACTIONS["return"],
        "half": FELT_RESULTS["surrender"],
        "diamond": FELT_RESULTS["tie"],
        "cross": FELT_RESULTS["void"],
    }
    signs = [
        *(_sign("chip", kind, say(CHIP_NAMES[kind])) for kind in offered),
        *(_sign("glyph", look.shape, say(look.word), look.tone) for look in outcomes.values()),
        _sign("glyph", "tick", say("settled")),
        _sign("number", "number", say("the order of settlement")),
        _sign("ring", "ring", say("what is to be done now")),
    ]
    return {"kind": "legend", "title": say("The signs on the felt"), "hint": "", "signs": signs}


def _sign(kind: str, name: str, text: str, tone: str = "") -> dict[str, str]:
    return {"kind": kind, "name": name, "text": text, "tone": tone}
