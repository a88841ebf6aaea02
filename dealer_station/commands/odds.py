"""`dealer-station odds`: what each wager is worth, played out and computed."""

import json as json_text
import os
import time

import click
import msgspec
from rich.console import Console
from rich.table import Table

from dealer_station.commands.options import operator_options
from dealer_station.commands.progress import progress_bar
from dealer_station.engine.rules import Rules
from dealer_station.profiles import load
from hw_sim.odds import Estimate, Odds, Trial, play
from hw_sim.people import Strategy


@click.command()
@click.option(
    "--profile",
    default="massachusetts",
    show_default=True,
    metavar="P",
    help="A rulebook, or the path of a house's own .toml file.",
)
@click.option("--decks", type=click.IntRange(min=1), help="Decks in the shoe.  [default: the book's]")
@click.option("--rounds", type=click.IntRange(min=2), default=100_000, show_default=True, help="How many.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same cards.")
@click.option(
    "--strategy",
    type=click.Choice(["war", "surrender"]),
    default="war",
    show_default=True,
    help="What players do with a tie.",
)
@click.option(
    "--players", type=click.IntRange(min=1), default=1, show_default=True, help="One to a spot, from spot 1."
)
@operator_options
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    help="Processes to use; changes nothing but the time.  [default: all cores]",
)
@click.option("--json", is_flag=True, help="One JSON object instead of a table.")
def odds(
    profile: str,
    decks: int | None,
    rounds: int,
    seed: int,
    strategy: Strategy,
    players: int,
    options: dict[str, str],
    jobs: int | None,
    json: bool,
) -> None:
    """Play random shoes through the engine, and set the results beside their exact values."""
    rules = load(profile, options if decks is None else {**options, "decks": str(decks)})
    trial = Trial(rules, players, strategy, rounds, seed)
    started = time.perf_counter()
    with progress_bar("playing", rounds) as progress:
        result = play(trial, jobs or os.cpu_count() or 1, progress)
    seconds = time.perf_counter() - started
    if json:
        click.echo(json_text.dumps(_as_data(trial, result, seconds), indent=2))
    else:
        _print_table(trial, result, seconds)


def _as_data(trial: Trial, result: Odds, seconds: float) -> dict[str, object]:
    return {
        "profile": trial.rules.book.id,
        "decks": trial.rules.cards.decks.value,
        "players": trial.players,
        "strategy": trial.strategy,
        "seed": trial.seed,
        "rounds": trial.rounds,
        "seconds": round(seconds, 3),
        **msgspec.to_builtins(result),
    }


def _print_table(trial: Trial, result: Odds, seconds: float) -> None:
    rules = trial.rules
    table = Table(title=_title(trial), title_justify="left")
    table.add_column("Per unit staked")
    for heading in ("Rounds", "Mean", "Std error", "Exact", "z"):
        table.add_column(heading, justify="right")
    for name, figure in (
        (_main_name(rules, trial.strategy), result.main_ev),
        (rules.terms.tie_wager.value, result.tie_ev),
        ("Hands that tie", result.p_tie),
    ):
        table.add_row(name, f"{trial.rounds:,}", *_figures(figure))
    console = Console()
    console.print(table)
    console.print(f"{seconds:.1f} seconds, {trial.rounds / seconds:,.0f} rounds a second", highlight=False)


def _title(trial: Trial) -> str:
    players = "1 player" if trial.players == 1 else f"{trial.players} players"
    decks = trial.rules.cards.decks.value
    return f"{trial.rules.book.id}, {decks} decks, {players}, always {trial.strategy}, seed {trial.seed}"


def _main_name(rules: Rules, strategy: Strategy) -> str:
    main = rules.terms.main_wager.value
    return f"{main} with {rules.terms.war_wager.value}" if strategy == "war" else f"{main}, surrendered"


def _figures(figure: Estimate) -> tuple[str, str, str, str]:
    z = "" if figure.z is None else f"{figure.z:+.2f}"
    return f"{figure.mean:.3%}", f"{figure.stderr:.3%}", f"{figure.exact:.3%}", z
