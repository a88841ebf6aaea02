"""Cables made of pseudo-terminals, faults by name, and `hw-sim serve shoe` as a person uses it."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from subprocess import PIPE

import pytest
from click.testing import CliRunner

from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.errors import DealerStationError, DeviceFaultError
from dealer_station.rulebooks import load
from drivers.ports.serial_port import SerialPort
from hw_sim.cli import main
from hw_sim.devices.journaled_shoe import JournaledShoe
from hw_sim.devices.shoe_faults import SHOE_FAULTS
from hw_sim.devices.shoes_on_wires import ReferenceDevice
from hw_sim.devices.wire_faults import WIRE_FAULTS, CablePulledError
from hw_sim.wires.pty import PtyCable
from tests.house.rules import ROOT

FRAME = b"\x00frame\x00"


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[PtyCable]:
    made = PtyCable(tmp_path / "port")
    made.plug()
    yield made
    made.pull()


@pytest.fixture
def shoe(tmp_path: Path) -> Iterator[JournaledShoe]:
    made = JournaledShoe(load("massachusetts"), 3, tmp_path / "journal")
    yield made
    made.close()


def heard_by(port: SerialPort, count: int) -> bytes:
    """So many bytes, in whatever pieces they come."""
    heard = b""
    while len(heard) < count:
        heard += port.read()
    return heard


def test_bytes_go_both_ways_and_come_back_as_no_echo(cable: PtyCable) -> None:
    port = SerialPort(str(cable.link), 115200)
    everything = bytes(range(256))
    cable.write(everything)
    assert heard_by(port, len(everything)) == everything
    port.write(b"\x00\x0d\x0a\x03")
    heard = b""
    while len(heard) < 4:
        heard += cable.read()
    assert heard == b"\x00\x0d\x0a\x03"
    assert port.read() == b""
    port.close()


def test_a_pulled_cable_is_a_fault_and_a_replugged_one_is_another_port(cable: PtyCable) -> None:
    port = SerialPort(str(cable.link), 4800)
    cable.pull()
    with pytest.raises(DeviceFaultError) as gone:
        port.read()
    assert gone.value.cause == "unplugged"
    with pytest.raises(DeviceFaultError, match=str(cable.link)):
        port.write(b"hello")
    cable.plug()
    with pytest.raises(DeviceFaultError) as gone:
        port.read()
    assert gone.value.cause == "unplugged"
    for _ in range(2):
        port.close()
    port.wake()
    again = SerialPort(str(cable.link), 4800)
    cable.write(b"back")
    assert heard_by(again, 4) == b"back"
    again.close()


def test_a_port_belongs_to_one_and_a_missing_one_is_said_in_a_sentence(cable: PtyCable) -> None:
    port = SerialPort(str(cable.link), 9600)
    with pytest.raises(DeviceFaultError, match=f"{cable.link}: .+") as taken:
        SerialPort(str(cable.link), 9600)
    assert taken.value.cause == "in_use"
    port.close()
    cable.pull()
    assert not cable.link.is_symlink()
    with pytest.raises(DeviceFaultError, match=f"{cable.link}: .+") as missing:
        SerialPort(str(cable.link), 9600)
    assert missing.value.cause == "no_port"


def test_a_read_that_waits_is_woken(cable: PtyCable) -> None:
    port = SerialPort(str(cable.link), 9600)
    port.wake()
    assert port.read() == b""
    port.close()


def test_a_file_in_the_way_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "port").write_text("mine")
    with pytest.raises(DealerStationError, match="is a file"):
        PtyCable(tmp_path / "port")
    assert (tmp_path / "port").read_text() == "mine"


def test_each_fault_of_a_wire_does_what_its_name_says() -> None:
    assert all(fault(0.0, Random(4)).carry(FRAME) == [FRAME] for fault in WIRE_FAULTS.values())
    with pytest.raises(CablePulledError) as pulled:
        WIRE_FAULTS["cable_pull"](1.0, Random(4)).carry(FRAME)
    assert FRAME.startswith(pulled.value.sent)
    struck = {
        name: fault(1.0, Random(4)).carry(FRAME)
        for name, fault in WIRE_FAULTS.items()
        if name != "cable_pull"
    }
    assert struck["one_byte_at_a_time"] == [bytes((byte,)) for byte in FRAME]
    assert struck["delay"] == [FRAME]
    assert struck["loss"] == struck["reorder"] == []
    assert struck["pull_during_command"] == [FRAME], "only an answer is pulled at"
    assert struck["duplicate"] == [FRAME, FRAME]
    assert struck["garbage"][1:] == struck["chatter"][1:] == [FRAME]
    assert len(struck["chatter"][0]) > 1000
    assert len(struck["bit_flips"][0]) == len(FRAME)
    assert struck["bit_flips"] != [FRAME]
    assert FRAME.startswith(struck["truncated_frame"][0])
    assert len(struck["truncated_frame"][0]) < len(FRAME)


def test_a_misread_is_what_the_reader_made_of_it_even_after_a_restart(
    shoe: JournaledShoe, tmp_path: Path
) -> None:
    device = ReferenceDevice(shoe)
    SHOE_FAULTS["misread"].strike(device, shoe)
    SHOE_FAULTS["impossible_card"].strike(device, shoe)
    faces = [getattr(shoe.draw(), "card", "cut") for _ in range(10)]
    assert faces[:8] == [None, *[Card("As")] * 7]
    assert faces[8:] != [Card("As")] * 2
    again = JournaledShoe(load("massachusetts"), 3, tmp_path / "journal")
    assert (again.id, again.sent) == (shoe.id, shoe.sent)
    SHOE_FAULTS["journal_lost"].strike(device, again)
    assert again.id != shoe.id
    assert again.newest == 0
    again.close()
    third = JournaledShoe(load("massachusetts"), 3, tmp_path / "journal")
    assert (third.id, third.sent) == (again.id, [])
    third.close()


def test_a_shoe_on_a_port_does_what_a_person_types(tmp_path: Path) -> None:
    words = ["", "", "misread", "", "pull", "", "plug", "reboot", "jump", "hung", "quit", ""]
    link = tmp_path / "port"
    done = CliRunner().invoke(main, ["serve", "shoe", "--link", str(link)], input="\n".join(words))
    assert done.exit_code == 0, done.output
    said = done.stdout.splitlines()
    assert said[0].startswith(f"reference shoe on {link}; write ")
    assert said[1:9] == [
        *("drawn: 1", "drawn: 2", "misread: done", "drawn: 3", "pull: done"),
        *("drawn: 4", "plug: done", "reboot: done"),
    ]
    assert said[9].startswith('"jump" is not a word of a shoe')
    assert said[10:] == ["hung: done"]
    assert not link.is_symlink()
    rest = CliRunner().invoke(main, ["serve", "shoe", "--link", str(link)], input="\n")
    assert rest.stdout.splitlines()[1] == "drawn: 5", "the journal outlives the shoe"


def test_an_empty_shoe_is_loaded_again(tmp_path: Path) -> None:
    words = "\n" * 314 + "reload\n\n"
    done = CliRunner().invoke(main, ["serve", "shoe", "--link", str(tmp_path / "port")], input=words)
    assert done.stdout.splitlines()[313:] == [
        *("drawn: 313", "the shoe is empty; write reload", "reload: done", "drawn: 314")
    ]


def test_a_shoe_that_draws_by_itself_goes_on_until_it_is_told_to_stop(tmp_path: Path) -> None:
    words = ["serve", "shoe", "--link", str(tmp_path / "port"), "--family", "scanner", "--every", "0.01"]
    command = [sys.executable, "-u", "-c", "from hw_sim.cli import main; main()", *words]
    with subprocess.Popen(command, cwd=ROOT, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True) as shoe:
        assert shoe.stdout
        assert [shoe.stdout.readline() for _ in range(4)][1:] == [f"drawn: {n}\n" for n in (1, 2, 3)]
        _, complaints = shoe.communicate("quit\n")
    assert (shoe.returncode, complaints) == (0, "")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--fault", "hiccup=1"], '"hiccup" is not a fault of a shoe\'s wire; use one of one_byte_at_a_time'),
        (["--fault", "loss=much"], "the rate is a number from 0 to 1, such as loss=0.05"),
        (["--fault", "loss=2"], "the rate is a number from 0 to 1"),
        (["--profile", "nevada"], 'no rulebook is called "nevada"'),
        (["--family", "laser"], "--family"),
        (["--every", "0"], "--every"),
    ],
)
def test_a_shoe_that_cannot_be_served_is_said_in_a_sentence(
    words: list[str], complaint: str, tmp_path: Path
) -> None:
    result = CliRunner().invoke(main, ["serve", "shoe", "--link", str(tmp_path / "port"), *words], input="")
    assert result.exit_code == 2
    assert complaint in result.stderr
    assert "Traceback" not in result.output
