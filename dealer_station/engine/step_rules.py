"""Which rules of a book ask for each step: the address of every prompt."""

from dealer_station.engine.dues import Cited
from dealer_station.engine.rules import Rules


def citations_by_step(rules: Rules) -> dict[str, tuple[str, ...]]:
    """The citations behind each step that can be due under this book; a step that cannot be is left out."""
    return {
        step: tuple(dict.fromkeys(rule.cite for rule in asked))
        for step, asked in _asked_by(rules).items()
        if asked
    }


def _asked_by(rules: Rules) -> dict[str, list[Cited]]:
    burns = [
        rule
        for rule, wanted in (
            (rules.burns.opening_burn, rules.burns.opening_burn.value not in ("none", "off")),
            (rules.burns.dealer_change_burn, rules.burns.dealer_change_burn.value == "one"),
            (rules.war.deal[0], rules.war.war_burn.value != "none"),
        )
        if wanted
    ]
    settlement, war = rules.settlement, rules.war
    pickups = [war.pre_war_pickup] if war.pre_war_pickup.value != "none_until_end" else []
    return {
        "ruling": [rules.roles.role_map, rules.irregularities.error_doctrine],
        "shuffle": [rules.shuffle.when, rules.deal.cutcard_first_card],
        "burn": burns,
        "bets": [rules.wagers.deadline],
        "call": [rules.wagers.close_call],
        "deal": [rules.deal.order, war.deal[0]],
        "turn_dealer_card": _if(
            rules.deal.dealer_card_reveal.value != "face_up", rules.deal.dealer_card_reveal
        ),
        "settle": [
            *(settlement.higher, settlement.lower, settlement.tied, settlement.surrender),
            *(war.won, war.lost, war.tied, settlement.void),
        ],
        "offer": [settlement.tie_options],
        "match_war": _if(war.war_stake.value == "dealer_matches" or bool(war.war_stake.open), war.war_stake),
        "confirm_war": _if(war.war_confirm.value == "on", war.war_confirm),
        "pick_up": [*pickups, rules.pickup.end_pickup],
        "return_cards": _if(
            "csm" in (rules.cards.card_supply.value, *rules.cards.card_supply.open),
            rules.pickup.return_to_device,
        ),
    }


def _if(can_be: bool, rule: Cited) -> list[Cited]:
    return [rule] if can_be else []
