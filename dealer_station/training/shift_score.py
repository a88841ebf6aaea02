"""The score of a shift, from its log, with the measures of the table's own reports."""

from datetime import UTC
from pathlib import Path

from msgspec import Struct, field

from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.model.values import DEALING_ERRORS
from dealer_station.log.read.reader import END, Reader
from dealer_station.log.store.records import ExerciseFinished, RoundKept
from dealer_station.reports.row_context import ReportCursor, ReportQuery
from dealer_station.reports.timing import WORDS, StepDurations, Timing
from dealer_station.review.effective_rows import effective_rows
from dealer_station.review.gaming_day import Calendar
from dealer_station.training.exercises import PASS_PERCENT

POINTS = 100
ERROR_COST, REFUSED_COST = 10, 2
ROUNDS_NEEDED = 5
"""A shorter shift says too little about a dealer."""
STEPS_NAMED = 4
"""The steps that took the longest in all; the score sheet names no others."""
BY_HAND = ("dealer", "floor", "keyed")


class ShiftScore(Struct):
    """The figures of one shift."""

    rounds: int = 0
    errors: int = 0
    """Stops that the dealing caused: cards that were not due, misplaced, missed or forgotten."""
    refused: int = 0
    """Taps that the table refused."""
    taps: int = 0
    spoken: int = 0
    """Closing calls and questions to tied players, which are said aloud."""
    steps: dict[str, StepDurations] = field(default_factory=dict)

    @property
    def points(self) -> int:
        return max(0, POINTS - ERROR_COST * self.errors - REFUSED_COST * self.refused)

    @property
    def passed(self) -> bool:
        return self.points >= PASS_PERCENT and self.rounds >= ROUNDS_NEEDED

    @property
    def seconds(self) -> float:
        """The time of all steps together."""
        return round(sum(waits.total_us for waits in self.steps.values()) / 1e6, 1)

    def details(self) -> tuple[tuple[str, str], ...]:
        """The figures by their names, for the score sheet; steps by their mean time."""
        figures = (
            (said("Rounds"), self.rounds),
            (said("Procedure errors"), self.errors),
            (said("Refused taps"), self.refused),
            (said("Taps"), self.taps),
            (said("Words to say aloud"), self.spoken),
        )
        longest = sorted(self.steps.items(), key=lambda step: -step[1].total_us)[:STEPS_NAMED]
        times = ((WORDS.get(name, name.replace("_", " ")), waits.mean) for name, waits in longest)
        return (
            *((str(name), str(count)) for name, count in figures),
            *((name, f"{mean:.1f} s") for name, mean in times),
        )

    def finished(self, trainee: str, book: str, rules: str) -> ExerciseFinished:
        """The record of the shift for the results."""
        return ExerciseFinished(
            trainee=trainee,
            book=book,
            kind="shift",
            topic="shift",
            points=self.points,
            most=POINTS,
            passed=self.passed,
            hints=0,
            wrong=self.errors,
            shown=0,
            seconds=self.seconds,
            rules=rules,
            details=self.details(),
        )


def score_of(log: Path) -> ShiftScore:
    """The score of the shift in a log of the school."""
    score, timing = ShiftScore(), Timing()
    scene = ReportCursor(ReportQuery(0, END, Calendar(UTC)))
    with Reader(log) as reader:
        for row in reader.rows():
            score.taps += row.part == "seen" and row.source in BY_HAND
        for one in effective_rows(reader.raw_rows(), 0, END):
            scene.take(one)
            timing.take(one, scene)
            match one.content:
                case e.HoldRaised(hold=hold) if hold.kind in DEALING_ERRORS:
                    score.errors += 1
                case e.TapRefused():
                    score.refused += 1
                case o.Called() | o.Answered():
                    score.spoken += 1
                case RoundKept():
                    score.rounds += 1
                case _:
                    pass
    timing.end(scene)
    score.steps = timing.steps
    return score
