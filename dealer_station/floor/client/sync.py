"""Brings a log to the floor: one exchange at a time, from where the floor says that it continues.

The synchroniser keeps no state of its own beyond a session. HELLO tells where to continue, every answer
tells the new head, and after any doubt it says hello again. It reads the log and never writes to it, so
that the table does not depend on it in any way."""

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.model.errors import FloorError, LogError
from dealer_station.floor.client.link import FloorLink, LinkError, Trouble
from dealer_station.floor.client.note_sender import NoteSender
from dealer_station.floor.client.outbox import LogIntroduction, Outbox
from dealer_station.floor.protocol.messages import Append, Code, FloorHead, LogHello, Refusal, Welcome

BACKOFF_SECONDS, BACKOFF_SECONDS_MAX = 0.2, 30.0
HEARTBEAT_SECONDS = 2.0
HELLO_SECONDS = 3_600.0
"""A hello is repeated after this time, so that an old certificate is renewed."""
DAY_US = 86_400 * 1_000_000
WARN_US = 30 * DAY_US
"""A certificate that expires within thirty days is reported."""
Status = Literal["connecting", "current", "behind", "set_back", "quarantined", "away", "refused"]


class SyncState(Struct, frozen=True):
    """The state of a log at the floor, as the station knows it."""

    status: Status = "connecting"
    kept: int = 0
    """The last row that is durable at the floor."""
    size: int = 0
    """The last row of the log."""
    words: str = ""
    """The trouble, for people; empty if there is none."""
    code: Code | Literal[""] = ""
    trouble: Trouble | Literal[""] = ""
    """The trouble with the link; empty if the floor answers."""
    warning: str = ""
    """A warning about the certificate; empty if there is none."""
    certificate_days: int | None = None
    """The days that the certificate has left, if it could not be renewed and they are fewer than thirty."""
    cosigned: int = 0
    """The rows that the newest note covers which the floor has cosigned in this session."""
    note_words: str = ""
    """The trouble with signed notes; empty if there is none."""
    note_code: str = ""

    @property
    def ok(self) -> bool:
        """True if rows reach the floor as they should."""
        return self.status in ("connecting", "current", "behind")


def now_us() -> int:
    """The wall clock of this machine, in microseconds."""
    return time.time_ns() // 1000


