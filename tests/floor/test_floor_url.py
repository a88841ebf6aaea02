"""Commands that take the floor's address where they take a file, typed as a person types them."""

import json
import os
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner

from dealer_station.cli.main import main
from dealer_station.config.floor_address import FloorAddress, floor_address
from dealer_station.log.integrity import sign
from tests.floor.commands import done
from tests.floor.floors import FloorUnderTest, bring
from tests.floor.test_mirror import two_months
from tests.log import shifts


class Reader:
    """Somebody with a reader's certificate, who types commands."""

    def __init__(self, floor: FloorUnderTest, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.floor = floor
        self.settings = floor.enrol("pit", reader=True)
        self.url = self.settings.url
        self.config, self.cache = folder / "config", folder / "cache"
        monkeypatch.setenv("XDG_CONFIG_HOME", str(self.config))
        monkeypatch.setenv("XDG_CACHE_HOME", str(self.cache))
        monkeypatch.chdir(folder)
        place = self.config / "dealer-station"
        place.mkdir(parents=True)
        files = {"certificate": self.settings.certificate, "key": self.settings.key, "ca": self.settings.ca}
        lines = [f'{name} = "{path}"' for name, path in files.items()]
        (place / "floor.toml").write_text("\n".join(["[floor]", f'url = "{self.url}"', *lines]))

    def type(self, *words: str) -> tuple[int, str]:
        """Exit code and everything that was printed."""
        result = CliRunner().invoke(main, list(words))
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result.exit_code, result.output

    def good(self, *words: str) -> str:
        code, output = self.type(*words)
        assert code == 0, output
        return output

    def bad(self, code: int, *words: str) -> str:
        found, output = self.type(*words)
        assert found == code, output
        return output


@pytest.fixture(scope="module")
def months(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A table with a closed month."""
    return two_months(tmp_path_factory.mktemp("months") / "seven.db")


@pytest.fixture(scope="module")
def eight(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shifts.play(tmp_path_factory.mktemp("eight") / "eight.db", rounds=3, seed=8)


@pytest.fixture
def reader(
    floor: FloorUnderTest, months: list[Path], eight: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Reader:
    bring(floor.enrol("table-7"), months[-1], "Table 7")
    bring(floor.enrol("table-8"), eight, "Table 8")
    return Reader(floor, tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("https://floor.example:8443/", FloorAddress("https://floor.example:8443")),
        ("https://floor.example", FloorAddress("https://floor.example:8443")),
        ("https://floor.example:1/Table%207", FloorAddress("https://floor.example:1", "Table 7")),
        ("https://[::1]:9/?table=Table 7", FloorAddress("https://[::1]:9", "Table 7")),
    ],
)
def test_an_address_names_a_floor_and_perhaps_a_table(text: str, found: FloorAddress) -> None:
    assert floor_address(text) == found


@pytest.mark.parametrize(
    "text",
    ["http://floor.example/", "https://", "https://floor:99999/", "https://floor/a/b", "https://floor/a?x=1"],
)
def test_another_address_is_refused_with_the_reason(text: str) -> None:
    result = CliRunner().invoke(main, ["log", "verify", text])
    assert result.exit_code == 2
    assert "write https://HOST:PORT/TABLE" in result.output


def test_all_tables_are_verified_and_a_named_one_with_all_its_months(reader: Reader) -> None:
    output = reader.good("log", "verify", f"{reader.url}/")
    assert "Table 7, Table-7.db:" in output
    assert "Table 8, Table-8.db:" in output
    assert output.count("chain intact") == 2
    assert "is missing and was not verified" in output
    assert "name keys that you trust" in output
    output = reader.good("log", "verify", f"{reader.url}/Table%207", "--months", "all", "--replay")
    assert output.count("chain intact") == 2
    assert output.count("replayed with the same results") == 2
    assert "missing" not in output
    told = json.loads(
        reader.good("log", "verify", f"{reader.url}/?table=Table 8", "--json").partition("\nthe")[0]
    )
    assert told["ok"]
    assert [one["table"] for one in told["tables"]] == ["Table 8"]
    assert "no table" in reader.bad(2, "log", "verify", f"{reader.url}/Table%209")


def test_a_damaged_copy_is_pulled_again_and_an_altered_floor_is_reported(reader: Reader, eight: Path) -> None:
    reader.good("log", "verify", f"{reader.url}/Table 8")
    (copy,) = reader.cache.glob("dealer-station/floors/*/Table-8-*/Table-8.db")
    stamp = copy.stat()
    content = bytearray(copy.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 900] = bytes(900)
    copy.write_bytes(content)
    os.utime(copy, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))  # So that only a verification finds it.
    output = reader.good("log", "verify", f"{reader.url}/Table 8")
    assert "was damaged here, and was pulled again" in output
    assert shifts.rows(copy) == shifts.rows(eight)

    with psycopg.connect(reader.floor.database, autocommit=True) as connection:
        connection.execute("UPDATE floor.head SET seq = 9 WHERE seq < 200")
    output = reader.bad(1, "log", "verify", f"{reader.url}/")
    assert "Table 8: the floor's log was altered: it ends at row 9" in output
    assert output.count("chain intact") == 2, "the copies are verified all the same"
    assert "altered" in reader.bad(1, "report", f"{reader.url}/Table 8")


def test_who_never_read_an_altered_floor_before_is_told_and_left_without_a_file(reader: Reader) -> None:
    with psycopg.connect(reader.floor.database, autocommit=True) as connection:
        connection.execute("UPDATE floor.event SET wall_us = wall_us + 1 WHERE seq = 20")
    for words in (("log", "verify"), ("report",), ("dispute", "sheet", "--out", "x.pdf")):
        asked = (*words, f"{reader.url}/Table 8", *(["2"] if "sheet" in words else []))
        output = reader.bad(1, *asked)
        assert "Table 8: the floor's log was altered" in output
        assert "keeps what the floor had told before" not in output
        assert "empty log" not in output


def test_a_report_covers_all_tables_and_the_months_that_the_time_asks_for(reader: Reader) -> None:
    output = reader.good("report", f"{reader.url}/", "--zone", "UTC", "--from", "2026-11-16")
    copies = list(reader.cache.glob("dealer-station/floors/*/*/*.db"))
    assert len(copies) == 3, "the closed month was pulled, because the time begins in it"
    alone = reader.good("report", f"{reader.url}/Table 7", "--zone", "UTC", "--format", "json")
    assert json.loads(alone)
    assert "Table-7.db" in output
    assert "Table-8.db" in output


def test_disputes_find_the_month_of_a_round(reader: Reader, months: list[Path], tmp_path: Path) -> None:
    url = f"{reader.url}/Table 7"
    for number, name in ((3, months[0].name), (60, "Table-7.db")):
        output = reader.good(
            *("dispute", "note", url, str(number), "--claimed", "a pair", "--by", "Maria"),
        )
        assert f"round {number} of {name}" in output
    assert "round 60" in reader.good("dispute", "list", "--log", url)
    both = reader.good("dispute", "list", "--log", f"{reader.url}/", "--months", "all")
    assert "round 3" in both
    assert "round 60" in both
    assert "no notes" in reader.good("dispute", "list", "--log", f"{reader.url}/Table 8")
    output = reader.good("dispute", "sheet", url, "3", "--out", str(tmp_path / "sheet.pdf"))
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
    assert "name one table" in reader.bad(
        2, "dispute", "sheet", reader.url, "3", "--out", str(tmp_path / "x.pdf")
    )


def test_credentials_come_from_options_or_a_file_and_their_lack_is_explained(
    reader: Reader, tmp_path: Path
) -> None:
    given = [
        *("--floor-certificate", str(reader.settings.certificate), "--floor-key", str(reader.settings.key)),
        *("--floor-ca", str(reader.settings.ca), "--cache", str(tmp_path / "elsewhere")),
    ]
    usual = reader.config / "dealer-station" / "floor.toml"
    text = usual.read_text()
    usual.unlink()
    reader.good("log", "verify", f"{reader.url}/Table 8", *given)
    assert list((tmp_path / "elsewhere").rglob("Table-8.db"))
    assert "belong together" in reader.bad(2, "log", "verify", reader.url, *given[:2])
    assert "--floor FILE names it" in reader.bad(2, "log", "verify", reader.url)
    named = tmp_path / "mine.toml"
    named.write_text(text)
    reader.good("log", "verify", f"{reader.url}/Table 8", "--floor", str(named))
    named.write_text("[floor]\nurl = 7\n")
    assert "mine.toml line 2, floor.url: 7 is a whole number" in reader.bad(
        *(2, "log", "verify", reader.url, "--floor", str(named))
    )
    named.write_text('[floor]\nkey = "x"\n')
    assert "lacks certificate, ca" in reader.bad(2, "log", "verify", reader.url, "--floor", str(named))


def test_a_floor_that_is_away_is_named_with_the_place_of_the_copies(reader: Reader) -> None:
    reader.good("log", "verify", f"{reader.url}/Table 8")
    reader.floor.gateway.stop()
    output = reader.bad(2, "log", "verify", f"{reader.url}/Table 8")
    assert "does not answer" in output
    assert str(reader.cache) in output


def test_a_table_of_a_floor_is_compared_with_what_was_kept_elsewhere(
    reader: Reader, months: list[Path], tmp_path: Path
) -> None:
    """The note and the checkpoint of the station itself, and a note of another log."""
    url, note = f"{reader.url}/Table 7", tmp_path / "kept.note"
    for row in ((), ("--seq", str(shifts.rows(months[0])[-1][0]))):
        note.write_text(reader.good("log", "checkpoint", str(months[-1]), *row), "utf-8")
        reader.good("log", "verify", url, "--checkpoint", str(note))
    outside = sign.outside_path(months[-1])
    reader.good("log", "verify", url, "--checkpoint", str(outside))
    reader.bad(1, "log", "verify", f"{reader.url}/Table 8", "--checkpoint", str(note))
    assert "name its table" in reader.bad(2, "log", "verify", reader.url, "--checkpoint", str(note))


def test_a_report_names_a_table_as_the_floor_does(reader: Reader) -> None:
    assert reader.good("report", f"{reader.url}/Table 8").startswith("Table 8, ")
    done(reader.floor, "rename", "Table 8", "High limit 8", "--by", "Maria", "--because", "it was moved")
    assert reader.good("report", f"{reader.url}/High limit 8").startswith("High limit 8, ")
