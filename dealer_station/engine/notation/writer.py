"""Writes the written round: data to plain text that `reader.py` reads back to the same data."""

from typing import assert_never

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.calendar_minutes import clock_of
from dealer_station.engine.model.cards import CUT, UNREAD
from dealer_station.engine.model.observations import Bet, Cents
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.notation import model as w
from dealer_station.engine.rulebook.rule_sections import Limits

NOBODY = "none"
"""Stands after `seats` where nobody is seated."""
TOLD_BY_A_PROGRESSIVE = ("latched", "wagered", "lit", "late", "meter")
"""Words that are followed by spots or an amount."""


def write(written: w.Written) -> str:
    """The text of a file of written rounds."""
    lines = [*write_header(written.header), ""]
    for line in written.lines:
        lines.append(write_line(line))
        if isinstance(line.act, w.End):
            lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


def write_line(line: w.WrittenLine) -> str:
    """One line of play, with its expected result."""
    act = write_act(line.act)
    return act if line.expect is None else f"{act} -> {write_expect(line.expect)}"


def write_header(header: w.Header) -> list[str]:
    """The lines before the first line of play."""
    lines = [f"profile {header.profile}"]
    for name, value in header.options:
        lines.append(f"{name} {value}" if name in ("decks", "spots") else f"option {name}={value}")
    for wager, limits in (("main", header.main_limits), ("tie", header.tie_limits)):
        if limits is not None:
            lines.append(f"limit {wager} {_limits(limits)}")
    if header.meter_cents is not None:
        lines.append(f"meter {dollars(header.meter_cents)}")
    if header.start != "round":
        lines.append(f"start {header.start}")
    if header.taps != "implied":
        lines.append(f"taps {header.taps}")
    return lines


def _limits(limits: Limits) -> str:
    step = f"/{dollars(limits.step_cents)}" if limits.step_cents else ""
    return f"{dollars(limits.min_cents)}-{dollars(limits.max_cents)}{step}"


def write_act(act: w.Act) -> str:
    """Write an observation as a line."""
    match act:
        case o.CardDrawn(card, impossible, keyed):
            return f"shoe {card or UNREAD}{' keyed' if keyed else ''}{' impossible' if impossible else ''}"
        case o.CutCardSeen():
            return f"shoe {CUT}"
        case o.BetsPlaced(bets):
            return " ".join(["bets", *(_bet(bet) for bet in bets)])
        case o.Called():
            return "call"
        case o.Answered(spot, bettor, choice, tie, posted):
            put_down = f" ={dollars(posted)}" if posted is not None else ""
            return f"{spot}{bettor} {choice}{put_down}" + (f" +{_money(tie)}" if tie != 0 else "")
        case o.Settled():
            return "settle"
        case w.SettleAll():
            return "settle all"
        case o.Confirmed(step, by):
            return f"confirm {step}".rstrip() + (f" by {by}" if by else "")
        case o.TookBack():
            return "undo"
        case o.DealerArrived(name):
            return f"dealer {name}"
        case o.Reported():
            return _report(act)
        case o.Ruled():
            return _ruling(act)
        case o.Recalled(done):
            return "recall done" if done else "recall early"
        case o.DeviceSaid(device, status):
            if device == "shuffler" and status not in ("lost", "back"):
                return f"shuffler {status} {act.told}".rstrip()
            told = act.told if device == "progressive" and status in TOLD_BY_A_PROGRESSIVE else ""
            return f"device {device} {status} {'missed' if act.missed else told}".rstrip()
        case o.CutOffered() | o.CutMade() | o.CutCardPlaced():
            return _cut(act)
        case o.Ordered(what):
            return ORDERS.get(what, what)
        case o.BurnViewed():
            return "view burn"
        case o.ClockRead(minutes):
            return f"clock {clock_of(minutes)}"
        case o.Spun() | o.TokeGiven() | o.VerbalWager() | o.Seated():
            return _beside_the_deal(act)
        case w.End():
            return "end"
        case _:
            assert_never(act)


def _cut(act: o.CutOffered | o.CutMade | o.CutCardPlaced) -> str:
    match act:
        case o.CutOffered(spot, accepted):
            return f"cut offer {spot} {'accepted' if accepted else 'refused'}"
        case o.CutMade(cards):
            return f"cut depth {cards}"
        case o.CutCardPlaced(cards):
            return f"cut placed {cards}"
        case _:
            assert_never(act)


def _beside_the_deal(act: o.Spun | o.TokeGiven | o.VerbalWager | o.Seated) -> str:
    match act:
        case o.Spun(spot, symbol):
            return f"wheel {spot} {symbol}"
        case o.TokeGiven(cents):
            return f"toke box {_money(cents)}"
        case o.VerbalWager(spot, means):
            return f"verbal {spot} {means}"
        case o.Seated(spots):
            return " ".join(["seats", *(map(str, spots) if spots else (NOBODY,))])
        case _:
            assert_never(act)


ORDERS = {"shuffle": "order shuffle", "replace_cards": "replace cards", "change_toke": "toke colour"}


def _report(reported: o.Reported) -> str:
    words = ["report", reported.kind]
    if reported.spot:
        words.append(f"{reported.spot}{reported.bettor}")
    elif reported.lies is not None:
        words.append(str(reported.lies) if reported.lies else "dealer")
    elif reported.card or reported.count:
        words.append(reported.card or str(reported.count))
    if reported.cents or reported.nothing:
        sign = {"main": "", "tie": "+", "war_tie": "war +"}[reported.wager]
        words.append(sign + dollars(reported.cents or 0))
    if reported.entered:
        words.append("entered")
    return " ".join([*words, *reported.faces])


def _ruling(ruled: o.Ruled) -> str:
    words = ["floor", *(("depart",) if ruled.departs else ()), ruled.ruling, *ruled.hands]
    if ruled.ruling in ("pay", "take"):
        words.append(_money(ruled.cents))
    if ruled.card:
        words.append(ruled.card)
    if ruled.at:
        words.append(f"at {ruled.at}")
    if ruled.cards > 1:
        words.append(f"{ruled.cards} cards")
    if ruled.by:
        words.append(f"by {ruled.by}")
    if ruled.because:
        words.append(f'because "{ruled.because.translate(_IN_QUOTES)}"')
    return " ".join(words)


_IN_QUOTES = str.maketrans('"\r\n', "'  ")
"""Quote free text so that it stays on one line."""


def _bet(bet: Bet) -> str:
    sides = (
        ("+", bet.tie_cents),
        ("*", bet.progressive_cents),
        ("~", bet.bonus_cents),
        ("^", bet.toke_cents),
        ("%", bet.coupon_cents),
    )
    beside = "".join(f"{sign}{_money(cents)}" for sign, cents in sides if cents != 0)
    player = f"@{bet.player}" if bet.player else ""
    return f"{bet.spot}{bet.bettor}:{_money(bet.main_cents)}{beside}{player}"


def write_expect(expect: w.Expect) -> str:
    """Write an expectation as it stands after the arrow."""
    match expect:
        case w.CardGoes(place):
            return place
        case w.MoneyMoves(hand, lines):
            moves = ", ".join(f"{wager} {action} {_money(cents)}" for wager, action, cents in lines)
            return f"{hand} {moves}"
        case w.StepDue(step):
            return f"due {step}"
        case w.MustRefuse():
            return "refused"
        case _:
            assert_never(expect)


def _money(cents: Cents) -> str:
    return "?" if cents is None else dollars(cents)
