"""Wagers that a book and its table allow, and the objections to all others."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.due import wheel
from dealer_station.engine.due.step_types import Cited
from dealer_station.engine.model.observations import Bet, Cents, HandName
from dealer_station.engine.model.table import Hand, Round, Table
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.model.wager_outcomes import Wager, dollars
from dealer_station.engine.rulebook.rule_sections import Limits
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.rulebook.terms import wager_words

BETTORS = "abc"


class Objection(Struct, frozen=True):
    """The reason why a tap is refused, and the rule behind it."""

    reason: str
    cite: str


def bets_that_stand(table: Table) -> tuple[Bet, ...]:
    """The wagers of the last round, which a closing call repeats unless others are entered."""
    # A toke came down with its payoff, and a coupon is used up, so only the players' own chips stand.
    return tuple([_own_chips(hand.bet) for hand in table.last.hands]) if table.last else ()


def _own_chips(bet: Bet) -> Bet:
    """The wager without toke and coupon."""
    if bet.toke_cents == 0 and bet.coupon_cents == 0:
        return bet
    return replace(bet, toke_cents=0, coupon_cents=0)


@lru_cache(maxsize=64)
def objection_to(bets: tuple[Bet, ...], rules: Rules) -> Objection | None:
    """The first objection of the book or the table to these wagers, or None."""
    # Remembered, because the same wagers stand for many rounds, and each round asks several times.
    if not bets:
        return Objection("no wager lies on the layout", rules.wagers.deadline.cite)
    for bet in bets:
        for objection in _to_one(bet, rules):
            return objection
    for objection in _to_all(bets, rules):
        return objection
    return None


def objection_to_war_tie(cents: Cents, rules: Rules) -> Objection | None:
    """Objection to a tie wager on the war deal, or None."""
    if cents == 0:
        return None
    rule = rules.war.war_tie_wager
    if rule.value == "forbidden":
        return Objection("this book has no tie wager on the war deal", rule.cite)
    return outside(cents, rules.wagers.tie_limits.value, "the tie wager on the war", rules.wagers.tie_limits)


def _to_one(bet: Bet, rules: Rules) -> Iterator[Objection]:
    name, spots = said("spot {spot}{bettor}", spot=bet.spot, bettor=bet.bettor), rules.table.spots
    if not 1 <= bet.spot <= spots.value:
        yield Objection(
            said("{name} is not on this table; it has spots 1 to {value}", name=name, value=spots.value),
            spots.cite,
        )
    bettors = rules.table.bettors_per_spot
    allowed = tuple(BETTORS[: bettors.value])
    if bet.bettor and (bettors.value == 1 or bet.bettor not in allowed):
        yield Objection(
            said("{name}: at most {value} to a spot here", name=name, value=bettors.value), bettors.cite
        )
    if bet.main_cents == 0 and bet.tie_cents == 0:
        yield Objection(said("{name} has no wager", name=name), rules.wagers.deadline.cite)
    if bet.main_cents == 0 and bet.tie_cents != 0 and (alone := _to_tie_alone(name, rules)):
        yield alone
    if bet.main_cents and bet.main_cents % 2:
        odd = said(
            "{name}: half of {amount} is not a whole cent, and a tie may be surrendered",
            name=name,
            amount=dollars(bet.main_cents),
        )
        yield Objection(odd, rules.settlement.surrender.cite)
    main, tie = rules.wagers.main_limits, rules.wagers.tie_limits
    for cents, limits, what in (
        (bet.main_cents, main, rules.terms.main_wager.value),
        (bet.tie_cents, tie, rules.terms.tie_wager.value),
    ):
        if objection := outside(
            cents, limits.value, said("{name}: the {what}", name=name, what=what), limits
        ):
            yield objection
    yield from _to_side_bets(bet, name, rules)


def _to_tie_alone(name: str, rules: Rules) -> Objection | None:
    """Objection to a tie wager on a spot without a main wager, in books where it needs one."""
    needs_main = rules.wagers.tie_wager_dependency
    if needs_main.value != "needs_main":
        return None
    main_wager = rules.terms.main_wager.value
    reason = said("{name}: a tie wager needs the {main_wager}", name=name, main_wager=main_wager)
    return Objection(reason, needs_main.cite)


def objection_to_amount(
    hand: HandName, wager: Wager, cents: int, rules: Rules, *, has_main: bool
) -> Objection | None:
    """The objection to this amount on one wager of a hand; exceeding the maximum is a separate question."""
    name = said("spot {spot}{bettor}", spot=hand.spot, bettor=hand.bettor)
    if wager == "tie" and not has_main and (alone := _to_tie_alone(name, rules)):
        return alone
    limits = rules.wagers.main_limits if wager == "main" else rules.wagers.tie_limits
    if limits.value.max_cents and cents > limits.value.max_cents:
        return None
    what = said("{name}: the {what}", name=name, what=wager_words(wager, rules))
    return outside(cents, limits.value, what, limits)


def _to_side_bets(bet: Bet, name: str, rules: Rules) -> Iterator[Objection]:
    progressive = rules.progressive
    if bet.progressive_cents != 0 and progressive.progressive.value == "off":
        yield Objection(
            said("{name}: this table offers no progressive wager", name=name), progressive.progressive.cite
        )
    if bet.progressive_cents != 0 and bet.main_cents == 0:
        main = rules.terms.main_wager.value
        yield Objection(
            said("{name}: the progressive wager needs the {main}", name=name, main=main),
            progressive.offered_to.cite,
        )
    limits = progressive.progressive_limits
    if objection := outside(
        bet.progressive_cents, limits.value, said("{name}: the progressive wager", name=name), limits
    ):
        yield objection
    if bet.bonus_cents != 0:
        yield from _to_bonus(bet, name, rules)
    if bet.toke_cents != 0:
        yield from _to_toke(bet, name, rules)
    if bet.coupon_cents != 0 and not rules.wagers.match_play.value:
        yield Objection(
            said("{name}: this book has no match play coupons", name=name), rules.wagers.match_play.cite
        )
    if bet.coupon_cents != 0 and bet.main_cents == 0:
        main = rules.terms.main_wager.value
        yield Objection(
            said("{name}: a coupon goes with the {main}", name=name, main=main), rules.wagers.match_play.cite
        )


def _to_bonus(bet: Bet, name: str, rules: Rules) -> Iterator[Objection]:
    """Objections to a bonus wager: it is one dollar or five, beside a main wager, on a complete wheel."""
    spin = rules.bonus_spin
    if spin.bonus_spin.value == "off":
        yield Objection(said("{name}: this table offers no bonus spin", name=name), spin.bonus_spin.cite)
    elif missing := wheel.missing_data(rules):
        words = said(
            "{name}: the bonus spin is off until the operator supplies {what}",
            name=name,
            what=", ".join(missing),
        )
        yield Objection(words, spin.bonus_spin_rules.cite)
    elif bet.bonus_cents not in (wheel.ONE_DOLLAR, wheel.FIVE_DOLLARS):
        yield Objection(said("{name}: the bonus spin takes 1 or 5 dollars", name=name), spin.trigger.cite)
    elif not wheel.prizes(rules, bet.bonus_cents):
        yield Objection(
            said("{name}: there is no paytable for 1 dollar", name=name), spin.bonus_one_dollar.cite
        )
    elif bet.main_cents == 0:
        yield Objection(
            said(
                "{name}: the bonus spin needs the {main_wager}",
                name=name,
                main_wager=rules.terms.main_wager.value,
            ),
            spin.trigger.cite,
        )


def _to_toke(bet: Bet, name: str, rules: Rules) -> Iterator[Objection]:
    """Objections to a toke: a share of the maximum beside a maximum wager; otherwise both within it."""
    house, limits = rules.house, rules.wagers.main_limits.value
    main, toke, most = bet.main_cents, bet.toke_cents, limits.max_cents
    if house.toke_policy.value == "none":
        yield Objection(said("{name}: this book has no toke bets", name=name), house.toke_policy.cite)
        return
    if main == 0:
        yield Objection(
            said("{name}: a toke is bet beside a player's wager", name=name), house.toke_max_percent.cite
        )
    if main is None:
        words = said("{name}: enter the wager; a toke beside it depends on how much it is", name=name)
        yield Objection(words, house.toke_max_percent.cite)
        return
    if toke is None:
        return
    if limits.step_cents and toke % limits.step_cents:
        words = said(
            "{name}: a toke of {toke} is not a multiple of {step}",
            name=name,
            toke=dollars(toke),
            step=dollars(limits.step_cents),
        )
        yield Objection(words, rules.wagers.main_limits.cite)
    share = most * house.toke_max_percent.value // 100
    if most and main >= most and toke > share:
        words = said(
            "{name}: beside a wager at the maximum a toke is at most {share}", name=name, share=dollars(share)
        )
        yield Objection(words, house.toke_max_percent.cite)
    if most and main < most < main + toke:
        words = said(
            "{name}: wager and toke together, {amount}, are above {most}",
            name=name,
            amount=dollars(main + toke),
            most=dollars(most),
        )
        yield Objection(words, house.toke_max_percent.cite)


def outside(cents: Cents, limits: Limits, what: str, rule: Cited) -> Objection | None:
    """The objection to an amount that is too low, too high or not a whole step, or None."""
    if cents is None or cents == 0:
        return None
    if cents < limits.min_cents:
        return Objection(
            said(
                "{what} of {amount} is below the minimum, {least}",
                what=what,
                amount=dollars(cents),
                least=dollars(limits.min_cents),
            ),
            rule.cite,
        )
    if limits.max_cents and cents > limits.max_cents:
        return Objection(
            said(
                "{what} of {amount} is above the maximum, {most}",
                what=what,
                amount=dollars(cents),
                most=dollars(limits.max_cents),
            ),
            rule.cite,
        )
    if limits.step_cents and cents % limits.step_cents:
        step = dollars(limits.step_cents)
        return Objection(
            said(
                "{what} of {amount} is not a multiple of {step}", what=what, amount=dollars(cents), step=step
            ),
            rule.cite,
        )
    return None


def _to_all(bets: tuple[Bet, ...], rules: Rules) -> Iterator[Objection]:
    for (spot, bettor), count in Counter((bet.spot, bet.bettor) for bet in bets).items():
        if count > 1:
            yield Objection(
                said("spot {spot}{bettor} is there twice", spot=spot, bettor=bettor),
                rules.wagers.deadline.cite,
            )
    named = {bet.spot for bet in bets if bet.bettor}
    for bet in bets:
        if not bet.bettor and bet.spot in named:
            reason = said("spot {spot} is shared; name its bettors {spot}a, {spot}b, {spot}c", spot=bet.spot)
            yield Objection(reason, rules.table.bettors_per_spot.cite)
    most = rules.table.hands_per_player
    for player, hands in Counter(bet.player for bet in bets if bet.player).items():
        if most.value and hands > most.value:
            yield Objection(
                said(
                    "player {player} has {hands} hands; at most {value} each",
                    player=player,
                    hands=hands,
                    value=most.value,
                ),
                most.cite,
            )
    yield from _to_boxes_apart(bets, rules)
    yield from _to_totals(bets, rules)


def _to_boxes_apart(bets: tuple[Bet, ...], rules: Rules) -> Iterator[Objection]:
    """Objections to boxes of one player that are not side by side, as one book requires."""
    adjacent = rules.table.adjacent_boxes
    for player in dict.fromkeys(bet.player for bet in bets if bet.player) if adjacent.value == "on" else ():
        boxes = sorted({bet.spot for bet in bets if bet.player == player})
        if boxes[-1] - boxes[0] >= len(boxes):
            spots = ", ".join(map(str, boxes))
            words = said("player {player}: boxes {spots} are not side by side", player=player, spots=spots)
            yield Objection(words, adjacent.cite)


def most_allowed(bet: Bet, wager: str, bets: tuple[Bet, ...], rules: Rules) -> tuple[int | None, Cited]:
    """The most that may lie on a wager: its limit, or what the caps on box and player leave; None for any."""
    limits = rules.wagers.tie_limits if wager in ("tie", "war_tie") else rules.wagers.main_limits
    beside = (bet.main_cents if wager == "tie" else bet.tie_cents) or 0
    others = [other for other in bets if other.spot == bet.spot and other != bet]
    same = [other for other in others if bet.player and other.player == bet.player]
    found: list[tuple[int, Cited]] = [(limits.value.max_cents, limits)] if limits.value.max_cents else []
    for cap, sharing in ((rules.wagers.box_max, others), (rules.wagers.player_max, same)):
        taken = beside + sum((other.main_cents or 0) + (other.tie_cents or 0) for other in sharing)
        if cap.value:
            found.append((max(0, cap.value * 100 - taken), cap))
    return min(found, key=lambda one: one[0]) if found else (None, limits)


def _to_totals(bets: tuple[Bet, ...], rules: Rules) -> Iterator[Objection]:
    """Objections by the operator's caps on the total of a box, and of one player on it."""
    on_spot: Counter[str] = Counter()
    of_player: Counter[str] = Counter()
    for bet in bets:
        cents = (bet.main_cents or 0) + (bet.tie_cents or 0)
        on_spot[said("spot {spot}", spot=bet.spot)] += cents
        whose = (
            said("player {player} on spot {spot}", player=bet.player, spot=bet.spot)
            if bet.player
            else said("spot {spot}{bettor}", spot=bet.spot, bettor=bet.bettor)
        )
        of_player[whose] += cents
    for totals, cap in ((on_spot, rules.wagers.box_max), (of_player, rules.wagers.player_max)):
        for one, total in totals.items():
            if cap.value and total > cap.value * 100:
                yield Objection(
                    said(
                        "{whose} has {amount} down; at most {value}",
                        whose=one,
                        amount=dollars(total),
                        value=cap.value,
                    ),
                    cap.cite,
                )


def most_on(round_: Round, rules: Rules, hand: Hand, wager: Wager) -> tuple[int | None, Cited]:
    """The most that this hand may have on a wager, None if any amount, and the rule that says so."""
    return most_allowed(hand.bet, wager, tuple(other.bet for other in round_.hands), rules)


def may_be_over(round_: Round, rules: Rules, hand: Hand, wager: Wager) -> bool:
    """True if more than the maximum may have lain there at the call."""
    if not rules.interventions or not round_.closed:
        return True
    stake, (most, _) = hand.stake(wager), most_on(round_, rules, hand, wager)
    return most is None or stake is None or stake >= most
