"""`dealer-station run`: a table with simulated devices, prompt by prompt, in the terminal."""

import math
import sys
import time
from collections import Counter
from pathlib import Path

import click
from click.core import ParameterSource
from rich.console import Console
from rich.text import Text

from dealer_station.commands.options import operator_options, the_file_itself
from dealer_station.commands.shell import Mendable
from dealer_station.commands.station_file import Settings, config_option
from dealer_station.commands.station_file import settings as settled
from dealer_station.commands.wire_options import NO_WIRES, Wires, wire_options
from dealer_station.engine import events as e
from dealer_station.engine import observations as o
from dealer_station.engine.accounts import account_of_round
from dealer_station.engine.cards import spoken
from dealer_station.engine.notation_write import write_act
from dealer_station.engine.table import Meter, Round
from dealer_station.engine.wagers import dollars
from dealer_station.engine.words import Prompt
from hw_sim.dealers import MANNERS, Manner
from hw_sim.shift import Moment, play_shift

SECONDS_PER_STEP = 1.2
"""How long a dealer takes for a step, in real time."""
HEADLESS_AND_DB = "--headless and --db FILE go together: a station without a screen keeps a log"
LONGEST_PAUSE_SECONDS = 60.0
"""However slow: somebody waits for the next line."""


def _finite(_context: click.Context, _parameter: click.Parameter, speed: float) -> float:
    if not math.isfinite(speed):
        raise click.BadParameter(f"{speed} is no speed; 0 is as fast as it goes")
    return speed


