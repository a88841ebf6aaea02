"""Drivers and simulated devices against the bytes of the protocol documents."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.observations import CardDrawn, CutCardSeen, DeviceSaid, Observation
from dealer_station.rulebooks import load
from drivers.driver import Heard, Item
from drivers.link.frames import FrameDecoder
from drivers.link.messages import MESSAGES, Ack, Command, Event, Heartbeat, Hello, Message, Resend, message_in
from drivers.shoe_angel_eye import AngelEye
from drivers.shoe_reference import byte_of, card_of, observation_of
from drivers.shoe_scanner import Scanner
from hw_sim.devices.journaled_shoe import JournaledShoe
from hw_sim.devices.shoes_on_wires import AngelEyeDevice, ReferenceDevice, ScannerDevice
from tests.drivers.independent import frame, vectors

REFERENCE = {row["name"]: row for row in vectors("reference")}
ANGEL_EYE = vectors("angel_eye")
SCANNER = vectors("scanner")


def meaning(observation: Observation) -> str:
    """An observation as the vectors write it."""
    match observation:
        case CardDrawn(card):
            return f"card {card or '??'}"
        case CutCardSeen():
            return "cut"
        case DeviceSaid(device, status):
            return f"{device} {status} {observation.told}".rstrip()
    raise AssertionError(observation)


def meanings(items: list[Item]) -> list[str]:
    return [meaning(item.observation) for item in items if isinstance(item, Heard)]


def built(row: dict[str, Any]) -> Message:
    """The message that a vector describes in words."""
    says = {
        name: bytes.fromhex(value) if name in ("payload", "firmware_hash") else value
        for name, value in row["says"].items()
    }
    return MESSAGES[row["type"]](**says)


def shoe_with(folder: Path, *cards: Card | None, seed: int = 7) -> JournaledShoe:
    """A shoe whose reader made this of its first cards."""
    (folder / "journal").write_text('{"did":"made","journal":7}\n')
    shoe = JournaledShoe(load("massachusetts"), seed, folder / "journal")
    shoe.misreading = list(cards)
    for _ in cards:
        shoe.draw()
    return shoe


@pytest.mark.parametrize("row", REFERENCE.values(), ids=REFERENCE)
def test_a_frame_of_the_reference_link_is_its_vector_in_both_directions(row: dict[str, Any]) -> None:
    wire = bytes.fromhex(row["frame"])
    assert frame(row["type"], bytes.fromhex(row["body"])) == wire
    assert built(row).to_bytes() == wire
    (read,) = FrameDecoder().feed(wire)
    assert (read.raw, message_in(read)) == (wire, built(row))
    if isinstance(event := built(row), Event):
        assert meaning(observation_of(event.kind, event.payload)) == row["means"]


def test_every_message_has_a_vector() -> None:
    known = [*REFERENCE.values(), *vectors("shuffler")]
    assert {row["type"] for row in known} == set(MESSAGES)


def test_the_simulated_shoe_says_what_the_vectors_say(tmp_path: Path) -> None:
    shoe = shoe_with(tmp_path, Card("8s"), None, None)
    device = ReferenceDevice(shoe, "SIM-7")
    assert device.tick(1.0) == []
    hello = bytes.fromhex(REFERENCE["hello to a device that is not known"]["frame"])
    assert device.receive(hello, 2.0) == [bytes.fromhex(REFERENCE["ident"]["frame"])]
    assert device.tick(2.0) == []
    assert device.receive(bytes.fromhex(REFERENCE["resend"]["frame"]), 2.0) == []
    first, _, third = device.tick(2.0)
    assert first == bytes.fromhex(REFERENCE["event: eight of spades"]["frame"])
    assert third == bytes.fromhex(REFERENCE["event: a card that could not be read"]["frame"])
    assert device.tick(2.05) == []
    assert len(device.tick(2.1)) == 3, "what is not acknowledged goes out again"
    device.receive(Ack(3).to_bytes(), 2.2)
    assert shoe.acknowledged == 3
    assert [message_in(FrameDecoder().feed(out)[0]) for out in device.tick(2.3)] == [Heartbeat(3, 2300)]
    shoe.close()


def test_a_command_that_comes_twice_is_done_once_and_answered_twice(tmp_path: Path) -> None:
    shoe = shoe_with(tmp_path)
    device = ReferenceDevice(shoe)
    done = bytes.fromhex(REFERENCE["answer: done"]["frame"])
    lock = bytes.fromhex(REFERENCE["command: lock"]["frame"])
    states = []
    for order in (lock, Command(78, 2).to_bytes(), lock):
        (answer,) = device.receive(order, 0.0)
        states.append((answer == done, device.locked))
    assert states == [(True, True), (False, False), (True, False)]
    assert device.receive(Command(79, 9).to_bytes(), 0.0)[0] != done
    shoe.close()


def test_a_shoe_that_is_asked_for_what_it_does_not_hold_introduces_itself(tmp_path: Path) -> None:
    shoe = shoe_with(tmp_path, None)
    device = ReferenceDevice(shoe)
    device.receive(Hello(1, 0, 0).to_bytes(), 0.0)
    (answer,) = device.receive(Resend(5).to_bytes(), 0.0)
    assert FrameDecoder().feed(answer)[0].type == 0x81
    shoe.close()


def test_every_card_has_one_byte() -> None:
    named = {card for byte in range(256) if (card := card_of(bytes((byte,))))}
    assert len(named) == 52
    assert all(card_of(byte_of(card)) == card for card in named)
    assert card_of(b"") is card_of(b"\x11\x11") is None


@pytest.mark.parametrize("row", ANGEL_EYE, ids=[row["name"] for row in ANGEL_EYE])
def test_three_copies_of_an_angel_eye_report_are_one_thing(row: dict[str, Any]) -> None:
    copy = bytes.fromhex(row["copy"])
    driver = AngelEye()
    driver.opened(0.0)
    items = driver.feed(copy * 3, 0.0) + driver.tick(1.0)
    assert meanings(items) == ([row["means"]] if row["means"] else [])
    driver = AngelEye()
    driver.opened(2.0)
    assert driver.feed(copy, 2.0) == [], "one copy alone proves nothing"
    told = "".join(meanings(driver.tick(3.0)))
    if row["means"].startswith("card"):
        assert told == "card ??"
    else:
        stops = row["means"] == "cut" or row["means"].startswith("shoe error ")
        assert ("shoe lost " in told and told.endswith("may be missing")) == stops
        assert stops or not told


def test_the_simulated_angel_eye_sends_its_vector_three_times(tmp_path: Path) -> None:
    shoe = shoe_with(tmp_path)
    device = AngelEyeDevice(shoe)
    shoe.misreading = [Card("8s"), None]
    shoe.draw(), shoe.draw()
    assert device.tick(0.0)[:3] == [bytes.fromhex(ANGEL_EYE[0]["copy"])] * 3
    assert device.report(ord("7"), b"E\xc1") == bytes.fromhex(ANGEL_EYE[6]["copy"])
    assert device.report(ord("6"), b"C") == bytes.fromhex(ANGEL_EYE[5]["copy"])
    shoe.close()


def test_copies_that_do_not_agree_are_a_card_that_nobody_knows() -> None:
    eight, ace = (bytes.fromhex(ANGEL_EYE[index]["copy"]) for index in (0, 1))
    other = AngelEyeDevice.report(ord("1"), b"D\x81\xb9")
    driver = AngelEye()
    driver.opened(0.0)
    assert meanings(driver.feed(eight + other + ace * 3, 0.0)) == ["card ??", "card Ad"]
    driver = AngelEye()
    assert meanings(driver.feed(eight + other + eight, 0.0)) == ["card ??"], "two against one is a conflict"
    driver = AngelEye()
    told = "shoe lost number '1' came again with other data: a card may be missing"
    assert meanings(driver.feed(eight + eight + other, 0.0)) == ["card 8s", told]


def test_copies_of_which_one_speaks_of_the_cut_card_or_of_an_error_stop_the_table() -> None:
    cut, overdraw, standby, cannot_read = (
        AngelEyeDevice.report(ord("2"), data) for data in (b"C", b"E\xc2", b"P", b"E\xc1")
    )

    def told(*copies: bytes) -> list[str]:
        driver = AngelEye(ord("1"))
        return [words.rpartition(": ")[2] for words in meanings(driver.feed(b"".join(copies), 0.0))]

    assert told(cut, standby, standby) == ["the cut card may be missing"]
    assert told(overdraw, standby, standby) == ["an error, and a card may be missing"]
    assert told(cut, cannot_read, cut) == ["card ??"]


def test_a_card_that_the_cable_cut_short_is_one_that_nobody_knows() -> None:
    eight, ace = (bytes.fromhex(ANGEL_EYE[index]["copy"]) for index in (0, 1))
    driver, scanner = AngelEye(), Scanner()
    for one in (driver, scanner):
        one.opened(0.0)
    assert driver.feed(eight + eight[:4], 0.0) == scanner.feed(b"7", 0.0) == []
    for one in (driver, scanner):
        one.opened(5.0)
    assert meanings(driver.feed(ace * 3, 5.0)) == ["card ??", "card Ad"]
    assert meanings(scanner.feed(b"8h\r\n", 5.0)) == ["card ??", "card 8h"]
    assert driver.tick(9.0) == scanner.tick(9.0) == []


def test_a_repeated_card_leaves_no_face_behind() -> None:
    copy = bytes.fromhex(next(row["copy"] for row in ANGEL_EYE if row["means"] == "shoe repeated"))
    driver = AngelEye()
    driver.opened(0.0)
    (item,) = driver.feed(copy * 3, 0.0)
    assert isinstance(item, Heard)
    assert item.frame == b""
    assert b"8" not in msgspec.json.encode(item.observation)


@pytest.mark.parametrize("row", SCANNER, ids=[row["name"] for row in SCANNER])
def test_a_line_of_a_scanner_is_a_card(row: dict[str, Any]) -> None:
    scanner = Scanner()
    scanner.opened(0.0)
    assert meanings(scanner.feed(bytes.fromhex(row["line"]), 0.0)) == ([row["means"]] if row["means"] else [])


def test_the_simulated_scanner_sends_its_vector(tmp_path: Path) -> None:
    shoe = shoe_with(tmp_path)
    device = ScannerDevice(shoe)
    shoe.misreading = [Card("7c")]
    shoe.draw()
    assert device.tick(0.0) == [bytes.fromhex(SCANNER[0]["line"])]
    shoe.close()


def told(*numbers: str) -> list[str]:
    """The reports of losses when an angel_eye shoe sends these numbers."""
    driver = AngelEye()
    driver.opened(0.0)
    reports = (AngelEyeDevice.report(ord(number), b"C") * 3 for number in numbers)
    return [words for report in reports for words in meanings(driver.feed(report, 0.0)) if "lost" in words]


def test_a_number_that_was_left_out_is_a_card_that_may_be_missing() -> None:
    assert told(*"8901") == []
    assert told("1", "3") == ["shoe lost number '1' was followed by '3': a card may be missing"]
    assert (
        told("0", "9", "1")[1:]
        == told("8", "9", "1")
        == ["shoe lost number '9' was followed by '1': a card may be missing"]
    ), "zero may be the lost one, whether it was seen or not"
    assert len(told("5", "2")) == len(told("9", "2")) == len(told("y", "{")) == 1
    assert len(told(*"52345", "2")) == 2, "digits go round after nine alone"


def test_another_way_round_stops_the_table_once_and_a_zero_ends_it() -> None:
    round_without_zero = "123456789"
    assert len(told(*round_without_zero * 4)) == 1
    assert len(told(*round_without_zero * 2, "0", *round_without_zero * 2)) == 2
    assert len(told(*"xyzAB", *"yzA")) == 2, "y may not follow B"
    assert len(told(*"yzA", *"xyA")) == 3


def test_a_number_that_was_left_out_before_a_start_is_missed_too() -> None:
    driver = AngelEye()
    report = AngelEyeDevice.report
    heard = [
        driver.feed(report(ord(seq), data) * 3, 0.0) for seq, data in (("1", b"C"), ("3", b"S"), ("4", b"C"))
    ]
    lost = "shoe lost number '1' was followed by '3': a card may be missing"
    assert [meanings(items) for items in heard] == [["cut"], [lost, "shoe started"], ["cut"]]
    assert meanings(driver.feed(report(ord("1"), b"S") * 3, 1.0))[0].endswith("may be missing")


def test_a_report_that_comes_more_than_three_times_is_one_card() -> None:
    eight = bytes.fromhex(ANGEL_EYE[0]["copy"])
    again = ["shoe lost number '1' came again: a card may be missing"]
    driver = AngelEye()
    driver.opened(0.0)
    assert meanings(driver.feed(eight * 5, 0.0)) == ["card 8s"]
    assert meanings(driver.feed(eight, 0.1)) == []
    assert meanings(driver.feed(eight * 3, 1.0)) == again, "it may be another card, ten reports later"
    assert meanings(driver.feed(eight * 3, 2.0)) == again, (
        "each time, or a shoe that does not count is silent"
    )


def test_what_comes_late_under_the_same_number_is_no_other_card() -> None:
    eight, ace = (bytes.fromhex(ANGEL_EYE[index]["copy"]) for index in (0, 1))
    other = AngelEyeDevice.report(ord("1"), b"D\x81\xb9")
    driver = AngelEye()
    assert meanings(driver.feed(eight * 2, 0.0) + driver.tick(0.3)) == ["card 8s"]
    assert driver.feed(eight, 0.4) + driver.tick(1.0) == []
    differs = "shoe lost number '1' came again with other data: a card may be missing"
    assert meanings(driver.feed(other * 3, 2.0) + driver.tick(3.0)) == [differs]
    assert meanings(driver.feed(ace * 3, 4.0)) == ["card Ad"]
    driver = AngelEye()
    assert meanings(driver.feed(eight, 0.0) + driver.tick(0.3)) == ["card ??"]
    assert driver.feed(eight * 2, 0.4) + driver.tick(1.0) == [], "that card is known to be unread"
    assert meanings(driver.feed(other * 2, 2.0)) == [differs]
