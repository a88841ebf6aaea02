"""`dealer-station config init`, `check`, `show` and `set`, and how `run` handles a station.toml."""

import json
import os
import re
from pathlib import Path

import pytest

from dealer_station.config import load
from dealer_station.config.parser import parse
from dealer_station.config.template import WORDS, keys
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.review.replay_check import replay
from dealer_station.rulebooks import NAMES, folder
from tests.config.stations import PIN, Desk, minimal
from tests.house.rules import ROOT

EVERY_DEFAULT = "\n" * 40


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.mark.parametrize("profile", NAMES)
def test_a_file_that_was_asked_for_is_good_and_holds_every_key(desk: Desk, profile: str) -> None:
    shown = desk.good("config", "init", str(desk.file), typed=f"Table 7\n{profile}\n{EVERY_DEFAULT}")
    assert "Table name [Table 1]:" in shown
    assert "good" in desk.good("config", "check", str(desk.file))
    file = load(desk.file)
    assert (file.config.table.name, file.config.table.profile) == ("Table 7", profile)
    text = desk.file.read_text("utf-8")
    for name, field in keys():
        if not name.startswith(("golive", "options")):
            assert f"# {WORDS[name]}" in text, name
            assert field.name in text


def test_bad_answers_are_asked_again(desk: Desk) -> None:
    typed = "\nmaryand\nmaryland\nx\n25\n7\n10\n9\n7\n6\n\n\n"
    typed += "10\n5\n0\n10\n500\n5\n0\n0\n0\nscanner\n \n/dev/ttyS0\nX\n"
    shown = desk.good("config", "init", str(desk.file), typed=typed + EVERY_DEFAULT)
    for complaint in (
        "did you mean maryland?",
        '"x" is not valid; enter a whole number from 0 to 23',
        '"25" is not valid; enter a whole number from 0 to 23',
        'spots "10" is not a number from 1 to 9',
        'decks cannot be "7"',
        "the maximum is below the minimum; enter them again",
        "the answer is empty",
    ):
        assert complaint in shown, complaint
    config = load(desk.file).config
    assert config.options == {"decks": 6}
    assert config.limits.main.max_cents == 50_000
    assert (config.devices.shoe.family, config.devices.shoe.port) == ("scanner", "/dev/ttyS0")
    assert config.devices.shoe.serial == "X"


def test_whoever_stops_in_the_middle_leaves_nothing_behind(desk: Desk) -> None:
    shown = desk.bad("config", "init", str(desk.file), typed="Table 7\nmaryland\n")
    assert "nothing was written" in shown
    assert list(desk.folder.iterdir()) == []


def test_a_file_is_not_written_over_by_mistake_nor_by_anybody(desk: Desk) -> None:
    desk.file.write_text(minimal(), "utf-8")
    assert "already exists; use --force" in desk.bad("config", "init", str(desk.file), typed=EVERY_DEFAULT)
    desk.good("config", "init", "--force", str(desk.file), typed=EVERY_DEFAULT)
    desk.make_supervisor()
    before = desk.file.read_bytes()
    typed = "111222\n" + EVERY_DEFAULT
    assert "wrong PIN" in desk.bad("config", "init", "--force", str(desk.file), "--as", "Maria", typed=typed)
    assert desk.file.read_bytes() == before


FAULTS = """\
[table]
name = ""
profile = "marylnd"
gaming_day_start_hour = 24
[limits.main]
min_cents = 500
max_cents = 100
[devices.shoe]
family = "reference"
[devices.shuffler]
family = "referenc"
[scren]
theme = "dark"
[log]
kyes = "x"
"""


MISPLACED = """\
[table]
name = "Table 7"
profile = "massachusetts"
[devices.shoe]
family = "reference"
port = "/dev/ttyUSB0"
[devices.progressive]
family = "reference"
port = "/dev/ttyUSB0"
[people]
file = "folder"
[log]
db = "folder"
keys = "file"
"""


def test_what_is_of_the_wrong_kind_or_taken_is_said_by_its_line(desk: Desk) -> None:
    (desk.folder / "folder").mkdir()
    (desk.folder / "file").touch()
    desk.file.write_text(MISPLACED, "utf-8")
    result = desk.do("config", "check", str(desk.file))
    assert result.exit_code == 1
    assert [line.removeprefix(f"{desk.file} ") for line in result.output.splitlines()] == [
        (
            'line 9, devices.progressive.port: "/dev/ttyUSB0" is the port of the shoe too; '
            "each device has its own"
        ),
        'line 11, people.file: "folder" is not a file; name one',
        'line 13, log.db: "folder" is not a file; name one',
        'line 14, log.keys: "file" is a file; name the folder of the keys',
    ]


