"""Sheets over the window: what to look for, a sealed card, a ruling to prepare, what a seal means."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from msgspec import Struct, field

from dealer_station.engine.irregular import CATALOGUE
from dealer_station.log.catalogue import Catalogue, Sought
from ui.picture import card_words
from ui.review.rounds import local
from ui.ruling import RULINGS
from ui.speech import Speech

Values = dict[str, Any]
Choice = tuple[str, str]
TIMES = ("%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d")
SPOTS_MAX = 9
OUTCOMES = ("complete", "void", "open", "win", "lose", "surrender", "war_won", "war_lost")
"""How a round ended, and how one of its hands did."""


class Field(Struct, frozen=True):
    """Something that is asked for: a text, or one of some choices."""

    name: str
    label: str
    choices: tuple[Choice, ...] | None = None
    """Value and words of each; None for a text."""


class Sheet(Struct):
    """What is open; `done` says why it does not take what was entered, or nothing."""

    name: str
    title: str
    hint: str
    done_words: str
    done: Callable[[dict[str, str]], str]
    fields: tuple[Field, ...] = ()
    words: tuple[str, ...] = ()
    entered: dict[str, str] = field(default_factory=dict)
    complaint: str = ""

    def values(self) -> Values:
        """As QML reads it; a sheet without fields is there to be read."""
        return {
            "name": self.name,
            "title": self.title,
            "hint": self.complaint or self.hint,
            "complains": bool(self.complaint),
            "doneWords": self.done_words,
            "words": list(self.words),
            "fields": [self._field(one) for one in self.fields],
        }

    def _field(self, one: Field) -> Values:
        now = self.entered.get(one.name, "")
        choices = [{"value": value, "text": text, "on": value == now} for value, text in one.choices or ()]
        return {
            "name": one.name,
            "label": one.label,
            "text": now,
            "isText": one.choices is None,
            "choices": choices,
        }


def filters(
    sought: Sought, catalogue: Catalogue, say: Speech, look: Callable[[dict[str, str]], str]
) -> Sheet:
    """Everything that rounds can be found by."""
    kinds = [(kind, say(CATALOGUE[kind].words)) for kind in catalogue.choices("kind") if kind in CATALOGUE]
    rulings = [(one, say(RULINGS.get(one, one))) for one in catalogue.choices("ruling")]
    fields = (
        Field("since", say("From, such as 2026-11-16 21:30")),
        Field("until", say("Until")),
        Field("dealer", say("Dealer"), tuple((name, name) for name in catalogue.choices("dealer"))),
        Field("spot", say("Spot"), tuple((str(spot), str(spot)) for spot in range(1, SPOTS_MAX + 1))),
        Field("outcome", say("Outcome"), tuple((name, say(name.replace("_", " "))) for name in OUTCOMES)),
        Field("amount", say("Taken or paid, at least")),
        Field("kind", say("Irregularity"), tuple(kinds)),
        Field("ruling", say("Ruling"), tuple(rulings)),
        Field("fault", say("Device fault"), tuple((one, say(one)) for one in catalogue.choices("fault"))),
    )
    amount = sought.least_cents
    entered = {
        "since": _time(sought.since_us),
        "until": _time(sought.until_us),
        "dealer": sought.dealer,
        "spot": sought.spot,
        "outcome": sought.outcome,
        "amount": f"{amount / 100:.2f}".removesuffix(".00") if amount else "",
        "kind": sought.kind,
        "ruling": sought.ruling,
        "fault": sought.fault,
    }
    shown = tuple(one for one in fields if one.choices != ())
    hint = say("What is left empty asks for nothing.")
    return Sheet("filters", say("Find rounds"), hint, say("SHOW THEM"), look, shown, entered=entered)


def sought_of(entered: dict[str, str], before: Sought, say: Speech) -> Sought | str:
    """What the sheet asks for; a sentence where it cannot be read."""
    times = {}
    for name in ("since", "until"):
        text = entered.get(name, "").strip()
        times[name] = _microseconds(text)
        if text and times[name] is None:
            return say('"{what}" is no time; write it like 2026-11-16 21:30', what=text)
    amount = entered.get("amount", "").strip().removeprefix("$").replace(",", "")
    try:
        cents = round(float(amount) * 100) if amount else 0
    except ValueError:
        return say('"{what}" is no amount; write it like 250', what=amount)
    return Sought(
        since_us=times["since"],
        until_us=times["until"],
        dealer=entered.get("dealer", ""),
        spot=entered.get("spot", ""),
        outcome=entered.get("outcome", ""),
        least_cents=max(0, cents),
        kind=entered.get("kind", ""),
        ruling=entered.get("ruling", ""),
        fault=entered.get("fault", ""),
        flags=before.flags,
        text=before.text,
    )


def _time(wall_us: int | None) -> str:
    return "" if wall_us is None else f"{local(wall_us):%Y-%m-%d %H:%M}"


def _microseconds(text: str) -> int | None:
    for form in TIMES:
        try:
            return int(datetime.strptime(text, form).astimezone().timestamp() * 1_000_000)
        except ValueError:
            continue
    return None


def unsealing(number: int, log: str, say: Speech, done: Callable[[dict[str, str]], str]) -> Sheet:
    """Opening the burn cards of a round: with the key, by somebody, for a reason."""
    fields = (
        Field("key", say("File of the private escrow key")),
        Field("by", say("Your name")),
        Field("because", say("Why")),
        Field("record", say("Log in which this is recorded")),
    )
    hint = say("Who looks, and why, is written into the log before a face is shown.")
    title = say("Open the burn cards of round {number}", number=number)
    return Sheet("unseal", title, hint, say("OPEN THE SEALS"), done, fields, entered={"record": log})


def opened(found: Any, say: Speech) -> Sheet:
    """What was under the seals, or why they were not opened."""
    if isinstance(found, list):
        unread = say("the reader could not read it")
        words = [
            say(
                "Row {row}: {card}",
                row=one.seq,
                card=card_words(one.burn.card, say) if one.burn.card else unread,
            )
            for one in found
        ]
        words.append(say("Who looked, and why, stands in the log."))
    else:
        words = [str(found), say("No seal was opened.")]
    return reading("opened", say("Sealed cards"), words, say, None)


def disputing(
    number: int, words: tuple[str, ...], log: str, say: Speech, done: Callable[[dict[str, str]], str]
) -> Sheet:
    """A note on a round, and those that there are already."""
    fields = (
        Field("claimed", say("What is claimed")),
        Field("decided", say("What was decided")),
        Field("names", say("Names, with commas between")),
        Field("by", say("Your name")),
    )
    hint = say("It is signed in the review log {file}; the log of the table stays as it is.", file=log)
    title = say("Dispute on round {number}", number=number)
    return Sheet("dispute", title, hint, say("WRITE IT DOWN"), done, fields, words)


def preparing(
    about: str,
    rulings: list[str],
    say: Speech,
    entered: dict[str, str],
    done: Callable[[dict[str, str]], str],
) -> Sheet:
    """A ruling that is written down here, and made at the table."""
    choices = tuple((one, say(RULINGS.get(one, one))) for one in rulings)
    fields = (
        Field("ruling", say("Ruling"), choices),
        Field("because", say("Why")),
        Field("by", say("Your name")),
    )
    hint = say("Nothing reaches the table from here: whoever rules does so at the table, with a PIN.")
    return Sheet("ruling", about, hint, say("KEEP IT READY"), done, fields, entered=entered)


def reading(name: str, title: str, words: list[str], say: Speech, again: Callable[[], None] | None) -> Sheet:
    """Something to read; `again` is what its button does."""

    def done(_: dict[str, str]) -> str:
        if again is not None:
            again()
        return ""

    return Sheet(name, title, "", say("VERIFY AGAIN") if again else "", done, words=tuple(words))
