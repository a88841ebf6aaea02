"""The go-live record: a live table opens only when every interpretive choice of its book is
answered and signed.

The signature covers the table's name, the answers, the text of the book, the limits and the
devices. After any change to them a supervisor must sign again.
"""

from typing import Any

import msgspec
from msgspec import Struct

from dealer_station.config import StationFile
from dealer_station.config.schema import DevicesConfig, GoLive, LimitsConfig
from dealer_station.engine.model.errors import ConfigError
from dealer_station.engine.rulebook.rule_sections import Rule
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.log.integrity import sign
from dealer_station.log.integrity.keys import Keys
from dealer_station.people import SignedIn
from dealer_station.rulebooks import read
from dealer_station.rulebooks.operator_answers import options_of

GAP = "ALL-G2"
"""The gap that marks a value which decides a win or a payout where the text has two readings."""
_DOMAIN = b"dealer-station go-live 1"


class InterpretiveChoice(Struct, frozen=True):
    """An interpretive choice of a book."""

    name: str
    section: str
    rule: Rule[Any]


class _Signed(Struct, frozen=True, kw_only=True):
    """Everything the signature covers."""

    table: str
    profile: str
    digest: str
    options: dict[str, str]
    limits: LimitsConfig
    devices: DevicesConfig
    signed_by: str
    role: str
    signed_on: str


def choices(rules: Rules) -> tuple[InterpretiveChoice, ...]:
    """The choices the operator must answer before the table goes live, in the order of the book."""
    return tuple(
        InterpretiveChoice(name, section, rule)
        for name, (section, rule) in options_of(rules).items()
        if GAP in rule.gaps or rule.golive
    )


def unanswered(rules: Rules) -> tuple[str, ...]:
    """The names of choices without an answer, for which the marked default applies."""
    given = dict(rules.options)
    return tuple(choice.name for choice in choices(rules) if choice.name not in given)


def signed(file: StationFile, who: SignedIn, keys: Keys, signed_on: str) -> GoLive:
    """Return the signed go-live record of this file."""
    record = GoLive(who.name, who.role, signed_on, keys.signer.hex())
    signature = sign.sign_words(keys.signing, _DOMAIN, _words(file, record))
    return msgspec.structs.replace(record, signature=signature.hex())


def check(file: StationFile, signer: bytes) -> GoLive:
    """Return the go-live record; raise ConfigError with the remedy if the table may not go live."""
    if words := objection(file, signer.hex()):
        raise ConfigError(f"{file.path}: {words}; run `dealer-station config golive {file.path}`")
    return file.config.golive


def objection(file: StationFile, signer: str) -> str:
    """Return the reason why this table may not go live with this public key, or an empty string."""
    record = file.config.golive
    if missing := unanswered(file.rules()):
        are = "is" if len(missing) == 1 else "are"
        return f"a live table does not open until {', '.join(missing)} {are} answered"
    if not record.signature:
        return "a live table does not open until a supervisor has signed for it"
    if record.signer != signer:
        return "a live table does not open with answers that were signed with the key of another station"
    if not sign.are_signed(signer, _DOMAIN, _words(file, record), record.signature):
        return (
            "a live table does not open: an answer, a limit, a device or the book itself was changed after "
            f"{record.signed_by} signed on {record.signed_on}"
        )
    return ""


def _words(file: StationFile, record: GoLive) -> bytes:
    config = file.config
    return msgspec.json.encode(
        _Signed(
            table=config.table.name,
            profile=config.table.profile,
            digest=read(file.profile).digest,
            options=file.options,
            limits=config.limits,
            devices=config.devices,
            signed_by=record.signed_by,
            role=record.role,
            signed_on=record.signed_on,
        ),
        order="sorted",
    )
