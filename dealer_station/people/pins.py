"""PINs: which are good enough, how they are kept, and how long a wrong one makes people wait."""

import re

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

PIN_DIGITS_LEAST, PIN_DIGITS_MOST = 6, 12
WRONG_BEFORE_LOCK = 10
"""So many wrong PINs in a row, and another supervisor must come."""
_RUN = "01234567890123456789"
_HASHER = PasswordHasher()


def objection(pin: str) -> str:
    """Why this is no PIN; nothing where it is one."""
    if not re.fullmatch(r"[0-9]+", pin):
        return "a PIN has digits only"
    if not PIN_DIGITS_LEAST <= len(pin) <= PIN_DIGITS_MOST:
        return f"a PIN has {PIN_DIGITS_LEAST} to {PIN_DIGITS_MOST} digits"
    if len(set(pin)) == 1 or pin in _RUN or pin[::-1] in _RUN:
        return "digits that are all the same, or follow each other, are guessed first; choose others"
    return ""


def kept(pin: str) -> str:
    """What is written down of a PIN."""
    return _HASHER.hash(pin)


def is_right(hashed: str, pin: str) -> bool:
    """This is the PIN; it takes a while on purpose."""
    try:
        return _HASHER.verify(hashed, pin)
    except (VerificationError, InvalidHashError):
        return False


def wait_seconds(wrong: int) -> int:
    """How long nobody may try again after so many wrong PINs in a row: each time twice as long."""
    return 1 << (wrong - 1)
