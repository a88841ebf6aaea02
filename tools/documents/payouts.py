"""Generates the page of payouts: what every wager pays under each book, read from the profiles."""

from typing import Any

from dealer_station.engine.due.step_types import Cited
from dealer_station.engine.due.wheel import FIVE_DOLLARS, NEEDED
from dealer_station.engine.model.wager_outcomes import MoneyLine, read_lines
from dealer_station.engine.rulebook.rule_sections import Limits, PayLine, Rule
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.rulebooks import NAMES, load
from tools.documents.markdown import MADE, address, page, plain, rule_address, table

INTRODUCTION = """
What every wager pays, wins back or loses under each of the five rulebooks, with the rule that says so. Begin
with the comparison; below it each book has a section of its own. All of it is read from the profiles that the
station plays by, so what stands here is what it pays.

*inferred*, *interpretive* and *house default* mark what a text does not say in so many words, *silent* that
it says nothing. “1 to 1” are the winnings; the stake goes back with them unless the page says otherwise. An
operator's choice stands with the name of its option; `dealer-station profiles show BOOK` says what it may be.
"""

MONEY_SECTIONS = ("wagers", "progressive", "bonus_spin", "house")
"""Sections of a profile whose options are about money: this page and notation.md name each of them."""

MISMATCH = "**≠**"
NOT_OFFERED = "not offered"

WAGERS = {"main": "main wager", "tie": "tie wager", "war": "war wager", "war_tie": "tie wager on the war"}
OUTCOMES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "higher": ("settlement", "player's card higher", ("main", "tie")),
    "lower": ("settlement", "player's card lower", ("main", "tie")),
    "tied": ("settlement", "tie", ("tie",)),
    "surrender": ("settlement", "tie, surrender", ("main",)),
    "won": ("war", "war won", ("main", "war", "war_tie")),
    "lost": ("war", "war lost", ("main", "war", "war_tie")),
    "war tied": ("war", "war tied", ("main", "war", "war_tie")),
}
"""Every outcome of a hand: the section of its rule, its description, and the wagers it decides."""

MAKES = {
    "Suited 4 of a Kind": "all four cards of one rank and one suit",
    "Suited Double Tie": "both ties suited (`suited_double_tie`: each pair of one suit, or all four cards)",
    "4 of a Kind": "all four cards of one rank",
    "Double Tie": "a tie, and a tie again in the war",
    "Suited Tie": "a tie in one suit",
    "Tie": "a tie on the original deal, whatever follows",
}
"""The cards of player and dealer that make each progressive hand; only the highest hand is paid."""

OFFERED = {"on": "yes", "off": "only where the operator says so"}
STAKES = {"kept": "kept by the house", "returned": "returned", "unspecified": ""}
LATE = {"return_excess": "the excess goes back in all situations", "ask": "stop and ask"}
ABANDONED = {"may_lose": "the floor may treat it as lost", "unspecified": "stop and ask"}
VERBAL = {
    "refuse_with_cash": "refused with cash, asked about with chips",
    "chips_if_time": "with chips and in time; refused with cash",
    "unspecified": "asked about",
}


def payouts() -> str:
    """The whole page."""
    books = {book: load(book) for book in NAMES}
    lines = ["# Payouts", "", MADE, INTRODUCTION, "## The five books side by side", ""]
    lines += table(["what", *(f"`{book}`" for book in NAMES)], _comparison(books))
    for book, rules in books.items():
        lines += [f"## `{book}`", "", f"**{rules.book.title}**", ""]
        lines += ["### Wagers of the game: " + book, "", *wagers(rules)]
        if rules.progressive.progressive_rules.value != "none":
            lines += ["### Progressive: " + book, "", *progressive(rules)]
        if rules.bonus_spin.bonus_spin_rules.value != "none":
            lines += ["### Bonus spin: " + book, "", *bonus_spin(rules)]
        if rules.house.toke_policy.value != "none":
            lines += ["### Tokes: " + book, "", *tokes(rules)]
        lines += ["### Limits and handling: " + book, "", *limits(rules)]
    return page(lines)


def dollars(cents: int) -> str:
    """An amount as a sign at the table shows it."""
    return f"${cents // 100:,}" if cents % 100 == 0 else f"${cents // 100:,}.{cents % 100:02}"


