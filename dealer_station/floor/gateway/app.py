"""The gateway as an ASGI application: reads a message, answers after the database has it."""

import asyncio
import time
import zlib
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from secrets import token_hex
from typing import Any
from urllib.parse import parse_qs

import msgspec
import psycopg
from msgspec import Struct

from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.certificates.authority import RENEW_AFTER, Authority
from dealer_station.floor.certificates.key_digest import ClientIdentity, identity
from dealer_station.floor.gateway.committer import BROKEN, UNAVAILABLE, Committer
from dealer_station.floor.gateway.log_reading import reading_of
from dealer_station.floor.gateway.notes import NoteDesk
from dealer_station.floor.gateway.outage import OutageReport
from dealer_station.floor.gateway.readers import Readers
from dealer_station.floor.gateway.request_limit import RequestLimit
from dealer_station.floor.protocol.messages import (
    APPEND,
    BODY_BYTES_MAX,
    HELLO,
    LOG,
    MARKS_MAX,
    MEDIA,
    OWN,
    PACKED,
    RENEW,
    RETRY_SECONDS,
    STATUS,
    Append,
    KeptUpTo,
    LogHello,
    Page,
    Refusal,
    Renewed,
    Welcome,
    packed,
    unpacked,
)
from dealer_station.floor.protocol.notes import NOTE, SentNote
from dealer_station.floor.store import migrate, quarantine, stations, stored_logs
from dealer_station.floor.store.appends import WaitingBatch
from dealer_station.floor.store.batch_check import BatchFaultError, CheckedBatch, check_batch
from dealer_station.floor.store.connection import APPLICATION, Floor
from dealer_station.floor.store.ingest import UNKNOWN
from dealer_station.floor.store.quarantine import CasePlace, EvidenceKind
from dealer_station.floor.store.refusals import LASTING, UNWELCOME, note_refusal
from dealer_station.floor.store.sent_bounds import NUMBER_MAX, name_fault
from dealer_station.floor.store.stations import OFFSET_MAX_US, FoundLog
from dealer_station.technical_messages import TechnicalMessages

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

SMALL_ROWS = 50
"""Batches up to this size are checked at once; a larger one is checked on a thread of its own."""
MONTHS_SECONDS = 3_600
TELL_SECONDS = 5.0
"""A refusal that stays the same is noted once in this time."""
READERS = 2
"""Threads, each with its connection, for everything but appends."""
MALFORMED = Refusal("malformed", "the message is not one of protocol v1")
TOO_LARGE = Refusal("too_large", f"a message has at most {BODY_BYTES_MAX:,} bytes")
NO_PAGE = Refusal("not_found", "there is nothing at this address")
logger = TechnicalMessages()


