"""A floor that is restored from its back-up: older rows are missing, and the stations send them again."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from dealer_station.floor.store.migrate import migrate
from dealer_station.floor.trial.postgres import PostgresServer, programs
from tests.floor.campaign.daemons import as_server, given_to_server, wait_for
from tests.floor.campaign.disks import open_folder
from tests.floor.floors import FloorUnderTest, bring, synchroniser, written
from tests.floor.small_logs import SmallLog


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that the database's user can enter."""
    made = open_folder()
    yield made
    shutil.rmtree(made, ignore_errors=True)


class BackedUpServer:
    """A server that copies its log of changes to an archive, as docs/how-to/back-up-a-floor.md sets it up."""

    def __init__(self, place: Path) -> None:
        self._place, self._archive = place, place / "archive"
        self._archive.mkdir()
        given_to_server(place)
        given_to_server(self._archive)
        copy = f"test ! -f {self._archive}/%f && cp %p {self._archive}/%f"
        settings = ("archive_mode=on", f"archive_command={copy}", "shared_buffers=32MB")
        self.server = PostgresServer(place / "data", settings=settings)

    def back_up(self) -> None:
        """Take a base back-up while the floor is being written to."""
        words = ["-D", str(self._place / "base"), "-d", self.server.url(), "-X", "stream", "-c", "fast"]
        subprocess.run(as_server([str(programs()[0] / "pg_basebackup"), *words]), check=True)

    def archive_the_rest(self) -> None:
        """Let the archive have everything up to now."""
        with psycopg.connect(self.server.url(), autocommit=True) as people:
            ((name,),) = people.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchall()
        wait_for("the archive", (self._archive / name).exists, 60)

    def restored(self, name: str, *, with_archive: bool) -> PostgresServer:
        """A server on a copy of the base back-up, with or without what came after it."""
        data = self._place / name
        subprocess.run(as_server(["cp", "-a", str(self._place / "base"), str(data)]), check=True)
        settings: tuple[str, ...] = ("shared_buffers=32MB",)
        if with_archive:
            (data / "recovery.signal").touch()
            given_to_server(data / "recovery.signal")
            settings += (f"restore_command=cp {self._archive}/%f %p",)
        return PostgresServer(data, settings=settings)


def _wait_for_promotion(server: PostgresServer) -> None:
    """Wait until a server has read the whole archive and takes writes."""
    with psycopg.connect(server.url(), autocommit=True) as people:
        leads = "SELECT NOT pg_is_in_recovery()"
        wait_for("the end of the recovery", lambda: people.execute(leads).fetchone() == (True,), 60)


def _folder(path: Path) -> Path:
    path.mkdir()
    return path


def test_stations_send_again_whatever_a_restored_floor_lacks(place: Path, tmp_path: Path) -> None:
    backed_up = BackedUpServer(place)
    logs = [SmallLog(_folder(tmp_path / f"log-{number}") / "table.db") for number in range(3)]
    with backed_up.server as server:
        migrate(server.url())
        floor = FloorUnderTest(tmp_path, server.url())
        settings = [floor.enrol(f"table-{number}") for number in range(3)]
        for log, one in zip(logs, settings, strict=True):
            log.write(20)
            bring(one, log.path)
        backed_up.back_up()
        for log, one in zip(logs[:2], settings, strict=False):
            log.write(30)
            assert bring(one, log.path).state.status == "current"
        late = floor.enrol("table-late")
        backed_up.archive_the_rest()
        before = floor.stored()
        floor.close()
    with backed_up.restored("with-archive", with_archive=True) as server:
        floor.database = server.url()
        floor.reconnect()
        _wait_for_promotion(server)
        assert floor.stored() == before, "back-up and archive together lose nothing"
        floor.close()
    with backed_up.restored("base-alone", with_archive=False) as server:
        floor.database = server.url()
        floor.reconnect()
        assert len(floor.stored()) < len(before), "the back-up is older than the floor was"
        url = f"https://127.0.0.1:{floor.start().port}"
        for log, one in zip(logs, settings, strict=True):
            log.close()
            state = bring(type(one)(url, one.certificate, one.key, one.ca), log.path).state
            assert (state.status, state.kept) == ("current", len(written(log.path)))
        assert sorted(floor.stored()) == sorted(row for log in logs for row in written(log.path))
        assert floor.ask("SELECT count(*) FROM floor.quarantine") == [(0,)]
        # A station that was enrolled after the back-up is a stranger now, and is enrolled again.
        stranger = synchroniser(type(late)(url, late.certificate, late.key, late.ca), logs[0].path)
        stranger.step()
        assert stranger.state.code == "not_enrolled"
        stranger.close()
        floor.close()
