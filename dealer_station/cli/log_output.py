"""Prints a log on a terminal: lists of rounds, one round step by step, a verification."""

from collections.abc import Iterable
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from dealer_station.engine.due.next_step import due
from dealer_station.engine.model.events import Event, HoldRuled, RulingRecorded
from dealer_station.engine.model.observations import Ruled
from dealer_station.engine.model.values import INTERVENTION
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.notation.writer import write_act
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.rulebook.terms import spot_words
from dealer_station.engine.words.prompts import step_id
from dealer_station.log.integrity.verify import Verification
from dealer_station.log.store.records import RoundKept
from dealer_station.review.chip_corrections import RoundCorrections
from dealer_station.review.dispute_data import departures_of
from dealer_station.review.moments import Moment
from dealer_station.review.proof import holding, signing
from dealer_station.review.round_history import RoundHistory, picture
from dealer_station.review.steps import ruled_words
from dealer_station.review.times import wall_time

_KINDS = {
    "row": "BAD ROW",
    "cut": "CUT TAIL",
    "signature": "BROKEN SIGNATURE",
    "index": "BAD INDEX",
    "file": "DAMAGED FILE",
}


def console() -> Console:
    """Return a console; output that is not a terminal gets 200 columns, so that lines can be searched."""
    out = Console(highlight=False)
    return out if out.is_terminal else Console(highlight=False, width=200)


def when(wall_us: int) -> str:
    """The wall-clock time in UTC, to the second."""
    return wall_time(wall_us).strftime("%Y-%m-%d %H:%M:%S")


def print_rounds(rounds: Iterable[RoundKept], corrections: dict[int, RoundCorrections]) -> None:
    """Print one line per round; a last column shows corrected chips, if there are any."""
    grid = Grid(box=None, pad_edge=False)
    for heading in ("Round", "Begun (UTC)", "Dealer", "Outcome"):
        grid.add_column(heading)
    for heading in ("Hands", "Cards", "Wars", "Holds", "Departures", "Taken", "Paid"):
        grid.add_column(heading, justify="right")
    grid.add_column("Corrected" if corrections else "")
    for one in rounds:
        departures = sum(bool(ruled.departs_from) for ruled in one.marks.rulings) if one.marks else 0
        counts = (len(one.hands), one.cards, one.wars, one.holds, departures)
        money = dollars(one.taken_cents), dollars(one.paid_cents)
        corrected = corrections.get(one.number, RoundCorrections()).one_line()
        begun = str(one.number), when(one.opened_us), one.dealer, one.outcome
        grid.add_row(*begun, *map(str, counts), *money, corrected)
    console().print(grid)


def print_round(history: RoundHistory) -> None:
    """Print each step of a round with its time and person, then the final picture."""
    out = console()
    answers = " ".join(f"{name}={value}" for name, value in history.rules.options)
    out.print(Text(f"Round {history.number}, {history.rules.book.id} {answers}".rstrip(), style="bold"))
    day = ""
    for moment in history.moments:
        if (today := when(moment.row.wall_us)[:10]) != day:
            day = today
            out.print(Text(f"{day}, times in UTC", style="bold"))
        out.print(Text(_step(moment, history)), soft_wrap=True)
    out.print()
    for line in (
        *_picture_lines(picture(history.end, history.number), history.rules),
        *history.corrections.words(),
    ):
        out.print(Text(line), soft_wrap=True)
    out.print(Text(f"due: {step_id(due(history.end, history.rules))}"))
    if departures := departures_of(history):
        out.print(Text(f"departures from the book: {len(departures)}", style="bold"))
        for words in departures:
            out.print(Text(f"  {words}"), soft_wrap=True)


