"""The forms for a ruling: a finding, a remedy, a departure or an intervention, with a signature.

Every page names the ruling and the spot, in the same text as the button. A departure asks for a reason and
for a confirmation that quotes the rule, before the signature.
"""

from collections.abc import Callable

from msgspec.structs import replace

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import parse_card
from dealer_station.engine.model.kinds import FINDINGS, HoldKind, as_ruling
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.view.ruling_details import (
    chips_that_count,
    chooses_hands,
    counts_although_cards_are_out,
    departs_from,
    hands_for,
    is_an_intervention,
    reads_in_question,
)
from dealer_station.engine.view.ruling_words import ruling_in_full, ruling_words
from dealer_station.engine.view.table_view import HoldView, view
from dealer_station.people.sign_in import Signed
from dealer_station.rulebooks.book_addresses import gists_cited
from ui.dealer.form_context import BY_THE_BOOK, REASONS, FormContext
from ui.dealer.forms import Answers, Choice, Form, Question, cents_of, in_capital
from ui.dealer.stopped_table_texts import why

RULINGS: dict[str, str] = {
    "play_on": "PLAY ON",
    "burn": "BURN IT",
    "discard": "TO THE RACK",
    "forward": "MOVE FORWARD",
    "dealer_next": "DEALER'S CARD",
    "void_round": "VOID THE ROUND",
    "void": "VOID A HAND",
    "out": "ALLOW PLAYERS OUT OF THE HAND",
    "reshuffle": "RESHUFFLE",
    "reconstruct": "RECONSTRUCT",
    "correct": "CORRECT THE CARD",
    "pay": "PAY",
    "take": "TAKE",
    "accept": "ACCEPT",
    "refuse": "REFUSE",
    "unfounded": "FINDING: REPORT MISTAKEN",
    "withdraw": "FINDING: NO CAUSE",
}
"""The names of all rulings, used when there is no table from which to describe the effect."""


def rule(context: FormContext, name: str) -> Form:
    """The form for a finding, a remedy or an intervention; after its name, the number of early cards."""
    ruling, _, cards = name.partition(" ")

    def ask(answers: Answers) -> Question | None:
        return _next(context, ruling, {**answers, "cards": cards})

    def done(answers: Answers) -> str | None:
        if answers.get("confirm") == "no":
            return ""
        return _done(context, ruling, {**answers, "cards": cards})

    return Form(ask, done)


def depart(context: FormContext) -> Form:
    """The form for a departure: ruling, reason, confirmation of the rule, and the highest title's PIN."""

    def ask(answers: Answers) -> Question | None:
        if "ruling" not in answers:
            return _which_departure(context)
        if question := _details(context, answers["ruling"], answers):
            return question
        if "because" not in answers:
            subject = subject_of(context, answers["ruling"], answers)
            return context.reason_question(subject, OWN_REASONS)
        if "confirm" not in answers:
            return _confirmation(context, answers)
        if answers["confirm"] == "no":
            return None
        full = sentence_of(context, answers["ruling"], answers)
        return context.needs_pin(answers, o.Ruled(as_ruling(answers["ruling"]), departs=True), full)

    def done(answers: Answers) -> str | None:
        return "" if answers["confirm"] == "no" else _done(context, answers["ruling"], answers, departs=True)

    return Form(ask, done)


ANYBODY = ANY_REASON = "?"
"""Placeholder for the reason, used to try a ruling before the reason has been asked."""
OWN_REASONS = (
    "the camera recording was checked",
    "the players agreed",
    "a dealer's mistake",
    "a device fault",
    "the regulator or the management requires it",
)
"""The reasons for departures and interventions, which cannot be justified by the book."""


def _which_departure(context: FormContext) -> Question:
    hold = hold_of(context)
    choices = tuple(
        Choice(one.ruling, context.say.loud(one.words), context.say(one.detail))
        for one in hold.choices
        if one.kind == "departure"
    )
    title = context.say("Depart from {cite}: which ruling?", cite=hold.departs_from)
    # Ask even if only one departure is possible: the person who departs must choose it.
    return Question("ruling", "choices", title, choices, hint=_about(context), always=True)


def hold_of(context: FormContext) -> HoldView:
    """The hold that the screen shows, even if another one was raised since."""
    return view(context.table, context.book.rules).holds[0]


