"""One round: stepped and played, with its table, rack, rules, frames and text."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from dealer_station.log.read.reader import END, Reader
from dealer_station.review.discard_rack import back_ups, rack, rack_position
from dealer_station.review.round_history import read_round
from tests.ui.review.pit import pit
from tests.ui.test_accessible import name_of


def test_a_round_is_stepped_through_on_the_dealers_picture(ruled: Path) -> None:
    with pit(ruled) as it:
        it.is_catalogued()
        it.key(Qt.Key.Key_End)
        it.shows_round(1)
        assert it.at == it.last
        it.key(Qt.Key.Key_Home, control=True)
        assert it.at == 0
        while "Spot 3: four of hearts" not in it.review.round["steps"][it.at - 1]["did"] or not it.at:  # type: ignore[index]
            it.key(Qt.Key.Key_Right)
        assert name_of(it.item("spot 1")) == "Box 1, seven of clubs, wager $25"
        assert "Deal to yourself" in name_of(it.item("screen says"))
        it.key(Qt.Key.Key_Left)
        assert name_of(it.item("spot 3")) == "Box 3, wager $25"
        it.click("button Step forward")
        it.touch("button Step forward")
        assert name_of(it.item("dealer")) == "Dealer, nine of spades"


def test_a_round_plays_by_itself_and_stops(ruled: Path) -> None:
    with pit(ruled) as it:
        it.shows_round(2)
        it.key(Qt.Key.Key_S, Qt.Key.Key_S, Qt.Key.Key_S)
        assert "×20" in it.words
        it.key(Qt.Key.Key_Space)
        it.until(lambda: it.at == it.last, "the end")
        it.until(lambda: "Play" in it.words, "rest")
        it.click("button Play")
        it.until(lambda: 0 < it.at < it.last, "play")
        it.click("button Pause")
        at = it.at
        it.until(lambda: it.at == at, "a pause")


def test_the_rack_says_how_many_cards_back_a_hand_up(ruled: Path) -> None:
    with pit(ruled) as it:
        it.is_catalogued()
        it.key(Qt.Key.Key_End)
        it.shows_round(1)
        it.until(lambda: "On top since: 3" in it.says("rack words"), "what lies on them")
        backs = sorted(words for words in it.words if "now take" in words)
        assert backs == [
            "dealer: now take 4, then 1",
            "spot 1: now take 5, then 2",
            "spot 3: now take 6, then 3",
        ]
        assert name_of(it.item("rack 2")) == "2: seven of clubs, spot 1, #1"


def test_cards_are_counted_from_the_rack_as_it_is_now(shift: Path) -> None:
    with pit(shift) as it:
        it.is_catalogued()
        it.key(Qt.Key.Key_Down)
        it.shows_round(11)
        it.until(lambda: "On top since" in it.says("rack words"), "the rack of now")
        with Reader(shift) as reader:
            now, then = reader.recollect_before(END).table, read_round(reader, 11).end
        for one in back_ups(rack(then), 11):
            owner = f"spot {one.owner}" if isinstance(one.owner, int) else one.owner
            lying = rack_position(now, 11, 0)
            assert f"{owner}: now take {lying.take[one.owner]}, then {one.take}" in it.words
        it.key(Qt.Key.Key_Left)
        assert not any("now take" in words for words in it.words)


def test_rules_frames_and_the_written_round(ruled: Path) -> None:
    with pit(ruled) as it:
        it.shows_round(2)
        it.key(Qt.Key.Key_2)
        assert any(item.startswith("9.") or "·" in item for item in it.words)
        it.key(Qt.Key.Key_3)
        assert "4b 63" in it.words
        it.key(Qt.Key.Key_C)
        it.until(lambda: "The written round is copied." in it.words, "a copy")
        text = QGuiApplication.clipboard().text()
        assert text.startswith("profile new_zealand")
        assert "floor discard" in text
        it.key(Qt.Key.Key_4)
        it.until(lambda: it.says("written") == text, "the written round")
