"""Everything that the screen may say, collected from the code: what a translation must have."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from dealer_station.engine.decide import misreads
from dealer_station.engine.due import irregularity_kinds
from dealer_station.engine.model.cards import RANK_NAMES, SUIT_NAMES
from dealer_station.engine.model.translatable_sentences import CONJUNCTIONS
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view import ruling_texts_by_kind
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.engine.words import cut_words, prompts
from dealer_station.people import sign_in
from dealer_station.review import steps
from dealer_station.rulebooks import NAMES, load
from tests.house.rules import ROOT
from ui.common import chip_texts, outcomes
from ui.common.translate import FORMER, NO_ADDRESS
from ui.dealer import (
    form_context,
    report_form,
    report_groups,
    report_outcome,
    request_forms,
    rule_text,
    ruling_form,
    spoken_words,
    step_verbs,
    stopped_table_texts,
)
from ui.panel import panel
from ui.review import bridge, dialog_sheets, round_list

SAYING = {"said": 0, "say": 0, "_say": 0, "_refuse": 0, "Objection": 0, "not_now": 2, "RulingWords": 1}
"""Functions that take a sentence for people, and which of their arguments it is."""
SENTENCES = (
    *(
        "prompts",
        "cut_words",
        "pay_and_take_words",
        "move_words",
        "prompt_notes",
        "report_outcome",
        "ruling_words",
    ),
)
"""Modules whose functions return sentences."""
WAGERS = ("Envy Bonus", "main", "tie", "war", "war tie", "progressive", "bonus", "toke", "envy", "coupon")
OTHERS = (
    *("dark", "light", "right", "left", "Wager", "Staked", "Taken", "Returned", "Paid", "House", "dealer"),
    *(sign_in.NO_SUCH_BADGE, "this PIN is not known", sign_in.NOT_LOOKED_AT, "nobody", "no"),
    *("PAY", "TAKE", "RETURN", "clockwise", "counter-clockwise", "once", "before each card of the war"),
    *("pay", "take", "return", "half", "whole", "burn", "out of play", "TRAINING", "SIMULATED"),
)
DEVICES = (
    *(
        "Shoe",
        "Shuffler",
        "Progressive",
        "Station",
        "Reader",
        "Floor copy",
        "lost",
        "back",
        "door",
        "jam",
        "ready",
        "closed",
    ),
    *("idle", "shuffling", "jammed", "stopped", "incomplete", "sort mode", "out of order", "error", "locked"),
    *("unlocked", "count", "batch", "latched", "none"),
)
CALLS = (
    *("wagers.close_call", "terms.war_wager", "terms.main_wager", "terms.tie_wager", "terms.cut_card"),
    *("terms.war_tie_wager", "terms.progressive_wager", "terms.bonus_wager"),
)
TOLD = (
    *("opening.inspection_way", "opening.player_inspection", "opening.wash_way", "opening.batches_apart"),
    *("shuffle.stored_batch", "cut.complete_cut", "cut.offer_way", "cut.second_cut_card"),
    "settlement.odd_halves",
)
"""Topics of a profile whose text is on the screen: calls and terms, and sentences."""
SHUFFLES = ("clockwise", "counterclockwise")


@cache
def phrases() -> frozenset[str]:
    """Every template and every plain sentence."""
    found = {*_tables(), *WAGERS, *DEVICES, *OTHERS}
    rooms = (
        *("dealer_station/engine", "dealer_station/review", "dealer_station/reports"),
        *("dealer_station/training", "ui"),
    )
    files = [path for room in rooms for path in sorted((ROOT / room).rglob("*.py"))]
    for path in (*files, ROOT / "hw_sim" / "tables" / "interactive_table.py"):
        found |= set(_spoken(path))
    for path in sorted((ROOT / "ui").rglob("*.qml")):
        found |= set(re.findall(r'Theme\.say\("([^"]+)"\)', path.read_text("utf-8")))
    return frozenset(
        phrase for phrase in found if re.search("[A-Za-z]{2}", re.sub(r"\{\w*[^}]*\}", "", phrase))
    )


def _tables() -> Iterator[str]:
    yield from prompts.STEPS.values()
    yield from (kind.words for kind in irregularity_kinds.CATALOGUE.values())
    yield from cut_words.LAST_CUTTERS.values()
    yield from (
        look.word
        for looks in (
            outcomes.RESULTS,
            outcomes.ACTIONS,
            outcomes.MOVES,
            outcomes.FELT_RESULTS,
            outcomes.FELT_ACTIONS,
        )
        for look in looks.values()
    )
    yield from (
        *RANK_NAMES.values(),
        *SUIT_NAMES.values(),
        *ruling_form.RULINGS.values(),
        *form_context.REASONS,
    )
    yield from (*request_forms.ORDERS.values(), *report_outcome._PLAIN.values())
    yield from (*step_verbs.STEP_VERBS.values(), "WAIT")
    yield from (*spoken_words.AT_A_STEP.values(), spoken_words.PLACE_YOUR_BETS, spoken_words.DEALER_HAS)
    yield from (*rule_text.SHORT.values(), *rule_text.WHOLE.values())
    yield from (text for faults in panel.FAULTS.values() for text in faults.values())
    yield from (*steps.RECORDS.values(), *bridge.TABS.values(), *(look[-1] for look in round_list.LOOKS))
    yield from (name.replace("_", " ") for name in dialog_sheets.OUTCOMES)
    yield from (kind for name in NAMES for kind in RulebookView(load(name)).wagers)
    yield from (
        *stopped_table_texts.TROUBLES.values(),
        *(text for meanings in stopped_table_texts.MEANINGS.values() for text in meanings),
        stopped_table_texts.MISSED,
        *stopped_table_texts.STRANGERS.values(),
        stopped_table_texts.ANY_TROUBLE,
        misreads.SUSPECTS,
    )
    yield from (f"{{part0}}{between}{{part1}}" for between in CONJUNCTIONS)
    yield from (NO_ADDRESS, *FORMER, *SHUFFLES, *chip_texts.CHIP_NAMES.values())
    yield from (name.replace("_", " ") for name in ruling_form.RULINGS)
    yield from (group.text for group in report_groups.GROUPS)
    yield from (*report_form.SEEN_BY_THE_DEALER.values(), *report_form.WHICH_CARD.values())
    yield from ruling_form.OWN_REASONS
    yield from (kind.finding for kind in irregularity_kinds.CATALOGUE.values())
    for told in (
        ruling_texts_by_kind.PLAY_ON,
        ruling_texts_by_kind.ANSWERS,
        ruling_texts_by_kind.CARRIED_OUT,
    ):
        yield from (text for pair in told.values() for text in pair)
    for name in NAMES:
        yield from _of_a_book(load(name))


def _of_a_book(rules: Rules) -> Iterator[str]:
    """Terms, calls, titles and sentences that reach a prompt; a wash loses its full stop."""
    for path in (*CALLS, *TOLD):
        section, _, rule = path.partition(".")
        text = getattr(getattr(rules, section), rule).value
        yield text.rstrip(".")
    yield from rules.roles.role_map.value
    yield from rules.roles.titles_called.values()
    yield rules.pickup.return_facing.value.replace("_", " ")


def _spoken(path: Path) -> Iterator[str]:
    """Literals that are said, returned as sentences, or put into a dictionary of wishes."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in SAYING and len(node.args) > SAYING[name]:
                yield from _literals(node.args[SAYING[name]])
        elif path.stem in SENTENCES and isinstance(node, ast.Return | ast.Assign):
            yield from (text for text in _literals(node.value) if " " in text)
        elif path.stem == "request_forms" and isinstance(node, ast.Dict):
            yield from (text for value in node.values for text in _literals(value))
        elif path.stem == "request_forms" and isinstance(node, ast.Assign):
            yield from (text for text in _literals(node.value) if " " in text and len(text) > 5)


def _literals(node: ast.expr | None) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from _literals(body)
            yield from _literals(orelse)
        case ast.Dict(values=values):
            for value in values:
                yield from _literals(value)
        case ast.Subscript(value=value):
            yield from _literals(value)
        case ast.Call(func=ast.Attribute(value=ast.Dict() as table)):
            yield from _literals(table)
        case _:
            return
