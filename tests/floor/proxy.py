"""A TCP proxy between stations and a gateway that cuts, slows and garbles what passes through it."""

import asyncio
import threading
from collections.abc import Callable

CHUNK = 4096


class Proxy:
    """Forwards a port of its own to another one, which a test may change."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.delay_seconds = 0.0
        """The pause before each chunk."""
        self.garbled = False
        """True if a byte of each chunk is changed."""
        self.dead_after = 0
        """Bytes after which a connection is cut; zero for never."""
        self.port = 0
        self.cut_off = False
        self._writers: set[asyncio.StreamWriter] = set()
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        server.close()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0.01))
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            if self.cut_off:
                return
            there_reader, there = await asyncio.open_connection("127.0.0.1", self.target)
            self._writers.add(there)
            await asyncio.gather(self._pump(reader, there), self._pump(there_reader, writer))
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self._end(writer)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        passed = 0
        try:
            while chunk := await reader.read(CHUNK):
                if self.delay_seconds:
                    await asyncio.sleep(self.delay_seconds)
                passed += len(chunk)
                if self.dead_after and passed > self.dead_after:
                    break
                if self.garbled:
                    chunk = chunk[:-1] + bytes([chunk[-1] ^ 1])
                writer.write(chunk)
                await writer.drain()
        except OSError:
            pass
        finally:
            self._end(writer)

    def _end(self, writer: asyncio.StreamWriter) -> None:
        self._writers.discard(writer)
        writer.close()

    def _soon(self, work: Callable[[], None]) -> None:
        self._loop.call_soon_threadsafe(work)

    def cut(self) -> None:
        """End every connection and let no other through."""
        self.cut_off = True
        self._soon(self._abort)

    def _abort(self) -> None:
        for writer in [*self._writers]:
            writer.transport.abort()

    def mend(self) -> None:
        """Let connections through again."""
        self.cut_off = False

    def close(self) -> None:
        self.cut()
        self._soon(self._loop.stop)
        self._thread.join(10)
