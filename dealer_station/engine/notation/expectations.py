"""The part of a written line after its arrow: the place of a card, the moves of chips, or the due step."""

import re
from typing import Any, get_args

from dealer_station.engine.model.observations import HandName
from dealer_station.engine.model.wager_outcomes import Action, Wager
from dealer_station.engine.notation import model as w
from dealer_station.engine.notation.header import DOLLARS, cents_in

MONEY = rf"(?:{DOLLARS}|\?)"
HAND = re.compile(r"(\d+)([abc]?)")

_ABOUT_A_CARD = ("shoe", "report", "floor")


def read_expect(word: str, follows: str) -> w.Expect:
    """Read the expectation of a line that begins with `word`; a ValueError lists what is allowed there."""
    words = follows.split()
    match words:
        case ["refused"]:
            return w.MustRefuse()
        case ["due", step]:
            return w.StepDue(step)
        case [place] if word in _ABOUT_A_CARD and (place in w.PLACES or place.isdecimal()):
            return w.CardGoes(place)
        case [step] if word in ("report", "floor") and re.fullmatch(r"[a-z_]+", step):
            return w.StepDue(step)
    if word == "settle" and words:
        return _read_money(follows)
    raise ValueError(f'"-> {follows}": expected {_EXPECTED.get(word, "due STEP or refused")}')


_EXPECTED = {
    "shoe": f"a spot or one of {', '.join(w.PLACES)}, due STEP, or refused",
    "report": f"a spot or one of {', '.join(w.PLACES)}, a step, or refused",
    "floor": f"a spot or one of {', '.join(w.PLACES)}, a step, or refused",
    "settle": "SPOT WAGER ACTION AMOUNT, WAGER ACTION AMOUNT",
}


def _read_money(follows: str) -> w.MoneyMoves:
    hand, rest = (*follows.split(maxsplit=1), "")[:2]
    name = str(read_hand(hand))
    lines = []
    for part in rest.split(","):
        match part.split():
            case [wager, action, amount] if re.fullmatch(MONEY, amount):
                lines.append(
                    (_one_of(wager, get_args(Wager)), _one_of(action, get_args(Action)), cents_in(amount))
                )
            case _:
                raise ValueError(f'"{part.strip()}": expected WAGER ACTION AMOUNT, such as main pay 25')
    return w.MoneyMoves(name, tuple(lines))


def _one_of(word: str, words: tuple[Any, ...]) -> Any:
    if word not in words:
        raise ValueError(f'"{word}": expected one of {", ".join(words)}')
    return word


def read_hand(text: str) -> HandName:
    """A spot and its bettor: `3`, `3a`."""
    found = HAND.fullmatch(text)
    if not found:
        raise ValueError(f'"{text}": expected a spot such as 3, or a bettor on it such as 3a')
    return HandName(int(found[1]), found[2])
