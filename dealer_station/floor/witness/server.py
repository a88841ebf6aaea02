"""The HTTP server of a witness: `POST /add-checkpoint` for logs, `GET /HASH/checkpoint` for monitors."""

import json
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from dealer_station.engine.model.errors import ProofFaultError
from dealer_station.floor.witness.cosigning import TEXT_TYPE, Cosigner, WitnessAnswer

BODY_BYTES_MAX = 256 * 1024
SECONDS_TO_SEND = 10
_ADD = "/add-checkpoint"


class WitnessServer(ThreadingHTTPServer):
    """A server that answers with a cosigner; its threads end with the process."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], cosigner: Cosigner) -> None:
        self.cosigner = cosigner
        super().__init__(address, _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report a connection that broke, without a traceback."""
        del request
        report("connection_lost", client=str(client_address[0]), reason=str(sys.exc_info()[1]))

    @property
    def url(self) -> str:
        """The address that a client submits to."""
        return f"http://{self.server_address[0]!s}:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    """One connection, kept alive between requests."""

    protocol_version = "HTTP/1.1"
    server_version = "dealer-station-witness"
    sys_version = ""
    timeout = SECONDS_TO_SEND
    disable_nagle_algorithm = True
    server: WitnessServer

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit()) or len(length) > len(str(BODY_BYTES_MAX)) + 3:
            self._answer(411, "the request needs a Content-Length\n", close=True)
        elif int(length) > BODY_BYTES_MAX:
            self._answer(413, f"a request has at most {BODY_BYTES_MAX} bytes\n", close=True)
        elif self.path != _ADD:
            self._answer(404, f"POST to {_ADD}\n", close=True)
        else:
            body = self.rfile.read(int(length))
            self._tell(lambda: self.server.cosigner.add_checkpoint(body))

    def do_GET(self) -> None:
        origin_hash, _, rest = self.path.removeprefix("/").partition("/")
        if rest != "checkpoint":
            self._answer(404, "GET /HASH/checkpoint, where HASH is the SHA-256 of the origin in hex\n")
        else:
            self._tell(lambda: self.server.cosigner.newest(origin_hash))

    def _tell(self, ask: Any) -> None:
        """Send an answer and report it; a disk or a state that fails is a 500, and nothing is cosigned."""
        try:
            answer: WitnessAnswer = ask()
        except (ProofFaultError, OSError) as error:
            report("failed", reason=str(error))
            self._answer(500, "the witness cannot read or write its state\n", close=True)
            return
        if self.command == "POST":
            known = {"origin": answer.origin, "size": answer.size, "known": answer.known}
            report(answer.verdict, **known, client=self.client_address[0])
        self._answer(answer.status, answer.body, answer.content_type)

    def _answer(self, status: int, text: str, content_type: str = TEXT_TYPE, *, close: bool = False) -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        if close:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing: `report` prints one line for each request."""


def report(event: str, **fields: Any) -> None:
    """Print an event to stderr, as a JSON line."""
    told = {"at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "event": event, **fields}
    print(json.dumps(told), file=sys.stderr, flush=True)
