"""`dealer-station run --headless --scene`: plays a bench scene at a station and keeps its log."""

import sys
from pathlib import Path

import click

from dealer_station.app.station_keys import keys_folder
from dealer_station.app.table_settings import Kind
from dealer_station.config.go_live_record import unanswered
from dealer_station.engine.model.errors import LogError
from dealer_station.log.store.records import OpenedAs
from dealer_station.written_rounds.play import rules_of
from hw_sim.bench.bench_station import Place
from hw_sim.bench.report import line_of
from hw_sim.bench.run_scene import Bench
from hw_sim.scenes.reader import read_scene


def play_scene(path: Path, db: Path, speed: float, *, training: bool) -> None:
    """Play the scene into a new log, then exit; the exit code is 1 unless the scene passed."""
    scene = read_scene(path)
    if db.exists():
        raise click.UsageError(
            f"--scene {path} needs a new log, and {db} already exists; name a new file with --db"
        )
    if not db.parent.is_dir():
        raise LogError(f"{db.parent}: no such folder; create it, or name another path for the log")
    kind: Kind = "training" if training else "simulated"
    opened_as = OpenedAs(kind, scene.title or scene.name, "", unanswered(rules_of(scene.header)))
    keys = keys_folder(db, None)
    click.echo(f"{kind.upper()} TABLE; {scene.name}: {scene.title}")
    # The comparison opens burn cards with the escrow's private key, which is deleted together with the
    # devices.
    bench = Bench(speed, place=lambda folder: Place(db, keys, folder / "escrow.key", opened_as))
    result = bench.run(path)
    click.echo(line_of(result))
    if db.exists():
        click.echo(f"the log: {db}; read it with `dealer-station log rounds {db}`")
    sys.exit(0 if result.verdict == "passed" else 1)
