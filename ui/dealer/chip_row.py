"""The chip row under the felt: the selected wager with its amount and limits, its tabs, chips and digits."""

from typing import Any

from PySide6.QtGui import QFont, QFontMetricsF

from dealer_station.engine.model.observations import Cents
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.view.rulebook_view import LimitsView
from ui.common.chip_texts import CHIP_NAMES, money
from ui.common.translate import Speech
from ui.dealer.coming_wagers import SIDES, ComingWagers, Seat, Selected
from ui.dealer.window import FAMILY

NAMES: dict[str, str] = dict(CHIP_NAMES.items())
"""The wagers in one word each, by name."""
LINE_SIZE, LINE_ROOM = 28, 770
"""Size of a text beneath the felt, and the width that it has on the narrowest screen."""
SHUT: dict[str, Any] = {
    "open": False,
    "title": "",
    "amount": "",
    "state": "",
    "note": "",
    "wrong": False,
    "tabs": [],
    "chips": [],
    "digits": False,
    "pending": "",
    "pendingLines": 1,
}
"""The values of a row that is not shown."""


def row_values(coming: ComingWagers, say: Speech) -> dict[str, Any]:
    """The values of the chip row for QML."""
    now = coming.selected
    if now is None:
        return SHUT | {"pending": _pending(coming, say) if coming.wait else ""}
    seat, kind = now.seat, now.kind
    wrong = coming.wrong(seat)
    complaint = coming.refusal or (say(wrong.reason) if wrong else "")
    return SHUT | {
        "open": True,
        "title": say(
            "{where}: {wager}",
            where=_title(coming, seat),
            wager=coming.book.wager_words(kind),
        ),
        "amount": _amount(coming.amount(seat, kind), say),
        "state": _state(coming, seat, kind, say),
        "note": complaint or limits_words(coming.book.limits(kind), say),
        "wrong": bool(complaint),
        "tabs": _tabs(coming, now, say),
        "chips": _chips(coming, now, say),
        "digits": now.digits,
    }


def _title(coming: ComingWagers, seat: Seat) -> str:
    name = f"{seat[0]}{seat[1] if coming.book.bettors else ''}"
    return coming.book.spot_title(name)


def _amount(cents: Cents, say: Speech) -> str:
    if cents is None:
        return say("amount not known")
    return money(cents) if cents else say("no wager")


def _state(coming: ComingWagers, seat: Seat, kind: str, say: Speech) -> str:
    """The round that the amount is for, or its origin."""
    if coming.moment == "after_this_round":
        return say("next round")
    if (seat, kind) in coming.entered.adding:
        return say("entered")
    return say("last round") if coming.is_past(seat) and coming.amount(seat, kind) != 0 else ""


def _tabs(coming: ComingWagers, now: Selected, say: Speech) -> list[dict[str, Any]]:
    """The wagers that this table offers, and the bettors of a shared spot."""
    kinds = [
        {
            # The head of the row has the words of the book.
            "text": say(NAMES[kind]),
            "says": say(coming.book.wager_words(kind)),
            "under": money(cents) if (cents := coming.amount(now.seat, kind)) != 0 else "",
            "act": f"wager kind {kind}",
            "chosen": kind == now.kind,
            "wide": True,
        }
        for kind in coming.book.wagers
    ]
    bettors = [
        {
            "text": one.upper(),
            "says": one.upper(),
            "under": money(cents) if (cents := coming.amount((now.seat[0], one), now.kind)) != 0 else "",
            "act": f"wager bettor {one}",
            "chosen": one == now.seat[1],
            "wide": False,
        }
        for one in coming.book.bettors
    ]
    return kinds + bettors


def _chips(coming: ComingWagers, now: Selected, say: Speech) -> list[dict[str, Any]]:
    """The chips. A plus sign shows that the next one is added; without it, it replaces the amount."""
    adds = (now.seat, now.kind) in coming.entered.adding and coming.amount(now.seat, now.kind) != 0
    return [
        {
            "text": f"+{dollars(cents)}" if adds else dollars(cents),
            "says": say("A chip of {amount}", amount=dollars(cents)),
            "act": f"wager chip {cents}",
        }
        for cents in coming.chips(now.kind)
    ]


def repeated_words(coming: ComingWagers, say: Speech) -> str:
    """The side wagers that the next call repeats, each amount with its spots; empty without any."""
    same: dict[tuple[str, Cents], list[str]] = {}
    for seat, bet in sorted(coming.repeated().items()):
        for kind in SIDES:
            if (cents := getattr(bet, f"{kind}_cents")) != 0:
                same.setdefault((kind, cents), []).append(str(coming.name(seat)))
    told = [
        say(
            "{wager} {amount} on {spots}",
            wager=coming.book.wager_words(kind),
            amount=money(cents),
            spots=", ".join(names),
        )
        for (kind, cents), names in same.items()
    ]
    return say("Next round: {wagers}", wagers=" · ".join(told)) if told else ""


def lines_beneath_the_felt(words: str, text_percent: int) -> int:
    """The lines that a text takes beneath the felt at its full size."""
    font = QFont(FAMILY)
    font.setPixelSize(LINE_SIZE)
    font.setBold(True)
    width = QFontMetricsF(font).horizontalAdvance(words) * text_percent / 100
    # A line that is broken between two words is not full.
    return 1 if width <= LINE_ROOM else 2 if width <= 1.8 * LINE_ROOM else 3


def lines_most(text_percent: int) -> int:
    """The lines for which there is room beneath the felt, while the felt keeps its own size."""
    # A line of larger text would leave the felt of an upright screen too little height.
    return 2 if text_percent <= 100 else 0


def _pending(coming: ComingWagers, say: Speech) -> str:
    """The entries that wait for the next round, seat by seat."""
    changed = []
    for seat in sorted(coming.entered.bets):
        amounts = [
            money(cents) if kind == "main" else f"{say(coming.book.wager_words(kind))} {money(cents)}"
            for kind in coming.book.wagers
            if (cents := coming.amount(seat, kind)) != 0
        ]
        changed.append(
            f"{say(coming.book.spot_title(coming.name(seat)))}: {' + '.join(amounts) or say('no wager')}"
        )
    return say("Next round: {wagers}", wagers=" · ".join(changed))


def limits_words(limits: LimitsView, say: Speech) -> str:
    """Minimum, maximum and step of a wager; empty if there are none."""
    said = []
    if limits.min_cents:
        said.append(say("at least {amount}", amount=dollars(limits.min_cents)))
    if limits.max_cents:
        said.append(say("at most {amount}", amount=dollars(limits.max_cents)))
    if limits.step_cents:
        said.append(say("in steps of {amount}", amount=dollars(limits.step_cents)))
    return ", ".join(said)