def test_what_has_no_end_is_not_read(desk: Desk) -> None:
    os.mkfifo(desk.folder / "pipe")
    for path in (desk.folder / "pipe", Path("/dev/zero")):
        result = desk.do("config", "check", str(path))
        assert result.exit_code == 2
        assert f"{path}: is not a regular file; name the station.toml itself" in result.output


def test_what_belongs_together_is_changed_together(desk: Desk) -> None:
    desk.file.write_text(minimal(), "utf-8")
    desk.make_supervisor()
    shoe = ("devices.shoe.family", "reference", "devices.shoe.port", "/dev/ttyUSB0")
    alone = desk.bad("config", "set", *shoe[:2], str(desk.file), "--as", "Maria", typed=f"{PIN}\n")
    assert "no port; name where the shoe is" in alone
    assert (
        "nothing was written. Set values that depend on each other together: `config set KEY VALUE KEY"
        in alone
    )
    said = desk.good("config", "set", *shoe, str(desk.file), "--as", "Maria", typed=f"{PIN}\n")
    assert "devices.shoe.family is reference, devices.shoe.port is /dev/ttyUSB0" in said
    found = load(desk.file).config.devices.shoe
    assert (found.family, found.port) == ("reference", "/dev/ttyUSB0")
    assert "did you mean screen.theme?" in desk.bad("config", "set", "screen.them", "light", str(desk.file))
    assert "screen.theme has no value" in desk.bad("config", "set", "screen.theme")


def test_all_that_is_wrong_is_said_at_once_with_its_line(desk: Desk) -> None:
    desk.file.write_text(FAULTS, "utf-8")
    result = desk.do("config", "check", str(desk.file))
    assert result.exit_code == 1
    lines = result.output.splitlines()
    expected = [
        ("line 2, table.name", "no name"),
        ("line 3, table.profile", "did you mean maryland?"),
        ("line 4, table.gaming_day_start_hour", "24 is not an hour of the day; use 0 to 23"),
        ("line 7, limits.main.max_cents", "100 is below min_cents, 500"),
        ("line 8, devices.shoe.port", "no port; name where the shoe is"),
        ("line 11, devices.shuffler.family", '"referenc" is not allowed; expected one of none, reference'),
        ("line 12, scren", 'unknown key "scren"; did you mean screen?'),
        ("line 15, log.kyes", 'unknown key "kyes"; did you mean keys?'),
    ]
    for line, (place, words) in zip(lines, expected, strict=True):
        assert line.startswith(f"{desk.file} {place}: "), line
        assert words in line
    told = json.loads(desk.do("config", "check", "--json", str(desk.file)).output)
    assert [fault["line"] for fault in told["faults"]] == [2, 3, 4, 7, 8, 11, 12, 15]
    shown = desk.bad("run", "--sim", "--config", str(desk.file))
    assert f"{desk.file} line 2, table.name: no name" in shown
    assert "the first of 8 faults" in shown


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        (
            "[options]\nwar_bun = 'once'\n",
            'line 5, options.war_bun: massachusetts: no option is called "war_bun", did you mean',
        ),
        ("[options]\nwar_burn = 'twice'\n", 'war_burn cannot be "twice"; the book leaves once'),
        ("[options]\ndecks = 9\ndecks = 8\n", '"decks" appears twice'),
        ("[options]\ndecks = [6]\n", "line 5, options.decks: [6] is a list"),
        (
            "[screen]\ntext_scale = 3\n",
            "line 5, screen.text_scale: 3.0 is not a valid text scale; use 0.8 to 2.0",
        ),
        ("[screen]\nsound = 'yes'\n", '"yes" is text; expected a truth value'),
        ("[log]\ndb = ''\n", "line 5, log.db: no file"),
        ("[devices.shoe]\nfamily = 'reference'\n", "line 4, devices.shoe.port: no port"),
        ("[devices.shoe]\nport = 'x'\n", "has a port and no family"),
        ("[devices.shoe]\nfamily='reference'\nport='x'\ncodes = 'c'\n", "only a scanner has a file of codes"),
        ("[limits.tie]\nmin_cents = -1\n", "an amount below zero"),
        ("[people]\nfile = 3\n", "3 is a whole number; expected text"),
        ("[[screen]]\n", "[{}] is a list; expected a table with size, theme"),
    ],
)
def test_a_bad_value_says_what_where_and_what_to_do(desk: Desk, more: str, complaint: str) -> None:
    desk.file.write_text(minimal(more=more), "utf-8")
    assert complaint in desk.bad("config", "check", str(desk.file))


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ('name = 5\nprofile = "maryland"', "table.name: 5 is a whole number; expected text"),
        ('name = "A"\nprofile = 5', "table.profile: 5 is a whole number; expected text"),
        ('name = "A\\nB"\nprofile = "maryland"', "table.name: a name must be one line"),
    ],
)
def test_a_table_without_what_it_needs_is_told_by_line(desk: Desk, table: str, complaint: str) -> None:
    desk.file.write_text(f"[table]\n{table}\n", "utf-8")
    assert complaint in desk.bad("config", "check", str(desk.file))


