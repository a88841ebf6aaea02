"""The form for a report: the irregularities that are possible now, the place and the amount."""

from typing import Literal

from msgspec.structs import replace

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card, parse_card
from dealer_station.engine.model.kinds import HoldKind, as_hold_kind
from dealer_station.engine.model.observations import HandName
from dealer_station.engine.model.values import DEALER
from dealer_station.engine.view.reports_view import (
    ASKS,
    IRREGULARITIES,
    ReportEffect,
    another_bettor,
    burns_in_question,
    cards_lying,
    held_face,
    report_effect,
    report_hands,
    report_spots,
    reports,
    rule_about,
    wagers_on_layout,
    wagers_over_limit,
    wrong_places,
)
from ui.dealer.form_context import FormContext
from ui.dealer.forms import Answers, Choice, Form, Question, Tile, cents_of, in_capital
from ui.dealer.report_groups import GROUPS, LIKELIEST, group_of, moment_of

SEEN_BY_THE_DEALER = {"impossible_card": "The screen shows the wrong card"}
"""The dealer's name for an irregularity that the station otherwise detects by counting cards."""
WITH_AN_AMOUNT = ("over_limit", "late_wager", "altered_wager")
"""Irregularities for which the amount on the layout is asked."""

WHICH_CARD = {"face_up": "Which card lay face up?", "damaged_card": "Which card is damaged?"}
"""Irregularities for which the card is asked."""

WAGERS: dict[str, Literal["main", "tie", "war_tie"]] = {"main": "main", "tie": "tie", "war_tie": "war_tie"}


def report(context: FormContext, **known: str) -> Form:
    """The form from `something is wrong` to the report."""
    # Each question tries what its answers would do, so it is made once and not on every redraw.
    asked: dict[tuple[tuple[str, str], ...], Question | None] = {}

    def ask(answers: Answers) -> Question | None:
        so_far = tuple(answers.items())
        if so_far not in asked:
            asked[so_far] = _next(context, answers)
        return asked[so_far]

    return Form(ask, lambda answers: _done(context, answers), **known)


def key_in(context: FormContext) -> Form:
    """The form for a card that the reader could not read."""
    return report(context, kind="unreadable")


def words_of(kind: str) -> str:
    """The dealer's name for a kind of irregularity."""
    return SEEN_BY_THE_DEALER.get(kind, IRREGULARITIES[kind])


def _next(context: FormContext, answers: Answers) -> Question | None:
    if "kind" not in answers:
        return _what_happened(context)
    return _details(context, answers) or _confirmation(context, answers)


def _what_happened(context: FormContext) -> Question:
    """The reports that are possible now: the three likeliest and five groups, each at its fixed place."""
    now = context.now
    likeliest = LIKELIEST[moment_of(now.step, preparing=bool(now.being_prepared))]

    def tile(kind: HoldKind) -> Choice:
        group = group_of(kind)
        rank = likeliest.index(kind) if kind in likeliest else -1
        place = Tile(group.name, group.glyph, group.kinds.index(kind), rank)
        return Choice(kind, context.say(words_of(kind)), tile=place)

    groups = tuple(
        Choice(group.name, context.say(group.text), tile=Tile(group.name, group.glyph, number))
        for number, group in enumerate(GROUPS)
    )
    kinds = tuple(map(tile, reports(context.table, context.book.rules)))
    return Question("kind", "reports", context.say("What happened?"), kinds, groups=groups)


def _confirmation(context: FormContext, answers: Answers) -> Question | None:
    """The confirmation of a report that acts at once, unless the felt has shown its effect already."""
    if "confirm" in answers or answers["kind"] in KEYED or _was_told(context, answers):
        return None
    effect = _effect(context, answers)
    if effect.acts is None or not effect.at_once:
        return None
    choices = (Choice("yes", context.say("DO IT")), Choice("no", context.say("CHANGE NOTHING")))
    title = context.say(words_of(answers["kind"]))
    rule = rule_about(answers["kind"], context.book.rules)
    lines = (_told(context, effect), context.say("{cite}", cite=rule.cite))
    return Question("confirm", "confirm", title, choices, lines=lines)


KEYED = ("unreadable",)
"""Reports whose answer is the act itself."""


def _was_told(context: FormContext, answers: Answers) -> bool:
    """True if the last question was answered on the felt, beside what each answer does."""
    last = next(reversed(answers))
    if last == "kind":
        return False
    before = {about: value for about, value in answers.items() if about != last}
    question = _next_detail(context, before)
    return question is not None and any(one.place is not None for one in question.choices)


