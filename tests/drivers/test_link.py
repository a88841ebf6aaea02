"""The host's session: hello, identity, the window, gaps, silence, and a journal that is lost."""

import pytest

from drivers.driver import DeviceDown, Heard, Item, Met
from drivers.link.frames import FrameDecoder
from drivers.link.link import Link
from drivers.link.messages import Ack, Event, Heartbeat, Hello, Ident, Message, Ping, Resend, message_in
from drivers.shoe_reference import reference_shoe

JOURNAL = "00000000000000aa"


def ident(**changed: object) -> Ident:
    fields: dict[str, object] = {
        "journal": 0xAA,
        "boot": 1,
        "oldest": 1,
        "newest": 0,
        "firmware_hash": b"1234",
        "model": "SimShoe",
        "serial": "S1",
        "firmware": "1.0",
    }
    return Ident(**{**fields, **changed})  # type: ignore[arg-type]


class Wire:
    """A link with a test at the other end."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.now = 0.0
        link.opened(self.now)

    def hear(self, *messages: Message) -> list[Item]:
        return self.link.feed(b"".join(message.to_bytes() for message in messages), self.now)

    def said(self) -> list[Message | None]:
        return [message_in(frame) for frame in FrameDecoder().feed(self.link.outgoing())]

    def wait(self, seconds: float) -> list[Item]:
        self.now += seconds
        return self.link.tick(self.now)


def event(seq: int) -> Event:
    return Event(seq, 0, 1, 1, b"\x48")


def numbers(items: list[Item]) -> list[int | None]:
    return [item.seq for item in items if isinstance(item, Heard)]


@pytest.fixture
def wire() -> Wire:
    """A session that has begun, at the beginning of a journal."""
    wire = Wire(reference_shoe("S1"))
    assert wire.hear(ident()) == [Met("S1", JOURNAL, 1, 0, "SimShoe", "1.0")]
    wire.link.greeted(JOURNAL, 0)
    assert wire.said() == [Hello(0x44530001, 0, 0), Resend(0)]
    return wire


def test_hello_carries_what_the_log_has_and_is_said_until_it_is_answered() -> None:
    wire = Wire(reference_shoe("S1", JOURNAL, 41))
    hello = Hello(0x44530001, 0xAA, 41)
    assert wire.said() == [hello]
    wire.wait(0.3)
    assert wire.said() == [hello]
    wire.hear(ident(newest=43))
    wire.wait(0.3)
    assert wire.said() == [Ping()]
    assert wire.hear(event(42)) == [], "nothing is taken before the log has answered"
    wire.link.greeted(JOURNAL, 41)
    assert wire.said() == [Resend(41)]
    heard = wire.hear(event(42), event(43), event(44))
    assert [(item.seq, item.resent) for item in heard if isinstance(item, Heard)] == [
        *((42, True), (43, True), (44, False))
    ]


def test_an_event_is_acknowledged_when_it_is_committed_and_not_before(wire: Wire) -> None:
    assert numbers(wire.hear(event(1), event(2))) == [1, 2]
    assert wire.said() == []
    assert numbers(wire.hear(event(1), event(2))) == [], "a copy of what is not committed yet"
    assert wire.said() == []
    wire.link.committed(JOURNAL, 1)
    assert wire.said() == [Ack(1)]
    assert numbers(wire.hear(event(1))) == []
    assert wire.said() == [Ack(1)], "the acknowledgement was lost, so it is said again"


def test_a_gap_is_asked_for_again_and_never_skipped(wire: Wire) -> None:
    assert numbers(wire.hear(event(1), event(3), event(4))) == [1]
    assert wire.said() == [Resend(1)], "one question for one gap"
    wire.now += 0.2
    assert numbers(wire.hear(event(5))) == []
    assert wire.said() == [Resend(1)]
    assert numbers(wire.hear(event(2), event(3))) == [2, 3]
    assert wire.hear(Heartbeat(4, 0)) == []
    assert wire.said() == [Resend(3)], "the last of all was lost: the heartbeat tells"


def test_four_missed_heartbeats_are_a_link_that_is_down(wire: Wire) -> None:
    for _ in range(3):
        assert wire.wait(0.25) == []
    wire.hear(Heartbeat(0, 0))
    assert wire.wait(0.9) == []
    (down,) = wire.wait(0.2)
    assert down == DeviceDown("silent for 4 heartbeats", "silent")


def test_another_device_in_the_same_port_is_refused(wire: Wire) -> None:
    wire.link.opened(0.0)
    assert wire.hear(ident(serial="S2", newest=9)) == [
        DeviceDown("another device answers: serial S2, not S1", "stranger", serial="S2"),
    ]
    assert wire.hear(event(1)) == []


def test_the_first_device_of_a_run_is_the_one_that_is_expected_from_then_on() -> None:
    wire = Wire(reference_shoe())
    wire.hear(ident())
    wire.link.opened(0.0)
    assert isinstance(wire.hear(ident(serial="S2"))[0], DeviceDown)


def test_a_copy_of_an_introduction_changes_nothing(wire: Wire) -> None:
    assert numbers(wire.hear(event(1))) == [1]
    assert wire.hear(ident(), ident()) == []
    assert numbers(wire.hear(event(2))) == [2]


@pytest.mark.parametrize("changed", [{"journal": 0xBB}, {"oldest": 9, "newest": 12}, {"boot": 2}])
def test_a_journal_that_is_another_or_has_lost_events_is_shown_to_the_station(
    wire: Wire, changed: dict[str, object]
) -> None:
    (met,) = wire.hear(ident(**changed))
    assert isinstance(met, Met)
    assert wire.hear(event(1)) == []
    wire.link.greeted("00000000000000cc", 0)
    assert wire.hear(event(1)) == [], "an answer about another journal is stale"
    wire.link.greeted(met.journal, met.oldest - 1)
    assert numbers(wire.hear(event(met.oldest))) == [met.oldest]


def test_what_a_host_would_say_is_an_echo(wire: Wire) -> None:
    wire.now = 0.9
    assert wire.hear(Ack(1), Resend(0), Ping(), Hello(1, 2, 3)) == []
    assert wire.said() == []
    assert isinstance(wire.wait(0.2)[0], DeviceDown), "and no sign of life"