def _step(moment: Moment, history: RoundHistory) -> str:
    row = moment.row
    time = wall_time(row.wall_us).strftime("%H:%M:%S.%f")[:-3]
    who = f"{row.source} {row.who}".strip() if row.who != row.source else row.who
    asked = step_id(due(moment.before, history.rules)) if moment.seen is not None else ""
    did = write_act(moment.seen) if moment.seen is not None else "(log)"
    if row.seal is not None:
        did = "shoe [sealed]"
    ruled = (words,) if (words := _ruled(moment, history)) else ()
    became = "; ".join(
        [*ruled, *map(short, moment.facts), *(type(record).__name__ for record in moment.records)]
    )
    return f"{row.seq:>7} {time} {who:<14} {asked:<16} {did:<28} {became}".rstrip()


def _ruled(moment: Moment, history: RoundHistory) -> str:
    """A ruling as text: a finding, a remedy, an intervention, or a departure with the rule against it."""
    ruled = next((event for event in moment.facts if isinstance(event, HoldRuled | RulingRecorded)), None)
    if ruled is None or not isinstance(moment.seen, Ruled):
        return ""
    words = ruled_words(moment, history.rules)
    if isinstance(ruled, HoldRuled) and ruled.departs_from:
        return f"DEPARTURE from {ruled.departs_from}: {words}"
    if isinstance(ruled, RulingRecorded) and ruled.kind == INTERVENTION:
        return f"INTERVENTION: {words}"
    if isinstance(ruled, HoldRuled) and ruled.cards_out:
        return f"FINDING WITH THE CARDS OUT: {words}"
    return f"FINDING: {words}" if ruled.ruling == "unfounded" else f"RULING: {words}"


def short(event: Event) -> str:
    """A fact in short: its name and its values, without empty ones."""
    told: dict[str, Any] = msgspec.to_builtins(event)
    kind = told.pop("type")
    given = {name: value for name, value in told.items() if value not in ("", None, False, [], ())}
    # A departure cites no rule: the paragraph that it departs from must not read like its authority.
    said = [f"against {value}" if name == "departs_from" else _value(value) for name, value in given.items()]
    return " ".join([kind, *said])


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return ":".join(_value(one) for one in value.values() if one not in ("", None, False, 0, [], ()))
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(one) for one in value) + "]"
    return str(value)


def _picture_lines(seen: dict[str, Any], rules: Rules) -> Iterable[str]:
    for hand in seen["hands"]:
        cards = " ".join(card["card"] or "??" for card in hand["cards"]) or "no card"
        wagers = ", ".join(
            f"{name.removesuffix('_cents')} {_money(cents)}" for name, cents in hand["wagers"].items()
        )
        paid = ", ".join(
            f"{line['wager']} {line['action']} {_money(line['cents'])}" for line in hand["settlements"]
        )
        words = [f"{spot_words(hand['hand'], rules)}: {cards}", wagers, hand["choice"], hand["voided"], paid]
        yield "; ".join(word for word in words if word)
    yield "dealer: " + (" ".join(card["card"] or "??" for card in seen["dealer"]) or "no card")
    for hold in seen["holds"]:
        yield f"hold: {hold['kind']} {hold['detail']}".rstrip()
    rack = [f"{card['card'] or '??'} ({card['owner']}, {card['round']})" for card in seen["rack"]]
    yield f"rack, from the top (owner, round): {', '.join(rack) or 'empty'}"


def _money(cents: int | None) -> str:
    return "?" if cents is None else dollars(cents)


def print_report(path: str, report: Verification) -> None:
    """Print each finding under its kind, or confirm that the log is intact."""
    for finding in report.findings:
        where = f" at row {finding.seq}" if finding.seq else ""
        print_line(f"{path}: {_KINDS[finding.kind]}{where}: {finding.words.removeprefix(f'{path}: ')}")
    if report.ok:
        print_line(f"{path}: {report.rows} rows, chain intact, {signing(report)}")
    elif report.rows:
        words = holding(report)
        print_line(f"{path}: {words[0].lower()}{words[1:]}")
    if report.absent:
        print_line(f"{path}: the previous month, {report.absent}, is missing and was not verified")
    if not report.trusted:
        print_line(
            f"{path}: the signing key was taken from the file itself; name a key that you trust with --key, "
            "or a checkpoint with --checkpoint"
        )


def print_line(text: str) -> None:
    console().print(Text(text), soft_wrap=True)