class GatewayApp:
    """The application; its only state is the connections and what is being answered right now."""

    def __init__(self, database: str, authority: Authority) -> None:
        self._authority = authority
        gateway = f"{APPLICATION} gateway {token_hex(4)}"
        self._committer = Committer(database, f"{gateway} appends")
        self._readers = Readers(database, [f"{gateway} reads {number}" for number in range(READERS)])
        self._outage = OutageReport("reads", time.monotonic)
        self._notes = NoteDesk(database, gateway, authority.folder)
        self._checker = ThreadPoolExecutor(1, thread_name_prefix="checker")
        self._limit = RequestLimit(time.monotonic)
        self._identities: dict[bytes, ClientIdentity] = {}
        self._months: asyncio.Task[None] | None = None
        self._off: set[str] = set()
        self._told: dict[bytes, tuple[str, float]] = {}
        """The code and time of the last refusal that was noted, by the key of the certificate."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._serve(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        """Start the threads with the server, and stop them after its last answer."""
        await receive()
        self._committer.start()
        self._notes.start()
        self._months = asyncio.create_task(self._keep_months())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._months.cancel()
        await asyncio.to_thread(self._committer.stop)
        await asyncio.to_thread(self._readers.close)
        await asyncio.to_thread(self._notes.stop)
        self._checker.shutdown()
        await send({"type": "lifespan.shutdown.complete"})

    async def _keep_months(self) -> None:
        """Make the partitions of this month and the next, now and every hour."""
        while True:
            try:
                await self._read(migrate.make_months)
                await asyncio.sleep(MONTHS_SECONDS)
            except (psycopg.Error, FloorError) as error:
                self._outage.failed(str(error), 0)
                await asyncio.sleep(5)

    async def _read(self, work: Callable[[Floor], Any]) -> Any:
        """Run a function on a connection, away from the event loop."""
        found = await asyncio.get_running_loop().run_in_executor(
            self._readers.pool, partial(self._readers.run, work)
        )
        self._outage.worked()
        return found

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        who = self._who(scope)
        answer: Struct
        if who is None:
            answer = UNKNOWN
        elif refusal := self._limit.enter(who.station):
            answer = refusal
        else:
            try:
                answer = await self._answer(scope, receive, who)
            except (psycopg.DataError, psycopg.IntegrityError) as error:
                # The message is to blame, and not the database, which serves everybody else.
                logger.error("message not stored", station=who.station, why=str(error))
                answer = BROKEN
            except (psycopg.Error, FloorError) as error:
                self._outage.failed(str(error))
                answer = UNAVAILABLE
            finally:
                self._limit.leave(who.station)
            if isinstance(answer, Refusal) and scope["path"] in (HELLO, APPEND):
                await self._note_refusal(who, answer)
        await _send(send, answer)

    async def _note_refusal(self, who: ClientIdentity, refusal: Refusal) -> None:
        """Keep the reason for which a station is refused where its people see it."""
        told, now = self._told.get(who.public_key), time.monotonic()
        if refusal.code not in LASTING | UNWELCOME:
            return
        if told and told[0] == refusal.code and now - told[1] < TELL_SECONDS:
            return
        if refusal.code in UNWELCOME and (not told or told[0] != refusal.code):
            logger.warning("station refused", station=who.station, code=refusal.code, why=refusal.words)
        if len(self._told) > 10_000:
            self._told.clear()
        self._told[who.public_key] = refusal.code, now
        try:
            await self._read(lambda floor: note_refusal(floor, who.station, who.public_key, refusal))
        except (psycopg.Error, FloorError) as error:
            self._outage.failed(str(error), 0)

    def _who(self, scope: Scope) -> ClientIdentity | None:
        """The holder of the certificate of a connection, which the TLS layer has verified."""
        der = scope.get("state", {}).get("certificate")
        if not der:
            return None
        if der not in self._identities:
            if len(self._identities) > 10_000:
                self._identities.clear()
            self._identities[der] = identity(der)
        return self._identities[der]

    async def _answer(self, scope: Scope, receive: Receive, who: ClientIdentity) -> Struct:
        """Route a request to its function."""
        path, method = scope["path"], scope["method"]
        if method == "GET":
            asked = path, scope["query_string"], who
            reading = reading_of(*asked) or self._notes.reading_of(*asked)
            if reading is not None:
                found: Struct = reading if isinstance(reading, Refusal) else await self._read(reading)
                return found
        if method == "GET" and path.startswith(LOG):
            return await self._page(path, scope["query_string"], who)
        if method != "POST" or path not in (HELLO, APPEND, RENEW, NOTE):
            return NO_PAGE
        body = await _body(scope, receive)
        if isinstance(body, Refusal):
            return body
        if path == RENEW:
            return await self._renew(who)
        try:
            if path == HELLO:
                return await self._hello(unpacked(body, LogHello), who)
            if path == NOTE:
                return await self._notes.take(unpacked(body, SentNote), who)
            return await self._append(unpacked(body, Append), body, who)
        except msgspec.MsgspecError:
            return MALFORMED

    async def _hello(self, hello: LogHello, who: ClientIdentity) -> Welcome | Refusal:
        """Tell a station where its log continues."""
        if refusal := _hello_fault(hello):
            return refusal
        offset_us = hello.wall_us - time.time_ns() // 1000
        found = await self._read(
            lambda floor: stations.welcome(floor, who.station, who.public_key, hello, offset_us)
        )
        if not isinstance(found, FoundLog):
            assert isinstance(found, Refusal)
            return found
        self._note_clock(who.station, offset_us)
        life_us = who.expires_us - who.began_us
        renew = found.server_us - who.began_us > life_us * RENEW_AFTER.days / (RENEW_AFTER * 1.5).days
        return Welcome(
            *(found.identity, found.head, found.common, found.server_us, found.quarantined, renew),
            expires_us=who.expires_us,
            others=found.others,
        )

    def _note_clock(self, station: str, offset_us: int) -> None:
        """Report a station's clock once when it is off, and once when it is right again."""
        if (abs(offset_us) > OFFSET_MAX_US) == (station in self._off):
            return
        self._off ^= {station}
        state = "clock off" if station in self._off else "clock right again"
        logger.warning(state, station=station, seconds=round(offset_us / 1e6, 3))

    async def _append(self, sent: Append, body: bytes, who: ClientIdentity) -> KeptUpTo | Refusal:
        """Check a batch, keep it, and answer after the commit."""
        if not _is_number(sent.wall_us, sent.size) or not 0 < sent.branch < 2**31:
            return MALFORMED
        offset_us = sent.wall_us - time.time_ns() // 1000
        try:
            batch = await self._checked(sent)
        except BatchFaultError as fault:
            kind, subject = fault.kind, fault.subject
            if kind is None:
                return fault.refusal
            logger.error("batch refused", kind=kind, station=who.station, why=fault.refusal.words)
            case = await self._read(lambda floor: _keep_evidence(floor, sent, body, who, kind, subject))
            return msgspec.structs.replace(fault.refusal, quarantine=case)
        waiting = WaitingBatch(who.station, who.public_key, batch, body, offset_us)
        return await self._committer.keep(waiting)

    async def _checked(self, sent: Append) -> CheckedBatch:
        if len(sent.rows) <= SMALL_ROWS and len(sent.checkpoints) <= SMALL_ROWS and not sent.anchors:
            return check_batch(sent)
        return await asyncio.get_running_loop().run_in_executor(self._checker, check_batch, sent)

    async def _renew(self, who: ClientIdentity) -> Renewed | Refusal:
        """Give a station a new certificate for its key."""

        def work(floor: Floor) -> Renewed | Refusal:
            if refusal := stations.refusal_of(floor, who.station, who.public_key):
                return refusal
            pem, expires = self._authority.renew(who.der, who.station, datetime.now(UTC))
            stations.renewed(floor, who.station, expires)
            return Renewed(pem)

        answer: Renewed | Refusal = await self._read(work)
        return answer

    async def _page(self, path: str, query: bytes, who: ClientIdentity) -> Page | Refusal:
        """A stretch of a log: of the one for which a station is enrolled, of any for a reader."""
        named, _, what = path.removeprefix(LOG).partition("/")
        asked = {name: values[0] for name, values in parse_qs(query.decode("ascii", "replace")).items()}
        try:
            first, last = int(asked.get("from", "1")), int(asked.get("to", str(2**62)))
            branch, log = int(asked.get("branch", "0")), b"" if named == OWN else bytes.fromhex(named)
        except ValueError:
            return MALFORMED
        if what != "rows" or not _is_number(first, last) or first < 1 or not 0 <= branch < 2**31:
            return NO_PAGE

        def work(floor: Floor) -> Page | Refusal:
            if refusal := stations.refusal_of(floor, who.station, who.public_key, log or None):
                return refusal
            number = stored_logs.log_number(log) if log else stations.log_of(floor, who.station)
            return (
                stored_logs.page(floor, number, branch or stations.branch_of(floor, number), first, last)
                or NO_PAGE
            )

        answer: Page | Refusal = await self._read(work)
        return answer


