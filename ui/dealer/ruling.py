"""The forms for a ruling: a finding, a remedy, a departure or an intervention, with a signature.

Every page names the ruling and the spot, in the same text as the button. A departure asks for a reason and
for a confirmation that quotes the rule, before the signature.
"""

from msgspec.structs import replace

from dealer_station.engine.decide.interventions import is_intervention, may_be_put_right
from dealer_station.engine.decide.misreads import card_in_question, lying_on_the_felt, reads_of
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import parse_card
from dealer_station.engine.model.table import Hand
from dealer_station.engine.view.ruling_words import ruling_words
from dealer_station.engine.view.table_view import HoldView, view
from dealer_station.rulebooks.citations import addresses_of, cited_in
from ui.dealer.form_context import BY_THE_BOOK, REASONS, FormContext
from ui.dealer.hold_text import why
from ui.dealer.questions import Answers, Choice, Form, Question, cents_of
from ui.dealer.signing import Signed

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
    "unfounded": "FINDING: IT WAS NOT SO",
}
"""The names of all rulings, used when there is no table from which to describe the effect."""


def rule(desk: FormContext, ruling: str) -> Form:
    """The form for a finding, a remedy or an intervention."""
    return Form(lambda answers: _next(desk, ruling, answers), lambda answers: _done(desk, ruling, answers))


def depart(desk: FormContext) -> Form:
    """The form for a departure: ruling, reason, confirmation of the rule, and the highest title's PIN."""

    def ask(answers: Answers) -> Question | None:
        if "ruling" not in answers:
            return _which_departure(desk)
        if question := _details(desk, answers["ruling"], answers):
            return question
        if "because" not in answers:
            subject = subject_of(desk, answers["ruling"], answers)
            return desk.reason_question(subject, OWN_REASONS)
        if "confirm" not in answers:
            return _confirmation(desk, answers)
        if answers["confirm"] == "no":
            return None
        subject = subject_of(desk, answers["ruling"], answers)
        return desk.needs_pin(answers, o.Ruled(answers["ruling"], departs=True), subject)

    def done(answers: Answers) -> str | None:
        return "" if answers["confirm"] == "no" else _done(desk, answers["ruling"], answers, departs=True)

    return Form(ask, done)


ANYBODY = ANY_REASON = "?"
"""Placeholder for the reason, used to try a ruling before the reason has been asked."""
OWN_REASONS = (
    "the camera was looked at",
    "the players agreed",
    "a mistake of the dealer",
    "a fault of a device",
    "the regulator or the management wants it so",
)
"""The reasons for departures and interventions, which cannot be justified by the book."""


def _which_departure(desk: FormContext) -> Question:
    hold = hold_of(desk)
    choices = tuple(
        Choice(one.ruling, desk.say.loud(one.words), desk.say(one.detail))
        for one in hold.choices
        if one.kind == "departure"
    )
    title = desk.say("Depart from {cite}: which ruling?", cite=hold.departs_from)
    # Ask even if only one departure is possible: the person who departs must choose it.
    return Question("ruling", "choices", title, choices, hint=_about(desk), always=True)


def hold_of(desk: FormContext) -> HoldView:
    """The hold that the screen shows, even if another one was raised since."""
    return view(desk.table, desk.rules).holds[0]


def _about(desk: FormContext) -> str:
    """The texts of the hold that the ruling is about."""
    stop = why(hold_of(desk), desk.say)
    return " · ".join(words for words in (stop.words, stop.detail) if words)


def _confirmation(desk: FormContext, answers: Answers) -> Question:
    """The confirmation page of a departure, with the gist of the rule that it breaks."""
    hold, known = hold_of(desk), addresses_of(desk.rules.book.id)
    # A house's own book has no list of addresses, so only the citation is shown.
    gists = [known[one].gist.rstrip(".") for one in cited_in(hold.departs_from) if one in known]
    against = desk.say("This is against {cite}.", cite=hold.departs_from)
    if gists:
        rule = "; ".join(dict.fromkeys(gists))
        against = desk.say("This is against {cite}: {rule}.", cite=hold.departs_from, rule=rule)
    title = desk.title_for(o.Ruled(answers["ruling"], departs=True))
    lines = (
        against,
        desk.say("The book's remedy: {remedy}. Depart all the same?", remedy=hold.book_says),
        desk.say("It is marked in the log, on the dispute sheet and in the day's report, with your name."),
        desk.say("Reason: {reason}. It takes the {authority}.", reason=answers["because"], authority=title),
    )
    choices = (
        Choice("yes", desk.say("DEPART ALL THE SAME")),
        Choice("no", desk.say("KEEP TO THE BOOK")),
    )
    subject = subject_of(desk, answers["ruling"], answers)
    return Question("confirm", "confirm", subject, choices, hint=_about(desk), lines=lines)


