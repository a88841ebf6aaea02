"""A TableView as plain values that QML can bind to; nothing is decided here."""

from typing import Any

from dealer_station.engine.cards import Card, spoken
from dealer_station.engine.dues import Draw, Due, Offer, Perform, Settle
from dealer_station.engine.facts import DEALER, Line
from dealer_station.engine.observations import Cents
from dealer_station.engine.rules import Rules
from dealer_station.engine.view import BettorView, CardView, SpotView, TableView
from dealer_station.engine.wagers import dollars
from dealer_station.engine.words import STEPS, Prompt, prompt
from ui.buttons import buttons_for
from ui.outcomes import ACTIONS, NOTHING, RESULTS

Values = dict[str, Any]

RULINGS: dict[str, str] = {
    "play_on": "PLAY ON",
    "burn": "BURN IT",
    "discard": "TO THE RACK",
    "forward": "MOVE FORWARD",
    "dealer_next": "DEALER'S CARD",
    "void_round": "VOID THE ROUND",
    "void": "VOID THE HAND",
    "out": "LET OUT",
    "reshuffle": "RESHUFFLE",
    "reconstruct": "RECONSTRUCT",
    "correct": "CORRECT THE CARD",
    "pay": "PAY",
    "take": "TAKE",
    "accept": "ACCEPT",
    "refuse": "REFUSE",
}


def picture(
    now: TableView, step: Due, following: tuple[Due, ...], rules: Rules, *, name: str, mark: str
) -> Values:
    """Everything that the dealer's screen shows at one moment."""
    return {
        "name": name,
        "book": rules.book.title,
        "mark": mark,
        "dealer": now.dealer,
        "cardsLeft": -1 if now.cards_left is None else now.cards_left,
        "cardsWords": "" if now.cards_left is None else f"{now.cards_left} cards",
        "shoeShare": (now.cards_left or 0) / (rules.cards.decks.value * 52),
        "spots": [_spot(spot) for spot in now.spots],
        "dealerCards": [_card(card) for card in now.dealer_cards],
        "direction": now.direction,
        "directionWords": _direction(now.direction) if isinstance(step, Settle | Offer) else "",
        "prompt": _prompt(now.prompt, step, rules),
        "following": [_short(prompt(one, rules)) for one in following],
        "buttons": [button.values() for button in buttons_for(step, now, rules)],
        "canUndo": now.can_undo,
        "hold": _hold(now, rules),
        "fault": "",
    }


def _spot(spot: SpotView) -> Values:
    cards = [_card(card) for card in spot.cards]
    bettors = [_bettor(bettor) for bettor in spot.bettors]
    words = [f"Spot {spot.spot}", *(card["says"] for card in cards)]
    for bettor in bettors:
        words += [f"wager {bettor['wager']}", *([bettor["word"].lower()] if bettor["word"] else [])]
    return {
        "spot": spot.spot,
        "cards": cards,
        "bettors": bettors,
        "lit": spot.lit,
        "says": ", ".join(words if len(words) > 1 else (*words, "empty")),
    }


def _card(card: CardView) -> Values:
    face: Card | None = card.card
    if face is None:
        return {"rank": "", "suit": "", "says": "a card face down"}
    return {"rank": face[0], "suit": face[1], "says": spoken(face)}


def _bettor(bettor: BettorView) -> Values:
    look = RESULTS.get(bettor.result, NOTHING)
    return {
        "name": bettor.name,
        "wager": _wager(bettor),
        "outcome": look.tone,
        "word": look.word,
        "shape": look.shape,
    }


def _wager(bettor: BettorView) -> str:
    """`25 + 5`: the main wager, what was added for a war, and the tie wagers."""
    main = _amount(bettor.main_cents)
    if bettor.war_cents != 0:
        main += f" / {_amount(bettor.war_cents)}"
    ties = [_amount(cents) for cents in (bettor.tie_cents, bettor.war_tie_cents) if cents != 0]
    return " + ".join((main, *ties))


def _amount(cents: Cents) -> str:
    return "?" if cents is None else dollars(cents)


def _direction(direction: str) -> str:
    return "clockwise" if direction == "left_to_right" else "counter-clockwise"


def _prompt(shown: Prompt, step: Due, rules: Rules) -> Values:
    """Verb, place and amount apart, so that each can be as large as it must be."""
    values: Values = {
        "step": shown.step,
        "verb": shown.do,
        "place": "",
        "amount": "",
        "lines": [],
        "more": "",
        "shape": "",
        "tone": "",
        "say": shown.say,
        "note": shown.note,
        "cite": _cite(shown),
        "says": shown.do + (f'. Say: "{shown.say}"' if shown.say else ""),
    }
    match step:
        case Settle(hand, lines) if len(lines) == 1:
            look = ACTIONS[lines[0].action]
            values |= {"verb": look.word, "shape": look.shape, "tone": look.tone}
            values |= {"place": f"Spot {hand.name} · {lines[0].wager.replace('_', ' ')}"}
            values |= {"amount": _of(lines[0])}
        case Settle(hand, lines):
            values |= {"verb": f"Spot {hand.name}", "lines": [_line(line) for line in lines]}
        case Offer(hand):
            values |= {"verb": "TIE", "shape": "diamond", "tone": "tie"}
            values |= {"place": f"Spot {hand.name} · {_amount(hand.bet.main_cents)}"}
        case Draw(None):
            values |= {"verb": "BURN", "place": "a card, face down", "more": "Nobody sees it."}
        case Draw(place):
            where = "to yourself" if place is None or place <= DEALER else f"to spot {place}"
            extra = shown.do.partition(",")[2].strip()
            values |= {"verb": "DEAL", "place": where, "more": extra[:1].upper() + extra[1:]}
        case Perform():
            values |= {"verb": shown.do}
        case _:
            values |= _PLAIN.get(shown.step, {})
    return values


_PLAIN: dict[str, Values] = {
    "bets": {"verb": "BETS", "place": "Take wagers", "more": "Where they stand as they were, just call."},
    "call": {"verb": "CALL", "place": "Close the wagers"},
}


def _line(line: Line) -> Values:
    look = ACTIONS[line.action]
    wager = line.wager.replace("_", " ")
    return {"verb": look.word, "shape": look.shape, "tone": look.tone, "wager": wager, "amount": _of(line)}


def _of(line: Line) -> str:
    """How much; where nobody entered the stake, at which odds."""
    if line.cents is not None:
        return dollars(line.cents)
    return f"{line.odds} to 1" if line.action == "pay" else ""


def _short(shown: Prompt) -> str:
    return shown.do if len(shown.do) <= 44 else STEPS[shown.step]


def _cite(shown: Prompt) -> str:
    return " · ".join(word for word in (shown.cite, "" if shown.status == "stated" else shown.status) if word)


def _hold(now: TableView, rules: Rules) -> Values | None:
    if not now.holds:
        return None
    hold, behind = now.holds[0], len(now.holds) - 1
    return {
        "kind": hold.kind,
        "words": hold.words,
        "authority": hold.authority,
        "hasCard": hold.holds_a_card,
        "cite": f"{rules.book.title}: {hold.cite} · {hold.status}",
        "waiting": f"{behind} more to rule on after this." if behind else "",
        "rulings": [
            {"text": RULINGS[ruling], "under": "", "act": f"rule {ruling}"} for ruling in hold.rulings
        ],
    }
