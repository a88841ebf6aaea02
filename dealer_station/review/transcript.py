"""Rounds of a log as written rounds that can be played again.

Each round is rehearsed: played from its own text and compared with the log. If it depends on a round that was
not asked for, that round is written before it.
"""

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.due.next_step import due
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.errors import LogError, ProfileError
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.notation import model as w
from dealer_station.engine.notation.writer import write_header
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.words.prompts import step_id
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.records import RulesKept
from dealer_station.review.moments import Moment
from dealer_station.review.round_history import RoundHistory, read_round
from dealer_station.review.transcript_check import CheckedLine, TranscriptCheck, as_text, followed
from dealer_station.rulebooks import load

ROUNDS_BEFORE_MAX = 64
"""More rounds than a shoe has; no round depends on anything before its shoe."""


def transcript(
    log: Reader, numbers: list[int], at: int | None = None, progress: Callable[[int], None] = lambda _: None
) -> str:
    """The text of a file that `dealer-station play` plays; a burn is `??`, because its face is sealed."""
    draft = Draft(log, {} if at is None else {numbers[-1]: at})
    for number in numbers:
        draft.add(number)
        progress(1)
    return draft.text(set(numbers))


class Chapter(Struct, frozen=True):
    """One round of the file, and the rehearsed table after it."""

    number: int
    lines: tuple[str, ...]
    stage: TranscriptCheck


class Attempt(Struct, frozen=True):
    """A candidate file: a header and the rounds under it."""

    header: w.Header
    opening: TranscriptCheck
    """The table as the header describes it."""
    chapters: tuple[Chapter, ...] = ()
    begins_late: bool = False
    """True if the moments before the first card or wager of the first round are left out."""
    fault: str = ""


class Draft:
    """A file of written rounds that grows round by round."""

    def __init__(self, log: Reader, up_to: dict[int, int]) -> None:
        self._log = log
        self._up_to = up_to
        """The row at which a round is cut off, by its number."""
        self._first = next((number for _, _, number in log.spans()), None)
        """The first ended round of the log."""
        self._histories: dict[int, RoundHistory] = {}
        self._now: Attempt | None = None
        self._rules: Rules | None = None
        self._faults: list[str] = []

    def add(self, number: int) -> None:
        """Add a round, with the earlier rounds that it depends on."""
        self._same_rules(number)
        fault = ""
        for attempt in self._attempts(number):
            if not attempt.fault:
                self._now = attempt
                return
            fault = fault or attempt.fault
        self._faults.append(f"Round {number} has a different result when it is played: {fault}.")
        self._now = self._as_it_is(number)

    def text(self, wanted: set[int]) -> str:
        """The whole file, with warnings at its top."""
        if self._now is None:
            return ""
        extra = [chapter.number for chapter in self._now.chapters if chapter.number not in wanted]
        lines = [f"# {words}" for words in (*_about(extra), *self._faults)]
        lines += write_header(self._now.header)
        if self._now.begins_late:
            lines.append("# Steps before the first card or wager belong to the previous round.")
        for chapter in self._now.chapters:
            lines += ["", f"# round {chapter.number}", *chapter.lines]
        return "\n".join(lines) + "\n"

    def _attempts(self, number: int) -> Iterator[Attempt]:
        """Candidate files, shortest first: the round alone, then with more and more rounds before it."""
        lowest = max(self._first or number, number - ROUNDS_BEFORE_MAX)
        for first in _farther(number, lowest):
            now = self._now
            if now is not None and now.chapters[0].number < first:
                yield self._played(now, first, number)
                continue
            for start, skipped in openings(self._history(first)):
                yield self._played(self._opened(first, start, skipped), first, number, skipped)

    def _played(self, before: Attempt, first: int, last: int, skipped: int = 0) -> Attempt:
        """Rehearse the rounds from `first` to `last` after the earlier rounds of the file."""
        chapters = list(before.chapters)
        while chapters and chapters[-1].number >= first:
            chapters.pop()
        stage = (chapters[-1].stage if chapters else before.opening).copy()
        for number in range(first, last + 1):
            history = self._history(number)
            if words_of(history) != words_of(self._history(last)):
                return replace(before, fault=f"round {number} was played under other rules")
            follows = bool(chapters) and chapters[-1].number == number - 1
            lines = written_lines(history, skipped if number == first else 0, standing=not follows)
            played = stage.play(history, lines)
            if played.fault:
                return replace(before, fault=played.fault)
            chapters.append(Chapter(number, played.lines, stage.copy()))
        return replace(before, chapters=tuple(chapters))

    def _as_it_is(self, number: int) -> Attempt:
        """A file with this round as it is, although it cannot be rebuilt from text."""
        history = self._history(number)
        start, _ = next(openings(history))
        before = self._now or self._opened(number, start, 0)
        stage = before.opening.copy()
        stage.table = history.end  # Later rounds are rehearsed from the state of the log.
        lines = tuple(as_text(told) for told in written_lines(history, 0, standing=True))
        return replace(before, chapters=(*before.chapters, Chapter(number, lines, stage)))

    def _opened(self, number: int, start: w.Start, skipped: int) -> Attempt:
        """An empty file that begins with this round."""
        history = self._history(number)
        words = words_of(history)
        meters = {meter.name: meter.cents for meter in _begun(history).meters}
        header = w.Header(
            words.profile if words else history.rules.book.id,
            history.rules.options,
            words.main_limits if words else None,
            words.tie_limits if words else None,
            meters.get("progressive"),
            start,
            "written",
        )
        if self._rules is None:
            self._rules = self._rules_of_today(header, history.rules)
        return Attempt(header, TranscriptCheck(self._rules, header), begins_late=skipped > 0)

    def _rules_of_today(self, header: w.Header, then: Rules) -> Rules:
        """The rulebook that `play` would load by name; a change or a failure to load it is noted."""
        try:
            today = load(
                header.profile,
                dict(header.options),
                main_limits=header.main_limits,
                tie_limits=header.tie_limits,
            )
        except ProfileError as error:
            self._faults.append(f"The rulebook of these rounds cannot be loaded today: {error}")
            return then
        if today.digest != then.digest:
            self._faults.append("The rulebook of these rounds has been changed since they were played.")
        return today

    def _same_rules(self, number: int) -> None:
        """Raise LogError if the round was played under other rules, as a file has one header."""
        if self._now is None:
            return
        before = self._now.chapters[-1].number
        if words_of(self._history(number)) != words_of(self._history(before)):
            raise LogError(
                f"{self._log.path}: round {number} was played under other rules than round {before}, and a "
                "file of written rounds has one header; export them separately, with --from and --to"
            )

    def _history(self, number: int) -> RoundHistory:
        """The history of a round, from a bounded cache."""
        if number not in self._histories:
            while len(self._histories) > 2 * ROUNDS_BEFORE_MAX:
                del self._histories[next(iter(self._histories))]
            self._histories[number] = read_round(self._log, number, self._up_to.get(number))
        return self._histories[number]


