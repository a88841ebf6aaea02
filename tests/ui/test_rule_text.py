"""Touching the rule shows it in full: our words, its address, and its status as a dealer would say it."""

from pathlib import Path
from typing import get_args

import pytest

from dealer_station.engine.model.rule_part_addresses import Status
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.rulebooks import load
from dealer_station.rulebooks.book_addresses import gist, translated_gists
from tests.ui import items
from tests.ui.scenes import SCENES, SIZES, Stage
from tests.ui.table import Table
from ui.common.settings import Settings
from ui.common.translate import Speech
from ui.dealer.rule_text import SHORT, WHOLE, rule_page
from ui.dealer.window import DealerWindow

PROGRAM_WORDS = ("interpretive", "inferred", "house default", "house_default", "silent", "stated")


def texts(window: DealerWindow) -> list[str]:
    return [item.property("text") for item in items.texts(window)]


def test_the_rule_opens_in_full_and_closing_returns_to_the_step() -> None:
    window = Stage(SCENES["tie"]).window(SIZES["1280x800"])
    items.click(window, "button rule")
    shown = "\n".join(texts(window))
    for address in ("§8(c)(1)", "§8(c)(2)"):
        assert f"{address}:  {gist('massachusetts', address)}" in shown
    assert "The book says so in these places." in shown
    assert not items.has(window, "prompt")
    items.click(window, "button Back to the table")
    assert items.has(window, "prompt")
    assert "TIE" in texts(window)
    window.close()


def test_the_next_card_closes_the_rule(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "massachusetts")
    table.sign_in()
    table.place("1:25 2:10")
    table.tap("Closing call")
    table.tap("rule")
    assert not items.has(table.window, "prompt")
    table.deal("9c")
    assert items.has(table.window, "prompt")
    table.close()
    assert table.warnings == []


@pytest.mark.parametrize("status", get_args(Status))
@pytest.mark.parametrize("language", ["en", "es"])
def test_each_status_is_explained_without_a_word_of_the_program(status: Status, language: str) -> None:
    say = Speech(language)
    page = rule_page("§8(f)", status, "a step", RulebookView(load("massachusetts")), say)
    assert page["status"] == say(WHOLE[status])
    assert language == "en" or (page["status"] != WHOLE[status] and say(SHORT[status]) != SHORT[status])
    assert not [word for word in PROGRAM_WORDS if word in (page["status"] + SHORT[status]).lower().split()]


def test_a_rule_that_no_book_states_has_no_address() -> None:
    page = rule_page("not addressed", "silent", "", RulebookView(load("massachusetts")), Speech("en"))
    assert page["rules"] == []
    assert page["status"] == "The book does not say. A person with the right title decides."


@pytest.mark.parametrize("scene", SCENES)
def test_no_screen_of_a_dealer_names_a_status_by_its_word(scene: str) -> None:
    window = Stage(SCENES[scene], Settings()).window(SIZES["1280x800"])
    shown = texts(window)
    window.close()
    assert not [text for text in shown for word in PROGRAM_WORDS[:4] if word in text.lower()]


def test_a_spanish_screen_explains_the_rule_in_spanish() -> None:
    window = Stage(SCENES["tie"], Settings(language="es")).window(SIZES["1280x800"])
    items.click(window, "button rule")
    shown = "\n".join(texts(window))
    for address in ("§8(c)(1)", "§8(c)(2)"):
        assert f"{address}:  {translated_gists('massachusetts', 'es')[address]}" in shown
        assert gist("massachusetts", address) not in shown
    window.close()
