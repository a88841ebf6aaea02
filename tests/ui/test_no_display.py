"""`make run` where no window can be opened: it says why, by name, and plays the shift on its own."""

from pathlib import Path

import pytest

from tests.house.rules import ROOT
from tests.ui.processes import PATIENCE_SECONDS, station, xvfb
from ui.common.no_display import PACKAGES, not_found

NOWHERE = ":7741"
"""Far beyond the displays that anybody starts."""


def shift(tmp_path: Path, **more: str) -> str:
    words = ("run", "--sim", "--screen", "--rounds", "1", "--speed", "0", "--db", str(tmp_path / "table.db"))
    with station(*words, **more, TMPDIR=str(tmp_path)) as playing:
        said, complained = playing.communicate(timeout=PATIENCE_SECONDS)
    assert playing.returncode == 0, complained
    assert "Traceback" not in complained
    assert "Playing a shift of 1 rounds" in said
    return said


def test_a_library_that_is_missing_is_named_with_its_package(tmp_path: Path) -> None:
    loader = tmp_path / "ldd"
    loader.write_text("#!/bin/sh\necho '\tlibxcb-keysyms.so.1 => not found'\n", "utf-8")
    loader.chmod(0o755)
    said = shift(tmp_path, DISPLAY=NOWHERE, PATH=f"{tmp_path}:/usr/bin:/bin")
    assert f"the display DISPLAY={NOWHERE} cannot be opened: libxcb-keysyms.so.1 missing" in said
    assert "sudo apt-get install libxcb-keysyms1" in said
    assert "there is no display" not in said


def test_what_paints_for_nobody_is_no_display(tmp_path: Path) -> None:
    """Nobody could touch it, and the command would wait for ever."""
    assert "there is no visible display" in shift(tmp_path, QT_QPA_PLATFORM="offscreen")


def test_qt_opens_a_display_that_is_there(tmp_path: Path) -> None:
    with xvfb() as (display, _), station("doctor", DISPLAY=display, HOME=str(tmp_path)) as doctor:
        said, _ = doctor.communicate(timeout=PATIENCE_SECONDS)
    assert f"Qt opens DISPLAY={display}" in said


@pytest.mark.parametrize("library", PACKAGES)
def test_what_a_display_needs_is_installed_with_the_rest(library: str) -> None:
    wanted = (ROOT / "tools" / "system-libs").read_text("utf-8").split("'")[1].split()
    assert f"{library}={PACKAGES[library]}" in wanted
    assert PACKAGES[library] in (ROOT / "docs" / "how-to" / "install-a-station.md").read_text("utf-8")


def test_each_library_is_named_once() -> None:
    told = "\tlinux-vdso.so.1 (0x7f)\n\tlibA.so.1 => not found\n\tlibB.so => /lib/libB.so (0x7f)\n" * 2
    assert not_found(told) == ["libA.so.1"]
