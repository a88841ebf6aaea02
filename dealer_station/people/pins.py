"""PINs: which are acceptable, how they are stored, and the wait after a wrong one."""

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argon2 import PasswordHasher

PIN_DIGITS_LEAST, PIN_DIGITS_MOST = 6, 12
WRONG_BEFORE_LOCK = 10
"""Wrong PINs in a row after which only another supervisor can unlock the person."""
_RUN = "01234567890123456789"


def objection(pin: str) -> str:
    """Return the reason why this PIN is unacceptable, or an empty string."""
    if not re.fullmatch(r"[0-9]+", pin):
        return "a PIN has digits only"
    if not PIN_DIGITS_LEAST <= len(pin) <= PIN_DIGITS_MOST:
        return f"a PIN has {PIN_DIGITS_LEAST} to {PIN_DIGITS_MOST} digits"
    if len(set(pin)) == 1 or pin in _RUN or pin[::-1] in _RUN:
        return "a PIN of equal or consecutive digits is easy to guess; choose another"
    return ""


@cache
def hasher() -> "PasswordHasher":
    """Argon2 at the recommended cost: a stolen file of people must not reveal the PINs."""
    # The first PIN loads argon2; the dealer's screen comes up before it.
    from argon2 import PasswordHasher

    return PasswordHasher()


def kept(pin: str) -> str:
    """Return the argon2 hash that is stored for a PIN."""
    return hasher().hash(pin)


def is_right(hashed: str, pin: str) -> bool:
    """True if this is the PIN; slow on purpose."""
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        return hasher().verify(hashed, pin)
    except (VerificationError, InvalidHashError):
        return False


def wait_seconds(wrong: int) -> int:
    """Seconds to wait after this many wrong PINs in a row; doubles each time."""
    return 1 << (wrong - 1)
