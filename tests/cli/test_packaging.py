"""The unit of a table: systemd reads it, and it starts what is there to be started."""

import re
import shutil
import socket
import subprocess
from pathlib import Path

import click
import pytest

from dealer_station.app.watchdog import Watchdog
from dealer_station.cli.main import main
from tests.house.rules import ROOT

UNIT = ROOT / "packaging" / "dealer-station.service"
GATEWAY = ROOT / "packaging" / "floor" / "dealer-station-floor.service"


@pytest.mark.parametrize("unit", [UNIT, GATEWAY, GATEWAY.with_name("patroni.service")])
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path, unit: Path) -> None:
    assert shutil.which("systemd-analyze"), "systemd-analyze is missing; run: sh tools/system-libs tests"
    here = tmp_path / unit.name
    # What it starts and who runs it are on the table's machine, not on this one.
    text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", unit.read_text("utf-8"), flags=re.MULTILINE)
    text = re.sub(r"^User=.*", "User=root", text, flags=re.MULTILINE).replace("Requires=seatd.service\n", "")
    here.write_text(text, "utf-8")
    seen = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(here)], capture_output=True, text=True, check=False
    )
    assert unit.name not in seen.stderr, seen.stderr
    assert seen.returncode == 0, seen.stderr


@pytest.mark.parametrize(("unit", "path"), [(UNIT, ["run"]), (GATEWAY, ["floor", "serve"])])
def test_the_unit_starts_the_station_with_options_that_there_are(unit: Path, path: list[str]) -> None:
    started = re.search(rf"dealer-station {' '.join(path)} (.*)$", unit.read_text("utf-8"), re.MULTILINE)
    assert started
    words = started[1].split()
    found: click.Command | None = main
    for command in path:
        assert isinstance(found, click.Group)
        found = found.get_command(click.Context(found), command)
    assert found
    known = [name for parameter in found.params for name in parameter.opts]
    assert [word for word in words if word.startswith("--") and word not in known] == []


def test_every_name_in_the_templates_of_the_floor_has_a_line_in_the_example() -> None:
    folder = GATEWAY.parent
    given = set(re.findall(r"^(\w+)=", (folder / "node.env").read_text("utf-8"), re.MULTILINE))
    templates = [folder / name for name in ("etcd.yml", "patroni.yml", "haproxy.cfg")]
    used = {name for path in templates for name in re.findall(r"\$\{(\w+)\}", path.read_text("utf-8"))}
    assert used == given


def test_whoever_speaks_to_systemd_is_heard_and_nothing_closes_the_window() -> None:
    """A login session would move the station, a child of cage, out of the unit that waits for its word."""
    text = UNIT.read_text("utf-8")
    assert "NotifyAccess=all" in text
    assert not re.search(r"^PAMName=", text, re.MULTILINE)
    assert re.search(r"^ExecStart=\S*cage -d ", text, re.MULTILINE)


def test_systemd_hears_that_it_is_up_that_it_lives_and_that_it_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        watchdog = Watchdog()
        for say in (watchdog.ready, watchdog.beat, watchdog.stopping):
            say()
        assert [systemd.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]


def test_a_station_that_nobody_watches_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    Watchdog().beat()
    monkeypatch.setenv("NOTIFY_SOCKET", "/nobody/is/here")
    Watchdog().beat()
