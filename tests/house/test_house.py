"""Every file of the tree keeps the rules of the house, and the rules themselves bite."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.house import rules
from tests.house.rules import ROOT
from tests.house.test_docstrings import question_faults

ARCHITECTURE_LINES_MAX = 199

Check = Callable[[Path, str], list[str]]


def faults_in(paths: list[Path], *checks: Check) -> str:
    """All complaints, one per line, ready to be shown."""
    texts = ((path, path.read_text("utf-8")) for path in paths)
    return "\n".join(fault for path, text in texts for check in checks for fault in check(path, text))


def test_every_module_opens_with_its_reason_and_every_function_and_docstring_keeps_the_rules() -> None:
    checks = (rules.module_faults, rules.function_faults, question_faults)
    assert not (faults := faults_in(rules.python_files(), *checks)), faults


def test_nothing_is_unfinished_and_nothing_points_outside_the_tree() -> None:
    assert not (faults := faults_in(list(rules.files()), rules.word_faults)), faults


def test_the_engine_reads_no_file_and_prints_nothing() -> None:
    engine = ROOT / "dealer_station" / "engine"
    assert not (faults := faults_in(sorted(engine.rglob("*.py")), rules.engine_faults)), faults


def test_every_room_is_looked_at() -> None:
    seen = {path.relative_to(ROOT).parts[0] for path in rules.python_files()}
    assert seen >= {*rules.ROOMS, "tests"}


def test_the_architecture_is_read_in_one_sitting() -> None:
    count = len((ROOT / "ARCHITECTURE.md").read_text("utf-8").splitlines())
    assert count <= ARCHITECTURE_LINES_MAX, f"ARCHITECTURE.md has {count} lines; stay below 200"


def test_ci_can_be_started() -> None:
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111, ".ci/run is not executable; chmod +x .ci/run"


LONG_BODY = "def f():\n" + "    x = 1\n" * 60
FITTING_BODY = "def f():\n" + '    """One\n    sentence."""\n' + "    x = 1\n" * 59


@pytest.mark.parametrize(
    ("check", "bad", "complaint"),
    [
        (rules.module_faults, "x = 1\n", "a.py:1: no module docstring"),
        (rules.module_faults, '"""Why."""\n' + "x = 1\n" * 600, "a.py:601: 601 lines"),
        (rules.function_faults, LONG_BODY, "a.py:1: f has 61 lines"),
        (rules.function_faults, 'def f():\n    """One.\n\n    Two.\n    """\n', "a.py:1: f has a docstring"),
        (rules.word_faults, "x\n# TO" + "DO: later", "a.py:2: 'TO" + "DO' found"),
        (rules.word_faults, "raise NotImplemented" + "Error", "a.py:1:"),
        (rules.word_faults, "open('/wor" + "k/x')", "the product stands alone"),
        (rules.word_faults, "see ../share" + "d/design.md", "the product stands alone"),
        (rules.word_faults, "get it from pypi" + ".org", "never the host"),
        (rules.engine_faults, "def f():\n    print(1)", "a.py:2: the engine calls print()"),
    ],
)
def test_a_broken_rule_is_named_with_its_place(check: Check, bad: str, complaint: str) -> None:
    assert complaint in "\n".join(check(Path("a.py"), bad))


@pytest.mark.parametrize(
    ("check", "good"),
    [
        (rules.module_faults, '"""Why."""\n' + "x = 1\n" * 399),
        (rules.function_faults, FITTING_BODY),
        (rules.word_faults, "the framework/root folder of a network/share"),
        (rules.engine_faults, "door.open()"),
    ],
)
def test_a_kept_rule_is_passed_over(check: Check, good: str) -> None:
    assert check(Path("a.py"), good) == []