def test_a_file_without_a_table_and_one_that_is_none(desk: Desk) -> None:
    desk.file.write_text("[screen]\n", "utf-8")
    assert '"table" is missing; expected a table with name, profile' in desk.bad(
        "config", "check", str(desk.file)
    )
    desk.file.write_bytes(b"\xff\xfe")
    assert "not UTF-8 text" in desk.bad("config", "check", str(desk.file))
    assert "cannot be read" in desk.bad("config", "check", str(desk.folder / "other.toml"))


def test_show_prints_what_holds(desk: Desk) -> None:
    desk.file.write_text(minimal("maryland", "[options]\nwar_burn = 'once'\n"), "utf-8")
    shown = desk.good("config", "show", str(desk.file))
    for name, field in keys():
        if field.name in ("theme", "db", "gaming_day_start_hour"):
            assert name in shown
    assert re.search(r"war_burn +once +\(9\.H, 9\.H\(2\); answered\)", shown)
    assert re.search(r"suited_double_tie +each_pair_suited +\(10\.B\(2\); marked default", shown)
    told = json.loads(desk.good("config", "show", "--json", str(desk.file)))
    assert told["screen"]["theme"] == "dark"
    assert told["unanswered"] == ["progressive_stake_on_win", "suited_double_tie"]


def test_a_value_is_changed_in_its_line_by_a_supervisor_alone(desk: Desk) -> None:
    desk.file.write_text(minimal(more="# mine\n[screen]\ntheme = 'dark'  # as Bo likes it\n"), "utf-8")
    desk.make_supervisor()
    change = ("config", "set", "screen.theme", "light", str(desk.file), "--as", "Maria")
    assert "wrong PIN" in desk.bad(*change, typed="111222\n")
    assert "theme = 'dark'" in desk.file.read_text("utf-8")
    desk = _after_the_wait(desk)
    desk.good(*change, typed=f"{PIN}\n")
    text = desk.file.read_text("utf-8")
    assert '# mine\n[screen]\ntheme = "light"  # as Bo likes it\n' in text
    for key, value in (
        ("screen.sound", "true"),
        ("screen.text_scale", "1.5"),
        ("limits.main.min_cents", "500"),
        ("options.decks", "8"),
    ):
        desk.good("config", "set", key, value, str(desk.file), "--as", "Maria", typed=f"{PIN}\n")
    config = load(desk.file).config
    assert (config.screen.sound, config.screen.text_scale) == (True, 1.5)
    assert (config.limits.main.min_cents, config.options) == (500, {"decks": "8"})


def _after_the_wait(desk: Desk) -> Desk:
    """The waits are in the file of the people; a test has no time for them."""
    people = desk.folder / "people.json"
    people.write_bytes(re.sub(rb'"wait_until_us": \d+', b'"wait_until_us": 0', people.read_bytes()))
    return desk


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("screen.colour", "red", 'unknown key "screen.colour"; expected one of table.name'),
        ("golive.signed_by", "Eve", "unknown key"),
        ("screen.sound", "yes", "expected true or false"),
        ("table.gaming_day_start_hour", "noon", "expected a number"),
        ("table.gaming_day_start_hour", "24", "24 is not an hour of the day"),
        ("options.war_burn", "twice", 'war_burn cannot be "twice"'),
    ],
)
def test_a_change_that_cannot_be_is_not_made(desk: Desk, key: str, value: str, complaint: str) -> None:
    desk.file.write_text(minimal(), "utf-8")
    desk.make_supervisor()
    before = desk.file.read_bytes()
    change = ("config", "set", key, value, str(desk.file), "--as", "Maria")
    assert complaint in desk.bad(*change, typed=f"{PIN}\n")
    assert desk.file.read_bytes() == before


