"""Addresses of the parts of a rule: for a rule with several addresses, the address of each part.

A profile writes `riffle @ CITE`, or `riffle @ CITE (inferred)` if the part is less certain than the rule.
"""

import re
from typing import Literal, cast

Status = Literal["stated", "inferred", "interpretive", "house_default", "silent"]
"""stated: the text says so. inferred: it follows. interpretive: the text supports another reading too.
house_default: the text is silent and a step is needed. silent: no rule, stop and ask."""

STATUSES: tuple[Status, ...] = ("stated", "inferred", "interpretive", "house_default", "silent")
"""From the surest to the least sure."""

_OWN_ADDRESS = re.compile(rf"(.*?)(?: \(({'|'.join(STATUSES)})\))?")


def own_address(text: str, status: Status) -> tuple[str, Status]:
    """Parse `Deal 5a, Tie 2 (inferred)` into a separate paragraph and its status."""
    found = _OWN_ADDRESS.fullmatch(text)
    assert found, "the pattern fits every text"
    return found[1], cast(Status, found[2] or status)


def own_addresses(at: tuple[str, ...]) -> dict[str, str]:
    """Parse lines such as `riffle @ CITE` into a mapping from each part to its own paragraph."""
    return {asked: address for asked, _, address in (line.partition(" @ ") for line in at)}
