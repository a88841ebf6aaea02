"""The last refusal of each station, for `floor status`: a station whose rows are not kept must be seen."""

from dealer_station.floor.protocol.messages import Code, Refusal
from dealer_station.floor.store.connection import Floor

LASTING: frozenset[Code] = frozenset(
    ("malformed", "foreign_log", "too_large", "forged", "untrusted_key", "too_many_forks", "not_found")
)
"""The refusals that no waiting ends: somebody must look. A gap, an outage and a fork settle themselves or
have a place of their own in the status."""
UNWELCOME: frozenset[Code] = frozenset(("not_enrolled", "disabled"))
"""The refusals of a certificate of which the floor wants to hear nothing: an old one, a disabled one, or one
that nobody enrolled."""
NOTE = (
    "UPDATE floor.station SET refused = true, refused_at = now(), refused_code = %(code)s, "
    "refused_words = %(words)s "
    "WHERE name = %(name)s AND public_key = %(key)s AND state = 'enrolled'"
)
# The holder of the certificate in force keeps the reason for which it is refused itself.
NOTE_UNWELCOME = (
    "UPDATE floor.station SET refused_at = now(), refused_code = %(code)s, refused_words = %(words)s "
    "WHERE name = %(name)s AND NOT refused AND (public_key <> %(key)s OR state = 'disabled')"
)


def note_refusal(floor: Floor, name: str, public_key: bytes, refusal: Refusal) -> None:
    """Note that a station was refused, which its next rows that are kept end, or that somebody used a
    certificate in its name that is worth nothing."""
    values = {"name": name, "key": public_key, "code": refusal.code, "words": refusal.words}
    floor.execute(NOTE_UNWELCOME if refusal.code in UNWELCOME else NOTE, values)
