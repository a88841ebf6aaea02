"""Three nodes with etcd, Patroni and PostgreSQL, two gateways and HAProxy, all on the loopback address.

The configuration is that of packaging/floor, filled in as an operator does it; only addresses, ports and
folders differ from a real floor."""

import json
import os
import secrets
import shutil
import signal
import sys
import tempfile
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from string import Template
from types import TracebackType
from typing import Any, Self

import psycopg

from dealer_station.floor.store.connection import OWNER, Floor, connect
from dealer_station.floor.store.migrate import migrate
from tests.conftest import MEMORY
from tests.floor.campaign.daemons import (
    Daemon,
    accepts,
    as_server,
    family,
    free_ports,
    gateway_daemon,
    given_to_server,
    wait_for,
)
from tests.house.rules import ROOT

TEMPLATES = ROOT / "packaging" / "floor"
PROGRAMS = Path("/usr/lib/postgresql/15/bin")
HERE = "127.0.0.1"
UP_SECONDS = 120.0
NODES = ("node1", "node2", "node3")


class DatabaseNode:
    """One machine of the cluster: etcd, Patroni, and the PostgreSQL that Patroni runs."""

    def __init__(self, folder: Path, name: str, values: dict[str, str]) -> None:
        self.name, self._folder = name, folder / name
        self._folder.mkdir()
        given_to_server(self._folder)
        self.port, self.patroni_port = int(values["POSTGRES_PORT"]), int(values["PATRONI_PORT"])
        self._data = self._folder / "postgres"
        own = {
            "NODE": name,
            "ADDRESS": HERE,
            "ETCD_DATA": str(self._folder / "etcd"),
            "POSTGRES_DATA": str(self._data),
            "POSTGRES_RUN": str(self._folder),
            "POSTGRES_PROGRAMS": str(PROGRAMS),
        }
        etcd, patroni = (
            filled(TEMPLATES / file, self._folder / file, {**values, **own})
            for file in ("etcd.yml", "patroni.yml")
        )
        self.etcd = Daemon(
            f"etcd of {name}",
            as_server(["etcd", "--config-file", str(etcd)]),
            self._folder / "etcd.log",
            {"ETCD_UNSUPPORTED_ARCH": os.uname().machine},
        )
        self.patroni = Daemon(
            f"Patroni of {name}",
            as_server([sys.executable, "-m", "patroni", str(patroni)]),
            self._folder / "patroni.log",
            {"LC_ALL": "C", "TZ": "UTC"},
        )

    def _postgres(self) -> list[int]:
        """The processes of this node's PostgreSQL, which does not stay a child of Patroni."""
        try:
            pid = int((self._data / "postmaster.pid").read_text("ascii").split()[0])
            words = Path(f"/proc/{pid}/cmdline").read_bytes()
        except (OSError, ValueError, IndexError):
            return []
        return family(pid) if str(self._data).encode() in words else []

    def start(self) -> None:
        """Start what does not run."""
        for one in (self.etcd, self.patroni):
            if not one.is_running:
                one.start()

    def _signal(self, number: int) -> None:
        for pid in self._postgres():
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def kill(self, *, with_etcd: bool = False) -> None:
        """End the node as a power cut does."""
        self.patroni.freeze()
        self._signal(signal.SIGKILL)
        self.patroni.kill()
        if with_etcd:
            self.etcd.kill()

    def forget_etcd(self) -> None:
        """Start etcd with an empty folder, as on a new disk."""
        self.etcd.kill()
        shutil.rmtree(self._folder / "etcd")
        self.etcd.start()

    def freeze(self) -> None:
        """Stop the node without ending a connection, as a machine does that hangs."""
        self.patroni.freeze()
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)
        self.patroni.thaw()

    def stop(self) -> None:
        self.thaw()
        self.patroni.stop()
        self._signal(signal.SIGKILL)
        self.etcd.kill()


def filled(template: Path, to: Path, values: dict[str, str]) -> Path:
    """Write a configuration file with its names filled in; a name without a value is an error."""
    to.write_text(Template(template.read_text("utf-8")).substitute(values), "utf-8")
    to.chmod(0o600)
    given_to_server(to)
    return to


