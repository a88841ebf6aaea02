"""One round of a log with its moments: what was due, what happened, who did it and when, and the result."""

from typing import Any

import msgspec
from msgspec import Struct

from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.settlement import matched_chips
from dealer_station.engine.model.errors import LogCorruptError, LogError
from dealer_station.engine.model.table import Hand, Round, Table
from dealer_station.engine.model.values import DEALER, Drawn, Place
from dealer_station.engine.notation.writer import write_act
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.words.prompts import step_id
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.records import RoundKept
from dealer_station.review.chip_corrections import RoundCorrections, corrections_of
from dealer_station.review.moments import Moment, moments, rules_of
from dealer_station.review.times import clock_time

SIDES = ("main_cents", "tie_cents", "progressive_cents", "bonus_cents", "toke_cents", "coupon_cents")


class RoundHistory(Struct, frozen=True):
    """A round, or the part of it up to some row."""

    number: int
    kept: RoundKept | None
    """None while the round is in play."""
    rules: Rules
    moments: tuple[Moment, ...]
    end: Table
    corrections: RoundCorrections
    """Corrections of chips, including those made during the next round."""


def read_round(log: Reader, number: int, at: int | None = None) -> RoundHistory:
    """Round `number`, up to the moment of row `at` if that is given."""
    first, last = log.span(number)
    if at is not None and not first <= at <= last:
        raise LogError(
            f"{log.path}: row {at} does not belong to round {number}, which has rows {first} to {last}"
        )
    everything = list(moments(log, first, last))
    if not everything:
        raise LogCorruptError(
            f"{log.path}: round {number} should have rows {first} to {last}, and they are missing; "
            "`dealer-station log verify` shows what is left"
        )
    found = [moment for moment in everything if at is None or moment.row.seq <= at]
    words = next((moment.words for moment in reversed(everything) if moment.words), None)
    if words is None:
        raise LogError(f"{log.path}: nothing has happened in round {number} yet")
    kept = next(
        (one for moment in reversed(found) for one in moment.records if isinstance(one, RoundKept)), None
    )
    corrections = corrections_of(log, number, at)
    return RoundHistory(number, kept, rules_of(words), tuple(found), found[-1].after, corrections)


def as_json(history: RoundHistory) -> dict[str, Any]:
    """A round as data."""
    return {
        **picture(history.end, history.number),
        **history.corrections.as_data(),
        "summary": msgspec.to_builtins(history.kept),
        "profile": history.rules.book.id,
        "digest": history.rules.digest,
        "options": dict(history.rules.options),
        "due": step_id(due(history.end, history.rules)),
        "steps": [step_as_json(moment, history.rules) for moment in history.moments],
    }


def step_as_json(moment: Moment, rules: Rules) -> dict[str, Any]:
    """One moment as data; a sealed card is marked as sealed and has no face."""
    row, step = moment.row, due(moment.before, rules)
    return {
        "seq": row.seq,
        "at": clock_time(row.wall_us),
        "wall_us": row.wall_us,
        "mono_us": row.mono_us,
        "source": row.source,
        "who": row.who,
        "device_seq": row.device_seq,
        "frame": row.frame.hex() if row.frame is not None else None,
        "sealed": row.seal is not None,
        "due": {"step": step_id(step), "cite": step.rule.cite},
        "seen": msgspec.to_builtins(moment.seen),
        "written": write_act(moment.seen) if moment.seen is not None else "",
        "facts": [msgspec.to_builtins(event) for event in moment.facts],
        "records": [_record(record) for record in moment.records],
    }


def _record(record: Any) -> Any:
    """A record as data, without long texts: the rulebook, which has a digest, and the carried state."""
    told = msgspec.to_builtins(record)
    told.pop("text", None)
    told.pop("carried", None)
    return told


def picture(table: Table, number: int) -> dict[str, Any]:
    """Everything about round `number` at this table, which may be the last ended round."""
    round_ = table.round
    if table.last is not None and table.last.number == number and round_.number != number:
        round_ = table.last
    return {
        "number": number,
        "outcome": round_.outcome,
        "hands": [_hand(hand, round_) for hand in round_.hands],
        "dealer": _cards(round_, lambda place: place <= DEALER),
        "cards": [_drawn(drawn) for drawn in round_.draws],
        "holds": [{"kind": hold.kind, "detail": hold.known} for hold in table.holds],
        "rack": [
            {"card": racked.card, "owner": str(racked.owner), "round": racked.round_number}
            for racked in reversed(table.rack)
        ],
        "corrections": [
            {"hand": one.hand, "action": one.action, "cents": one.cents}
            for one in table.corrections
            if one.round_number == number
        ],
    }


def _hand(hand: Hand, round_: Round) -> dict[str, Any]:
    """A hand with its cards, wagers, decision and settlements."""
    return {
        "hand": hand.name,
        "player": hand.bet.player,
        "cards": _cards(round_, lambda place: place == hand.spot),
        "wagers": {name: cents for name in SIDES if (cents := getattr(hand.bet, name)) != 0},
        "war_cents": hand.stake("war"),
        "war_tie_cents": hand.war_tie_cents,
        "matched_cents": matched_chips(hand),
        "choice": hand.choice,
        "voided": hand.voided,
        "settlements": [
            {
                "wager": line.wager,
                "action": line.action,
                "cents": line.cents,
                "deal": line.deal,
                "cite": line.cite,
            }
            for line in hand.moves
        ],
    }


def _cards(round_: Round, belongs: Any) -> list[dict[str, Any]]:
    """The cards of the places that `belongs` accepts."""
    return [
        {"card": drawn.card, "deal": drawn.deal}
        for drawn in round_.draws
        if drawn.place is not None and belongs(drawn.place)
    ]


def _drawn(drawn: Drawn) -> dict[str, Any]:
    """A drawn card with its destination."""
    return {"card": drawn.card, "to": _named(drawn.place, burned=drawn.burned), "deal": drawn.deal}


def _named(place: Place | None, *, burned: bool) -> str:
    """The destination of a card: spot, dealer, burn or rack."""
    if place is None:
        return "burn" if burned else "rack"
    return str(place) if place > DEALER else "dealer"
