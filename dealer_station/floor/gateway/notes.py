"""The notes of stations at a gateway: taken one at a time, cosigned, and handed to the outside witnesses.

Notes have a thread and a connection of their own, so that no append waits for the tree of a log."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import parse_qs

from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.certificates import witness_key
from dealer_station.floor.certificates.key_digest import ClientIdentity
from dealer_station.floor.gateway.confirmed import ConfirmedConnection
from dealer_station.floor.gateway.witness_thread import WitnessThread
from dealer_station.floor.protocol.messages import LOG, OWN, Refusal
from dealer_station.floor.protocol.notes import (
    NOTE_CHARACTERS_MAX,
    NOTE_OF_LOG,
    CosignedNote,
    SentNote,
)
from dealer_station.floor.store import cosigning
from dealer_station.floor.store.connection import Floor
from dealer_station.floor.witness.outside import outside_witnesses
from dealer_station.log.transparency.note_keys import NoteSigner
from dealer_station.technical_messages import TechnicalMessages

MALFORMED = Refusal("malformed", "the message is not one of protocol v1")
NO_KEY = Refusal("not_found", "this gateway has no witness.key, and cosigns nothing; the rows are kept")
logger = TechnicalMessages()


class NoteDesk:
    """Takes notes and answers each after the commit."""

    def __init__(self, database: str, gateway: str, folder: Path) -> None:
        self._database = ConfirmedConnection(database, f"{gateway} notes")
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="notes")
        outside = outside_witnesses(folder)
        self._outside = tuple(one.key for one in outside)
        slots = (f"{gateway} witness {number}" for number, _ in enumerate(outside))
        self._threads = [WitnessThread(database, *one) for one in zip(slots, outside, strict=True)]
        self._signer: NoteSigner | None = None
        try:
            self._signer = witness_key.load(folder)
        except FloorError as error:
            logger.warning("notes are not cosigned", why=str(error))

    def start(self) -> None:
        """Start the threads that ask the witnesses."""
        for one in self._threads:
            one.start()

    def stop(self) -> None:
        """End the threads; a witness that is being asked is not waited for."""
        for one in self._threads:
            one.stop()
        self._pool.shutdown()
        self._database.close()

    async def take(self, sent: SentNote, who: ClientIdentity) -> CosignedNote | Refusal:
        """Judge a note, and answer after the commit."""
        signer = self._signer
        if signer is None:
            return NO_KEY
        if not 0 < sent.branch < 2**31 or len(sent.note) > NOTE_CHARACTERS_MAX:
            return MALFORMED

        def work(floor: Floor) -> CosignedNote | Refusal:
            asker = who.station, who.public_key
            return cosigning.take_note(floor, asker, sent, signer, int(time.time()), self._outside)

        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._pool, lambda: self._database.run(work))
        if isinstance(answer, Refusal) and answer.quarantine:
            logger.error("note refused", station=who.station, case=answer.quarantine, why=answer.words)
        elif answer is cosigning.OTHER_KEY:
            logger.error("notes are not cosigned", why=answer.words)
        elif isinstance(answer, CosignedNote) and answer.waiting:
            for one in self._threads:
                one.wake()
        return answer

    def reading_of(
        self, path: str, query: bytes, who: ClientIdentity
    ) -> Callable[[Floor], CosignedNote | Refusal] | Refusal | None:
        """The work that answers a request for the newest note; None if the address is another one."""
        named, _, what = path.removeprefix(LOG).partition("/")
        if not path.startswith(LOG) or what != NOTE_OF_LOG:
            return None
        asked = parse_qs(query.decode("ascii", "replace")).get("from", ["0"])
        try:
            log, first = b"" if named == OWN else bytes.fromhex(named), int(asked[0])
        except ValueError:
            return MALFORMED
        if not 0 <= first < 2**62:
            return MALFORMED
        asker = who.station, who.public_key
        return lambda floor: cosigning.read_cosigned(floor, asker, log, first, self._outside)
