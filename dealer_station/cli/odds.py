"""`dealer-station odds`: the value of each wager, simulated and exact."""

import json as json_text
import os
import time

import click
import msgspec
from rich.console import Console
from rich.table import Table

from dealer_station.app.options import operator_options
from dealer_station.cli.progress import progress_bar
from dealer_station.engine.model.errors import ProfileError
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.odds.strategy import Strategy
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.rulebooks import NAMES, load
from hw_sim.tables.played_odds import Estimate, Odds, ProgressiveOdds, Trial, play

METER_STEP_DOLLARS = 10_000
"""The amount of the meter for which its added return is printed."""


@click.command()
@click.option(
    "--profile",
    default="massachusetts",
    show_default=True,
    metavar="P",
    help="Rulebook, or the path of a .toml file.",
)
@click.option("--decks", type=click.IntRange(min=1), help="Decks in the shoe.  [default: the book's]")
@click.option(
    "--rounds", type=click.IntRange(min=2), default=100_000, show_default=True, help="Number of rounds."
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same cards.")
@click.option(
    "--strategy",
    type=click.Choice(["war", "surrender"]),
    default="war",
    show_default=True,
    help="How players answer a tie.",
)
@click.option(
    "--players",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Number of players, one to a spot.",
)
@click.option("--progressive", is_flag=True, help="Players also make the progressive wager.")
@operator_options
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    help="Number of processes; affects only the speed.  [default: all cores]",
)
@click.option("--json", is_flag=True, help="Print as JSON.")
def odds(
    profile: str,
    decks: int | None,
    rounds: int,
    seed: int,
    strategy: Strategy,
    players: int,
    progressive: bool,
    options: dict[str, str],
    jobs: int | None,
    json: bool,
) -> None:
    """Play random shoes and compare the results with the exact odds."""
    rules = _rules(profile, options if decks is None else {**options, "decks": str(decks)}, progressive)
    trial = Trial(rules, players, strategy, rounds, seed)
    started = time.perf_counter()
    with progress_bar("playing", rounds) as progress:
        result = play(trial, jobs or os.cpu_count() or 1, progress)
    seconds = time.perf_counter() - started
    if json:
        click.echo(json_text.dumps(_as_data(trial, result, seconds), indent=2))
    else:
        _print_table(trial, result, seconds)


def _rules(profile: str, options: dict[str, str], progressive: bool) -> Rules:
    rules = load(profile, options)
    if not progressive:
        return rules
    if options.get("progressive") == "off":
        raise ProfileError("--progressive and --option progressive=off cannot be combined")
    if not has_progressive(rules):
        having = [name for name in NAMES if has_progressive(load(name))]
        raise ProfileError(
            f"{rules.book.id} has no progressive wager; leave --progressive out, or use {' or '.join(having)}"
        )
    return load(profile, {**options, "progressive": "on"})


def has_progressive(rules: Rules) -> bool:
    """True if the book defines a progressive wager, even if the table does not offer it."""
    return rules.progressive.progressive_rules.value != "none"


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
    if result.progressive:
        _print_progressive(console, result.progressive)
    console.print(f"{seconds:.1f} seconds, {trial.rounds / seconds:,.0f} rounds a second", highlight=False)


def _print_progressive(console: Console, result: ProgressiveOdds) -> None:
    stake, reading = dollars(result.wager_cents), result.suited_double_tie.replace("_", " ")
    title = f"progressive, {stake} dollars, suited double tie: {reading}, stake {result.stake_on_win}"
    table = Table(title=title, title_justify="left")
    table.add_column("Highest hand")
    for heading in ("Pays to 1", "Hits", "Played", "Exact", "z"):
        table.add_column(heading, justify="right")
    for line in result.lines:
        share = "meter" if line.meter_percent == 100 else f"{line.meter_percent}% meter"
        pays = f"{line.pays:,} + {share}" if line.meter_percent else f"{line.pays:,}"
        played, exact = _one_in(line.p.mean), _one_in(line.p.exact)
        table.add_row(line.hand, pays, f"{line.hits:,}", played, exact, _z(line.p))
    console.print(table)
    mean, stderr, known, z = _figures(result.return_without_meter)
    returned = f"Return without the meter {mean}, std error {stderr}, exact {known}, z {z}"
    per_step = result.meter_dollar * METER_STEP_DOLLARS * 100 / result.wager_cents
    meter = f"The meter adds {per_step:.3%} per {METER_STEP_DOLLARS:,} dollars"
    console.print(f"{returned}\n{meter}, envy {result.envy:.3%} per other bettor", highlight=False)


def _one_in(p: float) -> str:
    if not p:
        return "never"
    return f"1 in {1 / p:,.2f}" if p > 0.01 else f"1 in {1 / p:,.0f}"


def _title(trial: Trial) -> str:
    players = "1 player" if trial.players == 1 else f"{trial.players} players"
    decks = trial.rules.cards.decks.value
    return f"{trial.rules.book.id}, {decks} decks, {players}, always {trial.strategy}, seed {trial.seed}"


def _main_name(rules: Rules, strategy: Strategy) -> str:
    main = rules.terms.main_wager.value
    return f"{main} with {rules.terms.war_wager.value}" if strategy == "war" else f"{main}, surrendered"


def _figures(figure: Estimate) -> tuple[str, str, str, str]:
    return f"{figure.mean:.3%}", f"{figure.stderr:.3%}", f"{figure.exact:.3%}", _z(figure)


def _z(figure: Estimate) -> str:
    return "" if figure.z is None else f"{figure.z:+.2f}"
