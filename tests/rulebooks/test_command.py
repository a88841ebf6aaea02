"""`dealer-station profiles` as a person uses it: list, show, compare, and the data behind it."""

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dealer_station.cli.profiles import profiles
from dealer_station.engine.rulebook.rules import SECTIONS, rules_in
from dealer_station.rulebooks import NAMES, read


def run(*words: str, columns: int | None = None) -> Result:
    """The result of the command; an exception that click did not handle is an error of ours."""
    env = {"COLUMNS": str(columns) if columns else None, "FORCE_COLOR": None}
    result = CliRunner(env=env).invoke(profiles, words)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def said(*words: str, columns: int | None = None) -> str:
    """The output of the command, which must succeed."""
    result = run(*words, columns=columns)
    assert result.exit_code == 0, result.output
    return result.stdout


def data(*words: str) -> Any:
    """The same as data."""
    return json.loads(said(*words, "--json"))


def row(text: str, rule: str) -> str:
    """The first line of a rule's row."""
    return next(line for line in text.split("\n") if line.strip().startswith(f"{rule} "))


def squeezed(text: str) -> str:
    """Text without blanks and line ends: what is left when wrapping is taken away."""
    return "".join(text.split())


def is_list(rule: object) -> bool:
    """Some topics have several entries: the orders of the war deal, and what may be ruled."""
    return isinstance(rule, tuple | list)


def test_the_rulings_are_shown_with_what_departs_from_the_book() -> None:
    text = said("show", "massachusetts", "rulings")
    assert row(text, "late_wager").split()[:3] == ["late_wager", "refuse", "stated"]
    assert "departures from the book: accept, void," in text
    assert "when: in a case that the book's rule does not" in text
    entry, settled = data("show", "massachusetts", "rulings.late_wager")["rulings"]["late_wager"]
    assert entry == {"value": ["refuse"], "cite": "§6(b)", "status": "stated"}
    assert (settled["value"], settled["when"], settled["status"]) == (["refuse"], ["settled"], "inferred")


def test_the_list_names_all_five_with_their_numbers() -> None:
    text = said()
    for name in NAMES:
        assert name in text
        assert squeezed(read(name).book.title) in squeezed(text)
    listed = data()
    assert f"{listed[0]['values']['stated']} stated" in text
    assert [book["id"] for book in listed] == list(NAMES)
    for book in listed:
        rules = read(book["id"])
        assert (book["title"], book["nature"]) == (rules.book.title, rules.book.nature)
        assert (book["decks"], book["spots"]) == (rules.cards.decks.value, rules.table.spots.value)
        assert book["gaps"] == len(rules.gaps)
        assert list(book["values"]) == ["stated", "inferred", "interpretive", "house_default", "silent"]
        entries = sum(
            len(rule) for part in rules_in(rules).values() for rule in part.values() if is_list(rule)
        )
        single = sum(not is_list(rule) for part in rules_in(rules).values() for rule in part.values())
        assert sum(book["values"].values()) == single + entries


@pytest.mark.parametrize("columns", [None, 80, 40])
@pytest.mark.parametrize("name", NAMES)
def test_a_table_loses_no_word_at_any_width(name: str, columns: int | None) -> None:
    text = said("show", name, columns=columns)
    assert "\x1b" not in text
    assert "…" not in text
    widest = {None: 120, 80: 80, 40: 72}[columns]
    assert max(map(len, text.split("\n"))) <= widest
    words = set(text.split())
    for fields in rules_in(read(name)).values():
        for rule in fields.values():
            for value in rule if isinstance(rule, tuple) else (rule,):
                assert value.status in words
                assert set(value.cite.split()) <= words
                folded = {"before_each_recipient."}  # one word, longer than its column on a small screen
                assert set(value.note.split()) - folded <= words
    for gap in read(name).gaps:
        assert set(gap.resolution.split()) <= words


def test_how_many_burns_before_a_war_and_who_says_so() -> None:
    text = said("show", "massachusetts", "burn")
    assert row(text, "war_burn").split() == ["war_burn", "once", "interpretive", "§8(f)"]
    assert "3 burns, each war player, dealer" in row(text, "deal")
    assert "§8(f)" in row(text, "deal")
    assert "when: war_burn = once (in force)" in text
    for rule in ("opening_burn", "dealer_change_burn", "burn_exposed", "burn_forgotten"):
        assert row(text, rule)
    assert "for each war player (3 burns, player), 3 burns, dealer" in squeezed_lines(text)
    assert "interpretive: the text supports another reading too." in text


