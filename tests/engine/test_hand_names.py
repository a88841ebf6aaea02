"""Names of hands: one place reads them, one writes them."""

import pytest

from dealer_station.engine.due.irregularity_kinds import CATALOGUE
from dealer_station.engine.model.observations import HandName


@pytest.mark.parametrize(
    ("text", "spot", "bettor"), [("3", 3, ""), ("12", 12, ""), ("3a", 3, "a"), ("7c", 7, "c")]
)
def test_a_name_reads_back_as_the_same(text: str, spot: int, bettor: str) -> None:
    assert HandName.read(text) == HandName(spot, bettor) == (spot, bettor)
    assert str(HandName(spot, bettor)) == text


@pytest.mark.parametrize("text", ["", "a", "a3", "3ab", "3 a", "-3", "3A", "٣"])
def test_what_names_no_hand_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no hand"):
        HandName.read(text)


def test_a_kind_that_asks_ends_with_a_question_mark() -> None:
    assert {kind for kind, one in CATALOGUE.items() if one.is_question} == {
        kind for kind, one in CATALOGUE.items() if one.words.endswith("?")
    }
