"""The check of `dealer-station doctor` on the floor: whether it answers, and how much of the log it has."""

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from dealer_station.app.floor_link import floor_settings
from dealer_station.cli.doctor_machine import CheckItem
from dealer_station.config.floor_file import read_floor_file
from dealer_station.engine.model.errors import LogError
from dealer_station.floor.client.link import FloorLink, LinkError
from dealer_station.floor.client.outbox import Outbox
from dealer_station.floor.client.sync import DAY_US, WARN_US, now_us
from dealer_station.floor.protocol.messages import LogHello, Refusal, Welcome

NAME = "floor"
OFF_US = 1_000_000


def check_floor(config_file: Path | None, db: Path | None) -> Iterator[CheckItem]:
    """Ask the floor of a station.toml about its log, or about another one; yields nothing if no file is
    named."""
    if config_file is None:
        return
    file = read_floor_file(config_file)
    settings = floor_settings(file)
    if settings is None:
        yield CheckItem(NAME, "warning", "station.toml names no floor", "fill in its section [floor]")
        return
    path = db or file.db
    if not path.exists():
        words = f"{path}: no such log, so that the floor cannot be asked about it"
        remedy = (
            "start the table first; if its log has another name, write it to [log] db or give it with --db"
        )
        yield CheckItem(NAME, "failed", words, remedy)
        return
    try:
        log = Outbox(path).introduction()
    except LogError as error:
        yield CheckItem(NAME, "failed", str(error), f"look at the log: `dealer-station log verify {path}`")
        return
    link = FloorLink(settings)
    try:
        hello = LogHello(
            *(log.log, file.table, log.key, version("dealer-station"), log.size),
            *(now_us(), log.marks),
        )
        answer = link.hello(hello)
    except LinkError as error:
        yield CheckItem(
            NAME, "failed", str(error), "the table deals on; check the network and the certificate"
        )
        return
    finally:
        link.close()
    if isinstance(answer, Refusal):
        yield CheckItem(NAME, "failed", answer.words, "the table deals on; ask the people of the floor")
        return
    yield from _answered(answer, log.size)


def _answered(answer: Welcome, size: int) -> Iterator[CheckItem]:
    """Yield the state of the copy, of the certificate and of the clock."""
    kept = min(answer.head.seq, size)
    facts: dict[str, str | int | float] = {"kept": kept, "size": size}
    words = f"{kept} of {size} rows are kept there"
    if answer.quarantined:
        remedy = "somebody must decide about the fork: `dealer-station floor accept`"
        yield CheckItem(NAME, "warning", f"{words}, in quarantine", remedy, facts)
    else:
        yield CheckItem(NAME, "ok", words, facts=facts)
    left_us = answer.expires_us - answer.server_us
    told = f"expires in {left_us // DAY_US} days"
    if left_us < WARN_US:
        yield CheckItem("floor certificate", "warning", told, "start the station, which renews it")
    else:
        yield CheckItem("floor certificate", "ok", told)
    off_us = now_us() - answer.server_us
    if abs(off_us) > OFF_US:
        told = f"differs from the floor's by {off_us / 1e6:.1f} s"
        yield CheckItem("clock and floor", "warning", told, "set the clock (`timedatectl`)")
