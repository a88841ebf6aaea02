"""The data of a score sheet, of the instructor's overview and of a certificate, as plain tables."""

from datetime import UTC, datetime

from msgspec import Struct

from dealer_station.log.school.results import SchoolRow
from dealer_station.log.store.records import ExerciseFinished, QuestionAnswered
from dealer_station.review.tables_and_charts import Cell, Column, ReportTable
from dealer_station.rulebooks import NAMES, load
from dealer_station.training.drills import DRILL_TITLES, DRILLS
from dealer_station.training.errors import NotEarnedError
from dealer_station.training.progress import finished, is_of, progress_in, trainees
from dealer_station.training.repetition import BOXES, FIRST_BOX, boxes_after

NAMED_MOST = 5


class CertificateData(Struct, frozen=True):
    """The content of a certificate: who has passed every lesson of which book, and when."""

    trainee: str
    book: str
    title: str
    lessons: int
    first_us: int
    last_us: int
    mean_percent: int
    rules: str


def day_of(at_us: int) -> str:
    """A day in UTC, as results name it; a dash where nothing has happened."""
    return f"{datetime.fromtimestamp(at_us / 1e6, UTC):%Y-%m-%d}" if at_us else "–"


def overview(rows: tuple[SchoolRow, ...]) -> ReportTable:
    """Every trainee and book with lessons, drills, shifts and what went wrong last."""
    columns = (
        *(Column("Trainee"), Column("Rulebook"), Column("Lessons passed", "count"), Column("of", "count")),
        *(Column("Best, %", "count"), Column("Drills", "count"), Column("Shifts", "count")),
        *(Column("Last on"), Column("To practise")),
    )
    found: list[tuple[Cell, ...]] = []
    for trainee in trainees(rows):
        for book in NAMES:
            done = finished(rows, trainee, book)
            if not done:
                continue
            progress = progress_in(rows, trainee, book)
            best = max((one.best_percent for one in progress), default=0)
            drills, shifts = (sum(one.kind == kind for _, one in done) for kind in ("drill", "shift"))
            passed, count = sum(one.passed for one in progress), len(progress)
            again = ", ".join(to_practise(rows, trainee, book)) or "–"
            found.append((trainee, book, passed, count, best, drills, shifts, day_of(done[-1][0]), again))
    return ReportTable("Trainees", columns, tuple(found))


def to_practise(rows: tuple[SchoolRow, ...], trainee: str, book: str) -> tuple[str, ...]:
    """The abilities in the first box: their last answer was wrong."""
    boxes = _boxes(rows, trainee, book)
    return tuple(skill for skill, box in boxes.items() if box == FIRST_BOX)[:NAMED_MOST]


def _boxes(rows: tuple[SchoolRow, ...], trainee: str, book: str) -> dict[str, int]:
    return boxes_after(
        (row.about.skill, row.about.right)
        for row in rows
        if isinstance(row.about, QuestionAnswered) and is_of(row.about, trainee, book)
    )


def score_tables(rows: tuple[SchoolRow, ...], trainee: str, book: str) -> tuple[ReportTable, ...]:
    """The tables of a score sheet: lessons, drills, shifts, abilities."""
    done = finished(rows, trainee, book)
    lessons = ReportTable(
        "Lessons",
        (Column("Lesson"), Column("Attempts", "count"), Column("Best, %", "count"), Column("Passed on")),
        tuple(
            (str(one.lesson.title), one.attempts, one.best_percent, day_of(one.passed_us))
            for one in progress_in(rows, trainee, book)
        ),
    )
    drills = ReportTable(
        "Drills",
        (
            Column("Drill"),
            Column("Times", "count"),
            Column("Best, %", "count"),
            Column("Seconds each", "seconds"),
        ),
        tuple(
            _drill(str(DRILL_TITLES[name]), [one for _, one in done if one.topic == name]) for name in DRILLS
        ),
    )
    shifts = ReportTable(
        "Shifts",
        (Column("On"), Column("Points", "count"), Column("Figures")),
        tuple(
            (day_of(at), one.points, ", ".join(f"{name} {value}" for name, value in one.details))
            for at, one in done
            if one.kind == "shift"
        ),
    )
    abilities = ReportTable(
        f"Abilities: box 1 comes back soon, box {BOXES} seldom",
        (Column("Ability"), Column("Box", "count")),
        tuple((skill, box + 1) for skill, box in sorted(_boxes(rows, trainee, book).items())),
    )
    return lessons, drills, shifts, abilities


def _drill(title: str, done: list[ExerciseFinished]) -> tuple[str, int, int, float | None]:
    best = max((100 * one.points // one.most for one in done if one.most), default=0)
    answers = sum(one.most // 3 for one in done)
    return title, len(done), best, (sum(one.seconds for one in done) / answers if answers else None)


def certificate_data(rows: tuple[SchoolRow, ...], trainee: str, book: str) -> CertificateData:
    """The content of a certificate; raise NotEarnedError with the lessons that are missing."""
    progress = progress_in(rows, trainee, book)
    missing = [one.lesson.id for one in progress if not one.passed]
    if missing:
        named = ", ".join(missing[:NAMED_MOST])
        more = f" and {len(missing) - NAMED_MOST} more" if len(missing) > NAMED_MOST else ""
        raise NotEarnedError(
            f"{trainee} has passed {len(progress) - len(missing)} of {len(progress)} lessons of {book}; "
            f"missing: {named}{more}. Take them with `dealer-station train --book {book}`"
        )
    times = [one.passed_us for one in progress]
    mean = sum(one.best_percent for one in progress) // len(progress)
    rules = load(book)
    return CertificateData(
        trainee, book, rules.book.title, len(progress), min(times), max(times), mean, rules.digest
    )
