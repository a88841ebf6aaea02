"""The thread that asks one outside witness; no append and no other witness ever waits for it."""

import random
import threading

import psycopg

from dealer_station.engine.model.errors import FloorError, ProofFaultError
from dealer_station.floor.gateway.confirmed import ConfirmedConnection
from dealer_station.floor.store import stored_logs, trees, witnessing
from dealer_station.floor.store.trees import RowsArchivedError, RowsChangedError
from dealer_station.floor.store.witnessing import ADVICE, ALARMS, Trouble, WantedLine
from dealer_station.floor.witness.client import WitnessFaultError, cosigned
from dealer_station.floor.witness.outside import OutsideWitness
from dealer_station.log.transparency.note import read_note
from dealer_station.technical_messages import TechnicalMessages

IDLE_SECONDS = 3.0
"""Interval at which notes that another gateway took, and retries, are looked for."""
DATABASE_SECONDS = 5.0
STOP_SECONDS = 2.0
BACKOFF_SECONDS: dict[Trouble, tuple[float, float]] = {
    "": (1, 60),
    "away": (1, 300),
    "refused": (10, 600),
    "ahead": (60, 3_600),
    "contradiction": (60, 3_600),
    "dishonest": (60, 3_600),
    "unproved": (60, 3_600),
}
"""The first and the longest pause after each trouble; it doubles in between."""
logger = TechnicalMessages()


class WitnessThread:
    """Asks a witness for every note that it has not cosigned yet, the newest of each log."""

    def __init__(self, database: str, slot: str, witness: OutsideWitness) -> None:
        self._database = ConfirmedConnection(database, slot)
        self._witness = witness
        self._told: dict[tuple[int, int], Trouble] = {}
        self._wake, self._over = threading.Event(), False
        self._thread = threading.Thread(target=self._work, name=f"witness {witness.key.name}", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def wake(self) -> None:
        """Say that there is a new note."""
        self._wake.set()

    def stop(self) -> None:
        """End the thread; one that waits for the witness is left to itself."""
        self._over = True
        self._wake.set()
        if self._thread.ident is not None:
            self._thread.join(STOP_SECONDS)

    def _work(self) -> None:
        pause = 0.0
        while not self._over:
            try:
                pause = IDLE_SECONDS if not self._ask_all() else 0.0
            except (psycopg.Error, FloorError) as error:
                logger.warning("database away", why=str(error), witness=self._witness.key.name)
                pause = DATABASE_SECONDS
            except Exception as error:  # noqa: BLE001 - the thread serves every log and must not end
                logger.error("witness not asked", witness=self._witness.key.name, why=repr(error))
                pause = DATABASE_SECONDS
            self._wake.wait(pause)
            self._wake.clear()
        self._database.close()

    def _ask_all(self) -> bool:
        """Ask for all notes that are due; True if some were and the witness answers."""
        wanted = self._database.run(lambda floor: witnessing.claim(floor, self._witness.key))
        for at, one in enumerate(wanted):
            if self._over:
                return False
            trouble, words = self._ask(one)
            if trouble == "away":
                # Nobody answers: the other logs are not asked one after the other, each for its time limit.
                for other in wanted[at:]:
                    self._keep_trouble(other, trouble, words)
                return False
            if trouble is not None:
                self._keep_trouble(one, trouble, words)
        return bool(wanted)

    def _ask(self, one: WantedLine) -> tuple[Trouble | None, str]:
        """Ask for one cosignature and keep it; return the trouble, or None if there is none."""
        witness, note = self._witness, read_note(one.text.encode())

        def prove(old: int) -> tuple[bytes, ...]:
            return self._database.run(
                lambda floor: trees.consistency(floor, one.log, one.branch, old, one.size)
            )

        try:
            line = cosigned(witness.url, witness.key, note, prove, one.known)
        except WitnessFaultError as error:
            if error.refused == "ahead" and error.known <= self._rows(one):
                return "", ""  # It was asked by somebody else meanwhile; a newer note is on its way.
            return error.refused, str(error)
        except ProofFaultError as error:
            return "dishonest", f"{witness.url}: {error}"
        except (RowsChangedError, RowsArchivedError) as error:
            return "unproved", f"{witness.url}: the floor cannot prove the rows since: {error} is missing"
        self._database.run(lambda floor: witnessing.keep_line(floor, one, witness.key, line))
        if self._told.pop((one.log, one.branch), ""):
            logger.info("witness cosigns again", witness=witness.key.name, table=one.table, rows=one.size)
        return None, ""

    def _rows(self, one: WantedLine) -> int:
        """The number of rows that the floor has of a log."""
        head = self._database.run(lambda floor: stored_logs.head_of(floor, one.log, one.branch))
        return head.seq if head else 0

    def _keep_trouble(self, one: WantedLine, trouble: Trouble, words: str) -> None:
        """Note a trouble in the database, and report it once."""
        first, longest = BACKOFF_SECONDS[trouble]
        pause = min(longest, first * 2 ** min(one.failures, 16))
        seconds = random.uniform(pause / 2, pause)
        self._database.run(
            lambda floor: witnessing.keep_trouble(floor, one, self._witness.key, trouble, words, seconds)
        )
        if self._told.get((one.log, one.branch), "") != trouble:
            self._told[one.log, one.branch] = trouble
            report = logger.error if trouble in ALARMS else logger.warning
            report(
                "witness does not cosign",
                witness=self._witness.key.name,
                table=one.table,
                trouble=trouble,
                why=words,
                advice=ADVICE[trouble],
            )
