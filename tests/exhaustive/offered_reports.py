"""The reports that the dealer's screen offers at a table, filled in as its form does it: each is taken."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due import irregularity_kinds
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.events import TapRefused
from dealer_station.engine.model.kinds import HoldKind
from dealer_station.engine.model.observations import HandName, Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.values import DEALER
from dealer_station.engine.model.wager_outcomes import Wager
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.reports_view import (
    ASKS,
    another_bettor,
    burns_in_question,
    cards_lying,
    report_hands,
    report_spots,
    reports,
    wagers_on_layout,
    wagers_over_limit,
    wrong_places,
)
from tests.exhaustive.moment import Moment
from tests.exhaustive.regular import HIGH

Taken = tuple[Observation, ...]
"""Reports of which at least one must be taken."""

AMOUNTS_CENTS = (200, 5000, 10**8)
"""Small, usual and beyond every maximum: one of them is another amount than on the layout."""


def faults_of_reports(table: Table, rules: Rules, known: Mapping[Observation, Moment]) -> Iterator[str]:
    """Every report that the screen offers is taken, at every place and for every wager that it lists; what
    the table answers to some of them is known."""

    def is_taken(seen: Observation) -> bool:
        moment = known.get(seen)
        events = moment.events if moment else decide(table, rules, seen)
        return bool(events) and not isinstance(events[0], TapRefused)

    for kind in reports(table, rules):
        for said in _reports_in_full(kind, table, rules):
            if not any(is_taken(seen) for seen in said):
                yield f"{kind} may be reported by the screen, and is refused: {said[0]}"


def _reports_in_full(kind: HoldKind, table: Table, rules: Rules) -> Iterator[Taken]:
    """The reports of this kind that the dealer can make, filled in as the screen's form does it."""
    asks = ASKS[kind]
    if asks == "card":
        yield (o.Reported(kind, card=HIGH),)
    elif kind == "face_up":
        yield from ((o.Reported(kind, card.place or 0),) for card in cards_lying(table, rules))
    elif kind == "damaged_card":
        for card in cards_lying(table, rules, dealers=True):
            yield (o.Reported(kind, card.place or 0, lies=DEALER if card.place == DEALER else None),)
    elif kind == "burn_forgotten":
        for count in range(1, burns_in_question(table) + 1):
            faces = (HIGH,) * len(irregularity_kinds.burns_in_question(table.round, count))
            yield (o.Reported(kind, count=count, faces=faces),)
    elif asks == "place":
        yield from ((o.Reported(kind, lies=place),) for place in wrong_places(table, rules))
    elif asks in ("spot", "empty spot", "hand"):
        yield from _reports_of_a_place(kind, table, rules)
    else:
        yield (o.Reported(kind),)


def _reports_of_a_place(kind: HoldKind, table: Table, rules: Rules) -> Iterator[Taken]:
    """A report about each place that the screen lists, without an amount and with one for each wager."""
    spots = report_spots(kind, table, rules)
    hands = report_hands(kind, table, rules) if spots is None or kind == "late_wager" else ()
    both: tuple[Wager, ...] = ("main", "tie") if kind in ("late_wager", "altered_wager") else ()
    places = [(spot, "", both) for spot in spots or ()]
    if kind == "late_wager":
        used = {hand.spot for hand in table.round.hands}
        joining = ((spot, another_bettor(spot, table, rules)) for spot in used)
        places += [(spot, bettor, both) for spot, bettor in joining if bettor]
    for hand in hands:
        limited = wagers_over_limit(table, rules, hand) if kind == "over_limit" else both
        places.append((hand.spot, hand.bettor, limited))
    for spot, bettor, offered in places:
        known = wagers_on_layout(table, str(HandName(spot, bettor)))
        wagers = tuple(dict.fromkeys((*offered, *known))) if both else offered
        seen = o.Reported(kind, spot, bettor)
        yield (seen,)
        yield from (
            tuple(replace(seen, wager=wager, cents=cents) for cents in AMOUNTS_CENTS) for wager in wagers
        )
