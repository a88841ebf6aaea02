"""The gateway's server: uvicorn with TLS, which hands the client's certificate to the application."""

import asyncio
import ssl
from pathlib import Path
from typing import Any

from uvicorn import Config, Server
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from dealer_station.floor.certificates.authority import Authority
from dealer_station.floor.gateway.app import GatewayApp

KEEP_ALIVE_SECONDS = 75
SHUTDOWN_SECONDS = 10
CONNECTIONS_MAX = 5_000


class CertifiedProtocol(HttpToolsProtocol):
    """An HTTP connection that knows the certificate of its client."""

    _certificate: bytes | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        tls: ssl.SSLObject | None = transport.get_extra_info("ssl_object")
        self._certificate = tls.getpeercert(binary_form=True) if tls else None

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["state"]["certificate"] = self._certificate


class GatewayServer(Server):
    """A server that reports the port it listens to."""

    def __init__(self, config: Config, *, on_ready: Any) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_ready(self.servers[0].sockets[0].getsockname()[1])


def gateway_server(folder: Path, database: str, host: str, port: int, on_ready: Any) -> GatewayServer:
    """A server with the certificates of a floor's folder; `on_ready` gets its port."""
    config = Config(
        GatewayApp(database, Authority(folder)),
        host=host,
        port=port,
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
    return GatewayServer(config, on_ready=on_ready)
