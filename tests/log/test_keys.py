"""Keys: who signs, who opens a burn card, and what changes when they are changed."""

import errno
import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealer_station.cli.main import main
from dealer_station.engine.model.cards import PACK, Card
from dealer_station.engine.model.errors import KeyFaultError
from dealer_station.log.integrity import keys
from dealer_station.log.integrity.burn_card_seals import Burn, seal, unseal
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.log.store import durable_rename
from dealer_station.review.times import clock_time
from dealer_station.rulebooks import load
from hw_sim.devices.journaled_shoe import JournaledShoe
from hw_sim.tables.direct_table import journal_path
from tests.log import shifts


def run(*words: object) -> Result:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A log with keys that `keys make` made: the escrow's private half is elsewhere."""
    (tmp_path / "table").mkdir()
    (tmp_path / "vault").mkdir()
    made = run("keys", "make", tmp_path / "table" / "keys", "--escrow", tmp_path / "vault" / "one.key")
    assert made.exit_code == 0, made.output
    return shift(tmp_path / "table" / "log.db")


def shift(db: Path, rounds: int = 12) -> Path:
    words = ["--sim", "--headless", "--speed", "0", "--rounds", rounds, "--players", "2"]
    done = run("run", *words, "--db", db, "--keys", db.parent / "keys")
    assert done.exit_code == 0, done.output
    return db


def burned(db: Path) -> dict[int, Card]:
    """The cards that the log has sealed, as the shoe knows them: row and face."""
    shoe = JournaledShoe(load("massachusetts"), 1, journal_path(db))
    shoe.close()
    with Reader(db) as log:
        return {row.seq: shoe.sent[(row.device_seq or 0) - 1].out.card for row in log.sealed()}  # type: ignore[union-attr,misc]


def test_a_burn_is_sealed_with_its_frame_and_nothing_else_tells_it(table: Path) -> None:
    faces = burned(table)
    assert len(faces) > 3
    with Reader(table) as log:
        for row in log.rows():
            if row.seq in faces:
                assert row.frame is None
                assert b'"card":null' in row.body
            elif row.device_seq and b"CardDrawn" in row.body:
                assert row.frame == f"{row.device_seq} {json.loads(row.body)['card']}".encode()
    sizes = {len(row.seal or b"") for row in Reader(table).sealed()}
    assert len(sizes) == 1, "the length of a seal must tell nothing"


def test_a_seal_opens_with_the_private_key_alone(table: Path, tmp_path: Path) -> None:
    private, faces = keys.read(tmp_path / "vault" / "one.key"), burned(table)
    with Reader(table) as log:
        opened = {row.seq: unseal(private, row.seal or b"") for row in log.sealed()}
    assert {seq: burn.card for seq, burn in opened.items()} == faces
    assert all(burn.frame.endswith(str(burn.card).encode()) for burn in opened.values())
    assert not list(table.parent.rglob("one.key"))


def test_looking_at_a_burn_is_an_event_with_a_reason(table: Path, tmp_path: Path) -> None:
    seq, face = next(iter(burned(table).items()))
    key = tmp_path / "vault" / "one.key"
    words = ["log", "unseal", table, "1", "--key", key, "--by", "Rosa", "--because", "a dispute", "--json"]
    done = run(*words, "--keys", table.parent / "keys")
    with Reader(table) as log:
        (row,) = log.rows(seq, seq)
    assert json.loads(done.stdout)["cards"][0] == {
        "at": clock_time(row.wall_us),
        "seq": seq,
        "card": face,
        "frame": f"1 {face}".encode().hex(),
    }
    assert f"row {seq} by Rosa: a dispute" in run("log", "stats", table).stdout
    assert verify(table).ok
    with Reader(table) as log:
        assert not any(row.part == "record" and str(face).encode() in row.body for row in log.rows(seq + 200))


