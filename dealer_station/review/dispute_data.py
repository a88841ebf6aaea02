"""The content of a dispute sheet for one round, as plain values; drawing is done elsewhere."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.due.irregularity_kinds import CATALOGUE
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.errors import LogCorruptError
from dealer_station.engine.model.observations import Cents
from dealer_station.engine.model.table import RackOwner
from dealer_station.engine.model.table import Table as At
from dealer_station.engine.model.values import DEALER, INTERVENTION, Drawn, Line
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.rulebook.terms import spot_words
from dealer_station.engine.view.table_view import BettorView, CardView, TableView, view
from dealer_station.log.catalogue.dispute_notes import KeptNote, Note, chain_of, verified
from dealer_station.log.integrity.verify import Verification, go_on
from dealer_station.log.read.reader import END, Reader, one_moment
from dealer_station.log.read.state import Recollection
from dealer_station.log.store.months import known_at_the_end
from dealer_station.review.citations import rules_of_moment
from dealer_station.review.discard_rack import RackPosition, back_ups, rack, rack_position
from dealer_station.review.moments import Moment
from dealer_station.review.proof import chain_words, hash_again, is_sound, proof
from dealer_station.review.round_history import RoundHistory, read_round
from dealer_station.review.steps import card_named, ruled_words, steps
from dealer_station.review.tables_and_charts import Cell, Column, ReportTable
from dealer_station.review.times import day_text, moment_text

SEALED = "sealed"
STAKES = ("main", "tie", "war", "war_tie", "matched", "progressive", "bonus", "toke", "coupon")


class OrderedCard(Struct, frozen=True):
    """A card in the order in which it left the shoe; None for a sealed face."""

    card: Card | None
    to: str


class DisputeData(Struct, frozen=True):
    """Everything about one round that a dispute may need."""

    number: int
    file: str
    about: str
    felt: TableView
    cards: tuple[OrderedCard, ...]
    tables: tuple[ReportTable, ...]
    """Hands and their money, stops and rulings, steps with times, and the rules behind them."""
    notes: tuple[str, ...]
    chain: str
    """The state of the chain, in a few words."""
    proof: tuple[str, ...]
    """The consequences for this round, and the signatures."""
    sound: bool
    """True if no fault was found in the log."""
    kind: str
    """`simulated` or `training` if there was no real money; empty at a live table."""
    rack: str
    """Position of the round's cards in the discard rack now."""
    note_doubts: str
    """The reason why notes of the review log are not proved; empty if all are."""
    departures: tuple[str, ...] = ()
    """Rulings against the book: by whom, against which rule, and why."""


def dispute_data_of(
    log: Reader, number: int, reviews: Path, report: Verification, others: tuple[Path, ...] = ()
) -> DisputeData:
    """Return the dispute data of a round; its rows are hashed again as they are read."""
    # `others` are possible continuations of the log; those in the same folder are found anyway.
    with one_moment(log):
        return _dispute_data_of(log, number, reviews, go_on(log, report), others)


def _dispute_data_of(
    log: Reader, number: int, reviews: Path, report: Verification, others: tuple[Path, ...]
) -> DisputeData:
    """Build the dispute data from one consistent snapshot of the log."""
    history = read_round(log, number)
    table = history.end
    if table.round.number != number and table.last is not None:
        table = replace(table, round=table.last, holds=())
    felt = _laid_out(table, history)
    span = log.span(number)
    stretch = hash_again(log, *span)
    known = known_at_the_end(log.path, _known_last(log, span[1]), others)
    lying = rack_position(known.table, number, known.wall_us)
    kept = verified(reviews)
    return DisputeData(
        number,
        log.path.name,
        _about(history),
        felt,
        tuple(OrderedCard(drawn.card, _to(drawn, history.rules)) for drawn in table.round.draws),
        (
            _hands(felt, history, {} if known.closed else lying.take),
            _rulings(history),
            _steps(history),
            _rules(history),
        ),
        _notes(log, number, kept),
        chain_words(report, stretch),
        proof(log, report, stretch, span),
        is_sound(report, stretch),
        known.opened_as.kind if known.opened_as and known.opened_as.kind != "live" else "",
        _rack(lying, closed=known.closed),
        kept.doubts,
        departures_of(history),
    )


def _rack(lying: RackPosition, *, closed: bool) -> str:
    """A sentence about the rack and its date; after a closed month the rack may have changed since."""
    when = day_text(lying.at_us)
    if closed:
        told = f"as of {when}, the last row of this one: {lying.words}"
        return f"The rack: the log continues in another file: {told}"
    return f"The rack as of {when}, the last row that can be read: {lying.words}"


