"""The engine's promises, one check each: they hold for every observation at every table."""

from collections import Counter
from collections.abc import Callable, Iterator

import msgspec
from msgspec.structs import replace

from dealer_station.engine.decide.decisions import TAPS
from dealer_station.engine.due.next_step import due, due_after_moves
from dealer_station.engine.due.ruling_choices import (
    as_written,
    can_be_found_mistaken,
    choices,
    may_be_let_out,
    moment_of,
    report_behind,
)
from dealer_station.engine.due.rulings_by_moment import departures_at
from dealer_station.engine.due.settlement import is_settled, void_undoes_settlements
from dealer_station.engine.due.step_types import AwaitRuling, Draw, RoundOver, Settle
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.kinds import Ruling
from dealer_station.engine.model.observations import Bet, Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.values import Hold
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.table_view import view
from dealer_station.engine.words.prompts import STEPS, step_id
from tests.exhaustive.mistaken_reports import faults_of_findings, faults_of_mistaken_reports
from tests.exhaustive.moment import Events, Moment, after
from tests.exhaustive.money import (
    chips_astray,
    faults_of_meters,
    faults_of_settlement,
    faults_of_wagers,
    tie_wagers_against_the_cards,
)
from tests.exhaustive.regular import HIGH, regular_moves
from tests.exhaustive.tables import Layout

Faces = Counter[Card | None]

REFUSABLE = (*TAPS, o.TookBack, o.Ruled)
"""Observations that may be refused with a reason: those of people, never a card or a device."""

EMPTIES_THE_RACK = (e.ShoeLoaded, e.CardsReturned)
CHANGES_THE_RACK = (e.CardRetired, e.CardsReread, e.CardsRequeued, e.RackCardReread)
"""A card that was taken for a burn, and was none; or one that was taken for another."""

IN_A_VOID_ROUND = (
    *("ruling", "settle", "confirm_layout", "pick_up", "replace_card", "return_cards", "toke_box"),
)

A_WAGER = (Layout((Bet(1, "", None),)),)
"""A wager that every book takes: on the first spot, its amount unknown."""

OBSERVATIONS = {kind.__name__ for kind in o.Observation.__args__}

_to_record = msgspec.json.Encoder(enc_hook=str)
_from_record = msgspec.json.Decoder(Events)


def faults(moment: Moment) -> list[str]:
    """Every promise that this moment breaks."""
    if moment.refused:
        return list(faults_of_refusal(moment))
    return [fault for check in PROMISES for fault in check(moment)]


def faults_of_refusal(moment: Moment) -> Iterator[str]:
    """A refused tap says why, changes nothing, and is never a card or a device."""
    refusal = moment.events[0]
    if len(moment.events) != 1 or moment.after != moment.before:
        yield "a refusal changed something"
    if not isinstance(moment.seen, REFUSABLE):
        yield "what cannot be refused was refused"
    if isinstance(refusal, e.TapRefused) and not refusal.reason:
        yield "a refusal gave no reason"
    seen = moment.seen
    if isinstance(seen, o.Ruled) and not (seen.hands or seen.at) and is_on_offer(moment, seen):
        yield f"a ruling that is offered was refused: {seen.ruling}"


def faults_of_ruling(moment: Moment) -> Iterator[str]:
    """Only what is offered can be ruled; where nothing waits, the authority was only there."""
    if not isinstance(moment.seen, o.Ruled) or not moment.before.holds:
        return
    # Players may be let out of a hand at any time, in books that know such a thing.
    # A remedy that was carried out before the authority came is agreed to by its own name as well.
    hold = moment.before.holds[-1]
    agreed = hold.decided and choices(moment.before, moment.rules, hold).carried_out(moment.seen.ruling)
    if moment.seen.ruling != "out" and not agreed and not is_on_offer(moment, moment.seen):
        yield f"a ruling that is not offered was taken: {moment.seen.ruling}"
    ruled = [event for event in moment.events if isinstance(event, e.HoldRuled) and not event.tapped]
    if any(bool(event.departs_from) != moment.seen.departs for event in ruled):
        yield "a departure is not marked as one, or something else is"
    if any(event.departs_from and event.cite for event in ruled):
        yield "a departure cites a rule as its authority"