def _rule(rules: Rules, outcome: str) -> Rule[tuple[str, ...]]:
    section, _, _ = OUTCOMES[outcome]
    found: Rule[tuple[str, ...]] = getattr(getattr(rules, section), outcome.removeprefix("war "))
    return found


def _line(rules: Rules, outcome: str, wager: str) -> MoneyLine | None:
    lines = read_lines(_rule(rules, outcome).value)
    return next((line for line in lines if line.wager == wager), None)


def _fate(line: MoneyLine) -> str:
    """The outcome of a wager, in the words of the pit."""
    return {
        "pay": f"wins {line.odds} to 1",
        "take": "lost",
        "return": "returned, nothing paid",
        "half": "half lost, half returned",
    }[line.action]


def _with_address(words: str, rule: Cited, cite: str = "") -> str:
    where = address(cite or rule.cite, rule.status)
    return "<br>".join(part for part in (words, where) if part)


def _offers(rules: Rules, wager: str) -> bool:
    return wager != "war_tie" or rules.war.war_tie_wager.value != "forbidden"


def _comparison(books: dict[str, Rules]) -> list[list[str]]:
    """The rows of the comparison, with one cell for each book."""
    rows = []
    for outcome, (_, words, decided) in OUTCOMES.items():
        for wager in decided:
            cells = [_cell(rules, outcome, wager) for rules in books.values()]
            rows.append([f"{WAGERS[wager]}: {words}", *cells])
    for what, cell in _TOPICS.items():
        rows.append([what, *(cell(rules) for rules in books.values())])
    return rows


def _cell(rules: Rules, outcome: str, wager: str) -> str:
    line = _line(rules, outcome, wager)
    if line is None or not _offers(rules, wager):
        return NOT_OFFERED
    return _with_address(_fate(line), _rule(rules, outcome), line.cite)


def _jackpot(rules: Rules) -> str:
    paytable = rules.progressive.paytable
    return _with_address(_pays(paytable.value[0]), paytable) if paytable.value else NOT_OFFERED


def _odds_below(rules: Rules) -> str:
    paytable = rules.progressive.paytable
    if not paytable.value:
        return NOT_OFFERED
    return _with_address(", ".join(f"{line.hand} {line.odds}" for line in paytable.value[1:]), paytable)


def _envy(rules: Rules) -> str:
    envy = rules.progressive.envy_cents
    return (
        _with_address(f"{dollars(envy.value)} for {dollars(FIVE_DOLLARS)}", envy)
        if envy.value
        else (NOT_OFFERED)
    )


def _meter(rules: Rules) -> str:
    reset = rules.progressive.meter_reset
    return (
        _with_address(f"{dollars(reset.value * 100)} (`meter_reset`)", reset)
        if reset.value
        else (NOT_OFFERED)
    )


def _stake(rules: Rules) -> str:
    stays = rules.progressive.progressive_stake_on_win
    return _with_address(STAKES[stays.value], stays) if rules.progressive.paytable.value else NOT_OFFERED


def _wheel(rules: Rules) -> str:
    spin = rules.bonus_spin.bonus_spin_rules
    return NOT_OFFERED if spin.value == "none" else _with_address("with the operator's data only", spin)


def _tokes(rules: Rules) -> str:
    house = rules.house
    if house.toke_policy.value == "none":
        return NOT_OFFERED
    return _with_address(f"{house.toke_max_percent.value}% beside the maximum", house.toke_max_percent)


def _coupons(rules: Rules) -> str:
    match_play = rules.wagers.match_play
    return _with_address("taken, settled as the floor says", match_play) if match_play.value else NOT_OFFERED


def _range(rule: Rule[Limits]) -> str:
    least, most, step = rule.value.min_cents, rule.value.max_cents, rule.value.step_cents
    words = f"{dollars(least)} to {dollars(most)}" if most else "the operator's"
    return _with_address(f"{words}, steps of {dollars(step)}" if step else words, rule)


def _cap(rule: Rule[int], name: str) -> str:
    if not rule.is_open:
        return "none"
    return _with_address(f"{dollars(rule.value * 100) if rule.value else 'none'} (`{name}`)", rule)


