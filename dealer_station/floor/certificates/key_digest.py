"""The identity of a certificate: the name in it, and the digest of its public key."""

from hashlib import sha256

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.x509.oid import NameOID
from msgspec import Struct


class ClientIdentity(Struct, frozen=True):
    """The holder of a client certificate."""

    station: str
    public_key: bytes
    """SHA-256 of the public key. A renewed certificate has the same key, one of a new enrolment another."""
    der: bytes
    began_us: int
    expires_us: int


def identity(der: bytes) -> ClientIdentity:
    """The identity in a certificate that the TLS layer has verified."""
    certificate = x509.load_der_x509_certificate(der)
    names = certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    return ClientIdentity(
        str(names[0].value) if names else "",
        key_digest(certificate),
        der,
        int(certificate.not_valid_before_utc.timestamp() * 1_000_000),
        int(certificate.not_valid_after_utc.timestamp() * 1_000_000),
    )


def key_digest(certificate: x509.Certificate) -> bytes:
    """SHA-256 of the public key of a certificate."""
    public = certificate.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return sha256(public).digest()
