"""The end of a round, and what was left for it: a shuffle, a question, other cards."""

from typing import get_args

from dealer_station.engine import events as e
from dealer_station.engine.drawing import cut_card_place
from dealer_station.engine.events import Event
from dealer_station.engine.facts import Cause, Hold
from dealer_station.engine.rules import Rules
from dealer_station.engine.table import Table


def ending(table: Table, rules: Rules) -> tuple[Event, ...]:
    """Events that end a round: its outcome, then the shuffle or the questions that waited for it."""
    round_ = table.round
    ended = e.RoundEnded("void" if round_.voided else "complete")
    causes: list[Cause] = [cause for cause in get_args(Cause) if f"shuffle {cause}" in round_.later]
    if round_.cut_card and rules.deal.cutcard_mid_round.value != "finish_then_ask":
        causes.append("cut_card")
    supply = rules.cards.card_supply.value
    if "shuffler_fault" in causes and supply == "two_batch_shuffler":
        causes.remove("shuffler_fault")  # It was the other batch: the one in the shoe is dealt on.
    device_failed = supply == "csm" and table.shuffler == "out_of_order"
    if device_failed and not table.shoe.by_hand:
        causes.append("shuffler_fault")
    if causes:
        cause = "replaced" if "replaced" in causes else causes[0]
        # Whatever else asks for the shuffle, who cuts depends on where the cut card came out (MA §5(c)(2)).
        return (ended, e.CardsTakenOut(cause, None if cause == "replaced" else cut_card_place(round_)))
    questions = [later.split()[1] for later in round_.later if later.startswith("ask ")]
    if round_.cut_card:
        questions.append("cut_card")
    return (ended, *(e.HoldRaised(Hold(kind)) for kind in dict.fromkeys(questions)))