class Cluster:
    """A floor on three nodes with two gateways; nothing of it outlives the block."""

    def __init__(self) -> None:
        self.folder = Path(
            tempfile.mkdtemp(prefix="dealer-cluster-", dir=MEMORY if MEMORY.is_dir() else None)
        )
        self.folder.chmod(0o755)
        self._owner: Floor | None = None
        ports = free_ports(4 * len(NODES) + 3)
        self.port, *self.gateway_ports = ports[:3]
        by_node = [ports[3 + 4 * at : 7 + 4 * at] for at in range(len(NODES))]
        self._passwords = {name: secrets.token_hex(16) for name in ("SUPERUSER", "REPLICATION", "REWIND")}
        shared = {f"{name}_PASSWORD": value for name, value in self._passwords.items()}
        peers = zip(NODES, by_node, strict=True)
        shared |= {
            "ETCD_CLUSTER": ",".join(f"{name}=http://{HERE}:{ports[1]}" for name, ports in peers),
            "ETCD_HOSTS": ",".join(f"{HERE}:{ports[0]}" for ports in by_node),
            "FLOOR_NETWORK": f"{HERE}/32",
        }
        keys = ("ETCD_PORT", "ETCD_PEER_PORT", "PATRONI_PORT", "POSTGRES_PORT")
        self.nodes = [
            DatabaseNode(self.folder, name, shared | dict(zip(keys, map(str, own), strict=True)))
            for name, own in zip(NODES, by_node, strict=True)
        ]
        self.gateways: list[Daemon] = []
        self._haproxy: Daemon | None = None

    def url(self, user: str, password: str, database: str) -> str:
        """The address of the database: all nodes, of which the client takes the one that leads."""
        hosts = ",".join(f"{HERE}:{one.port}" for one in self.nodes)
        return f"postgresql://{user}:{password}@{hosts}/{database}"

    @property
    def superuser(self) -> str:
        return self.url("postgres", self._passwords["SUPERUSER"], "postgres")

    def __enter__(self) -> Self:
        try:
            for one in self.nodes:
                one.start()
            self.up_seconds = wait_for("a leader and two standbys", lambda: self.standbys() == 2, UP_SECONDS)
            self._make_database()
        except BaseException:
            self._tell()
            self.close()
            raise
        return self

    def _make_database(self) -> None:
        """Make the database, its owner and the user of the gateways, as the how-to page does."""
        owner, gateway = secrets.token_hex(16), secrets.token_hex(16)
        with psycopg.connect(self.superuser, autocommit=True, target_session_attrs="read-write") as server:
            server.execute(f"CREATE ROLE floor LOGIN CREATEROLE PASSWORD '{owner}'")
            server.execute("CREATE DATABASE floor OWNER floor")
        self.database = self.url("floor", owner, "floor")
        migrate(self.database)
        with psycopg.connect(self.superuser, autocommit=True, target_session_attrs="read-write") as server:
            server.execute(f"CREATE ROLE gateway LOGIN PASSWORD '{gateway}' IN ROLE dealer_station_gateway")
        self.gateway_database = self.url("gateway", gateway, "floor")

    def serve(self, certificates: Path) -> None:
        """Start the gateways and HAProxy."""
        for port in self.gateway_ports:
            log = self.folder / f"gateway-{port}.log"
            self.gateways.append(gateway_daemon(certificates, self.gateway_database, port, log))
            self.gateways[-1].start()
        values = {
            "STATIONS_LISTEN": f"{HERE}:{self.port}",
            **{f"GATEWAY_{at}": f"{HERE}:{port}" for at, port in enumerate(self.gateway_ports, 1)},
        }
        config = filled(TEMPLATES / "haproxy.cfg", self.folder / "haproxy.cfg", values)
        words = as_server(["haproxy", "-db", "-f", str(config)])
        self._haproxy = Daemon("HAProxy", words, self.folder / "haproxy.log", {})
        self._haproxy.start()
        for port in (*self.gateway_ports, self.port):
            wait_for(f"a listener at {port}", lambda port=port: accepts(port), 60)  # type: ignore[misc]

    def leader(self) -> DatabaseNode | None:
        """The node whose PostgreSQL takes writes; None while there is none."""
        for one in self.nodes:
            if self._ask_node(one, "SELECT pg_is_in_recovery()") == [(False,)]:
                return one
        return None

    def standbys(self) -> int:
        """The number of standbys of which Patroni knows that they take part in the quorum."""
        # PostgreSQL shows them earlier; a leader that dies before Patroni has noted them is not replaced.
        for node in self.nodes:
            try:
                with urllib.request.urlopen(
                    f"http://{HERE}:{node.patroni_port}/cluster", timeout=2
                ) as answer:
                    members = json.load(answer)["members"]
            except (OSError, ValueError):
                continue
            return sum(one["role"] == "quorum_standby" and one["state"] == "streaming" for one in members)
        return 0

    def _ask_node(self, node: DatabaseNode, query: str) -> list[tuple[Any, ...]]:
        password = self._passwords["SUPERUSER"]
        address = f"postgresql://postgres:{password}@{HERE}:{node.port}/postgres?connect_timeout=2"
        try:
            with psycopg.connect(address, autocommit=True, options="-c statement_timeout=2s") as server:
                return server.execute(query).fetchall()
        except psycopg.Error:
            return []

    def switch_over(self, leader: DatabaseNode) -> None:
        """Ask Patroni for another leader, as `patronictl switchover` does."""
        asked = urllib.request.Request(
            f"http://{HERE}:{leader.patroni_port}/switchover",
            json.dumps({"leader": leader.name}).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(asked, timeout=UP_SECONDS) as answer:
            assert answer.status == 200

    def next_leader(self, after: DatabaseNode) -> float:
        """Wait until another node leads; return the seconds that took."""

        def has_changed() -> bool:
            found = self.leader()
            return found is not None and found is not after

        return wait_for(f"a leader after {after.name}", has_changed, UP_SECONDS)

    def whole_again(self) -> float:
        """Wait until all three nodes take part again; return the seconds that took."""
        return wait_for("two standbys", lambda: self.standbys() == 2, UP_SECONDS)

    def owner(self) -> Floor:
        """A connection of the floor's people to the node that leads now."""
        if self._owner is None or self._owner.closed:
            self._owner = connect(self.database, OWNER)
        return self._owner

    def _tell(self) -> None:
        """Print the last messages of every program."""
        daemons = [daemon for one in self.nodes for daemon in (one.etcd, one.patroni)]
        for one in (*daemons, *self.gateways, *([self._haproxy] if self._haproxy else [])):
            print(f"--- {one.name}\n{one.last_words()}")

    def close(self) -> None:
        if self._owner is not None:
            self._owner.close()
        for daemon in (*self.gateways, *([self._haproxy] if self._haproxy else [])):
            daemon.thaw()
            daemon.kill()
        for node in self.nodes:
            node.stop()
        # The last helper of PostgreSQL may still write a file while the folder is being removed.
        time.sleep(0.2)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            self._tell()
        self.close()
