"""Hand, text size, language and sound belong to the dealer who is signed in, and need no PIN."""

import json
from pathlib import Path

import pytest

from dealer_station.engine.model.errors import PeopleError
from dealer_station.people.own_settings import OwnSettingsFile
from tests.config.stations import PIN
from tests.ui.table import Table
from tests.ui.test_live import LiveTable, live, patient, run, until
from ui.common.settings import OWN, Settings

__all__ = ["live", "patient"]


def test_each_dealer_gets_their_own_screen_at_sign_in(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "massachusetts")
    table.sign_in()
    table.tap("Dealer", "My screen", "Dealer's hand", "Sound", "Back to the table")
    assert table.bridge.property("style")["left"]
    assert not table.bridge.settings.sound
    table.tap("Dealer", "Another dealer", "Bo")
    assert not table.bridge.property("style")["left"]
    assert table.bridge.settings == Settings(motion=False)
    table.burn()
    table.tap("Dealer", "Another dealer", "Ana")
    assert table.bridge.property("style")["left"]
    assert not table.bridge.settings.sound
    table.close()
    assert table.warnings == []


def test_the_page_has_the_four_that_are_personal_and_no_others(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "massachusetts")
    table.sign_in()
    table.tap("Dealer", "My screen")
    page = table.bridge.property("page")
    table.close()
    assert [one["act"] for one in page["choices"]] == [f"own {name}" for name in OWN]


def test_a_live_table_keeps_them_beside_the_people_and_logs_who_changed_what(live: LiveTable) -> None:
    file = live.desk.folder / "people.settings.json"
    before = live.desk.file.read_text("utf-8")

    def choose() -> None:
        assert live.screen
        live.tap("Bo", "Dealer", "My screen", "Language")
        live.until("button Mano del crupier")
        live.tap("Volver a la mesa")

    def again() -> None:
        assert live.screen
        live.until("button Crupier")
        assert live.screen.window.bridge.settings.language == "es"

    run(live, choose)
    assert json.loads(file.read_bytes()) == {"dealers": {"Bo": {"language": "es"}}}
    assert file.stat().st_mode & 0o077 == 0
    assert live.desk.file.read_text("utf-8") == before, "the table's own settings stay"
    run(live, again)
    told = live.desk.good("log", "people", str(live.desk.folder / "station.db"))
    assert 'Bo (dealer): config changed: own.language = "es"' in told


def test_what_the_floor_sets_holds_for_dealers_who_chose_nothing(live: LiveTable) -> None:
    def story() -> None:
        assert live.screen
        live.tap("Bo", "Dealer", "My screen", "Text size", "Back to the table")
        bridge = live.screen.window.bridge
        live.tap("Floor", "Settings", "Maria", *PIN, "Enter", "Text size")
        until(lambda: bridge.of_table.text_percent == 115)
        live.tap("Text size")
        until(lambda: bridge.of_table.text_percent == 130)
        live.tap("Dealer's hand")
        until(lambda: bridge.settings.hand == "left")
        assert bridge.settings.text_percent == 115

    run(live, story)


def test_a_damaged_file_is_named_and_nobody_has_chosen(tmp_path: Path) -> None:
    path = tmp_path / "people.settings.json"
    path.write_text('{"dealers": {"Bo": {"hand": "third"}}}')
    with pytest.raises(PeopleError, match=r"people.settings.json: is damaged .*; delete it"):
        OwnSettingsFile(path).read()


def test_a_value_that_is_no_setting_is_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    file = OwnSettingsFile.beside(tmp_path / "people.json")
    file.keep("Bo", "text_scale", 1.3)
    with pytest.raises(PeopleError, match="theme = 'dark' is no setting of a dealer"):
        file.keep("Bo", "theme", "dark")
    file.keep("Bo", "sound", value=False)
    assert file.read() == {"Bo": {"text_scale": 1.3, "sound": False}}