_TOPICS: dict[str, Any] = {
    "progressive: jackpot": _jackpot,
    "progressive: the other hands, to 1": _odds_below,
    "progressive: the stake of a winner": _stake,
    "envy": _envy,
    "meter at the start and after a jackpot": _meter,
    "bonus wheel": _wheel,
    "toke bets": _tokes,
    "match play coupons": _coupons,
    "limits of the main wager": lambda rules: _range(rules.wagers.main_limits),
    "limits of the tie wager": lambda rules: _range(rules.wagers.tie_limits),
    "most on a box": lambda rules: _cap(rules.wagers.box_max, "box_max"),
    "most of a player": lambda rules: _cap(rules.wagers.player_max, "player_max"),
    "payout limit for a hand": lambda rules: _cap(rules.wagers.payout_limit, "payout_limit"),
    "over the maximum, found late": lambda rules: _with_address(
        LATE[rules.wagers.over_max.value], rules.wagers.over_max
    ),
    "verbal wagers": lambda rules: _with_address(
        VERBAL[rules.wagers.verbal_wager.value], rules.wagers.verbal_wager
    ),
}


def wagers(rules: Rules) -> list[str]:
    """A table of every wager of the base game with every outcome."""
    names = {wager: getattr(rules.terms, f"{wager}_wager").value for wager in WAGERS}
    names["war_tie"] += ", on the war"
    rows = []
    for wager in WAGERS:
        for outcome, (_, words, _) in OUTCOMES.items():
            line = _line(rules, outcome, wager)
            if line is not None and _offers(rules, wager):
                rule = _rule(rules, outcome)
                rows.append([names[wager], words, _fate(line), line.cite or rule.cite, _sure(rule)])
    odds = rules.settlement.odds
    said = ["", f"The odds as the book lists them: {plain(odds.value)} {rule_address(odds)}", ""]
    return [*table(["wager", "outcome", "what becomes of it", "rule", "status"], rows), *said]


def _sure(rule: Cited) -> str:
    return rule.status.replace("_", " ")


def _pays(line: PayLine) -> str:
    share = f"{line.meter_percent}% of the meter" if line.meter_percent else ""
    odds = f"{line.odds:,} to 1" if line.odds else ""
    fixed = dollars(line.cents) if line.cents else ""
    return " and ".join(part for part in (share, odds, fixed) if part)


def progressive(rules: Rules) -> list[str]:
    """The paytable with the cards that make each hand, and a table of all other rules of the wager."""
    section = rules.progressive
    rows = [
        [line.hand, MAKES[line.hand], _pays(line), dollars(line.odds * FIVE_DOLLARS), plain(line.cite)]
        for line in section.paytable.value
    ]
    head = ["hand", "made of", "pays", f"odds on {dollars(FIVE_DOLLARS)}", "rule"]
    facts: list[tuple[str, str, Cited]] = [
        ("offered (`progressive`)", OFFERED[section.progressive.value], section.progressive),
        ("to whom", section.offered_to.value, section.offered_to),
        (
            "stakes",
            f"multiples of {dollars(section.progressive_limits.value.step_cents)}",
            section.progressive_limits,
        ),
        ("collected", section.collect.value, section.collect),
        ("counted", section.count.value, section.count),
        ("settled", section.settled_when.value, section.settled_when),
        ("before it is paid", section.verify_hand.value, section.verify_hand),
        ("", section.verify_light.value, section.verify_light),
        ("", section.validate.value, section.validate),
        (
            "stake of a winner (`progressive_stake_on_win`)",
            STAKES[section.progressive_stake_on_win.value],
            section.progressive_stake_on_win,
        ),
        ("envy", _envy_words(rules), section.envy_cents),
        ("further Envy hands (`envy_hands`)", _named_envies(rules), section.envy_hands),
        ("who is paid an envy", section.envy_who.value, section.envy_who),
        (
            "meter, start and reset (`meter_reset`)",
            dollars(section.meter_reset.value * 100),
            section.meter_reset,
        ),
        (
            "meter, rate (`meter_rate`)",
            f"{section.meter_rate.value:g} cents for each dollar wagered; parts of a cent are carried",
            section.meter_rate,
        ),
    ]
    return [*table(head, rows), "", *_facts(facts)]


def _envy_words(rules: Rules) -> str:
    amount, line = rules.progressive.envy_cents.value, rules.progressive.paytable.value[0]
    return (
        f"{dollars(amount)} for each {dollars(FIVE_DOLLARS)} of the recipient's own stake, for a {line.hand}"
    )


def _named_envies(rules: Rules) -> str:
    named = rules.progressive.envy_hands
    return named.value or "none until the operator names them" if named.is_open else ""


