"""The floor's own certificate authority, in a folder with the certificate of its gateways.

FOLDER/ca.key       private: signs the certificates of stations; stays with the gateways
FOLDER/ca.pem       public: stations trust it
FOLDER/server.pem   the certificate of the gateways, with server.key

A station trusts only this authority, and the gateway only the stations that it has signed. Authority and
gateway are valid from 1970 and for 25 years: a station whose clock is wrong must still reach the floor, which
reports the wrong clock. The certificate of a station is judged by the gateway's clock and lives one year.
"""

import ipaddress
import os
import re
import shlex
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from msgspec import Struct

from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.certificates.key_digest import key_digest
from dealer_station.log.store.durable_rename import put_in_place

LIFE = timedelta(days=365)
RENEW_AFTER = LIFE * 2 / 3
LONG_LIFE = timedelta(days=365 * 25)
BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
SKEW = timedelta(hours=1)
"""A certificate is valid from a little before it was made, because clocks differ."""
PRIVATE = "ca.key"
FILES = (PRIVATE, "ca.pem", "server.pem", "server.key")
HOST_LABEL = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?")
HOST_CHARACTERS_MAX = 64
"""The length of a name that a certificate can have as that of its holder."""
UNFINISHED = "unfinished"
"""The folder in which an authority is written before its files are put in place."""
_PEM = serialization.Encoding.PEM


class Bundle(Struct, frozen=True):
    """Everything that a station needs to reach the floor, as PEM."""

    certificate: bytes
    key: bytes
    authority: bytes
    public_key: bytes
    """SHA-256 of the public key: the identity that the database knows."""
    expires: datetime


