"""Promises that hold for any bytes: with Hypothesis here, with atheris for minutes in make campaign."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.link.link import Link
from drivers.progressive_reference import Progressive
from drivers.shoe_reference import reference_shoe
from drivers.shuffler_reference import reference_shuffler
from tests.drivers.fuzzing import PROGRESSIVE_STREAM, SHUFFLER_STREAM, STREAM, TARGETS, _heard
from tests.drivers.test_decoders import CLEAN
from tests.house.rules import ROOT

SECONDS = 120
"""For each target."""


@pytest.mark.parametrize("target", sorted(TARGETS))
@given(data=st.binary(max_size=300))
def test_nothing_that_comes_over_a_wire_breaks_a_decoder(target: str, data: bytes) -> None:
    TARGETS[target](data)


@pytest.mark.parametrize("target", sorted(set(TARGETS) - {"reference"}))
@given(
    family=st.sampled_from(sorted(CLEAN)),
    cuts=st.lists(st.tuples(st.integers(0, 400), st.integers(0, 8), st.binary(max_size=4)), max_size=12),
)
def test_nothing_that_was_good_once_breaks_a_decoder(
    target: str, family: str, cuts: list[tuple[int, int, bytes]]
) -> None:
    data = CLEAN[family]
    for at, length, instead in cuts:
        data = data[:at] + instead + data[at + length :]
    TARGETS[target](data)


@pytest.mark.campaign
@pytest.mark.parametrize("target", sorted(TARGETS))
def test_atheris_finds_no_bytes_that_break_a_decoder(target: str, tmp_path: Path) -> None:
    seeds = tmp_path / "seeds"
    seeds.mkdir()
    clean = {**CLEAN, "shuffler": SHUFFLER_STREAM, "progressive": PROGRESSIVE_STREAM}
    for family, data in clean.items():
        (seeds / family).write_bytes(data)
    command = [
        sys.executable,
        "-m",
        "tests.drivers.fuzzing",
        target,
        f"-max_total_time={SECONDS}",
        "-max_len=2048",
    ]
    done = subprocess.run(
        [*command, f"-max_total_time={SECONDS}", f"-artifact_prefix={tmp_path}/", str(seeds)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "Done " in done.stderr


@pytest.mark.parametrize(
    ("link", "stream", "events"),
    [
        (reference_shoe("S1"), STREAM, 8),
        (reference_shuffler("S1"), SHUFFLER_STREAM, 6),
        (Progressive("S1"), PROGRESSIVE_STREAM, 5),
    ],
    ids=["shoe", "shuffler", "progressive"],
)
def test_a_target_hears_everything_where_nothing_is_spoiled(link: Link, stream: bytes, events: int) -> None:
    """One that hears nothing would hold for anything."""
    assert [item.seq for item in _heard(link, [stream]) if item.seq] == list(range(1, events + 1))