def faults_of_offers(moment: Moment) -> Iterator[str]:
    """No ruling is offered that the book's own profile does not list for the kind, at any moment."""
    step = due_after_moves(moment.after, moment.rules)
    if not isinstance(step, AwaitRuling):
        return
    entries = moment.rules.rulings.about(step.hold.kind)
    listed = {ruling for entry in entries for ruling in entry.value}
    if may_be_let_out(moment.after, moment.rules):
        listed.add("out")  # An earlier error of the round lets players out at any stop.
    for ruling in step.rulings:
        # A remedy that has been carried out, or that nothing is left for, is only taken note of.
        if ruling not in listed and step.rulings != ("accept",) and not step.hold.decided:
            yield f"{ruling} is offered on {step.hold.kind}, and the profile does not list it"
    at = moment_of(moment.after, moment.rules, step.hold)
    for ruling in step.departures:
        if ruling not in departures_at(step.hold.kind, at, moment.rules):
            yield f"{ruling} is offered as a departure on {step.hold.kind} ({at}), and no page lists it"
    if set(step.rulings) & set(step.departures):
        yield "a ruling is offered as a remedy and as a departure"
    silent = all(entry.status in ("silent", "house_default") for entry in entries)
    if silent and step.departures:
        yield f"a departure from a text that is silent on {step.hold.kind}"


def faults_of_offers_in_full(moment: Moment) -> Iterator[str]:
    """Every ruling that a new stop offers is carried out, said with the hands, chips and card it asks for."""
    if not moment.stopped:
        return
    table, rules = replace(moment.after, moves=()), moment.rules
    step = due(table, rules)
    if not isinstance(step, AwaitRuling):
        return
    for ruling in (*step.rulings, *step.departures):
        said = rulings_in_full(table, rules, step.hold, ruling, departs=ruling in step.departures)
        if not any(after(table, rules, ruled) is not table for ruled in said):
            yield f"{ruling} is offered on {step.hold.kind}, and nothing that it asks for makes it one"


def rulings_in_full(
    table: Table, rules: Rules, hold: Hold, ruling: Ruling, *, departs: bool
) -> Iterator[Observation]:
    """A ruling with everything that it may ask for: the hands that the stop names, or each hand in turn."""
    last = table.last.hands if table.last else ()
    names = [hand.name for hand in (*table.round.hands, *last)] if ruling in NAMES_HANDS else []
    if ruling == "void" and hold.hands:
        names = list(hold.hands)
    for name in names or [""]:
        cents = 100 if ruling in ("pay", "take") and hold.kind != "player_left" else 0
        card = HIGH if ruling == "correct" else None
        ruled = o.Ruled(ruling, (name,) if name else (), cents, card, by="Lee", because="seen")
        if departs:
            ruled = replace(ruled, departs=True)
        yield as_written(ruled, table, rules)


NAMES_HANDS = ("void", "out", "pay", "take")


def is_on_offer(moment: Moment, ruled: o.Ruled) -> bool:
    """True if this ruling is offered; hands, card and amount must be given where it needs them."""
    # A ruling does not wait until what the last one moves is moved.
    step = due_after_moves(moment.before, moment.rules)
    if not isinstance(step, AwaitRuling):
        return False
    if ruled.departs:
        found = choices(moment.before, moment.rules, step.hold)
        confirmed = bool(ruled.because) and ruled.confirmed == found.cite
        if ruled.ruling not in step.departures or not confirmed:
            return False
    elif ruled.ruling == "unfounded":
        return can_be_found_mistaken(moment.before, moment.rules, step.hold)
    elif ruled.ruling == "withdraw":
        return report_behind(moment.before, step.hold) is not None
    elif ruled.ruling not in step.rulings:
        return False
    named = bool(ruled.hands or step.hold.hands)
    if ruled.ruling == "void":
        return named
    if ruled.ruling in ("pay", "take"):
        return (named and bool(ruled.cents)) or step.hold.kind == "player_left"
    return ruled.ruling != "correct" or ruled.card is not None


def faults_of_next_step(moment: Moment) -> Iterator[str]:
    """Something is always due; it can be shown; and something that it asks for takes the table onward."""
    step = due(moment.after, moment.rules)
    if isinstance(step, RoundOver):
        yield "nobody ever waits at the end of a round"
        return
    shown = view(moment.after, moment.rules).prompt
    if shown.step not in STEPS or not shown.do or not shown.cite or not shown.status:
        yield f"the prompt is not complete: {shown}"
    if not shown.satisfied_by or not OBSERVATIONS.issuperset(shown.satisfied_by):
        yield f"no observation is called one of {shown.satisfied_by}"
    # Where the table was stopped just now, a ruling is the way out, and is tried on its own.
    if moment.stopped or step == moment.step:
        return
    if not leads_on(moment.after, moment.rules, shown.satisfied_by):
        yield f"there is no way out of {shown.step}"