def _effect(context: FormContext, answers: Answers) -> ReportEffect:
    return report_effect(context.table, context.book.rules, _report(answers))


def _told(context: FormContext, effect: ReportEffect) -> str:
    """The effect of a report, for the dealer who is about to make it; empty if it changes nothing now."""
    acts = in_capital(context.say(effect.acts)) if effect.acts is not None else ""
    return " ".join(
        words for words in (acts, context.say("The table stops.") if effect.stops else "") if words
    )


def _with_effects(context: FormContext, answers: Answers, question: Question) -> Question:
    """The question with what each answer does at once, if nothing else is asked after it."""

    def with_effect(choice: Choice) -> Choice:
        answered = {**answers, question.about: choice.value}
        if _next_detail(context, answered) is not None:
            return choice
        told = _told(context, _effect(context, answered))
        return replace(choice, under=told) if told else choice

    return replace(question, choices=tuple(map(with_effect, question.choices)))


def _details(context: FormContext, answers: Answers) -> Question | None:
    """The next question about the place, the card or the amount."""
    question = _next_detail(context, answers)
    if question is None or not any(one.place is not None for one in question.choices):
        return question
    return _with_effects(context, answers, question)


def _next_detail(context: FormContext, answers: Answers) -> Question | None:
    kind = answers["kind"]
    title = context.say(words_of(kind))
    asks = ASKS[kind]
    if asks == "card" and "card" not in answers:
        return Question("card", "card", title)
    if kind in WHICH_CARD and "where" not in answers and (cards := _cards(context, kind)):
        return Question("where", "choices", title, cards, hint=context.say(WHICH_CARD[kind]), always=True)
    if asks == "place" and "lies" not in answers:
        hint = _card_that_lies_wrong(context)
        return Question("lies", "choices", title, _wrong_places(context), hint=hint, always=True)
    if asks in ("spot", "empty spot", "hand") and "where" not in answers:
        return Question("where", "choices", title, _places(context, kind), hint=context.say("Which spot?"))
    if kind == "late_wager" and "whose" not in answers and (another := _another_bettor(context, answers)):
        known = Choice("", context.say(context.book.spot_title(answers["where"])))
        whose = (known, Choice(another, context.say("Another player")))
        return Question("whose", "choices", title, whose, hint=context.say("Whose chips came too late?"))
    if kind in WITH_AN_AMOUNT and "cents" not in answers:
        late = kind == "late_wager"
        hint = context.say("How much came too late?") if late else context.say("How much is there now?")
        return Question("cents", "money", title, may_skip=True, hint=hint)
    if answers.get("cents") and "wager" not in answers:
        wagers = tuple(
            Choice(one, context.say(context.book.wager_words(one))) for one in _wagers(context, answers)
        )
        return Question("wager", "choices", title, wagers, hint=context.say("Which wager?"))
    if kind == "late_wager" and "entered" not in answers and _is_what_was_entered(context, answers):
        which = (
            Choice("no", context.say("They came beside the wager")),
            Choice("yes", context.say("They are the wager that was entered")),
        )
        return Question("entered", "choices", title, which, hint=context.say("Which chips came too late?"))
    burns = burns_in_question(context.table)
    if kind == "burn_forgotten" and burns > 1 and "count" not in answers:
        counts = tuple(Choice(str(n), str(n)) for n in range(1, burns + 1))
        return Question("count", "choices", title, counts, hint=context.say("How many burns were forgotten?"))
    return None


def _another_bettor(context: FormContext, answers: Answers) -> str:
    """The letter of a player whose wager was not entered; empty if nobody else may bet on the spot."""
    return another_bettor(HandName.read(answers["where"]).spot, context.table, context.book.rules)


def _is_what_was_entered(context: FormContext, answers: Answers) -> bool:
    """True if the late amount equals the entered wager: the chips may be that wager itself."""
    cents = cents_of(answers.get("cents", ""))
    stakes = [
        hand.stake(answers.get("wager", "main"))
        for hand in context.table.round.hands
        if hand.name == answers["where"] and not answers.get("whose")
    ]
    return bool(cents) and cents in stakes


