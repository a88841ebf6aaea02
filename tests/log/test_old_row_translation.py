"""Device reports of old rows, which had a sentence where today's have codes, read as the codes of today."""

import json
from typing import Any

import pytest
from msgspec import convert

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.table import open_table
from dealer_station.engine.model.values import AskLater, Later, ReplaceCardLater, ShuffleLater
from dealer_station.log.read.state import Recollection
from dealer_station.log.store.codec import decode, encode
from dealer_station.log.store.records import Opened
from dealer_station.rulebooks import load

SENTENCES = {
    "/dev/ttyUSB0: the cable was pulled": ("unplugged", "", False),
    "silent for 4 heartbeats": ("silent", "", False),
    "another device answers: serial S2, not S1": ("stranger", "S2", False),
    "S2 takes the place of S1: cards may be missing": ("replaced", "S2", True),
    "a SimProgressive answers (serial P7), which is no shoe": ("wrong_kind", "", False),
    "it keeps another journal than before: cards may be missing": ("other_journal", "", True),
    "number '1' was followed by '3': a card may be missing": ("number_gap", "", True),
    "Lee": ("", "", False),
}


def row(kind: str, **fields: Any) -> bytes:
    return json.dumps({"v": 1, "type": kind, **fields}).encode()


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_of_old_is_a_code_and_a_replay_finds_the_same_stop(sentence: str) -> None:
    said = decode("seen", row("DeviceSaid", device="shoe", status="lost", detail=sentence, missed=False))
    assert (said.cause, said.serial, said.missed) == SENTENCES[sentence]
    noted, raised = decide(open_table(), load("massachusetts"), said)
    words = {"device": "shoe", "status": "lost", "detail": sentence}
    assert decode("fact", row("DeviceNoted", **words, stops=True)) in (
        noted,
        e.DeviceNoted("shoe", "lost", sentence, stops=True, cause=said.cause, serial=said.serial),
    )
    old = {"kind": "device", "detail": f"shoe lost {sentence}", "device": "shoe", "trouble": "lost"}
    assert decode("fact", row("HoldRaised", hold=old)) == raised


def test_numbers_and_colours_of_old_have_fields_of_their_own() -> None:
    def said(device: str, status: str, detail: str) -> o.DeviceSaid:
        seen = decode("seen", row("DeviceSaid", device=device, status=status, detail=detail))
        assert isinstance(seen, o.DeviceSaid)
        return seen

    assert said("shuffler", "count", "311") == o.DeviceSaid("shuffler", "count", count=311)
    assert said("shuffler", "count", "") == o.DeviceSaid("shuffler", "count")
    assert said("shuffler", "batch", "red") == o.DeviceSaid("shuffler", "batch", batch="red")
    for hands, number, detail in (
        (("1", "3"), 12, "1 3 of 12"),
        ((), 4, "of 4"),
        (("2a",), 0, "2a"),
        ((), 0, ""),
    ):
        latched = said("progressive", "latched", detail)
        assert (latched.hands, latched.of_round, latched.told) == (hands, number, detail)
    noted = decode("fact", row("DeviceNoted", device="progressive", status="latched", detail="1 of 2"))
    assert noted == e.DeviceNoted("progressive", "latched")


@pytest.mark.parametrize(
    ("text", "later"),
    [
        ("shuffle ordered", ShuffleLater("ordered")),
        ("ask cut_card_missing", AskLater("cut_card_missing")),
        ("replace_card", ReplaceCardLater()),
    ],
)
def test_what_waited_for_the_end_of_a_round_is_a_thing_of_its_kind(text: str, later: Later) -> None:
    assert decode("fact", row("LeftForLater", what=text)) == e.LeftForLater(later)
    assert decode("fact", encode(e.LeftForLater(later))) == e.LeftForLater(later)
    carried = {"table": {"round": {"number": 3, "later": [text]}}}
    body = {"v": 2, "type": "Opened", "start": "closed", "month": "2026-11", "carried": carried}
    opened = decode("record", json.dumps(body).encode())
    assert convert(opened.carried, Recollection).table.round.later == (later,)


def test_steps_and_owners_of_a_carried_table_are_read_from_their_old_texts() -> None:
    done = {"number": 3, "steps": ["turn_dealer_card", "toke_box 4b"]}
    rack = [
        {"card": "9c", "owner": "4", "round_number": 2},
        {"card": None, "owner": "burn", "round_number": 2},
    ]
    carried = {"table": {"round": done, "last": done, "rack": rack, "before": {"round": done}}}
    body = {"v": 2, "type": "Opened", "start": "closed", "month": "2026-11", "carried": carried}
    opened = decode("record", json.dumps(body).encode())
    table = convert(opened.carried, Recollection).table
    assert table.before
    for round_ in (table.round, table.last, table.before.round):
        assert round_
        assert round_.steps == (("turn_dealer_card", ""), ("toke_box", "4b"))
        assert round_.has_done("toke_box", "4b")
        assert not round_.has_done("toke_box", "4")
    assert [racked.owner for racked in table.rack] == [4, "burn"]


def test_a_stop_that_an_old_file_carried_over_names_its_device() -> None:
    hold = {"kind": "device", "detail": "shoe lost another device answers: serial S2, not S1"}
    plain = {"kind": "dispute", "detail": "shoe lost it"}
    carried = {"table": {"round": {"number": 3}, "holds": [hold, plain]}}
    body = json.dumps({"v": 2, "type": "Opened", "start": "closed", "month": "2026-11", "carried": carried})
    opened = decode("record", body.encode())
    assert isinstance(opened, Opened)
    assert opened.carried is not None
    first, second = opened.carried["table"]["holds"]
    assert (first["device"], first["trouble"], first["cause"], first["serial"]) == (
        "shoe",
        "lost",
        "stranger",
        "S2",
    )
    assert second == plain
