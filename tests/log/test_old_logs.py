"""A log reads for ever: files of older versions stay in the tests, and a station goes on with them."""

import json
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from click.testing import CliRunner

import migrations
from dealer_station.cli.main import main
from dealer_station.engine.model.errors import LogCorruptError
from dealer_station.engine.model.events import CardBurned
from dealer_station.engine.model.observations import Confirmed
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.log.integrity.chain import Row
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.log.store import codec, files, schema, upgrade
from dealer_station.log.store.codec import decode, encode, kind_of
from dealer_station.log.store.records import Opened, RulesKept, Stopped
from dealer_station.rulebooks.parser import parse
from dealer_station.station.station import Seen
from tests.log import shifts
from tests.log.shifts import SetClock

OLD = sorted(path for path in (Path(__file__).parent / "fixtures").iterdir() if path.is_dir())


@pytest.fixture(params=OLD, ids=lambda path: path.name)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of an old log that may be written to."""
    shutil.copytree(request.param, tmp_path / "old")
    return tmp_path / "old" / f"{request.param.name}.db"


def run(*words: object) -> str:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_an_old_log_is_listed_shown_and_exported(old: Path) -> None:
    numbers = [one["number"] for one in json.loads(run("log", "rounds", old, "--json"))["rounds"]]
    assert numbers == {"first": [1, 2], "second": [15, 16]}[old.stem]
    assert "rack, from the top" in run("log", "show", old, numbers[-1])
    assert "\nend\n" in run("log", "export", old, "--form", "rounds")


def test_the_rulebook_of_an_old_log_has_every_value_of_today(old: Path) -> None:
    kept = [decode(row.part, row.body) for row in rows_of(old) if kind_of(row.body) == "RulesKept"]
    texts = [record.text for record in kept if isinstance(record, RulesKept)]
    assert texts
    for text in texts:
        rules = parse(text.encode(), of_any_version=True)
        assert isinstance(rules, Rules), (
            "a rulebook that an old log carries cannot be read; enter each new value in ADDED of "
            "dealer_station/rulebooks/legacy.py, so that old tables behave as before: "
            + "; ".join(fault.sentence(old.name) for fault in rules)
        )


def test_an_old_log_verifies_and_replays_to_the_same_results(old: Path) -> None:
    assert "the same results" in run("log", "verify", old, "--replay")


def test_a_closed_month_of_old_carries_its_table_and_opens_with_its_key(tmp_path: Path) -> None:
    shutil.copytree(OLD[1], tmp_path / "old")
    month, log = tmp_path / "old" / "second-2026-11.db", tmp_path / "old" / "second.db"
    assert "14 rounds replayed with the same results" in run("log", "verify", month, "--replay")
    with Reader(log) as reader:
        opened = decode("record", next(reader.rows()).body)
        kinds = {kind_of(row.body) for path in (month, log) for row in rows_of(path)}
    assert isinstance(opened, Opened)
    assert opened.carried
    assert kinds >= {
        *("HoldRaised", "HoldRuled", "TapTakenBack", "HandVoided", "OptionChosen", "SideBetsMoved"),
        *("CardsTakenOut", "CardsReread", "CardKept", "ShoeLoaded"),
        *("DeviceMet", "Restored", "KeysNamed", "Unsealed", "Closed"),
    }
    key = tmp_path / "old" / "escrow.key"
    words = ("--key", key, "--by", "Lee", "--because", "a test", "--record", log, "--keys", f"{log}.keys")
    assert " of " in run("log", "unseal", month, 1, *words)


def rows_of(path: Path) -> list[Row]:
    with Reader(path) as reader:
        return list(reader.rows())


def test_a_station_goes_on_with_an_old_log_after_a_copy_and_changes_no_row(old: Path) -> None:
    before, revision = shifts.rows(old), _revision(old)
    if old.stem == "first":
        shifts.play(old, rounds=1, seed=6)
    else:
        # Its last round is open, and is finished under the rulebook that it was begun under.
        station = shifts.going_on_with(old, SetClock())
        station.observe(Seen(Confirmed("confirm_layout"), "dealer", "Lee"))
        station.stop()
    assert shifts.rows(old)[: len(before)] == before
    assert _revision(old) == schema.REVISION
    assert verify(old).ok
    copies = list(old.parent.glob(f"{old.name}.before-*"))
    assert len(copies) == (revision != schema.REVISION)
    for copy in copies:
        assert shifts.rows(copy) == before


def _revision(db: Path) -> str:
    connection = sqlite3.connect(db)
    found = connection.execute("SELECT version_num FROM alembic_version").fetchone()[0]
    connection.close()
    return str(found)


def test_a_newer_file_is_refused_with_what_to_do(shift: Path, tmp_path: Path) -> None:
    db = tmp_path / "log.db"
    shutil.copy(shift, db)
    connection = sqlite3.connect(db, isolation_level=None)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    words = ["run", "--sim", "--headless", "--rounds", "1", "--speed", "0", "--db", str(db)]
    for command in (["log", "rounds", str(db)], ["log", "verify", str(db)], words):
        done = CliRunner().invoke(main, command)
        assert done.exit_code == 2
        assert "written by a newer version of Dealer Station: install that one" in done.stderr


def _scripts() -> tuple[Config, ScriptDirectory]:
    config = Config()
    config.set_main_option("script_location", migrations.__path__[0])
    return config, ScriptDirectory.from_config(config)


def test_the_newest_migration_is_the_one_that_the_station_writes() -> None:
    assert _scripts()[1].get_heads() == [schema.REVISION]


def test_a_new_log_has_the_tables_that_all_migrations_together_make(shift: Path, tmp_path: Path) -> None:
    migrated = files.open_for_writing(tmp_path / "migrated.db")
    migrated.exec_driver_sql("BEGIN IMMEDIATE")
    upgrade.migrate(migrated)
    migrated.commit()
    files.close(migrated)
    assert _made(tmp_path / "migrated.db") == _made(shift)
    assert _revision(tmp_path / "migrated.db") == _revision(shift)


def _made(db: Path) -> list[tuple[str, ...]]:
    """Every table, index and trigger of a file, with its text."""
    with closing(sqlite3.connect(db)) as connection:
        found = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
    return sorted(tuple(re.sub(r"\s+", "", str(part)) for part in row) for row in found)


def test_no_migration_goes_back() -> None:
    for script in _scripts()[1].walk_revisions():
        with pytest.raises(RuntimeError, match="never taken back"):
            script.module.downgrade()


def test_no_migration_touches_an_event() -> None:
    for path in Path(migrations.__path__[0]).rglob("*.py"):
        text = path.read_text("utf-8")
        assert "batch_alter_table" not in text
        assert "UPDATE event" not in text


def test_the_tables_are_those_that_the_code_believes_in(shift: Path) -> None:
    from alembic.autogenerate import compare_metadata

    connection = files.open_for_reading(shift)
    assert compare_metadata(MigrationContext.configure(connection), schema.METADATA) == []
    files.close(connection)
    plain = sqlite3.connect(shift)
    strict = plain.execute("SELECT name, strict FROM pragma_table_list WHERE schema = 'main'").fetchall()
    plain.close()
    assert {name for name, is_strict in strict if is_strict} == set(schema.METADATA.tables)


def test_an_old_shape_is_brought_to_that_of_today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(codec.VERSIONS, "CardBurned", 3)
    monkeypatch.setitem(codec.UPCASTERS, ("Burned", 1), lambda old: {"type": "CardBurned", "deal": old["of"]})
    monkeypatch.setitem(codec.UPCASTERS, ("CardBurned", 2), lambda old: {**old, "kept": True})
    assert decode("fact", b'{"v":1,"type":"Burned","of":"war"}') == CardBurned("war", kept=True)
    assert encode(CardBurned("war")).startswith(b'{"v":3,"type":"CardBurned"')
    assert decode("fact", encode(CardBurned("war"))) == CardBurned("war")


def test_a_shape_of_tomorrow_is_refused_with_what_to_do() -> None:
    with pytest.raises(LogCorruptError, match="use the version of Dealer Station that wrote it"):
        decode("record", encode(Stopped()).replace(b'"v":1', b'"v":2'))
    with pytest.raises(LogCorruptError, match="cannot be read"):
        decode("record", b'{"v":1,"type":"Nonsense"}')