def squeezed_lines(text: str) -> str:
    """Text on one line, with single blanks, without the columns on the right."""
    return " ".join(line[:79].strip() for line in text.split("\n")).replace("  ", " ")


def test_a_status_that_is_not_stated_is_a_word_and_is_explained() -> None:
    text = said("show", "new_zealand", "settlement")
    assert "house_default" in row(text, "settlement_direction")
    assert "house_default: the text is silent and a step is needed, so this is our choice." in text


def test_a_narrow_screen_puts_the_citation_under_the_status() -> None:
    lines = said("show", "massachusetts", "war_burn", columns=80).split("\n")
    number = next(number for number, line in enumerate(lines) if line.startswith(" war_burn "))
    assert lines[number].split() == ["war_burn", "once", "interpretive"]
    assert lines[number + 1].endswith("§8(f)".ljust(18))


def test_values_are_shown_in_words() -> None:
    text = said("show", "house_manual", "limits")
    assert "$10 to $1,000, in steps of $5" in row(text, "main_limits")
    assert "at least 1.5 decks from the back" in said("show", "massachusetts", "cut_card_reinsert")
    assert "at most 50% of the stack in from the back" in said("show", "new_zealand", "cut_card_reinsert")
    assert "Suited 4 of a Kind: 100% of the meter" in said("show", "maryland", "paytable")
    assert "$5,000" in row(said("show", "maryland", "envy_cents"), "envy_cents")
    assert "(nothing)" in row(said("show", "exhibit_a", "handling"), "handling")
    assert "(none)" in row(said("show", "maryland", "main_limits"), "main_limits")


def test_the_whole_book_as_data_has_every_section_and_every_gap() -> None:
    for name in NAMES:
        book = data("show", name)
        assert list(book) == ["book", *SECTIONS, "gaps"]
        assert book["book"]["id"] == name
        assert [gap["id"] for gap in book["gaps"]] == [gap.id for gap in read(name).gaps]
        for section in SECTIONS:
            for rule in book[section].values():
                for value in rule if isinstance(rule, list) else [rule]:
                    assert {"value", "cite", "status"} <= set(value)
                    assert all(value[key] not in ("", [], None) for key in set(value) - {"value"})


@pytest.mark.parametrize(
    ("topic", "expected"),
    [
        ("war_burn", {"war": ["war_burn"]}),
        ("war burn", {"war": ["war_burn"]}),
        ("WAR-BURN", {"war": ["war_burn"]}),
        ("war.deal", {"war": ["deal"]}),
        ("recut", {"cut": ["recut"], "roles": ["recut"]}),
        ("cut.recut", {"cut": ["recut"]}),
        ("burns", {"burns": ["opening_burn", "opening_burn_viewable", "dealer_change_burn"]}),
        (
            "burn",
            {
                "terms": ["burn_card", "burn_word"],
                "burns": ["opening_burn", "opening_burn_viewable", "dealer_change_burn"],
                "war": ["war_burn", "deal"],
                "irregularities": ["burn_exposed", "burn_forgotten"],
                "rulings": ["burn_exposed", "burn_forgotten"],
            },
        ),
        (
            "limit",
            {
                "wagers": ["limits_model", "main_limits", "tie_limits", "payout_limit"],
                "progressive": ["progressive_limits"],
                "rulings": ["over_limit", "payout_limit"],
            },
        ),
        (
            "§8(f)",
            {
                "war": ["war_burn", "dealer_war_cards", "deal", "war_card_place"],
                "address": ["name", "gist", "sentences"],
            },
        ),
    ],
)
def test_a_topic_gives_only_its_part_by_section(topic: str, expected: dict[str, list[str]]) -> None:
    found = data("show", "massachusetts", topic)
    assert {section: list(fields) for section, fields in found.items()} == expected


