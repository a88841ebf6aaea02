"""Reads the written round: plain text to data, or a NotationError with the line and what was expected."""

import re
from collections.abc import Callable
from typing import Any, Literal

from msgspec.structs import replace

from dealer_station.engine.due.early_cards import RULED_TOGETHER
from dealer_station.engine.due.irregularity_kinds import CATALOGUE, KINDS, NAMES_A_CARD, RULINGS
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.calendar_minutes import minutes_of
from dealer_station.engine.model.cards import CUT, PACK, UNREAD, parse_card
from dealer_station.engine.model.errors import NotationError
from dealer_station.engine.model.kinds import FINDINGS, as_hold_kind, as_ruling, as_status, as_step
from dealer_station.engine.model.observations import Bet, Cents
from dealer_station.engine.notation import model as w
from dealer_station.engine.notation.expectations import HAND, MONEY, read_expect, read_hand
from dealer_station.engine.notation.header import DOLLARS, HEADER_WORDS, cents_in, read_header_line
from dealer_station.engine.notation.writer import NOBODY

_BET = re.compile(rf"(\d{{1,4}})([a-z]?):({MONEY})((?:[+*~^%]{MONEY})*)(?:@(\w+))?")
_SIDE = re.compile(rf"([+*~^%])({MONEY})")
_SIDE_FIELDS = {
    "+": "tie_cents",
    "*": "progressive_cents",
    "~": "bonus_cents",
    "^": "toke_cents",
    "%": "coupon_cents",
}
_BEFORE_COMMENT = re.compile(r'(?:[^"#]+|"[^"]*"?)*')
"""Between quotation marks a # is text; behind a # a quotation mark is part of the comment."""
_QUOTED = re.compile(r'"[^"]*"| by .*$| dealer .*$|^dealer .*$')
_BEFORE_ARROW = re.compile(r'(?:[^"-]+|-(?!>)|"[^"]*"?)*')
_WAR = re.compile(rf"(?:=({DOLLARS}))? ?(?:\+({MONEY}))?")
_OVER = re.compile(rf"((?:war )?\+|)({DOLLARS})")
_WAGERS: dict[str, Literal["main", "tie", "war_tie"]] = {"": "main", "+": "tie", "war +": "war_tie"}
_CLOCK = re.compile(r"(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})")
_READ_AT = re.compile(r"(?:\d+|dealer)(?: war)?|(?:dealer|rack) \d+")
_REASON_FIRST = re.compile(r'(because "[^"]*") (by .*)$')
_FLOOR = re.compile(r'(?P<ruling>.*?)(?: by (?P<by>.*?))?(?: because "(?P<because>[^"]*)")?')

SHUFFLER_WORDS = tuple(
    "idle shuffling ready jam stopped incomplete out_of_order count sort_mode batch door closed error".split()
)
WITH_AMOUNT = ("over_limit", "late_wager", "altered_wager")
"""Reports that may give the amount actually on the layout."""
SHOE_WORDS = (
    *("door", "closed", "out_of_order", "error", "error_cleared", "locked", "unlocked"),
    *("started", "standby", "preset", "repeated", "result"),
)
_SPOTS = r"(\d+[abc]?( |$))*"
PROGRESSIVE_WORDS = {
    "latched": re.compile(_SPOTS + r"(of \d+)?"),
    **dict.fromkeys(("wagered", "lit", "late"), re.compile(_SPOTS)),
    **dict.fromkeys(("meter", "error"), re.compile(r"\d*")),
}
PLAY_WORDS = tuple(
    "bets call shoe settle confirm cut report floor recall undo dealer shuffler device view wheel toke "
    "verbal idle close clock replace order recut seats end".split()
)


