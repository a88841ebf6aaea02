"""Programs that run beside the bench of the floor: a bare HTTPS server, and a slow wire to a gateway."""

import asyncio
import ssl
import sys
from pathlib import Path
from typing import Any

from uvicorn import Config

from dealer_station.floor.gateway.server import GatewayServer, bind
from tools.bench.floor_site import HOST

ANSWER = bytes(100)
"""An answer of about the size of a gateway's."""
DELAY_SECONDS = 0.3
CHUNK = 4096


async def bare_app(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Read a request to its end and answer it, and do nothing else."""
    if scope["type"] != "http":
        return
    while (await receive()).get("more_body", False):
        pass
    headers = [(b"content-length", str(len(ANSWER)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": ANSWER})


def answer(folder: Path) -> None:
    """Serve the bare application with the TLS settings of a gateway."""
    with bind(HOST, 0) as bound:
        config = Config(
            bare_app,
            http="httptools",
            ws="none",
            lifespan="off",
            access_log=False,
            log_config=None,
            ssl_certfile=folder / "server.pem",
            ssl_keyfile=folder / "server.key",
            ssl_ca_certs=str(folder / "ca.pem"),
            ssl_cert_reqs=ssl.CERT_REQUIRED,
        )
        server = GatewayServer(config, bound, lambda: _ready(bound.getsockname()[1]))
        asyncio.run(server.run_until_stopped())


async def slow(target: int) -> None:
    """Pass bytes on to a port and back, each piece with a delay."""

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while chunk := await reader.read(CHUNK):
                await asyncio.sleep(DELAY_SECONDS)
                writer.write(chunk)
        finally:
            writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there = await asyncio.open_connection(HOST, target)
        await asyncio.gather(pump(reader, there), pump(there_reader, writer), return_exceptions=True)

    server = await asyncio.start_server(serve, HOST, 0)
    _ready(server.sockets[0].getsockname()[1])
    await server.serve_forever()


def _ready(port: int) -> None:
    print(f"https://{HOST}:{port}", flush=True)


def main() -> None:
    """Run `answer FOLDER` or `slow PORT` until the process is ended."""
    if sys.argv[1] == "answer":
        answer(Path(sys.argv[2]))
    else:
        asyncio.run(slow(int(sys.argv[2])))


if __name__ == "__main__":
    main()