def _wagers(context: FormContext, answers: Answers) -> tuple[str, ...]:
    """The wagers that the report may be about; over the limit, only wagers that have a maximum."""
    if answers["kind"] != "over_limit":
        return ("main", "tie") if answers.get("whose") else wagers_on_layout(context.table, answers["where"])
    rules = context.book.rules
    hands = [
        hand for hand in report_hands("over_limit", context.table, rules) if hand.name == answers["where"]
    ]
    return tuple(
        dict.fromkeys(wager for hand in hands for wager in wagers_over_limit(context.table, rules, hand))
    )


def _cards(context: FormContext, kind: str) -> tuple[Choice, ...]:
    """The cards that a report may name: the one that left the shoe last, then the earlier ones."""
    if kind == "damaged_card" and not context.table.round.draws:
        return ()  # Between two rounds no card lies on the felt.
    say, (is_held, face) = context.say, held_face(context.table)
    if is_held:
        return (Choice("", say("The card that is held"), _face(context, face)),)
    last, *earlier = cards_lying(context.table, context.book.rules, dealers=kind == "damaged_card")
    lies = ": ".join((say(last.words), _face(context, last.card))) if last.words else ""
    return (
        Choice("", say("The last card"), lies, last.lies),
        *(Choice(str(one.place), say(one.words), _face(context, one.card), one.lies) for one in earlier),
    )


def _card_that_lies_wrong(context: FormContext) -> str:
    """The question for the place of a misplaced card, which names the card."""
    is_held, _ = held_face(context.table)
    last = cards_lying(context.table, context.book.rules)[0]
    if is_held or not last.words:
        return context.say("Where does the card lie?")
    if last.card is None:
        return context.say("The last card was due at {place}. Where does it lie?", place=last.words)
    asked = context.say(
        "{card}, the last card, was due at {place}. Where does it lie?", card=last.card, place=last.words
    )
    return asked[:1].upper() + asked[1:]


ANOTHER = "another"
"""The answer that another card than the last one lies in the wrong place."""


def _wrong_places(context: FormContext) -> tuple[Choice, ...]:
    """All places of the table except the one where the card was due, and another card than the last one."""
    places = wrong_places(context.table, context.book.rules)
    own = (Choice(str(DEALER), context.say("The dealer's place"), place=DEALER),) if DEALER in places else ()
    spots = context.spot_choices(tuple(place for place in places if place != DEALER))
    if not report_effect(context.table, context.book.rules, o.Reported("impossible_card")).stops:
        return (*spots, *own)
    other = Choice(ANOTHER, context.say("It is another card"), context.say("The table stops."))
    return (*spots, *own, other)


def _face(context: FormContext, card: Card | None) -> str:
    return context.say("{card}", card=card) if card else ""


def _places(context: FormContext, kind: str) -> tuple[Choice, ...]:
    """The places where this irregularity is possible."""
    named, table, rules = as_hold_kind(kind), context.table, context.book.rules
    spots = report_spots(named, table, rules)
    if spots is not None and kind != "late_wager":
        return context.spot_choices(spots)
    hands = context.hand_choices(report_hands(named, table, rules))
    places = (*context.spot_choices(spots or ()), *hands)
    return tuple(sorted(places, key=lambda place: HandName.read(place.value))) if spots is not None else hands


def _report(answers: Answers) -> o.Reported:
    """The report that the answers make."""
    if answers.get("lies") == ANOTHER:
        # The screen then shows a card where another one lies: the floor says which read is wrong.
        return o.Reported("impossible_card")
    spot, bettor = HandName.read(answers["where"]) if answers.get("where") else (0, "")
    bettor = answers.get("whose") or bettor
    lies = int(answers["lies"]) if "lies" in answers else None
    if answers.get("where") == str(DEALER):
        lies = DEALER
    card = parse_card(answers["card"]) if answers.get("card") else None
    cents = answers.get("cents", "")
    return o.Reported(
        as_hold_kind(answers["kind"]),
        spot,
        bettor,
        card,
        cents=cents_of(cents),
        wager=WAGERS[answers.get("wager", "main")],
        count=int(answers.get("count") or 0),
        lies=lies,
        # A keyed zero says that the chips are gone; an amount that is not known is left out.
        nothing=bool(cents) and cents_of(cents) == 0,
        entered=answers.get("entered") == "yes",
    )


def _done(context: FormContext, answers: Answers) -> str | None:
    if answers.get("confirm") == "no":
        return ""
    context.by_the_dealer(_report(answers))
    return None