def _facts(facts: list[tuple[str, str, Cited]]) -> list[str]:
    rows = [[what, plain(words), rule_address(rule)] for what, words, rule in facts if words]
    return table(["", "what holds", "rule"], rows)


def bonus_spin(rules: Rules) -> list[str]:
    """The wheel's printed payouts, the data the operator must supply, and what the floor validates."""
    spin = rules.bonus_spin
    printed = [
        [
            line.hand,
            _pays(line) or "",
            f"{MISMATCH} the floor validates it" if is_mismatch(line) else _jackpot_note(line),
            line.cite,
        ]
        for line in (*spin.hot_spot.value, *spin.community.value)
    ]
    words = (
        f"{MISMATCH} symbol and payout are printed differently: never paid before the floor has looked at it."
    )
    needed = [
        (f"`{name}`", getattr(spin, name).note, getattr(spin, name))
        for name in (*NEEDED, "bonus_table", "bonus_one_dollar", "bonus_rates")
    ]
    seeds = " and ".join(dollars(cents) for cents in spin.seed_cents.value)
    facts: list[tuple[str, str, Cited]] = [
        ("offered (`bonus_spin`)", OFFERED[spin.bonus_spin.value], spin.bonus_spin),
        ("what sets it off", spin.trigger.value, spin.trigger),
        ("lock", spin.lock_out.value, spin.lock_out),
        ("least on the two meters", seeds, spin.seed_cents),
        (
            "stake of a winner (`bonus_stake_on_win`)",
            STAKES[spin.bonus_stake_on_win.value],
            spin.bonus_stake_on_win,
        ),
        *needed,
    ]
    return [
        f"For a stake of {dollars(FIVE_DOLLARS)}. {words}",
        "",
        *table(["symbol", "pays", "before it is paid", "rule"], printed),
        "",
        *_facts(facts),
    ]


def is_mismatch(line: PayLine) -> bool:
    """True if the symbol shows another amount than the table pays."""
    return not line.meter_percent and line.hand != dollars(line.cents)


def _jackpot_note(line: PayLine) -> str:
    return "the floor says which meter" if line.meter_percent else ""


def tokes(rules: Rules) -> list[str]:
    """The book's rules on tokes in its order, and the outcome of a toke on each hand."""
    house = rules.house.tokes
    rows = [
        [words, _fate(line), line.cite or f"with the hand, {_rule(rules, outcome).cite}"]
        for outcome, (_, words, _) in OUTCOMES.items()
        if (line := _line(rules, outcome, "toke")) is not None
    ]
    said = [f"{number}. {words}" for number, words in enumerate(house.value, start=1)]
    tied = "No rule says what becomes of a toke on a tie: the floor is asked whether it follows the hand."
    gaps = f"See {', '.join(house.gaps)}."
    return [*said, "", f"{tied} {gaps}", "", *table(["hand", "toke", "rule"], rows)]


def limits(rules: Rules) -> list[str]:
    """A table of limits, and of the handling of unusual wagers."""
    section, seats = rules.wagers, rules.table
    rows = [
        ["main wager", _range(section.main_limits)],
        ["tie wager", _range(section.tie_limits)],
        ["most on a box", _cap(section.box_max, "box_max")],
        ["most of a player", _cap(section.player_max, "player_max")],
        ["payout limit for a hand", _cap(section.payout_limit, "payout_limit")],
        [
            "hands of a player",
            _with_address(str(seats.hands_per_player.value or "any"), seats.hands_per_player),
        ],
        ["bettors on a box", _with_address(str(seats.bettors_per_spot.value), seats.bettors_per_spot)],
        ["war wager", _with_address(rules.war.war_wager.value, rules.war.war_wager)],
        ["half of a wager", _with_address(rules.settlement.odd_halves.value, rules.settlement.odd_halves)],
        ["over the maximum, found late", _with_address(LATE[section.over_max.value], section.over_max)],
        ["verbal wagers", _with_address(VERBAL[section.verbal_wager.value], section.verbal_wager)],
        ["match play coupons", _coupons(rules)],
        [
            "a wager whose player left",
            _with_address(ABANDONED[section.abandoned_wager.value], section.abandoned_wager),
        ],
    ]
    if first := section.tie_area_priority.value:
        rows.append(["tie area", _with_address(first, section.tie_area_priority)])
    return table(["", "what holds"], rows)
