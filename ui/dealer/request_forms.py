"""Forms for sign-in, for requests of the floor and the dealer, and for steps with a signature or a number."""

from collections.abc import Callable
from datetime import datetime

from msgspec.structs import replace

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.calendar_minutes import minutes_of
from dealer_station.engine.model.kinds import as_step
from dealer_station.engine.model.observations import HandName, Observation
from dealer_station.engine.view.requests_view import (
    depth_words,
    floor_requests,
    mistaken_words,
    seated_spots,
    spots_to_be_asked,
    war_tie_hands,
    wheel_symbols,
)
from dealer_station.people.sign_in import Signed
from ui.dealer.chip_row import limits_words
from ui.dealer.form_context import FormContext
from ui.dealer.forms import Answers, Choice, Form, Question, cents_of
from ui.dealer.ruling_form import RULINGS, subject_of

ORDERS: dict[str, str] = {
    "shuffle": "Shuffle the cards",
    "recut": "Cut again",
    "replace_cards": "Change the decks",
    "idle": "Nobody plays",
    "close": "Close the table",
    "change_toke": "Change a toke for colour",
}
BADGE = "badge"


def sign_in(context: FormContext) -> Form:
    """Sign a dealer in by name or by badge number."""

    def ask(answers: Answers) -> Question | None:
        if "who" not in answers:
            names = tuple(Choice(name, name) for name in context.signing.dealers())
            badge = Choice(BADGE, context.say("Badge number"))
            return Question("who", "choices", context.say("Who deals?"), (*names, badge))
        if answers["who"] == BADGE and "number" not in answers:
            return Question("number", "number", context.say("Badge number"))
        return None

    def done(answers: Answers) -> str:
        name = answers["who"]
        if name == BADGE:
            signed = context.signing.badge(answers["number"])
            if not signed.name:
                return context.say(signed.reason)
            name = signed.name
        context.tell(o.DealerArrived(name), "dealer", Signed(name))
        return ""

    return Form(ask, done)


def floor(context: FormContext, wish: str = "") -> Form:
    """Requests of the floor that are possible without a hold; `wish` is one that is chosen already."""
    taken = floor_requests(context.table, context.book.rules)
    wishes = {"summary": "Shift summary", "settings": "Settings"}
    if context.now.keyed_in:
        device = {"reader": "The reader works again"}
    else:
        device = {"keyed": "Reader out of order: key the cards"}
    rulings = ("void", "void_round", "out", "unfounded", "reshuffle", "pay", "take")
    words = {"accept": "I was here", **device, **{ruling: RULINGS[ruling] for ruling in rulings}, **ORDERS}
    words |= {"unfounded": mistaken_words(context.table) or "The report was mistaken"}
    if "out" in taken:
        words["out"] = subject_of(context, "out", {})
    wishes |= {what: text for what, text in words.items() if what in taken or what in device}

    def ask(answers: Answers) -> Question | None:
        if "what" not in answers:
            choices = tuple(Choice(what, context.say(words)) for what, words in wishes.items())
            return Question("what", "choices", context.say("What does the floor want?"), choices)
        what = answers["what"]
        return (
            None
            if what == "summary" or what in RULINGS
            else context.needs_pin(answers, _observation_for(what), context.say(wishes[what]))
        )

    known = {"what": wish} if wish else {}
    return Form(ask, lambda answers: _floor_request(context, answers), **known)


def _floor_request(context: FormContext, answers: Answers) -> str | None:
    what = answers["what"]
    if what == "summary" or what in RULINGS:
        context.open(what if what == "summary" else f"rule {what}")
        return ""
    return context.sign(answers, _observation_for(what), lambda by: _do(context, what, by))


def _observation_for(what: str) -> Observation | None:
    """The observation that a request sends, which decides the required title; None if it sends none."""
    match what:
        case "shuffle" | "recut" | "replace_cards" | "idle" | "close" | "change_toke":
            return o.Ordered(what)
        case "keyed" | "reader":
            return o.DeviceSaid("reader", "lost" if what == "keyed" else "back")
        case _:
            return None


def _do(context: FormContext, what: str, by: Signed) -> None:
    match what:
        case "settings":
            context.settings(by)
        case "keyed":
            context.tell(o.DeviceSaid("reader", "lost", by.name), "floor", by)
            context.tell(o.Ruled("accept", by=by.name, because="cards are keyed in by hand"), "floor", by)
        case "reader":
            context.tell(o.DeviceSaid("reader", "back", by.name), "floor", by)
        case "close":
            context.tell(o.Ordered("close", by.name, now_in_minutes()), "floor", by)
        case "shuffle" | "recut" | "replace_cards" | "idle" | "change_toke":
            context.tell(o.Ordered(what), "floor", by)


def now_in_minutes() -> int:
    """The current local time in calendar minutes."""
    now = datetime.now().astimezone()
    return minutes_of(now.year, now.month, now.day, now.hour, now.minute)


