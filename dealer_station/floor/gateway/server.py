"""The gateway's server: uvicorn with TLS, which hands the client's certificate to the application."""

import asyncio
import errno
import math
import socket
import ssl
import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from uvicorn import Config, Server
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.certificates.authority import Authority
from dealer_station.floor.gateway.app import GatewayApp
from dealer_station.technical_messages import TechnicalMessages

KEEP_ALIVE_SECONDS = 75
SHUTDOWN_SECONDS = 10
FAREWELL_SECONDS = 0.2
CONNECTIONS_MAX = 5_000
REPORT_SECONDS = 60.0
logger = TechnicalMessages()


class CertifiedProtocol(HttpToolsProtocol):
    """An HTTP connection that knows the certificate of its client."""

    _certificate: bytes | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        tls: ssl.SSLObject | None = transport.get_extra_info("ssl_object")
        self._certificate = tls.getpeercert(binary_form=True) if tls else None

    def shutdown(self) -> None:
        """Close an idle connection; a client that does not answer the farewell of TLS is not waited for."""
        super().shutdown()
        self.loop.call_later(FAREWELL_SECONDS, self.transport.abort)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["state"]["certificate"] = self._certificate


class ReportedTls(ssl.SSLObject):
    """The TLS of a connection; a certificate that does not get in is logged, for each reason once a while."""

    reported: ClassVar[dict[str, float]] = {}

    def do_handshake(self) -> None:
        try:
            super().do_handshake()
        except ssl.SSLCertVerificationError as error:
            now = time.monotonic()
            if now - self.reported.get(error.verify_message, -math.inf) > REPORT_SECONDS:
                self.reported[error.verify_message] = now
                logger.warning("certificate refused", why=error.verify_message)
            raise


class GatewayServer(Server):
    """A server on a socket that is bound already; it calls a function when it accepts connections."""

    def __init__(self, config: Config, bound: socket.socket, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._bound, self._on_ready = bound, on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_ready()

    async def run_until_stopped(self) -> None:
        """Serve until a signal comes, or until somebody asks the server to exit."""
        await self.serve([self._bound])


def bind(host: str, port: int) -> socket.socket:
    """Bind the port of a gateway; raise FloorError with the remedy if that is not possible."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        # With the protocol named, asyncio sends answers at once; otherwise each waits 40 ms for company.
        bound = socket.socket(family, kind, protocol or socket.IPPROTO_TCP)
        try:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            bound.bind(address)
        except OSError:
            bound.close()
            raise
        return bound
    except OSError as error:
        raise FloorError(f"cannot listen at {host}:{port}: {_why_not(error)}") from error


def _why_not(error: OSError) -> str:
    """The reason why a gateway cannot have an address, with the remedy."""
    if error.errno == errno.EADDRINUSE:
        return "another program listens there; stop it, or choose another --port"
    if error.errno == errno.EACCES:
        return "this user may not; choose a --port from 1024 on"
    if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        return "this machine does not have that address; choose another --host, or 0.0.0.0 for all of them"
    return f"{error.strerror}; choose another --host or --port"


def gateway_server(
    folder: Path, database: str, bound: socket.socket, on_ready: Callable[[], None]
) -> GatewayServer:
    """A server with the certificates of a floor's folder; raise FloorError if no station would trust them."""
    authority = Authority(folder)
    authority.check_server()
    config = Config(
        GatewayApp(database, authority),
        http=CertifiedProtocol,
        ws="none",
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        limit_concurrency=CONNECTIONS_MAX,
        ssl_certfile=folder / "server.pem",
        ssl_keyfile=folder / "server.key",
        ssl_ca_certs=str(folder / "ca.pem"),
        ssl_cert_reqs=ssl.CERT_REQUIRED,
    )
    config.load()
    assert config.ssl
    config.ssl.sslobject_class = ReportedTls
    return GatewayServer(config, bound, on_ready)
