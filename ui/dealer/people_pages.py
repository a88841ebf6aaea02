"""Forms for sign-in, for requests of the floor and the dealer, and for steps with a signature or a number."""

from collections.abc import Callable
from datetime import datetime

from dealer_station.engine.decide.findings import settled_at_once
from dealer_station.engine.due.shoe_preparation import cards_at_hand, measure_words
from dealer_station.engine.due.wheel import prizes
from dealer_station.engine.evolve.shoe_evolution import spots_of
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.notation.calendar import minutes_of
from ui.dealer.form_context import FormContext, place_of
from ui.dealer.questions import Answers, Choice, Form, Question, cents_of
from ui.dealer.ruling import ANY_REASON, ANYBODY, RULINGS, hands_for, subject_of
from ui.dealer.signing import Signed
from ui.dealer.wagers import limits_words

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


def floor(desk: FormContext) -> Form:
    """Requests of the floor that are possible without a hold."""
    wishes: dict[str, str] = {"summary": "Shift summary", "settings": "Settings", "accept": "I was here"}
    if desk.now.keyed_in:
        wishes["reader"] = "The reader works again"
    else:
        wishes["keyed"] = "Reader out of order: key the cards"
    if desk.table.round.closed and not desk.table.round.voided:
        wishes |= {"void": RULINGS["void"], "void_round": RULINGS["void_round"]}
        if desk.rules.irregularities.players_out_option.value != "none":
            wishes["out"] = subject_of(desk, "out", {})
    if settled_at_once(desk.table):
        wishes["unfounded"] = "The report was mistaken"
    wishes |= {"reshuffle": RULINGS["reshuffle"], "pay": RULINGS["pay"], "take": RULINGS["take"]}
    wishes |= {what: words for what, words in ORDERS.items() if _possible(what, desk)}
    wishes = {what: words for what, words in wishes.items() if _is_taken(what, desk)}

    def ask(answers: Answers) -> Question | None:
        if "what" not in answers:
            choices = tuple(Choice(what, desk.say(words)) for what, words in wishes.items())
            return Question("what", "choices", desk.say("What does the floor want?"), choices)
        what = answers["what"]
        return None if what == "summary" or what in RULINGS else desk.needs_pin(answers, _meant(what))

    return Form(ask, lambda answers: _wished(desk, answers))


def _possible(what: str, desk: FormContext) -> bool:
    """True if the order is possible now; others are not offered."""
    if what == "change_toke":
        return bool(desk.rules.house.tokes.value)
    if what == "recut":
        return desk.table.preparing is not None and "cut" in desk.table.preparing.done
    if what == "close" and desk.table.preparing is not None and desk.table.preparing.is_closed:
        return False
    return what == "shuffle" or not desk.table.round.closed


def _is_taken(what: str, desk: FormContext) -> bool:
    """True if the table would accept this request now, for at least one hand."""
    wanted: tuple[Observation, ...] = ()
    if what in ("pay", "take", "void", "out"):
        cents = 100 if what in ("pay", "take") else 0
        wanted = tuple(
            o.Ruled(what, (hand.name,), cents, by=ANYBODY, because=ANY_REASON)
            for hand in hands_for(desk, what)
        )
    elif what in RULINGS:
        wanted = (o.Ruled(what, by=ANYBODY, because=ANY_REASON),)
    elif meant := _meant(what):
        wanted = (meant,)
    else:
        return True
    return any(not desk.objection(one) for one in wanted)


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
    rules = desk.rules
    wishes = {"change": "Another dealer", "summary": "Shift summary", "seats": "Who is seated"}
    if not desk.table.round.closed:
        wishes["verbal"] = "A wager was called out"
    if rules.house.toke_policy.value != "none":
        wishes["toke"] = "A toke was given"
    if rules.burns.opening_burn_viewable.value != "off":
        wishes["view"] = "A player asks to see the burn card"

    def ask(answers: Answers) -> Question | None:
        what = answers.get("what")
        if what is None:
            choices = tuple(Choice(one, desk.say(words)) for one, words in wishes.items())
            return Question("what", "choices", desk.say("What is it?"), choices)
        if what == "seats" and "spots" not in answers:
            return _who_is_seated(desk)
        if what == "toke" and "cents" not in answers:
            return Question("cents", "money", desk.say(wishes[what]), hint=desk.say("How much?"))
        if what == "verbal" and "spot" not in answers:
            spots = desk.spot_choices(tuple(range(1, rules.table.spots.value + 1)))
            return Question("spot", "choices", desk.say(wishes[what]), spots, hint=desk.say("Which spot?"))
        if what == "verbal" and "means" not in answers:
            means = (Choice("cash", desk.say("cash")), Choice("chips", desk.say("chips")))
            return Question("means", "choices", desk.say(wishes[what]), means, hint=desk.say("With what?"))
        return None

    return Form(ask, lambda answers: _dealer_wished(desk, answers))


