"""The form for a report: the irregularities that are possible now, the place and the amount."""

from typing import Literal

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card, parse_card
from dealer_station.engine.model.kinds import as_hold_kind
from dealer_station.engine.model.observations import HandName
from dealer_station.engine.model.values import DEALER
from dealer_station.engine.view.reports_view import (
    ASKS,
    IRREGULARITIES,
    another_bettor,
    burns_in_question,
    cards_lying,
    held_face,
    report_hands,
    report_spots,
    reports,
    wagers_over_limit,
    wrong_places,
)
from ui.dealer.form_context import FormContext
from ui.dealer.forms import Answers, Choice, Form, Question, cents_of

SEEN_BY_THE_DEALER = {"impossible_card": "The screen shows the wrong card"}
"""The dealer's name for an irregularity that the station otherwise detects by counting cards."""
WITH_AN_AMOUNT = ("over_limit", "late_wager", "altered_wager")
"""Irregularities for which the amount on the layout is asked."""

WHICH_CARD = {"face_up": "Which card lay face up?", "damaged_card": "Which card is damaged?"}
"""Irregularities for which the card is asked."""

WAGERS: dict[str, Literal["main", "tie", "war_tie"]] = {"main": "main", "tie": "tie", "war_tie": "war_tie"}


def report(context: FormContext, **known: str) -> Form:
    """The form from `something is wrong` to the report."""
    return Form(lambda answers: _next(context, answers), lambda answers: _done(context, answers), **known)


def key_in(context: FormContext) -> Form:
    """The form for a card that the reader could not read."""
    return report(context, kind="unreadable")


def words_of(kind: str) -> str:
    """The dealer's name for a kind of irregularity."""
    return SEEN_BY_THE_DEALER.get(kind, IRREGULARITIES[kind])


def _next(context: FormContext, answers: Answers) -> Question | None:
    if "kind" not in answers:
        kinds = reports(context.table, context.book.rules)
        choices = tuple(Choice(kind, context.say(words_of(kind))) for kind in kinds)
        return Question("kind", "choices", context.say("What happened?"), choices)
    kind = answers["kind"]
    title = context.say(words_of(kind))
    asks = ASKS[kind]
    if asks == "card" and "card" not in answers:
        return Question("card", "card", title)
    if kind in WHICH_CARD and "where" not in answers and (cards := _cards(context, kind)):
        return Question("where", "choices", title, cards, hint=context.say(WHICH_CARD[kind]), always=True)
    if asks == "place" and "lies" not in answers:
        hint = context.say("Where is the card?")
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
        return ("main", "tie")
    rules = context.book.rules
    hands = [hand for hand in report_hands("over_limit", context.table) if hand.name == answers["where"]]
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
        Choice("", say("The last card"), lies),
        *(Choice(str(one.place), say(one.words), _face(context, one.card)) for one in earlier),
    )


def _wrong_places(context: FormContext) -> tuple[Choice, ...]:
    """All places of the table except the one where the card was due."""
    places = wrong_places(context.table, context.book.rules)
    own = (Choice(str(DEALER), context.say("The dealer's place")),) if DEALER in places else ()
    return (*context.spot_choices(tuple(place for place in places if place != DEALER)), *own)


def _face(context: FormContext, card: Card | None) -> str:
    return context.say("{card}", card=card) if card else ""


def _places(context: FormContext, kind: str) -> tuple[Choice, ...]:
    """The places where this irregularity is possible."""
    spots = report_spots(as_hold_kind(kind), context.table, context.book.rules)
    if spots is not None and kind == "late_wager":
        places = (*context.spot_choices(spots), *context.hand_choices(report_hands(kind, context.table)))
        return tuple(sorted(places, key=lambda place: HandName.read(place.value)))
    return (
        context.hand_choices(report_hands(kind, context.table))
        if spots is None
        else context.spot_choices(spots)
    )


def _done(context: FormContext, answers: Answers) -> None:
    spot, bettor = HandName.read(answers["where"]) if answers.get("where") else (0, "")
    bettor = answers.get("whose") or bettor
    lies = int(answers["lies"]) if "lies" in answers else None
    if answers.get("where") == str(DEALER):
        lies = DEALER
    card = parse_card(answers["card"]) if answers.get("card") else None
    context.by_the_dealer(
        o.Reported(
            as_hold_kind(answers["kind"]),
            spot,
            bettor,
            card,
            cents=cents_of(answers.get("cents", "")),
            wager=WAGERS[answers.get("wager", "main")],
            count=int(answers.get("count") or 0),
            lies=lies,
            entered=answers.get("entered") == "yes",
        )
    )
