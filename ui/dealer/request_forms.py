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
from ui.dealer.form_context import FormContext
from ui.dealer.forms import Answers, Choice, Form, Question, cents_of
from ui.dealer.ruling_form import RULINGS, subject_of
from ui.dealer.wagers_page import limits_words

ORDERS: dict[str, str] = {
    "shuffle": "Shuffle the cards",
    "recut": "Cut again",
    "replace_cards": "Change the decks",
    "idle": "Nobody plays",
    "close": "Close the table",
    "change_toke": "Change a toke for colour",
}
BADGE = "badge"


def sign_in(desk: FormContext) -> Form:
    """Sign a dealer in by name or by badge number."""

    def ask(answers: Answers) -> Question | None:
        if "who" not in answers:
            names = tuple(Choice(name, name) for name in desk.signing.dealers())
            badge = Choice(BADGE, desk.say("Badge number"))
            return Question("who", "choices", desk.say("Who deals?"), (*names, badge))
        if answers["who"] == BADGE and "number" not in answers:
            return Question("number", "number", desk.say("Badge number"))
        return None

    def done(answers: Answers) -> str:
        name = answers["who"]
        if name == BADGE:
            signed = desk.signing.badge(answers["number"])
            if not signed.name:
                return desk.say(signed.reason)
            name = signed.name
        desk.tell(o.DealerArrived(name), "dealer", Signed(name))
        return ""

    return Form(ask, done)


def floor(desk: FormContext, wish: str = "") -> Form:
    """Requests of the floor that are possible without a hold; `wish` is one that is chosen already."""
    taken = floor_requests(desk.table, desk.book.rules)
    wishes = {"summary": "Shift summary", "settings": "Settings"}
    if desk.now.keyed_in:
        device = {"reader": "The reader works again"}
    else:
        device = {"keyed": "Reader out of order: key the cards"}
    rulings = ("void", "void_round", "out", "unfounded", "reshuffle", "pay", "take")
    words = {"accept": "I was here", **device, **{ruling: RULINGS[ruling] for ruling in rulings}, **ORDERS}
    words |= {"unfounded": mistaken_words(desk.table) or "The report was mistaken"}
    if "out" in taken:
        words["out"] = subject_of(desk, "out", {})
    wishes |= {what: text for what, text in words.items() if what in taken or what in device}

    def ask(answers: Answers) -> Question | None:
        if "what" not in answers:
            choices = tuple(Choice(what, desk.say(words)) for what, words in wishes.items())
            return Question("what", "choices", desk.say("What does the floor want?"), choices)
        what = answers["what"]
        return None if what == "summary" or what in RULINGS else desk.needs_pin(answers, _meant(what))

    known = {"what": wish} if wish else {}
    return Form(ask, lambda answers: _wished(desk, answers), **known)


def _wished(desk: FormContext, answers: Answers) -> str | None:
    what = answers["what"]
    if what == "summary" or what in RULINGS:
        desk.open(what if what == "summary" else f"rule {what}")
        return ""
    return desk.sign(answers, _meant(what), lambda by: _do(desk, what, by))


def _meant(what: str) -> Observation | None:
    """The observation that a request sends, which decides the required title; None if it sends none."""
    match what:
        case "shuffle" | "recut" | "replace_cards" | "idle" | "close" | "change_toke":
            return o.Ordered(what)
        case "keyed" | "reader":
            return o.DeviceSaid("reader", "lost" if what == "keyed" else "back")
        case _:
            return None


def _do(desk: FormContext, what: str, by: Signed) -> None:
    match what:
        case "settings":
            desk.settings(by)
        case "keyed":
            desk.tell(o.DeviceSaid("reader", "lost", by.name), "floor", by)
            desk.tell(o.Ruled("accept", by=by.name, because="cards are keyed in by hand"), "floor", by)
        case "reader":
            desk.tell(o.DeviceSaid("reader", "back", by.name), "floor", by)
        case "close":
            desk.tell(o.Ordered("close", by.name, now_in_minutes()), "floor", by)
        case "shuffle" | "recut" | "replace_cards" | "idle" | "change_toke":
            desk.tell(o.Ordered(what), "floor", by)


def now_in_minutes() -> int:
    """The current local time in calendar minutes."""
    now = datetime.now().astimezone()
    return minutes_of(now.year, now.month, now.day, now.hour, now.minute)


