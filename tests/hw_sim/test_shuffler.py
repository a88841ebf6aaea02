"""A shuffler alone: batches, time and count, its memory, and each fault by its name."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_station.engine.model.errors import DealerStationError
from hw_sim.devices.shuffler import Batch, Shuffler
from hw_sim.devices.shuffler_device import ShufflerDevice
from hw_sim.devices.shuffler_faults import SHUFFLER_FAULTS

RED, BLUE = Batch("red", 312), Batch("blue", 312)


@pytest.fixture
def shuffler(tmp_path: Path) -> Iterator[Shuffler]:
    one = Shuffler(312, tmp_path / "memory")
    yield one
    one.close()


def said(shuffler: Shuffler) -> list[str]:
    return [one.value for one in shuffler.events]


def finish(shuffler: Shuffler) -> None:
    """Let as much time pass as a shuffle needs."""
    shuffler.tick(0.0)
    shuffler.tick(shuffler.shuffle_seconds)


def begun(shuffler: Shuffler) -> Shuffler:
    """The red batch went in and the blue one came out."""
    shuffler.load(RED)
    assert shuffler.take() == BLUE
    return shuffler


def test_the_batches_take_turns(shuffler: Shuffler) -> None:
    begun(shuffler)
    shuffler.tick(0.0)
    shuffler.tick(shuffler.shuffle_seconds / 2)
    assert shuffler.now.state == "shuffling"
    finish(shuffler)
    shuffler.load(BLUE)
    assert shuffler.take() == RED
    assert said(shuffler) == ["blue", "shuffling", "312", "ready", "red", "shuffling"]
    assert shuffler.now.counted is None


def test_its_memory_outlives_it_and_a_line_cut_short_never_happened(
    shuffler: Shuffler, tmp_path: Path
) -> None:
    begun(shuffler).acknowledge(1)
    with (tmp_path / "memory").open("ab") as memory:
        memory.write(b'{"now":')
    again = Shuffler(312, tmp_path / "memory")
    assert (again.now, again.events) == (shuffler.now, shuffler.events)
    finish(again)
    assert again.now.finished == RED
    again.close()


def test_a_file_that_is_no_memory_is_said_to_be_none(tmp_path: Path) -> None:
    (tmp_path / "memory").write_text("{}\n")
    with pytest.raises(DealerStationError, match="is not the memory of a simulated shuffler"):
        Shuffler(312, tmp_path / "memory")


@pytest.mark.parametrize(
    ("name", "then", "batch"),
    [
        ("jam", ["jam"], None),
        ("stopped", ["stopped"], None),
        ("incomplete", ["incomplete"], None),
        ("out_of_order", ["out_of_order"], None),
        ("door", ["open", "stopped"], None),
        ("sort_mode", ["shuffling", "312", "ready"], RED),
        ("count_off_by_one", ["311", "ready"], RED),
        ("cards_left_inside", ["296", "incomplete"], Batch("red", 296)),
        ("missing_card_not_noticed", ["312", "ready"], Batch("red", 311)),
        ("ready_light_ignored", ["red", "incomplete"], None),
        ("reboot", ["incomplete"], None),
    ],
)
def test_a_fault_in_a_shuffle_does_what_its_name_says(
    name: str, then: list[str], batch: Batch | None, shuffler: Shuffler
) -> None:
    before = len(begun(shuffler).events)
    SHUFFLER_FAULTS[name](ShufflerDevice(shuffler))
    finish(shuffler)
    assert said(shuffler)[before:] == then
    assert shuffler.now.finished == batch
    assert all(one.sorting for one in shuffler.events[before:]) == (name == "sort_mode")


def test_whoever_clears_it_begins_again_with_all_cards(shuffler: Shuffler) -> None:
    begun(shuffler)
    device = ShufflerDevice(shuffler)
    for name in ("jam", "door", "sort_mode"):
        SHUFFLER_FAULTS[name](device)
    shuffler.clear()
    finish(shuffler)
    assert (shuffler.now.finished, shuffler.now.sorting, shuffler.now.door_open) == (RED, False, False)
    shuffler.clear()
    assert shuffler.now.state == "ready", "what is well is left alone"


def test_a_shuffle_in_which_it_was_set_to_sort_is_not_completed(shuffler: Shuffler) -> None:
    device, before = ShufflerDevice(begun(shuffler)), len(shuffler.events)
    for _ in range(2):
        SHUFFLER_FAULTS["sort_mode"](device)
    finish(shuffler)
    assert said(shuffler)[before:] == ["shuffling", "incomplete"]
    shuffler.clear()
    finish(shuffler)
    assert said(shuffler)[before + 2 :] == ["shuffling", "312", "ready"]


def test_a_batch_that_was_sorted_is_shuffled_again_by_whoever_clears_it(shuffler: Shuffler) -> None:
    SHUFFLER_FAULTS["sort_mode"](ShufflerDevice(begun(shuffler)))
    finish(shuffler)
    before = len(shuffler.events)
    shuffler.clear()
    finish(shuffler)
    assert said(shuffler)[before:] == ["incomplete", "shuffling", "312", "ready"]


@pytest.mark.parametrize("name", ["jam", "stopped", "incomplete", "out_of_order", "door"])
@pytest.mark.parametrize("continuous", [False, True])
def test_what_is_wrong_stays_wrong_whatever_goes_in_or_out(
    name: str, continuous: bool, tmp_path: Path
) -> None:
    one = Shuffler(312, tmp_path / "memory", continuous=continuous)
    SHUFFLER_FAULTS[name](ShufflerDevice(one))
    before = one.now.state
    one.load(RED)
    if not continuous:
        one.take()
    finish(one)
    assert one.now.state == before
    one.clear()
    finish(one)
    assert (one.now.state, one.now.counted, one.now.door_open) == ("ready", 312, False)
    one.close()


def test_a_continuous_shuffler_that_is_cleared_in_a_round_counts_what_is_in_it(tmp_path: Path) -> None:
    one = Shuffler(312, tmp_path / "memory", continuous=True)
    one.card_left()
    SHUFFLER_FAULTS["jam"](ShufflerDevice(one))
    one.clear()
    one.card_left()
    finish(one)
    assert said(one) == ["jam", "shuffling", "310", "ready"]
    one.close()


def test_whoever_takes_the_cards_of_a_stopped_shuffle_is_told_of(shuffler: Shuffler) -> None:
    SHUFFLER_FAULTS["stopped"](ShufflerDevice(begun(shuffler)))
    assert shuffler.take() == RED
    assert said(shuffler)[-2:] == ["red", "incomplete"]


def test_a_batch_that_is_put_into_a_jam_is_not_lost(shuffler: Shuffler) -> None:
    SHUFFLER_FAULTS["jam"](ShufflerDevice(begun(shuffler)))
    shuffler.load(BLUE)
    shuffler.clear()
    finish(shuffler)
    assert shuffler.take() == RED
    finish(shuffler)
    assert shuffler.now.finished == BLUE


def test_a_continuous_shuffler_counts_what_came_back(tmp_path: Path) -> None:
    one = Shuffler(312, tmp_path / "memory", continuous=True)
    one.load(Batch("", 312))
    finish(one)
    assert said(one) == ["shuffling", "312", "ready"]
    counted = [one.now.counted]
    one.card_left()
    assert [*counted, one.now.counted] == [312, None]
    one.close()


def test_every_fault_of_a_lost_memory_or_another_device_begins_another_journal(shuffler: Shuffler) -> None:
    device = ShufflerDevice(begun(shuffler), "S")
    before = shuffler.now.journal
    SHUFFLER_FAULTS["journal_lost"](device)
    assert (said(shuffler), shuffler.now.journal != before) == (["incomplete"], True)
    SHUFFLER_FAULTS["wrong_identity"](device)
    assert device.serial == "S-other"
