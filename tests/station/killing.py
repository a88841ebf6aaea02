"""kill -9 at random moments: a process that is killed and started again, and what must then be so.

Run as a separate process that forks its victims, so that no victim has to load the program first.
"""

import argparse
import os
import signal
import sys
import time
from pathlib import Path
from random import Random

from dealer_station.app.headless import play_headless
from dealer_station.app.table_settings import settings
from dealer_station.engine.due.next_step import due
from dealer_station.engine.model.observations import CardDrawn, DeviceSaid
from dealer_station.engine.words.prompts import step_id
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.rulebooks import NAMES, load
from dealer_station.station.station import Shown
from hw_sim.devices.journaled_shoe import JournaledShoe
from hw_sim.tables.direct_table import DirectTable, journal_path

LONGEST_LIFE_SECONDS = 0.25
"""On an idle machine; on a busy one it is made longer until victims come to deal."""
KILLS_PER_LOG = 20
MOST_TIMES = 4


def victim(profile: str, seed: int, db: Path) -> None:
    """A station that deals until it is killed, and writes down everything that it shows."""
    notes = os.open(db.with_name("shown"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    show = DirectTable.show

    def noting(self: DirectTable, shown: Shown) -> None:
        os.write(notes, f"{shown.seq} {step_id(shown.due)} {getattr(shown.due, 'place', '')}\n".encode())
        show(self, shown)

    DirectTable.show = noting  # type: ignore[method-assign]
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    play_headless(
        settings(None, profile, {}, sim=True, training=False),
        rounds=10**6,
        players=4,
        seed=seed,
        pause_seconds=0,
        db=db,
        named=None,
    )


def kill_once(profile: str, seed: int, db: Path, life_seconds: float) -> None:
    """Starts a victim and kills it."""
    child = os.fork()
    if child == 0:
        try:
            victim(profile, seed, db)
        finally:
            os._exit(9)  # A victim that ends without being killed is a failure.
    time.sleep(life_seconds)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), f"the station ended by itself with {os.waitstatus_to_exitcode(status)}"


def check(profile: str, seed: int, db: Path) -> int:
    """Nothing acknowledged is lost, nothing shown is not stored, and every step is as it was shown."""
    if not db.exists() or db.stat().st_size == 0:
        return 0
    rules = load(profile)
    shoe = JournaledShoe(rules, seed, journal_path(db), f"SIM-{seed}")
    shoe.close()
    shown = _shown(db)
    if not shown and not shoe.sent:
        return 0  # Killed before the log began.
    with Reader(db) as log:
        known, taken = log.recollect(0), []
        for row in log.rows():
            content = known.take(row)
            if row.source == "shoe" and row.device_seq and not isinstance(content, DeviceSaid):
                burned = row.seal is not None
                card = content.card if isinstance(content, CardDrawn) else "cut"
                taken.append((row.device_seq, None if burned else card))
            if row.seq in shown:
                step = due(known.table, rules)
                assert f"{step_id(step)} {getattr(step, 'place', '')}" == shown.pop(row.seq)
    assert not shown, f"{shown} was shown and is not in the log"
    sent = [(one.seq, getattr(one.out, "card", "cut")) for one in shoe.sent]
    assert len(taken) >= shoe.acknowledged
    assert [seq for seq, _ in taken] == [seq for seq, _ in sent[: len(taken)]]
    assert all(card in (None, face) for (_, card), (_, face) in zip(taken, sent, strict=False))
    report = verify(db)
    assert report.ok, report.findings
    return len(taken)


def _shown(db: Path) -> dict[int, str]:
    notes = db.with_name("shown")
    lines = notes.read_text().splitlines() if notes.exists() else []
    return {int(line.split(" ", 1)[0]): line.split(" ", 1)[1] for line in lines}


def main() -> int:
    """Kill the station as often as asked, and print how many cards had been dealt."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    chance = Random(chosen.seed)
    cards = started = kill = 0
    longest = LONGEST_LIFE_SECONDS
    # On a busy machine more of them are killed before they deal; then more are killed.
    while kill < chosen.kills or (started <= chosen.kills // 2 and kill < MOST_TIMES * chosen.kills):
        lot = kill // KILLS_PER_LOG
        profile, seed = NAMES[lot % len(NAMES)], chosen.seed * 1000 + lot
        folder = chosen.folder / str(lot)
        folder.mkdir(parents=True, exist_ok=True)
        before = _shown(folder / "log.db")
        kill_once(profile, seed, folder / "log.db", chance.uniform(0, longest))
        dealt = len(_shown(folder / "log.db")) > len(before)
        longest = max(LONGEST_LIFE_SECONDS, longest * (0.95 if dealt else 1.25))
        started += dealt
        cards = max(cards, check(profile, seed, folder / "log.db"))
        kill += 1
    print(f"{kill} kills, {started} in a running shift, {cards} cards in the longest log")
    return 0 if started > chosen.kills // 2 else 1


if __name__ == "__main__":
    sys.exit(main())
