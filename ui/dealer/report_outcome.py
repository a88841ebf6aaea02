"""The outcome of a report beyond cards and chips: void hands, a shuffle that follows, or no change.

Cards and chips that have to be moved are separate steps (`carry_out`), which the dealer confirms.
"""

from typing import Any

from dealer_station.engine.model import events as e
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.view.reports_view import IRREGULARITIES, rule_about
from dealer_station.engine.view.rulebook_view import RulebookView
from ui.common.translate import Speech
from ui.dealer.rule_text import cite_words


def resolution(
    kind: str, events: tuple[Event, ...], after: Table, book: RulebookView, say: Speech
) -> dict[str, Any] | None:
    """The outcome of a report with its rule; None if the next step already shows it."""
    lines = [say(words) for event in events if (words := _words(event))]
    if not lines and (after.moves or after.round.reread):
        return None
    rule = rule_about(kind, book.rules)
    return {
        "title": say(IRREGULARITIES[kind]),
        "steps": lines or [say("Nothing changes: play on")],
        "cite": cite_words(rule.cite, rule.status, say),
        "address": rule.cite,
        "status": rule.status,
    }


def _words(event: Event) -> str:
    match event:
        case e.OptionReopened(spot=spot, bettor=bettor):
            return said("Ask spot {name} again", name=f"{spot}{bettor}")
        case e.HandVoided(spot=spot, bettor=bettor):
            return said("Spot {name} is void: its wagers go back", name=f"{spot}{bettor}")
        case _:
            return _PLAIN.get(type(event), "")


_PLAIN: dict[type[Any], str] = {
    e.RoundVoided: "The round is void: wagers that are not settled go back",
    e.LeftForLater: "Finish the round; then the screen says what follows",
    e.CardsTakenOut: "Stop dealing: the cards will be shuffled",
    e.ShuffleRepeated: "Mix and cut the cards again",
    e.CutCardPassed: "Finish the round; then the cards are shuffled",
    e.Noted: "Nothing changes: play on",
}
