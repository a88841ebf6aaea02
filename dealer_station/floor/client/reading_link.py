"""The link of a reader: lists logs and reads stretches of them.

Several commands may use one certificate at the same time, and the gateway answers one request of a
certificate at a time; a request that finds it busy is repeated."""

import time
from typing import Any

from msgspec.structs import replace

from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.client.link import FloorLink, FloorSettings, LinkError
from dealer_station.floor.client.sync import WARN_US
from dealer_station.floor.protocol.log_list import ANCHOR, LOGS, AnchorBefore, LogList
from dealer_station.floor.protocol.messages import LOG, Page, Refusal, SentAnchor
from dealer_station.floor.protocol.notes import NOTE_OF_LOG, CosignedNote
from dealer_station.floor.protocol.table_names import shown_name

BUSY_TRIES = 20
BUSY_SECONDS = 0.1


class ReadingLink(FloorLink):
    """A link that only reads; every refusal is raised as LinkError."""

    def __init__(self, settings: FloorSettings) -> None:
        super().__init__(settings)
        self.warning = ""
        """A warning about the certificate; empty if there is none."""

    def logs(self) -> LogList:
        """The logs that this certificate may read; renews the certificate if that is due."""
        found: LogList = self._read(LOGS, LogList)
        found = replace(found, logs=[replace(one, table=shown_name(one.table)) for one in found.logs])
        left_us = found.expires_us - found.server_us
        days = max(left_us, 0) // 86_400_000_000
        self.warning = f"the certificate for the floor expires in {days} days" if left_us < WARN_US else ""
        if found.renew:
            self._renew_quietly()
        return found

    def _renew_quietly(self) -> None:
        """Renew the certificate; if that fails the old one serves until it expires."""
        try:
            refusal = self.renew()
        except (LinkError, FloorError) as error:
            self.warning = str(error)
        else:
            self.warning = refusal.words if refusal else ""

    def stretch(self, log: bytes, branch: int, first: int, last: int) -> Page:
        """Rows of a log from `first` on, at most up to `last`; the gateway limits the number."""
        query = f"from={first}&to={last}&branch={branch}"
        found: Page = self._read(f"{LOG}{log.hex()}/rows?{query}", Page)
        return found

    def anchor(self, log: bytes, before: int) -> SentAnchor | None:
        """The newest anchor of a log at or before a row; None if there is none."""
        found: AnchorBefore = self._read(f"{LOG}{log.hex()}/{ANCHOR}?before={before}", AnchorBefore)
        return found.anchor

    def note_of(self, log: bytes, first: int) -> CosignedNote:
        """The newest cosigned note of a log, with the state of its tree before row `first`."""
        found: CosignedNote = self._read(f"{LOG}{log.hex()}/{NOTE_OF_LOG}?from={first}", CosignedNote)
        return found

    def _read(self, path: str, kind: Any) -> Any:
        """Ask until the gateway is not busy with another request of this certificate."""
        answer = self._ask("GET", path, kind)
        for _ in range(BUSY_TRIES):
            if not isinstance(answer, Refusal) or answer.code != "busy":
                break
            time.sleep(BUSY_SECONDS)
            answer = self._ask("GET", path, kind)
        if not isinstance(answer, Refusal):
            return answer
        away = answer.code in ("busy", "unavailable")
        raise LinkError("away" if away else "certificate", answer.words, self.retry_seconds)
