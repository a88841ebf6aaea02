"""The host's side of a shuffler's session, without a cable: levels, gaps, and bytes that make no sense."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from dealer_station.engine.model.observations import DeviceSaid
from drivers.driver import DeviceDown, Heard, Item, Met
from drivers.link.link import HEARTBEAT_SECONDS, MISSED_HEARTBEATS
from drivers.link.messages import Event, Ident, Resend, Status
from drivers.shuffler_reference import ShufflerLink, reference_shuffler
from hw_sim.devices.shuffler import Shuffler
from hw_sim.devices.shuffler_device import ShufflerDevice
from tests.drivers.test_vectors import meanings

JOURNAL = "0000000000000007"
FIRMWARE = b"\0\0\0\0"


def ident(serial: str = "S", journal: int = 7, boot: int = 1, newest: int = 0, kind: int = 1) -> bytes:
    return Ident(journal, boot, 1, newest, FIRMWARE, "M", serial, "1", kind).to_bytes()


def status(
    newest: int, state: int = 2, mode: int = 0, door: int = 0, count: int = 0xFFFF, boot: int = 1
) -> bytes:
    return Status(newest, 0, boot, state, mode, door, count, "red").to_bytes()


def event(seq: int, state: int, mode: int = 0, boot: int = 1) -> bytes:
    return Event(seq, 0, boot, 16, bytes((state, mode))).to_bytes()


def turn(driver: ShufflerLink, data: bytes = b"", now: float = 0.0) -> list[Item]:
    """One look at the wire and one at the clock, as the thread does it."""
    return driver.feed(data, now) + driver.tick(now)


def live(last: int = 0, newest: int = 0, known: str = "") -> ShufflerLink:
    """A session whose log has events up to `last`, and the shuffler as `known`."""
    driver = reference_shuffler("S", JOURNAL, last, known)
    driver.opened(0.0)
    assert turn(driver, ident(newest=newest)) == [Met("S", JOURNAL, 1, newest, "M", "1")]
    driver.greeted(JOURNAL, last)
    driver.outgoing()
    return driver


def test_what_the_journal_has_told_the_status_does_not_tell_again() -> None:
    driver = live()
    assert meanings(turn(driver, event(1, 1))) == ["shuffler shuffling"]
    assert turn(driver, status(1, state=1)) == []
    assert meanings(turn(driver, event(2, 3))) == ["shuffler jam"]
    assert turn(driver, status(2, state=3)) == []


def test_a_status_waits_for_the_journal_and_asks_for_it() -> None:
    driver = live(newest=2)
    assert turn(driver, status(2, state=3)) == []
    assert driver.outgoing() == Resend(0).to_bytes()
    assert meanings(turn(driver, event(1, 1))) == ["shuffler shuffling"]
    assert meanings(turn(driver, event(2, 3))) == ["shuffler jam"]


def test_a_status_that_is_older_than_the_journal_says_nothing() -> None:
    driver = live()
    assert meanings(turn(driver, event(1, 1) + status(0, state=2))) == ["shuffler shuffling"]


def test_what_no_event_told_the_status_tells_without_a_number() -> None:
    driver = live()
    (first,) = turn(driver, status(0, state=2))
    assert isinstance(first, Heard)
    assert (first.observation, first.seq, first.frame) == (
        DeviceSaid("shuffler", "ready"),
        None,
        status(0, state=2),
    )
    assert meanings(turn(driver, status(0, state=3, door=1))) == ["shuffler jam", "shuffler door"]
    assert meanings(turn(driver, status(0, state=2, count=311))) == [
        "shuffler ready",
        "shuffler closed",
        "shuffler count 311",
    ]


def test_the_level_of_the_last_attachment_is_remembered_while_the_cable_is_out() -> None:
    driver = live()
    turn(driver, event(1, 3))
    driver.opened(5.0)
    turn(driver, ident(newest=1), 5.0)
    driver.greeted(JOURNAL, 1)
    assert turn(driver, status(1, state=3), 5.0) == []


def test_a_shuffler_that_started_again_is_begun_with_anew() -> None:
    driver = live()
    assert turn(driver, status(0, boot=2)) == [DeviceDown("it has started again", "started_again")]


def test_a_mode_that_falls_back_in_a_shuffle_is_no_new_shuffle() -> None:
    driver = live()
    told = turn(driver, event(1, 1) + event(2, 1, mode=1) + event(3, 1))
    assert meanings(told) == ["shuffler shuffling", "shuffler sort_mode", "shuffler incomplete"]
    assert turn(driver, status(3, state=1)) == [], "its level is that of the same shuffle"
    assert meanings(turn(driver, event(4, 2))) == ["shuffler incomplete"]
    assert turn(driver, status(4, state=2)) == []
    assert meanings(turn(driver, event(5, 1) + event(6, 2))) == ["shuffler shuffling", "shuffler ready"]


def test_a_switch_that_goes_back_between_two_shuffles_spoils_none() -> None:
    told = turn(live(), event(1, 2, mode=1) + event(2, 2) + event(3, 1) + event(4, 2))
    words = ("sort_mode", "ready", "shuffling", "ready")
    assert meanings(told) == [f"shuffler {word}" for word in words]


def test_a_shuffle_in_which_the_power_went_is_distrusted_whatever_the_device_says() -> None:
    for after in (1, 2):
        driver = live()
        turn(driver, event(1, 1))
        assert turn(driver, status(1, state=1, boot=2)) == [
            DeviceDown("it has started again", "started_again")
        ]
        driver.opened(5.0)
        turn(driver, ident(newest=0, journal=8, boot=2), 5.0)
        driver.greeted("0000000000000008", 0)
        told = turn(driver, status(0, state=after, boot=2), 5.0)
        assert meanings(told) == ["shuffler incomplete"]


def test_an_event_from_before_the_power_went_is_believed() -> None:
    driver = live()
    turn(driver, event(1, 1))
    driver.opened(5.0)
    turn(driver, ident(newest=2, boot=2), 5.0)
    driver.greeted(JOURNAL, 1)
    assert meanings(turn(driver, event(2, 2), 5.0)) == ["shuffler ready"]


def test_a_level_begins_no_shuffle_that_the_log_has_as_spoiled() -> None:
    for known in ("sort_mode", "incomplete", "jam", "stopped", "miscounted"):
        assert meanings(turn(live(known=known), status(0, state=1))) == ["shuffler incomplete"]
    for known in ("", "ready", "shuffling"):
        assert meanings(turn(live(known=known), status(0, state=1))) == ["shuffler shuffling"]


def test_another_shuffler_and_another_kind_of_device_are_refused() -> None:
    for introduction, why in (
        (ident("T"), "another device answers: serial T, not S"),
        (ident(kind=0), "a M answers (serial S), which is not a shuffler"),
    ):
        driver = reference_shuffler("S")
        driver.opened(0.0)
        (refused,) = turn(driver, introduction)
        assert isinstance(refused, DeviceDown)
        assert (refused.why, refused.refused) == (why, True)


def test_a_shuffler_that_is_silent_for_four_heartbeats_is_lost() -> None:
    driver = live()
    assert turn(driver, b"", HEARTBEAT_SECONDS * MISSED_HEARTBEATS) == []
    (down,) = turn(driver, b"", HEARTBEAT_SECONDS * MISSED_HEARTBEATS + 0.01)
    assert isinstance(down, DeviceDown)


PIECES = st.one_of(
    st.binary(max_size=400),
    st.builds(event, st.integers(1, 5), st.integers(0, 255)),
    st.builds(status, st.integers(0, 5), st.integers(0, 255), st.integers(0, 255), st.integers(0, 255)),
    st.builds(
        lambda data, kind: Event(1, 0, 1, kind, data).to_bytes(), st.binary(max_size=60), st.integers(0, 255)
    ),
    st.just(ident()),
)


@given(st.lists(PIECES, max_size=30), st.integers(0, 3))
def test_no_bytes_break_the_session_and_numbers_come_in_order(pieces: list[bytes], cut: int) -> None:
    driver = live()
    numbers = []
    for at, piece in enumerate(pieces):
        for item in turn(driver, piece[cut:] if at % 3 == 0 else piece):
            assert isinstance(item, Heard | Met | DeviceDown)
            if isinstance(item, Heard) and item.seq:
                numbers.append(item.seq)
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(driver._decoder._kept) < 256


def test_a_flood_costs_no_memory() -> None:
    driver = live()
    for _ in range(100):
        assert driver.feed(b"\x7f" * 10_000, 0.0) == []
    assert len(driver._decoder._kept) < 256
    assert meanings(driver.feed(b"\0" + event(1, 2), 0.0)) == ["shuffler ready"]


@given(st.lists(st.binary(max_size=80), max_size=10))
def test_no_bytes_break_the_simulated_shuffler(pieces: list[bytes]) -> None:
    shuffler = Shuffler(312, Path("/dev/null"))
    device = ShufflerDevice(shuffler)
    for piece in pieces:
        device.receive(piece, 0.0)
        device.interrupt(0.0), device.journal(0.0)
    shuffler.close()
