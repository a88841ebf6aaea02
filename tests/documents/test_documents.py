"""The generated pages are what `make docs` writes today, and nothing that the engine knows is missing."""

import re
from difflib import unified_diff
from typing import get_args

import pytest

from dealer_station.engine.due.irregularity_kinds import CATALOGUE, KINDS, authority_for
from dealer_station.engine.due.irregularity_kinds import RULINGS as EVERY_RULING
from dealer_station.engine.due.progressive_hands import HANDS
from dealer_station.engine.due.step_citations import citations_by_step
from dealer_station.engine.model.events import Event
from dealer_station.engine.notation.header import HEADER_WORDS
from dealer_station.engine.notation.reader import PLAY_WORDS
from dealer_station.engine.words.prompts import STEPS
from dealer_station.rulebooks import NAMES, load
from dealer_station.rulebooks.operator_answers import options_of
from tools.documents.explore import walk
from tools.documents.irregularities import played
from tools.documents.irregularity_cases import CASES
from tools.documents.irregularity_prose import ASKS, RULINGS, WHEN
from tools.documents.markdown import anchor
from tools.documents.outcome_sentences import NOT_HERE, TELLINGS, UNTOLD
from tools.documents.pages import DOCS, PAGES, RULEBOOKS
from tools.documents.payouts import MAKES, MISMATCH, MONEY_SECTIONS
from tools.documents.procedure import SIDE_BETS, walk_of_side_bets

DIFFERENCES_SHOWN = 30
COVERAGE = {book: f"{RULEBOOKS}/coverage-{book}.md" for book in NAMES}
"""The pages that `test_coverage.py` compares, where all rounds of the book have been played."""
IDLE_STEPS = ("remove_cards", "spread_idle", "first_player_looks", "stack")


def stale(name: str, written: str, made: str) -> str:
    """The difference between a page and what it should be, with what to do; empty if there is none."""
    if written == made:
        return ""
    lines = unified_diff(
        written.splitlines(), made.splitlines(), f"docs/{name}", "make docs", n=0, lineterm=""
    )
    shown = [line if len(line) < 200 else f"{line[:197]}..." for line in lines][:DIFFERENCES_SHOWN]
    return "\n".join([f"docs/{name} is not what make docs writes; run it", *shown])


def text_of(name: str) -> str:
    """The text of a page in docs."""
    path = DOCS / name
    return path.read_text("utf-8") if path.exists() else ""


@pytest.mark.parametrize("name", [name for name in PAGES if name not in COVERAGE.values()])
def test_a_page_is_what_make_docs_writes(name: str) -> None:
    complaint = stale(name, text_of(name), PAGES[name]())
    assert not complaint, complaint


def test_a_stale_page_is_named_with_what_to_do_and_the_difference() -> None:
    complaint = stale("a.md", "one\ntwo\n", "one\nthree\n")
    assert "docs/a.md" in complaint
    assert "make docs" in complaint
    assert "-two\n+three" in complaint
    assert not stale("a.md", "one\n", "one\n")


def test_every_kind_has_its_words_and_its_situations() -> None:
    assert list(WHEN) == list(CATALOGUE)
    assert list(CASES) == list(CATALOGUE)
    assert {kind.asks for kind in CATALOGUE.values()} <= set(ASKS)
    assert set(RULINGS) == set(EVERY_RULING)


@pytest.mark.parametrize("kind", CATALOGUE)
def test_every_kind_is_in_the_matrix_and_has_a_section_with_all_books(kind: str) -> None:
    text, words = text_of(f"{RULEBOOKS}/irregularities.md"), CATALOGUE[kind].words
    assert f"| [{words}](#{anchor(words)}) |" in text
    section = text.split(f"\n### {words}\n", 1)[1].split("\n#", 1)[0]
    assert f"`{kind}`" in section
    assert all(f"\n| `{book}` |" in section for book in NAMES)


def test_every_fact_of_the_engine_is_told_or_left_out_on_purpose() -> None:
    told = {*TELLINGS, *UNTOLD}
    assert not [kind.__name__ for kind in get_args(Event) if kind not in told]


@pytest.mark.parametrize("kind", CATALOGUE)
def test_every_situation_of_a_kind_can_arise_under_some_book(kind: str) -> None:
    for case in CASES[kind]:
        assert any(played(case, book).short != NOT_HERE for book in NAMES), case.label


STRAY = ("massachusetts", "damaged_card", "Stray card")
"""The one case of a silent rule in which another rule of the book lets players out of the hand."""


@pytest.mark.parametrize("book", NAMES)
def test_where_a_book_is_silent_the_table_stops_and_no_rule_is_cited(book: str) -> None:
    rules = load(book)
    for kind in KINDS:
        who = authority_for(kind, rules)
        if CATALOGUE[kind].rule(rules).status == "silent" and not CATALOGUE[kind].silent:
            for case in CASES[kind]:
                outcome = played(case, book)
                if outcome.short == NOT_HERE:
                    continue
                if (book, kind, case.label) == STRAY:
                    # The stray card was delivered incorrectly: §10(a) lets players out, the rest has no rule.
                    assert f"Stop: the {who} rules " in outcome.story
                    assert " with no rule cited, or `out` under §10(a)." in outcome.story
                else:
                    assert f"Silent: stop, the {who} rules " in outcome.story
                    assert "; no rule is cited." in outcome.story


