"""Generates the page of irregularities: kind by rulebook, with outcomes from rounds played by the engine."""

from collections.abc import Iterator

from dealer_station.engine.due.irregularity_kinds import CATALOGUE, KINDS
from dealer_station.engine.due.rulings_by_moment import (
    departures_at,
    may_stop,
    moments_of,
    rulings_at,
    speaks,
)
from dealer_station.engine.due.step_types import AwaitRuling, Cited
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.kinds import Ruling
from dealer_station.engine.model.values import ReplaceCardLater
from dealer_station.engine.rulebook.rule_sections import NO_RULE
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.rulebook.ruling_sections import Moment
from dealer_station.engine.view.reports_view import possible_reports
from dealer_station.rulebooks import NAMES, load
from dealer_station.rulebooks.describe import in_words
from tools.documents import example_situations as s
from tools.documents.example_situations import NotHereError, Play
from tools.documents.irregularity_cases import CASES, WITH_PROGRESSIVE, Case
from tools.documents.irregularity_prose import ASKS, ASKS_TOO, MOMENTS, RULINGS, WHEN
from tools.documents.markdown import MADE, address, anchor, page, rule_address, table
from tools.documents.outcome_sentences import NOT_HERE, Outcome, told
from tools.documents.ruling_button_names import buttons

INTRODUCTION = """
What can go wrong at a table, and what each of the five rulebooks makes of it. Find what happened in the first
table, follow its link, and read the line of your book.

There are three kinds of ruling:

- A **finding** says that the report was mistaken. It is always possible, nothing changes, and the record
  names who found it.
- A **remedy** is what the book makes of the case. Each is listed with its paragraph. Where the book says
  nothing (*silent*), the authority chooses among the remedies that keep every card and chip accounted for,
  and the record says that no rule was cited.
- A **departure** is a ruling against the book. It takes a person with the highest title that the
  book names in the casino, a reason and a second confirmation, and it is marked wherever the ruling is shown.
- An **intervention** is a ruling where nothing is stopped: a void, a shuffle, or chips that are put right. It
  takes a reason. No hand that is void, or that a rule of the book concerns, is paid or taken from by one.

After a ruling the dealer is shown every card and every chip that has to be moved, one by one, and confirms
each.

The remedies on this page are read from the rulebooks' own data; each outcome is what the station did in a
situation that was played for it. *inferred*, *interpretive* and *house default* mark what a text does not
say in so many words. † marks an outcome that differs at another moment. The regular order of steps is on a
page for each book: PROCEDURES.
"""

SITUATIONS = {
    "cards out of the shoe": s.shuffled,
    "between rounds": s.round_over,
    "wagers down": s.wagers_down,
    "dealing": s.dealing,
    "stray card held": s.stray_held,
    "settling": s.settling,
    "war burns": s.burns_dealt,
    "war cards": s.war_begun,
    "card not read": s.unread,
}
LETS_OUT = {
    "licensee": "the licensee",
    "supervisor_courtesy": "the supervisor, as a courtesy",
    "none": "nobody",
}


def irregularities() -> str:
    """The whole page."""
    found = {
        kind: {book: [played(case, book) for case in CASES[kind]] for book in NAMES} for kind in CATALOGUE
    }
    of_the_station = [kind for kind in CATALOGUE if kind not in KINDS]
    links = ", ".join(f"[{book}](procedure-{book}.md)" for book in NAMES)
    lines = ["# Irregularities", "", MADE, INTRODUCTION.replace("PROCEDURES", links)]
    lines += ["## What the dealer reports", "", *matrix(list(KINDS), found)]
    lines += ["## What the station finds by itself", "", *matrix(of_the_station, found)]
    lines += ["## Who is called, and what a ruling does", "", *authorities(), *rulings()]
    lines += ["## When a report is offered", "", *offered()]
    lines += ["## Reports, one by one", ""]
    for kind in KINDS:
        lines += section(kind, found[kind])
    lines += ["## What the station finds, one by one", ""]
    for own in of_the_station:
        lines += section(own, found[own])
    return page(lines)


def played(case: Case, book: str) -> Outcome:
    """The outcome of a case under a book; it includes what waits until the end of the round."""
    options = case.options.get(book, {})
    rules = load(book, options)
    try:
        play = case.situation(rules)
    except NotHereError as never:
        return Outcome(f"Does not arise: {never}.", NOT_HERE)
    before = play.table
    events = play.see(case.seen)
    outcome = told(before, play.table, events, rules)
    rest = after_the_round(play)
    said = f"With `{'`, `'.join(f'{name}={value}' for name, value in options.items())}`: " if options else ""
    if rest is None:
        return Outcome(said + outcome.story, outcome.short)
    short = ", ".join(part for part in (outcome.short, f"after the round: {rest.short}") if part)
    return Outcome(f"{said}{outcome.story} When the round is over: {rest.story}", short)


