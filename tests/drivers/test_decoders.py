"""Bytes may come in any pieces, with any noise: the same things are heard, and nothing is made up."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dealer_station.engine.model.cards import PACK
from dealer_station.engine.model.errors import DeviceFaultError
from dealer_station.engine.model.observations import CardDrawn
from drivers.device_addresses import chosen_shoe
from drivers.driver import Heard, Item
from drivers.link.frames import BODY_BYTES_MAX, FrameDecoder, encode_frame, stuff, unstuff
from drivers.link.messages import Event, message_in
from drivers.shoe_angel_eye import AngelEye, ReportDecoder
from drivers.shoe_scanner import LINE_BYTES_MAX, Scanner, read_table
from tests.drivers.independent import cobs, vectors

REFERENCE = b"".join(bytes.fromhex(row["frame"]) for row in vectors("reference"))
ANGEL_EYE = b"".join(bytes.fromhex(row["copy"]) * 3 for row in vectors("angel_eye"))
SCANNER = b"".join(bytes.fromhex(row["line"]) for row in vectors("scanner"))
CLEAN = {"reference": REFERENCE, "angel_eye": ANGEL_EYE, "scanner": SCANNER}

Feed = Callable[[bytes], list[object]]


def fresh(family: str) -> Feed:
    """A decoder of a family that has heard nothing yet."""
    frames, angel, scanner = FrameDecoder(), AngelEye(), Scanner()
    known: dict[str, Feed] = {
        "reference": lambda data: list(frames.feed(data)),
        "angel_eye": lambda data: list(angel.feed(data, 0.0)),
        "scanner": lambda data: list(scanner.feed(data, 0.0)),
    }
    return known[family]


def in_pieces(feed: Feed, data: bytes, cuts: list[int]) -> list[object]:
    edges = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    return [item for at, to in pairwise(edges) for item in feed(data[at:to])]


@pytest.mark.parametrize("family", ["reference", "angel_eye", "scanner"])
@given(noise=st.binary(max_size=60), cuts=st.lists(st.integers(0, 10_000), max_size=40))
def test_any_split_of_the_bytes_gives_the_same_items(family: str, noise: bytes, cuts: list[int]) -> None:
    data = noise + CLEAN[family] + noise
    assert in_pieces(fresh(family), data, cuts) == fresh(family)(data)


@given(st.binary(max_size=600))
@example(bytes(range(1, 255)) * 2)
def test_stuffing_takes_out_every_zero_and_puts_it_back(data: bytes) -> None:
    assert 0 not in stuff(data)
    assert unstuff(stuff(data)) == data
    assert unstuff(cobs(data)) == data


@given(st.lists(st.binary(max_size=300), max_size=8))
def test_noise_never_becomes_a_frame_and_the_next_frame_is_heard(noise: list[bytes]) -> None:
    decoder = FrameDecoder()
    for piece in noise:
        assert decoder.feed(piece) == []
    good = encode_frame(0x82, bytes(BODY_BYTES_MAX))
    assert [frame.raw for frame in decoder.feed(good)] == [good]


@given(index=st.integers(0, 10_000), bit=st.integers(0, 7))
def test_a_flipped_bit_never_yields_another_event(index: int, bit: int) -> None:
    event = Event(12, 3456, 1, 1, b"\x48")
    spoiled = bytearray(event.to_bytes())
    spoiled[index % len(spoiled)] ^= 1 << bit
    heard = [message_in(frame) for frame in FrameDecoder().feed(bytes(spoiled) + b"\0")]
    assert heard in ([], [event])


@given(st.binary(max_size=400))
def test_noise_never_becomes_a_face_on_an_angel_eye(noise: bytes) -> None:
    driver = AngelEye()
    driver.opened(0.0)
    assert not _faces(driver.feed(noise, 0.0) + driver.tick(9.0))


@given(st.binary(max_size=400))
def test_noise_on_a_scanner_is_a_face_only_where_it_spells_a_code(noise: bytes) -> None:
    codes = {f"CARD{number:06}": card for number, card in enumerate(PACK)}
    scanner = Scanner(codes)
    assert not _faces(scanner.feed(noise + b"\n", 0.0))


def test_a_flood_without_an_end_costs_no_memory() -> None:
    frames, reports, scanner = FrameDecoder(), ReportDecoder(), Scanner()
    for _ in range(100):
        frames.feed(b"\x01" * 1000)
        reports.feed(b"\x05" + b"\x41" * 1000)
        scanner.feed(b"7" * 1000, 0.0)
    assert len(frames._kept) <= BODY_BYTES_MAX + 7
    assert len(reports._kept) <= 16
    assert len(scanner._kept) <= LINE_BYTES_MAX
    assert not _faces(scanner.feed(b"c\n", 0.0))


def _faces(items: list[Item]) -> list[object]:
    drawn = [item.observation for item in items if isinstance(item, Heard)]
    return [seen.card for seen in drawn if isinstance(seen, CardDrawn) and seen.card]


def test_a_body_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 200 bytes"):
        encode_frame(1, bytes(BODY_BYTES_MAX + 1))


def test_a_table_of_codes_is_read_and_its_faults_are_named(tmp_path: Path) -> None:
    table = tmp_path / "codes.toml"
    lines = [f'"{number:07}" = "{card}"' for number, card in enumerate(PACK)]
    table.write_text("\n".join(["[cards]", *lines, '"cutting" = "cut"']))
    chosen = chosen_shoe(f"scanner:/dev/ttyUSB0?table={table}")
    assert (chosen.address, chosen.codes) == ("/dev/ttyUSB0", read_table(table))
    assert _faces(Scanner(chosen.codes or {}).feed(b"0000003\r\n", 0.0)) == [PACK[3]]
    for text, complaint in (
        ("cards = 3", "has no codes"),
        ("[cards", "cannot be read as a table of codes"),
        ('[cards]\n"1" = "9x"', 'code "1": "9x" is not a card'),
        ('[cards]\n"1" = "2c"', "no code for 2d"),
        ('[cards]\n"q" = ["7c"]', 'code "q": does not name a card; write one name in quotes'),
        ('[cards]\n"q" = 7', 'code "q": does not name a card; write one name in quotes'),
        ('[cards]\n"" = "7c"', 'code "": is empty'),
        ('[cards]\n" \\t" = "7c"', "begins or ends with a blank"),
        ('[cards]\n"12 " = "7c"', 'code "12 ": begins or ends with a blank'),
        ('[cards]\n"1\\n2" = "7c"', "contains a line end"),
        (f'[cards]\n"{"9" * 65}" = "7c"', "has 65 bytes, and a line has at most 64; let the reader"),
        ('[cards]\n"7\u2663" = "7c"', 'code "7\u2663": "\u2663" is not a single byte'),
    ):
        table.write_text(text, "utf-8")
        with pytest.raises(DeviceFaultError) as fault:
            read_table(table)
        assert complaint in str(fault.value)
        assert str(fault.value).startswith(f"{table}: ")


def test_the_longest_code_and_one_beyond_ascii_can_be_read(tmp_path: Path) -> None:
    table = tmp_path / "codes.toml"
    lines = [f'"{number:064}" = "{card}"' for number, card in enumerate(PACK)]
    table.write_text("\n".join(["[cards]", *lines, '"\u00e9\u00a0" = "7c"']), "utf-8")
    scanner = Scanner(read_table(table))
    assert _faces(scanner.feed(b"0" * 63 + b"3\r\n\xe9\xa0\n", 0.0)) == [PACK[3], "7c"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("ttyUSB0", "is not a shoe; write FAMILY:PORT, where FAMILY is one of reference, angel_eye, scanner"),
        ("laser:/dev/ttyUSB0", "is not a shoe"),
        ("reference:", "is not a shoe"),
        ("reference:/dev/x?table=y", "reference takes serial=VALUE"),
        ("angel_eye:/dev/x?serial=y", "angel_eye takes nothing"),
        ("scanner:/dev/x?table=nowhere.toml", "nowhere.toml: cannot be read"),
    ],
)
def test_a_shoe_that_is_not_one_is_said_in_a_sentence(text: str, complaint: str) -> None:
    with pytest.raises(DeviceFaultError) as fault:
        chosen_shoe(text)
    assert complaint in str(fault.value)