def _is_default(name: str) -> bool:
    """Whether nobody typed this option."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.DEFAULT


@click.command()
@click.option(
    "--sim", is_flag=True, help="Simulated devices: a shoe, players, and a dealer who follows the prompts."
)
@config_option
@click.option("--training", is_flag=True, help="A training table: marked as one, with a log of its own.")
@click.option(
    "--profile", metavar="P", help="A rulebook, or a .toml file.  [default: station.toml's; massachusetts]"
)
@operator_options
@click.option(
    "--rounds",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    help="How many rounds to deal; with --replay what it has.",
)
@click.option(
    "--players", type=click.IntRange(1), default=4, show_default=True, help="How many spots are taken."
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed deals the same shift.")
@click.option(
    "--speed",
    type=click.FloatRange(0),
    default=8,
    show_default=True,
    callback=_finite,
    help="Times real time; 0: at once.",
)
@click.option(
    "--svg", type=click.Path(dir_okay=False, path_type=Path), help="Also save what was shown as a picture."
)
@click.option("--screen", is_flag=True, help="The dealer's touchscreen in a window; you are the dealer.")
@click.option("--headless", is_flag=True, help="Without a screen: a station that keeps a log (--db).")
@click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=the_file_itself,
    metavar="FILE",
    help="The log, with --headless or --screen; one that is there goes on where it was.",
)
@click.option(
    "--scene",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="With --headless: play a scene of the bench, on simulated devices, into the log.",
)
@wire_options
@click.option(
    "--dealer",
    type=click.Choice(MANNERS),
    default="steady",
    show_default=True,
    help="With --headless: how the simulated dealer works.",
)
@click.option(
    "--keys",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="The station's keys, with --db.  [default: FILE.keys]",
)
def run(
    sim: bool,
    config_file: Path | None,
    training: bool,
    profile: str | None,
    options: dict[str, str],
    rounds: int,
    players: int,
    seed: int,
    speed: float,
    svg: Path | None,
    screen: bool,
    headless: bool,
    db: Path | None,
    scene: Path | None,
    wires: Wires,
    dealer: Manner,
    keys: Path | None,
) -> None:
    """Open a table and deal a shift, each step with what to do, what to say and the rule that asks for it."""
    if scene is not None:
        _play_scene(scene, db, wires, speed, headless=headless, training=training)
        return
    _refuse_what_does_not_fit(sim, screen, headless, db, svg, wires, dealer, keys)
    settings = settled(config_file, profile, options, sim=sim, training=training)
    if not sim:
        _refuse_what_is_simulated(headless, svg, wires)
        _open_live(settings, options, db, keys)
        return
    if wires.progressive and settings.rules.progressive.progressive.value != "on":
        raise click.UsageError("--progressive: this table offers none; add --option progressive=on")
    db = db or (settings.log if headless or screen else None)
    if headless and db is None:
        raise click.UsageError(HEADLESS_AND_DB)
    pause_seconds = min(SECONDS_PER_STEP / speed, LONGEST_PAUSE_SECONDS) if speed > 0 else 0.0
    if screen or db is not None:
        _play_with_a_log(
            settings, rounds, players, seed, pause_seconds, db, keys, wires, dealer, screen=screen
        )
        return
    _play_in_terminal(settings, rounds, players, seed, pause_seconds, svg)


IN_A_SCENE = {"config_file": "config", "options": "option"} | {
    name: name for name in ("profile", "rounds", "players", "seed", "dealer", "keys", "svg", "screen")
}
"""What the scene itself says, or has no use for."""


def _play_scene(
    scene: Path, db: Path | None, wires: Wires, speed: float, *, headless: bool, training: bool
) -> None:
    """Devices, people, book and cards are those that the scene names."""
    if not headless or db is None:
        raise click.UsageError("--scene FILE goes with --headless and --db FILE: it is played into a log")
    typed = [word for name, word in IN_A_SCENE.items() if not _is_default(name)]
    if typed or wires != NO_WIRES:
        named = f"--{typed[0]}" if typed else "devices"
        raise click.UsageError(f"--scene and {named}: a scene says itself how it is played; leave that out")
    from dealer_station.commands.scene import play_scene

    play_scene(scene, db, speed, training=training)


def _play_with_a_log(
    settings: Settings,
    rounds: int,
    players: int,
    seed: int,
    pause_seconds: float,
    db: Path | None,
    keys: Path | None,
    wires: Wires,
    dealer: Manner,
    *,
    screen: bool,
) -> None:
    """A real station with simulated devices: at a screen, or without one."""
    if screen:
        # Only a station with a window needs Qt, and Qt needs libraries of the system.
        try:
            from dealer_station.commands.screen import open_screen
        except ImportError as error:
            click.echo(f"no screen can be painted here ({error}); a shift in the terminal instead", err=True)
            _play_in_terminal(settings, rounds, players, seed, pause_seconds, None)
            return
        open_screen(
            settings,
            players=players,
            seed=seed,
            pause_seconds=pause_seconds,
            rounds=rounds,
            db=db,
            named=keys,
            family=wires.family,
        )
        return
    # Only a station that keeps a log needs the database.
    from dealer_station.commands.headless import play_headless

    assert db
    play_headless(
        settings,
        rounds=None if wires.replay and _is_default("rounds") else rounds,
        players=players,
        seed=seed,
        pause_seconds=pause_seconds,
        db=db,
        named=keys,
        wires=wires,
        dealer=dealer,
    )


def _refuse_what_does_not_fit(
    sim: bool,
    screen: bool,
    headless: bool,
    db: Path | None,
    svg: Path | None,
    wires: Wires,
    dealer: Manner,
    keys: Path | None,
) -> None:
    """Options that only make sense together, or apart."""
    if screen and (headless or svg is not None):
        raise click.UsageError("--screen opens a window; it does not go with --headless or --svg")
    if sim and screen and keys is not None and db is None:
        raise click.UsageError("--keys goes with --db: a log that is not kept needs no keys of yours")
    if sim and db is not None and not headless and not screen:
        raise click.UsageError(HEADLESS_AND_DB)
    if headless and svg is not None:
        raise click.UsageError("--svg saves what a screen showed; it does not go with --headless")
    if sim and keys is not None and not headless and not screen:
        raise click.UsageError("--keys goes with --headless: only a station that keeps a log has keys")
    if wires.any and not headless and not (screen and wires.only_a_family):
        raise click.UsageError(
            "--wire, --shoe and --shuffler go with --headless: devices on wires need a log"
        )
    if dealer != "steady" and not headless:
        raise click.UsageError("--dealer goes with --headless: on this screen everybody follows the prompts")


def _refuse_what_is_simulated(headless: bool, svg: Path | None, wires: Wires) -> None:
    """A table with real devices has a screen, and station.toml says which devices."""
    if headless or svg is not None or wires != NO_WIRES:
        raise click.UsageError(
            "--headless, --svg and devices on the command line go with --sim; "
            "without it station.toml names the devices, and the screen is opened"
        )


def _open_live(settings: Settings, options: dict[str, str], db: Path | None, keys: Path | None) -> None:
    """A table with real devices: it has its people and answers first; training keeps a log of its own."""
    from dealer_station.commands.live import make_ready, make_ready_for_training

    ready = make_ready(settings, options) if settings.kind == "live" else make_ready_for_training(settings)
    # Only a station with a window needs Qt.
    from dealer_station.commands.live_screen import open_live

    log = db or settings.log
    assert log
    assert settings.file
    open_live(settings, *ready, log, keys or settings.file.keys)


def _play_in_terminal(
    settings: Settings, rounds: int, players: int, seed: int, pause_seconds: float, svg: Path | None
) -> None:
    rules = settings.rules
    console = Console(
        record=svg is not None, highlight=False, width=120 if svg or not sys.stdout.isatty() else None
    )
    account: Counter[str] = Counter()
    console.print(
        Text(
            f"{rules.book.title}: {rules.cards.decks.value} decks, {rules.table.spots.value} spots",
            style="bold",
        )
    )
    console.print(Text(f"{settings.kind.upper()} TABLE: no real cards, no real money", style="reverse"))
    if settings.defaults:
        console.print(Text(settings.defaults, style="italic"))
    try:
        for moment in play_shift(rules, rounds=rounds, seed=seed, players=players):
            show(console, moment)
            _keep(account, moment)
            time.sleep(pause_seconds)
    except KeyboardInterrupt:
        console.print("\nThe shift was ended at the keyboard; what was dealt stands.")
    _summary(console, account)
    if svg is not None:
        try:
            svg.parent.mkdir(parents=True, exist_ok=True)
            console.save_svg(str(svg), title="Dealer Station")
        except OSError as error:
            raise Mendable(f"{svg}: cannot be written: {error.strerror}") from error
        click.echo(f"saved {svg}")


def show(console: Console, moment: Moment) -> None:
    """One prompt and what came of it, on a line that is read in a second."""
    prompt = moment.shown.prompt
    if any(isinstance(event, e.RoundOpened) for event in moment.events):
        console.print(
            Text(f"\nRound {moment.shown.round_number}   dealer {moment.shown.dealer}", style="bold")
        )
    line = Text("  ")
    line.append(f"{_asked(prompt):<60}")
    line.append(f" {_happened(moment):<24} ")
    line.append(prompt.cite + ("" if prompt.status == "stated" else f" [{prompt.status}]"), style="dim")
    if isinstance(moment.seen, o.DealerArrived):
        line = Text(f"  {moment.seen.name} takes the table", style="italic")
    console.print(line)
    if prompt.note:
        console.print(Text(f"    {prompt.note}", style="dim italic"))
    if moment.ended:
        console.print(_result(moment.ended, moment.shown.meters))


def _asked(prompt: Prompt) -> str:
    return f'{prompt.do}: "{prompt.say}"' if prompt.say else prompt.do


def _happened(moment: Moment) -> str:
    burned = any(isinstance(event, e.CardBurned) for event in moment.events)
    if isinstance(moment.seen, o.CardDrawn) and moment.shown.prompt.do.endswith("face down"):
        return "face down"
    if isinstance(moment.seen, o.CardDrawn):
        return "burned, unseen" if burned else spoken(moment.seen.card) if moment.seen.card else "unreadable"
    if isinstance(moment.seen, o.CutCardSeen):
        return "the cut card: aside"
    if isinstance(moment.seen, o.Answered):
        return moment.seen.choice
    if isinstance(moment.seen, o.Spun):
        return f"the wheel shows {moment.seen.symbol}"
    if isinstance(moment.seen, o.BetsPlaced):
        return write_act(moment.seen).removeprefix("bets ")
    return write_act(moment.seen) if isinstance(moment.seen, o.Ruled) else "done"


def _result(ended: Round, meters: tuple[Meter, ...]) -> Text:
    taken, paid = _totals(ended)
    house = taken - paid
    words = f"the house {'wins' if house >= 0 else 'loses'} {dollars(abs(house))}"
    if meters:
        words += "; meter: " + ", ".join(f"{meter.name} {dollars(meter.cents)}" for meter in meters)
    return Text(
        f"  Round {ended.number} {ended.outcome}: taken {dollars(taken)}, paid {dollars(paid)}; {words}",
        style="bold",
    )


def _totals(ended: Round) -> tuple[int, int]:
    """What the house took and paid; a stake that went back with a win was not taken."""
    account = account_of_round(ended, ())
    return sum(tally.taken_cents for tally in account), sum(tally.paid_cents for tally in account)


def _keep(account: Counter[str], moment: Moment) -> None:
    for event in moment.events:
        account[type(event).__name__] += 1
    if moment.ended:
        taken, paid = _totals(moment.ended)
        account["taken_cents"] += taken
        account["paid_cents"] += paid


def _summary(console: Console, account: Counter[str]) -> None:
    console.print(
        Text(
            f"\n{account['RoundEnded']} rounds, {account['CardDealt']} cards dealt, "
            f"{account['CardBurned']} burned, {account['OptionChosen']} ties, {account['HoldRaised']} holds; "
            f"taken {dollars(account['taken_cents'])}, paid {dollars(account['paid_cents'])}",
            style="bold",
        )
    )
