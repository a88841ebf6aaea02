"""A whole table on ports: served, controlled over its socket, and played with at a prompt."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE

import pytest
from click.testing import CliRunner, Result

from dealer_station.rulebooks import load
from hw_sim.cli import main
from hw_sim.devices.fault_catalogue import FAULTS
from hw_sim.tables.control_socket import ControlServer
from hw_sim.tables.served_devices import IN_THIS_PROCESS, MAKERS, DeviceSettings
from hw_sim.tables.virtual_table_commands import VirtualTable
from tests.house.rules import ROOT

TWO_BATCHES = {"card_supply": "two_batch_shuffler"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    made = VirtualTable(DeviceSettings(load("massachusetts", TWO_BATCHES), tmp_path))
    server = ControlServer(made, tmp_path)
    yield made
    server.close()
    made.close()


def control(folder: Path, *words: str) -> Result:
    result = CliRunner().invoke(main, ["control", "--folder", str(folder), *words])
    assert "Traceback" not in result.output
    return result


def tui(*words: str, said: str) -> list[str]:
    result = CliRunner().invoke(main, ["tui", *words], input=said)
    assert result.exit_code == 0, result.output
    assert "Traceback" not in result.output
    return result.stdout.splitlines()


def test_every_device_of_the_table_has_a_port_a_state_and_faults(table: VirtualTable, tmp_path: Path) -> None:
    assert set(table.devices) == set(MAKERS) == set(FAULTS)
    for name, state in table.state().items():
        assert state["plugged"]
        on_usb = name == "shuffler"
        assert state["port"] == (IN_THIS_PROCESS if on_usb else str(tmp_path / name))
        assert (tmp_path / name).is_symlink() != on_usb


@pytest.mark.usefixtures("table")
def test_control_draws_pulls_and_asks_for_the_state(tmp_path: Path) -> None:
    assert control(tmp_path, "draw").stdout == "drawn: 1\n"
    assert control(tmp_path, "draw", "3").stdout == "drawn: 4\n"
    assert control(tmp_path, "draw", "shoe", "7c", "cut").stdout == "drawn: 6\n"
    assert control(tmp_path, "pull", "shoe").stdout == "pull shoe: done\n"
    told = json.loads(control(tmp_path, "--json", "state").stdout)
    assert told["ok"] is True
    assert told["state"]["shoe"]["plugged"] is False
    assert (told["state"]["shoe"]["drawn"], told["state"]["shoe"]["acknowledged"]) == (6, 0)
    heard = "CABLE OUT; serial SIM-1; 6 drawn, 6 noticed, 0 acknowledged; lid closed; no faults"
    assert heard in control(tmp_path, "state").stdout
    assert control(tmp_path, "plug", "shoe").exit_code == 0
    assert "plugged in" in control(tmp_path, "state").stdout
    assert control(tmp_path, "reload", "shoe").exit_code == 0


@pytest.mark.usefixtures("table")
def test_the_state_says_who_a_device_is_and_an_open_lid_is_no_card(tmp_path: Path) -> None:
    control(tmp_path, "draw", "5")
    assert control(tmp_path, "fault", "shoe", "lid_open").exit_code == 0
    assert "5 drawn, 6 noticed, 0 acknowledged; lid open" in control(tmp_path, "state").stdout
    for device, serial in (("shoe", "SIM-1"), ("shuffler", "SIM-S1"), ("progressive", "SIM-P1")):
        assert f"; serial {serial}; " in control(tmp_path, "state").stdout
        control(tmp_path, "fault", device, "wrong_identity")
        assert f"; serial {serial}-other; " in control(tmp_path, "state").stdout
    control(tmp_path, "fault", "shoe", "journal_lost")
    assert "5 drawn, 0 noticed" in control(tmp_path, "state").stdout, "the cards are out all the same"


def test_a_shoe_suffers_only_what_its_family_can(tmp_path: Path) -> None:
    said = tui("--folder", str(tmp_path), "--family", "scanner", said="fault shoe lid_open\nstate\nquit\n")
    assert any('"lid_open" cannot happen to a scanner shoe' in line for line in said)
    assert not any("; lid " in line for line in said if line.startswith(("shoe", "> shoe")))


def test_every_fault_can_be_caused_by_its_name_at_any_moment(table: VirtualTable, tmp_path: Path) -> None:
    for device, faults in FAULTS.items():
        for name in faults:
            assert table.do(f"fault {device} {name}").said == f"fault {device} {name}: done"
    assert control(tmp_path, "fault", "shuffler", "jam").stdout == "fault shuffler jam: done\n"
    assert control(tmp_path, "fault", "shoe", "loss", "0.5").exit_code == 0
    assert "loss" in table.state()["shoe"]["faults"]
    assert control(tmp_path, "mend", "shoe").exit_code == 0
    assert table.state()["shoe"]["faults"] == []


def test_control_jams_bets_and_sets_the_meter(table: VirtualTable, tmp_path: Path) -> None:
    assert control(tmp_path, "jam").stdout == "fault shuffler jam: done\n"
    assert control(tmp_path, "door").stdout == "fault shuffler door: done\n"
    assert table.state()["shuffler"]["doing"] == "jam, door open"
    assert control(tmp_path, "clear", "shuffler").exit_code == 0
    assert table.state()["shuffler"]["doing"] == "shuffling"
    assert control(tmp_path, "pull", "shuffler").exit_code == 0
    assert f"shuffler: reference on {IN_THIS_PROCESS}; CABLE OUT" in control(tmp_path, "state").stdout
    assert control(tmp_path, "plug", "shuffler").exit_code == 0
    assert control(tmp_path, "bet", "3", "1").stdout == "bet progressive 3 1: done\n"
    assert control(tmp_path, "meter", "500").exit_code == 0
    assert "open, not latched, coins 1 3, lights none, meter 500" in control(tmp_path, "state").stdout
    assert control(tmp_path, "collect").stdout == "collect: done\n"
    assert "open, not latched, coins none, lights none" in control(tmp_path, "state").stdout
    for word in ("reload", "mend", "pull", "plug"):
        for device in ("shuffler", "progressive"):
            assert control(tmp_path, word, device).exit_code == 0


def test_help_says_who_can_reach_the_shuffler_and_a_bad_option_is_a_sentence(tmp_path: Path) -> None:
    told = CliRunner().invoke(main, ["serve", "--help"]).stdout
    assert "which only a station in the same process reaches" in " ".join(told.split())
    for option in ("card_supply", "card_supply=magic"):
        refused = CliRunner().invoke(main, ["serve", "--folder", str(tmp_path), "--option", option])
        assert refused.exit_code == 2
        assert "Error: " in refused.stderr


def test_a_station_of_another_program_finds_the_served_controller(
    table: VirtualTable, tmp_path: Path
) -> None:
    assert table.do("bet 1").ok
    wires = ["--wire", "reference", "--progressive", f"reference:{tmp_path / 'progressive'}"]
    run = ["run", "--sim", "--headless", "--speed", "0", "--db", str(tmp_path / "log.db"), *wires]
    command = [sys.executable, "-m", "dealer_station", *run, "--option", "progressive=on", "--rounds", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    state = table.state()["progressive"]
    assert state["noticed"] >= state["acknowledged"] > 0


def test_a_table_without_a_shuffler_says_so(tmp_path: Path) -> None:
    said = tui("--folder", str(tmp_path), said="jam\npull shuffler\nquit\n")
    assert [line.partition(";")[0] for line in said[3:5]] == ["> this table has no shuffler"] * 2
    with_one = tui("--option", "card_supply=two_batch_shuffler", said="jam\nquit\n")
    assert "> fault shuffler jam: done" in with_one


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["dance"], '"dance" is not a word of this table; write help'),
        (["draw", "shoe", "9x"], '"9x" is not a card'),
        (["draw", "0"], '"draw 0": expected draw, draw N from 1 to 1000, or draw shoe CARD'),
        (["draw", "7c"], '"draw 7c": expected draw, draw N from 1 to 1000, or draw shoe CARD'),
        (["draw", "5000"], "expected draw, draw N from 1 to 1000"),
        (["draw", "1", "2"], '"draw 1 2": expected draw, draw N from 1 to 1000'),
        (["draw", "\u0663"], '"draw \u0663": expected draw, draw N'),
        (["bet", "\u0661"], "a position is a number from 1 to 16"),
        (["meter", "\u0661"], "expected meter progressive CENTS"),
        (["draw", "400"], "313 of 400 were drawn; the shoe is empty; write reload shoe"),
        (["reload"], '"reload": expected reload DEVICE'),
        (["reload", "lamp"], '"reload lamp": expected reload DEVICE'),
        (["lock"], '"lock": expected lock shoe'),
        (["unlock", "shuffler"], '"unlock shuffler": expected unlock shoe'),
        (["clear"], '"clear": expected clear shoe or clear shuffler'),
        (["state", "shoe"], '"state shoe": expected state alone'),
        (["quit", "now"], '"quit now": expected quit alone'),
        (["collect", "1"], '"collect 1": expected collect alone'),
        (["fault", "shoe", "cable_pull", "at", "9" * 14], "or at BYTE from 0 to 255"),
        (["fault", "shoe", "pull_during_command"], '"pull_during_command" is not a fault of a shoe'),
        (["draw", "shoe"], "expected draw shoe CARD"),
        (["draw", "shoe", *["7c"] * 8], "6 of 8 were drawn; no 7c is left in the shoe: 6 decks have 6"),
        (["fault", "shoe", "loss", "at", "3"], "after loss expected nothing, xTIMES, a RATE from 0 to 1"),
        (["fault", "shoe", "hiccup"], '"hiccup" is not a fault of a shoe'),
        (["fault", "lamp", "loss"], "expected fault DEVICE NAME"),
        (["pull", "lamp"], "expected pull DEVICE"),
        (["bet", "17"], "a position is a number from 1 to 16"),
        (["meter", "much"], "expected meter progressive CENTS"),
        (["meter", "-5"], '"-5": a meter is a number of cents from 0 to 18446744073709551615'),
        (["meter", str(2**64)], f'"{2**64}": a meter is a number of cents from 0 to 18446744073709551615'),
        (["meter", "9" * 3000], "a meter is a number of cents"),
        (["draw", "-1"], '"draw -1": expected draw, draw N from 1 to 1000'),
        (["fault", "shuffler", "loss"], '"loss" is not a fault of a shuffler; use one of cable_pull, jam'),
        (["await", "shuffler", "jam"], '"await" is not a word of this table'),
    ],
)
def test_a_bad_word_is_answered_in_a_sentence(words: list[str], complaint: str, tmp_path: Path) -> None:
    done = control(tmp_path, *words)
    assert done.exit_code == 1
    assert complaint in done.stderr


@pytest.mark.usefixtures("table")
def test_an_option_that_there_is_not_is_no_word(tmp_path: Path) -> None:
    for words in (("--jsn", "draw"), ("draw", "-x")):
        done = control(tmp_path, *words)
        assert done.exit_code == 2
        assert "No such option" in done.stderr
    assert control(tmp_path, "state", "--json").exit_code == 0


def test_a_meter_that_no_frame_holds_leaves_the_folder_as_it_was(tmp_path: Path) -> None:
    highest = str(2**64 - 1)
    shown = tui("--folder", str(tmp_path), said=f"meter {2**64}\nmeter {highest}\nquit\n")
    assert any("a meter is a number of cents from 0" in line for line in shown)
    assert f"meter {highest}" in "\n".join(tui("--folder", str(tmp_path), said="quit\n"))


def test_a_controller_of_its_own_takes_no_such_meter_either(tmp_path: Path) -> None:
    words = ["serve", "progressive", "--link", str(tmp_path / "port")]
    typed = f"meter {2**64}\nmeter -5\nmeter {'9' * 5000}\nbet {'1' * 5000}\nmeter 7\nquit\n"
    done = CliRunner().invoke(main, words, input=typed)
    assert done.exit_code == 0, done.output
    assert done.stdout.count("a meter is a number of cents from 0") == 3
    assert "a position is a number from 1 to 16" in done.stdout
    assert "meter: done" in done.stdout


def test_the_buttons_of_a_shoe_are_words_too(table: VirtualTable, tmp_path: Path) -> None:
    assert control(tmp_path, "lock", "shoe").stdout == "lock shoe: done\n"
    assert table.state()["shoe"]["locked"] is True
    assert "the shoe is locked; write unlock shoe" in control(tmp_path, "draw").stderr
    assert control(tmp_path, "unlock", "shoe").exit_code == 0
    assert control(tmp_path, "fault", "shoe", "misread").exit_code == 0
    assert control(tmp_path, "clear", "shoe").exit_code == 0
    assert control(tmp_path, "draw").exit_code == 0
    assert "?" not in (tmp_path / "shoe.journal").read_text()
    said = tui("--family", "scanner", said="lock shoe\nhelp\nquit\n")
    assert "> a simulated scanner shoe has no lock; use --family reference" in said
    assert any("lock shoe, unlock shoe" in line for line in said)


def test_a_card_that_was_drawn_by_name_is_in_the_shoe_no_more(table: VirtualTable) -> None:
    assert table.do("draw shoe 7c 7c 7c 7c 7c 7c").ok
    assert table.do("draw 306").ok or "cut" in table.do("state").said
    assert not table.do("draw shoe 7c").ok
    assert table.do("reload shoe").ok
    assert table.do("draw shoe 7c").ok


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["shoe", "--link", "{}/p", "--every", "nan"], "nan is not a number of seconds"),
        (["shoe", "--link", "{}/p", "--every", "inf"], "--every"),
        (["shoe", "--link", "{}/p", "--fault", "loss"], '"loss": the rate is missing; write loss=RATE'),
        (["shoe", "--link", "{}/p", "--fault", "loss="], "the rate is a number from 0 to 1"),
        (["shoe", "--link", "{}/p", "--serial", "S" * 300], "a serial number has 1 to 32 printable"),
        (["progressive", "--link", "{}/p", "--serial", "S" * 300], "a serial number has 1 to 32 printable"),
        (["--folder", "{}", "--serial", "Nº1"], "a serial number has 1 to 32 printable"),
        (["--folder", "{}", "--serial", ""], "a serial number has 1 to 32 printable"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(words: list[str], complaint: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["serve", *(word.format(tmp_path) for word in words)])
    assert done.exit_code == 2
    assert complaint in done.stderr


def test_without_a_table_control_says_how_to_start_one(tmp_path: Path) -> None:
    done = control(tmp_path, "state")
    assert done.exit_code == 2
    assert "no table is served here" in done.stderr
    assert CliRunner().invoke(main, ["control", "state"]).exit_code == 2
    (tmp_path / "control").write_text("no socket")
    assert control(tmp_path, "state").exit_code == 2


def test_noise_on_the_socket_disturbs_nobody(table: VirtualTable, tmp_path: Path) -> None:
    for noise in (b"", b"draw", b"\xff\xfe\x00\n", b"x" * 10_000 + b"\n"):
        with socket.socket(socket.AF_UNIX) as caller:
            caller.connect(str(tmp_path / "control"))
            caller.sendall(noise)
    assert control(tmp_path, "draw").stdout == "drawn: 1\n"
    assert table.state()["shoe"]["drawn"] == 1


def test_several_people_at_once_each_get_their_answer(table: VirtualTable, tmp_path: Path) -> None:
    people = [threading.Thread(target=control, args=(tmp_path, "draw", "5")) for _ in range(6)]
    for person in people:
        person.start()
    for person in people:
        person.join()
    assert table.state()["shoe"]["drawn"] == 30


@pytest.mark.parametrize("ending", ["quit", "SIGTERM", "SIGINT"])
def test_a_served_table_stays_until_it_is_told(ending: str, tmp_path: Path) -> None:
    command = [sys.executable, "-u", "-c", "from hw_sim.cli import main; main()"]
    command += ["serve", "--folder", str(tmp_path), "--family", "scanner", "--seed", "4"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=PIPE, stderr=PIPE, text=True
    ) as served:
        assert served.stdout
        assert served.stderr
        assert served.stdout.readline().startswith(f"shoe: scanner on {tmp_path}/shoe; plugged in")
        assert served.stdout.readline().startswith(f"progressive: reference on {tmp_path}/progressive; ")
        assert served.stdout.readline().startswith("control: ")
        assert control(tmp_path, "draw").stdout == "drawn: 1\n"
        second = CliRunner().invoke(main, ["serve", "--folder", str(tmp_path)])
        assert "another table is served here" in second.stderr
        if ending == "quit":
            assert control(tmp_path, "quit").stdout == "switched off\n"
        else:
            os.kill(served.pid, getattr(signal, ending))
        assert served.wait(10) == 0
        assert served.stderr.read() == ""
    assert not (tmp_path / "shoe").is_symlink()
    assert not (tmp_path / "control").exists()


def test_a_person_at_the_prompt_draws_cards_and_causes_faults(tmp_path: Path) -> None:
    said = tui("--folder", str(tmp_path), said="\n\nfault shoe reboot\njump\nstate\nhelp\nfaults\nquit\n")
    assert said[0].startswith(f"shoe: reference on {tmp_path}/shoe; plugged in")
    assert said[3:7] == [
        *("> drawn: 1", "> drawn: 2", "> fault shoe reboot: done"),
        '> "jump" is not a word of this table; write help',
    ]
    assert any("xTIMES" in line for line in said)
    assert any("impossible_card" in line for line in said)
    assert said[-1] == "> switched off"


def test_the_prompt_goes_to_a_table_that_is_served_already(table: VirtualTable, tmp_path: Path) -> None:
    assert tui("--folder", str(tmp_path), said="draw 2\n")[-2:] == ["> drawn: 2", "> "]
    assert table.state()["shoe"]["drawn"] == 2


@pytest.mark.parametrize("said", ["", "draw", "\x00\n", "draw shoe\n", "-> -> ->\n", "fault\n"])
def test_nothing_that_is_typed_breaks_the_prompt(said: str) -> None:
    assert tui(said=said)[0].startswith("shoe: ")


def test_control_c_leaves_the_prompt(tmp_path: Path) -> None:
    command = [sys.executable, "-u", "-c", "from hw_sim.cli import main; main()", "tui"]
    with subprocess.Popen(
        [*command, "--folder", str(tmp_path)], cwd=ROOT, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True
    ) as prompt:
        assert prompt.stdout
        while not prompt.stdout.readline().startswith("an empty line"):
            pass
        os.kill(prompt.pid, signal.SIGINT)
        out, complaints = prompt.communicate()
    assert (prompt.returncode, complaints) == (0, "")
    assert out.endswith("the prompt was left\n")


def test_every_fault_is_listed_with_one_line() -> None:
    lines = CliRunner().invoke(main, ["faults"]).stdout.splitlines()
    listed = [[device, name] for device, faults in FAULTS.items() for name in faults]
    assert [line.split()[:2] for line in lines] == listed
    assert all(line.endswith(".") for line in lines)
