"""The floor of a station.toml: its address and the files with which the station introduces itself."""

from dealer_station.config import StationFile
from dealer_station.floor.client.link import FloorSettings


def floor_settings(file: StationFile) -> FloorSettings | None:
    """The settings of the floor, with paths resolved against the file's folder; None if it names no floor."""
    named = file.config.floor
    if not named.url:
        return None
    return FloorSettings(
        named.url, file.folder / named.certificate, file.folder / named.key, file.folder / named.ca
    )
