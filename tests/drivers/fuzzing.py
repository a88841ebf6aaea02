"""Fuzzes one decoder with atheris, in a separate process: bytes that learn which branches they reach.

Run as `python -m tests.drivers.fuzzing TARGET -max_total_time=60`; `make campaign` does. What must hold for
any bytes is in the functions below, which the tests call too.
"""

import sys
from collections.abc import Callable

from dealer_station.engine.model.cards import CUT
from dealer_station.engine.model.observations import CardDrawn
from drivers.driver import Heard, Met
from drivers.link.frames import BODY_BYTES_MAX, FrameDecoder
from drivers.link.link import Link
from drivers.link.messages import PROGRESSIVE_KIND, SHUFFLER_KIND, Answer, Event, Ident, Status, message_in
from drivers.progressive_reference import Progressive, WantedState
from drivers.progressive_reference import observation_of as observation_of_progressive
from drivers.shoe_angel_eye import AngelEye
from drivers.shoe_reference import observation_of, reference_shoe
from drivers.shoe_scanner import LINE_BYTES_MAX, OWN_NAMES, Scanner
from drivers.shuffler_reference import observation_of as observation_of_shuffler
from drivers.shuffler_reference import reference_shuffler

JOURNAL = 0xAA
FEW_BYTES = 8
EVENTS = tuple(Event(seq, seq * 40, 1, 1, bytes((0x11 + seq % 4 * 16 + seq,))) for seq in range(1, 9))
IDENT = Ident(JOURNAL, 1, 1, 8, b"1234", "SimShoe", "S1", "1.0")
STREAM = IDENT.to_bytes() + b"".join(event.to_bytes() for event in EVENTS)

NOTICED = (
    *(Event(1, 10, 1, 19, b"blue"), Event(2, 20, 1, 16, b"\x01\x00"), Event(3, 30, 1, 18, b"\x38\x01")),
    *(Event(4, 40, 1, 16, b"\x02\x00"), Event(5, 50, 1, 17, b"\x01"), Event(6, 60, 1, 16, b"\x03\x00")),
)
STATUSES = (Status(0, 5, 1, 2, 0, 0, 0xFFFF, "red"), Status(6, 70, 1, 3, 0, 1, 312, "blue"))
SHUFFLER_STREAM = b"".join(
    message.to_bytes()
    for message in (
        Ident(JOURNAL, 1, 1, 6, b"1234", "SimShuffler", "S1", "1.0", SHUFFLER_KIND),
        STATUSES[0],
        *NOTICED,
        STATUSES[1],
    )
)
TOLD_BY_STATUS = {"ready", "jam", "door", "closed", "count"}

COINS = (
    *(Event(1, 10, 1, 1, b"\x05\x00"), Event(2, 20, 1, 2, b"\x07\x00\x00\x00\x05\x00")),
    *(
        Event(3, 30, 1, 3, b"\x39\x30" + bytes(6)),
        Event(4, 40, 1, 4, b"\x01\x00"),
        Event(5, 50, 1, 6, b"\x09"),
    ),
)
PROGRESSIVE_STREAM = b"".join(
    message.to_bytes()
    for message in (
        Ident(JOURNAL, 1, 1, 5, b"1234", "SimProgressive", "S1", "1.0", PROGRESSIVE_KIND),
        *(Answer(1, 0), Answer(2, 0, b"\x07\x00\x00\x00\x05\x00"), Answer(3, 1)),
        *COINS,
    )
)


def any_bytes(data: bytes) -> None:
    """No decoder fails on anything, and none keeps more than its longest frame."""
    frames, angel, scanner = FrameDecoder(), AngelEye(), Scanner()
    for frame in frames.feed(data):
        message_in(frame)
    angel.feed(data, 0.0)
    angel.tick(9.0)
    scanner.feed(data, 0.0)
    assert len(frames._kept) <= BODY_BYTES_MAX + 7
    assert len(angel._decoder._kept) <= 18
    assert len(scanner._kept) <= LINE_BYTES_MAX


def reference(data: bytes) -> None:
    """Whatever is done to what a shoe sent: each card that is heard was sent, once and in order."""
    heard = _heard(reference_shoe("S1"), _mutated(STREAM, data))
    told = [(item.seq, item.observation) for item in heard]
    sent = [(event.seq, observation_of(event.kind, event.payload)) for event in EVENTS]
    assert told == sent[: len(told)], f"{told} was never sent"


