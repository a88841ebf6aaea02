"""Prompt notes: additional information about a step, and the title of the person who does it."""

from dealer_station.engine.due import irregularity_kinds
from dealer_station.engine.due.step_types import AwaitRuling, Draw, Due, Offer, Perform, Settle
from dealer_station.engine.model.translatable_sentences import joined, said
from dealer_station.engine.model.values import Line
from dealer_station.engine.rulebook.rule_sections import NO_RULE, Rule
from dealer_station.engine.rulebook.rules import Rules

BY_THE_FLOOR = ("validate_progressive", "verify_inspection", "inspect_independently")

OF_A_SHUFFLE = ("shuffle", "offer_cut", "cut", "place_cut_card", "load")
"""Steps that a book without a rule for them leaves to its first-line authority."""

SHOE_IS_EMPTY = "The shoe is empty. The cards and wagers on the layout stay as they are."
"""Note on a shuffle in the middle of a round."""


def role(step: Due, rules: Rules) -> str:
    """The title whose name and PIN a step needs: the book's own for it, or the first-line authority."""
    if isinstance(step, AwaitRuling):
        return irregularity_kinds.authority_for(step.hold.kind, rules)
    named = isinstance(step, Perform) and (step.step in BY_THE_FLOOR or _has_no_rule(step))
    return rules.roles.role_map.value[0] if named else ""


def note(step: Due, rules: Rules) -> str:
    """The note to read before moving any chips; empty if the prompt suffices."""
    match step:
        case Draw():
            return _of_drawing(step, rules)
        case Settle(lines=lines):
            return _of_settling(lines, rules)
        case Perform():
            why = SHOE_IS_EMPTY if step.in_round else ""
            parts = [part for part in (why, _of_performing(step, rules)) if part]
            return joined(" ", parts) if parts else ""
        case Offer(hand) if hand.reopened:
            # The player may have seen the next card, so a member of the floor must be present.
            title = rules.roles.role_map.value[0]
            return said("Call the {authority}: this player is asked again", authority=title)
        case AwaitRuling():
            parts = [part for part in (_whose_rulings(step, rules), _late_courtesy(step, rules)) if part]
            return joined(" ", parts) if parts else ""
        case _:
            return ""


def _of_drawing(step: Draw, rules: Rules) -> str:
    """A note on a burn; other cards need none."""
    if step.place is not None:
        return ""
    if step.deal == "war":
        return _reading_of_the_burns(step, rules)
    viewable = rules.burns.opening_burn_viewable
    if step.deal == "opening" and viewable.value == "on":
        return said("Players may see it on request ({cite})", cite=viewable.cite)
    return ""


def _of_settling(lines: tuple[Line, ...], rules: Rules) -> str:
    """A note on half of an odd wager, which is paid to the cent, or else on a toke that has won."""
    toke = ""
    for line in lines:
        if line.action == "half" and (line.cents or 0) % 100:
            return _of_the_book(rules.settlement.odd_halves)
        if line.wager == "toke" and line.action == "pay":
            toke = toke or said("Take the toke down together with its payoff ({cite})", cite=line.cite)
    return toke


def _whose_rulings(step: AwaitRuling, rules: Rules) -> str:
    """A note on rulings that the book gives to a title other than the one called."""
    rulings = step.rulings
    here, others = irregularity_kinds.authority_for(step.hold.kind, rules), rules.roles.titles_called
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
        "The dealer's card is known: players who step out now do not choose blind. This is logged ({cite}).",
        cite=cite,
    )


def _reading_of_the_burns(step: Draw, rules: Rules) -> str:
    """Note that says which of two readings of the text this table follows."""
    burns = rules.war.war_burn
    if step.rule.status != "interpretive":
        return ""
    return said(
        "Three burns {chosen}, as the operator chose ({cite} can be read both ways)"
        if "war_burn" in dict(rules.options)
        else "Three burns {chosen}: our reading, until the operator chooses ({cite} can be read both ways)",
        chosen="before each card of the war" if burns.value == "before_each_recipient" else burns.value,
        cite=burns.cite,
    )


def _of_performing(step: Perform, rules: Rules) -> str:
    if step.move is not None:
        # The step names the chips; the note says what they correct.
        kind = step.move.ruled.kind if step.move.ruled else ""
        known = irregularity_kinds.CATALOGUE.get(kind) or irregularity_kinds.CATALOGUE.get(step.move.kind)
        return known.words if known else ""
    facing, opening = rules.pickup.return_facing, rules.opening
    if _has_no_rule(step):
        return said(
            "{book} has no rule for this. Call the {authority}",
            book=rules.book.title,
            authority=rules.roles.role_map.value[0],
        )
    if step.step in ("load_shuffler", "return_cards") and facing.value != "unspecified":
        return _which_way_up(rules)
    if step.step == "load_shuffler" and _takes_cut_card_out(rules):
        return said(
            "Lay the {cut_card} to one side of the table first ({cite})",
            cut_card=rules.terms.cut_card.value,
            cite=rules.cards.continuous_shuffler.for_step("load_shuffler").cite,
        )
    if step.step == "take_batch" and step.new_game and (stored := _stored_meanwhile(rules)):
        return stored
    if step.step == "offer_cut" and rules.cut.offer_way.value:
        return _of_the_book(rules.cut.offer_way)
    if step.step == "place_cut_card" and _second_card_is_told(rules):
        return _of_the_book(rules.cut.second_cut_card)
    apart = opening.batches_apart
    new_cards = step.rule.value in (opening.player_inspection.value, opening.wash.value)
    in_batches = rules.cards.card_supply.value == "two_batch_shuffler" and bool(apart.value)
    if in_batches and new_cards and step.step in ("spread_for_player", "stack", "wash"):
        return _of_the_book(apart)
    return ""


def _stored_meanwhile(rules: Rules) -> str:
    """A note for books that store the second batch in the device: at the opening it lies on the table."""
    both = rules.cards.batch_rules
    load = both.for_step("load_shuffler")
    if load is both:
        return ""
    return said(
        "Then put the other batch into the shuffler: it is shuffled and stored while this one is dealt"
        " ({cite})",
        cite=load.cite,
    )


def _which_way_up(rules: Rules) -> str:
    """A note that says if the operator has confirmed the orientation of the cards for this device."""
    facing = rules.pickup.return_facing
    confirmed = "return_facing" in dict(rules.options)
    return said(
        "The manual says face up ({cite}); the operator confirmed {way} for this device"
        if confirmed
        else "The manual says face up ({cite}); {way} for this device is not confirmed yet: ask",
        cite=facing.cite,
        way=facing.value.replace("_", " "),
    )


def _takes_cut_card_out(rules: Rules) -> bool:
    """Cards that were cut on their way into a continuous shuffler go in without the cut card."""
    cut = rules.cut.cut_policy.value == "operator_may_offer"
    return cut and rules.cards.card_supply.value == "csm"


def _second_card_is_told(rules: Rules) -> bool:
    """True if the note must mention a second cut card, which has no separate step."""
    second = rules.cut.second_cut_card
    return rules.cards.cut_cards.value == 2 and bool(second.value) and second.status != "stated"


def _of_the_book(rule: Rule[str]) -> str:
    """A sentence of the profile, with its citation."""
    words = rule.value.rstrip(".")
    return words if rule.cite == NO_RULE.cite else said("{words} ({cite})", words=words, cite=rule.cite)


def _has_no_rule(step: Perform) -> bool:
    return step.step in OF_A_SHUFFLE and step.rule.status == "silent"
