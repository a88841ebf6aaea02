"""From the table to the floor, to a witness in a process of its own, back beside the log, into a proof."""

from pathlib import Path

import pytest

from dealer_station.log.transparency import log_note
from tests.floor.commands import done, listed
from tests.floor.cosigning.noted import (
    cosigned_sizes,
    kept,
    key_of,
    log_keys,
    name_witnesses,
    prepare_witness,
    size_of,
    status,
)
from tests.floor.floors import FloorUnderTest
from tests.floor.test_floor_url import Reader
from tests.floor.test_mirror import two_months
from tests.floor.witness.test_witness_command import witness
from tests.log import shifts
from tests.log.test_disputes import run
from tests.log.transparency.test_vectors import ran, saved_programs

MONTH_US = 31 * 86_400_000_000


def test_a_round_is_proved_with_the_cosignatures_of_floor_and_witness(
    floor: FloorUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "table").mkdir()
    closed, log = two_months(tmp_path / "table" / "seven.db")
    own = log_keys(log)[-1].text
    with witness(prepare_witness(tmp_path / "w", log)) as (url, named, _):
        name_witnesses(floor, (url, named))
        settings = floor.enrol("table-7")
        files = ("--certificate", settings.certificate, "--key", settings.key, "--ca", settings.ca)
        sync = ("floor", "sync", log, "--url", settings.url, *files, "--name", "Table 7")
        code, said = run(*sync)
        assert (code, f"{log}.note: cosigned up to row" in said) == (0, True), said
        size = size_of(log)
        shifts.play(log, rounds=2, clock=shifts.SetClock(wall=shifts.NOON_US + MONTH_US + 10**10))
        assert run(*sync)[0] == 0
        assert cosigned_sizes(floor) == [size, size_of(log)]
        # The witness had to be convinced that the second note continues the first.
        assert status(floor)[2]["witnesses"][0]["size"] == size_of(log) > size
    code, said, shown = status(floor)
    assert code == 0
    assert f"Table 7: cosigned up to row {size_of(log):,}, " in said
    assert f"surveillance.example/w1: row {size_of(log):,}, " in said
    assert listed(floor, "status")["cosigned"][0]["witnesses"][0]["size"] == size_of(log)
    assert shown["size"] == size_of(log)
    floor_key = key_of(done(floor, "witness-key"))
    assert floor_key == floor.signer.key
    assert len(kept(log).signatures) == 3

    # At the table: a round of the closed month, with keys that sign nothing any more.
    log.with_name("seven.db.keys").rename(tmp_path / "keys")
    local, remote = tmp_path / "2.tlog-proof", tmp_path / "60.tlog-proof"
    assert run("log", "prove", log, "--round", 2, "--out", local)[0] == 0
    # At a reader of the floor, who has pulled the current month alone.
    reader = Reader(floor, tmp_path, monkeypatch)
    said = reader.good("dispute", "sheet", f"{reader.url}/Table 7", "60", "--out", str(tmp_path / "60.pdf"))
    assert f"proof of the round written to {remote}" in said
    for proof in (local, remote):
        words = ("log", "check-proof", proof, "--key", own, "--witness", floor_key.text, "--witness", named)
        code, said = run(*words)
        assert code == 0, said
        assert f"cosigned by {floor_key.name}" in said
        assert "cosigned by surveillance.example/w1" in said
    # Outsiders need nothing but the programs of the reference page.
    (tmp_path / "programs").mkdir()
    programs, keys = saved_programs(tmp_path / "programs"), (own, floor_key.text, named)
    assert "are in the log" in ran(programs, "check_proof.py", remote, *keys)[0]
    note = log_note.note_path(log)
    told, _ = ran(programs, "check_log.py", note, *keys, closed, log)
    assert told == f"{size_of(log)} rows as signed; keys that have signed: 3\n"
    assert f"cosigned up to row {size_of(log):,}" in done(floor, "verify")