def _heard(link: Link, pieces: list[bytes]) -> list[Heard]:
    """The items that a link reads from pieces, a few bytes at a time; its station answers in between."""
    link.opened(0.0)
    heard: list[Heard] = []
    data = b"".join(pieces)
    for at in range(0, len(data), FEW_BYTES):
        for item in (*link.feed(data[at : at + FEW_BYTES], 0.0), *link.tick(0.0)):
            if isinstance(item, Met):
                link.greeted(item.journal, 0)
            elif isinstance(item, Heard):
                heard.append(item)
    return heard


def shuffler(data: bytes) -> None:
    """Each event of its journal was sent, once and in order; the rest is what a status said."""
    _heard(reference_shuffler("S1"), [data])
    heard = _heard(reference_shuffler("S1"), _mutated(SHUFFLER_STREAM, data))
    told = [(item.seq, item.observation) for item in heard if item.seq is not None]
    sent = [(event.seq, observation_of_shuffler(event.kind, event.payload)) for event in NOTICED]
    assert told == sent[: len(told)], f"{told} was never sent"
    levels = [item.observation for item in heard if item.seq is None]
    assert all(getattr(one, "status", "") in TOLD_BY_STATUS for one in levels), f"{levels} was no status"


def progressive(data: bytes) -> None:
    """Each event of its journal was sent, once and in order, whatever happens to the answers to orders."""
    for pieces in ([data], _mutated(PROGRESSIVE_STREAM, data)):
        link = Progressive("S1")
        link.want(WantedState(7, locked=True), 0.0)
        told = [(item.seq, item.observation) for item in _heard(link, pieces) if item.seq is not None]
        sent = [(event.seq, observation_of_progressive(event.kind, event.payload)) for event in COINS]
        assert told == sent[: len(told)], f"{told} was never sent"


def angel_eye(data: bytes) -> None:
    """A face is named only where two copies of it came."""
    driver = AngelEye()
    for item in (*driver.feed(data, 0.0), *driver.tick(9.0)):
        if isinstance(item, Heard) and isinstance(item.observation, CardDrawn) and item.observation.card:
            assert data.count(item.frame) >= 2, f"{item} from one copy"


def scanner(data: bytes) -> None:
    """A face is named only where its code stands on a line."""
    for item in Scanner().feed(data, 0.0):
        if isinstance(item, Heard) and isinstance(item.observation, CardDrawn) and item.observation.card:
            line = item.frame.strip().decode("latin-1")
            assert OWN_NAMES[line] == item.observation.card != CUT


def _mutated(stream: bytes, orders: bytes) -> list[bytes]:
    """The stream with bits flipped, parts left out, doubled or cut, as the orders say, three bytes each."""
    pieces = [stream]
    for at in range(0, len(orders) - 2, 3):
        what, where, how = orders[at : at + 3]
        piece = pieces.pop(where % len(pieces))
        place = how % (len(piece) + 1)
        match what % 5:
            case 0 if place < len(piece):
                piece = piece[:place] + bytes((piece[place] ^ (where or 1),)) + piece[place + 1 :]
            case 1:
                piece = piece[:place] + piece[place + where % 9 :]
            case 2:
                piece = piece[:place] + orders[at:] + piece[place:]
            case 3:
                pieces.append(piece[:place])
                piece = piece[place:]
            case _:
                piece = piece + piece[place:]
        pieces.append(piece[:4096])
    return pieces[:64]


TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target for target in (any_bytes, reference, shuffler, progressive, angel_eye, scanner)
}


def main() -> None:
    """Fuzzes until it is stopped; a failure is a file with the bytes, and an exit code."""
    import atheris

    target = TARGETS[sys.argv.pop(1)]
    shoes = ("shoe_angel_eye", "shoe_reference", "shoe_scanner")
    for module in ("frames", "link", "messages", *shoes, "shuffler_reference", "progressive_reference"):
        for thing in vars(sys.modules[f"drivers.{module}"]).values():
            if isinstance(thing, type) and thing.__module__ == f"drivers.{module}":
                for name, function in list(vars(thing).items()):
                    if callable(function) and hasattr(function, "__code__"):
                        setattr(thing, name, atheris.instrument_func(function))
    atheris.Setup(sys.argv, target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