def leads_on(table: Table, rules: Rules, satisfied_by: tuple[str, ...]) -> bool:
    """True if one of the observations that the step waits for changes something."""
    moves = regular_moves(table, due(table, rules), rules, A_WAGER)
    return any(
        type(move).__name__ in satisfied_by and after(table, rules, move) is not table for move in moves
    )


def faces_at(table: Table) -> Faces:
    """Every card that the table answers for: on the felt, racked, kept as the next, held; None is unseen."""
    round_ = table.round
    faces: Faces = Counter(racked.card for racked in table.rack)
    for drawn in round_.draws:
        if drawn.place is not None and drawn.place not in round_.picked_up:
            faces[drawn.card] += 1
    for kept in table.kept:
        faces[kept.card] += 1
    for hold in table.holds:
        if hold.has_card:
            faces[hold.card] += 1
    return faces


def faults_of_cards(moment: Moment) -> Iterator[str]:
    """Every card ever drawn is in exactly one place, and keeps its face unless it was burned."""
    undone = any(
        isinstance(event, e.TapTakenBack | e.FaultDismissed | e.ReportWithdrawn) for event in moment.events
    )
    if isinstance(moment.seen, o.TookBack) or undone:
        yield from _faults_of_cards_taken_back(moment)
        return
    expected = faces_at(moment.before)
    if isinstance(moment.seen, o.CardDrawn):
        expected[moment.seen.card] += 1
    for event in moment.events:
        if isinstance(event, e.CardNotDrawn):
            expected[event.card] -= 1
    shuffled, burned, keyed = _moved_by(moment)
    expected.subtract(shuffled)
    found = faces_at(moment.after)
    if found == expected:
        return
    if found.total() < expected.total():
        yield "a card got lost"
    if found.total() > expected.total():
        yield "there is a card that never left the shoe"
    unseen, unknown = expected.pop(None, 0), found.pop(None, 0)
    if found - expected - keyed:
        yield "a card has a face that nobody saw"
    if (expected - found).total() > burned or unknown - unseen > burned:
        yield "a card that was not burned lost its face"


def _moved_by(moment: Moment) -> tuple[Faces, int, Faces]:
    """The cards that went back to be shuffled, how many lost their face, and the faces that were keyed in."""
    shuffled: Faces = Counter()
    keyed: Faces = Counter()
    burned = 0
    for at, event in enumerate(moment.events):
        if isinstance(event, EMPTIES_THE_RACK):
            table = fold(moment.before, moment.events[:at])
            shuffled.update(racked.card for racked in table.rack)
            if not fold(table, (event,)).kept:
                shuffled.update(kept.card for kept in table.kept)
        elif isinstance(event, e.CardBurned) or (
            isinstance(event, e.CardRacked | e.CardRetired) and event.burned
        ):
            burned += 1
    if isinstance(moment.seen, o.CardDrawn) and moment.seen.impossible:
        burned += 1  # It is held without its face, where a burn was due.
    if isinstance(moment.seen, o.Ruled | o.Reported) and moment.seen.card:
        keyed[moment.seen.card] += 1
        burned += 1  # The face that the reader had named wrongly is gone.
    if isinstance(moment.seen, o.Reported):
        keyed.update(moment.seen.faces)
    if isinstance(moment.seen, o.Ruled) and moment.before.holds:
        keyed.update(face for _, face in moment.before.holds[-1].faces)
    return shuffled, burned, keyed


def _faults_of_cards_taken_back(moment: Moment) -> Iterator[str]:
    """Taking a tap back moves cards, even out of the continuous shuffler again, and loses no card."""
    was, now = faces_at(moment.before).total(), faces_at(moment.after).total()
    returned = moment.rules.cards.card_supply.value == "csm" and not moment.before.rack
    # The cards of a shoe that was loaded are out again, those of the rack among them.
    returned = returned or (moment.before.preparing is None and moment.after.preparing is not None)
    if was != now and not returned:
        yield "taking a tap back changed the number of cards"


def faults_of_rack(moment: Moment) -> Iterator[str]:
    """The rack only grows, from the top, until its cards are shuffled or one was read, or burned, wrongly."""
    was, now = moment.before.rack, moment.after.rack
    taken_back = any(isinstance(event, e.TapTakenBack | e.ReportWithdrawn) for event in moment.events)
    if now[: len(was)] == was or taken_back:
        return
    if not any(isinstance(event, EMPTIES_THE_RACK + CHANGES_THE_RACK) for event in moment.events):
        yield "the rack was disturbed"