def read(text: str, known: tuple[str, ...] = PLAY_WORDS) -> w.Written:
    """The rounds of a file; the error for an unknown line lists the words in `known`."""
    header: dict[str, Any] = {"options": {}}
    lines: list[w.WrittenLine] = []
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text), start=1):
        line = _before(_BEFORE_COMMENT, raw).strip()
        if not line:
            continue
        try:
            # Other scripts have digits too; free text may contain them.
            if not line.isascii() and any(
                letter.isdecimal() and not letter.isascii() for letter in _QUOTED.sub("", line)
            ):
                raise ValueError("write numbers with the digits 0 to 9")
            if line.count('"') % 2:
                raise ValueError('a quotation mark is not closed; expected because "TEXT"')
            if line.split()[0] in HEADER_WORDS:
                if lines:
                    raise ValueError(
                        f'"{line.split()[0]}" belongs in the header, before the first line of play'
                    )
                read_header_line(header, line)
            else:
                lines.append(_read_line(number, line, known))
        except ValueError as error:
            raise NotationError(number, str(error)) from error
    if "profile" not in header:
        raise NotationError(1, 'there is no "profile NAME" line; a written round names its rulebook first')
    options = tuple(sorted(header.pop("options").items()))
    return w.Written(w.Header(options=options, **header), tuple(lines))


