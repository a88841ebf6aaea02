"""The address of a floor, and of a table there: https://HOST:PORT/TABLE."""

from urllib.parse import parse_qs, unquote, urlsplit

from msgspec import Struct

PORT = 8443
"""The port of a gateway whose address names none."""


class FloorAddress(Struct, frozen=True):
    """A floor, and the table that is meant there; empty for all tables."""

    url: str
    table: str = ""

    def __str__(self) -> str:
        return f"{self.url}/{self.table}"


def floor_address(text: str) -> FloorAddress:
    """The floor and table that a URL names; raise ValueError with the reason if it is none."""
    try:
        parts = urlsplit(text)
        port = PORT if parts.port is None else parts.port
    except ValueError as error:
        raise ValueError(f'"{text}" is not an address; write https://HOST:PORT/TABLE') from error
    if parts.scheme != "https" or not parts.hostname or not port:
        raise ValueError(f'"{text}" is not the address of a floor; write https://HOST:PORT/TABLE')
    asked = parse_qs(parts.query)
    in_path, in_query = unquote(parts.path).strip("/"), "".join(asked.pop("table", [])[:1])
    if asked or (in_path and in_query) or "/" in in_path or parts.fragment:
        raise ValueError(f'"{text}" names more than a floor and a table; write https://HOST:PORT/TABLE')
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return FloorAddress(f"https://{host}:{port}", in_path or in_query)


def gateway_url(text: str) -> str:
    """The address of a floor alone, with its port; raise ValueError with the reason if the text names none,
    or a table as well."""
    try:
        address = floor_address(text)
    except ValueError as error:
        raise ValueError(f'"{text}" is not the address of a floor; write https://HOST:PORT') from error
    if address.table:
        raise ValueError(
            f'"{text}" names a table, and a station brings its own log; write https://HOST:PORT alone'
        )
    return address.url
