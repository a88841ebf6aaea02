"""Carriers: the parts of the product that cite each address, found by playing every written round
of a book.

A carrier is `KIND NAME`: a prompt by its step, a payout by wager and action, a ruling or report by
its kind, a refusal by the refused tap, an option or configuration by its topic in the profile.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from msgspec import Struct

from dealer_station.engine.due.irregularity_kinds import CATALOGUE, KINDS
from dealer_station.engine.due.step_types import AwaitRuling, Cited, RoundOver, Settle
from dealer_station.engine.model import events as e
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.rule_part_addresses import own_address, own_addresses
from dealer_station.engine.model.values import Line
from dealer_station.engine.notation.reader import read
from dealer_station.engine.rulebook.rule_sections import PayLine, Rule
from dealer_station.engine.rulebook.rules import rules_in
from dealer_station.engine.rulebook.ruling_sections import RulingRule
from dealer_station.engine.words.prompts import prompt
from dealer_station.rulebooks import load
from dealer_station.rulebooks.book_addresses import cited_in
from dealer_station.written_rounds.play import Player

ROUNDS = Path(__file__).resolve().parents[2] / "tests" / "rounds"

CarrierKind = Literal["prompt", "refusal", "option", "ruling", "payout", "configuration", "report"]
CARRIER_KINDS: tuple[str, ...] = get_args(CarrierKind)


class Carrier(Struct, frozen=True, order=True):
    """A part of the product that puts a rule into effect."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


Carriers = dict[Carrier, dict[str, None]]
"""Each carrier with the addresses it cites; a dict keeps their order."""


class Watched(Player):
    """A player that records every citation the table shows."""

    found: Carriers

    def watch(self, found: Carriers) -> None:
        """Record into `found` from now on, beginning with the due step."""
        self.found = found
        self._note_due()

    def see(self, observation: Observation) -> tuple[e.Event, ...]:
        """Process an observation as a player does, and record the citations of its events."""
        events = super().see(observation)
        for event in events:
            match event:
                case e.TapRefused(tap, _, cite):
                    self._note("refusal", tap, cite)
                case e.HoldRuled():
                    self._note("ruling", event.kind, event.cite)
                case _:
                    self._note_lines(getattr(event, "lines", ()))
        self._note_due()
        return events

    def _note_due(self) -> None:
        step = self.due
        if isinstance(step, AwaitRuling):
            self._note("ruling", step.hold.kind, step.rule.cite)
        elif not isinstance(step, RoundOver):
            shown = prompt(step, self.rules)
            self._note("prompt", shown.step, shown.cite)
        if isinstance(step, Settle):
            self._note_lines(step.lines)

    def _note_lines(self, lines: tuple[Line, ...]) -> None:
        for line in lines:
            self._note("payout", f"{line.wager} {line.action}", line.cite)

    def _note(self, kind: CarrierKind, name: str, cite: str) -> None:
        cited = self.found.setdefault(Carrier(kind, name), {})
        cited |= dict.fromkeys(cited_in(cite))


@cache
def shown_in_rounds(book: str) -> Carriers:
    """Every carrier that the table showed while all written rounds of this book were played."""
    found: Carriers = {}
    for path in sorted((ROUNDS / book).rglob("*.round")):
        written = read(path.read_text("utf-8"))
        player = Watched.at_table_of(written.header)
        assert isinstance(player, Watched)
        player.watch(found)
        player.play(written.lines)
    return found


def written_in_profile(book: str) -> Iterator[tuple[Carrier, str]]:
    """Yield every topic and ruling of the profile and every report, each with its citation."""
    rules = load(book)
    for section, topics in rules_in(rules).items():
        for name, rule in topics.items():
            for one in rule if isinstance(rule, tuple) else (rule,):
                if isinstance(one, RulingRule):
                    yield Carrier("ruling", name), one.cite
                else:
                    yield from _of_a_topic(section, name, one)
    for kind in KINDS:
        yield Carrier("report", kind), CATALOGUE[kind].rule(rules).cite


def _of_a_topic(section: str, name: str, rule: Cited) -> Iterator[tuple[Carrier, str]]:
    is_open = isinstance(rule, Rule) and rule.is_open
    carrier = Carrier("option", name) if is_open else Carrier("configuration", f"{section}.{name}")
    yield carrier, rule.cite
    for address in own_addresses(rule.at).values():
        yield carrier, own_address(address, rule.status)[0]
    for line in rule.value if isinstance(rule.value, tuple) else ():
        if isinstance(line, PayLine):
            yield Carrier("payout", name), line.cite


@cache
def carriers_of(book: str) -> Carriers:
    """All carriers of a book with the addresses each of them cites."""
    found: Carriers = {carrier: dict(cited) for carrier, cited in shown_in_rounds(book).items()}
    for carrier, cite in written_in_profile(book):
        found.setdefault(carrier, {}).update(dict.fromkeys(cited_in(cite)))
    return found
