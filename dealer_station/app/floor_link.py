"""The floor at a table: its settings in station.toml, and the state of the log's copy for the screen."""

from dealer_station.config.floor_file import FloorFile
from dealer_station.floor.client.link import FloorSettings
from dealer_station.floor.client.sync import SyncState
from ui.dealer.floor_copy import FloorCopy, FloorCopyState


def floor_settings(file: FloorFile) -> FloorSettings | None:
    """The settings of the floor; None if the file names no floor. Raise ConfigError if they are not whole."""
    return FloorSettings(file.url(), *file.files()) if file.floor.url else None


def floor_copy(state: SyncState) -> FloorCopy:
    """The state of the log's copy as the dealer's screen shows it."""
    return FloorCopy(_copy_state(state), state.certificate_days)


def _copy_state(state: SyncState) -> FloorCopyState:
    """The state of the copy: kept, or the trouble with it."""
    if state.ok:
        return "kept"
    if state.status == "quarantined":
        return "forked"
    if state.status == "set_back":
        return "set_back"
    if state.trouble in ("expired", "certificate", "untrusted"):
        return state.trouble
    if state.code in ("not_enrolled", "disabled"):
        return state.code
    if state.status == "away":
        return "away"
    return "refused" if state.code else "not_sent"
