"""Generates the procedure page of a book: the order of its steps, found by searching all regular play."""

from collections.abc import Iterator
from itertools import cycle, groupby
from typing import Any

from dealer_station.engine.due.step_types import AwaitRuling, Draw, Offer, Perform, Settle
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.kinds import as_ruling
from dealer_station.engine.model.observations import Bet
from dealer_station.engine.model.values import DEALER, Place
from dealer_station.engine.rulebook.rule_sections import Rule
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.rulebook.terms import spot_words
from dealer_station.engine.words.prompts import prompt, step_id, step_words
from dealer_station.rulebooks import load
from dealer_station.rulebooks.operator_answers import options_of
from tools.documents.example_situations import TIED, NotHereError, Play, at_war, called, unit_cents
from tools.documents.explore import Node, Walk, Way, walk, walk_with, way_of
from tools.documents.irregularity_cases import CASES
from tools.documents.markdown import MADE, address, page, plain, rule_address, table
from tools.documents.procedure_diagram import drawing, in_order_of_play, words_of

EXAMPLES_MAX = 3
AFTER_TROUBLE = (
    "ruling",
    "confirm_layout",
    "carry_out",
    "restore_wagers",
    "replace_card",
    "empty_shuffler",
    "cover_device",
    "wait_for_shuffler",
)
"""Steps that only an irregularity makes due."""

DIRECTIONS = {
    "right_to_left": "from the dealer's right to the left, the highest {spot} first",
    "left_to_right": "from the dealer's left to the right, {spot} 1 first",
}
PASSES = {
    "per_hand": "Each hand is settled in one go, its {tie} with its {main}.",
    "tie_pass_then_main_pass": "First every {tie} in one pass, then every {main} in another.",
    "tie_take_pay_then_main_take_pay": (
        "Four passes: every losing {tie} is taken, every winning one paid; then every losing {main} is "
        "taken, every winning one paid."
    ),
}
PHASES = {
    "inline": "A tied player is asked when the hand is reached.",
    "second_pass_clockwise": "Once the others are settled, tied players are asked in a pass clockwise.",
    "after_all_settled": "Tied players are asked once all others are settled.",
}

EXAMPLE = """
One round, as the station asks for it once all cards of the deal are out. All four {spots} have a tie wager.
{Spot} 1 beats the dealer, {spots} 2 and 4 tie, {spot} 3 loses; {spot} 2 goes to war and wins, {spot} 4
surrenders.
"""

INTRODUCTION = """
The steps of a table under this book, in the order in which the station asks for them. Everything on this
page was found by playing: from a closed table through the first shoe, round after round with one {spot} and
with two, every card high or low, every tie answered with war and with surrender, the cut card anywhere, a new
dealer, an ordered shuffle and an idle table. Operator options stand at their defaults; what another answer
changes is listed below. What happens when something goes wrong is on [its own page](irregularities.md).

The numbers in the drawings are those of the list of steps. ↻ marks a step that is repeated, once for each
card, hand or player. Words on an arrow say what leads on: a card, an answer, the cut card; an arrow without
words is the dealer's tap that the step is done.
"""


def procedure(book: str) -> str:
    """The whole page of one book."""
    rules = load(book)
    found = walk(rules)
    order = in_order_of_play(found)
    lines = [f"# Procedure: `{book}`", "", MADE, ""]
    lines += [
        f"**{rules.book.title}**, {_uncapitalised(rules.book.nature)}. Cited by {plain(rules.book.citing)}."
    ]
    lines += [_in_terms(INTRODUCTION, rules)]
    lines += ["## From the cards to the shoe", "", *drawing(found, order, of_the_shoe=True)]
    lines += ["## The round", "", *drawing(found, order, of_the_shoe=False)]
    lines += ["## The steps", "", *steps(found, order, rules)]
    lines += side_bets(book)
    lines += ["## When something went wrong", "", *after_trouble(rules)]
    lines += ["## The order of dealing", "", *dealing(rules)]
    lines += ["## The order of settlement", "", *settlement(rules)]
    lines += ["## What the operator may choose", "", *options(rules, found)]
    lines += ["## How we read the book", "", *interpretations(rules)]
    return page(lines)


