"""`profiles diff` puts two books side by side; `profiles check` judges a house's own file."""

import os
from pathlib import Path

import pytest

from dealer_station.engine.rulebook.rules import rules_in
from dealer_station.rulebooks import NAMES, folder, read
from tests.rulebooks.damage import BOOK, WAR_BURN_LINE, war_burn
from tests.rulebooks.test_command import data, row, run, said


def test_the_difference_has_only_rules_whose_values_differ() -> None:
    left, right = (rules_in(read(name)) for name in ("massachusetts", "new_zealand"))
    found = data("diff", "massachusetts", "new_zealand")
    for section, fields in left.items():
        for name, rule in fields.items():
            if name == "deal":
                continue
            other = right[section][name]
            if section == "rulings":
                differs = {(one.when, one.value) for one in rule} != {(one.when, one.value) for one in other}
            else:
                differs = rule.value != other.value
            assert (name in found.get(section, {})) == differs, f"{section}.{name}"
    assert list(found["war"]["war_tie_wager"]) == ["massachusetts", "new_zealand"]
    assert found["war"]["war_tie_wager"]["massachusetts"]["value"] == "must_offer"
    assert found["war"]["war_tie_wager"]["new_zealand"]["cite"].startswith("5.6")
    assert len(found["war"]["deal"]["massachusetts"]) == 2


def test_the_difference_is_printed_side_by_side_with_citation_and_mark() -> None:
    text = said("diff", "massachusetts", "new_zealand", "war")
    assert row(text, "war_tie_wager").split() == ["war_tie_wager", "must_offer", "forbidden"]
    assert "8.10 [interpretive]" in text
    assert "not addressed [silent]" in text
    assert "war_stake" not in text
    assert "11 of 17 rules differ; --all shows the others too." in text


def test_all_shows_equal_values_too() -> None:
    assert row(said("diff", "massachusetts", "new_zealand", "war", "--all"), "war_stake").split() == [
        *("war_stake", "player_only", "player_only"),
    ]
    everything = data("diff", "massachusetts", "maryland", "--all")
    assert {section: list(fields) for section, fields in everything.items()} == {
        section: list(fields) for section, fields in rules_in(read("maryland")).items()
    }


def test_a_topic_narrows_the_difference() -> None:
    assert list(data("diff", "massachusetts", "exhibit_a", "war_burn")["war"]) == ["war_burn"]
    assert set(data("diff", "massachusetts", "exhibit_a", "burn")) <= {
        *("terms", "burns", "war", "irregularities", "rulings"),
    }
    assert data("diff", "massachusetts", "maryland", "war_burn") == {}
    assert "0 of 1 rules differ" in said("diff", "massachusetts", "maryland", "war_burn")


def test_a_book_does_not_differ_from_itself() -> None:
    assert data("diff", "maryland", "maryland") == {}


@pytest.mark.parametrize("columns", [None, 80])
def test_the_difference_loses_no_word(columns: int | None) -> None:
    text = said("diff", "massachusetts", "new_zealand", columns=columns)
    assert max(map(len, text.split("\n"))) <= (columns or 120)
    words = set(text.split())
    for section in data("diff", "massachusetts", "new_zealand").values():
        for sides in section.values():
            for side in sides.values():
                for value in side if isinstance(side, list) else [side]:
                    assert set(value["cite"].split()) <= words
                    assert value["status"] == "stated" or f"[{value['status']}]" in words


def test_a_houses_own_file_can_be_shown_and_compared(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(war_burn('value = "once"', 'value = "before_each_recipient"'), "utf-8")
    assert row(said("show", str(own), "war_burn"), "war_burn").split()[1] == "before_each_recipient"
    found = data("diff", "massachusetts", str(own))
    assert {section: list(fields) for section, fields in found.items()} == {"war": ["war_burn"]}
    assert found["war"]["war_burn"][str(own)]["value"] == "before_each_recipient"


@pytest.mark.parametrize("name", NAMES)
def test_the_five_books_are_good(name: str) -> None:
    path = str(folder() / f"{name}.toml")
    assert said("check", path).startswith(f"{path}: good: ")
    assert said("check", name).count("\n") == 1
    (report,) = data("check", path)["files"]
    assert (report["ok"], report["id"], report["faults"]) == (True, name, [])
    assert report["gaps"] == len(read(name).gaps)


def test_a_faulty_file_is_answered_with_every_fault_and_exit_code_one(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    text = war_burn('value = "once"', 'value = "twice"').replace('"war_tie pay 10"', '"war_tie pay"')
    own.write_text(text, "utf-8")
    result = run("check", str(own))
    assert result.exit_code == 1
    first, second, last = result.stdout.strip().split("\n")
    tied = text[: text.index('"war_tie pay"')].count("\n") + 1
    assert second.startswith(f'{own} line {tied}, war.tied.value[2]: "war_tie pay" is not a money line')
    assert first == (
        f'{own} line {WAR_BURN_LINE}, war.war_burn.value: "twice" is not allowed; '
        "expected one of once, before_each_recipient, none"
    )
    assert last == f"{own}: 2 faults; the file cannot be used"


def test_faults_as_data(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(BOOK.replace('status = "stated"', 'status = "sated"', 2), "utf-8")
    result = run("check", str(own), str(folder() / "maryland.toml"), "--json")
    assert result.exit_code == 1
    assert '"ok": false' in result.stdout
    assert result.stdout.count('"complaint"') == 2
    assert '"line": 15' in result.stdout
    assert '"path": "terms.main_wager.status"' in result.stdout


def test_what_cannot_be_read_is_exit_code_two_and_the_other_files_are_still_judged(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(BOOK, "utf-8")
    missing = tmp_path / "missing.toml"
    result = run("check", str(missing), str(tmp_path), str(own))
    assert result.exit_code == 2
    assert f"{missing}: cannot be read: No such file or directory" in result.stderr
    assert f"{tmp_path}: cannot be read: Is a directory" in result.stderr
    assert f"{own}: good: " in result.stdout


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "line 1: the file is empty; a profile has the sections book, terms"),
        (b"\xff\xfe\x00", "line 1: not UTF-8 text; save the file as UTF-8"),
        (b"[book\n", "line 1, column 6: not valid TOML: Expected ']' at the end of a table declaration"),
    ],
)
def test_a_file_that_is_no_profile_at_all(tmp_path: Path, raw: bytes, words: str) -> None:
    own = tmp_path / "own.toml"
    own.write_bytes(raw)
    result = run("check", str(own))
    assert result.exit_code == 1
    assert result.stdout.startswith(f"{own} {words}")
    shown = run("show", str(own))
    assert shown.exit_code == 2
    assert f"{own} {words}" in shown.stderr


@pytest.mark.skipif(os.name != "posix", reason="file names are bytes only there")
def test_a_file_name_that_is_not_text_is_no_reason_to_fail(tmp_path: Path) -> None:
    own = Path(os.fsdecode(bytes(tmp_path) + b"/own\xff.toml"))
    own.write_text(BOOK, "utf-8")
    assert ": good: " in said("check", str(own))
    assert run("check", str(own) + "x").exit_code == 2


def test_a_check_of_nothing_says_what_is_missing() -> None:
    result = run("check")
    assert result.exit_code == 2
    assert "FILE..." in result.stderr
