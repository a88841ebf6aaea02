"""`dealer-station run --sim`: plays a shift in the terminal, one step per line."""

import sys
import time
from collections import Counter
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from dealer_station.app.command_group import CommandError
from dealer_station.app.table_settings import TableSettings
from dealer_station.engine.evolve.accounts import account_of_round
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import spoken
from dealer_station.engine.model.table import Meter, Round
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.notation.writer import write_act
from dealer_station.engine.rulebook.terms import spot_plural
from dealer_station.engine.words.prompts import Prompt
from hw_sim.tables.shift import ShiftMoment, play_shift


def play_in_terminal(
    settings: TableSettings, rounds: int, players: int, seed: int, pause_seconds: float, svg: Path | None
) -> None:
    """Play a simulated shift, print each step and a summary, and optionally save the output as SVG."""
    rules = settings.rules
    spots = rules.table.spots.value
    console = Console(
        record=svg is not None, highlight=False, width=120 if svg or not sys.stdout.isatty() else None
    )
    account: Counter[str] = Counter()
    console.print(
        Text(
            f"{rules.book.title}: {rules.cards.decks.value} decks, {spots} {spot_plural(rules)}",
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
        console.print("\nThe shift was interrupted at the keyboard.")
    _summary(console, account)
    if svg is not None:
        try:
            svg.parent.mkdir(parents=True, exist_ok=True)
            console.save_svg(str(svg), title="Dealer Station")
        except OSError as error:
            raise CommandError(f"{svg}: cannot be written: {error.strerror}") from error
        click.echo(f"saved {svg}")


def show(console: Console, moment: ShiftMoment) -> None:
    """Print one prompt with its outcome and citation on one line, and the result of a round that ended."""
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


def _happened(moment: ShiftMoment) -> str:
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
    """Return what the house took and paid; a stake returned with a win does not count as taken."""
    account = account_of_round(ended, ())
    return sum(tally.taken_cents for tally in account), sum(tally.paid_cents for tally in account)


def _keep(account: Counter[str], moment: ShiftMoment) -> None:
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
