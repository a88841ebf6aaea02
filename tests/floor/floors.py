"""A floor for the tests: a database of its own, certificates, a gateway in this process, and stations."""

import asyncio
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg

from dealer_station.floor.certificates import signing_key, witness_key
from dealer_station.floor.certificates.authority import Authority, make_authority
from dealer_station.floor.client.link import FloorLink, FloorSettings
from dealer_station.floor.client.outbox import Outbox
from dealer_station.floor.client.sync import Synchroniser
from dealer_station.floor.gateway.server import GatewayServer, bind, gateway_server
from dealer_station.floor.store import stations
from dealer_station.floor.store.connection import OWNER, Floor, connect
from dealer_station.floor.store.deeds import Actor, DeedWriter
from dealer_station.log.read.reader import Reader

STEPS_MAX = 200


class Gateway:
    """A gateway on a thread of this process, at a free port."""

    def __init__(self, folder: Path, database: str) -> None:
        self._bound = bind("127.0.0.1", 0)
        self.port: int = self._bound.getsockname()[1]
        self._ready = threading.Event()
        self._server: GatewayServer = gateway_server(folder, database, self._bound, self._ready.set)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        assert self._ready.wait(20)

    def _run(self) -> None:
        asyncio.run(self._server.run_until_stopped())

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive()
        self._bound.close()


class FloorUnderTest:
    """A folder with certificates, a migrated database, and as many gateways as a test starts."""

    def __init__(
        self, folder: Path, database: str, names: tuple[str, ...] = ("localhost", "127.0.0.1")
    ) -> None:
        self.folder, self.database = folder, database
        make_authority(folder / "floor", names, datetime.now(UTC))
        self.authority = Authority(folder / "floor")
        self.signer = witness_key.make(folder / "floor")
        self._gateways: list[Gateway] = []
        self._floors: list[Floor] = []
        self.links: list[FloorLink] = []

    def start(self) -> Gateway:
        gateway = Gateway(self.folder / "floor", self.database)
        self._gateways.append(gateway)
        return gateway

    def forget_gateways(self) -> None:
        """Forget gateways that a test has stopped."""
        self._gateways.clear()

    @property
    def gateway(self) -> Gateway:
        return self._gateways[0] if self._gateways else self.start()

    def owner(self) -> Floor:
        """A connection of the floor's people."""
        if not self._floors:
            self._floors.append(connect(self.database, OWNER))
        return self._floors[0]

    def reconnect(self) -> None:
        """Forget a connection that a restart of the server has ended."""
        for floor in self._floors:
            floor.close()
        self._floors.clear()

    def ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Rows of the database."""
        return self.owner().execute(query, values).fetchall()

    @property
    def deeds(self) -> DeedWriter:
        """The deeds of the floor's people, signed with its key."""
        return DeedWriter(self.owner(), signing_key.load_or_make(self.folder / "floor"))

    def enrol(self, name: str, *, port: int = 0, **more: Any) -> FloorSettings:
        """A station's files, enrolled at this floor."""
        bundle = self.authority.enrol(name, datetime.now(UTC))
        with self.owner().transaction():
            stations.enrol(self.owner(), name, bundle.public_key, bundle.expires, by="Maria", **more)
            log = more.get("log", b"").hex()
            told = {"station": name, "public_key": bundle.public_key.hex(), "log": log}
            if keys := more.get("signing_keys"):
                told["signing_keys"] = [one.hex() for one in keys]
            self.deeds.append(Actor("Maria"), "station_enrolled", told)
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        (folder / "station.pem").write_bytes(bundle.certificate)
        (folder / "station.key").write_bytes(bundle.key)
        (folder / "ca.pem").write_bytes(bundle.authority)
        return FloorSettings(
            f"https://127.0.0.1:{port or self.gateway.port}",
            *(folder / "station.pem", folder / "station.key", folder / "ca.pem"),
        )

    def link(self, settings: FloorSettings) -> FloorLink:
        """A link that is closed with the floor."""
        self.links.append(FloorLink(settings))
        return self.links[-1]

    def close(self) -> None:
        for link in self.links:
            link.close()
        for gateway in self._gateways:
            gateway.stop()
        self.reconnect()

    def stored(self, branch: int = 1) -> list[tuple[Any, ...]]:
        """Number and hash of every row of the only log, in order."""
        query = "SELECT seq, hash FROM floor.event WHERE branch = %s ORDER BY seq"
        return [(seq, bytes(digest)) for seq, digest in self.ask(query, branch)]


def synchroniser(settings: FloorSettings, log: Path, name: str = "Table 7") -> Synchroniser:
    return Synchroniser(Outbox(log), FloorLink(settings), name, "test")


def bring(settings: FloorSettings, log: Path, name: str = "Table 7") -> Synchroniser:
    """Bring a whole log to the floor, without waiting where nothing is left to do."""
    one = synchroniser(settings, log, name)
    for _ in range(STEPS_MAX):
        wait = one.step()
        if wait and one.state.status != "connecting":
            break
    one.close()
    return one


def written(log: Path) -> list[tuple[int, bytes]]:
    """Number and hash of every row of a file."""
    with Reader(log) as reader:
        return [(row.seq, row.hash) for row in reader.rows()]


def make_database(server: str, name: str, template: str) -> None:
    """Copy a database that is ready for a floor."""
    # A copy of files costs less than a copy of every page through the log of the server.
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
