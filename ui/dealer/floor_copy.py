"""The lamp of the log's copy at the floor: the state of the copy, in a few words."""

from typing import Literal, assert_never

from msgspec import Struct

from ui.common.translate import Speech

FloorCopyState = Literal[
    "kept",
    "away",
    "expired",
    "certificate",
    "untrusted",
    "not_enrolled",
    "disabled",
    "forked",
    "set_back",
    "refused",
    "not_sent",
]
"""Rows arrive, or the reason why they do not."""


class FloorCopy(Struct, frozen=True):
    """The state of the log's copy at the floor, as the dealer's screen shows it."""

    state: FloorCopyState
    certificate_days: int | None = None
    """The days that the certificate has left, if somebody must look after it."""

    @property
    def ok(self) -> bool:
        """True if rows reach the floor as they should."""
        return self.state == "kept"

    @property
    def warns(self) -> bool:
        """True if rows arrive, and will not for much longer."""
        return self.ok and self.certificate_days is not None


def lamp_name(copy: FloorCopy, say: Speech) -> str:
    """The name of the lamp, with the trouble if there is any."""
    match copy.state:
        case "kept" if copy.certificate_days is not None:
            return say("Floor copy: certificate, {count} days", count=copy.certificate_days)
        case "kept":
            return say("Floor copy")
        case "away":
            return say("Floor copy: no connection")
        case "expired":
            return say("Floor copy: certificate expired")
        case "certificate":
            return say("Floor copy: certificate refused")
        case "untrusted":
            return say("Floor copy: this is another floor")
        case "not_enrolled":
            return say("Floor copy: not enrolled")
        case "disabled":
            return say("Floor copy: disabled")
        case "forked":
            return say("Floor copy: kept apart")
        case "set_back":
            return say("Floor copy: the log was set back")
        case "refused":
            return say("Floor copy: refused")
        case "not_sent":
            return say("Floor copy: not sent")
        case _:
            assert_never(copy.state)
