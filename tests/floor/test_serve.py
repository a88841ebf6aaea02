"""The start of a gateway: what is wrong is said before the first station comes."""

import re
import shutil
from pathlib import Path

import pytest

from tests.floor.commands import done, floor_command, refused
from tests.floor.floors import FloorUnderTest


def another_floor(floor: FloorUnderTest, tmp_path: Path) -> FloorUnderTest:
    return FloorUnderTest(tmp_path / "other", floor.database)


def test_an_address_that_this_machine_does_not_have_is_said_so(floor: FloorUnderTest) -> None:
    # 192.0.2.0/24 is reserved for documents: no machine has such an address.
    said = refused(floor, "serve", "--host", "192.0.2.1", "--port", "0")
    assert "cannot listen at 192.0.2.1:0: this machine does not have that address; choose another" in said


def test_a_database_without_standbys_and_a_folder_of_another_floor_are_reported(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    done(floor, "init")
    nowhere = ("--host", "192.0.2.1")
    said = refused(floor, "serve", *nowhere)
    assert "warning: no standby confirms the commits of this database" in said
    assert "is not a key of the floor in this database" not in said
    said = refused(another_floor(floor, tmp_path), "serve", *nowhere)
    assert "witness.key is not a key of the floor in this database" in said


@pytest.mark.parametrize(
    ("name", "told"),
    [("ca.pem", "is not the key of ca.pem beside it"), ("server.pem", "comes from another floor")],
)
def test_certificates_of_two_floors_in_one_folder_are_refused(
    floor: FloorUnderTest, tmp_path: Path, name: str, told: str
) -> None:
    other = another_floor(floor, tmp_path)
    shutil.copy(other.folder / "floor" / name, floor.folder / "floor" / name)
    assert told in refused(floor, "serve", "--host", "127.0.0.1", "--port", "0")
    if name == "ca.pem":
        assert told in refused(floor, "enrol", "table-7", "--by", "Maria")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "[archive]\nkeep_months = 'x'\n",
            'floor.toml line 2, archive.keep_months: "x" is text; expected a whole',
        ),
        (
            "[archve]\n",
            'floor.toml line 1, archve: unknown section "archve"; expected only archive, witnesses',
        ),
        ("[archive\n", "floor.toml line 1"),
        ('\n[[witnesses]]\nurl = "https://w"\n', 'floor.toml line 2, witnesses[0]: "key" is missing'),
    ],
)
def test_a_fault_in_floor_toml_is_named_with_its_line(floor: FloorUnderTest, text: str, told: str) -> None:
    (floor.folder / "floor" / "floor.toml").write_text(text)
    command = ("serve", "--port", "0") if "witness" in text else ("verify",)
    result = floor_command(floor, *command)
    assert result.exit_code == 2, result.output
    assert re.sub(r"\s+", " ", told) in re.sub(r"\s+", " ", result.output)