SIDE_BETS: dict[str, tuple[str, dict[str, str], tuple[Bet, ...]]] = {
    "massachusetts": (
        "With the progressive on, and a progressive wager on spot 1.",
        {"progressive": "on"},
        (Bet(1, "", 2000, progressive_cents=500),),
    ),
    "maryland": (
        "With the progressive and the bonus spin on, both wagered on spot 1; a black two sets the wheel off.",
        {
            "progressive": "on",
            "bonus_spin": "on",
            "bonus_trigger": "black2",
            "bonus_wheel": "primary,400,100",
            "bonus_seeds": "10000,5000",
        },
        (Bet(1, "", 2000, progressive_cents=500, bonus_cents=500),),
    ),
    "house_manual": (
        "With a toke beside the wager of spot 1.",
        {},
        (Bet(1, "", 2000, toke_cents=500),),
    ),
    "new_zealand": (
        "With two bettors on box 1, one of them on the tie alone.",
        {},
        (Bet(1, "a", 2000), Bet(1, "b", 0, 500)),
    ),
}
"""The table that shows the additional wagers of a book, for books that have them."""


def walk_of_side_bets(book: str) -> Walk | None:
    """Search a round with side bets; None if the book has none."""
    if book not in SIDE_BETS:
        return None
    _, answers, bets = SIDE_BETS[book]
    return walk_with(load(book, answers), bets)


def side_bets(book: str) -> list[str]:
    """The section on the round with side bets; empty if the book has none."""
    found = walk_of_side_bets(book)
    if found is None:
        return []
    order = in_order_of_play(found)
    lines = ["## The round with side bets", "", SIDE_BETS[book][0], ""]
    return [*lines, *drawing(found, order, of_the_shoe=False), *steps(found, order, load(book))]


def _uncapitalised(words: str) -> str:
    return words[0].lower() + words[1:]


def steps(found: Walk, order: list[Node], rules: Rules) -> list[str]:
    """The numbered list of steps: what the dealer does, what the station says, and the citation."""
    rows = []
    for number, node in enumerate(order, start=1):
        ways = found.ways[node]
        do = _do(node.step, ways, rules)
        rows.append([str(number), f"`{node.step}`{_when(node)}", do, _addresses(ways)])
    return table(["no.", "step", "what the dealer does", "rule"], rows)


def _when(node: Node) -> str:
    return f" ({node.when})" if node.when else ""


def _do(step: str, ways: list[Way], rules: Rules) -> str:
    """The text of a step: in general, in the book's words, and as the prompts put it."""
    general = step_words(step, rules)
    prompts = list(dict.fromkeys(way.do for way in ways if way.do != general))
    examples = "; ".join(f"“{words}”" for words in prompts[:EXAMPLES_MAX])
    more = " and so on" if len(prompts) > EXAMPLES_MAX else ""
    spoken = list(dict.fromkeys(way.say for way in ways if way.say))
    aloud = f" Says: “{spoken[0]}”." if spoken else ""
    notes = "".join(f" Note: {note.rstrip('.')}." for note in dict.fromkeys(way.note for way in ways) if note)
    return f"{general}.{f' {examples}{more}.' if examples else ''}{aloud}{notes}"


def _addresses(ways: list[Way]) -> str:
    found = dict.fromkeys(address(way.cite, way.status) for way in ways)
    return "; ".join(found)


def after_trouble(rules: Rules) -> list[str]:
    """A table of the steps that irregularities make due, found by playing every case and every ruling."""
    shown = _steps_after_trouble(rules)
    rows = ([f"`{step}`", _do(step, ways, rules), _addresses(ways)] for step, ways in shown.items())
    return table(["step", "what the dealer does", "rule"], rows)


def _steps_after_trouble(rules: Rules) -> dict[str, list[Way]]:
    shown: dict[str, list[Way]] = {}
    for case in (case for cases in CASES.values() for case in cases):
        try:
            play = case.situation(rules)
        except NotHereError:
            continue
        play.see(case.seen)
        ruled = play.step.rulings if isinstance(play.step, AwaitRuling) else ("",)
        for ruling in ruled:
            _follow(play, ruling, shown)
    broken = Play(rules)
    broken.see(o.Ordered("shuffle"), o.DeviceSaid("shuffler", "out_of_order"), o.Ruled("accept"))
    _show(shown, broken)
    if "csm" in rules.cards.card_supply.open:
        jammed = Play(load(rules.book.id, {"card_supply": "csm"}))
        jammed.see(o.DeviceSaid("shuffler", "jam"), o.Ruled("accept"))
        _show(shown, jammed)
    if "csm" in (rules.cards.card_supply.value, *rules.cards.card_supply.open):
        shuffling = Play(load(rules.book.id, {"card_supply": "csm"}))
        shuffling.see(o.BetsPlaced((Bet(1, main_cents=unit_cents(rules)),)), o.Called())
        shuffling.see(o.DeviceSaid("shuffler", "shuffling"))
        _show(shown, shuffling)
    return {step: shown[step] for step in AFTER_TROUBLE if step in shown}


