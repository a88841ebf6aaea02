"""Ports that can never work are refused at once in a sentence; one that may still come is waited for."""

import contextlib
import fcntl
import json
import os
import pty
import queue
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE

import pytest
from click.testing import CliRunner, Result
from structlog.testing import capture_logs

from dealer_station.cli.main import main
from dealer_station.rulebooks import load
from drivers.device_thread import SHORTEST_WAIT_SECONDS, DeviceThread
from drivers.driver import Heard, Met
from drivers.ports.serial_port import SerialPort
from drivers.shoe_reference import reference_shoe
from drivers.shoe_scanner import Scanner
from hw_sim.devices.journaled_shoe import JournaledShoe
from hw_sim.devices.shoes_on_wires import device_for
from hw_sim.wires.device_server import ShoeServer
from hw_sim.wires.pty import PtyCable
from tests.house.rules import ROOT


def run(db: Path, *words: str) -> Result:
    shift = ["run", "--sim", "--headless", "--speed", "0", "--rounds", "1", "--db", str(db), *words]
    return CliRunner().invoke(main, shift)


@pytest.fixture
def tty() -> Iterator[tuple[int, str]]:
    """A port that nobody speaks on: the end that a station opens, and its name."""
    device_end, host_end = pty.openpty()
    yield host_end, os.ttyname(host_end)
    os.close(device_end)
    os.close(host_end)


def refused(db: Path, port: str, *words: str) -> str:
    """The refusal: one sentence that begins with the device and the port, before anything is made."""
    result = run(db, "--shoe", f"reference:{port}", *words)
    assert result.exit_code == 2, result.output
    assert not db.exists()
    (line,) = [line for line in result.stderr.splitlines() if line.startswith("Error: ")]
    assert len(result.stderr.splitlines()) == 1
    assert line.startswith(f"Error: shoe: {port}: ")
    return line


@pytest.mark.parametrize(
    ("port", "complaint"),
    [
        ("foo://", "is not the URL of a port"),
        ("socket://bar", "write socket://HOST:PORT"),
        ("socket://bar:70000", "is not the URL of a port"),
        ("/etc/passwd", "is not a serial port; `dealer-station doctor` lists the ports of this machine"),
        ("/dev/null", "is not a serial port"),
        ("/etc", "is a folder; name a serial port"),
    ],
)
def test_a_port_that_can_never_work_is_refused_at_once(port: str, complaint: str, tmp_path: Path) -> None:
    assert complaint in refused(tmp_path / "log.db", port)


def test_a_port_of_another_group_names_the_group(
    tty: tuple[int, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path(tty[1]).chmod(0o660)
    monkeypatch.setattr("drivers.ports.discovery.os.access", lambda *_: False)
    group = type("Group", (), {"gr_name": "dialout", "gr_mem": ()})
    monkeypatch.setattr("drivers.ports.discovery.grp.getgrgid", lambda _: group)
    assert "sudo usermod -aG dialout" in refused(tmp_path / "log.db", tty[1])


def test_a_port_that_another_program_uses_names_the_program(tty: tuple[int, str], tmp_path: Path) -> None:
    fcntl.flock(tty[0], fcntl.LOCK_EX)
    assert f"process {os.getpid()} uses it; stop that program" in refused(tmp_path / "log.db", tty[1])


def test_one_port_is_not_given_to_two_devices(tty: tuple[int, str], tmp_path: Path) -> None:
    other = tmp_path / "the same"
    other.symlink_to(tty[1])
    words = ("--progressive", f"reference:{other}", "--option", "progressive=on", "--profile", "maryland")
    assert "is also the port of the progressive" in refused(tmp_path / "log.db", tty[1], *words)


def test_a_port_that_may_still_come_is_waited_for(tmp_path: Path) -> None:
    port, db = tmp_path / "port", tmp_path / "log.db"
    words = ["run", "--sim", "--headless", "--speed", "0", "--rounds", "1", "--db", str(db)]
    command = [sys.executable, "-u", "-m", "dealer_station", *words, "--shoe", f"reference:{port}"]
    with subprocess.Popen(command, cwd=ROOT, stdout=PIPE, stderr=PIPE, text=True) as station:
        assert station.stderr
        said = (json.loads(line)["cause"] for line in station.stderr if line.startswith("{"))
        assert next(said) == "no_port"
        cable = PtyCable(port)
        cable.plug()
        assert next(said) == "silent"
        station.kill()
    cable.pull()


def test_why_a_device_is_not_there_is_said_once_however_often_it_is_tried(tmp_path: Path) -> None:
    tries: queue.SimpleQueue[str] = queue.SimpleQueue()

    def open_port(address: str, baud: int) -> SerialPort:
        tries.put(address)
        return SerialPort(address, baud)

    heard: list[Heard | Met] = []
    with capture_logs() as messages:
        thread = DeviceThread(str(tmp_path / "port"), reference_shoe(), heard.append, open_port)
        thread.start()
        for _ in range(5):
            tries.get(timeout=20)
        thread.stop()
    assert [message["event"] for message in messages] == ["lost"]
    assert len(heard) == 1


def test_a_server_that_closes_every_connection_is_tried_ever_more_seldom() -> None:
    opened_at: queue.SimpleQueue[float] = queue.SimpleQueue()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def close_each() -> None:
            with contextlib.suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    opened_at.put(time.monotonic())
                    connection.close()

        threading.Thread(target=close_each, daemon=True).start()
        address = f"socket://127.0.0.1:{server.getsockname()[1]}"
        thread = DeviceThread(address, Scanner(), lambda _: None)
        thread.start()
        times = [opened_at.get(timeout=20) for _ in range(6)]
        thread.stop()
        server.shutdown(socket.SHUT_RDWR)
    assert times[-1] - times[-2] > 8 * SHORTEST_WAIT_SECONDS


def test_a_stranger_is_said_once_however_often_it_answers(tmp_path: Path) -> None:
    shoe = JournaledShoe(load("massachusetts"), 1, tmp_path / "journal")
    served = ShoeServer(shoe, device_for("reference", shoe, "S2"), PtyCable(tmp_path / "port"))
    tries: queue.SimpleQueue[str] = queue.SimpleQueue()

    def open_port(address: str, baud: int) -> SerialPort:
        tries.put(address)
        return SerialPort(address, baud)

    for pattern in ("port", "por*"):
        heard: list[Heard | Met] = []
        with capture_logs() as messages:
            driver = reference_shoe("S1")
            thread = DeviceThread(str(tmp_path / pattern), driver, heard.append, open_port)
            thread.start()
            for _ in range(4):
                tries.get(timeout=20)
            thread.stop()
        assert sorted(message["event"] for message in messages) == ["lost", "refused"], pattern
        assert len(heard) == 1
    served.stop()
    shoe.close()
