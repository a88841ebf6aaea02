"""Fuzzes one decoder with atheris, in a process of its own: bytes that learn which branches they reach.

Run as `python -m tests.drivers.fuzzing TARGET -max_total_time=60`; `make campaign` does. What must hold for
any bytes is in the functions below, which the tests also feed by themselves.
"""

import sys
from collections.abc import Callable

from dealer_station.engine.cards import CUT
from dealer_station.engine.observations import CardDrawn
from drivers.frames import BODY_BYTES_MAX, FrameDecoder
from drivers.heard import Heard, Met
from drivers.messages import Event, Ident, message_in
from drivers.shoe_angel_eye import AngelEye
from drivers.shoe_reference import observation_of, reference_shoe
from drivers.shoe_scanner import LINE_BYTES_MAX, OWN_NAMES, Scanner

JOURNAL = 0xAA
EVENTS = tuple(Event(seq, seq * 40, 1, 1, bytes((0x11 + seq % 4 * 16 + seq,))) for seq in range(1, 9))
IDENT = Ident(JOURNAL, 1, 1, 8, b"1234", "SimShoe", "S1", "1.0")
STREAM = IDENT.to_bytes() + b"".join(event.to_bytes() for event in EVENTS)


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
    link = reference_shoe("S1")
    link.opened(0.0)
    heard: list[Heard] = []
    for piece in _mutated(STREAM, data):
        for item in link.feed(piece, 0.0):
            if isinstance(item, Met):
                link.greeted(item.journal, 0)
            elif isinstance(item, Heard):
                heard.append(item)
    told = [(item.seq, item.observation) for item in heard]
    sent = [(event.seq, observation_of(event.kind, event.payload)) for event in EVENTS]
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
    target.__name__: target for target in (any_bytes, reference, angel_eye, scanner)
}


def main() -> None:
    """Fuzzes until it is told to stop; a failure is a file with the bytes, and an exit code."""
    import atheris

    target = TARGETS[sys.argv.pop(1)]
    for module in ("frames", "link", "messages", "shoe_angel_eye", "shoe_reference", "shoe_scanner"):
        for thing in vars(sys.modules[f"drivers.{module}"]).values():
            if isinstance(thing, type) and thing.__module__ == f"drivers.{module}":
                for name, function in list(vars(thing).items()):
                    if callable(function) and hasattr(function, "__code__"):
                        setattr(thing, name, atheris.instrument_func(function))
    atheris.Setup(sys.argv, target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