def _known_last(log: Reader, last: int) -> Recollection:
    """State at the last readable row of the log, and at least at the end of the round."""
    for before in (END, log.ends()[1] + 1):
        with suppress(LogCorruptError):
            return log.recollect_before(before)
    return log.recollect_before(last + 1)


def _laid_out(table: At, history: RoundHistory) -> TableView:
    """The table with every card where it was dealt, including those picked up by the end."""
    shown = view(table, history.rules)
    if history.kept is None:
        return shown  # The round is in play: cards that are face down stay hidden.
    draws = [drawn for drawn in table.round.draws if drawn.place is not None]
    return replace(
        shown,
        spots=tuple(
            replace(spot, cards=tuple(_card(drawn) for drawn in draws if drawn.place == spot.spot))
            for spot in shown.spots
        ),
        dealer_cards=tuple(_card(drawn) for drawn in draws if (drawn.place or 0) <= DEALER),
    )


def _card(drawn: Drawn) -> CardView:
    """A drawn card as the view shows it."""
    return CardView(drawn.card, drawn.deal)


def _about(history: RoundHistory) -> str:
    """A sentence with book, times, outcome and dealer of the round."""
    began = history.moments[0].row.wall_us
    kept = history.kept
    ended = f"{moment_text(kept.ended_us)[:8]}, {kept.outcome}" if kept else "being played"
    dealer = f", dealer {kept.dealer}" if kept and kept.dealer else ""
    return f"{history.rules.book.title}, {day_text(began)} to {ended}{dealer}"


def _to(drawn: Drawn, rules: Rules) -> str:
    """The destination of a drawn card, in words."""
    if drawn.place is None:
        return "burn" if drawn.burned else "rack"
    return spot_words(drawn.place, rules) if drawn.place > DEALER else "dealer"


def _named(cards: Iterable[Card | None]) -> str:
    """Names of cards; sealed faces are not revealed."""
    return ", ".join(card_named(card) if card else SEALED for card in cards) or "–"


def _money(cents: Cents) -> str:
    return "?" if cents is None else dollars(cents)


def _hands(felt: TableView, history: RoundHistory, now: dict[RackOwner, int]) -> ReportTable:
    """The table of hands with cards, wagers, results, settlements and rack positions."""
    take = {one.owner: one.take for one in back_ups(rack(history.end), history.number)}
    rows: list[tuple[Cell, ...]] = [
        (
            " ".join(word for word in (bettor.name, bettor.player) if word),
            _named(card.card for card in spot.cards),
            ", ".join(_stakes(bettor)),
            bettor.choice or "–",
            bettor.result.replace("_", " ") or "–",
            "; ".join(_settled(line) for line in bettor.lines) or "–",
            take.get(spot.spot),
            now.get(spot.spot),
        )
        for spot in felt.spots
        for bettor in spot.bettors
    ]
    dealt = _named(card.card for card in felt.dealer_cards)
    rows.append(("dealer", dealt, "–", "–", "–", "–", take.get("dealer"), now.get("dealer")))
    heads = ("Hand", "Cards", "Wagers", "Decision", "Result", "Settled, under")
    counts = ("Take when it ended", "Take now")
    columns = (*map(Column, heads), *(Column(head, "count") for head in counts))
    return ReportTable("Hands, wagers, decisions and settlements", columns, tuple(rows))


def _stakes(bettor: BettorView) -> list[str]:
    """The wagers of a bettor, in words."""
    stakes = ((name, getattr(bettor, f"{name}_cents")) for name in STAKES)
    return [f"{name.replace('_', ' ')} {_money(cents)}" for name, cents in stakes if cents != 0]


def _settled(line: Line) -> str:
    """A settlement line, in words."""
    return f"{line.action.upper()} {line.wager.replace('_', ' ')} {_money(line.cents)} ({line.cite})"


def _rulings(history: RoundHistory) -> ReportTable:
    """The table of stops, rulings and refusals."""
    rows = [
        (moment_text(moment.row.wall_us), *told)
        for moment in history.moments
        for event in moment.facts
        if (told := _ruling(event, moment, history))
    ]
    heads = ("Time", "What", "By", "Because", "Under")
    return ReportTable("Stops, rulings and refusals", tuple(map(Column, heads)), tuple(rows))