def faults_of_shoe(moment: Moment) -> Iterator[str]:
    """Every card that leaves the shoe is counted once."""
    left = 1 if isinstance(moment.seen, o.CardDrawn) else 0
    left -= sum(isinstance(event, e.CardNotDrawn) for event in moment.events)
    counted = moment.after.shoe.drawn - moment.before.shoe.drawn
    refilled = any(isinstance(event, EMPTIES_THE_RACK) for event in moment.events)
    if counted != left and not refilled and not isinstance(moment.seen, o.TookBack):
        yield f"{left} cards left the shoe and {counted} were counted"


def faults_of_money(moment: Moment) -> Iterator[str]:
    """No wager is settled twice, each as the book says; and when a round ends the chips balance."""
    if moment.after.round.hands is not moment.before.round.hands:
        yield from faults_of_wagers(moment.after.round, moment.rules)
        yield from faults_of_settlement(moment.after.round, finished=False)
    if not isinstance(moment.seen, o.TookBack):
        yield from faults_of_meters(moment.before, moment.after, moment.events, moment.rules)
    ended = moment.after.last
    if ended is not None and ended is not moment.before.last and not isinstance(moment.seen, o.TookBack):
        yield from faults_of_settlement(ended, finished=True)


def faults_of_changed_cards(moment: Moment) -> Iterator[str]:
    """If a ruling changes the cards that a tie wager was settled on, it is undone, or the floor is asked."""
    was, now = moment.before.round, moment.after.round
    if not isinstance(moment.seen, o.Ruled) or was.number != now.number:
        return
    asked = {name for hold in moment.after.holds if hold.kind == "wrong_pay" for name in hold.hands}
    damaged = bool(moment.before.holds) and moment.before.holds[-1].kind == "damaged_card"
    # A damaged card was good enough when a hand was settled on it.
    stands = {hand.name for hand in now.hands if damaged and is_settled(hand)}
    for name in tie_wagers_against_the_cards(now) - tie_wagers_against_the_cards(was) - asked - stands:
        yield f"spot {name}: the first cards have changed, and the tie wager stays settled as it was"


def faults_of_void_chips(moment: Moment) -> Iterator[str]:
    """Chips that go astray when a ruling voids a hand: all that was reported there goes back, and no more."""
    seen, ruled = moment.seen, any(isinstance(event, e.HoldRuled) for event in moment.events)
    if isinstance(seen, o.Ruled) and seen.ruling in ("void", "void_round") and ruled and moment.before.holds:
        yield from chips_astray(moment.before.holds[-1], moment.before, moment.after)


def faults_of_playing_on(moment: Moment) -> Iterator[str]:
    """A ruling of `play on` returns to the step that would be due had nobody stopped the table."""
    if not moment.stopped:
        return
    hold = moment.after.holds[-1]
    if "play_on" not in choices(moment.after, moment.rules, hold).remedies:
        if not leads_on(replace(moment.after, moves=()), moment.rules, ("Ruled",)):
            yield f"nothing can be ruled on {hold.kind}"
        return
    resumed = after(moment.after, moment.rules, o.Ruled("play_on"))
    unstopped = replace(moment.after, holds=moment.after.holds[:-1])
    if hold.kind == "idle":
        # Nobody plays, so no wager of the last round stands.
        unstopped = replace(unstopped, last=None)
    if same_facts(resumed, unstopped) and not hold.has_card:
        return
    step = due_after_moves(unstopped, moment.rules)
    if isinstance(step, RoundOver):
        return  # The round had come to its end, and ends when the table goes on.
    # Where burns were forgotten, playing on means to read the cards from the layout.
    if hold.kind == "burn_forgotten" or (hold.has_card and isinstance(step, Draw)):
        return
    if due_after_moves(resumed, moment.rules) != step:
        yield f"a ruling of play on led elsewhere, on {hold.kind}"
    if resumed.holds != unstopped.holds or len(resumed.kept) != len(unstopped.kept) + hold.has_card:
        yield f"a ruling of play on left something behind, on {hold.kind}"


def faults_of_discarding(moment: Moment) -> Iterator[str]:
    """A held card that is taken out of play leaves everything that was due before it still due."""
    held = bool(moment.before.holds) and moment.before.holds[-1].has_card and not moment.before.kept
    if held and isinstance(moment.seen, o.Ruled) and moment.seen.ruling == "discard":
        without_it = replace(moment.before, holds=moment.before.holds[:-1])
        after_it = due_after_moves(moment.after, moment.rules)
        if after_it != due_after_moves(without_it, moment.rules):
            yield "after a discarded card another step is due"


