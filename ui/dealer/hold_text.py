"""Texts for a hold: what happened in the dealer's terms, with technical details kept apart."""

from msgspec import Struct

from dealer_station.engine.model.sentences import joined
from dealer_station.engine.view.table_view import HoldView
from ui.common.translate import Speech
from ui.dealer.reporting import words_of

MACHINES = ("device", "shuffler_fault")
"""Hold kinds whose detail comes from a device: its name, its status and its own message."""

TROUBLES: dict[tuple[str, str], str] = {
    ("shoe", "lost"): "The shoe is not heard: look at its cable and power",
    ("shoe", "door"): "The lid of the shoe is open: close it",
    ("shoe", "error"): "The shoe reports an error",
    ("shoe", "out_of_order"): "The shoe is out of order",
    ("shuffler", "lost"): "The shuffler is not heard: look at its cable and power",
    ("shuffler", "door"): "The door of the shuffler is open: close it",
    ("shuffler", "jam"): "The shuffler is jammed: no card of it is dealt",
    ("shuffler", "stopped"): "The shuffler has stopped: no card of it is dealt",
    ("shuffler", "incomplete"): "The shuffle was not completed: no card of it is dealt",
    ("shuffler", "sort_mode"): "The shuffler sorts instead of shuffling: no card of it is dealt",
    ("shuffler", "error"): "The shuffler reports an error",
    ("shuffler", "out_of_order"): "The shuffler is out of order",
    ("progressive", "lost"): "The progressive controller is not heard: look at its cable and power",
    ("progressive", "error"): "The progressive controller reports an error",
    ("progressive", "out_of_order"): "The progressive controller is out of order",
    ("reader", "lost"): "The reader is out of order: cards are keyed in",
    ("station", "lost"): "Cards left the shoe that this log does not know",
}
"""The headline for each status of each device."""

ANY_TROUBLE = "A device needs attention: {device} {status}"

MEANINGS: dict[str, str] = {
    "may be missing": "Cards or words of it may be missing: look at every card and count.",
    "which is no": "Something else is plugged in there.",
    "chatters": "It says more than anybody deals, and is not listened to.",
    "no frames": "What it sends makes no sense: wrong device, or wrong speed.",
    "the cable was pulled": "Its cable was pulled.",
    "silent for": "It is plugged in and does not answer.",
    "its driver ended": "The station begins again with it by itself.",
}
"""Advice for the dealer, by a phrase of the device's message."""


STRANGERS: dict[str, str] = {
    "another device answers": "Another device answers in place of the {device}",
    "takes the place of": "Another device has taken the place of the {device}",
}
"""The headline when a foreign device speaks, by a phrase of its message."""


class Stop(Struct, frozen=True):
    """The texts of a hold: headline, known details, and details for a technician."""

    words: str
    detail: str = ""
    technical: str = ""


def why(hold: HoldView, say: Speech) -> Stop:
    """Return the texts of a hold in the language of the screen."""
    if hold.kind in MACHINES and hold.detail:
        return _of_a_machine(hold, say)
    if hold.kind != "impossible_card":
        return Stop(say(hold.what), say(hold.detail))
    if hold.card is None:
        return Stop(say(words_of(hold.kind) if hold.reported else hold.what))
    if hold.reported:
        return Stop(say(words_of(hold.kind)), _suspects(hold, say))
    what = say("{card}: more were read than the shoe holds", card=hold.card)
    return Stop(what, _suspects(hold, say))


def _suspects(hold: HoldView, say: Speech) -> str:
    """The places of both reads of a card, so that the person who rules knows where to look."""
    places = joined(", ", hold.read_before)
    now = say("Now: {place}.", place=hold.came_for) if hold.came_for else ""
    before = say("Read before: {places}.", places=places) if places else ""
    told = [word for word in (now, before) if word]
    return " ".join([*told, say("Look at both, and correct the one that is wrong.")] if places else told)


def _of_a_machine(hold: HoldView, say: Speech) -> Stop:
    device, _, rest = hold.detail.partition(" ")
    status, _, own = rest.partition(" ")
    stranger = next((words for told, words in STRANGERS.items() if told in own), "")
    template = stranger or TROUBLES.get((device, status), ANY_TROUBLE)
    headline = say(template, device=device, status=status.replace("_", " "))
    meant = " ".join(say(meaning) for told, meaning in MEANINGS.items() if told in own)
    return Stop(headline, meant, say("For the technician: {detail}", detail=own) if own else "")


def is_a_stranger(hold: HoldView) -> bool:
    """True if accepting this hold would accept a foreign device as the table's own."""
    return hold.kind == "device" and "another device answers" in hold.detail