def _show(shown: dict[str, list[Way]], play: Play) -> None:
    """Record one example of each step; for an undone settlement, one for every citation."""
    step, way = step_id(play.step), way_of(play.step, play.rules)
    known = shown.setdefault(step, [way])
    if step == "restore_wagers" and way.cite not in [one.cite for one in known]:
        known.append(way)


def _follow(stopped: Play, ruling: str, shown: dict[str, list[Way]]) -> None:
    """Record the steps due after a ruling, up to the end of the round or the next stop."""
    play = Play(stopped.rules)
    play.table = stopped.table
    number = play.table.round.number

    def over(play: Play) -> bool:
        _show(shown, play)
        waits = isinstance(play.step, AwaitRuling) or play.table.preparing is not None
        return waits or play.table.round.number > number or not play.table.round.hands

    over(play)
    if ruling:
        play.see(o.Ruled(as_ruling(ruling), card=Card("8h")))
    play.go_on(over)


def _in_terms(text: str, rules: Rules) -> str:
    """A text of this page with the book's own word for a spot."""
    word = rules.terms.spot_word.value
    several = {"spot": "spots", "box": "boxes"}[word]
    return text.format(spot=word, spots=several, Spot=word.capitalize(), Spots=several.capitalize())


def dealing(rules: Rules) -> Iterator[str]:
    """Yield the order of dealing, as played: three spots, of which 1 and 3 tie and go to war."""
    play = called(rules)
    in_play = _in_terms("{Spots} 1, 2 and 3 are in play", rules)
    yield f"- {in_play}: {_dealt(play, TIED)} ({rule_address(rules.deal.order)})."
    in_war = _in_terms("{Spots} 1 and 3 are at war", rules)
    yield f"- {in_war}: {war_order(rules)} ({rule_address(rules.war.deal[0])})."
    yield ""


def war_order(rules: Rules) -> str:
    """The order of cards in a war of two spots."""
    return _dealt(at_war(rules), "2d")


def _dealt(play: Play, cards: str) -> str:
    """The recipients of the cards that are due in turn; consecutive burns are counted."""
    coming = cycle(Card(card) for card in cards.split())
    places: list[Place | None] = []
    while isinstance(play.step, Draw):
        places.append(play.step.place)
        play.see(o.CardDrawn(next(coming)))
    return ", ".join(_recipient(place, len(list(row)), play.rules) for place, row in groupby(places))


def _recipient(place: Place | None, cards: int, rules: Rules) -> str:
    """The place that a card goes to, or so many burns in a row."""
    if place is None:
        burn = rules.terms.burn_word.value
        return f"1 {burn}" if cards == 1 else f"{cards} {burn}s"
    if place > DEALER:
        return spot_words(place, rules)
    return f"the dealer against {spot_words(-place, rules)}" if place < DEALER else "the dealer"


def settlement(rules: Rules) -> Iterator[str]:
    """Yield the order of settlement with its rules, and one round as the engine settled it."""
    settle, war = rules.settlement, rules.war
    way, back = settle.settlement_direction, war.war_settlement_direction
    yield f"- The original deal is settled {_in_terms(DIRECTIONS[way.value], rules)} ({rule_address(way)})."
    passes, phase = settle.original_settlement, settle.tie_option_phase
    named = PASSES[passes.value].format(tie=rules.terms.tie_wager.value, main=rules.terms.main_wager.value)
    yield f"- {named} ({rule_address(passes)})"
    yield f"- {PHASES[phase.value]} ({rule_address(phase)})"
    yield f"- Wars are settled {_in_terms(DIRECTIONS[back.value], rules)} ({rule_address(back)})."
    yield _in_terms(EXAMPLE, rules)
    yield from (f"{number}. {line}" for number, line in enumerate(_settled(rules), start=1))
    yield ""


