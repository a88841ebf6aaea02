"""Describes the outcome of an observation, using only the events the engine produced."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from dealer_station.engine.due.irregularity_kinds import authority_for
from dealer_station.engine.due.next_step import due_after_moves
from dealer_station.engine.due.ruling_choices import choices
from dealer_station.engine.due.step_types import AwaitRuling, Due
from dealer_station.engine.model import events as e
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.values import DEALER, Place, ReplaceCardLater
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.words.prompts import prompt

NOT_HERE = "does not arise"
FEW = 3
VOIDING = ("void", "void_round")


class Outcome(Struct, frozen=True):
    """The full text for a section of the page, and a short one for the matrix."""

    story: str
    short: str


class Said(Struct, frozen=True):
    """An event as a sentence and as a few words."""

    sentence: str
    short: str = ""


def told(before: Table, after: Table, events: tuple[Event, ...], rules: Rules) -> Outcome:
    """Describe the events between two tables, and the step due at the second."""
    if refusal := next((event for event in events if isinstance(event, e.TapRefused)), None):
        return Outcome(f"Not taken: {refusal.reason}.", NOT_HERE)
    void = any(isinstance(event, e.RoundVoided) for event in events)
    facts = [
        said
        for event in events
        if (said := _fact(event, before)) and not (void and isinstance(event, e.LeftForLater))
    ]
    step = due_after_moves(after, rules)
    fixed = not isinstance(step, AwaitRuling) or step.hold.decided
    if fixed and not facts:
        facts = [_unmoved(before)]
    facts.append(
        stop_words(after, rules, step) if isinstance(step, AwaitRuling) else Said(_then(step, rules))
    )
    story = " ".join(said.sentence for said in facts)
    return Outcome(story, ", ".join(dict.fromkeys(said.short for said in facts if said.short)))


def _unmoved(before: Table) -> Said:
    """The text for a case without events: the last card counts where it was due."""
    last = before.round.draws[-1] if before.round.draws else None
    if last is None or last.place is None:
        return Said("Nothing moves.", "nothing moves")
    return Said(
        f"The card counts where it was due: `{last.card}` is {owner(last.place)}.", "stays where it was due"
    )


def _then(step: Due, rules: Rules) -> str:
    return f"Then: {prompt(step, rules).do.rstrip('?.')}."


def stop_words(table: Table, rules: Rules, step: AwaitRuling) -> Said:
    """The text for a stop: the authority called, the rulings allowed, and the rule cited, if any."""
    who, rulings = authority_for(step.hold.kind, rules), allowed(step.rulings)
    if step.hold.decided:
        return Said(f"The {who} is called all the same and rules {rulings}.", f"{who} comes")
    card = f" The card `{step.hold.card}` is held." if step.hold.has_card and step.hold.card else ""
    if cited := by_citation(table, rules, step):
        special = tuple(ruling for ruling in step.rulings if ruling not in VOIDING)
        named = special if len(special) > 1 else step.rulings[: len(special) + 1]
        short = f"stop: {choice(named)}" if len(special) <= FEW else f"stop, the {who} rules"
        return Said(f"Stop: the {who} rules {cited}.{card}", short)
    silent = step.rule.status == "silent"
    words = "Silent: stop" if silent else "Stop"
    short = "silent: stop" if silent else "stop, no rule cited"
    return Said(f"{words}, the {who} rules {rulings}; no rule is cited.{card}", short)


def by_citation(table: Table, rules: Rules, step: AwaitRuling) -> str:
    """The remedies grouped by the citation recorded for each; empty if none has one."""
    found = choices(table, rules, step.hold)
    under: dict[str, list[str]] = {}
    for ruling in step.rulings:
        under.setdefault(found.cite_of(ruling), []).append(ruling)
    if not any(under):
        return ""
    parts = [
        f"{allowed(tuple(rulings))} {f'under {cite}' if cite else 'with no rule cited'}"
        for cite, rulings in under.items()
    ]
    return ", or ".join(parts)


def allowed(rulings: tuple[str, ...]) -> str:
    """The allowed rulings; those that void come last."""
    special = tuple(ruling for ruling in rulings if ruling not in VOIDING)
    voiding = tuple(ruling for ruling in rulings if ruling in VOIDING)
    return choice((*special, *voiding))


def choice(words: tuple[str, ...]) -> str:
    """A list in words: `a`, `b` or `c`."""
    quoted = [f"`{word}`" for word in words]
    return " or ".join(part for part in (", ".join(quoted[:-1]), quoted[-1]) if part)


def owner(place: Place | None) -> str:
    """The owner of the card at a place."""
    if place is None:
        return "a burn"
    return f"spot {place}'s" if place > DEALER else "the dealer's"


def _fact(event: Event, before: Table) -> Said | None:
    """The text for an event somebody at the table would notice; None for taps and notes."""
    telling = TELLINGS.get(type(event))
    return telling(event, before) if telling else None


def _reread(event: e.CardsReread, before: Table) -> Said:
    """The text for cards that are elsewhere than the station assumed."""
    lay = {(was.card, was.place, was.deal) for was in before.round.draws}
    moved = [
        f"`{now.card}` is {owner(now.place)}"
        for now in event.draws
        if (now.card, now.place, now.deal) not in lay
    ]
    picture = "; ".join(moved) or "as they were"
    return Said(f"The cards are read as they really lie: {picture}.", "cards read again")


def _retired(event: e.CardRetired, before: Table) -> Said:
    place = before.round.draws[event.index].place
    lay = "" if place is None else f" on spot {place}" if place > DEALER else " before the dealer"
    where = "is burned" if event.burned else "goes to the rack"
    return Said(f"The card{lay} {where}.", "burned" if event.burned else "to the rack")


def _racked(event: e.CardRacked, _before: Table) -> Said:
    where = "is burned" if event.burned else "goes to the rack"
    return Said(f"The card {where}.", "burned" if event.burned else "to the rack")


def _kept(event: e.CardKept, _before: Table) -> Said:
    use = "the dealer's next card" if event.for_dealer else "the next card out"
    return Said(f"The card is kept as {use}.", "dealer's next" if event.for_dealer else "next card out")


def _dealt(event: e.CardDealt, _before: Table) -> Said:
    how = " as keyed in" if event.keyed else " as the card that was kept" if event.kept else ""
    return Said(f"`{event.card}` is {owner(event.place)}{how}.", "keyed in" if event.keyed else "")


def _voided(event: e.HandVoided, _before: Table) -> Said:
    return Said(f"Spot {event.spot}{event.bettor} is void, and its stakes go back at its turn.", "spot void")


def _later(event: e.LeftForLater, _before: Table) -> Said:
    if isinstance(event.what, ReplaceCardLater):
        return Said("When the round is over, the card is replaced.", "replaced after the round")
    return Said("The round is finished first.")


def _noted(event: e.Noted, _before: Table) -> Said:
    return {
        "stays_burn": Said("The card stays a burn, and that it was seen is on record.", "stays a burn"),
        "final_cut": Said("It is on record; the cut that follows hides the card.", "the cut hides it"),
        "dealer_card_seen": Said("That the dealer's card had been seen is on record."),
        "taken_with_chips": Said("Place the chips before the call, and enter the wager.", "taken with chips"),
    }[event.outcome]


def _option(event: e.OptionChosen | e.OptionReopened, _before: Table) -> Said | None:
    if isinstance(event, e.OptionChosen) and event.choice:
        return None
    return Said(f"Spot {event.spot}{event.bettor} is asked again.", "asked again")


def _step(event: e.StepDone, _before: Table) -> Said | None:
    return {
        "empty_shuffler": Said("All cards come out of the shuffler.", "shuffler emptied"),
        "load_shuffler": Said("They go in again, and are shuffled anew.", "shuffled anew"),
    }.get(event.step)


def _requeued(_event: e.CardsRequeued, _before: Table) -> Said:
    sentence = "The cards of the war count as undrawn, and are the next cards out in their order."
    return Said(sentence, "later cards go back in order")


def _reversed(event: e.SettlementReversed, _before: Table) -> Said:
    where = f"Spot {event.spot}{event.bettor}"
    return Said(f"{where}: the chips lie again as before the war was settled.", "chips put back")


def _excess(event: e.StakeCounted, _before: Table) -> Said:
    if not event.excess_cents:
        return Said(f"Spot {event.spot}{event.bettor}: all of it stands.", "it stands")
    back = dollars(event.excess_cents)
    return Said(f"Spot {event.spot}{event.bettor}: {back} goes back, the rest stands.", "excess goes back")


def _as_it_is(sentence: str, short: str = "") -> Callable[[Any, Table], Said]:
    return lambda _event, _before: Said(sentence, short)


TELLINGS: dict[type, Callable[[Any, Table], Said | None]] = {
    e.CardsReread: _reread,
    e.CardRetired: _retired,
    e.CardRacked: _racked,
    e.CardKept: _kept,
    e.CardDealt: _dealt,
    e.CardBurned: _as_it_is("The card is burned.", "burned"),
    e.HandVoided: _voided,
    e.LeftForLater: _later,
    e.Noted: _noted,
    e.OptionChosen: _option,
    e.OptionReopened: _option,
    e.CardsRequeued: _requeued,
    e.SettlementReversed: _reversed,
    e.RoundVoided: _as_it_is("The round is void, and what is not settled goes back.", "round void"),
    e.ShuffleRepeated: _as_it_is("The cards are mixed and cut again.", "shuffle again"),
    e.CutRepeated: _as_it_is("The cards are cut again.", "cut again"),
    e.CutCardAside: _as_it_is("The cut card goes aside."),
    e.StakeCounted: _excess,
    e.WheelSpun: _as_it_is("The symbol is on record."),
    e.StepDone: _step,
    e.CardsTakenOut: _as_it_is("The cards come out to be shuffled.", "shuffle"),
}

UNTOLD: tuple[type, ...] = (
    *(e.Tapped, e.TapRefused, e.TapTakenBack, e.RoundOpened, e.WagersPlaced, e.WagersClosed),
    *(e.HandSettled, e.CardsPickedUp, e.CardsReturned, e.RoundEnded, e.CardsHandled, e.CutAnswered),
    *(e.CardsCut, e.CutCardPut, e.CutCardPassed, e.ShuffleDemanded, e.ShoeLoaded, e.BurnShown, e.ClockNoted),
    *(e.DealerChanged, e.HoldRaised, e.HoldRuled, e.DeviceNoted, e.RulingRecorded, e.Corrected),
    *(e.MeterChanged, e.TokeBoxed, e.SideBetsMoved, e.WagerAdded),
    *(
        e.RackCardReread,
        e.SeatsTaken,
        e.PlayersLeft,
        e.MoveMade,
        e.CardNotDrawn,
        e.ShoeUncounted,
        e.FaultDismissed,
        e.ReportWithdrawn,
        e.CardsCameFirst,
    ),
)
"""Events the page describes through the step due after them, or not at all."""