def _hello_fault(hello: LogHello) -> Refusal | None:
    """The refusal of a hello that no station sends; None if there is nothing wrong with it."""
    if len(hello.key) != 32 or len(hello.marks) > MARKS_MAX:
        return MALFORMED
    if not _is_number(hello.size, hello.wall_us, *(one.seq for one in hello.marks)):
        return MALFORMED
    names = ("the name of the table", hello.name), ("the version of the station", hello.version)
    faults = (name_fault(what, text) for what, text in names)
    fault = next((one for one in faults if one), "")
    return Refusal("malformed", fault) if fault else None


def _keep_evidence(
    floor: Floor, sent: Append, body: bytes, who: ClientIdentity, kind: EvidenceKind, subject: bytes
) -> int:
    """Keep a batch that is wrong in itself; return its number in quarantine."""
    found = floor.execute(
        "SELECT log, branch FROM floor.station WHERE name = %s AND public_key = %s AND state = 'enrolled' "
        "AND log IS NOT NULL",
        (who.station, who.public_key),
    ).fetchone()
    if found is None:
        return 0
    first = sent.rows[0][0] if sent.rows else 0
    where = CasePlace(found[0], found[1], who.station, first, first + len(sent.rows) - 1)
    return quarantine.keep_evidence(floor, kind, where, body, subject)


def _is_number(*values: int) -> bool:
    """True if each value fits a column of the database, and so do differences of two of them."""
    return all(abs(value) <= NUMBER_MAX for value in values)


async def _body(scope: Scope, receive: Receive) -> bytes | Refusal:
    """The message of a request, decompressed; a message that is too large is not read to its end."""
    body = bytearray()
    more = True
    while more:
        part = await receive()
        if part["type"] == "http.disconnect":
            return MALFORMED
        body += part.get("body", b"")
        more = part.get("more_body", False)
        if len(body) > BODY_BYTES_MAX:
            return TOO_LARGE
    if dict(scope["headers"]).get(b"content-encoding") != PACKED.encode():
        return bytes(body)
    try:
        inflater = zlib.decompressobj()
        whole = inflater.decompress(bytes(body), BODY_BYTES_MAX + 1)
    except zlib.error:
        return MALFORMED
    if len(whole) > BODY_BYTES_MAX:
        return TOO_LARGE
    return whole if inflater.eof else MALFORMED


async def _send(send: Send, answer: Struct) -> None:
    """Send an answer with its status."""
    body = packed(answer)
    headers = [(b"content-type", MEDIA.encode()), (b"content-length", str(len(body)).encode())]
    status = 200
    if isinstance(answer, Refusal):
        status = STATUS[answer.code]
        if seconds := RETRY_SECONDS.get(answer.code):
            headers.append((b"retry-after", str(seconds).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