def _about(context: FormContext) -> str:
    """The texts of the hold that the ruling is about."""
    stop = why(hold_of(context), context.say)
    return " · ".join(words for words in (stop.words, stop.detail) if words)


def _confirmation(context: FormContext, answers: Answers) -> Question:
    """The confirmation page of a departure, with the gist of the rule that it breaks."""
    hold = hold_of(context)
    # A house's own book has no list of addresses, so only the citation is shown.
    cite = _departs_from(context, answers)
    cited = gists_cited(context.book.id, cite, context.say.language)
    gists = [gist.rstrip(".") for gist in cited.values()]
    against = context.say("This is against {cite}.", cite=cite)
    if gists:
        rule = "; ".join(dict.fromkeys(gists))
        against = context.say("This is against {cite}: {rule}.", cite=cite, rule=rule)
    title = context.title_for(o.Ruled(as_ruling(answers["ruling"]), departs=True))
    lines = (
        against,
        context.say("The book's remedy: {remedy}. Depart anyway?", remedy=hold.book_says),
        context.say("It is marked in the log, on the dispute sheet and in the day's report, with your name."),
        context.say(
            "Reason: {reason}. This needs the {authority}.", reason=answers["because"], authority=title
        ),
    )
    choices = (
        Choice("yes", context.say("DEPART ANYWAY")),
        Choice("no", context.say("KEEP TO THE BOOK")),
    )
    subject = subject_of(context, answers["ruling"], answers)
    return Question("confirm", "confirm", subject, choices, hint=_about(context), lines=lines, warns=True)


def subject_of(context: FormContext, ruling: str, answers: Answers) -> str:
    """The ruling with all its answers, in the text of its button."""
    hold = context.table.holds[-1] if context.table.holds else None
    return context.say.loud(
        ruling_words(context.table, context.book.rules, hold, _ruled(ruling, answers)).words
    )


def sentence_of(context: FormContext, ruling: str, answers: Answers) -> str:
    """The ruling in full with all its answers: the sentence that is signed."""
    hold = context.table.holds[-1] if context.table.holds else None
    made = _ruled(ruling, answers)
    return in_capital(context.say(ruling_in_full(context.table, context.book.rules, hold, made)))


def _ruled(ruling: str, answers: Answers) -> o.Ruled:
    return o.Ruled(
        as_ruling(ruling),
        tuple(answers.get("hands", "").split()),
        cents_of(answers.get("cents", "")),
        parse_card(answers["card"]) if answers.get("card") else None,
        because=answers.get("because", ""),
        at=answers.get("at", ""),
        cards=int(answers.get("cards") or 0),
    )


def _next(context: FormContext, ruling: str, answers: Answers) -> Question | None:
    if question := _details(context, ruling, answers):
        return question
    full, made = sentence_of(context, ruling, answers), o.Ruled(as_ruling(ruling))
    if counts_although_cards_are_out(context.table, context.book.rules, ruling):
        subject = subject_of(context, ruling, answers)
        if "because" not in answers:
            return context.reason_question(subject, _reasons(context, ruling))
        if "confirm" not in answers:
            return _counting(context, subject, answers)
        return None if answers["confirm"] == "no" else context.needs_pin(answers, made, full)
    if "pin" in answers:
        return None
    reasons = _reasons(context, ruling)
    why_so = context.reason_part(reasons, _likely_reason(context, ruling))
    about = _about(context) if context.table.holds else ""
    hint = " · ".join(words for words in (about, _cite_of(context, ruling)) if words)
    return context.signature(made, full, (why_so,), hint)


def _likely_reason(context: FormContext, ruling: str) -> str:
    """The reason that is marked at first: the book's paragraph, or what kind of stop it is."""
    if _cite_of(context, ruling):
        return BY_THE_BOOK
    if ruling in FINDINGS or not context.table.holds:
        return ""
    kind = context.table.holds[-1].kind
    if kind in OF_A_DEVICE:
        return "a device fault"
    return "a dealer's mistake" if kind in OF_THE_DEALER else ""


def _cite_of(context: FormContext, ruling: str) -> str:
    """The paragraph of a remedy; empty where the text is silent, and for an intervention."""
    if not context.table.holds:
        return ""
    return next((one.cite for one in hold_of(context).choices if one.ruling == ruling), "")