def after_the_round(play: Play) -> Outcome | None:
    """The consequences that waited for the end of the round, found by playing to it; None without any."""
    round_ = play.table.round
    waits = round_.cut_card or any(not isinstance(later, ReplaceCardLater) for later in round_.later)
    if play.table.preparing or not waits or not _may_go_on(play):
        return None
    before, told_already = play.table, len(play.events)
    play.go_on(lambda play: play.table.round.number > round_.number)
    rest = play.events[told_already:]
    ended = next(
        index
        for index, event in enumerate(rest)
        if isinstance(event, e.RoundEnded)
        or (isinstance(event, e.StepDone) and event.step == "empty_shuffler")
    )
    return told(before, play.table, rest[ended:], play.rules)


def _may_go_on(play: Play) -> bool:
    """True if nothing but the presence of the authority is required, which is then given."""
    step = play.step
    if isinstance(step, AwaitRuling) and step.hold.decided:
        play.see(o.Ruled("accept"))
    return not play.table.holds


def matrix(kinds: list[str], found: dict[str, dict[str, list[Outcome]]]) -> list[str]:
    """A table of kind by book: the outcome in a few words and the citation."""
    books = [load(book) for book in NAMES]
    rows = []
    for kind in kinds:
        words = CATALOGUE[kind].words
        cells = [cell(kind, found[kind][rules.book.id], rules) for rules in books]
        rows.append([f"[{words}](#{anchor(words)})", *cells])
    return table(["what happened", *(f"`{book}`" for book in NAMES)], rows)


def cell(kind: str, outcomes: list[Outcome], rules: Rules) -> str:
    """The outcome of the first case, marked if other cases differ, and the citation."""
    possible = [outcome.short for outcome in outcomes if outcome.short != NOT_HERE]
    if not possible:
        return NOT_HERE
    said = possible[0]
    depends = " †" if any(other != said for other in possible) else ""
    rule = rule_about(kind, rules)
    nothing = rule is rules.roles.role_map or (rule.status == "silent" and "silent" in said)
    where = "" if nothing else rule_address(rule)
    return "<br>".join(part for part in (said + depends, where) if part)


def authorities() -> list[str]:
    """A table of the authority that a stop calls in each book."""
    rows = []
    for book in NAMES:
        rules = load(book)
        called, out = rules.roles.role_map, rules.irregularities.players_out_option
        always = rules.house.dispute_call.value == "always_supervisor"
        rows.append(
            [
                f"`{book}`",
                f"the {called.value[0]} ({rule_address(called)}){_titles_of_their_own(rules)}",
                f"always ({rules.house.dispute_call.cite})" if always else "where a ruling is due",
                LETS_OUT[out.value] + ("" if out.value == "none" else f" ({rule_address(out)})"),
            ]
        )
    head = ["book", "a stop calls", "when", "who lets players out of a hand"]
    return table(head, rows)


def _titles_of_their_own(rules: Rules) -> str:
    """The actions for which the book calls a title other than the first."""
    named = [f"`{about}`: the {title}" for about, title in rules.roles.titles_called.items()]
    return f"; {', '.join(named)} ({rule_address(rules.roles.called_for)})" if named else ""


def rulings() -> list[str]:
    """A table of every ruling with its effect."""
    return table(["ruling", "what it does"], ([f"`{ruling}`", words] for ruling, words in RULINGS.items()))


def offered() -> list[str]:
    """A table of the reports the station offers in each situation, as the engine decides."""
    shown: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for situation in SITUATIONS.values():
        possible = []
        for book in NAMES:
            play = situation(load(book, WITH_PROGRESSIVE.get(book, {})))
            possible.append(possible_reports(play.table, play.rules))
        for kind in KINDS:
            books = sum(kind in kinds for kinds in possible)
            shown[kind].append("●" if books == len(NAMES) else "○" if books else "")
    lines = [
        "● in every book, ○ in some (a continuous shuffler has no cut card; few books have a progressive).",
        "",
    ]
    rows = ([f"`{kind}`", *marks] for kind, marks in shown.items())
    return [*lines, *table(["report", *SITUATIONS], rows)]


AFTER_A_FINDING = {
    "late_wager": "The chips then count as a wager",
    "settled_then_void": "The settlements are struck from the record then, and every wager goes back",
}


