"""A damaged rulebook is answered with line, what was wrong and what was expected; never with a traceback."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_station.engine.model.errors import ProfileError
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.rulebooks import NAMES, folder, read
from dealer_station.rulebooks.parser import parse
from dealer_station.rulebooks.toml_parser import Fault
from tests.rulebooks.damage import BOOK, DAMAGE, WAR_BURN, WAR_BURN_LINE, war_burn, with_


def faults_of(text: str | bytes) -> tuple[Fault, ...]:
    """The faults of a text that must not be accepted."""
    found = parse(text.encode() if isinstance(text, str) else text)
    assert not isinstance(found, Rules), "accepted"
    return found


@pytest.mark.parametrize("windows", [False, True], ids=["lf", "bom and crlf"])
@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_named_with_its_line_and_what_was_expected(damage: str, windows: bool) -> None:
    text, marker, path, complaint = DAMAGE[damage]
    assert text.count(marker) == 1, "the marker must stand in one place only"
    line = text[: text.index(marker)].count("\n") + 1
    raw = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode() if windows else text.encode()
    (fault,) = faults_of(raw)
    assert (fault.line, fault.path) == (line, path)
    assert fault.complaint.startswith(complaint)
    assert fault.sentence("my.toml").startswith(f"my.toml line {line}, {path}: {complaint}")


@pytest.mark.parametrize(
    ("text", "line", "complaint"),
    [
        (
            with_(WAR_BURN, f"{WAR_BURN}\n{WAR_BURN}"),
            WAR_BURN_LINE + 1,
            'not valid TOML: "war_burn" appears twice',
        ),
        (
            war_burn("cite =", "value = 1, cite ="),
            WAR_BURN_LINE,
            'not valid TOML: the key "value" appears twice',
        ),
        (BOOK + "\n[war]\n", BOOK.count("\n") + 2, "not valid TOML: the section [war] appears twice"),
        (BOOK + "\n[[war]]\n", BOOK.count("\n") + 2, 'not valid TOML: "[[war]]" appears twice'),
        (
            war_burn('"once"', "once"),
            WAR_BURN_LINE,
            "not valid TOML: expected a value; put words in quotation marks",
        ),
        (
            war_burn(", cite =", ",\n cite ="),
            WAR_BURN_LINE,
            "not valid TOML: expected a key; a table in { } must be on one line",
        ),
        (
            war_burn(", cite =", " cite ="),
            WAR_BURN_LINE,
            "not valid TOML: a table in { } is not closed, or a comma is missing",
        ),
        (war_burn('unclear." }', "unclear. }"), WAR_BURN_LINE, "not valid TOML: a text is not closed"),
        ("x = " + "[" * 5000, 1, "lists or tables inside each other without end"),
        ("x = 1\ny = " + "9" * 5000, 2, "a number of thousands of digits"),
        ("", 1, "the file is empty; a profile has the sections book, terms, table"),
        ("# only a comment\r\n", 1, "the file is empty"),
    ],
)
def test_what_is_not_toml_is_said_in_plain_words(text: str, line: int, complaint: str) -> None:
    (fault,) = faults_of(text)
    assert fault.line == line
    assert fault.complaint.startswith(complaint)


def test_a_key_that_is_there_twice_is_named_where_it_starts_not_where_its_list_ends() -> None:
    (fault,) = faults_of("a = [\n1,\n2,\n]\na = [\n3,\n4,\n]\nb = 1\n")
    assert (fault.line, fault.path) == (5, "a")


def test_a_file_that_is_not_utf8_is_named_with_its_line() -> None:
    (fault,) = faults_of(BOOK.encode("latin-1", "replace"))
    first = next(number for number, line in enumerate(BOOK.split("\n"), start=1) if not line.isascii())
    assert (fault.line, fault.complaint) == (first, "not UTF-8 text; save the file as UTF-8")
    assert faults_of(BOOK.encode("utf-16"))[0].line == 1


def test_a_missing_section_is_named() -> None:
    start, end = BOOK.index("[pickup]"), BOOK.index("[progressive]")
    (fault,) = faults_of(BOOK[:start] + BOOK[end:])
    assert fault.complaint.startswith("the section [pickup] is missing; a profile answers every topic")
    faults = faults_of(BOOK[: BOOK.index("\n[[gaps]]")])
    assert faults[0].complaint.startswith("the [[gaps]] entries are missing; write gaps = []")


def test_all_faults_are_reported_in_the_order_of_their_lines() -> None:
    text = BOOK.replace('status = "stated"', 'status = "sated"', 3).replace('"war pay 1"', '"war pays"')
    text = text.replace('id = "MA-G3"', 'id = "MA-G2"')
    faults = faults_of(text)
    assert [fault.line for fault in faults] == sorted(fault.line for fault in faults)
    assert [fault.path for fault in faults] == [
        "terms.main_wager.status",
        "terms.tie_wager.status",
        "terms.war_wager.status",
        "settlement.tie_options.gaps[0]",
        "war.war_confirm.gaps[0]",
        "war.won.value[1]",
        "gaps[5].id",
    ]


def test_two_open_points_of_one_name_cannot_both_be_answered() -> None:
    text = BOOK.replace('recut = { value = "none", cite', 'recut = { value = "none", open = ["none"], cite')
    text = text.replace('recut = { value = "", cite', 'recut = { value = "", open = ["", "x"], cite')
    (fault,) = faults_of(text)
    assert fault.path == "roles.recut"
    assert fault.complaint == "cut.recut is open under the same name; leave only one of them open"


def test_each_answer_needs_an_order_and_only_one() -> None:
    first, second = faults_of(with_('war_burn = "before_each_recipient"\n\n', 'war_burn = "once"\n\n'))
    assert first.path == "war"
    assert first.complaint.startswith("no [[war.deal]] for war_burn before_each_recipient")
    assert second.path == "war.deal[1]"
    assert second.complaint.startswith("a second order for war_burn once")


@pytest.mark.parametrize("book", NAMES)
@pytest.mark.parametrize("cut", [0.1, 0.35, 0.6, 0.85])
def test_a_file_that_was_cut_off_anywhere_is_refused_in_words(book: str, cut: float) -> None:
    text = (folder() / f"{book}.toml").read_text("utf-8")
    for fault in faults_of(text[: int(len(text) * cut)]):
        assert 1 <= fault.line <= text.count("\n") + 1
        assert fault.complaint


@given(start=st.integers(0, len(BOOK)), cut=st.integers(0, 120), put=st.text(max_size=20))
def test_no_damage_is_answered_with_a_traceback(start: int, cut: int, put: str) -> None:
    damaged = BOOK[:start] + put + BOOK[start + cut :]
    found = parse(damaged.encode("utf-8", "replace"))
    for fault in () if isinstance(found, Rules) else found:
        assert 1 <= fault.line <= damaged.count("\n") + 1
        assert fault.complaint


WORDS = st.sampled_from(
    ["[", "]", "{", "}", "=", ",", '"', "'", "\n", "[war]", "[[gaps]]", "value", " = 1", "#"]
)


@given(start=st.integers(0, len(BOOK)), cut=st.integers(0, 30), put=st.lists(WORDS, max_size=4))
def test_nor_is_damage_by_the_marks_of_toml(start: int, cut: int, put: list[str]) -> None:
    found = parse((BOOK[:start] + "".join(put) + BOOK[start + cut :]).encode())
    assert isinstance(found, Rules) or found


def test_the_loader_names_the_first_fault_and_how_many_there_are(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    path = tmp_path_factory.mktemp("house") / "my.toml"
    path.write_text(BOOK.replace('status = "stated"', 'status = "sated"', 2), "utf-8")
    with pytest.raises(ProfileError) as refusal:
        read(str(path))
    assert str(refusal.value).startswith(f'{path} line 15, terms.main_wager.status: "sated" is not allowed')
    assert str(refusal.value).endswith("(the first of 2 faults; `profiles check` lists them)")


def test_a_windows_file_is_the_same_book() -> None:
    rules = parse(b"\xef\xbb\xbf" + BOOK.replace("\n", "\r\n").encode())
    assert rules == read("massachusetts")
