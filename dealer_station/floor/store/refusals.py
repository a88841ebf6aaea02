"""The last refusal of each station, for `floor status`: a station whose rows are not kept must be seen."""

from dealer_station.floor.protocol.messages import Code, Refusal
from dealer_station.floor.store.connection import Floor

LASTING: frozenset[Code] = frozenset(
    ("malformed", "foreign_log", "too_large", "forged", "untrusted_key", "too_many_forks", "not_found")
)
"""The refusals that no waiting ends: somebody must look. A gap, an outage and a fork settle themselves or
have a place of their own in the status, and a disabled station was refused on purpose."""
NOTE = (
    "UPDATE floor.station SET refused = true, refused_at = now(), refused_code = %(code)s, "
    "refused_words = %(words)s "
    "WHERE name = %(name)s AND public_key = %(key)s AND state = 'enrolled'"
)


def note_refusal(floor: Floor, name: str, public_key: bytes, refusal: Refusal) -> None:
    """Note that a station was refused; its next rows that are kept end that."""
    values = {"name": name, "key": public_key, "code": refusal.code, "words": refusal.words}
    floor.execute(NOTE, values)
