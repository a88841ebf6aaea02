"""Two hundred stations deal for ten minutes while gateways, database and network fail in turn."""

import os
import random
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from dealer_station.floor.store.migrate import migrate
from dealer_station.floor.trial.postgres import PostgresServer
from tests.floor.campaign.conftest import Tell
from tests.floor.campaign.daemons import Daemon, family, free_ports, gateway_daemon, serving
from tests.floor.campaign.pit import Pit
from tests.floor.campaign.proofs import check_acknowledged, check_whole, repeat
from tests.floor.campaign.scale import scaled
from tests.floor.conftest import server_in_memory
from tests.floor.floors import FloorUnderTest
from tests.floor.proxy import Proxy

SECONDS, STATIONS = scaled(600, 10), scaled(200, 20)
PROCESSES = 4


class Weather:
    """The failures of a floor with two gateways, each behind a network of its own."""

    def __init__(self, server: PostgresServer, gateways: list[Daemon], networks: list[Proxy]) -> None:
        self._server, self._gateways, self._networks = server, gateways, networks
        self._chance = random.Random(18)
        self.counts: dict[str, int] = {}

    def _count(self, name: str) -> None:
        self.counts[name] = self.counts.get(name, 0) + 1

    def kill_a_gateway(self) -> None:
        gateway = self._chance.choice(self._gateways)
        gateway.kill()
        time.sleep(self._chance.uniform(0, 3))
        gateway.start()
        self._count("gateway killed")
        time.sleep(5)

    def crash_the_database(self) -> None:
        self._server.stop(immediately=True)
        time.sleep(self._chance.uniform(0, 3))
        self._server.start()
        self._count("database crashed")
        time.sleep(5)

    def freeze_the_database(self) -> None:
        members = family(self._server.pid)
        for number, seconds in ((signal.SIGSTOP, self._chance.uniform(1, 12)), (signal.SIGCONT, 3)):
            for pid in members:
                with suppress(ProcessLookupError):
                    os.kill(pid, number)
            time.sleep(seconds)
        self._count("database frozen")

    def cut_a_network(self) -> None:
        network = self._chance.choice(self._networks)
        network.cut()
        time.sleep(self._chance.uniform(0.1, 5))
        network.mend()
        self._count("network cut")
        time.sleep(2)

    def slow_a_network(self) -> None:
        network = self._chance.choice(self._networks)
        network.delay_seconds = self._chance.uniform(0.05, 0.5)
        time.sleep(5)
        network.delay_seconds = 0.0
        self._count("network slow")

    def drop_connections(self) -> None:
        for network in self._networks:
            network.dead_after = self._chance.randrange(3_000, 100_000)
        time.sleep(5)
        for network in self._networks:
            network.dead_after = 0
        self._count("connections dropped")

    def garble_a_network(self) -> None:
        network = self._chance.choice(self._networks)
        network.garbled = True
        time.sleep(3)
        network.garbled = False
        self._count("network garbled")


@pytest.mark.campaign
def test_two_hundred_stations_lose_nothing(tmp_path: Path, tell: Tell) -> None:
    with server_in_memory() as server:
        migrate(server.url())
        floor = FloorUnderTest(tmp_path, server.url())
        ports = free_ports(2)
        gateways = [
            gateway_daemon(tmp_path / "floor", server.url(), port, tmp_path / f"gateway-{port}.log")
            for port in ports
        ]
        for one, port in zip(gateways, ports, strict=True):
            serving(one, port)
        networks = [Proxy(port) for port in ports]
        weather = Weather(server, gateways, networks)
        try:
            with Pit(
                floor,
                [one.port for one in networks],
                STATIONS,
                pause_seconds=2.0,
                processes=PROCESSES,
                settle_seconds=300,
            ) as pit:
                time.sleep(5)
                repeat(
                    SECONDS,
                    *(weather.kill_a_gateway, weather.cut_a_network, weather.crash_the_database),
                    *(weather.slow_a_network, weather.drop_connections, weather.freeze_the_database),
                    weather.garble_a_network,
                )
                floor.reconnect()
                # What was acknowledged up to now is there now, before the stations have sent the rest.
                check_acknowledged(floor.owner(), pit.ledger())
                accounts = pit.finish()
            tally = check_whole(floor.owner(), accounts, tmp_path / "pulled")
        finally:
            for network in networks:
                network.close()
            for one in gateways:
                one.kill()
            floor.close()
    tell(weather.counts)
    tell(tally)
    assert all(one.rounds > 0 for one in accounts)
