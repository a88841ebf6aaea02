"""Who is who at the table: the small part of it that the screen asks about."""

from typing import Protocol

from msgspec import Struct


class Signed(Struct, frozen=True):
    """Who signed; without a name, why nobody did."""

    name: str = ""
    reason: str = ""


class Signing(Protocol):
    """Knows dealers by badge or name and supervisors by PIN; what it is asked, it may log."""

    def dealers(self) -> tuple[str, ...]:
        """Names that may be chosen without a badge."""
        ...

    def badge(self, number: str) -> Signed:
        """The dealer with this badge."""
        ...

    def needs_pin(self, role: str) -> bool:
        """Whether somebody with this role signs with a PIN."""
        ...

    def pin(self, digits: str, role: str) -> Signed:
        """Who has this PIN and may act in this role."""
        ...


class Acquaintances:
    """A handful of people known by heart: for simulated tables and tests."""

    def __init__(self, dealers: dict[str, str], supervisors: dict[str, str]) -> None:
        self._dealers = dealers
        self._supervisors = supervisors

    def dealers(self) -> tuple[str, ...]:
        return tuple(self._dealers.values())

    def badge(self, number: str) -> Signed:
        name = self._dealers.get(number, "")
        return Signed(name) if name else Signed(reason="nobody here has this badge")

    def needs_pin(self, role: str) -> bool:
        return bool(role) and bool(self._supervisors)

    def pin(self, digits: str, role: str) -> Signed:
        name = self._supervisors.get(digits, "")
        return Signed(name) if role and name else Signed(reason="this PIN is not known")