class Authority:
    """A certificate authority that is open for signing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            self._certificate = x509.load_pem_x509_certificate((folder / "ca.pem").read_bytes())
            key = serialization.load_pem_private_key((folder / "ca.key").read_bytes(), None)
        except OSError as error:
            words = f"{error.filename}: cannot be read: {error.strerror}"
            raise FloorError(f"{words}; {how_to_get(folder)}") from error
        except ValueError as error:
            raise FloorError(f"{folder}: ca.pem or ca.key is damaged; restore a back-up of it") from error
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise FloorError(f"{folder / 'ca.key'}: is not a key of this floor; restore a back-up of it")
        if key.public_key() != self._certificate.public_key():
            raise FloorError(
                f"{folder / 'ca.key'}: is not the key of ca.pem beside it: one of them is another floor's; "
                "restore a back-up of the folder, or copy both from another gateway"
            )
        self._key = key

    def server_name(self) -> str:
        """The first name in the certificate of the gateways, by which stations reach them."""
        return next(iter(server_names(self.folder)), "localhost")

    def check_server(self) -> None:
        """Raise FloorError unless the certificate of the gateways comes from this authority."""
        if not self.has_signed(_server_certificate(self.folder)):
            raise FloorError(
                f"{self.folder / 'server.pem'}: comes from another floor than {self.folder / 'ca.pem'}, so "
                "that no station trusts it; restore a back-up of the folder, or copy it from another gateway"
            )

    def enrol(self, station: str, now: datetime) -> Bundle:
        """Make a key and a certificate for a station."""
        key = ec.generate_private_key(ec.SECP256R1())
        certificate = self._issue(station, key.public_key(), now)
        return Bundle(
            certificate.public_bytes(_PEM),
            _private(key),
            self._certificate.public_bytes(_PEM),
            key_digest(certificate),
            certificate.not_valid_after_utc,
        )

    def renew(self, der: bytes, station: str, now: datetime) -> tuple[str, datetime]:
        """A new certificate for the key of an old one, as PEM, with the end of its life."""
        key = x509.load_der_x509_certificate(der).public_key()
        if not isinstance(key, ec.EllipticCurvePublicKey):
            raise FloorError(f"{station}: its key is not one that this floor makes; enrol it again")
        certificate = self._issue(station, key, now)
        return certificate.public_bytes(_PEM).decode("ascii"), certificate.not_valid_after_utc

    def _issue(self, station: str, key: ec.EllipticCurvePublicKey, now: datetime) -> x509.Certificate:
        return _signed(
            _name(station),
            self._certificate.subject,
            key,
            self._key,
            (now - SKEW, now + LIFE),
            (
                (x509.BasicConstraints(ca=False, path_length=None), True),
                (x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CLIENT_AUTH]), True),
            ),
        )

    def has_signed(self, certificate: x509.Certificate) -> bool:
        """True if a certificate comes from this authority."""
        try:
            certificate.verify_directly_issued_by(self._certificate)
        except (ValueError, TypeError, InvalidSignature):
            return False
        return True


def _server_certificate(folder: Path) -> x509.Certificate:
    """The certificate of the gateways."""
    try:
        return x509.load_pem_x509_certificate((folder / "server.pem").read_bytes())
    except OSError as error:
        raise FloorError(f"{error.filename}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise FloorError(f"{folder / 'server.pem'}: is not the certificate of a gateway") from error


def server_names(folder: Path) -> tuple[str, ...]:
    """The names in the certificate of the gateways."""
    try:
        names = _server_certificate(folder).extensions.get_extension_for_class(x509.SubjectAlternativeName)
    except x509.ExtensionNotFound as error:
        raise FloorError(f"{folder / 'server.pem'}: is not the certificate of a gateway") from error
    return tuple(str(one.value) for one in names.value)


def missing_files(folder: Path) -> list[str]:
    """The names of the files of an authority that a folder lacks."""
    return [name for name in FILES if not (folder / name).exists()]


def how_to_get(folder: Path) -> str:
    """The remedy for a folder that lacks a file of its authority, or all of them."""
    missing = missing_files(folder)
    if missing == [*FILES]:
        return f"make a floor with `dealer-station floor init --folder {shlex.quote(str(folder))}`"
    return (
        f"{' and '.join(missing) or 'it'} cannot be made again, because stations trust the others: restore a "
        "back-up of the folder, or copy it from another gateway"
    )


def make_authority(folder: Path, names: tuple[str, ...], now: datetime) -> None:
    """Make the authority and the certificate of the gateways; raise FloorError if the folder has one of these
    files already, or if stations could not reach one of the names. If it is interrupted, the next call
    begins anew."""
    for name in names:
        _check_host(name)
    missing, making = missing_files(folder), folder / UNFINISHED
    if not missing:
        raise FloorError(
            f"{folder}: a floor already exists here; its stations trust it, so it is not replaced"
        )
    # The private key is written there first of all, and leaves last of all: while it is there, whatever lies
    # in the folder is of an authority that nobody has used yet.
    if len(missing) < len(FILES) and not (making / PRIVATE).exists():
        raise FloorError(f"{folder}: lacks {' and '.join(missing)}; {how_to_get(folder)}")
    try:
        making.mkdir(parents=True, exist_ok=True)
        _write_authority(making, names, now)
        for name in (*(one for one in FILES if one != PRIVATE), PRIVATE):
            put_in_place(making / name, folder / name)
        making.rmdir()
    except OSError as error:
        raise FloorError(f"{error.filename or folder}: cannot be written: {error.strerror}") from error


def _write_authority(folder: Path, names: tuple[str, ...], now: datetime) -> None:
    """Write a new authority and the certificate of its gateways."""
    life = (BEGINNING, now + LONG_LIFE)
    key, server = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    subject = _name("Dealer Station floor")
    authority = _signed(
        *(subject, subject, key.public_key(), key, life),
        ((x509.BasicConstraints(ca=True, path_length=0), True),),
    )
    certificate = _signed(
        *(_name(names[0]), subject, server.public_key(), key, life),
        (
            (x509.BasicConstraints(ca=False, path_length=None), True),
            (x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), True),
            (x509.SubjectAlternativeName([_general(name) for name in names]), False),
        ),
    )
    write_private(folder / PRIVATE, _private(key))
    write_private(folder / "server.key", _private(server))
    (folder / "server.pem").write_bytes(certificate.public_bytes(_PEM))
    (folder / "ca.pem").write_bytes(authority.public_bytes(_PEM))


def write_private(path: Path, content: bytes) -> None:
    """Write a file that only its owner can read, durably."""
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(fd, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _signed(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePublicKey,
    by: ec.EllipticCurvePrivateKey,
    life: tuple[datetime, datetime],
    extensions: tuple[tuple[x509.ExtensionType, bool], ...],
) -> x509.Certificate:
    """Make a certificate."""
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(life[0])
        .not_valid_after(life[1])
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(by.public_key()), critical=False)
    )
    for extension, critical in extensions:
        builder = builder.add_extension(extension, critical=critical)
    return builder.sign(by, hashes.SHA256())


def _name(text: str) -> x509.Name:
    try:
        return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])
    except ValueError as error:
        raise FloorError(f'"{text}" cannot be the name of a station; use 1 to 64 characters') from error


def _check_host(name: str) -> None:
    """Raise FloorError unless a name is that of a host, or an address."""
    with suppress(ValueError):
        ipaddress.ip_address(name)
        return
    if len(name) > HOST_CHARACTERS_MAX or not all(HOST_LABEL.fullmatch(label) for label in name.split(".")):
        raise FloorError(
            f'"{name}" cannot be the name of a gateway; write a host name of letters, digits, hyphens and '
            "dots, such as floor.example, or an address, without https:// and without a port"
        )


def _general(name: str) -> x509.GeneralName:
    """A host name or an address, as a certificate names it."""
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _private(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(_PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
