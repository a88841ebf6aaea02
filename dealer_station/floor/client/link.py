"""The link to a gateway: HTTPS with the station's certificate, one request at a time, no package but the
standard library."""

import http.client
import os
import socket
import ssl
import time
import zlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from dealer_station.config.floor_address import PORT
from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.client.credentials import certificate_end, tls_context
from dealer_station.floor.protocol.messages import (
    APPEND,
    HELLO,
    LOG,
    MEDIA,
    OWN,
    PACKED,
    RENEW,
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
from dealer_station.floor.protocol.notes import NOTE, NOTE_OF_LOG, CosignedNote, SentNote
from dealer_station.log.store.durable_rename import put_in_place

TIMEOUT_SECONDS = 10.0
PACK_BYTES = 1_000
"""Messages above this size are compressed."""
ANSWER_BYTES_MAX = 64_000_000
Trouble = Literal["away", "dropped", "untrusted", "certificate", "expired", "protocol"]
"""The trouble with a link: no answer, a connection that ended at once, a floor that is not ours, files that
do not fit or that the floor refuses, a certificate whose life is over, or nonsense."""
_REFUSED = frozenset(
    f"{protocol}_ALERT_{alert}"
    for protocol in ("SSLV3", "TLSV1", "TLSV13")
    for alert in (
        *("CERTIFICATE_EXPIRED", "BAD_CERTIFICATE", "UNKNOWN_CA"),
        *("CERTIFICATE_REQUIRED", "CERTIFICATE_UNKNOWN", "CERTIFICATE_REVOKED"),
    )
)
"""The names under which OpenSSL reports that the other side refuses a certificate."""

_UNKNOWN_ISSUER = "this is another floor, or the file `ca` is another floor's"
_OTHER_NAME = "write the name that the floor was made with (`floor init --name`) in its address"
_UNTRUSTED = {
    **dict.fromkeys((2, 18, 19, 20, 21), _UNKNOWN_ISSUER),
    **dict.fromkeys((62, 64), _OTHER_NAME),
    **dict.fromkeys((9, 10), "compare the clocks of station and gateway, and restart the gateway"),
}
"""Advice by OpenSSL's code for a certificate that it does not trust."""


class FloorSettings(Struct, frozen=True):
    """The address of the floor, and the files with which a station introduces itself."""

    url: str
    certificate: Path
    key: Path
    ca: Path


class LinkError(Exception):
    """The floor could not be asked."""

    def __init__(self, trouble: Trouble, words: str, retry_seconds: float = 0.0) -> None:
        super().__init__(words)
        self.trouble: Trouble = trouble
        self.words = words
        self.retry_seconds = retry_seconds


class WholeRequestConnection(http.client.HTTPSConnection):
    """A connection that sends head and body of a request as one piece; the standard library sends two, and
    the gateway would wake up twice."""

    _held: bytearray | None = None

    def request(self, *words: Any, **more: Any) -> None:
        """Send a request."""
        self._held = bytearray()
        try:
            super().request(*words, **more)
            whole, self._held = self._held, None
            self.send(whole)
        finally:
            self._held = None

    def send(self, data: Any) -> None:
        """Hold the pieces of a request back until it is whole."""
        if self._held is None:
            super().send(data)
        else:
            self._held += data


class FloorLink:
    """A connection that is opened when it is needed and kept while it works."""

    def __init__(self, settings: FloorSettings) -> None:
        self._settings = settings
        self._connection: WholeRequestConnection | None = None
        self.retry_seconds = 0.0
        """The pause that the last answer asked for."""
        self._floor_ahead_us = 0
        """The floor's clock less this machine's, as the last hello told it."""

    def open(self) -> None:
        """Open the connection, so that the time in a message is that of its sending."""
        if self._connection is None:
            self._connection = self._connected()
            try:
                self._connection.connect()
            except OSError as error:
                self.close()
                raise self._link_error(error) from error

    def hello(self, hello: LogHello) -> Welcome | Refusal:
        """Introduce the log."""
        answer: Welcome | Refusal = self._ask("POST", HELLO, Welcome, packed(hello))
        if isinstance(answer, Welcome):
            self._floor_ahead_us = answer.server_us - time.time_ns() // 1000
        return answer

    def append(self, batch: Append) -> KeptUpTo | Refusal:
        """Send a batch."""
        answer: KeptUpTo | Refusal = self._ask("POST", APPEND, KeptUpTo, packed(batch))
        return answer

    def page(self, first: int, log: bytes = b"") -> Page | Refusal:
        """Read a stretch of a log from a row on: of the named one, or of the station's own."""
        answer: Page | Refusal = self._ask("GET", f"{LOG}{log.hex() or OWN}/rows?from={first}", Page)
        return answer

    def send_note(self, note: SentNote) -> CosignedNote | Refusal:
        """Send a signed note, and get it back with cosignatures."""
        answer: CosignedNote | Refusal = self._ask("POST", NOTE, CosignedNote, packed(note))
        return answer

    def note(self) -> CosignedNote | Refusal:
        """The newest cosigned note of the station's own log."""
        answer: CosignedNote | Refusal = self._ask("GET", f"{LOG}{OWN}/{NOTE_OF_LOG}", CosignedNote)
        return answer

    def renew(self) -> Refusal | None:
        """Fetch a new certificate and put it in place of the old one."""
        answer: Renewed | Refusal = self._ask("POST", RENEW, Renewed, b"")
        if isinstance(answer, Refusal):
            return answer
        path = self._settings.certificate
        unfinished = path.with_name(path.name + ".new")
        try:
            with unfinished.open("w", encoding="ascii") as file:
                file.write(answer.certificate)
                file.flush()
                os.fsync(file.fileno())
            # A certificate that does not belong to the key must not replace one that does.
            ssl.create_default_context().load_cert_chain(unfinished, self._settings.key)
            put_in_place(unfinished, path)
        except (OSError, UnicodeError) as error:
            raise FloorError(f"{path}: the renewed certificate could not be kept: {error}") from error
        self.close()
        return None

    def _ask(self, method: str, path: str, kind: Any, body: bytes | None = None) -> Any:
        """Send a request and return its answer; raise LinkError if there is none."""
        headers = {"Content-Type": MEDIA}
        if body and len(body) > PACK_BYTES:
            body, headers["Content-Encoding"] = zlib.compress(body, 1), PACKED
        kept_alive = self._connection is not None
        try:
            status, raw, retry = self._exchange(method, path, body, headers)
        except (http.client.RemoteDisconnected, ConnectionError, ssl.SSLEOFError) as error:
            # The gateway has closed an idle connection; sending again is safe, known rows are dropped.
            self.close()
            if not kept_alive and isinstance(error, ConnectionRefusedError):
                raise self._link_error(error) from error
            if not kept_alive:
                # A gateway that refuses a certificate ends the connection without saying why.
                raise self._dropped() from error
            return self._ask(
                method,
                path,
                kind,
                body if "Content-Encoding" not in headers else zlib.decompress(body or b""),
            )
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.close()
            raise self._link_error(error) from error
        self.retry_seconds = float(retry) if retry.isdigit() else 0.0
        try:
            return unpacked(raw, kind if status == http.client.OK else Refusal)
        except msgspec.MsgspecError as error:
            self.close()
            words = f"the floor's answer ({status}) is not one of protocol v1"
            raise LinkError("protocol", words, self.retry_seconds) from error

    def _exchange(
        self, method: str, path: str, body: bytes | None, headers: dict[str, str]
    ) -> tuple[int, bytes, str]:
        """One request over the connection: status, body and Retry-After of its answer."""
        self.open()
        assert self._connection
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        raw = answer.read(ANSWER_BYTES_MAX)
        if not answer.isclosed():
            raise http.client.HTTPException("the answer is too large")
        return answer.status, raw, answer.headers.get("Retry-After", "")

    def _connected(self) -> WholeRequestConnection:
        """Open a connection; the floor must have a certificate of our authority."""
        host, port = self._place()
        try:
            context = tls_context(self._settings.certificate, self._settings.key, self._settings.ca)
        except FloorError as error:
            raise LinkError("certificate", str(error)) from error
        return WholeRequestConnection(host, port, timeout=TIMEOUT_SECONDS, context=context)

    def _place(self) -> tuple[str, int]:
        parts = urlsplit(self._settings.url)
        return parts.hostname or "", parts.port or PORT

    def close(self) -> None:
        """Close the connection; the next request opens another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _link_error(self, error: Exception) -> LinkError:
        """The trouble behind an error of the network."""
        if isinstance(error, ssl.SSLCertVerificationError):
            advice = _UNTRUSTED.get(error.verify_code, "check the certificate of the gateway")
            words = f"the certificate of the floor is not trusted: {error.verify_message}; {advice}"
            return LinkError("untrusted", words)
        if isinstance(error, ssl.SSLError) and error.reason in _REFUSED:
            return self._expired() or LinkError(
                "certificate",
                f"the floor refuses {self._settings.certificate}: it is not from this floor; enrol its "
                "holder again with `dealer-station floor enrol`",
            )
        if isinstance(error, LinkError):
            return error
        host, port = self._place()
        return LinkError("away", f"the floor does not answer at {host}:{port}: {_reason(error)}")

    def _dropped(self) -> LinkError:
        """The trouble with a connection that the floor ended before it answered."""
        if expired := self._expired():
            return expired
        end = certificate_end(self._settings.certificate)
        life = f", which is valid until {end:%Y-%m-%d}" if end else ""
        host, port = self._place()
        return LinkError(
            "dropped",
            f"the floor at {host}:{port} ended the connection: it is stopping, or it refuses "
            f"{self._settings.certificate}{life} (this machine's clock says {datetime.now(UTC):%Y-%m-%d})",
        )

    def _expired(self) -> LinkError | None:
        """The trouble with a certificate whose life is over by the floor's clock, as far as it is known."""
        end = certificate_end(self._settings.certificate)
        now = datetime.fromtimestamp(time.time() + self._floor_ahead_us / 1e6, UTC)
        if end is None or now < end:
            return None
        words = f"{self._settings.certificate} expired on {end:%Y-%m-%d}, and the floor takes it no more"
        return LinkError(
            "expired",
            f"{words}; enrol its holder again under the same name with `dealer-station floor enrol`, and "
            "replace the three files",
        )


def _reason(error: Exception) -> str:
    """The reason why nobody answers, with the remedy."""
    if isinstance(error, socket.gaierror):
        return f"{error.strerror}; check the name in its address, and the network"
    if isinstance(error, ConnectionRefusedError):
        return "connection refused; check host and port in its address, and that a gateway runs there"
    if isinstance(error, ssl.SSLError):
        return f"what answers there is no gateway ({error.reason}); check the port in its address"
    words = (error.strerror if isinstance(error, OSError) else "") or str(error)
    return f"{words}; check its address, and the network"
