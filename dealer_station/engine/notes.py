"""What a prompt says beside the step itself: what else the dealer should know, and whose step it is."""

from dealer_station.engine import irregular
from dealer_station.engine.dues import AwaitRuling, Draw, Due, Offer, Perform, Settle
from dealer_station.engine.rule_sections import Rule
from dealer_station.engine.rules import Rules
from dealer_station.engine.sentences import joined, said
from dealer_station.engine.table import Hand
from dealer_station.engine.wagers import dollars

BY_THE_FLOOR = ("validate_progressive", "verify_inspection", "inspect_independently")

OF_A_SHUFFLE = ("shuffle", "offer_cut", "cut", "place_cut_card", "load")
"""Steps that a book without a rule for them leaves to its first-line authority."""


def role(step: Due, rules: Rules) -> str:
    """Whose name and PIN a step needs: whom the book names for it, or its first-line authority."""
    if isinstance(step, AwaitRuling):
        return irregular.authority_for(step.hold.kind, rules)
    named = isinstance(step, Perform) and (step.step in BY_THE_FLOOR or _has_no_rule(step))
    return rules.roles.role_map.value[0] if named else ""


def note(step: Due, rules: Rules) -> str:
    """Whatever must be known before the hands move; nothing where the step says it all."""
    match step:
        case AwaitRuling():
            parts = (_whose_rulings(step, rules), _late_courtesy(step, rules))
            return joined(" ", (part for part in parts if part))
        case Settle(lines=lines) if any(line.action == "half" and (line.cents or 0) % 100 for line in lines):
            # Half a wager is paid to the cent, also where whole dollars cannot.
            return _of_the_book(rules.settlement.odd_halves)
        case Offer(hand) if hand.reopened:
            return _asked_again(hand, rules)
        case Draw(None, "war"):
            return _reading_of_the_burns(rules)
        case Perform():
            return _of_performing(step, rules)
        case _:
            return ""


def _whose_rulings(step: AwaitRuling, rules: Rules) -> str:
    """Rulings that the book gives to somebody else than who is called."""
    out = rules.irregularities.players_out_option
    rulings = (*step.rulings, *(("out",) if step.rule.cite == out.cite and "out" not in step.rulings else ()))
    here, others = irregular.authority_for(step.hold.kind, rules), irregular.called_for(rules)
    titles = dict.fromkeys(others[ruling] for ruling in rulings if others.get(ruling, here) != here)
    whose = [
        said(
            "{rulings}: only the {title}",
            rulings=joined(
                " and ", (ruling.replace("_", " ") for ruling in rulings if others.get(ruling) == title)
            ),
            title=title,
        )
        for title in titles
    ]
    return (
        joined("", (joined("; ", whose), said(" ({cite}).", cite=rules.roles.called_for.cite)))
        if whose
        else ""
    )


def _late_courtesy(step: AwaitRuling, rules: Rules) -> str:
    if not step.courtesy_comes_late or "out" not in step.rulings:
        return ""
    cite = rules.irregularities.players_out_option.cite
    return said(
        "The dealer's card has been seen: whoever steps out now does not choose blind. Is logged ({cite}).",
        cite=cite,
    )


def _asked_again(hand: Hand, rules: Rules) -> str:
    """The player may have seen what comes next, so somebody of the floor is there."""
    taken = "the half that was taken" if hand.half_back is None else dollars(hand.half_back)
    back = said("Put {taken} back on the wager first. ", taken=taken) if hand.half_back != 0 else ""
    return said(
        "{back}Call the {authority}: this player is asked again",
        back=back,
        authority=rules.roles.role_map.value[0],
    )


def _reading_of_the_burns(rules: Rules) -> str:
    """Where the text can be read in two ways, the dealer sees which one this table plays by."""
    burns = rules.war.war_burn
    if burns.status != "interpretive":
        return ""
    who = "The operator's choice" if "war_burn" in dict(rules.options) else "Our default"
    chosen = burns.value.replace("_", " ")
    return said(
        "{who}: three burns {chosen}; the text can be read in another way too ({cite}, interpretive)",
        who=who,
        chosen=chosen,
        cite=burns.cite,
    )


def _of_performing(step: Perform, rules: Rules) -> str:
    if step.move is not None:
        # The step names the chips; here stands what they put right.
        known = irregular.CATALOGUE.get(step.move.kind)
        return known.words if known else ""
    facing, opening = rules.pickup.return_facing, rules.opening
    if _has_no_rule(step):
        return said(
            "{book} has no rule for this: call the {authority}",
            book=rules.book.title,
            authority=rules.roles.role_map.value[0],
        )
    if step.step in ("load_shuffler", "return_cards") and facing.value != "unspecified":
        confirmed = "return_facing" in dict(rules.options)
        who = "The operator confirmed this" if confirmed else "The operator has not confirmed this yet"
        how_sure = said("({cite}, {status})", cite=facing.cite, status=facing.status)
        return joined(" ", (facing.note, who, how_sure))
    apart = opening.batches_apart
    new_cards = step.rule.value in (opening.player_inspection.value, opening.wash.value)
    in_batches = rules.cards.card_supply.value == "two_batch_shuffler" and bool(apart.value)
    if in_batches and new_cards and step.step in ("spread_for_player", "stack", "wash"):
        return _of_the_book(apart)
    return ""


def _of_the_book(rule: Rule[str]) -> str:
    """What a profile says of it in a sentence, with its address."""
    return said("{words} ({cite})", words=rule.value, cite=rule.cite)


def _has_no_rule(step: Perform) -> bool:
    return step.step in OF_A_SHUFFLE and step.rule.status == "silent"