def dealer(desk: FormContext) -> Form:
    """Requests of the dealer beside the due step."""
    book = desk.book
    wishes = {"change": "Another dealer", "summary": "Shift summary", "seats": "Who is seated"}
    if not desk.table.round.closed:
        wishes["verbal"] = "A wager was called out"
    if book.takes_tokes:
        wishes["toke"] = "A toke was given"
    if book.shows_burns:
        wishes["view"] = "A player asks to see the burn card"

    def ask(answers: Answers) -> Question | None:
        what = answers.get("what")
        if what is None:
            choices = tuple(Choice(one, desk.say(words)) for one, words in wishes.items())
            return Question("what", "choices", desk.say("What does the dealer need?"), choices)
        if what == "seats" and "spots" not in answers:
            return _who_is_seated(desk)
        if what == "toke" and "cents" not in answers:
            return Question("cents", "money", desk.say(wishes[what]), hint=desk.say("How much?"))
        if what == "verbal" and "spot" not in answers:
            spots = desk.spot_choices(book.spots)
            return Question("spot", "choices", desk.say(wishes[what]), spots, hint=desk.say("Which spot?"))
        if what == "verbal" and "means" not in answers:
            means = (Choice("cash", desk.say("cash")), Choice("chips", desk.say("chips")))
            return Question("means", "choices", desk.say(wishes[what]), means, hint=desk.say("With what?"))
        return None

    return Form(ask, lambda answers: _dealer_wished(desk, answers))


def _who_is_seated(desk: FormContext) -> Question:
    """The seats question: all spots, with those marked that the station knows to be taken."""
    title = desk.say("Who is seated")
    known = tuple(str(spot) for spot in seated_spots(desk.table))
    spots = desk.spot_choices(desk.book.spots)
    return Question("spots", "several", title, spots, hint=desk.say("Tap every taken seat"), marked=known)


def _dealer_wished(desk: FormContext, answers: Answers) -> str | None:
    match answers["what"]:
        case "change":
            desk.open("sign in")
            return ""
        case "summary":
            desk.open("summary")
            return ""
        case "seats":
            desk.by_the_dealer(o.Seated(tuple(sorted(int(spot) for spot in answers["spots"].split()))))
        case "toke":
            desk.by_the_dealer(o.TokeGiven(cents_of(answers["cents"])))
        case "view":
            desk.by_the_dealer(o.BurnViewed())
        case _:
            in_cash = answers["means"] == "cash"
            desk.by_the_dealer(o.VerbalWager(int(answers["spot"]), "cash" if in_cash else "chips"))
    return None


def signed_step(desk: FormContext, step: str) -> Form:
    """A step that the book requires a person of the floor to confirm."""
    done = o.Confirmed(as_step(step))
    return Form(
        lambda answers: desk.signer_question(answers, done),
        lambda answers: desk.sign(
            answers, done, lambda by: desk.tell(replace(done, by=by.name), "floor", by)
        ),
    )


def unsecured_batch(desk: FormContext) -> Form:
    """The stored batch was not kept secure: the floor orders it to be spread and shuffled."""
    shuffle = o.Ordered("shuffle")
    return Form(
        lambda answers: desk.needs_pin(answers, shuffle),
        lambda answers: desk.sign(answers, shuffle, lambda by: desk.tell(shuffle, "floor", by)),
    )


def spin(desk: FormContext, spot: int) -> Form:
    """The symbol that the wheel showed for a spot."""
    symbols = tuple(Choice(one, one) for one in wheel_symbols(desk.table, desk.book.rules, spot))
    title = desk.say("What did the wheel show?")
    return _one(desk, Question("symbol", "choices", title, symbols), lambda said: o.Spun(spot, said))


def refused_cut(desk: FormContext) -> Form:
    """The spot that refused the cut, asked when the station does not know who is seated."""
    spots = desk.spot_choices(spots_to_be_asked(desk.table, desk.book.spots))
    question = Question("spot", "choices", desk.say("Who refused?"), spots)
    return _one(desk, question, lambda spot: o.CutOffered(int(spot), accepted=False))


def depth(desk: FormContext, step: str) -> Form:
    """The depth of the cut, or the distance of the cut card from the back, in cards."""
    made = o.CutMade if step == "cut" else o.CutCardPlaced
    allowed = desk.say(depth_words(desk.table, desk.book.rules, step))
    question = Question("cards", "number", desk.say("How many cards?"), hint=allowed)
    return _one(desk, question, lambda cards: made(int(cards)))


def _one(desk: FormContext, question: Question, said: Callable[[str], Observation]) -> Form:
    """A form with a single question."""

    def ask(answers: Answers) -> Question | None:
        return None if question.about in answers else question

    return Form(ask, lambda answers: desk.by_the_dealer(said(answers[question.about])))


def war_tie(desk: FormContext) -> Form:
    """A tie wager on the war, which is possible until the first card of the war."""
    at_war = war_tie_hands(desk.table, desk.book.rules)

    def ask(answers: Answers) -> Question | None:
        title = desk.say("Tie wager on the war")
        if "where" not in answers:
            return Question(
                "where", "choices", title, desk.hand_choices(at_war), hint=desk.say("Which spot?")
            )
        if "cents" in answers:
            return None
        range_words = limits_words(desk.book.limits("tie"), desk.say)
        hint = " · ".join(words for words in (desk.say("How much?"), range_words) if words)
        return Question("cents", "money", title, hint=hint)

    def done(answers: Answers) -> None:
        spot, bettor = HandName.read(answers["where"])
        desk.by_the_dealer(o.Answered(spot, bettor, "war", cents_of(answers["cents"])))

    return Form(ask, done)