def test_the_wrong_key_opens_nothing_and_a_reason_must_be_given(table: Path, tmp_path: Path) -> None:
    run("keys", "make", tmp_path / "other", "--escrow", tmp_path / "vault" / "other.key")
    words = ["log", "unseal", table, "1", "--keys", table.parent / "keys"]
    wrong = run(*words, "--key", tmp_path / "vault" / "other.key", "--by", "Rosa", "--because", "x")
    assert wrong.exit_code == 2
    assert "this key does not open the seal" in wrong.stderr
    assert "is sealed for the escrow key " in wrong.stderr
    silent = run(*words, "--key", tmp_path / "vault" / "one.key", "--by", "Rosa")
    assert "--because" in silent.stderr
    assert "none" in run("log", "stats", table).stdout.split("unsealed")[1].splitlines()[0]


def test_keys_are_changed_by_an_event_and_the_old_ones_keep_their_worth(table: Path, tmp_path: Path) -> None:
    before, old = burned(table), json.loads(run("keys", "show", table.parent / "keys", "--json").stdout)
    new_key = tmp_path / "vault" / "two.key"
    done = run(
        "keys", "rotate", table, "--escrow", new_key, "--keys", table.parent / "keys", "--because", "yearly"
    )
    assert done.exit_code == 0, done.output
    new = json.loads(run("keys", "show", table.parent / "keys", "--json").stdout)
    assert new["signing"] != old["signing"]
    shift(table)
    for trusted in (old["signing"], new["signing"]):
        assert run("log", "verify", table, "--replay", "--key", trusted).exit_code == 0
    with Reader(table) as log:
        seals = {row.seq: row.seal or b"" for row in log.sealed()}
    one, two = keys.read(tmp_path / "vault" / "one.key"), keys.read(new_key)
    assert len(seals) > len(before)
    for seq, sealed in seals.items():
        assert unseal(one if seq in before else two, sealed).card == burned(table)[seq]
    stats = json.loads(run("log", "stats", table, "--json").stdout)
    assert stats["signing_keys"] == [old["signing"], new["signing"]]


def test_a_change_of_keys_that_was_interrupted_is_finished(table: Path, tmp_path: Path) -> None:
    folder = table.parent / "keys"
    fresh = keys.fresh(folder, tmp_path / "vault" / "two.key")
    from dealer_station.log.store.append import Writer

    log = Writer(table, keys.load(folder), shifts.SetClock())
    log.change_keys(fresh, "interrupted")
    log.close()
    shift(table)
    assert keys.load(folder) == fresh
    assert verify(table).ok


