"""Marks of a round for the search: irregularities, rulings, device faults, and the results of its hands."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from dealer_station.engine.model import events as e
from dealer_station.engine.model.cards import Card, rank
from dealer_station.engine.model.observations import SHUFFLE_FAULTS, WARNINGS, HandName
from dealer_station.engine.model.table import Hand, Round
from dealer_station.engine.model.values import DEALER, INTERVENTION, Place
from dealer_station.log.store.records import Marks, RoundKept, RulingKept

TROUBLED = (*WARNINGS, *SHUFFLE_FAULTS)
"""Statuses with which a device reports that it does not work."""


def marked(marks: Marks, event: Any) -> Marks:
    """Return the marks with those of a fact added; a tap that is taken back later keeps its marks."""
    match event:
        case e.HoldRaised(hold):
            return _irregular(marks, hold.kind)
        case e.HoldRuled(kind, ruling, by, because) if not event.tapped:
            ruled = (*marks.rulings, RulingKept(ruling, by, because, event.departs_from))
            return replace(_irregular(marks, kind), rulings=ruled)
        case e.HoldRuled(kind) | e.Noted(kind) | e.CardRetired(kind=kind) | e.CardsReread(kind=kind):
            return _irregular(marks, kind)
        case e.RulingRecorded(ruling, by, because):
            told = RulingKept(ruling, by, because, intervenes=event.kind == INTERVENTION)
            return replace(marks, rulings=(*marks.rulings, told))
        case e.DeviceNoted(device, status) if event.stops or status in TROUBLED:
            fault = f"{device} {status}"
            return marks if fault in marks.faults else replace(marks, faults=(*marks.faults, fault))
        case _:
            return marks


def _irregular(marks: Marks, kind: str) -> Marks:
    """Add a kind of irregularity, once."""
    if not kind or kind in marks.kinds:
        return marks
    return replace(marks, kinds=(*marks.kinds, kind))


def results(round_: Round) -> tuple[str, ...]:
    """The result of each hand, derived from the movement of its chips."""
    return tuple(_result(hand, round_) for hand in round_.hands)


def _result(hand: Hand, round_: Round) -> str:
    """The result of one hand; empty if it has none yet."""
    lost = hand.has("main", "take") or hand.has("war", "take")
    won = hand.has("main", "pay") or hand.has("war", "pay")
    if hand.voided:
        return "void"
    if hand.choice == "surrender":
        return "surrender"
    if hand.choice == "war":
        if not lost and _war_tied(hand, round_):
            return "war_tied"
        return "war_lost" if lost else "war_won" if won else "war"
    return "lose" if lost else "win" if won else ""


def _war_tied(hand: Hand, round_: Round) -> bool:
    """True if player and dealer have war cards of the same rank."""
    player = round_.card_at(hand.spot, "war")
    dealer = round_.card_at(-hand.spot, "war") or round_.card_at(DEALER, "war")
    return player is not None and dealer is not None and rank(player) == rank(dealer)


def without_ties(kept: RoundKept) -> RoundKept:
    """The summary as older stations wrote it, with tied wars recorded as won."""
    marks = kept.marks or Marks()
    told = tuple("war_won" if result == "war_tied" else result for result in marks.results)
    return replace(kept, marks=kept.marks and replace(marks, results=told), tells_ties=False)


def with_ties(kept: RoundKept, facts: Iterable[Any]) -> Marks:
    """The marks of an old summary with tied wars found again by the war cards among the facts."""
    laid: dict[Place, Card | None] = {}
    for event in facts:
        match event:
            case e.CardDealt(card, place, "war"):
                laid[place] = card
            case e.CardsReread(draws):
                laid = {one.place: one.card for one in draws if one.place is not None and one.deal == "war"}
            case _:
                pass
    marks = kept.marks or Marks()
    told = (
        "war_tied" if result == "war_won" and _same(laid, HandName.read(name).spot) else result
        for name, result in zip(kept.hands, marks.results, strict=False)
    )
    return replace(marks, results=tuple(told))


def _same(laid: dict[Place, Card | None], spot: int) -> bool:
    """True if player and dealer have war cards of the same rank at a spot."""
    player, dealer = laid.get(spot), laid.get(-spot) or laid.get(DEALER)
    return player is not None and dealer is not None and rank(player) == rank(dealer)
