"""The commands of the floor, typed as a person types them."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealer_station.cli.main import main
from tests.config.stations import minimal
from tests.conftest import MEMORY
from tests.floor.conftest import server_in_memory
from tests.floor.floors import FloorUnderTest, Gateway
from tests.floor.small_logs import SmallLog, copied
from tests.log import shifts


class Desk:
    """Somebody who types the commands of a floor."""

    def __init__(self, folder: Path, database: str) -> None:
        self.where = ("--folder", str(folder), "--database", database)

    def do(self, *words: str) -> Result:
        result = CliRunner().invoke(main, ["floor", *words])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    def good(self, *words: str) -> str:
        result = self.do(*words, *self.where)
        assert result.exit_code == 0, result.output
        return result.output

    def bad(self, *words: str) -> str:
        result = self.do(*words, *self.where)
        assert result.exit_code in (1, 2), result.output
        return result.output


def link_options(bundle: Path, port: int) -> list[str]:
    return [
        *("--url", f"https://127.0.0.1:{port}", "--certificate", str(bundle / "station.pem")),
        *("--key", str(bundle / "station.key"), "--ca", str(bundle / "ca.pem")),
    ]


def test_a_floor_from_its_making_to_a_log_that_comes_back(
    floor: FloorUnderTest, played: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "made"
    desk = Desk(folder, floor.database)
    assert "certificates made" in desk.good("init", "--name", "127.0.0.1")
    assert "was ready already" in desk.good("init")
    assert "no stations yet" in desk.good("status")
    told = desk.good("enrol", "table-7", "--by", "Maria")
    assert 'url = "https://127.0.0.1:8443"' in told, "the name that the certificate has"
    bundle = folder / "stations" / "table-7"
    assert (bundle / "station.key").stat().st_mode & 0o077 == 0
    assert "not heard of yet" in desk.good("status")

    gateway = Gateway(folder, floor.database)
    try:
        options = link_options(bundle, gateway.port)
        done = desk.do("sync", str(played), *options, "--name", "Table 7")
        assert done.exit_code == 0, done.output
        assert "rows are kept at the floor" in done.output
    finally:
        gateway.stop()
    (station,) = json.loads(desk.good("status", "--json"))["stations"]
    assert (station["table"], station["seq"]) == ("Table 7", station["size"])
    assert "Table 7" in desk.good("status")

    back = tmp_path / "back.db"
    assert "rebuilt and verified" in desk.good("pull", "Table 7", str(back))
    assert shifts.rows(back) == shifts.rows(played)
    checked = CliRunner().invoke(main, ["log", "verify", "--replay", str(back)])
    assert checked.exit_code == 0, checked.output
    assert "already exists" in desk.bad("pull", "table-7", str(back))
    assert 'no log for "nothing"' in desk.bad("pull", "nothing", str(tmp_path / "x.db"))

    assert "is disabled" in desk.good("disable", "table-7", "--by", "Maria", "--because", "stolen")
    assert "DISABLED" in desk.do("status", *desk.where).output
    assert "is enrolled" in desk.bad("disable", "nobody", "--by", "Maria", "--because", "x")


def test_a_fork_is_shown_and_accepted_by_name(floor: FloorUnderTest, tmp_path: Path) -> None:
    log = SmallLog(tmp_path / "table.db")
    log.write(5)
    log.close()
    spare = copied(log.path, tmp_path / "spare")
    for path, words in ((log.path, "here"), (spare, "there")):
        one = SmallLog(path)
        one.write(3, words)
        one.close()
    desk = Desk(tmp_path / "floor", floor.database)
    assert desk.good("enrol", "table-7", "--by", "Maria")
    options = link_options(tmp_path / "floor" / "stations" / "table-7", floor.gateway.port)
    assert desk.do("sync", str(log.path), *options).exit_code == 0
    forked = desk.do("sync", str(spare), *options)
    assert forked.exit_code == 1
    shown = desk.bad("status")
    assert "QUARANTINED" in shown
    assert "case 1: fork from table-7" in shown
    assert "branch 2 of table is accepted" in desk.good("accept", "1", "--by", "Maria", "--because", "spare")
    assert desk.do("sync", str(spare), *options).exit_code == 0
    assert "QUARANTINED" not in desk.good("status")

    # The station that somebody decided against writes on: its rows are kept apart, with an alarm.
    again = SmallLog(log.path)
    again.write(4, "here")
    again.close()
    given_up = desk.do("sync", str(log.path), *options)
    assert given_up.exit_code == 1, given_up.output
    shown = desk.bad("status")
    assert "GIVEN UP" in shown
    assert "case 2: fork from table-7" in shown
    assert "branch 1 of table is accepted" in desk.good("accept", "2", "--by", "Maria", "--because", "wrong")
    assert desk.do("sync", str(log.path), *options).exit_code == 0
    assert "case 1: fork from table-7 (table), rows from 8 on, now up to 10" in desk.good("status")


def test_what_is_missing_is_named(floor: FloorUnderTest, played: Path, tmp_path: Path) -> None:
    desk = Desk(tmp_path / "nothing", floor.database)
    assert "floor init" in desk.bad("enrol", "table-7", "--by", "Maria")
    lost = CliRunner().invoke(main, ["floor", "status", "--folder", str(tmp_path / "mistyped")])
    assert "there is no floor here" in lost.output
    assert not (tmp_path / "mistyped").exists()
    assert "cannot be the name of a station" in Desk(tmp_path / "floor", floor.database).bad(
        *("enrol", "../table", "--by", "Maria")
    )
    assert "is not a key" in Desk(tmp_path / "floor", floor.database).bad(
        *("enrol", "table-7", "--by", "Maria", "--key", "zz")
    )
    files = [option for name in ("certificate", "key", "ca") for option in (f"--{name}", str(played))]
    plain = desk.do("sync", str(played), "--url", "http://127.0.0.1:1", *files).output
    assert '--url: "http://127.0.0.1:1" is not the address of a floor; write https://' in plain
    for name in ("..", ".", ".hidden", "a\\b", "a\nb", " "):
        assert "cannot be the name" in Desk(tmp_path / "floor", floor.database).bad(
            *("enrol", name, "--by", "Maria")
        )
    assert sorted(one.name for one in (tmp_path / "floor").glob("station.*")) == []
    away = Desk(tmp_path / "floor", f"host={tmp_path} dbname=nothing")
    assert "does not answer" in away.bad("status")


def test_the_trial_database_is_marked_and_stops_with_its_floor() -> None:
    # The server may be another user than whoever runs the tests, and must reach its folder.
    folder = Path(tempfile.mkdtemp(prefix="dealer-floor-", dir=MEMORY if MEMORY.is_dir() else None))
    folder.chmod(0o755)
    try:
        runner = CliRunner()
        assert runner.invoke(main, ["floor", "init", "--folder", str(folder)]).exit_code == 0
        serving = subprocess.Popen(
            [
                *(sys.executable, "-m", "dealer_station", "floor", "serve", "--folder", folder),
                *("--host", "127.0.0.1", "--port", "0"),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert serving.stdout
        assert re.search(r"listens at https://127.0.0.1:\d+", serving.stdout.readline())
        enrolled = runner.invoke(main, ["floor", "enrol", "t", "--by", "Maria", "--folder", str(folder)])
        assert enrolled.exit_code == 0, enrolled.output
        second = runner.invoke(main, ["floor", "serve", "--folder", str(folder), "--port", "0"])
        assert "a server already runs" in second.output
        serving.send_signal(signal.SIGINT)
        _, said = serving.communicate(timeout=30)
        assert "TRIAL" in said
        assert not (folder / "trial" / "postmaster.pid").exists()
        status = runner.invoke(main, ["floor", "status", "--folder", str(folder)])
        assert "not heard of yet" in status.output
        # After a power cut the number of the server belongs to another program: here to this one.
        (folder / "trial" / "postmaster.pid").write_text(f"{os.getpid()}\n{folder / 'trial'}\n")
        again = runner.invoke(main, ["floor", "status", "--folder", str(folder)])
        assert "not heard of yet" in again.output
        assert not (folder / "trial" / "postmaster.pid").exists()
    finally:
        shutil.rmtree(folder)


def test_a_port_that_is_taken_is_said_so(floor: FloorUnderTest, tmp_path: Path) -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "dealer_station", "floor", "serve", "--folder", tmp_path / "floor"),
            *("--host", "127.0.0.1", "--port", str(floor.gateway.port), "--database", floor.database),
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert "another program listens there; stop it, or choose another --port" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_table_without_the_packages_of_the_floor_says_what_to_install() -> None:
    script = (
        "import sys\n"
        "for name in ('psycopg', 'uvicorn', 'httptools', 'cryptography'): sys.modules[name] = None\n"
        "from dealer_station.cli.main import main\n"
        "main(sys.argv[1:])"
    )
    for words, told in {("status",): "constraints-floor.txt", ("--help",): "sync"}.items():
        done = subprocess.run(
            [sys.executable, "-c", script, "floor", *words], capture_output=True, text=True, check=False
        )
        assert told in done.stdout + done.stderr, done.stderr
        assert "Traceback" not in done.stderr


def test_a_server_starts_again_where_it_was() -> None:
    with server_in_memory() as server:
        first = server.pid
        server.stop(immediately=True)
        assert server.pid == 0
        server.start()
        assert server.pid not in (0, first)


def test_a_spare_is_restored_from_the_floor_and_goes_on_without_a_fork(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    (tmp_path / "dead").mkdir()
    log = SmallLog(tmp_path / "dead" / "table.db")
    log.write(20)
    log.turn_month()
    log.write(20)
    log.close()
    desk = Desk(tmp_path / "floor", floor.database)
    desk.good("enrol", "table-7", "--by", "Maria")
    options = link_options(tmp_path / "floor" / "stations" / "table-7", floor.gateway.port)
    assert desk.do("sync", str(log.path), *options).exit_code == 0
    acknowledged = floor.stored()

    spare = tmp_path / "spare"
    spare.mkdir()
    desk.good("enrol", "spare", "--by", "Maria", "--log", "table-7", "--out", str(spare / "floor"))
    desk.good("disable", "table-7", "--by", "Maria", "--because", "it died")
    toml = spare / "station.toml"
    toml.write_text(
        minimal("massachusetts", f'[floor]\nurl = "https://127.0.0.1:{floor.gateway.port}"\n')
        + 'certificate = "floor/station.pem"\nkey = "floor/station.key"\nca = "floor/ca.pem"\n',
        "utf-8",
    )
    words = ["log", "restore", "--from-floor", str(toml), str(spare / "station.db")]
    done = CliRunner().invoke(main, [*words, "--by", "Maria", "--because", "the old one died"])
    assert done.exit_code == 0, done.output
    assert "restored" in done.output
    months = sorted(path.name for path in spare.glob("*.db"))
    assert len(months) == 2, months
    again = CliRunner().invoke(main, [*words, "--by", "Maria", "--because", "twice"])
    assert "already exists" in again.output

    synced = desk.do("sync", str(spare / "station.db"), "--config", str(toml))
    assert synced.exit_code == 0, synced.output
    assert floor.stored()[: len(acknowledged)] == acknowledged
    assert len(floor.stored()) > len(acknowledged)
    assert floor.ask("SELECT count(*) FROM floor.branch") == [(1,)]


def test_sync_takes_from_station_toml_what_the_options_leave_out(
    floor: FloorUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = SmallLog(tmp_path / "table.db")
    log.write(5)
    log.close()
    settings = floor.enrol("table-7")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    desk = Desk(tmp_path / "floor", floor.database)
    lost = desk.do("sync", "table.db", "--url", settings.url)
    assert lost.exit_code == 2
    assert "no station.toml or floor.toml in the current folder" in lost.output
    assert "give --certificate, --key, --ca" in lost.output

    # Only the section [floor]: whoever brings a log by hand has no whole station.toml.
    toml = tmp_path / "station.toml"
    section = '[floor]\nurl = "https://127.0.0.1:1"\nkey = "table-7/station.key"\nca = "table-7/ca.pem"\n'
    toml.write_text(section, "utf-8")
    lacking = desk.do("sync", "table.db", "--url", settings.url)
    assert (lacking.exit_code, "its section [floor] lacks certificate" in lacking.output) == (2, True)
    toml.write_text(f'{section}certificate = "table-7/station.pem"\n[table]\nname = "Table 7"\n', "utf-8")
    done = desk.do("sync", "table.db", "--url", settings.url)
    assert done.exit_code == 0, done.output
    toml.write_text(toml.read_text("utf-8").replace("https://127.0.0.1:1", settings.url), "utf-8")
    assert desk.do("sync", "table.db").exit_code == 0
    toml.write_text("[floor]\nurl = 7\n", "utf-8")
    broken = desk.do("sync", "table.db")
    assert (broken.exit_code, "station.toml line 2, floor.url: 7 is" in broken.output) == (2, True)
    assert floor.ask("SELECT name FROM floor.log") == [("Table 7",)]


def test_a_floor_that_lacks_its_key_is_never_made_anew(floor: FloorUnderTest, tmp_path: Path) -> None:
    whole = tmp_path / "floor"
    desk = Desk(tmp_path / "part", floor.database)
    shutil.copytree(whole, tmp_path / "part")
    (tmp_path / "part" / "ca.key").unlink()
    before = {one.name: one.read_bytes() for one in (tmp_path / "part").iterdir()}
    said = desk.bad("init", "--name", "127.0.0.1")
    assert "part: lacks ca.key" in said
    assert "restore a back-up of the folder, or copy it from another gateway" in said
    assert "ca.key cannot be made again" in desk.bad("serve", "--port", "0")
    assert "ca.key cannot be made again" in desk.bad("enrol", "table-7", "--by", "Maria")
    assert {one.name: one.read_bytes() for one in (tmp_path / "part").iterdir()} == before
    shutil.copy(whole / "ca.key", tmp_path / "part")
    (tmp_path / "part" / "server.pem").unlink()
    assert "lacks server.pem; copy what a gateway needs" in desk.good("init")

    nothing = Desk(tmp_path / "no floor", floor.database)
    said = nothing.bad("serve", "--port", "0")
    assert f"make a floor with `dealer-station floor init --folder '{tmp_path / 'no floor'}'`" in said
    assert not (tmp_path / "no floor").exists()