def test_a_rule_as_data_has_all_that_is_known_about_it() -> None:
    assert data("show", "massachusetts", "war_burn")["war"]["war_burn"] == {
        "value": "once",
        "cite": "§8(f)",
        "status": "interpretive",
        "gaps": ["MA-G1", "ALL-G2"],
        "open": ["once", "before_each_recipient"],
        "note": read("massachusetts").war.war_burn.note,
    }
    assert data("show", "maryland", "spots")["table"]["spots"]["range"] == [1, 9]
    assert data("show", "house_manual", "main_limits")["wagers"]["main_limits"]["value"] == {
        "min_cents": 1000,
        "max_cents": 100000,
        "step_cents": 500,
    }
    once, each = data("show", "massachusetts", "war.deal")["war"]["deal"]
    assert once["value"] == ["burn", "burn", "burn", "players", "dealer"]
    assert each["value"] == [["burn", "burn", "burn", "player"], "burn", "burn", "burn", "dealer"]
    assert (once["war_burn"], each["war_burn"]) == ("once", "before_each_recipient")


def test_a_gap_is_shown_with_what_we_do_why_and_the_rules_that_it_touches() -> None:
    text = said("show", "massachusetts", "ma-g1")
    assert "we do: war_burn: once by default" in text
    assert "why: " in text
    assert row(text, "war_burn")
    (gap,) = data("show", "massachusetts", "MA-G1")["gaps"]
    assert set(gap) == {"id", "where", "problem", "resolution", "reason", "impact"}
    assert list(data("show", "massachusetts", "gaps")) == ["gaps"]
    assert "MA-G25" in said("show", "massachusetts", "gaps")


def test_a_rule_is_shown_with_its_gaps_in_full() -> None:
    text = said("show", "massachusetts", "war_burn")
    assert "Three burns open the war deal, a card goes to the first war player" in text
    assert "3 burns, each war player, dealer" in text, "and with the orders that it selects"


def test_a_status_is_a_topic() -> None:
    found = data("show", "new_zealand", "interpretive")
    values = [rule for fields in found.values() for rule in fields.values()]
    entries = [entry for rule in values for entry in (rule if is_list(rule) else [rule])]
    assert entries
    assert all(entry["status"] == "interpretive" for entry in entries)


def test_a_section_points_to_what_stands_elsewhere() -> None:
    text = said("show", "maryland", "burns")
    assert (
        "See also terms.burn_card, terms.burn_word, war.war_burn, war.deal, irregularities.burn_exposed"
        in text
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("show", "massachusetts", "war_brun"), 'nothing under "war_brun". Did you mean war_burn'),
        (("show", "massachusetts", "MA-G77"), "Did you mean MA-G"),
        (("show", "massachusetts", "zzz"), "A topic is a section (terms, table,"),
        (("show", "massachusetts", ""), "A topic is a section"),
        (("show", "massachusets"), "did you mean massachusetts?"),
        (("show", "nowhere.toml"), "nowhere.toml: cannot be read: No such file or directory"),
        (
            ("show", "maryland", "--option", "war_burn=none"),
            'war_burn cannot be "none"; the book leaves once,',
        ),
        (("show", "maryland", "--option", "war_burn"), "write NAME=VALUE, such as war_burn=once"),
        (("show", "maryland", "--option", "decks=6", "--option", "decks=8"), "decks is given twice"),
        (("diff", "massachusetts", "mariland"), "did you mean maryland?"),
        (("diff", "massachusetts", "maryland", "zzz"), 'nothing under "zzz"'),
        (("diff", "massachusetts", "maryland", "gaps"), "use profiles show NAME gaps"),
        (("--json", "show", "maryland"), "write --json after show"),
    ],
)
def test_what_cannot_be_answered_is_one_sentence_and_exit_code_two(
    words: tuple[str, ...], sentence: str
) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stdout == ""


def test_answers_of_the_operator_are_filled_in() -> None:
    options = ("--option", "war_burn=before_each_recipient", "--option", "decks=8")
    text = said("show", "massachusetts", "burn", *options)
    assert "Answered: war_burn = before_each_recipient, decks = 8" in text
    assert "3 burns, each war player, dealer" not in text
    war = data("show", "massachusetts", "war", *options)["war"]
    assert war["war_burn"]["value"] == "before_each_recipient"
    assert [order["war_burn"] for order in war["deal"]] == ["before_each_recipient"]