def _who_is_seated(desk: FormContext) -> Question:
    """The seats question: all spots, with those marked that the station knows to be taken."""
    table, title = desk.table, desk.say("Who is seated")
    betting = table.round if table.round.hands or table.seats or table.last is None else table.last
    known = tuple(str(spot) for spot in spots_of(table.seats, betting))
    spots = desk.spot_choices(tuple(range(1, desk.rules.table.spots.value + 1)))
    return Question("spots", "several", title, spots, hint=desk.say("Tap every taken seat"), marked=known)


def _dealer_wished(desk: FormContext, answers: Answers) -> str:
    match answers["what"]:
        case "seats":
            desk.by_the_dealer(o.Seated(tuple(sorted(int(spot) for spot in answers["spots"].split()))))
        case "change":
            desk.open("sign in")
        case "summary":
            desk.open("summary")
        case "toke":
            desk.by_the_dealer(o.TokeGiven(cents_of(answers["cents"])))
        case "view":
            desk.by_the_dealer(o.BurnViewed())
        case _:
            in_cash = answers["means"] == "cash"
            desk.by_the_dealer(o.VerbalWager(int(answers["spot"]), "cash" if in_cash else "chips"))
    return ""


def signed_step(desk: FormContext, step: str) -> Form:
    """A step that the book requires a person of the floor to confirm."""
    done = o.Confirmed(step)
    return Form(
        lambda answers: desk.signer_question(answers, done),
        lambda answers: desk.sign(
            answers, done, lambda by: desk.tell(o.Confirmed(step, by.name), "floor", by)
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
    stake = next((hand.bet.bonus_cents or 0 for hand in desk.table.round.hands if hand.spot == spot), 0)
    symbols = tuple(Choice(symbol, symbol) for symbol in prizes(desk.rules, stake))
    title = desk.say("What did the wheel show?")
    return _one(desk, Question("symbol", "choices", title, symbols), lambda said: o.Spun(spot, said))


def refused_cut(desk: FormContext) -> Form:
    """The spot that refused the cut, asked when the station does not know who is seated."""
    spots = desk.spot_choices(tuple(range(1, desk.rules.table.spots.value + 1)))
    question = Question("spot", "choices", desk.say("Who refused?"), spots)
    return _one(desk, question, lambda spot: o.CutOffered(int(spot), accepted=False))


def depth(desk: FormContext, step: str) -> Form:
    """The depth of the cut, or the distance of the cut card from the back, in cards."""
    cut = desk.rules.cut
    measure, made = (
        (cut.cut_depth.value, o.CutMade) if step == "cut" else (cut.cut_card_reinsert.value, o.CutCardPlaced)
    )
    allowed = desk.say(measure_words(measure, cards_at_hand(desk.table, desk.rules)))
    question = Question("cards", "number", desk.say("How many cards?"), hint=allowed)
    return _one(desk, question, lambda cards: made(int(cards)))


def _one(desk: FormContext, question: Question, said: Callable[[str], Observation]) -> Form:
    """A form with a single question."""

    def ask(answers: Answers) -> Question | None:
        return None if question.about in answers else question

    return Form(ask, lambda answers: desk.by_the_dealer(said(answers[question.about])))


def war_tie(desk: FormContext) -> Form:
    """A tie wager on the war, which is possible until the first card of the war."""
    at_war = tuple(
        hand for hand in desk.table.round.hands if hand.choice == "war" and hand.war_tie_cents == 0
    )

    def ask(answers: Answers) -> Question | None:
        title = desk.say("Tie wager on the war")
        if "where" not in answers:
            return Question(
                "where", "choices", title, desk.hand_choices(at_war), hint=desk.say("Which spot?")
            )
        if "cents" in answers:
            return None
        range_words = limits_words(desk.rules.wagers.tie_limits.value, desk.say)
        hint = " · ".join(words for words in (desk.say("How much?"), range_words) if words)
        return Question("cents", "money", title, hint=hint)

    def done(answers: Answers) -> str:
        spot, bettor = place_of(answers["where"])
        return desk.by_the_dealer(o.Answered(spot, bettor, "war", cents_of(answers["cents"])))

    return Form(ask, done)