def test_a_change_of_keys_that_finds_no_room_leaves_nothing_behind(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, escrow = table.parent / "keys", tmp_path / "vault" / "two.key"
    before = keys.load(folder)
    put = durable_rename.put_in_place

    def no_room(temporary: Path, path: Path) -> None:
        if path.parent.name == "next" and path.name == "signing.key":
            raise OSError(errno.ENOSPC, "No space left on device")
        put(temporary, path)

    monkeypatch.setattr(keys, "put_in_place", no_room)
    done = run("keys", "rotate", table, "--escrow", escrow, "--keys", folder)
    assert done.exit_code == 2
    assert "No space left on device" in done.output
    assert not escrow.exists()
    assert not (folder / "next").exists()
    assert keys.load(folder) == before
    assert verify(table).ok


def test_keys_are_not_announced_where_none_can_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_only(_unfinished: Path, _path: Path) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(keys, "put_in_place", read_only)
    done = run("run", "--sim", "--headless", "--rounds", 1, "--db", tmp_path / "new.db")
    assert done.exit_code == 2
    assert "Read-only file system" in done.output
    assert "made" not in done.output


@pytest.mark.parametrize("by", ["run", "show", "rotate"])
@pytest.mark.parametrize("written", [0, 1, 2, 3])
def test_a_change_of_keys_that_was_killed_between_two_files_is_finished(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: int, by: str
) -> None:
    folder, vault = table.parent / "keys", tmp_path / "vault"
    words = ("keys", "rotate", table, "--keys", folder, "--escrow")
    in_place, left = durable_rename.put_in_place, written

    def killed(temporary: Path, path: Path) -> None:
        nonlocal left
        if path.parent == folder:
            left -= 1
            if left < 0:
                raise OSError(5, "killed")
        in_place(temporary, path)

    def killed_at_last(_: Path) -> None:
        raise OSError(5, "killed")

    with monkeypatch.context() as broken:
        broken.setattr(keys, "put_in_place", killed)
        broken.setattr(shutil, "rmtree", killed_at_last)
        assert run(*words, vault / "two.key").exit_code == 2
    new = keys.read(folder / "next" / "signing.pub")
    if by == "run":
        shift(table, 1)
        assert keys.load(folder).signer == new
    elif by == "rotate":
        assert run(*words, vault / "three.key").exit_code == 0
        assert keys.load(folder).signer != new
    elif written:
        assert json.loads(run("keys", "show", folder, "--json").stdout)["signing"] == new.hex()
    shift(table, 1)
    assert verify(table).ok


@pytest.mark.parametrize("where", ["table/keys/escrow.key", "vault/one.key", "nowhere/one.key"])
def test_the_private_escrow_key_never_stays_on_the_station_and_never_overwrites(
    table: Path, tmp_path: Path, where: str
) -> None:
    done = run("keys", "rotate", table, "--escrow", tmp_path / where, "--keys", table.parent / "keys")
    assert done.exit_code == 2
    assert "Traceback" not in done.stderr


def test_a_log_goes_on_only_with_its_own_keys(table: Path, tmp_path: Path) -> None:
    run("keys", "make", tmp_path / "other", "--escrow", tmp_path / "vault" / "other.key")
    done = run(
        *("run", "--sim", "--headless", "--speed", "0", "--rounds", "1", "--players", "2"),
        *("--db", table, "--keys", tmp_path / "other"),
    )
    assert done.exit_code == 2
    assert "name the folder of its keys" in done.stderr
    missing = run("run", "--sim", "--headless", "--db", table, "--keys", tmp_path / "none")
    assert "no keys here" in missing.stderr


def test_a_shift_that_is_refused_leaves_no_keys(tmp_path: Path) -> None:
    done = run("run", "--sim", "--headless", "--players", 99, "--db", tmp_path / "log.db")
    assert done.exit_code == 2
    assert "99 players do not fit" in done.stderr
    assert not list(tmp_path.glob("log.db*"))


def test_key_files_are_private_and_say_what_they_are(table: Path, tmp_path: Path) -> None:
    assert (table.parent / "keys" / "signing.key").stat().st_mode & 0o077 == 0
    assert (tmp_path / "vault" / "one.key").stat().st_mode & 0o077 == 0
    damaged = tmp_path / "damaged.key"
    for text in ("", "zz", "00ff"):
        damaged.write_text(text)
        with pytest.raises(KeyFaultError, match="holds no key; expected 64 hex digits"):
            keys.read(damaged)


def test_every_face_seals_to_the_same_length(tmp_path: Path) -> None:
    made = keys.make(tmp_path / "keys", tmp_path / "escrow.key")
    private = keys.read(tmp_path / "escrow.key")
    burns = [Burn(card, b"x" * index) for index, card in enumerate((*PACK, None))]
    assert len({len(seal(made.escrow, burn)) for burn in burns}) == 1
    assert [unseal(private, seal(made.escrow, burn)) for burn in burns] == burns


def test_keys_that_cannot_be_made_leave_no_escrow_key_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = durable_rename.put_in_place

    def refused(temporary: Path, path: Path) -> None:
        if path.parent.name == "keys":
            raise OSError(errno.EACCES, "Permission denied")
        put(temporary, path)

    escrow = tmp_path / "escrow.key"
    with monkeypatch.context() as denied:
        denied.setattr(keys, "put_in_place", refused)
        done = run("keys", "make", tmp_path / "keys", "--escrow", escrow)
    assert done.exit_code == 2
    assert "Permission denied" in done.output
    assert not escrow.exists()
    assert run("keys", "make", tmp_path / "keys", "--escrow", escrow).exit_code == 0