def subject_of(desk: FormContext, ruling: str, answers: Answers) -> str:
    """The ruling with all its answers, in the text of its button."""
    hold = desk.table.holds[-1] if desk.table.holds else None
    return desk.say.loud(ruling_words(desk.table, desk.rules, hold, _ruled(ruling, answers)).words)


def _ruled(ruling: str, answers: Answers) -> o.Ruled:
    return o.Ruled(
        ruling,
        tuple(answers.get("hands", "").split()),
        cents_of(answers.get("cents", "")),
        parse_card(answers["card"]) if answers.get("card") else None,
        because=answers.get("because", ""),
        at=answers.get("at", ""),
    )


def _next(desk: FormContext, ruling: str, answers: Answers) -> Question | None:
    if question := _details(desk, ruling, answers):
        return question
    subject = subject_of(desk, ruling, answers)
    if "because" not in answers:
        return desk.reason_question(subject, _reasons(desk, ruling))
    return desk.needs_pin(answers, o.Ruled(ruling), subject)


def _reasons(desk: FormContext, ruling: str) -> tuple[str, ...]:
    """The reasons that may be given; the book is a reason only for a remedy that it contains."""
    if not desk.table.holds and is_intervention(desk.rules, ruling):
        return OWN_REASONS
    has_rule = bool(desk.table.holds) and any(
        one.ruling == ruling and one.cite for one in hold_of(desk).choices
    )
    return REASONS if has_rule else tuple(one for one in REASONS if one != BY_THE_BOOK)


def _details(desk: FormContext, ruling: str, answers: Answers) -> Question | None:
    """The next question about details that the ruling leaves open: hands, amount, card."""
    title = subject_of(desk, ruling, answers)
    hold = desk.table.holds[-1] if desk.table.holds else None
    named = bool(hold and hold.hands) and ruling != "out"
    left = hold is not None and hold.kind == "player_left"
    if ruling in ("void", "out", "pay", "take") and not named and "hands" not in answers:
        hint = desk.say("Which hands?")
        return Question("hands", "several", title, desk.hand_choices(hands_for(desk, ruling)), hint=hint)
    if ruling in ("pay", "take") and not left and "cents" not in answers:

        def objection(cents: str) -> str:
            made = replace(_ruled(ruling, {**answers, "cents": cents}), by=ANYBODY, because=ANY_REASON)
            if "ruling" in answers:
                made = replace(made, departs=True, confirmed=hold_of(desk).departs_from)
            return desk.objection(made)

        return Question("cents", "money", title, hint=desk.say("How much?"), objection=objection)
    if ruling == "correct" and (earlier := _earlier_reads(desk)) and "at" not in answers:
        return Question("at", "choices", title, earlier, hint=desk.say("Which read was wrong?"))
    if ruling == "correct" and "card" not in answers:
        return Question("card", "card", title, hint=desk.say("Which card is it?"))
    return None


def hands_for(desk: FormContext, ruling: str) -> tuple[Hand, ...]:
    """The hands that a ruling can apply to: a settled hand can be corrected, an unsettled one voided."""
    table = desk.table
    if ruling in ("void", "out"):
        return tuple(
            hand for hand in table.round.hands if not any(line.wager == "main" for line in hand.lines)
        )
    round_ = table.round if table.round.hands or table.last is None else table.last
    if table.holds:
        return round_.hands
    return tuple(hand for hand in round_.hands if may_be_put_right(round_, hand))


def _earlier_reads(desk: FormContext) -> tuple[Choice, ...]:
    """The reads that may be wrong: of an impossible card also earlier ones, if its face may be known."""
    hold = desk.table.holds[-1] if desk.table.holds else None
    card = card_in_question(desk.table)
    if hold is None or hold.kind != "impossible_card" or card is None:
        return ()
    if not hold.has_card:
        draws = desk.table.round.draws
        lying = lying_on_the_felt(desk.table, desk.rules)
        return tuple(
            Choice(read.at, desk.say(read.words), desk.say("{card}", card=draws[read.draw or 0].card))
            for read in reversed(lying)
        )
    if not hold.detail:
        return ()  # No choices while a face is hidden.
    reads = reads_of(desk.table, card)
    return (
        Choice("", desk.say("this card")),
        *(Choice(read.at, desk.say(read.words)) for read in reads if read.draw != hold.draw),
    )


def _done(desk: FormContext, ruling: str, answers: Answers, *, departs: bool = False) -> str | None:
    about = desk.table.holds[-1].raised if desk.table.holds else 0
    made = replace(_ruled(ruling, answers), about=about)
    if departs:
        made = replace(made, departs=True, confirmed=hold_of(desk).departs_from)

    def ruled(by: Signed) -> None:
        desk.tell(replace(made, by=by.name), "floor", by)

    return desk.sign(answers, made, ruled)
