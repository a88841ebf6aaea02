"""The files with which a station introduces itself, each loaded by itself, so that a fault names its file."""

import ssl
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from dealer_station.engine.model.errors import FloorError

ENROL = "enrol its holder with `dealer-station floor enrol`"
COPY_AGAIN = "copy it again from the files that `dealer-station floor enrol` wrote"
OTHER_KEY = "KEY_VALUES_MISMATCH"
UTC_TIME, VERSION, LONG_LENGTH = 0x17, 0xA0, 0x80
"""Tags and a flag of DER, the encoding of certificates."""
FIELDS_BEFORE_VALIDITY = 3
"""The serial number, the algorithm of the signature, and the issuer."""


def tls_context(certificate: Path, key: Path, ca: Path) -> ssl.SSLContext:
    """TLS with the certificate of a station, which trusts its floor alone; raise FloorError that names the
    file cannot be used."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    _load_certificates(context, ca)
    _load_certificates(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), certificate)
    _read(key)
    try:
        # A password that is given keeps OpenSSL from asking the terminal for one.
        context.load_cert_chain(certificate, key, password="")
    except ssl.SSLError as error:
        if error.reason == OTHER_KEY:
            words = f"is not the key of {certificate}; copy both again from the same enrolment"
        else:
            words = f"holds no private key; {COPY_AGAIN}"
        raise FloorError(f"{key}: {words}") from error
    return context


def _load_certificates(context: ssl.SSLContext, path: Path) -> None:
    """Load a file of certificates as trusted ones, which reads them whole."""
    try:
        context.load_verify_locations(cadata=_read(path).decode("ascii"))
    except (ssl.SSLError, ValueError) as error:
        raise FloorError(f"{path}: holds no certificate; {COPY_AGAIN}") from error


def _read(path: Path) -> bytes:
    """The bytes of a file; raise FloorError with the remedy if there are none to read."""
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise FloorError(f"{path}: no such file; {ENROL}, and bring its files here") from error
    except PermissionError as error:
        raise FloorError(
            f"{path}: this user may not read it; make the user who runs this program its owner (`chown`)"
        ) from error
    except OSError as error:
        raise FloorError(f"{path}: cannot be read: {error.strerror}") from error


def certificate_end(path: Path) -> datetime | None:
    """The end of the life of a certificate; None if the file is not a certificate."""
    try:
        der = ssl.PEM_cert_to_DER_cert(path.read_text("ascii"))
        return _end_of_validity(der)
    except (OSError, ValueError, IndexError):
        return None


class _Element(Struct, frozen=True):
    """A value in DER: its kind, and where it begins and ends."""

    kind: int
    start: int
    end: int


def _element(der: bytes, at: int) -> _Element:
    """The value whose head is at a place; raise IndexError if the bytes end before."""
    length, start = der[at + 1], at + 2
    if length & LONG_LENGTH:
        start += length & ~LONG_LENGTH
        length = int.from_bytes(der[at + 2 : start])
    return _Element(der[at], start, start + length)


def _end_of_validity(der: bytes) -> datetime:
    """The later of the two times that bound the life of a certificate; raise ValueError or IndexError if the
    bytes are not a certificate."""
    at = _element(der, _element(der, 0).start).start
    if der[at] == VERSION:
        at = _element(der, at).end
    for _ in range(FIELDS_BEFORE_VALIDITY):
        at = _element(der, at).end
    begin = _element(der, _element(der, at).start)
    end = _element(der, begin.end)
    form = "%y%m%d%H%M%SZ" if end.kind == UTC_TIME else "%Y%m%d%H%M%SZ"
    return datetime.strptime(der[end.start : end.end].decode("ascii"), form).replace(tzinfo=UTC)