def test_every_step_is_on_some_page() -> None:
    pages = "".join(text_of(f"{RULEBOOKS}/procedure-{book}.md") for book in NAMES)
    assert not [step for step in STEPS if f"`{step}`" not in pages]


@pytest.mark.parametrize("book", NAMES)
def test_every_step_that_regular_play_comes_to_is_listed_and_drawn_with_its_rule(book: str) -> None:
    text, found = text_of(f"{RULEBOOKS}/procedure-{book}.md"), walk(load(book))
    numbered = re.findall(r"^\| (\d+) \| `(\w+)`", text, re.MULTILINE)
    drawn = re.findall(r'^    s(\d+)\["\d+ · (\w+)', text, re.MULTILINE)
    assert sorted(numbered) == sorted(drawn)
    beside = walk_of_side_bets(book)
    assert {step for _, step in numbered} == {*found.steps, *(beside.steps if beside else ())}


@pytest.mark.parametrize("book", NAMES)
def test_every_step_that_has_a_rule_in_a_book_is_on_its_page(book: str) -> None:
    text, rules = text_of(f"{RULEBOOKS}/procedure-{book}.md"), load(book)
    expected = set(citations_by_step(rules))
    assert set(walk(rules).steps) <= expected
    # The cards of an idle table are spread only where the book says so; elsewhere somebody is asked.
    if not rules.shuffle.idle_table.value.startswith("spread"):
        expected -= set(IDLE_STEPS)
    assert not [step for step in sorted(expected) if f"`{step}`" not in text]


DRAWN = (
    r"flowchart TD",
    r'    (closed|round|shoe)\(\["[\w ]+"\]\)',
    r'    s\d+\["[\w ·()↻]+"\]',
    r'    (\w+) <?-->(?:\|"[\w ;:]+"\|)? (\w+)',
)


@pytest.mark.parametrize("book", NAMES)
def test_a_drawing_has_only_boxes_and_arrows_between_its_boxes(book: str) -> None:
    drawings = re.findall(r"```mermaid\n(.*?)\n```", text_of(f"{RULEBOOKS}/procedure-{book}.md"), re.DOTALL)
    assert len(drawings) == (3 if book in SIDE_BETS else 2)
    for drawing in drawings:
        boxes = set(re.findall(r"^    (\w+)[(\[]", drawing, re.MULTILINE))
        for line in drawing.splitlines():
            found = next((match for form in DRAWN if (match := re.fullmatch(form, line))), None)
            assert found, line
            if "-->" in line:
                assert set(found.groups()) <= boxes, line


def section_of(book: str) -> str:
    """The section of the payouts page about one book."""
    return text_of(f"{RULEBOOKS}/payouts.md").split(f"\n## `{book}`\n", 1)[1].split("\n## ", 1)[0]


def test_every_hand_of_the_progressive_is_explained() -> None:
    assert list(MAKES) == list(HANDS)


@pytest.mark.parametrize("book", NAMES)
def test_every_payout_of_a_book_is_on_the_page_with_its_rule(book: str) -> None:
    rules, text = load(book), section_of(book)
    paid = (*rules.progressive.paytable.value, *rules.bonus_spin.hot_spot.value)
    for line in (*paid, *rules.bonus_spin.community.value):
        assert re.search(rf"^\| {re.escape(line.hand)} \|.* {re.escape(line.cite)} \|$", text, re.MULTILINE)
    for rule in (rules.settlement.higher, rules.settlement.tied, rules.war.won, rules.war.tied):
        assert rule.cite in text


def test_the_five_printed_mismatches_of_the_community_table_are_marked() -> None:
    marked = re.findall(rf"^\| (\$\d+) \|.*{re.escape(MISMATCH)}", section_of("maryland"), re.MULTILINE)
    assert marked == ["$100", "$75", "$50", "$40", "$35"]


@pytest.mark.parametrize("book", NAMES)
def test_every_choice_of_the_operator_about_money_is_named_where_people_look(book: str) -> None:
    named = [name for name, (section, _) in options_of(load(book)).items() if section in MONEY_SECTIONS]
    payouts = f"the section `{book}` of docs/{RULEBOOKS}/payouts.md (tools/documents/payouts.py writes it)"
    places = {payouts: section_of(book), "docs/reference/notation.md": text_of("reference/notation.md")}
    missing = [
        f"{name} is missing in {place}"
        for place, text in places.items()
        for name in named
        if f"`{name}`" not in text
    ]
    assert not missing, "\n".join(missing)


def test_every_word_of_the_notation_is_explained() -> None:
    text = text_of("reference/notation.md")
    assert not [word for word in (*HEADER_WORDS, *PLAY_WORDS) if not re.search(rf"`{word}\b", text)]
    assert not [sign for sign in "+*~^%@" if f"`{sign}" not in text and f"25{sign}" not in text]
