"""Rounds: the list, the strip of the day, search and filters, by key, click and touch."""

from pathlib import Path

from PySide6.QtCore import Qt

from tests.ui.review.pit import pit


def test_the_newest_round_is_shown_and_keys_go_through_the_list(shift: Path) -> None:
    with pit(shift) as it:
        it.is_catalogued()
        assert it.says("found") == "Rounds: 12"
        it.shows_round(12)
        it.key(Qt.Key.Key_Down)
        it.shows_round(11)
        it.key(Qt.Key.Key_PageDown)
        it.shows_round(3)
        it.key(Qt.Key.Key_End)
        it.shows_round(1)
        it.key(Qt.Key.Key_Home)
        it.shows_round(12)
        it.touch("round #10")
        it.shows_round(10)


def test_a_search_and_a_touch_leave_what_was_meant(shift: Path) -> None:
    with pit(shift) as it:
        it.is_catalogued()
        it.key(Qt.Key.Key_Slash)
        it.write("#7")
        assert it.says("found") == "Rounds: 1"
        it.shows_round(7)
        it.key(Qt.Key.Key_Escape)
        it.click("button Show all")
        assert it.says("found") == "Rounds: 12"
        assert not it.item("field search").property("value")
        it.touch("button Only: war")
        wars = it.review._rounds.ids
        assert 0 < len(wars) < 12
        it.touch("button Only: war")
        assert it.says("found") == "Rounds: 12"


def test_everything_about_a_round_finds_it(ruled: Path) -> None:
    with pit(ruled) as it:
        it.is_catalogued()
        assert it.says("found") == "Rounds: 2"
        for name in ("irregular", "ruled", "device fault"):
            it.click(f"button Only: {name}")
            assert it.says("found") == "Rounds: 1", name
        it.shows_round(2)
        it.click("button Show all")
        it.click("button Filters")
        it.click("button Device fault: shoe lost")
        it.click("button Ruling: TO THE RACK")
        it.click("button SHOW THEM")
        assert it.says("found") == "Rounds: 1"
        it.click("button Filters")
        it.click("button Outcome: war won")
        it.click("button SHOW THEM")
        assert it.says("found") == "Rounds: 0"
        it.click("button Show all")
        it.key(Qt.Key.Key_Slash)
        it.write("kicked")
        assert it.says("found") == "Rounds: 1"


def test_times_and_amounts_are_typed_and_a_wrong_one_is_told(shift: Path) -> None:
    with pit(shift) as it:
        it.is_catalogued()
        it.click("button Filters")
        it.click("field since")
        it.write("yesterday")
        it.key(Qt.Key.Key_Return)
        assert "is not a time" in it.says("hint")
        it.review.enter("since", "2026-11-16")
        it.review.enter("until", "2026-11-17")
        it.review.enter("amount", "1000000")
        it.click("button SHOW THEM")
        assert it.says("found") == "Rounds: 0"
        it.click("button Filters")
        it.review.enter("amount", "")
        it.review.enter("spot", "2")
        it.click("button SHOW THEM")
        assert it.says("found") == "Rounds: 12"


def test_a_click_on_the_day_goes_to_a_round_of_it(shift: Path) -> None:
    with pit(shift) as it:
        it.is_catalogued()
        it.shows_round(12)
        it.key(Qt.Key.Key_End)
        it.shows_round(1)
        it.click("timeline")
        it.until(lambda: it.review._row >= 0, "a round")
        assert it.review.playback.key in it.review._rounds.ids
        it.click("button The day before")
        assert it.review._row >= 0


def test_several_logs_are_one_list(shift: Path, ruled: Path) -> None:
    with pit(shift, ruled) as it:
        it.is_catalogued()
        assert it.says("found") == "Rounds: 14"
        it.click("button Only: ruled")
        it.shows_round(2)
        assert "table8.db" in " ".join(it.words)
