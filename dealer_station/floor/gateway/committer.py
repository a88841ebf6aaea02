"""The committer: one thread and one connection that keep the batches of up to 64 stations in one
transaction.

While a transaction runs, the next batches gather; so the cost of a commit is shared by all stations that
wait, and a single station never waits for company."""

import asyncio
import queue
import threading
import time

import psycopg

from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.gateway.outage import OutageReport
from dealer_station.floor.protocol.messages import KeptUpTo, Refusal
from dealer_station.floor.store.appends import WaitingBatch
from dealer_station.floor.store.connection import GATEWAY, Floor, connect
from dealer_station.floor.store.deadline import within_deadline
from dealer_station.floor.store.ingest import Ingest
from dealer_station.technical_messages import TechnicalMessages

STATIONS_MAX = 64
"""The most batches in one transaction."""
WAITING_MAX = 1_000
"""The most batches that wait; beyond that stations are asked to come back."""
UNAVAILABLE = Refusal("unavailable", "the floor's database does not answer; try again later")
FULL = Refusal("unavailable", "the floor has more to write than it can; try again later")
BROKEN = Refusal("malformed", "the database cannot store this message")

logger = TechnicalMessages()
Answer = KeptUpTo | Refusal
Waiting = tuple[WaitingBatch, "asyncio.Future[Answer]"]


class Committer:
    """Takes checked batches from an event loop and answers each after the commit."""

    def __init__(self, database: str, slot: str) -> None:
        self._database, self._slot = database, slot
        self._floor: Floor | None = None
        self._ingest: Ingest | None = None
        self._warnings: list[str] = []
        self._outage = OutageReport("appends", time.monotonic)
        self._at_limit: set[str] = set()
        """The stations whose forks are refused, each of which was reported."""
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._work, name="committer", daemon=True)

    def start(self) -> None:
        """Start the thread; the answers go to the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def stop(self) -> None:
        """Keep what waits, then end the thread."""
        self._waiting.put(None)
        self._thread.join()

    def keep(self, waiting: WaitingBatch) -> "asyncio.Future[Answer]":
        """Queue a batch; the answer comes after the commit."""
        assert self._loop
        answer: asyncio.Future[Answer] = self._loop.create_future()
        if self._waiting.qsize() < WAITING_MAX:
            self._waiting.put((waiting, answer))
        else:
            answer.set_result(FULL)
        return answer

    def _work(self) -> None:
        """Keep groups of batches until stopped."""
        ended = False
        while not ended:
            group: list[Waiting] = []
            ended = not self._gather(group)
            if group:
                self._answer(group, self._kept([one for one, _ in group]))
        self._drop()

    def _gather(self, group: list[Waiting]) -> bool:
        """Wait for a batch and take all others that are there; return False if the thread must end."""
        found = self._waiting.get()
        while found is not None:
            group.append(found)
            if len(group) == STATIONS_MAX:
                return True
            try:
                found = self._waiting.get_nowait()
            except queue.Empty:
                return True
        return False

    def _kept(self, group: list[WaitingBatch]) -> list[Answer]:
        """Keep a group; if the database cannot store one of its batches, keep each of them alone."""
        try:
            answers = self._commit(group)
            self._outage.worked()
            return answers
        except (psycopg.DataError, psycopg.IntegrityError) as error:
            if len(group) == 1:
                logger.error("batch not stored", station=group[0].station, why=str(error))
                return [BROKEN]
            return [answer for one in group for answer in self._kept([one])]
        except (psycopg.Error, FloorError) as error:
            # The outcome of a commit may be unknown. Nobody is told that rows are kept; the stations send
            # them again, and those that are known are dropped.
            self._outage.failed(str(error), len(group))
            self._drop()
            return [UNAVAILABLE] * len(group)
        except Exception as error:  # noqa: BLE001 - the thread serves every station and must not end
            logger.error("batch not kept", stations=[one.station for one in group], why=repr(error))
            self._drop()
            if len(group) == 1:
                return [UNAVAILABLE]
            return [answer for one in group for answer in self._kept([one])]

    def _commit(self, group: list[WaitingBatch]) -> list[Answer]:
        if self._floor is None or self._ingest is None or self._floor.closed:
            self._floor = connect(self._database, GATEWAY, self._slot)
            self._floor.add_notice_handler(self._warned)
            self._ingest = Ingest(self._floor)
        self._warnings.clear()
        with within_deadline(self._floor):
            answers = self._ingest.commit(group)
        if self._warnings:
            # Somebody has ended the wait for the standbys: the server reports a warning and a commit that it
            # alone has. The stations send the rows again, and that commit waits for the standbys anew.
            raise FloorError(f"the commit is not confirmed by a quorum: {self._warnings[-1]}")
        return answers

    def _warned(self, notice: psycopg.errors.Diagnostic) -> None:
        """Note a warning of the database; no statement of an append gives one on its own."""
        if notice.severity_nonlocalized == "WARNING":
            self._warnings.append(notice.message_primary or "")

    def _answer(self, group: list[Waiting], answers: list[Answer]) -> None:
        """Wake the event loop once for a whole group."""
        for (one, _), answer in zip(group, answers, strict=True):
            if isinstance(answer, Refusal) and answer.quarantine:
                logger.error("quarantined", station=one.station, case=answer.quarantine, why=answer.words)
            self._note_limit(one.station, answer)
        assert self._loop
        self._loop.call_soon_threadsafe(_tell, [waiting for _, waiting in group], answers)

    def _note_limit(self, station: str, answer: Answer) -> None:
        """Report a station once when its forks exceed the limit, and again only after one was kept."""
        if not isinstance(answer, Refusal):
            if answer.quarantined:
                self._at_limit.discard(station)
        elif answer.code == "fork":
            self._at_limit.discard(station)
        elif answer.code == "too_many_forks" and station not in self._at_limit:
            self._at_limit.add(station)
            logger.error("too many forks", station=station, why=answer.words)

    def _drop(self) -> None:
        """Close the connection; the next group opens another."""
        floor, self._floor, self._ingest = self._floor, None, None
        if floor is not None:
            floor.close()


def _tell(waiting: "list[asyncio.Future[Answer]]", answers: list[Answer]) -> None:
    """Hand each answer to its request; one whose station has gone away waits no more."""
    for one, answer in zip(waiting, answers, strict=True):
        if not one.done():
            one.set_result(answer)