class Synchroniser:
    """One log and one floor."""

    def __init__(
        self, outbox: Outbox, link: FloorLink, name: str, version: str, keys: Path | None = None
    ) -> None:
        """Name the folder of the station's keys with `keys`, and notes are sent and kept as well."""
        self._outbox, self._link = outbox, link
        self._notes = NoteSender(outbox, link, keys) if keys is not None else None
        self._name, self._version = name, version
        self._head: FloorHead | None = None
        self._after = 0
        """The row after which the next batch begins; before the head if the log has forked there."""
        self._failures = 0
        self._heard = self._greeted = 0.0
        self._tell: Callable[[SyncState], None] = lambda _: None
        self.state = self._told = SyncState()

    def on_change(self, tell: Callable[[SyncState], None]) -> None:
        """Call a function whenever the state changes."""
        self._tell = tell

    def step(self) -> float:
        """Do one exchange; return the seconds to wait before the next one, zero if more is waiting."""
        try:
            wait = self._exchange()
        except LinkError as error:
            away = error.trouble in ("away", "dropped")
            return self._failed("away" if away else "refused", error.words, "", error.trouble)
        except (LogError, FloorError) as error:
            return self._failed("refused", str(error), "")
        return wait

    def _exchange(self) -> float:
        """Say hello if that is due, otherwise send a batch or a sign of life."""
        now = time.monotonic()
        if self._head is None or now - self._greeted > HELLO_SECONDS:
            if (refusal := self._greet()) is not None:
                return self._refused(refusal)
            self._greeted = self._heard = now
        assert self._head
        batch = self._outbox.batch(self._head, self._after, now_us())
        if batch is None:
            self._failures = 0
            if self._after < self._head.seq and self._after == self.state.size:
                self._become("set_back", "the floor has rows that this log does not have: it was set back")
            elif self.state.status not in ("current", "quarantined"):
                self._become("current", "")
            if now - self._heard < HEARTBEAT_SECONDS:
                return min(HEARTBEAT_SECONDS - (now - self._heard), self._send_note())
            batch = Append(
                self._head.branch, self._head.hash, [], self._head.hash, now_us(), size=self.state.size
            )
        return self._send(batch)

    def _send_note(self) -> float:
        """Do the next piece of work on a note, if rows reach the floor as they should; return the seconds
        until there may be more."""
        if self._notes is None or self._head is None or self.state.status != "current":
            return HEARTBEAT_SECONDS
        wait = self._notes.step(self._head)
        told = self._notes.size, self._notes.words, self._notes.code
        if told != (self.state.cosigned, self.state.note_words, self.state.note_code):
            self.state = replace(self.state, cosigned=told[0], note_words=told[1], note_code=told[2])
            self._become("current", "")
        return wait

    def finish(self, seconds: float) -> None:
        """Bring the last rows and the note of them to the floor, within a time limit."""
        ends = time.monotonic() + seconds
        if self._notes is None or not self._notes.has_key:
            return
        self._notes.hurry()
        while time.monotonic() < ends and self.state.ok:
            wait = self.step()
            if self.state.status == "current" and self._head and self._notes.is_done(self._head):
                return
            time.sleep(min(wait, 0.05))
        try:
            self._notes.keep_what_there_is()
        except (LinkError, LogError, OSError) as error:
            self.state = replace(self.state, note_words=str(error))

    def _send(self, batch: Append) -> float:
        """Send a batch and take its answer."""
        answer = self._link.append(batch)
        self._heard = time.monotonic()
        if isinstance(answer, Refusal):
            return self._refused(answer)
        self._failures = 0
        self._advance(answer.head, batch.size)
        if not batch.rows:
            return HEARTBEAT_SECONDS
        behind = answer.head.seq < batch.size
        status: Status = "quarantined" if answer.quarantined else "behind" if behind else "current"
        words = "the floor keeps these rows apart until somebody accepts them" if answer.quarantined else ""
        self._become(status, words)
        # Rows that were written meanwhile have changed the log's files, which whoever waits looks at.
        return 0.0 if behind else HEARTBEAT_SECONDS

    def _advance(self, head: FloorHead, size: int) -> None:
        """Take a new head from the floor."""
        # A fork begins before the head; then the batch moves forward, and the head changes with the branch.
        if self._head is None or head.branch != self._head.branch or self._after >= self._head.seq:
            self._after = head.seq
        self._head = head
        self.state = replace(self.state, kept=head.seq, size=max(size, self.state.size))

    def _refused(self, refusal: Refusal) -> float:
        """Act on a refusal: continue from the head of a gap or a fork, wait after any other."""
        if refusal.code == "fork" and refusal.head is not None:
            self._failures = 0
            self._head, self._after = refusal.head, refusal.head.seq
            self.state = replace(self.state, kept=refusal.head.seq)
            self._become("quarantined", refusal.words)
            return 0.0
        self._head = None
        if refusal.code == "gap" and self._failures == 0:
            self._failures = 1
            return BACKOFF_SECONDS
        status: Status = "away" if refusal.code in ("busy", "unavailable", "gap") else "refused"
        return self._failed(status, refusal.words, refusal.code)

    def _failed(
        self, status: Status, words: str, code: Code | Literal[""], trouble: Trouble | Literal[""] = ""
    ) -> float:
        """Note a failure; return the pause, which doubles each time, with jitter."""
        self._head = None
        pause = min(BACKOFF_SECONDS_MAX, BACKOFF_SECONDS * 2**self._failures)
        self._failures = min(self._failures + 1, 16)
        self._become(status, words, code, trouble)
        return max(random.uniform(pause / 2, pause), self._link.retry_seconds)

    def _become(
        self,
        status: Status,
        words: str,
        code: Code | Literal[""] = "",
        trouble: Trouble | Literal[""] = "",
    ) -> None:
        """Publish a new state."""
        self.state = replace(self.state, status=status, words=words, code=code, trouble=trouble)
        if self.state != self._told:
            self._told = self.state
            self._tell(self.state)

    def _greet(self) -> Refusal | None:
        """Say hello and find the row after which to continue; return the refusal if there is one."""
        log = self._outbox.introduction()
        self.state = replace(self.state, size=log.size)  # True also if the floor does not answer.
        self._link.open()
        answer = self._link.hello(self._hello(log))
        if isinstance(answer, Refusal):
            return answer
        if answer.others and not self._has(answer.head):
            # The rows that would tell may be in the floor's archive; the heads of its branches tell as well.
            seqs = [one.seq for one in answer.others]
            again = self._link.hello(
                replace(self._hello(log), marks=[*log.marks, *self._outbox.marks_at(seqs)])
            )
            if isinstance(again, Refusal):
                return again
            answer = again
        self._head = answer.head
        self._after = answer.head.seq
        if not self._has(answer.head):
            found = self._search(log, answer)
            if isinstance(found, Refusal):
                return found
            self._after = found
        days = _days_left(answer)
        warning = "" if days is None else f"the certificate for the floor expires in {days} days"
        self.state = replace(
            self.state, kept=answer.head.seq, size=log.size, warning=warning, certificate_days=days
        )
        if answer.quarantined:
            self._become("quarantined", "the floor keeps these rows apart until somebody accepts them")
        if answer.renew:
            self._renew()
        return None

    def _has(self, head: FloorHead) -> bool:
        """True if the log has the last row of a branch."""
        return not head.seq or self._outbox.hash_at(head.seq) == head.hash

    def _search(self, log: LogIntroduction, answer: Welcome) -> int | Refusal:
        """The last row that log and floor share; each hello narrows the stretch in which it must be."""
        low = answer.common
        high = min([one.seq for one in log.marks if one.seq > low], default=log.size + 1)
        while high - low > 1:
            marks = self._outbox.marks_between(low, high)
            told = self._link.hello(replace(self._hello(log), marks=marks))
            if isinstance(told, Refusal):
                return told
            high = min([one.seq for one in marks if one.seq > max(told.common, low)], default=high)
            low = max(told.common, low)
            self._head = told.head
        return low

    def _hello(self, log: LogIntroduction) -> LogHello:
        return LogHello(log.log, self._name, log.key, self._version, log.size, now_us(), log.marks)

    def _renew(self) -> None:
        """Renew the certificate; if that fails the old one serves until it expires."""
        try:
            refusal = self._link.renew()
        except (LinkError, FloorError) as error:
            self.state = replace(self.state, warning=str(error))
            return
        if refusal:
            self.state = replace(self.state, warning=refusal.words)
        else:
            self.state = replace(self.state, warning="", certificate_days=None)

    def close(self) -> None:
        """Close the link."""
        self._link.close()


def _days_left(answer: Welcome) -> int | None:
    """The days that the certificate has left; None if they are thirty or more."""
    left_us = answer.expires_us - answer.server_us
    if not answer.expires_us or left_us > WARN_US:
        return None
    return max(left_us, 0) // DAY_US
