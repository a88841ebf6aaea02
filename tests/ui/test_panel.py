"""The panel of a simulated table: every touch does what it says, and nothing is clipped."""

from pathlib import Path

import pytest

from tests.ui import items
from tests.ui.panels import Beside
from tests.ui.sitting import sitting
from tests.ui.test_accessible import name_of
from tests.ui.test_geometry import text_faults
from ui.common.settings import Settings
from ui.panel.panel import FAULTS

SAYS: tuple[dict[str, str], ...] = (
    {},
    {"what": "draw"},
    {"what": "bets"},
    {"what": "hold"},
    {"what": "answer", "spot": "3", "choice": "war"},
)


@pytest.mark.parametrize("says", SAYS, ids=lambda says: says.get("what", "nothing"))
@pytest.mark.parametrize("language", ["en", "es"])
def test_nothing_is_clipped_and_everything_has_a_name(says: dict[str, str], language: str) -> None:
    beside = Beside(says, Settings(language=language, theme="light" if language == "es" else "dark"))
    assert text_faults(beside.window) == []
    assert [item.objectName() for item in items.targets(beside.window) if not name_of(item).strip()] == []
    beside.window.close()
    assert beside.warned == []


def test_a_touch_does_what_it_says() -> None:
    beside = Beside({})
    buttons = {
        "DRAW A CARD": "draw",
        "EVERYBODY BETS": "bet",
        "Shoe: Pull the cable": "shoe pull",
        "Shoe: Next card unreadable": "shoe misread",
        "Shuffler: Plug it in": "shuffler plug",
        "Shuffler: Jam": "shuffler jam",
        "Progressive: Answer again": "progressive hung",
    }
    for name in buttons:
        items.click(beside.window, f"button {name}")
    assert beside.done == list(buttons.values())
    beside.window.close()


def test_autoplay_does_what_is_due_until_it_is_tapped_again() -> None:
    beside = Beside({"what": "draw"})
    items.click(beside.window, "button Autoplay")
    items.breathe()
    assert "step" in beside.done
    items.click(beside.window, "button Autoplay")
    before = len(beside.done)
    items.breathe()
    assert len(beside.done) == before
    beside.window.close()


def test_the_table_can_cause_every_fault_that_the_panel_offers(tmp_path: Path) -> None:
    options = {"card_supply": "two_batch_shuffler", "progressive": "on"}
    with sitting(tmp_path / "log.db", options=options) as it:
        assert [one["name"] for one in it.table.simulation.state()["devices"]] == list(FAULTS)
        for device, offered in FAULTS.items():
            for fault in ("pull", "plug", "hung", *offered):
                it.table.panel.tap(f"{device} {fault}")
