"""Errors: faults of files, set-up and devices, as opposed to irregular play, which is data.

DealerStationError          something a person must mend; its text says what, where and what to do
├── ProfileError            a rulebook file, or an operator's answer, that cannot be used
├── ConfigError             a station.toml, or a change of it, that cannot be used
├── PeopleError             somebody who is not known, not signed in, or has not the right to do so
├── NotationError           a written round that cannot be read
├── DeviceFaultError        a port or a device that cannot be used as it was asked to be
├── FloorError              a floor, its database or a certificate that cannot be used as it was asked to be
└── LogError                a log that cannot be used as it was asked to be
    ├── LogHeldError        another station writes to it
    ├── LogFaultError       the disk did not take what was written: the station stops and loses nothing
    ├── LogCorruptError     what is stored is not what was written
    ├── KeyFaultError       a key that is missing, or not the one that is needed
    └── ProofFaultError     a signed note or a proof that cannot be read, or that does not verify
"""

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:  # Keep imports light: this module is loaded before the first frame.
    from dealer_station.engine.model.observations import DeviceTrouble

ProofTrouble = Literal["malformed", "signature", "origin", "proof"]
"""The kind of a fault in a note or a proof: not in its format, not signed by the required key, of another
log, or with hashes that do not lead to the root."""


class DealerStationError(Exception):
    """The root of the tree: shown to people as one sentence, never as a traceback."""


class ProfileError(DealerStationError):
    """A rulebook file, or an operator's answer to one of its options, that cannot be used."""

    about: str = ""
    """The option whose answer cannot be used; empty if the fault is elsewhere."""


class ConfigError(DealerStationError):
    """A station.toml, or a change of it, that cannot be used."""


class PeopleError(DealerStationError):
    """Somebody who is unknown, not signed in, or not entitled to the action."""


class NotationError(DealerStationError):
    """A written round that cannot be read, with the line and what was expected there."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.message = message


class DeviceFaultError(DealerStationError):
    """A port or a device that cannot be used as requested."""

    def __init__(self, message: str, cause: "DeviceTrouble" = "") -> None:
        super().__init__(message)
        self.cause: DeviceTrouble = cause


class FloorError(DealerStationError):
    """A floor, its database or a certificate that cannot be used as requested."""


class LogError(DealerStationError):
    """A log that cannot be used as requested."""


class LogHeldError(LogError):
    """Another station writes to this log; the text names it."""


class LogFaultError(LogError):
    """The disk did not accept a write."""


class LogCorruptError(LogError):
    """Stored rows differ from what was written."""


class KeyFaultError(LogError):
    """A key that is missing, or is not the required one."""


class ProofFaultError(LogError):
    """A signed note or a proof that cannot be read, or that does not verify."""

    def __init__(self, message: str, trouble: ProofTrouble) -> None:
        super().__init__(message)
        self.trouble: ProofTrouble = trouble
