"""Dealers who are quick, slow or clumsy: whatever they do, the log has every card and replays."""

from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner

from dealer_station.cli.main import main
from dealer_station.engine.model.observations import BetsPlaced, Called, Observation
from dealer_station.rulebooks import NAMES, load
from dealer_station.station.station import Seen, Shown
from hw_sim.people.dealer_styles import Manner, Slip
from hw_sim.people.people import SimulatedPeople
from hw_sim.people.shift_crew import Crew
from hw_sim.tables.direct_table import DirectTable
from tests.log import shifts
from tests.log.shifts import SetClock


def deal(db: Path, manner: Manner, *, seed: int, rounds: int) -> DirectTable:
    rules = load("massachusetts")
    table = DirectTable(rules, seed, db, Crew(rules, seed, 3, manner))
    station = shifts.station_on(db, SetClock(), publish=table.show)
    try:
        table.play(station, rounds=rounds, pause_seconds=0, saw=lambda _: None)
    finally:
        station.stop()
        table.close()
    return table


@pytest.mark.parametrize("profile", NAMES)
def test_a_clumsy_dealer_breaks_the_prompts_and_nothing_else(profile: str, tmp_path: Path) -> None:
    db = str(tmp_path / "log.db")
    words = ["run", "--sim", "--headless", "--dealer", "clumsy", "--speed", "0", "--db", db]
    done = CliRunner().invoke(main, [*words, "--rounds", "15", "--seed", "4", "--profile", profile])
    assert done.exit_code == 0, done.output
    checked = CliRunner().invoke(main, ["log", "verify", db, "--replay"])
    assert checked.exit_code == 0, checked.output


def test_a_clumsy_dealer_at_a_shoe_on_a_wire_costs_no_card(tmp_path: Path) -> None:
    db = str(tmp_path / "log.db")
    words = ["run", "--sim", "--headless", "--dealer", "clumsy", "--speed", "0", "--wire", "reference"]
    done = CliRunner().invoke(main, [*words, "--rounds", "6", "--seed", "2", "--db", db])
    assert done.exit_code == 0, done.output
    assert CliRunner().invoke(main, ["log", "verify", db, "--replay"]).exit_code == 0


def test_the_same_seed_makes_the_same_mistakes_and_each_kind_is_made(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    first, again = (deal(tmp_path / name / "log.db", "clumsy", seed=4, rounds=30) for name in ("a", "b"))
    assert first.crew.dealer.slips == again.crew.dealer.slips
    assert set(first.crew.dealer.slips) == set(get_args(Slip))


def test_a_quick_dealer_is_quicker_than_a_slow_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: dict[str, list[float]] = {}
    manners: tuple[Manner, ...] = ("steady", "quick", "slow")
    for manner in manners:
        (tmp_path / manner).mkdir()
        monkeypatch.setattr("hw_sim.tables.direct_table.time.sleep", waited.setdefault(manner, []).append)
        rules = load("massachusetts")
        table = DirectTable(rules, 1, tmp_path / manner / "log.db", Crew(rules, 1, 2, manner))
        station = shifts.station_on(tmp_path / manner / "log.db", SetClock(), publish=table.show)
        table.play(station, rounds=1, pause_seconds=1.0, saw=lambda _: None)
        station.stop()
        table.close()
        assert table.crew.dealer.slips == []
    assert sum(waited["quick"]) < sum(waited["steady"]) < sum(waited["slow"])
    assert len(waited["quick"]) == len(waited["slow"]), "only the time differs"


def test_a_manner_needs_a_station_without_a_screen() -> None:
    done = CliRunner().invoke(main, ["run", "--sim", "--dealer", "slow"])
    assert done.exit_code == 2
    assert "--dealer needs --headless" in done.stderr


def test_a_round_whose_end_was_taken_back_counts_once(tmp_path: Path) -> None:
    words = ["run", "--sim", "--headless", "--dealer", "clumsy", "--speed", "0", "--rounds", "40"]
    done = CliRunner().invoke(main, [*words, "--seed", "13", "--db", str(tmp_path / "log.db")])
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    taken_back = lines.index("round 26: its end was taken back")
    assert lines[taken_back - 1].startswith("round 26 complete")
    assert sum(line.startswith("round ") for line in lines) == 40 + 2
    assert lines[-1].endswith("next is round 41")


class HastyCrew(Crew):
    """A crew whose dealer draws a card before the first wagers are entered."""

    draw_early: Callable[[], None]
    placed = 0

    def act(self, shown: Shown, slip_out: Callable[[], Observation | None]) -> Seen | None:
        tap = super().act(shown, slip_out)
        if tap and isinstance(tap.observation, BetsPlaced):
            if not self.placed:
                self.draw_early()
            self.placed += 1
        return tap


def test_people_whose_wagers_were_refused_put_them_down_again(tmp_path: Path) -> None:
    def draw_early() -> None:
        table.shoe.draw()
        table.send_last_card(station)

    db = tmp_path / "log.db"
    rules = load("massachusetts")
    crew = HastyCrew(rules, 1, 2)
    crew.draw_early = draw_early
    table = DirectTable(rules, 1, db, crew)
    station = shifts.station_on(db, SetClock(), publish=table.show)
    shown: list[Shown] = []

    def saw(one: Shown) -> None:
        shown.append(one)
        assert len(shown) < 500, "nobody gets on"

    try:
        table.play(station, rounds=2, pause_seconds=0, saw=saw)
    finally:
        station.stop()
        table.close()
    assert crew.placed > 1
    assert shown[-1].view.round_number == 3


@pytest.mark.parametrize("wire", [(), ("--wire", "scanner")])
def test_people_who_are_stuck_end_with_a_sentence(
    wire: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SimulatedPeople, "respond", lambda *_: Called())
    words = ["run", "--sim", "--headless", "--speed", "0", *wire, "--db", str(tmp_path / "log.db")]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 2
    assert '"call" was tapped 20 times' in done.stderr
    assert "Traceback" not in done.output
    assert CliRunner().invoke(main, ["log", "verify", str(tmp_path / "log.db")]).exit_code == 0
