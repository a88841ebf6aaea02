"""Finding rounds: what is typed means what it says, and what cannot be meant is refused with words."""

import shutil
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from dealer_station.engine.due.step_types import Draw, Perform, Settle
from dealer_station.engine.model import observations as o
from dealer_station.log.catalogue.cataloguer import Cataloguer
from dealer_station.log.catalogue.round_tags import without_ties
from dealer_station.log.catalogue.rounds import Catalogue, RoundQuery
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.records import RoundKept
from tests.ui.review.pit import Dealt, Pit, pit
from tests.ui.test_accessible import name_of
from ui.review.times import as_typed, local, microseconds

Copied = Callable[[Path], Path]


def up_to_the_war_cards(table: Dealt, burns: Iterator[str]) -> None:
    for _ in range(20):
        match table.station.due:
            case Perform(step=step):
                table.tell(o.Confirmed(step))
            case Draw(place=None):
                table.cards(next(burns))
            case Draw():
                return
            case due:
                table.tell(o.Settled()) if isinstance(due, Settle) else pytest.fail(str(due))


@pytest.fixture(scope="module")
def wars(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Wars: won on spot 2, tied on spot 7, lost on spot 2; and a plain round."""
    table = Dealt(tmp_path_factory.mktemp("wars") / "wars.db", "new_zealand")
    burns = (f"{rank}{suit}" for rank in "4568TQ" for suit in "cdhs")
    for spot, cards in ((2, "Kc 3h"), (7, "5h 5d"), (2, "3d 9h")):
        table.bets(spot)
        table.cards("7c 7s")
        table.tell(o.Answered(spot, "", "war"))
        up_to_the_war_cards(table, burns)
        table.cards(cards)
        table.settle()
    table.bets(1)
    table.cards("9c 7s")
    table.settle()
    table.close()
    return table.db


def numbers(it: Pit) -> list[int]:
    found = [it.review._rounds.summary(row) for row in range(len(it.review._rounds.ids))]
    return [summary.number for summary in found if summary is not None]


def filtered(it: Pit, **entered: str) -> str:
    """The sheet's complaint; empty if it accepted the filter."""
    it.key(Qt.Key.Key_L)
    for name, text in entered.items():
        assert it.review.sheet_holder.sheet is not None
        it.review.sheet_holder.sheet.entered[name] = text
    it.key(Qt.Key.Key_Return, control=True)
    if it.review.sheet_holder.sheet is None:
        return ""
    said = it.says("hint")
    it.key(Qt.Key.Key_Escape)
    return said


def test_what_is_typed_is_understood(wars: Path) -> None:
    with pit(wars) as it:
        it.is_catalogued()
        for text, meant in {
            "spot 7": [2],
            "spot 1": [4],
            "#1": [1],
            "#2": [2],
            "war": [3, 2, 1],
            "war won": [1],
            "war lost": [3],
            "war tied": [2],
            "tied": [3, 2, 1],
            "spot 2 war lost": [3],
            "spot 7 war lost": [],
            "ana": [4, 3, 2, 1],
            "na": [],
            '"ana"': [4, 3, 2, 1],
            '"an"': [],
            "void": [],
            "7": [],
            "3": [3],
        }.items():
            it.review.enter("search", text)
            assert numbers(it) == meant, text


def test_nothing_found_shows_nothing(wars: Path) -> None:
    with pit(wars) as it:
        it.is_catalogued()
        it.shows_round(4)
        it.key(Qt.Key.Key_Slash)
        it.write("nobody")
        assert it.says("found") == "Rounds: 0"
        assert it.last == 0
        it.key(Qt.Key.Key_Escape)
        it.key(Qt.Key.Key_P)
        assert "No round is shown: choose one in the list first." in it.words
        it.review.tap("clear")
        it.shows_round(4)


def test_a_tied_war_can_be_chosen_and_is_told_in_old_logs_too(wars: Path) -> None:
    with pit(wars) as it:
        it.is_catalogued()
        it.key(Qt.Key.Key_L)
        it.click("button Outcome: war tied")
        assert it.says("note") == "Rounds: 1"
        it.click("button SHOW THEM")
        it.shows_round(2)
    catalogue = Catalogue()
    with Reader(wars) as reader:
        book = Cataloguer(reader, catalogue, 0)
        old = [(seq, as_then(kept)) for seq, kept in reader.newest_rounds(2**60, 0, 10)]
        catalogue.add(0, [(seq, kept, book._marks(seq, kept)) for seq, kept in old])
    assert list(catalogue.ids(RoundQuery(outcome="war_tied"))) == [2]
    assert list(catalogue.ids(RoundQuery(outcome="war_won"))) == [1]
    catalogue.close()


def as_then(kept: RoundKept) -> RoundKept:
    return without_ties(kept)


def test_amounts_that_are_none_are_refused_and_nothing_of_them_stays(wars: Path) -> None:
    with pit(wars) as it:
        it.is_catalogued()
        for amount in ("inf", "nan", "-5", "99999999999999999999", "100,50", "1e3", "abc"):
            assert "is not an amount" in filtered(it, amount=amount), amount
            assert it.says("found") == "Rounds: 4"
        assert filtered(it, amount="1,000") == ""
        assert it.says("found") == "Rounds: 0"
        assert filtered(it, amount="25.00") == ""
        assert it.says("found") == "Rounds: 4"


def test_times_are_read_as_they_are_meant(wars: Path) -> None:
    with pit(wars) as it:
        it.is_catalogued()
        day = "2026-11-16"
        assert filtered(it, since=day, until=day) == ""
        assert it.says("found") == "Rounds: 4"
        it.key(Qt.Key.Key_L)
        assert it.review.sheet_holder.sheet is not None
        assert it.review.sheet_holder.sheet.entered["until"] == day
        it.key(Qt.Key.Key_Escape)
        assert filtered(it, since=f"{day} 12:00:05", until="") == ""
        it.key(Qt.Key.Key_L)
        assert it.review.sheet_holder.sheet is not None
        assert it.review.sheet_holder.sheet.entered["since"] == f"{day} 12:00:05"
        it.key(Qt.Key.Key_Escape)
        it.review.tap("clear")
        assert filtered(it, since="23:59") == ""
        assert it.says("found") == "Rounds: 0"
        assert "is not a time" in filtered(it, since="25:99")
        assert "ends before it begins" in filtered(it, since="2026-11-18", until="2026-11-01")


def test_a_time_is_typed_again_as_the_same_time() -> None:
    day = date(2026, 11, 16)
    for text, until in (
        ("2026-11-16", True),
        ("2026-11-16 21:30", False),
        ("2026-11-16 21:30:07", True),
        ("2026-11-16 00:00", False),
    ):
        found = microseconds(text, day, until=until)
        assert found is not None
        assert as_typed(found, until=until) == text
    assert microseconds("9999-12-31", day, until=True) is None
    noon = microseconds("12:00", day, until=False)
    assert noon is not None
    assert local(noon).date() == day


def test_rounds_of_several_logs_name_theirs(shift: Path, wars: Path) -> None:
    with pit(shift, wars) as it:
        it.is_catalogued()
        assert "table7.db" in name_of(it.item("round #12"))
        it.key(Qt.Key.Key_L)
        it.click("button Log: wars.db")
        it.click("button SHOW THEM")
        assert it.says("found") == "Rounds: 4"
        it.shows_round(4)
        assert any("wars.db" in words and "began" in words and "table7.db" not in words for words in it.words)
    with pit(shift) as it:
        it.is_catalogued()
        assert "table7.db" not in name_of(it.item("round #12"))


def test_days_are_told_apart_in_the_list(shift: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    shutil.copy(shift, copy)
    with pit(copy) as it:
        it.is_catalogued()
        it.shows_round(12)
        assert it.says("day 2026-11-16") == "2026-11-16"
        line = it.review._rounds.data(it.review._rounds.index(0))
        assert any(f"began 2026-11-16 {line['time']}" in words for words in it.words)


@pytest.mark.parametrize(
    ("spanish", "english"),
    [
        ("guerra", "war"),
        ("guerra perdida", "war lost"),
        ("casilla 2 gana", "spot 2 win"),
        ("Empate", "tie"),
        ("anulada", "void"),
    ],
)
def test_the_search_understands_spanish_beside_english(shift: Path, spanish: str, english: str) -> None:
    with pit(shift) as it:
        it.is_catalogued()
        it.review.enter("search", english)
        wanted = list(it.review._rounds.ids)
        it.review.enter("search", spanish)
        assert list(it.review._rounds.ids) == wanted
        assert it.review.now["search"] == spanish  # type: ignore[index]
        it.review.enter("search", f'"{spanish}"')
        assert not it.review._rounds.ids, "in quotes they are words"


def test_what_was_mended_on_a_sheet_is_not_complained_of(shift: Path) -> None:
    with pit(shift) as it:
        it.is_catalogued()
        it.key(Qt.Key.Key_L)
        it.write("foo")
        it.key(Qt.Key.Key_Return, control=True)
        assert it.says("hint").startswith('"foo" is not a time')
        it.key(*[Qt.Key.Key_Backspace] * 3)
        assert not any("is not a time" in words for words in it.words)