def _ruling(event: e.Event, moment: Moment, history: RoundHistory) -> tuple[str, ...]:
    """The cells of a stop, ruling or refusal after its time; empty for other events."""
    match event:
        case e.HoldRaised(hold):
            return f"held: {_kind(hold.kind)}", "–", hold.known or "–", "–"
        case e.HoldRuled(departs_from=against) if against:
            what = f"DEPARTURE from the book on {_kind(event.kind)}: {_ruled(event, moment, history)}"
            return what, event.by or "–", event.because or "–", f"against {against}"
        case e.HoldRuled(ruling="unfounded"):
            what = f"found on {_kind(event.kind)}: {_ruled(event, moment, history)}"
            found = "a finding with the cards out" if event.cards_out else "a finding"
            return what, event.by or "–", event.because or "–", found
        case e.HoldRuled(ruling="in_order"):
            return f"answered on {_kind(event.kind)}: only a tap was missing", "the dealer", "–", "no ruling"
        case e.CardsCameFirst():
            return "answered: the card came too early", "the dealer", "–", "a ruling is needed"
        case e.HoldRuled():
            what = f"ruled on {_kind(event.kind)}: {_ruled(event, moment, history)}"
            return what, event.by or "–", event.because or "–", event.cite or "–"
        case e.RulingRecorded(kind=kind) if kind == INTERVENTION:
            what = f"INTERVENTION: {ruled_words(moment, history.rules)}"
            return what, event.by or "–", event.because or "–", event.cite or "no rule"
        case e.RulingRecorded(kind=kind) if kind in CATALOGUE:
            what = f"found on {_kind(kind)}: {CATALOGUE[kind].finding}"
            return what, event.by or "–", event.because or "–", "a finding"
        case e.TapRefused():
            return "refused", "–", str(event.reason), event.cite or "–"
        case _:
            return ()


def _ruled(event: e.HoldRuled, moment: Moment, history: RoundHistory) -> str:
    """A ruling in full; a ruling that a report implied has only its name."""
    if event.tapped or not isinstance(moment.seen, o.Ruled):
        return event.ruling.replace("_", " ")
    return ruled_words(moment, history.rules)


def departures_of(history: RoundHistory) -> tuple[str, ...]:
    """Each departure from the book in this round: by whom, against which rule, and why."""
    return tuple(
        f"{event.by or '–'} departed from {event.departs_from}: {_ruled(event, moment, history)}. "
        f"Reason: {event.because}."
        for moment in history.moments
        for event in moment.facts
        if isinstance(event, e.HoldRuled) and event.departs_from
    )


def _kind(kind: str) -> str:
    """A kind of irregularity, in words."""
    return CATALOGUE[kind].words if kind in CATALOGUE else kind.replace("_", " ")


def _steps(history: RoundHistory) -> ReportTable:
    """The table of all steps with their times."""
    rows = [
        (
            str(step.seq),
            moment_text(step.at_us),
            f"+{step.gap_us / 1_000_000:.3f}",
            step.who,
            " · ".join(word for word in (step.did, *step.became) if word),
        )
        for step in steps(history)
    ]
    heads = ("Row", "Time", "After, s", "Who", "What")
    return ReportTable("Who did what, and when", tuple(map(Column, heads)), tuple(rows))


def _rules(history: RoundHistory) -> ReportTable:
    """The table of the rules behind the round, each once."""
    found = {rule: None for moment in history.moments for rule in _behind(moment, history)}
    heads = ("Under", "Rule", "In our words", "Status")
    return ReportTable("The rules behind the round", tuple(map(Column, heads)), tuple(found))


def _behind(moment: Moment, history: RoundHistory) -> list[tuple[str, str, str, str]]:
    """The rules behind a moment, as cells."""
    rules = rules_of_moment(moment, history.rules)
    return [(one.cite, one.name, one.words, one.status.replace("_", " ")) for one in rules]


def _notes(log: Reader, number: int, kept: KeptNote) -> tuple[str, ...]:
    """The notes on the round, and whether the review log is proved."""
    which = (chain_of(log), number)
    found = [note for note in kept.notes if note.which == which]
    doubts = (f"{kept.doubts}.",) if kept.doubts else ()
    if not found or kept.report is None:
        return (*doubts, "There are no notes on this round.")
    words = [word for note in found for word in _noted(note, log, proved=kept.proves(note))]
    return (*doubts, *words, f"Review log {kept.reviews.name}: {chain_words(kept.report)}.")


def _noted(note: Note, log: Reader, *, proved: bool) -> tuple[str, ...]:
    """One note as lines; tells if the round's last row has changed since."""
    about, doubts = note.about, "" if proved else "NOT PROVED: "
    same = any(row.hash.hex() == about.head for row in log.rows(about.last_seq, about.last_seq))
    words = [
        f"{doubts}{day_text(note.at_us)}, written by {about.by} (row {note.seq} of the review log)",
        f"Claimed: {about.claimed}",
        f"Decided: {about.decided or 'nothing yet'}",
    ]
    words += [f"Names: {', '.join(about.names)}"] if about.names else []
    if not same:
        words.append(f"Row {about.last_seq} has changed since this note was written.")
    return tuple(words)
