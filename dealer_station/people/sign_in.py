"""Sign-in for the screen: dealers by badge or name, supervisors by PIN."""

import threading
import time
from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from dealer_station.engine.model.errors import DealerStationError
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.people import People, SignedIn
from dealer_station.people.required_titles import DEALER, has
from dealer_station.people.roster import Person
from dealer_station.technical_messages import TechnicalMessages

READ_AGAIN_SECONDS = 2.0
NO_SUCH_BADGE = "Nobody here has this badge. Enter it again or choose your name; a supervisor adds dealers."
UNKNOWN_BADGE = "an unknown badge"
"""Replaces the number of an unknown badge, which may be a PIN typed in the wrong place."""
NOT_LOOKED_AT = "The PIN could not be checked. Enter it again."

log = TechnicalMessages()


class Signed(Struct, frozen=True):
    """The signer; without a name, the reason why nobody signed."""

    name: str = ""
    reason: str = ""
    signed: SignedIn | None = None
    """The station's proof of a checked PIN, at a table with a people file."""


Answer = Callable[[Signed], None]


class Signing(Protocol):
    """Finds dealers by badge or name and checks supervisors' PINs; implementations may log requests."""

    @property
    def needs_pin(self) -> bool:
        """True if signing requires a PIN here."""
        ...

    def dealers(self) -> tuple[str, ...]:
        """Names of dealers who can be chosen without a badge."""
        ...

    def badge(self, number: str) -> Signed:
        """Return the dealer with this badge, or the reason why there is none."""
        ...

    def who_may(self, title: str) -> tuple[str, ...]:
        """Names of the people with this title or a higher one."""
        ...

    def pin(self, who: str, digits: str, answer: Answer) -> None:
        """Check a PIN; `answer` may be called later and in another thread."""
        ...


class FixedStaff:
    """A fixed set of people, for simulated tables and tests."""

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
    """The people file of a table. File reads and PIN checks run in threads, so the GUI thread never waits."""

    def __init__(
        self,
        people: People,
        rules: Rules,
        sign_in: Callable[[str, str], SignedIn],
        stranger: Callable[[str], None],
    ) -> None:
        self._people = people
        self._stranger = stranger
        """Called when an unknown person tries to deal."""
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
                except Exception as error:  # noqa: BLE001 - the person at the pad must get an answer
                    log.error("PIN not looked at", why=type(error).__name__)
                    answer(Signed(reason=NOT_LOOKED_AT))
                else:
                    answer(Signed(signed.name, signed=signed))

        threading.Thread(target=look, name="PIN", daemon=True).start()

    def _read_again(self) -> None:
        """Read the people file again in the background. A person just added appears on the next request."""
        if time.monotonic() - self._read_at < READ_AGAIN_SECONDS:
            return
        self._read_at = time.monotonic()

        def read() -> None:
            try:
                self._known = self._people.everybody
            except Exception as error:  # noqa: BLE001 - the next request reads it again
                # A file that cannot be read is reported when somebody signs in.
                log.warning("people not read", why=type(error).__name__)

        threading.Thread(target=read, name="people", daemon=True).start()