def _settled(rules: Rules) -> Iterator[str]:
    play = Play(rules)
    unit, tie = unit_cents(rules), 100 if rules.book.id == "exhibit_a" else 500
    play.see(o.BetsPlaced(tuple(Bet(spot, "", unit, tie) for spot in (1, 2, 3, 4))), o.Called())
    cards = iter([*"Kc 7h 2d 7s 7d".split(), *["3c"] * 3, *_war_cards(rules)])
    while play.table.last is None:
        step = play.step
        shown = prompt(step, rules)
        match step:
            case Settle():
                yield f"{shown.do} ({address(shown.cite, shown.status)})"
                play.see(o.Settled())
            case Offer(hand):
                answer = "war" if hand.spot == 2 else "surrender"
                yield f"{shown.do} *{answer}* ({address(shown.cite, shown.status)})"
                play.see(o.Answered(hand.spot, "", "war" if answer == "war" else "surrender"))
            case Perform():
                yield f"{shown.do} ({address(shown.cite, shown.status)})"
                play.see(o.Confirmed(step.step))
            case _:
                play.see(o.CardDrawn(Card(next(cards))))


def _war_cards(rules: Rules) -> list[str]:
    """The player's winning war card, further burns if the book has them, and the dealer's card."""
    each = rules.war.war_burn.value == "before_each_recipient"
    return ["Qh", *(["3c"] * 3 if each else []), "8c"]


def options(rules: Rules, found: Walk) -> list[str]:
    """A table of the options: default, other answers, and the steps these add or remove."""
    rows = []
    for name, (_, rule) in options_of(rules).items():
        allowed = ", ".join(f"`{value}`" for value in rule.open if value != rule.value)
        if rule.range:
            allowed = f"{rule.range[0]} to {rule.range[1]}"
        if not allowed:
            continue
        rows.append(
            [f"`{name}`", f"`{rule.value}`", allowed, _changes(rules, found, name, rule), rule_address(rule)]
        )
    return table(["option", "default", "may also be", "what that changes in the steps", "rule"], rows)


def _changes(rules: Rules, found: Walk, name: str, rule: Rule[Any]) -> str:
    """The changes that other answers make in the order of steps, found by searching play with each."""
    answers = [value for value in rule.open if value != rule.value]
    if answers and isinstance(answers[0], int):
        # For numeric answers only the last is tried; the others change the same steps.
        answers = answers[-1:]
    said = []
    for value in answers:
        chosen = load(rules.book.id, {name: str(value)})
        order = war_order(chosen)
        dealt = f"the war deal goes {order}" if order != war_order(rules) else ""
        other = walk(chosen)
        change = ", ".join(part for part in (_difference(found, other), dealt) if part)
        change = change or _ways("then also", other, found) or _ways("no longer", found, other)
        if change:
            said.append(f"`{value}`: {change}")
    return "; ".join(said) or "nothing"


def _difference(found: Walk, other: Walk) -> str:
    """The differences between two searches: another first step, added steps, and missing steps."""
    start, first = next(iter(found.ways)), next(iter(other.ways))
    more = [
        f"`{words_of(node)}` ({_addresses(other.ways[node])})"
        for node in other.ways
        if node not in found.ways
    ]
    less = [f"`{words_of(node)}`" for node in found.ways if node not in other.ways]
    parts = [
        f"begins with `{words_of(first)}`" if first != start else "",
        f"with {', '.join(more)}" if more else "",
        f"without {', '.join(less)}" if less else "",
    ]
    return ", ".join(part for part in parts if part)


def _ways(words: str, here: Walk, there: Walk) -> str:
    """The transitions that only the first search has."""
    ways = [
        f"`{words_of(start)}` → `{words_of(end)}`"
        for start, end in here.causes
        if (start, end) not in there.causes
    ]
    return f"{words} {', '.join(ways)}" if ways else ""


def interpretations(rules: Rules) -> Iterator[str]:
    """Yield the gaps that affect cards or money, with our resolution of each."""
    yield "Where the text contradicts itself, or leaves out what decides a card or money, this is what we do;"
    yield f"`dealer-station profiles show {rules.book.id} ID` tells the reason."
    yield ""
    rows = [
        [f"`{gap.id}`", plain(gap.where), plain(gap.resolution)]
        for gap in rules.gaps
        if {"cards", "money"}.intersection(gap.impact)
    ]
    yield from table(["gap", "where", "what we do"], rows)
