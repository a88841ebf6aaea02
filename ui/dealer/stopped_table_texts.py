"""Texts for a hold: what happened in the dealer's terms, with technical details kept apart."""

from msgspec import Struct

from dealer_station.engine.model.observations import DeviceTrouble
from dealer_station.engine.model.translatable_sentences import joined
from dealer_station.engine.view.table_view import HoldView
from ui.common.translate import Speech
from ui.dealer.report_form import words_of

MACHINES = ("device", "shuffler_fault")
"""Hold kinds whose detail comes from a device: its name, its status and its own message."""

TROUBLES: dict[tuple[str, str], str] = {
    ("shoe", "lost"): "No signal from the shoe: check its cable and power",
    ("shoe", "door"): "The lid of the shoe is open: close it",
    ("shoe", "error"): "The shoe reports an error",
    ("shoe", "out_of_order"): "The shoe is out of order",
    ("shuffler", "lost"): "No signal from the shuffler: check its cable and power",
    ("shuffler", "door"): "The door of the shuffler is open: close it",
    ("shuffler", "jam"): "The shuffler is jammed: do not deal its cards",
    ("shuffler", "stopped"): "The shuffler has stopped: do not deal its cards",
    ("shuffler", "incomplete"): "The shuffle was not completed: do not deal its cards",
    ("shuffler", "sort_mode"): "The shuffler sorts instead of shuffling: do not deal its cards",
    ("shuffler", "error"): "The shuffler reports an error",
    ("shuffler", "out_of_order"): "The shuffler is out of order",
    ("progressive", "lost"): "No signal from the progressive controller: check its cable and power",
    ("progressive", "error"): "The progressive controller reports an error",
    ("progressive", "out_of_order"): "The progressive controller is out of order",
    ("reader", "lost"): "The reader is out of order: cards are keyed in",
    ("station", "lost"): "Cards left the shoe that are not in this log",
}
"""The headline for each status of each device."""

ANY_TROUBLE = "A device needs attention: {device} {status}"

MISSED = "Cards or messages from it may be missing: check every card and count."
CHATTERS = "It sends faster than anybody can deal and is being ignored."
NO_FRAMES = "Its messages cannot be decoded: wrong device or wrong speed."
SILENT = "It is plugged in but does not answer."
MEANINGS: dict[DeviceTrouble, tuple[str, ...]] = {
    "wrong_kind": ("A different kind of device is plugged in there.",),
    "chatter": (CHATTERS,),
    "flood": (CHATTERS,),
    "noise": (NO_FRAMES,),
    "silent_with_noise": (NO_FRAMES, SILENT),
    "unplugged": ("Its cable was pulled.",),
    "silent": (SILENT,),
    "driver_ended": ("The station resumes with it automatically.",),
}
"""Advice for the dealer, by the cause of the trouble."""


STRANGERS: dict[DeviceTrouble, str] = {
    "stranger": "Another device answers in place of the {device}",
    "replaced": "Another device has taken the place of the {device}",
}
"""The headline when a foreign device speaks."""


class Stop(Struct, frozen=True):
    """The texts of a hold: headline, known details, and details for a technician."""

    words: str
    detail: str = ""
    technical: str = ""


def why(hold: HoldView, say: Speech, *, is_back: bool = False) -> Stop:
    """Return the texts of a hold in the language of the screen; `is_back` if its device answers again."""
    if hold.kind in MACHINES and hold.device:
        return _of_a_machine(hold, say, is_back=is_back)
    if hold.kind != "impossible_card":
        return Stop(say(hold.what), say(hold.detail))
    if hold.card is None:
        return Stop(say(words_of(hold.kind) if hold.reported else hold.what))
    if hold.reported:
        return Stop(say(words_of(hold.kind)), _suspects(hold, say))
    what = say("{card}: more were read than the shoe holds", card=hold.card)
    return Stop(what, _suspects(hold, say))


def _suspects(hold: HoldView, say: Speech) -> str:
    """The places of all reads of a card, so that the person who rules knows where to look."""
    places = joined(", ", hold.read_before)
    now = say("Now: {place}.", place=hold.came_for) if hold.came_for else ""
    before = say("Read before: {places}.", places=places) if places else ""
    look = "" if hold.reported else say("The earlier ones can no longer be looked at.")
    if places:
        both = len(hold.read_before) == 1
        look = say(
            "Look at both, and correct the one that is wrong."
            if both
            else "Look at all of them, and correct the one that is wrong."
        )
    return " ".join(word for word in (now, before, look) if word)


def _of_a_machine(hold: HoldView, say: Speech, *, is_back: bool) -> Stop:
    if is_back and hold.trouble == "lost" and hold.cause not in STRANGERS:
        headline = say("The {device} is back: there was no signal from it for a while", device=hold.device)
        return Stop(headline, say(MISSED) if hold.missed else "")
    known = TROUBLES.get((hold.device, hold.trouble), ANY_TROUBLE)
    template = STRANGERS.get(hold.cause, known)
    headline = say(template, device=hold.device, status=hold.trouble.replace("_", " "))
    meanings = (*((MISSED,) if hold.missed else ()), *MEANINGS.get(hold.cause, ()))
    technical = say("For the technician: {detail}", detail=hold.detail) if hold.detail else ""
    return Stop(headline, " ".join(map(say, meanings)), technical)


def is_foreign_device(hold: HoldView) -> bool:
    """True if accepting this hold would accept a foreign device as the table's own."""
    return hold.kind == "device" and hold.cause == "stranger"
