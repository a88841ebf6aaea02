"""Disputes in the window: what was noted about the rounds, and a new note; written by the clerk's thread."""

from collections import defaultdict
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from dealer_station.engine.errors import DealerStationError
from dealer_station.log import disputes
from dealer_station.log.catalogue import LOG_SHIFT, Glance
from dealer_station.log.disputes import Claim, Note, Which
from dealer_station.review.dossier import Dossier, dossier
from ui.paper.dispute_sheet import dispute_sheet
from ui.review import sheets
from ui.review.clerk import Clerk
from ui.review.rounds import local
from ui.review.seals import Seals
from ui.review.telling import Telling
from ui.speech import Speech

Notes = dict[Which, list[Note]]


class Noting:
    """The review log beside the logs that are shown."""

    def __init__(
        self,
        reviews: Path,
        clerk: Clerk,
        say: Speech,
        changed: Callable[[], None],
        tell: Callable[[str], None],
    ) -> None:
        self.reviews = reviews
        self._clerk, self.say, self._changed, self._tell = clerk, say, changed, tell
        self._chains: list[str] = []
        """What tells each log that is open from the others."""
        self._notes: Notes = {}
        self._waiting: Telling | None = None
        """The round whose sheet is made when its log is verified."""

    def look(self) -> None:
        """Has the notes read again: others may write some, too."""
        self._clerk.ask("notes", self._read, self._found)

    def _read(self) -> tuple[list[str], Notes]:
        by_round: Notes = defaultdict(list)
        for note in disputes.notes(self.reviews):
            by_round[note.which].append(note)
        return [disputes.chain_of(book.reader) for book in self._clerk.books], dict(by_round)

    def _found(self, found: Any) -> None:
        if isinstance(found, DealerStationError):
            self._tell(str(found))
            return
        self._chains, self._notes = found
        self._changed()

    def has(self, glance: Glance) -> bool:
        """Whether somebody has noted a dispute about this round."""
        return bool(self._notes) and bool(self._on(glance.log, glance.number))

    def _on(self, log: int, number: int) -> list[Note]:
        chain = self._chains[log] if log < len(self._chains) else ""
        return self._notes.get((chain, number), [])

    def words(self, telling: Telling) -> tuple[str, ...]:
        """What was noted before about the round that is shown."""
        say = self.say
        return tuple(
            f"{local(note.at_us):%Y-%m-%d %H:%M} · {' · '.join(part for part in self._parts(note) if part)}"
            for note in self._on(telling.key >> LOG_SHIFT, telling.story.number)
        ) or (say("Nothing was noted about this round yet."),)

    def _parts(self, note: Note) -> tuple[str, ...]:
        say, about = self.say, note.about
        return (
            about.by,
            say("claimed: {words}", words=about.claimed),
            say("decided: {words}", words=about.decided) if about.decided else say("not decided yet"),
            ", ".join(about.names),
        )

    def sheet(self, telling: Telling) -> sheets.Sheet:
        """What there is, and room for more; the newest notes follow when they are read."""
        self.look()
        number, reader = telling.story.number, self._clerk.books[telling.key >> LOG_SHIFT].reader

        def done(entered: dict[str, str]) -> str:
            if not entered.get("claimed", "").strip() or not entered.get("by", "").strip():
                return self.say("What is claimed and your name are needed.")
            claim = Claim(
                entered["claimed"],
                entered.get("decided", ""),
                tuple(name.strip() for name in entered.get("names", "").split(",") if name.strip()),
                entered["by"],
            )
            self._clerk.ask(
                "note",
                lambda: disputes.write(self.reviews, disputes.disputed(reader, number, claim)),
                self._written,
            )
            return ""

        return sheets.disputing(number, self.words(telling), str(self.reviews), self.say, done)

    def _written(self, found: Any) -> None:
        if isinstance(found, DealerStationError):
            self._tell(str(found))
            return
        say = self.say
        self._tell(
            say(
                "The dispute is noted and signed: row {row} of {file}.",
                row=found.seq,
                file=self.reviews.name,
            )
        )
        self.look()

    def print(self, telling: Telling | None, seals: Seals) -> None:
        """Makes the dispute sheet of a round, as soon as it is known whether its log is whole."""
        if telling is None:
            return
        log, say = telling.key >> LOG_SHIFT, self.say
        report = seals.seals[log].report if log < len(seals.seals) else None
        if report is None:
            self._waiting = telling
            self._tell(say("The sheet is made when the log is verified."))
            return
        reader, number = self._clerk.books[log].reader, telling.story.number
        self._clerk.ask("paper", lambda: dossier(reader, number, self.reviews, report), self._paper)

    def print_waiting(self, seals: Seals) -> None:
        """One more log is verified."""
        waiting, self._waiting = self._waiting, None
        self.print(waiting, seals)

    def _paper(self, found: Dossier | DealerStationError) -> None:
        """Pages are painted in the window's thread, beside the review log, under a name of their own."""
        if isinstance(found, DealerStationError):
            self._tell(str(found))
            return
        out = new_name(self.reviews.parent, f"{Path(found.file).stem}-round-{found.number}", "pdf")
        try:
            out.parent.mkdir(parents=True, exist_ok=True)
            dispute_sheet((found,)).write_pdf(out)
        except (OSError, DealerStationError) as error:
            self._tell(str(error))
            return
        self._tell(self.say("The dispute sheet is in {file}", file=str(out)))


def new_name(folder: Path, stem: str, form: str) -> Path:
    """A file that is not there yet: nothing is overwritten."""
    names = (f"{stem}-{again}.{form}" if again > 1 else f"{stem}.{form}" for again in count(1))
    return next(folder / name for name in names if not (folder / name).exists())
