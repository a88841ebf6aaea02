"""The codes that distinguish facts: each has its home, and an unknown one is refused politely."""

from typing import get_args

import pytest

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.irregularity_kinds import CATALOGUE, KINDS
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.kinds import (
    DeviceStatus,
    HoldKind,
    StepName,
    as_hold_kind,
    as_ruling,
    as_status,
)
from dealer_station.engine.model.table import open_table
from dealer_station.engine.notation.reader import PROGRESSIVE_WORDS, SHOE_WORDS, SHUFFLER_WORDS
from dealer_station.engine.words.prompts import STEPS
from dealer_station.log.store.codec import decode, encode
from dealer_station.rulebooks import NAMES, load
from ui.dealer.stopped_table_texts import TROUBLES


def test_every_kind_is_in_the_catalogue_and_the_catalogue_has_no_other() -> None:
    assert tuple(CATALOGUE) == get_args(HoldKind)
    assert tuple(CATALOGUE)[: len(KINDS)] == KINDS


def test_every_step_has_a_prompt() -> None:
    assert set(get_args(StepName)) < set(STEPS)


def test_every_status_that_is_written_or_shown_is_one() -> None:
    written = {*SHOE_WORDS, *SHUFFLER_WORDS, *PROGRESSIVE_WORDS, *(status for _, status in TROUBLES)}
    assert written <= set(get_args(DeviceStatus))


@pytest.mark.parametrize("book", NAMES)
def test_what_is_none_of_them_is_refused_or_noted(book: str) -> None:
    table, rules = open_table(), load(book)
    for seen in (o.Reported(as_hold_kind("nonsense")), o.Ruled(as_ruling("nonsense"), by="Lee")):
        assert any(isinstance(event, e.TapRefused) for event in decide(table, rules, seen)), seen
        assert decode("seen", encode(seen)) == seen, "what was refused reads back from a log"
    said = o.DeviceSaid("shoe", as_status("nonsense"))
    (noted,) = decide(table, rules, said)
    assert noted == e.DeviceNoted("shoe", said.status, missed=False)
    assert (decode("seen", encode(said)), decode("fact", encode(noted))) == (said, noted)