def _before(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.match(text)
    return found[0] if found else ""


def _read_line(number: int, line: str, known: tuple[str, ...]) -> w.WrittenLine:
    happened = _before(_BEFORE_ARROW, line)
    arrow, follows = line[len(happened) :][:2], line[len(happened) + 2 :].strip()
    happened = happened.strip()
    words = happened.split()
    if not words:
        raise ValueError('nothing happened before "->"')
    expect = read_expect(words[0], follows) if arrow else None
    return w.WrittenLine(number, _read_act(words, happened, known), expect)


def _read_act(words: list[str], happened: str, known: tuple[str, ...]) -> w.Act:
    word, *rest = words
    if reader := _READERS.get(word):
        return reader(rest, happened)
    if HAND.fullmatch(word):
        return _read_answer(word, rest)
    raise ValueError(f'"{word}" is not a line of play; expected one of {", ".join(known)}, or SPOT war')


def _read_bets(items: list[str], _: str) -> w.Act:
    if not items:
        raise ValueError("expected wagers such as 1:25 2:10+5 after bets")
    return o.BetsPlaced(tuple(_read_bet(item) for item in items))


def _read_bet(item: str) -> Bet:
    found = _BET.fullmatch(item)
    if not found:
        raise ValueError(
            f'"{item}" is not a wager; expected SPOT:MAIN and +TIE *PROGRESSIVE ~BONUS ^TOKE %COUPON @PLAYER'
        )
    spot, bettor, main, sides, player = found.groups()
    amounts: dict[str, Cents] = {}
    for sign, amount in _SIDE.findall(sides):
        field = _SIDE_FIELDS[sign]
        if field in amounts:
            raise ValueError(f'"{item}" has two amounts after {sign}')
        amounts[field] = cents_in(amount)
    return Bet(int(spot), bettor, cents_in(main), player=player or "", **amounts)


def _read_shoe(rest: list[str], happened: str) -> w.Act:
    match rest:
        case [word] if word == CUT:
            return o.CutCardSeen()
        case [card] | [card, "impossible" | "keyed"] | [card, "keyed", "impossible"]:
            read = None if card == UNREAD else parse_card(card)
            return o.CardDrawn(read, impossible="impossible" in rest, keyed="keyed" in rest)
    raise ValueError(f'"{happened}": expected one card after shoe, such as 7c, cut or {UNREAD}')


def _read_answer(hand: str, rest: list[str]) -> w.Act:
    spot, bettor = read_hand(hand)
    match rest:
        case ["war"]:
            return o.Answered(spot, bettor, "war")
        case ["surrender"]:
            return o.Answered(spot, bettor, "surrender")
        case ["war", *amounts] if found := _WAR.fullmatch(" ".join(amounts)):
            posted, tie = found.groups()
            return o.Answered(
                spot, bettor, "war", cents_in(tie) if tie else 0, cents_in(posted) if posted else None
            )
    forms = f"{hand} war, {hand} war +TIE, {hand} war =POSTED or {hand} surrender"
    raise ValueError(f'"{hand} {" ".join(rest)}": expected {forms}')


def _read_settle(rest: list[str], happened: str) -> w.Act:
    if rest not in ([], ["all"]):
        raise ValueError(f'"{happened}": expected settle or settle all')
    return w.SettleAll() if rest else o.Settled()


def _read_confirm(rest: list[str], happened: str) -> w.Act:
    match rest:
        case []:
            return o.Confirmed("")
        case [step]:
            return o.Confirmed(as_step(step))
        case [step, "by", *name] if name:
            return o.Confirmed(as_step(step), " ".join(name))
    raise ValueError(f'"{happened}": expected confirm, confirm STEP or confirm STEP by NAME')


def _read_report(rest: list[str], happened: str) -> w.Act:
    if not rest or rest[0] not in KINDS:
        raise ValueError(f'"{happened}": expected report and one of {", ".join(KINDS)}')
    kind, args = as_hold_kind(rest[0]), rest[1:]
    if kind == "burn_forgotten":
        return _forgotten_burns(args)
    entered = kind == "late_wager" and args[2:] == ["entered"]
    args = args[:2] if entered else args
    if kind in WITH_AMOUNT and len(args) > 1 and (found := _OVER.fullmatch(" ".join(args[1:]))):
        spot, bettor = read_hand(args[0])
        cents = cents_in(found[2])
        wager, nothing = _WAGERS[found[1]], cents == 0
        return o.Reported(kind, spot, bettor, cents=cents, wager=wager, nothing=nothing, entered=entered)
    if len(args) > 1:
        raise ValueError(f'"{happened}": expected at most one spot or card after report {kind}')
    if not args:
        return o.Reported(kind)
    if CATALOGUE[kind].asks == "place" or (kind in NAMES_A_CARD and args[0] == "dealer"):
        return o.Reported(kind, lies=_place(args[0]))
    # For a report about a card, 2c is the two of clubs and not the third bettor on spot 2.
    is_card = kind in NAMES_A_CARD and args[0] in PACK
    if CATALOGUE[kind].asks == "card" or is_card or not HAND.fullmatch(args[0]):
        card = parse_card(args[0])
        if CATALOGUE[kind].asks != "card" and kind not in NAMES_A_CARD:
            raise ValueError(f'"{happened}": report {kind} names no card')
        return o.Reported(kind, card=card)
    spot, bettor = read_hand(args[0])
    return o.Reported(kind, spot, bettor)


def _forgotten_burns(args: list[str]) -> w.Act:
    count = args[0] if args and args[0].isdecimal() else ""
    if count and int(count) == 0:
        raise ValueError("expected how many burns were forgotten, 1 or more; without a number all of them")
    faces = tuple(parse_card(word) for word in (args[1:] if count else args))
    return o.Reported("burn_forgotten", faces=faces, count=int(count or 0))


def _place(text: str) -> int:
    if text != "dealer" and not text.isdecimal():
        raise ValueError(f'"{text}": expected where the card lies: a spot such as 3, or dealer')
    return 0 if text == "dealer" else int(text)


def _read_floor(_: list[str], happened: str) -> w.Act:
    said = happened.removeprefix("floor").strip()
    departs = said.startswith("depart ")
    said = said.removeprefix("depart ").strip()
    # The reason may also precede the name.
    said = _REASON_FIRST.sub(r"\2 \1", said)
    found = _FLOOR.fullmatch(said)
    words = found["ruling"].split() if found else []
    if not found or not words or words[0] not in RULINGS or (departs and words[0] in FINDINGS):
        raise ValueError(
            f'"{happened}": expected floor and one of {", ".join(RULINGS)}, or floor depart and one of them'
        )
    ruled = _ruling(words, found["by"] or "", found["because"] or "")
    return replace(ruled, departs=True) if departs else ruled


def _ruling(words: list[str], by: str, because: str) -> o.Ruled:
    ruling, args = as_ruling(words[0]), words[1:]
    if ruling == "correct":
        at = " ".join(args[2:])
        if not args or (len(args) > 1 and (args[1] != "at" or not _READ_AT.fullmatch(at))):
            forms = "at SPOT, at SPOT war, at dealer, at dealer war or at rack N"
            raise ValueError(f"expected floor correct CARD, and for an earlier read {forms}")
        return o.Ruled(ruling, card=parse_card(args[0]), by=by, because=because, at=at)
    cents: Cents = 0
    if ruling in ("pay", "take"):
        # A player who left loses all chips on the spot, in any amount.
        least = 1 if ruling == "take" else 2
        if len(args) < least or (len(args) > 1 and not re.fullmatch(MONEY, args[-1])):
            raise ValueError(f"expected floor {ruling} SPOT AMOUNT")
        cents = cents_in(args.pop()) if len(args) > 1 else 0
    if ruling in RULED_TOGETHER and args[-1:] == ["cards"]:
        return o.Ruled(ruling, by=by, because=because, cards=_number_of_cards(ruling, args))
    if ruling not in ("pay", "take", "void", "out", "refuse") and args:
        raise ValueError(f'floor {ruling} takes nothing after it, but there is "{" ".join(args)}"')
    if ruling in ("void", "out") and not args:
        raise ValueError(f"expected floor {ruling} and the spots, such as floor {ruling} 2 3")
    hands = tuple(str(read_hand(arg)) for arg in args)
    return o.Ruled(ruling, hands=hands, cents=cents, by=by, because=because)


def _read_recall(rest: list[str], happened: str) -> w.Act:
    match rest:
        case ["done"]:
            return o.Recalled(done=True)
        case ["early"]:
            return o.Recalled(done=False)
        case _:
            raise ValueError(f'"{happened}": expected recall done or recall early')


def _number_of_cards(ruling: str, args: list[str]) -> int:
    match args:
        case [number, "cards"] if number.isdecimal() and int(number) > 1:
            return int(number)
        case _:
            raise ValueError(f"expected floor {ruling}, or for several early cards floor {ruling} 3 cards")


def _read_dealer(rest: list[str], happened: str) -> w.Act:
    if not rest:
        raise ValueError(f'"{happened}": expected dealer NAME')
    return o.DealerArrived(" ".join(rest))


def _read_shuffler(rest: list[str], happened: str) -> w.Act:
    if not rest or rest[0] not in SHUFFLER_WORDS:
        raise ValueError(f'"{happened}": expected shuffler and one of {", ".join(SHUFFLER_WORDS)}')
    status, words = as_status(rest[0]), rest[1:]
    match status, words:
        case "count", [cards] if cards.isdecimal():
            return o.DeviceSaid("shuffler", status, count=int(cards))
        case "batch", [*colour]:
            return o.DeviceSaid("shuffler", status, batch=" ".join(colour))
    return o.DeviceSaid("shuffler", status, " ".join(words))


def _read_device(rest: list[str], happened: str) -> w.Act:
    match rest:
        case [name, ("lost" | "back") as status, *told] if told in ([], ["missed"]):
            return o.DeviceSaid(name, status, missed=bool(told))
        case ["shoe", status] if status in SHOE_WORDS:
            return o.DeviceSaid("shoe", as_status(status))
        case ["progressive", status, *words] if status in PROGRESSIVE_WORDS:
            if PROGRESSIVE_WORDS[status].fullmatch(" ".join(words)):
                if status == "latched":
                    hands, number = (words[:-2], int(words[-1])) if words[-2:-1] == ["of"] else (words, 0)
                    return o.DeviceSaid("progressive", "latched", hands=tuple(hands), of_round=number)
                return o.DeviceSaid("progressive", as_status(status), " ".join(words))
    forms = "device NAME lost, device NAME back, device shoe STATUS or device progressive latched SPOT..."
    raise ValueError(f'"{happened}": expected {forms}')


def _read_cut(rest: list[str], happened: str) -> w.Act:
    match rest:
        case ["offer", spot, ("accepted" | "refused") as answer] if spot.isdecimal():
            return o.CutOffered(int(spot), answer == "accepted")
        case ["depth", cards] if cards.isdecimal():
            return o.CutMade(int(cards))
        case ["placed", cards] if cards.isdecimal():
            return o.CutCardPlaced(int(cards))
    forms = "cut offer SPOT accepted, cut offer SPOT refused, cut depth CARDS or cut placed CARDS"
    raise ValueError(f'"{happened}": expected {forms}')


def _read_clock(rest: list[str], happened: str) -> w.Act:
    found = _CLOCK.fullmatch(" ".join(rest))
    if not found:
        raise ValueError(f'"{happened}": expected clock and a time such as 2026-11-16T21:47')
    return o.ClockRead(minutes_of(*(int(part) for part in found.groups())))


def _read_wheel(rest: list[str], happened: str) -> w.Act:
    if len(rest) != 2 or not rest[0].isdecimal():
        raise ValueError(f'"{happened}": expected wheel SPOT SYMBOL')
    return o.Spun(int(rest[0]), rest[1])


def _read_toke(rest: list[str], happened: str) -> w.Act:
    match rest:
        case ["colour"]:
            return o.Ordered("change_toke")
        case ["box", amount] if re.fullmatch(MONEY, amount):
            return o.TokeGiven(cents_in(amount))
    raise ValueError(f'"{happened}": expected toke box AMOUNT or toke colour')


def _read_verbal(rest: list[str], happened: str) -> w.Act:
    match rest:
        case [spot, ("cash" | "chips") as means] if spot.isdecimal():
            return o.VerbalWager(int(spot), means)
    raise ValueError(f'"{happened}": expected verbal SPOT cash or verbal SPOT chips')


def _read_seats(rest: list[str], happened: str) -> w.Act:
    if rest == [NOBODY]:
        return o.Seated(())
    if not rest or not all(spot.isdecimal() for spot in rest):
        raise ValueError(
            f'"{happened}": expected seats and the spots, such as seats 1 3 5, or seats {NOBODY}'
        )
    return o.Seated(tuple(int(spot) for spot in rest))


def _alone(act: w.Act) -> Callable[[list[str], str], w.Act]:
    def read_alone(rest: list[str], happened: str) -> w.Act:
        if rest:
            raise ValueError(f'"{happened}": nothing follows "{happened.split(maxsplit=1)[0]}" on its line')
        return act

    return read_alone


def _with_word(word: str, act: w.Act) -> Callable[[list[str], str], w.Act]:
    def read_with_word(rest: list[str], happened: str) -> w.Act:
        if rest != [word]:
            raise ValueError(f'"{happened}": expected {happened.split(maxsplit=1)[0]} {word}')
        return act

    return read_with_word


_READERS: dict[str, Callable[[list[str], str], w.Act]] = {
    "bets": _read_bets,
    "call": _alone(o.Called()),
    "shoe": _read_shoe,
    "settle": _read_settle,
    "confirm": _read_confirm,
    "report": _read_report,
    "floor": _read_floor,
    "recall": _read_recall,
    "undo": _alone(o.TookBack()),
    "dealer": _read_dealer,
    "shuffler": _read_shuffler,
    "device": _read_device,
    "end": _alone(w.End()),
    "cut": _read_cut,
    "clock": _read_clock,
    "wheel": _read_wheel,
    "toke": _read_toke,
    "verbal": _read_verbal,
    "seats": _read_seats,
    "idle": _alone(o.Ordered("idle")),
    "close": _alone(o.Ordered("close")),
    "open": _alone(o.Ordered("open")),
    "recut": _alone(o.Ordered("recut")),
    "view": _with_word("burn", o.BurnViewed()),
    "replace": _with_word("cards", o.Ordered("replace_cards")),
    "order": _with_word("shuffle", o.Ordered("shuffle")),
}
