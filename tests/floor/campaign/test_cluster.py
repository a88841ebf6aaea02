"""A three-node floor loses its leader and its gateways in turn, and no acknowledged row."""

import time
from pathlib import Path

import pytest

from tests.floor.campaign.cluster import Cluster
from tests.floor.campaign.pit import Pit
from tests.floor.campaign.proofs import check_whole, repeat
from tests.floor.campaign.scale import scaled
from tests.floor.floors import FloorUnderTest

SECONDS, STATIONS = scaled(400, 1), scaled(40, 8)


@pytest.mark.campaign
def test_leaders_and_gateways_are_killed_in_turn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Cluster() as cluster:
        floor = FloorUnderTest(tmp_path, cluster.database)
        cluster.serve(tmp_path / "floor")
        told: list[str] = [f"the cluster was up after {cluster.up_seconds:.1f} s"]

        def kill_leader() -> None:
            leader = cluster.leader()
            assert leader
            leader.kill()
            seconds = cluster.next_leader(leader)
            time.sleep(5)
            leader.start()
            whole = cluster.whole_again()
            told.append(
                f"{leader.name} killed: another led after {seconds:.1f} s, it was back {whole:.1f} s later"
            )

        def kill_gateway() -> None:
            gateway = cluster.gateways[len(told) % 2]
            gateway.kill()
            time.sleep(3)
            gateway.start()
            time.sleep(3)
            told.append(f"{gateway.name} killed")

        def freeze_leader() -> None:
            leader = cluster.leader()
            assert leader
            leader.freeze()
            seconds = cluster.next_leader(leader)
            time.sleep(5)
            leader.thaw()
            whole = cluster.whole_again()
            told.append(
                f"{leader.name} frozen: another led after {seconds:.1f} s, whole {whole:.1f} s after the thaw"
            )

        with Pit(floor, [cluster.port], STATIONS, pause_seconds=0.5, processes=2) as pit:
            time.sleep(5)
            repeat(SECONDS, kill_leader, kill_gateway, freeze_leader, kill_gateway)
            accounts = pit.finish()
        floor.close()
        tally = check_whole(cluster.owner(), accounts, tmp_path / "pulled")
    with capsys.disabled():
        print("\n" + "\n".join([*told, str(tally)]))
    assert tally.acknowledgements > STATIONS
