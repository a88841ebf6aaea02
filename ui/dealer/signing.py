"""Who is who at the table: the small part of it that the screen asks about."""

import threading
import time
from collections.abc import Callable
from typing import Protocol

import structlog
from msgspec import Struct

from dealer_station.engine.model.errors import DealerStationError
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.people import People, SignedIn
from dealer_station.people.roles import DEALER, has
from dealer_station.people.roster import Person

READ_AGAIN_SECONDS = 2.0
NO_SUCH_BADGE = "Nobody here has this badge. Enter it again or choose your name; a supervisor adds dealers."
UNKNOWN_BADGE = "an unknown badge"
"""Its number is not kept: it may be a PIN that somebody typed in the wrong place."""
NOT_LOOKED_AT = "The PIN could not be looked at. Enter it again."

log = structlog.get_logger()


class Signed(Struct, frozen=True):
    """Who signed; without a name, why nobody did."""

    name: str = ""
    reason: str = ""
    signed: SignedIn | None = None
    """What the station takes for the PIN, where it has people of its own."""


Answer = Callable[[Signed], None]


class Signing(Protocol):
    """Knows dealers by badge or name and supervisors by PIN; what it is asked, it may log."""

    @property
    def needs_pin(self) -> bool:
        """Whether anybody signs with a PIN here."""
        ...

    def dealers(self) -> tuple[str, ...]:
        """Names that may be chosen without a badge."""
        ...

    def badge(self, number: str) -> Signed:
        """The dealer with this badge."""
        ...

    def who_may(self, title: str) -> tuple[str, ...]:
        """Everybody with this title, or a higher one."""
        ...

    def pin(self, who: str, digits: str, answer: Answer) -> None:
        """Looks at a PIN; the answer may come later, and in another thread."""
        ...


class Acquaintances:
    """A handful of people known by heart: for simulated tables and tests."""

    def __init__(self, dealers: dict[str, str], supervisors: dict[str, str]) -> None:
        self._dealers = dealers
        self._supervisors = supervisors

    @property
    def needs_pin(self) -> bool:
        return bool(self._supervisors)

    def dealers(self) -> tuple[str, ...]:
        return tuple(self._dealers.values())

    def badge(self, number: str) -> Signed:
        name = self._dealers.get(number, "")
        return Signed(name) if name else Signed(reason=NO_SUCH_BADGE)

    def who_may(self, title: str) -> tuple[str, ...]:
        del title
        return tuple(self._supervisors.values())

    def pin(self, who: str, digits: str, answer: Answer) -> None:
        right = self._supervisors.get(digits) == who
        answer(Signed(who) if right else Signed(reason="this PIN is not known"))


class Staff:
    """The people of a table's own file; the screen's thread waits neither for a disk nor for a PIN."""

    def __init__(
        self,
        people: People,
        rules: Rules,
        sign_in: Callable[[str, str], SignedIn],
        stranger: Callable[[str], None],
    ) -> None:
        self._people = people
        self._stranger = stranger
        """Told of whoever comes to deal and is not known."""
        self._rules = rules
        self._sign_in = sign_in
        self._known: tuple[Person, ...] = people.everybody
        self._looking = threading.Lock()
        self._read_at = time.monotonic()

    @property
    def needs_pin(self) -> bool:
        return True

    def dealers(self) -> tuple[str, ...]:
        self._read_again()
        return tuple(one.name for one in self._known if one.role == DEALER)

    def badge(self, number: str) -> Signed:
        self._read_again()
        if found := next((one.name for one in self._known if one.badge == number), ""):
            return Signed(found)
        self._stranger(UNKNOWN_BADGE)
        return Signed(reason=NO_SUCH_BADGE)

    def who_may(self, title: str) -> tuple[str, ...]:
        self._read_again()
        return tuple(one.name for one in self._known if one.pin and has(one.role, title, self._rules))

    def pin(self, who: str, digits: str, answer: Answer) -> None:
        def look() -> None:
            with self._looking:
                try:
                    signed = self._sign_in(who, digits)
                except DealerStationError as error:
                    answer(Signed(reason=str(error)))
                except Exception as error:  # noqa: BLE001 - whoever waits at the pad must get an answer
                    log.error("PIN not looked at", why=type(error).__name__)
                    answer(Signed(reason=NOT_LOOKED_AT))
                else:
                    answer(Signed(signed.name, signed=signed))

        threading.Thread(target=look, name="PIN", daemon=True).start()

    def _read_again(self) -> None:
        """Whoever was added meanwhile is there the next time that somebody asks."""
        if time.monotonic() - self._read_at < READ_AGAIN_SECONDS:
            return
        self._read_at = time.monotonic()

        def read() -> None:
            try:
                self._known = self._people.everybody
            except Exception as error:  # noqa: BLE001 - it is read again when the next one asks
                # A file that cannot be read now is told of when somebody signs in.
                log.warning("people not read", why=type(error).__name__)

        threading.Thread(target=read, name="people", daemon=True).start()
