"""A three-node floor loses its leader and its gateways in turn, and no acknowledged row."""

import time
from pathlib import Path

import pytest

from tests.floor.campaign.cluster import Cluster, DatabaseNode
from tests.floor.campaign.conftest import Tell
from tests.floor.campaign.daemons import serving, wait_for
from tests.floor.campaign.pit import Pit
from tests.floor.campaign.proofs import check_whole, repeat
from tests.floor.campaign.scale import scaled
from tests.floor.floors import FloorUnderTest

SECONDS, STATIONS = scaled(400, 1), scaled(40, 8)
RESUME_SECONDS = 120.0
ALONE_SECONDS = 40.0


class Outages:
    """The failures of a cluster under load, and the time that each takes."""

    def __init__(self, cluster: Cluster, pit: Pit) -> None:
        self._cluster, self._pit = cluster, pit
        self._gateways = 0
        self.told: list[str] = []

    def kill_leader(self) -> None:
        """A node dies with its PostgreSQL and its Patroni."""
        leader = self._leader()
        leader.kill()
        words = self._failed_over(leader, "killed")
        leader.start()
        self.told.append(f"{words}; it was back after {self._cluster.whole_again():.1f} s")

    def freeze_leader(self) -> None:
        """A node hangs: its connections stay, and nobody answers on them."""
        leader = self._leader()
        leader.freeze()
        words = self._failed_over(leader, "frozen")
        leader.thaw()
        self.told.append(f"{words}; it was back {self._cluster.whole_again():.1f} s after the thaw")

    def kill_etcd_and_leader(self) -> None:
        """A whole machine dies, with its share of etcd."""
        leader = self._leader()
        leader.kill(with_etcd=True)
        words = self._failed_over(leader, "and its etcd killed")
        leader.start()
        self.told.append(f"{words}; it was back after {self._cluster.whole_again():.1f} s")

    def lose_both_standbys(self) -> None:
        """Two nodes die: the third answers nobody, because no other has its rows."""
        leader = self._leader()
        others = [node for node in self._cluster.nodes if node is not leader]
        for node in others:
            node.kill()
        time.sleep(2)
        since_us = time.time_ns() // 1000
        time.sleep(ALONE_SECONDS)
        late = sum(at_us > since_us for one in self._pit.ledger() for at_us, _ in one.acknowledged)
        assert late == 0, f"{late} batches were acknowledged by one node alone"
        for node in others:
            node.start()
        seconds = self._resumed()
        self._cluster.whole_again()
        self.told.append(
            f"both standbys of {leader.name} killed: no acknowledgement in {ALONE_SECONDS:.0f} s, stations "
            f"resumed {seconds:.1f} s after they were started"
        )

    def lose_etcd(self) -> None:
        """All nodes stop and etcd forgets everything; the node that led last is started first."""
        leader = self._leader()
        for node in self._cluster.nodes:
            node.kill(with_etcd=True)
        for node in self._cluster.nodes:
            node.forget_etcd()
        leader.start()
        seconds = wait_for("the leader that there was", lambda: self._cluster.leader() is leader, 120)
        for node in self._cluster.nodes:
            node.start()
        resumed = seconds + self._resumed()
        self._cluster.whole_again()
        self.told.append(
            f"all nodes and etcd lost: {leader.name} led after {seconds:.1f} s, stations {resumed:.1f} s"
        )

    def switch_over(self) -> None:
        """A planned change of the leader, as before its machine is upgraded."""
        leader = self._leader()
        self._cluster.switch_over(leader)
        self.told.append(f"{self._failed_over(leader, 'handed over')}")
        self._cluster.whole_again()

    def restart_gateway(self) -> None:
        """A gateway is stopped in good order and started again, as in an upgrade."""
        gateway, port = self._cluster.gateways[0], self._cluster.gateway_ports[0]
        gateway.stop()
        seconds = self._resumed()
        serving(gateway, port)
        self.told.append(f"{gateway.name} stopped: all stations were acknowledged after {seconds:.1f} s")

    def kill_gateway(self) -> None:
        at = self._gateways % 2
        self._gateways += 1
        gateway = self._cluster.gateways[at]
        gateway.kill()
        seconds = self._resumed()
        serving(gateway, self._cluster.gateway_ports[at])
        self.told.append(f"{gateway.name} killed: all stations were acknowledged after {seconds:.1f} s")

    def _leader(self) -> DatabaseNode:
        leader = self._cluster.leader()
        assert leader
        return leader

    def _failed_over(self, leader: DatabaseNode, what: str) -> str:
        """Wait for another leader, and until every station is acknowledged while the old one is away."""
        seconds = self._cluster.next_leader(leader)
        resumed = seconds + self._resumed()
        return (
            f"{leader.name} {what}: another led after {seconds:.1f} s, stations resumed after {resumed:.1f} s"
        )

    def _resumed(self) -> float:
        """Wait until every station has an acknowledgement that is newer than this call."""
        since_us = time.time_ns() // 1000

        def all_resumed() -> bool:
            return all(one.acknowledged and one.acknowledged[-1][0] > since_us for one in self._pit.ledger())

        return wait_for("acknowledgements for all stations", all_resumed, RESUME_SECONDS, 0.5)


@pytest.mark.campaign
def test_leaders_and_gateways_are_killed_in_turn(tmp_path: Path, tell: Tell) -> None:
    with Cluster() as cluster:
        floor = FloorUnderTest(tmp_path, cluster.database)
        cluster.serve(tmp_path / "floor")
        with Pit(floor, [cluster.port], STATIONS, pause_seconds=0.5, processes=2) as pit:
            floor.close()
            time.sleep(5)
            out = Outages(cluster, pit)
            repeat(
                SECONDS,
                *(out.kill_leader, out.kill_gateway, out.freeze_leader),
                *(out.kill_gateway, out.kill_etcd_and_leader, out.switch_over, out.restart_gateway),
                *(out.lose_both_standbys, out.lose_etcd),
            )
            accounts = pit.finish()
        tally = check_whole(cluster.owner(), accounts, tmp_path / "pulled")
    up = f"the cluster was up after {cluster.up_seconds:.1f} s"
    for words in (up, *out.told, tally):
        tell(words)