def section(kind: str, found: dict[str, list[Outcome]]) -> Iterator[str]:
    """The section of one kind: when it occurs, what is asked, the cases, and each book's outcome."""
    entry, cases = CATALOGUE[kind], CASES[kind]
    yield from (f"### {entry.words}", "")
    can_be = f"Can have happened {WHEN[kind]}." if kind in KINDS else f"Seen {WHEN[kind]}."
    asked = f" The dealer is asked: {ASKS_TOO.get(kind, ASKS[entry.asks])}." if kind in KINDS else ""
    yield from (f"`{kind}`. {can_be}{asked}", "")
    then = AFTER_A_FINDING.get(kind, "Nothing changes then")
    yield from (f"Finding (`unfounded`): *{entry.finding}.* {then}.", "")
    yield from remedies(kind)
    for case in cases:
        yield f"- **{case.label}.** {case.situation.__doc__} {case.report}."
    yield ""
    rows = []
    for book in NAMES:
        stories = [outcome.story for outcome in found[book]]
        same = ["the same" if index and story == stories[0] else story for index, story in enumerate(stories)]
        rows.append([f"`{book}`", rule_words(rule_about(kind, load(book)), load(book)), *same])
    yield from table(["book", "rule", *(case.label.lower() for case in cases)], rows)


def remedies(kind: str) -> list[str]:
    """A table of remedies and departures of each book, with one row for moments that are alike."""
    rows = []
    for book in NAMES:
        rules = load(book)
        moments: dict[tuple[str, str], list[Moment]] = {}
        for moment in moments_of(kind, rules):
            cells = _remedy_cells(kind, moment, rules)
            moments.setdefault(cells, []).append(moment)
        for cells, same in moments.items():
            rows.append([f"`{book}`", _when(same, moments_of(kind, rules)), *cells])
    return table(["book", "when", "remedies", "departures"], rows)


def _when(same: list[Moment], every: tuple[Moment, ...]) -> str:
    """The moments of one row; a row for all moments needs no list."""
    if len(same) == len(every):
        return "at any moment"
    if len(every) > 2 and set(same) == {moment for moment in every if moment != "not_covered"}:
        return "at any moment, where the rule reaches the case"
    return "; ".join(MOMENTS[moment] for moment in same)


def _remedy_cells(kind: str, moment: Moment, rules: Rules) -> tuple[str, str]:
    """The remedies of a moment with citations and notes, and the rulings that would be departures."""
    lines = []
    for entry in rules.rulings.at(kind, moment):
        where = address(entry.cite, entry.status)
        note = f" {entry.note}" if entry.note else ""
        possible = tuple(ruling for ruling in entry.value if ruling in _known(kind, moment, rules))
        if possible:
            at = f"{entry.cite} ({entry.status})" if kind == "settled_then_void" and speaks((entry,)) else ""
            lines.append(f"{buttons(kind, possible, rules, at)}: {where}.{note}")
    if not may_stop(kind, moment, rules):
        return "<br>".join(lines), "none: the remedy is carried out at once"
    return "<br>".join(lines), buttons(kind, departures_at(kind, moment, rules), rules) or "none"


def _known(kind: str, moment: Moment, rules: Rules) -> tuple[Ruling, ...]:
    """The rulings possible at a moment; all of the catalogue's if the book speaks or nothing is stopped."""
    stops = may_stop(kind, moment, rules)
    fixed = speaks(rules.rulings.at(kind, moment))
    return rulings_at(kind, moment, rules) if stops and not fixed else CATALOGUE[kind].rulings


def rule_about(kind: str, rules: Rules) -> Cited:
    """The book's rule about a kind, even if it applies only to an optional supply of cards."""
    rule = CATALOGUE[kind].rule(rules)
    own = getattr(rules.irregularities, kind, rule)
    return own if rule is NO_RULE and own.status != "silent" else rule


def rule_words(rule: Cited, rules: Rules) -> str:
    """The rule's value, citation, status and note."""
    if rule is NO_RULE:
        called = rules.roles.role_map
        return f"no rule of its own; the {called.value[0]} is called ({rule_address(called)})"
    if rule.status == "silent":
        return " ".join(part for part in ("*silent*.", rule.note) if part)
    value = in_words("", rule).replace("\n", "; ") if isinstance(rule.value, tuple) else str(rule.value)
    said = value if " " in value else f"`{value}`"
    stop = "" if " " in value else "."
    note = f"{stop} {rule.note}" if rule.note else ""
    return f"{said} ({rule_address(rule)}){note}"