OF_A_DEVICE: tuple[HoldKind, ...] = ("device", "shuffler_fault", "unreadable", "count", "impossible_card")
OF_THE_DEALER: tuple[HoldKind, ...] = (
    *("drawn_unseen", "drawn_exposed", "card_not_due", "burn_exposed", "burn_forgotten", "missed_spot"),
    *("empty_spot", "misplaced", "option_missed", "wrong_pay", "cut_card_missing", "cut_card_overrun"),
)
"""Stops whose cause is known from their kind; the reason is marked, and whoever signs may mark another."""


def _counting(context: FormContext, subject: str, answers: Answers) -> Question:
    """The confirmation page of a finding that makes chips count: how many, and with whose name."""
    hold, title = context.table.holds[-1], context.title_for(o.Ruled("unfounded"))
    counts = context.say(
        "{amount} more count on spot {name} although the cards are out.",
        amount=dollars(chips_that_count(context.table, context.book.rules)),
        name=", ".join(hold.hands),
    )
    lines = (
        counts,
        context.say("It is marked in the log, on the dispute sheet and in the day's report, with your name."),
        context.say(
            "Reason: {reason}. This needs the {authority}.", reason=answers["because"], authority=title
        ),
    )
    choices = (Choice("yes", context.say("THEY COUNT")), Choice("no", context.say("BACK TO THE QUESTION")))
    return Question("confirm", "confirm", subject, choices, hint=_about(context), lines=lines, warns=True)


def _reasons(context: FormContext, ruling: str) -> tuple[str, ...]:
    """The reasons that may be given; the book is a reason only for a remedy that it contains."""
    table, rules = context.table, context.book.rules
    if is_an_intervention(table, rules, ruling) or counts_although_cards_are_out(table, rules, ruling):
        return OWN_REASONS
    return REASONS if _cite_of(context, ruling) else tuple(one for one in REASONS if one != BY_THE_BOOK)


def _details(context: FormContext, ruling: str, answers: Answers) -> Question | None:
    """The next question about details that the ruling leaves open: hands, amount, card."""
    title = subject_of(context, ruling, answers)
    hold = context.table.holds[-1] if context.table.holds else None
    left = hold is not None and hold.kind == "player_left"
    if chooses_hands(context.table, ruling) and "hands" not in answers:
        departs = "ruling" in answers
        hands = context.hand_choices(hands_for(context.table, context.book.rules, ruling, departs=departs))
        return Question("hands", "several", title, hands, hint=context.say("Which hands?"))
    if ruling in ("pay", "take") and not left and "cents" not in answers:

        def check(cents: str, then: Callable[[str], None]) -> None:
            made = replace(_ruled(ruling, {**answers, "cents": cents}), by=ANYBODY, because=ANY_REASON)
            if "ruling" in answers:
                made = replace(made, departs=True, confirmed=_departs_from(context, answers))
            context.ask(made, then)

        return Question("cents", "money", title, hint=context.say("How much?"), check=check)
    if ruling == "correct" and (earlier := _earlier_reads(context)) and "at" not in answers:
        return Question("at", "choices", title, earlier, hint=context.say("Which read was wrong?"))
    if ruling == "correct" and "card" not in answers:
        return Question("card", "card", title, hint=context.say("Which card is it?"))
    return None


def _departs_from(context: FormContext, answers: Answers) -> str:
    """The paragraphs that a departure departs from, for the hands that were chosen."""
    return departs_from(context.table, context.book.rules, _ruled(answers["ruling"], answers))


def _earlier_reads(context: FormContext) -> tuple[Choice, ...]:
    """The reads that may be wrong: of an impossible card also earlier ones, if its face may be known."""
    return tuple(
        Choice(
            read.at,
            context.say(read.words),
            context.say("{card}", card=read.card) if read.card else "",
            read.lies,
        )
        for read in reads_in_question(context.table, context.book.rules)
    )


def _done(context: FormContext, ruling: str, answers: Answers, *, departs: bool = False) -> str | None:
    about = context.table.holds[-1].raised if context.table.holds else 0
    made = replace(_ruled(ruling, answers), about=about)
    if departs:
        made = replace(made, departs=True, confirmed=_departs_from(context, answers))

    def ruled(by: Signed) -> None:
        context.tell(replace(made, by=by.name), "floor", by)

    return context.sign(answers, made, ruled)
