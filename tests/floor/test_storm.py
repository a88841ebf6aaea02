"""Twenty stations write while gateway, database and network fail; nothing is lost, doubled or reordered."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_station.floor.store.migrate import migrate
from dealer_station.floor.trial.postgres import PostgresServer
from tests.floor.conftest import server_in_memory
from tests.floor.floors import FloorUnderTest
from tests.floor.proxy import Proxy
from tests.floor.storm import GatewayProcess, check, weather


@pytest.fixture
def own_server() -> Iterator[PostgresServer]:
    """A server that a test may stop."""
    with server_in_memory() as server:
        migrate(server.url())
        yield server


def test_twenty_stations_weather_kills_restarts_and_cuts(own_server: PostgresServer, tmp_path: Path) -> None:
    floor = FloorUnderTest(tmp_path, own_server.url())

    def storm(gateway: GatewayProcess, proxy: Proxy) -> None:
        time.sleep(0.5)
        gateway.kill()
        gateway.start()
        proxy.target = gateway.port
        time.sleep(0.5)
        own_server.stop(immediately=True)
        time.sleep(0.2)
        own_server.start()
        time.sleep(0.5)
        proxy.cut()
        time.sleep(0.3)
        proxy.mend()
        proxy.delay_seconds = 0.05
        time.sleep(0.5)
        proxy.delay_seconds, proxy.dead_after = 0.0, 3_000
        time.sleep(0.4)
        proxy.dead_after, proxy.garbled = 0, True
        time.sleep(0.3)
        proxy.garbled = False

    made = weather(floor, 20, 0.25, storm)
    floor.reconnect()
    total = check(floor, made)
    floor.close()
    assert total > 20 * 10
    assert max(one.longest for one in made) < 2.0, "a table never waits for the floor"
