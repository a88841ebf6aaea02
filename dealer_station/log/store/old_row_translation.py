"""Translation of device reports in old rows, which named the cause of a trouble only in an English sentence.

Rows of version 1 keep that sentence for ever. This is the only module that reads it, once, while a row is
decoded; everything after it sees the codes of today. The sentences here are data of a stored format: they
follow what old versions wrote, not what today's version says.
"""

import re
from typing import Any, Final

from dealer_station.engine.model.observations import DeviceTrouble

_DATA_LOSS: Final = "may be missing"
_CAUSES: tuple[tuple[str, DeviceTrouble], ...] = (
    ("another device answers: ", "stranger"),
    (" takes the place of ", "replaced"),
    (", which is no ", "wrong_kind"),
    ("it keeps another journal than before", "other_journal"),
    ("its journal has no event ", "journal_gap"),
    ("it chatters, faster than anybody deals", "chatter"),
    ("it chatters: more comes than is drawn by hand", "flood"),
    (" heartbeats, but bytes come that are no frames", "silent_with_noise"),
    ("silent for ", "silent"),
    ("bytes come that are no frames", "noise"),
    ("its driver ended ", "driver_ended"),
    ("nobody knows whether it was used while the station was off", "used_meanwhile"),
    ("the rounds since the copy was made", "since_the_copy"),
    ("it ended unexpectedly and came up again", "came_up_again"),
    ("met for the first time", "first_met"),
    ("cards that were drawn before are not known", "unknown_before"),
    ("obeys again", "obeys_again"),
    ("it has started again", "started_again"),
    ("the cable was pulled", "unplugged"),
    ("no such port", "no_port"),
    ("no permission", "no_permission"),
    ("another program uses it", "in_use"),
    ("does not answer order ", "disobeys"),
    ("does not know order ", "disobeys"),
    ("number '", "number_gap"),
)
"""A phrase of the old sentence, and the cause that it meant; the first that is found counts."""
_SERIAL = re.compile(r"serial (?P<stranger>\S+), not |(?P<heir>\S+) takes the place of ")
_LATCHED = re.compile(r"(?P<hands>(?:\w+ ?)*?) ?(?:of (?P<number>\d+))?")

Raw = dict[str, Any]


def device_said(old: Raw) -> Raw:
    """A report of a device with its cause, its serial number and its data in separate fields."""
    new = {**old, **_causes(old["detail"]), **_data(old)}
    new["missed"] = old.get("missed", False) or (_DATA_LOSS in old["detail"] and old["status"] != "back")
    return new


def device_noted(old: Raw) -> Raw:
    """The same for the fact that follows a report; what it does not say of a loss stays unknown."""
    new = {**old, **_causes(old["detail"]), **_data(old)}
    for unknown in ("hands", "of_round"):
        new.pop(unknown, None)
    new["missed"] = True if _DATA_LOSS in old["detail"] and old["status"] != "back" else None
    return new


def hold_raised(old: Raw) -> Raw:
    """A stop of the table with the device that caused it."""
    return {**old, "hold": hold(old["hold"])}


def opened(old: Raw) -> Raw:
    """The first record of a file, with the table that was carried over from the file before it."""
    carried = old.get("carried")
    if not carried or "table" not in carried:
        return old
    return {**old, "carried": {**carried, "table": _table(carried["table"])}}


def _table(old: Raw) -> Raw:
    """A table, with the earlier tables that it may return to."""
    new = {**old}
    new["holds"] = [hold(one) for one in old.get("holds", ())]
    new["rack"] = [{**one, "owner": _owner(one["owner"])} for one in old.get("rack", ())]
    for name, upcast in (("round", _round), ("last", _round), ("before", _table)):
        if before := old.get(name):
            new[name] = upcast(before)
    return new


def _round(old: Raw) -> Raw:
    """A round in which what waits and what was done were texts of one or two words."""
    later = [_later(one) for one in old.get("later", ())]
    steps = [(step, about) for step, _, about in (one.partition(" ") for one in old.get("steps", ()))]
    return {**old, "later": later, "steps": steps}


def _owner(text: str) -> int | str:
    """The owner of a card in the rack; a spot was its number as text."""
    return int(text) if text.isdecimal() else text


def left_for_later(old: Raw) -> Raw:
    """The fact that something waits for the end of the round, with that thing typed by its kind."""
    return {**old, "what": _later(old["what"])}


def _later(text: str) -> Raw:
    match text.split():
        case ["shuffle", cause]:
            return {"type": "ShuffleLater", "cause": cause}
        case ["ask", kind]:
            return {"type": "AskLater", "kind": kind}
    return {"type": "ReplaceCardLater"}


def hold(old: Raw) -> Raw:
    """A stop by a device: its text began with the device and its status."""
    if old.get("instead_of"):
        old = {**old, "instead_of": hold(old["instead_of"])}
    if old["kind"] not in ("device", "shuffler_fault") or not old.get("detail"):
        return old
    device, _, rest = old["detail"].partition(" ")
    status, _, own = rest.partition(" ")
    missed = old.get("missed", False) or _DATA_LOSS in own
    return {**old, **_causes(own), "device": device, "trouble": status, "detail": own, "missed": missed}


def _causes(sentence: str) -> Raw:
    cause = next((cause for phrase, cause in _CAUSES if phrase in sentence), "")
    serial = _SERIAL.search(sentence)
    named = (serial["stranger"] or serial["heir"]) if serial else ""
    return {"cause": cause, "serial": named}


def _data(old: Raw) -> Raw:
    """The count, batch or hands of a report, read from the text that carried them."""
    detail = old["detail"]
    match old["device"], old["status"]:
        case "shuffler", "count":
            return {"count": int(detail) if detail.isdecimal() else None, "detail": ""}
        case "shuffler", "batch":
            return {"batch": detail, "detail": ""}
        case "progressive", "latched" if found := _LATCHED.fullmatch(detail):
            hands, number = found["hands"].split(), int(found["number"] or 0)
            return {"hands": hands, "of_round": number, "detail": ""}
    return {}