def test_every_key_is_documented() -> None:
    text = (ROOT / "docs" / "reference" / "station-toml-keys.md").read_text("utf-8")
    missing = [name for name, _ in keys() if f"`{name}`" not in text]
    assert not missing, f"docs/reference/station-toml-keys.md lacks: {', '.join(missing)}"
    assert {name for name, _ in keys()} == set(WORDS)


def test_a_shift_takes_book_answers_and_limits_from_the_file(desk: Desk) -> None:
    more = "[options]\nspots = 5\ndecks = 8\n[limits.main]\nmin_cents = 2500\nmax_cents = 5000\n"
    desk.file.write_text(minimal("maryland", more), "utf-8")
    deal = ("run", "--sim", "--speed", "0", "--rounds", "2", "--config", str(desk.file))
    shown = desk.good(*deal)
    assert ": 8 decks, 5 spots\n" in shown
    assert "1:25" in shown
    assert "choices use their marked defaults: war_burn once (9.H, 9.H(2))" in " ".join(shown.split())
    shown = desk.good(*deal, "--option", "spots=6", "--players", "6")
    assert ": 8 decks, 6 spots\n" in shown
    shown = desk.good(*deal, "--profile", "new_zealand")
    assert ": 6 decks, 7 boxes\n" in shown


def test_a_houses_own_book_lies_beside_the_file(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    (desk.folder / "house.toml").write_bytes((folder() / "maryland.toml").read_bytes())
    desk.file.write_text(minimal("house.toml"), "utf-8")
    elsewhere = desk.folder / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert "good" in desk.good("config", "check", str(desk.file))
    desk.good("run", "--sim", "--speed", "0", "--rounds", "1", "--config", str(desk.file))


def test_the_file_is_found_here_and_in_the_users_configuration(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = desk.folder / "config" / "dealer-station"
    mine.mkdir(parents=True)
    (mine / "station.toml").write_text(minimal("new_zealand"), "utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(desk.folder / "config"))
    monkeypatch.chdir(desk.folder)
    deal = ("run", "--sim", "--speed", "0", "--rounds", "1")
    assert ": 6 decks, 7 boxes\n" in desk.good(*deal)
    desk.file.write_text(minimal("exhibit_a"), "utf-8")
    assert ": 8 decks, 6 spots\n" in desk.good(*deal)
    desk.file.write_text(FAULTS, "utf-8")
    assert len(desk.bad("config", "check").splitlines()) == 8


def test_training_has_a_log_of_its_own_and_says_so(desk: Desk) -> None:
    desk.file.write_text(minimal(more="[limits.main]\nmin_cents = 2500\n"), "utf-8")
    deal = ("run", "--sim", "--headless", "--speed", "0", "--rounds", "2", "--config", str(desk.file))
    shown = desk.good(*deal, "--training")
    db = desk.folder / "station-training.db"
    assert f"TRAINING TABLE; {db}" in shown
    assert not (desk.folder / "station.db").exists()
    assert verify(db).findings == ()
    assert replay(db).differences == ()
    with Reader(db) as log:
        known = log.recollect_before(2**62)
    assert known.opened_as is not None
    assert (known.opened_as.kind, known.opened_as.table) == ("training", "Table 7")
    assert known.rules is not None
    assert known.rules.main_limits is not None
    assert known.rules.main_limits.min_cents == 2500
    refused = desk.bad(*deal, "--db", str(db))
    assert "is the log of a training table, and this one is simulated" in refused
    assert "a training table, Table 7, marked defaults for war_burn" in desk.good("log", "people", str(db))
    assert "--headless and --db FILE must be given together" in desk.bad(*deal)


@pytest.mark.parametrize(
    ("section", "told"),
    [
        ('url = "http://floor"', "is not the address of a floor; write https://HOST:PORT"),
        ('url = "https://floor:99999"', "is not the address of a floor"),
        ('url = "https://floor:0"', "is not the address of a floor"),
        ('url = "https://floor/Table%207"', "names a table, and a station brings its own log"),
        ('url = "https://floor:8443"\ncertificate = "a"\nkey = "b"', "floor.ca: no file"),
        ('certificate = "a"', "floor.url: no address"),
    ],
)
def test_a_floor_that_cannot_be_reached_is_named_with_its_key(section: str, told: str) -> None:
    faults = parse(minimal("massachusetts", f"[floor]\n{section}\n").encode(), Path())
    assert isinstance(faults, tuple)
    assert told in " ".join(fault.sentence("station.toml") for fault in faults)