def openings(history: RoundHistory) -> Iterator[tuple[w.Start, int]]:
    """Possible starts of a file with this round, each with the number of moments left out; fewest first."""
    begun = _begun(history)
    opens_game = begun.preparing is not None and begun.preparing.cause == "new_game"
    start: w.Start = "closed" if opens_game else "loaded" if "shoe" in begun.fresh else "round"
    yield start, 0
    opened = next((i for i, moment in enumerate(history.moments) if _has(moment, e.RoundOpened)), 0)
    loaded = [i for i, moment in enumerate(history.moments[:opened]) if _has(moment, e.ShoeLoaded)]
    if loaded:
        yield "loaded", loaded[-1] + 1
        yield "round", loaded[-1] + 1
    if opened:
        yield "round", opened


def written_lines(history: RoundHistory, skipped: int, *, standing: bool) -> list[CheckedLine]:
    """A round line by line; with `standing`, seats and wagers from the round before are written too."""
    told = [moment for moment in history.moments[skipped:] if moment.seen is not None]
    bets = _standing(told) if standing else None
    lines: list[CheckedLine] = []
    if standing and told and told[0].before.seats:
        # Seats marked in an earlier round still apply.
        lines.append(CheckedLine(w.WrittenLine(0, o.Seated(told[0].before.seats))))
    for moment in told:
        if bets is not None and moment.seen == o.Called():
            lines.append(CheckedLine(w.WrittenLine(0, bets)))
            bets = None
        assert moment.seen is not None
        act = _in_full(moment.seen, moment)
        expect = followed(act, moment.facts, step_id(due(moment.after, history.rules)))
        lines.append(CheckedLine(w.WrittenLine(0, act, expect), moment))
    if history.kept is not None:
        lines.append(CheckedLine(w.WrittenLine(0, w.End())))
    return lines


def _in_full(seen: Observation, moment: Moment) -> Observation:
    """The observation in a form that needs neither the screen nor the number of the round."""
    if isinstance(seen, o.DeviceSaid) and seen.status == "latched":
        return replace(seen, of_round=0) if seen.of_round == moment.before.round.number else seen
    if isinstance(seen, o.Ruled) and seen.ruling in ABOUT_HANDS and not seen.hands and moment.before.holds:
        # If the hold names the hands, the dealer does not tap them again.
        return replace(seen, hands=moment.before.holds[-1].hands)
    return seen


ABOUT_HANDS = ("void", "out", "pay", "take")


def _standing(told: list[Moment]) -> o.BetsPlaced | None:
    """The wagers of the previous round, if this round is played on them."""
    for moment in told:
        if isinstance(moment.seen, o.BetsPlaced):
            return None
        if isinstance(moment.seen, o.Called):
            placed = next((event for event in moment.facts if isinstance(event, e.WagersPlaced)), None)
            return o.BetsPlaced(placed.bets) if placed and placed.bets else None
    return None


def _farther(number: int, lowest: int) -> Iterator[int]:
    """The round, the one before it, and then in growing steps down to the lowest."""
    yield number
    back = 1
    while number - back > lowest:
        yield number - back
        back *= 2
    if lowest < number:
        yield lowest


def _begun(history: RoundHistory) -> Table:
    """The table before the first observation of the round."""
    return next((moment.before for moment in history.moments if moment.seen is not None), history.end)


def words_of(history: RoundHistory) -> RulesKept | None:
    """The rulebook of a round, as the log keeps it."""
    return history.moments[-1].words


def _has(moment: Moment, kind: type) -> bool:
    """True if a moment has an event of this kind."""
    return any(isinstance(event, kind) for event in moment.facts)


def _about(extra: list[int]) -> tuple[str, ...]:
    """A comment about rounds that were not asked for."""
    if len(extra) < 2:
        return tuple(f"Round {number} was not asked for, but a later round continues it." for number in extra)
    named = f"{', '.join(map(str, extra[:-1]))} and {extra[-1]}"
    return (f"Rounds {named} were not asked for, but later rounds continue them.",)