def dealer(context: FormContext) -> Form:
    """Requests of the dealer beside the due step."""
    book = context.book
    wishes = {
        "change": "Another dealer",
        "summary": "Shift summary",
        "seats": "Who is seated",
        "screen": "My screen",
        "signs": "The signs on the felt",
    }
    if not context.table.round.closed:
        wishes["verbal"] = "A wager was called out"
    if book.takes_tokes:
        wishes["toke"] = "A toke was given"
    if book.shows_burns:
        wishes["view"] = "A player asks to see the burn card"

    if context.end_shift:
        wishes["end_shift"] = "End the shift"

    def ask(answers: Answers) -> Question | None:
        what = answers.get("what")
        if what is None:
            choices = tuple(Choice(one, context.say(words)) for one, words in wishes.items())
            return Question("what", "choices", context.say("What does the dealer need?"), choices)
        if what == "seats" and "spots" not in answers:
            return _who_is_seated(context)
        if what == "toke" and "cents" not in answers:
            hint = context.say("How much?")
            return Question("cents", "money", context.say(wishes[what]), may_skip=True, hint=hint)
        if what == "verbal" and "spot" not in answers:
            spots = context.spot_choices(book.spots)
            return Question(
                "spot", "choices", context.say(wishes[what]), spots, hint=context.say("Which spot?")
            )
        if what == "verbal" and "means" not in answers:
            means = (Choice("cash", context.say("cash")), Choice("chips", context.say("chips")))
            return Question(
                "means", "choices", context.say(wishes[what]), means, hint=context.say("With what?")
            )
        return None

    return Form(ask, lambda answers: _dealer_request(context, answers))


def _who_is_seated(context: FormContext) -> Question:
    """The seats question: all spots, with those marked that the station knows to be taken."""
    title = context.say("Who is seated")
    known = tuple(str(spot) for spot in seated_spots(context.table))
    spots = context.spot_choices(context.book.spots)
    return Question("spots", "several", title, spots, hint=context.say("Tap every taken seat"), marked=known)


def _dealer_request(context: FormContext, answers: Answers) -> str | None:
    match answers["what"]:
        case "change":
            context.open("sign in")
            return ""
        case "summary":
            context.open("summary")
            return ""
        case "screen":
            context.open("my screen")
            return ""
        case "signs":
            context.open("signs")
            return ""
        case "end_shift" if context.end_shift:
            context.end_shift()
        case "seats":
            context.by_the_dealer(o.Seated(tuple(sorted(int(spot) for spot in answers["spots"].split()))))
        case "toke":
            context.by_the_dealer(o.TokeGiven(_cents(answers)))
        case "view":
            context.by_the_dealer(o.BurnViewed())
        case _:
            in_cash = answers["means"] == "cash"
            context.by_the_dealer(o.VerbalWager(int(answers["spot"]), "cash" if in_cash else "chips"))
    return None


def signed_step(context: FormContext, step: str) -> Form:
    """A step that the book requires a person of the floor to confirm."""
    done = o.Confirmed(as_step(step))
    return Form(
        lambda answers: context.signer_question(answers, done),
        lambda answers: context.sign(
            answers, done, lambda by: context.tell(replace(done, by=by.name), "floor", by)
        ),
    )


def unsecured_batch(context: FormContext) -> Form:
    """The stored batch was not kept secure: the floor orders it to be spread and shuffled."""
    shuffle = o.Ordered("shuffle")
    return Form(
        lambda answers: context.needs_pin(answers, shuffle),
        lambda answers: context.sign(answers, shuffle, lambda by: context.tell(shuffle, "floor", by)),
    )


def spin(context: FormContext, spot: int) -> Form:
    """The symbol that the wheel showed for a spot."""
    symbols = tuple(Choice(one, one) for one in wheel_symbols(context.table, context.book.rules, spot))
    title = context.say("What did the wheel show?")
    return _one(context, Question("symbol", "choices", title, symbols), lambda said: o.Spun(spot, said))


def refused_cut(context: FormContext) -> Form:
    """The spot that refused the cut, asked when the station does not know who is seated."""
    spots = context.spot_choices(spots_to_be_asked(context.table, context.book.spots))
    question = Question("spot", "choices", context.say("Who refused?"), spots)
    return _one(context, question, lambda spot: o.CutOffered(int(spot), accepted=False))


def depth(context: FormContext, step: str) -> Form:
    """The depth of the cut, or the distance of the cut card from the back, in cards."""
    made = o.CutMade if step == "cut" else o.CutCardPlaced
    allowed = context.say(depth_words(context.table, context.book.rules, step))
    question = Question("cards", "number", context.say("How many cards?"), hint=allowed)
    return _one(context, question, lambda cards: made(int(cards)))


def _cents(answers: Answers) -> o.Cents:
    """The keyed amount; None if it is not known."""
    return cents_of(answers["cents"]) if answers["cents"] else None


def _one(context: FormContext, question: Question, said: Callable[[str], Observation]) -> Form:
    """A form with a single question."""

    def ask(answers: Answers) -> Question | None:
        return None if question.about in answers else question

    return Form(ask, lambda answers: context.by_the_dealer(said(answers[question.about])))


def war_tie(context: FormContext) -> Form:
    """A tie wager on the war, which is possible until the first card of the war."""
    at_war = war_tie_hands(context.table, context.book.rules)

    def ask(answers: Answers) -> Question | None:
        title = context.say("Tie wager on the war")
        if "where" not in answers:
            return Question(
                "where", "choices", title, context.hand_choices(at_war), hint=context.say("Which spot?")
            )
        if "cents" in answers:
            return None
        range_words = limits_words(context.book.limits("tie"), context.say)
        hint = " · ".join(words for words in (context.say("How much?"), range_words) if words)
        return Question("cents", "money", title, may_skip=True, hint=hint)

    def done(answers: Answers) -> None:
        spot, bettor = HandName.read(answers["where"])
        context.by_the_dealer(o.Answered(spot, bettor, "war", _cents(answers)))

    return Form(ask, done)
