"""A tied player's answer: war or surrender, with the wagers that accompany it."""

from dealer_station.engine.due.step_types import Due, Offer
from dealer_station.engine.due.wagers import Objection, objection_to_war_tie
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import HandName
from dealer_station.engine.model.table import Round, Table
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.words.prompts import not_now

Answer = tuple[Event, ...] | Objection


def answered(table: Table, rules: Rules, step: Due, seen: o.Answered) -> Answer:
    """The answer to war or surrender; a tie wager may join until the first card of the war deal."""
    name = said("spot {spot}{bettor}", spot=seen.spot, bettor=seen.bettor)
    if seen.choice == "surrender" and seen.war_tie_cents != 0:
        return Objection(
            said("{name} surrenders: there is no war deal to wager on", name=name),
            rules.settlement.surrender.cite,
        )
    if objection := objection_to_war_tie(seen.war_tie_cents, rules):
        return objection
    if objection := _war_is_not_posted(table, rules, seen):
        return objection
    chosen = e.OptionChosen(seen.spot, seen.bettor, seen.choice, seen.war_tie_cents)
    if isinstance(step, Offer) and (step.hand.spot, step.hand.bettor) == (seen.spot, seen.bettor):
        return (chosen,)
    if seen.war_tie_cents != 0 and _may_add_war_tie(table, seen) and not table.holds:
        if war_tie_is_open(table.round, rules):
            return (chosen,)
        closed = rules.war.war_tie_closes
        return Objection(
            said("{name}: the war wagers are confirmed; no tie wager joins", name=name), closed.cite
        )
    if isinstance(step, Offer):
        return Objection(
            said("spot {name} is asked now, not {name2}", name=step.hand.name, name2=name), step.rule.cite
        )
    return not_now(step, rules, "{name} was not asked. First: {do}", name=name)


def _war_is_not_posted(table: Table, rules: Rules, seen: o.Answered) -> Objection | None:
    """The objection to a war wager that does not equal the main wager; the player can only surrender."""
    hand = next(
        (hand for hand in table.round.hands if hand.name == str(HandName(seen.spot, seen.bettor))), None
    )
    if hand is None or seen.posted_cents is None or hand.bet.main_cents in (None, seen.posted_cents):
        return None
    wanted = dollars(hand.bet.main_cents or 0)
    words = said(
        "spot {name}: the {war_wager} is {wanted}, no more and no less",
        name=hand.name,
        war_wager=rules.terms.war_wager.value,
        wanted=wanted,
    )
    return Objection(
        said("{words}; a player who cannot place it can only surrender", words=words),
        rules.war.war_wager.cite,
    )


def war_tie_is_open(round_: Round, rules: Rules) -> bool:
    """True if a tie wager may still join the war: until its first card, or until it is confirmed."""
    if rules.war.war_tie_closes.value == "war_confirmed":
        return not round_.has_done("confirm_war")
    return rules.war.war_tie_closes.value == "first_war_card"


def _may_add_war_tie(table: Table, seen: o.Answered) -> bool:
    """True while a player at war without a tie wager may still place one."""
    round_ = table.round
    return not any(drawn.deal == "war" for drawn in round_.draws) and any(
        hand.choice == "war" and hand.war_tie_cents == 0 and hand.bet.spot == seen.spot
        for hand in round_.hands
        if hand.bet.bettor == seen.bettor
    )
