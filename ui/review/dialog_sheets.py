"""The sheets of the review window: filters, opening seals, disputes, prepared rulings and texts to read."""

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from dealer_station.engine.view.reports_view import IRREGULARITIES
from dealer_station.log.catalogue.rounds import Catalogue, RoundQuery
from dealer_station.log.integrity.burn_card_seals import OpenedSeal
from ui.common.translate import Speech
from ui.dealer.felt_picture import card_words
from ui.dealer.ruling_form import RULINGS
from ui.review.times import as_typed, microseconds

Values = dict[str, Any]
Choice = tuple[str, str]
Done = Callable[[dict[str, str]], str | None]
"""Returns the reason why the entries are refused; empty if accepted; None if the answer comes later."""
SPOTS_MAX = 9
OUTCOMES = ("complete", "void", "open", "win", "lose", "surrender", "war_won", "war_lost", "war_tied")
"""Outcomes of a round, and of a hand in it."""
AMOUNT = re.compile(r"\$?(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?")


class Field(Struct, frozen=True):
    """One field of a sheet: a text or a choice."""

    name: str
    label: str
    choices: tuple[Choice, ...] | None = None
    """Value and text of each choice; None for a text field."""


class Sheet(Struct):
    """A sheet over the window."""

    name: str
    title: str
    hint: str
    done_words: str
    done: Done
    fields: tuple[Field, ...] = ()
    words: tuple[str, ...] = ()
    entered: dict[str, str] = field(default_factory=dict)
    complaint: str = ""
    note: str = ""
    """A preview of the result, or a notice that the answer is pending."""

    def values(self) -> Values:
        """The values for QML; a sheet without fields only shows text."""
        return {
            "name": self.name,
            "title": self.title,
            "hint": self.complaint or self.hint,
            "complains": bool(self.complaint),
            "note": self.note,
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


def filters(sought: RoundQuery, catalogue: Catalogue, logs: list[str], say: Speech, look: Done) -> Sheet:
    """The sheet with all filters for rounds."""
    kinds = [
        (kind, say(IRREGULARITIES[kind])) for kind in catalogue.choices("kind") if kind in IRREGULARITIES
    ]
    rulings = [(one, say(RULINGS.get(one, one))) for one in catalogue.choices("ruling")]
    fields = (
        Field("since", say("From, such as 2026-11-16 21:30")),
        Field("until", say("Until, such as 2026-11-16 or 21:30")),
        Field("log", say("Log"), tuple((str(log), name) for log, name in enumerate(logs) if len(logs) > 1)),
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
        "since": as_typed(sought.since_us, until=False),
        "until": as_typed(sought.until_us, until=True),
        "log": "" if sought.log is None else str(sought.log),
        "dealer": sought.dealer,
        "spot": sought.spot,
        "outcome": sought.outcome,
        "amount": f"{amount / 100:.2f}".removesuffix(".00") if amount else "",
        "kind": sought.kind,
        "ruling": sought.ruling,
        "fault": sought.fault,
    }
    shown = tuple(one for one in fields if one.choices != ())
    hint = say("Empty fields are ignored.")
    return Sheet("filters", say("Find rounds"), hint, say("SHOW THEM"), look, shown, entered=entered)


def sought_of(entered: dict[str, str], before: RoundQuery, day: date, say: Speech) -> RoundQuery | str:
    """The entered filter, or a sentence if an entry is invalid; `day` completes a time without a date."""
    times = {}
    for name in ("since", "until"):
        text = entered.get(name, "").strip()
        times[name] = microseconds(text, day, until=name == "until") if text else None
        if text and times[name] is None:
            return say('"{what}" is not a time; write it like 2026-11-16 21:30', what=text)
    since, until = times["since"], times["until"]
    if since is not None and until is not None and since >= until:
        return say(
            "The period from {since} until {until} ends before it begins.",
            since=entered["since"],
            until=entered["until"],
        )
    amount = entered.get("amount", "").strip()
    if amount and not AMOUNT.fullmatch(amount):
        return say('"{what}" is not an amount; write it like 250 or 1250.50', what=amount)
    log = entered.get("log", "")
    return RoundQuery(
        since_us=since,
        until_us=until,
        dealer=entered.get("dealer", ""),
        spot=entered.get("spot", ""),
        outcome=entered.get("outcome", ""),
        least_cents=round(float(amount.removeprefix("$").replace(",", "")) * 100) if amount else 0,
        kind=entered.get("kind", ""),
        ruling=entered.get("ruling", ""),
        fault=entered.get("fault", ""),
        flags=before.flags,
        text=before.text,
        log=int(log) if log else None,
    )


def unsealing(number: int, record: Path, keys: Path, rows: list[int], say: Speech, done: Done) -> Sheet:
    """The sheet for opening one or all burn cards of a round: escrow key, name and reason."""
    each = tuple((str(row), say("row {row}", row=f"{row:,}")) for row in rows)
    fields = (
        *((Field("row", say("Which cards; all if none is chosen"), each),) if len(each) > 1 else ()),
        Field("key", say("File of the private escrow key")),
        Field("by", say("Your name")),
        Field("because", say("Why")),
        Field("record", say("Log in which this is recorded")),
        Field("keys", say("Folder of the station's keys")),
    )
    entered = {"record": str(record), "keys": str(keys)}
    hint = say("Before a face is shown, the log records who looks, and why.")
    title = say("Open the burn cards of round {number}", number=number)
    return Sheet("unseal", title, hint, say("OPEN THE SEALS"), done, fields, entered=entered)


def missing_for_unsealing(entered: dict[str, str], say: Speech) -> str:
    """The first missing or wrong entry of the sheet as a sentence; empty if all are there."""
    if any(not entered.get(name, "").strip() for name in ("key", "by", "because")):
        return say("Enter the key file, your name and the reason.")
    key, record, keys = (
        Path(entered.get(name, "").strip()).expanduser() for name in ("key", "record", "keys")
    )
    if not key.is_file():
        return say(
            "{file}: there is no such key file. Name another one under “File of the private escrow key”.",
            file=str(key),
        )
    if not record.is_file():
        return say(
            "{file}: there is no such log. Name one of this table under “Log in which this is recorded”.",
            file=str(record),
        )
    if not (keys / "signing.key").is_file():
        return say(
            "{file}: the keys that sign this log are not there. Name their place under “Folder of the "
            "station's keys”.",
            file=str(keys),
        )
    return ""


def opened(found: list[OpenedSeal], say: Speech) -> Sheet:
    """The faces found under the seals."""
    unread = say("the reader could not read it")
    words = [
        say(
            "Row {row}: {card}",
            row=one.seq,
            card=card_words(one.burn.card, say) if one.burn.card else unread,
        )
        for one in found
    ]
    words.append(say("The log records who looked, and why."))
    return reading("opened", say("Sealed cards"), words, say, None)


def disputing(number: int, words: tuple[str, ...], log: str, say: Speech, done: Done) -> Sheet:
    """The sheet with the notes on a round and fields for a new one."""
    fields = (
        Field("claimed", say("What is claimed")),
        Field("decided", say("What was decided")),
        Field("names", say("Names, separated by commas")),
        Field("by", say("Your name")),
    )
    hint = say("It is signed in the review log {file}; the log of the table stays as it is.", file=log)
    title = say("Dispute on round {number}", number=number)
    return Sheet("dispute", title, hint, say("WRITE IT DOWN"), done, fields, words)


def preparing(
    about: str,
    rulings: tuple[tuple[str, str], ...],
    say: Speech,
    entered: dict[str, str],
    done: Done,
) -> Sheet:
    """The sheet for a ruling that is prepared here and made at the table."""
    choices = tuple((one, say(words)) for one, words in rulings)
    fields = (
        Field("ruling", say("Ruling"), choices),
        Field("because", say("Why")),
        Field("by", say("Your name")),
    )
    hint = say("Nothing here reaches the table: rulings are made at the table, with a PIN.")
    return Sheet("ruling", about, hint, say("KEEP IT READY"), done, fields, entered=entered)


def reading(name: str, title: str, words: list[str], say: Speech, again: Callable[[], None] | None) -> Sheet:
    """A sheet to read; `again` is the action of its button."""

    def done(_: dict[str, str]) -> str:
        if again is not None:
            again()
        return ""

    return Sheet(name, title, "", say("VERIFY AGAIN") if again else "", done, words=tuple(words))