def faults_of_keying(moment: Moment) -> Iterator[str]:
    """A card that could not be read was on its way to a hand: keyed in, it goes there, if it still plays."""
    seen, hold = moment.seen, moment.before.holds[-1] if moment.before.holds else None
    out = any(hand.voided for hand in moment.before.round.hands)
    if hold is None or hold.kind != "unreadable" or not hold.has_card or out:
        return
    keyed = (isinstance(seen, o.Ruled) and seen.ruling == "correct" and seen.card) or (
        isinstance(seen, o.Reported) and seen.kind == "unreadable" and seen.card
    )
    # A dealer who came meanwhile burns after it: this card had left the shoe before.
    waiting = due(replace(moment.before, holds=moment.before.holds[:-1], fresh=()), moment.rules)
    if not keyed or not isinstance(waiting, Draw) or waiting.place is None:
        return
    if not any(isinstance(event, e.CardDealt) and event.place == waiting.place for event in moment.events):
        yield "a card that was keyed in did not go to its hand"


def faults_of_void(moment: Moment) -> Iterator[str]:
    """In a void round no card is dealt and nobody goes to war: stakes go back and cards come up."""
    if not moment.after.round.voided or moment.after.preparing:
        return
    step = due_after_moves(moment.after, moment.rules)
    undoes = void_undoes_settlements(moment.after.round.voided_by, moment.rules)
    if step_id(step) not in (*IN_A_VOID_ROUND, *(("restore_wagers",) if undoes else ())):
        yield f"{step_id(step)} is due in a void round"
    if isinstance(step, Settle) and any(line.action != "return" for line in step.lines):
        yield "a stake of a void round does not go back"


def same_facts(one: Table, other: Table) -> bool:
    """The same table, but for the next card out and what can be taken back: neither makes a step due."""
    ones, others = (replace(table, kept=(), before=None, reports=()) for table in (one, other))
    return ones == others


def faults_of_undoing(moment: Moment) -> Iterator[str]:
    """A tap can be taken back to exactly what was before it; what is not a tap outlives that."""
    if moment.after.before is None or isinstance(moment.seen, o.TookBack):
        return
    # How often the table was stopped is counted on: a hold never gets the number of one that was taken back.
    undone = after(moment.after, moment.rules, o.TookBack())
    if type(moment.seen) in TAPS:
        if replace(undone, stops=moment.before.stops) != moment.before:
            yield "a tap was not taken back to what was before it"
    elif moment.after != moment.before:
        earlier = after(moment.before, moment.rules, o.TookBack())
        again = after(earlier, moment.rules, moment.seen)
        if not _same_but_for_numbers(undone, again):
            yield f"{type(moment.seen).__name__} is lost when the tap before it is taken back"


def _same_but_for_numbers(one: Table, other: Table) -> bool:
    """The same table, but for the numbers of its holds."""
    return _unnumbered(one) == _unnumbered(other)


def _unnumbered(table: Table) -> Table:
    """The table without the numbers of its holds, and its reports as if something had followed them."""
    holds = tuple(replace(hold, raised=0, before_moves=False) for hold in table.holds)
    reports = tuple(
        replace(report, stops=(), complete=True, without=_unnumbered(report.without))
        for report in table.reports
    )
    return replace(table, stops=0, holds=holds, reports=reports)


def faults_of_record(moment: Moment) -> Iterator[str]:
    """The facts survive being written down and read again."""
    if _from_record.decode(_to_record.encode(moment.events)) != moment.events:
        yield "the record reads back as something else"


PROMISES: tuple[Callable[[Moment], Iterator[str]], ...] = (
    faults_of_next_step,
    faults_of_ruling,
    faults_of_offers,
    faults_of_offers_in_full,
    faults_of_findings,
    faults_of_mistaken_reports,
    faults_of_cards,
    faults_of_rack,
    faults_of_shoe,
    faults_of_money,
    faults_of_changed_cards,
    faults_of_void_chips,
    faults_of_playing_on,
    faults_of_discarding,
    faults_of_keying,
    faults_of_void,
    faults_of_undoing,
    faults_of_record,
)


def faults_of_replay(start: Table, events: Events, table: Table, rules: Rules) -> Iterator[str]:
    """A table that is rebuilt from its record is the same table, and the same step is due."""
    rebuilt = fold(start, _from_record.decode(_to_record.encode(events)))
    if rebuilt != table:
        yield "the record rebuilds another table"
    if due(rebuilt, rules) != due(table, rules):
        yield "after the record another step is due"
