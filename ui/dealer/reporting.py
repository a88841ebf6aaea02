"""The form for a report: the irregularities that are possible now, the place and the amount."""

from typing import Literal

from dealer_station.engine.decide.chip_moves import most_on
from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.decide.misreads import lying_on_the_felt
from dealer_station.engine.decide.wager_reports import may_be_over
from dealer_station.engine.due import irregular
from dealer_station.engine.due.irregular import held_card, last_card
from dealer_station.engine.due.orders import spots_dealt_in
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card, parse_card
from dealer_station.engine.model.money_lines import Wager
from dealer_station.engine.model.table import Hand
from dealer_station.engine.model.values import DEALER
from dealer_station.engine.view.table_view import possible_reports
from ui.dealer.form_context import FormContext, place_of
from ui.dealer.questions import Answers, Choice, Form, Question, cents_of

SEEN_BY_THE_DEALER = {"impossible_card": "The screen shows another card than lies there"}
"""The dealer's name for an irregularity that the station otherwise detects by counting cards."""
WITH_AN_AMOUNT = ("over_limit", "late_wager", "altered_wager")
"""Irregularities for which the amount on the layout is asked."""

WAGERS: dict[str, Literal["main", "tie", "war_tie"]] = {"main": "main", "tie": "tie", "war_tie": "war_tie"}


def report(desk: FormContext) -> Form:
    """The form from `something is wrong` to the report."""
    return Form(lambda answers: _next(desk, answers), lambda answers: _done(desk, answers))


def key_in(desk: FormContext) -> Form:
    """The form for a card that the reader could not read."""
    form = report(desk)
    form.answers["kind"] = "unreadable"
    return form


def words_of(kind: str) -> str:
    """The dealer's name for a kind of irregularity."""
    return SEEN_BY_THE_DEALER.get(kind, irregular.CATALOGUE[kind].words)


def _next(desk: FormContext, answers: Answers) -> Question | None:
    if "kind" not in answers:
        kinds = [kind for kind in possible_reports(desk.table, desk.rules) if _is_taken(desk, kind)]
        choices = tuple(Choice(kind, desk.say(words_of(kind))) for kind in kinds)
        return Question("kind", "choices", desk.say("What happened?"), choices)
    kind = answers["kind"]
    title = desk.say(words_of(kind))
    asks = irregular.CATALOGUE[kind].asks
    if asks == "card" and "card" not in answers:
        return Question("card", "card", title)
    if kind == "face_up" and "where" not in answers:
        hint = desk.say("Which card lay face up?")
        return Question("where", "choices", title, _cards(desk), hint=hint, always=True)
    if asks == "place" and "lies" not in answers:
        hint = desk.say("Where does the card lie?")
        return Question("lies", "choices", title, _wrong_places(desk), hint=hint, always=True)
    if asks in ("spot", "empty spot", "hand") and "where" not in answers:
        return Question("where", "choices", title, _places(desk, kind), hint=desk.say("Which spot?"))
    if kind in WITH_AN_AMOUNT and "cents" not in answers:
        late = kind == "late_wager"
        hint = desk.say("How much came too late?") if late else desk.say("How much lies there now?")
        return Question("cents", "money", title, may_skip=True, hint=hint)
    if answers.get("cents") and "wager" not in answers:
        wagers = tuple(Choice(one, desk.say(one.replace("_", " "))) for one in _wagers(desk, answers))
        return Question("wager", "choices", title, wagers, hint=desk.say("Which wager?"))
    burns = len(irregular.burns_in_question(desk.table.round))
    if kind == "burn_forgotten" and burns > 1 and "count" not in answers:
        counts = tuple(Choice(str(n), str(n)) for n in range(1, burns + 1))
        return Question("count", "choices", title, counts, hint=desk.say("How many burns were forgotten?"))
    return None


def _wagers(desk: FormContext, answers: Answers) -> tuple[str, ...]:
    """The wagers that the report may be about; over the limit, only wagers that have a maximum."""
    if answers["kind"] != "over_limit":
        return ("main", "tie")
    hands = [hand for hand in _hands(desk, "over_limit") if hand.name == answers["where"]]
    return tuple(dict.fromkeys(wager for hand in hands for wager in _limited_wagers(desk, hand)))


def _limited_wagers(desk: FormContext, hand: Hand) -> tuple[str, ...]:
    """The wagers of a hand that have a maximum; a hand at war may have a second tie wager."""
    table = desk.table
    round_ = table.round if table.round.hands or table.last is None else table.last
    named: tuple[Wager, ...] = ("main", "tie", "war_tie") if hand.choice == "war" else ("main", "tie")
    limited = (wager for wager in named if most_on(round_, desk.rules, hand, wager)[0])
    return tuple(wager for wager in limited if may_be_over(round_, desk.rules, hand, wager))


def _cards(desk: FormContext) -> tuple[Choice, ...]:
    """The cards that may lie face up: the card that left the shoe last, then the earlier ones at spots."""
    table, say = desk.table, desk.say
    held = held_card(table)
    if held is not None:
        return (Choice("", say("The card that is held"), _face(desk, table.holds[held].card)),)
    lying = lying_on_the_felt(table, desk.rules)
    last = last_card(table.round)
    at = next((read for read in lying if read.draw == last), None)
    face = _face(desk, table.round.draws[last].card) if at and last is not None else ""
    newest = Choice("", say("The last card"), ": ".join((say(at.words), face)) if at else "")
    earlier = {
        str(table.round.draws[read.draw].place): Choice(
            str(table.round.draws[read.draw].place),
            say(read.words),
            _face(desk, table.round.draws[read.draw].card),
        )
        for read in lying
        if read.draw is not None and read.draw != last and (table.round.draws[read.draw].place or 0) > DEALER
    }
    return (newest, *reversed(earlier.values()))


def _wrong_places(desk: FormContext) -> tuple[Choice, ...]:
    """All places of the table except the one where the card was due."""
    table, last = desk.table, last_card(desk.table.round)
    held = held_card(table) is not None
    was_due = table.round.draws[last].place if last is not None and not held else None
    spots = tuple(spot for spot in range(1, desk.rules.table.spots.value + 1) if spot != was_due)
    own = () if was_due == DEALER else (Choice(str(DEALER), desk.say("The dealer's place")),)
    return (*desk.spot_choices(spots), *own)


def _face(desk: FormContext, card: Card | None) -> str:
    return desk.say("{card}", card=card) if card else ""


def _is_taken(desk: FormContext, kind: str) -> bool:
    """True if the table would accept this report for at least one place; others are not offered."""
    asks = irregular.CATALOGUE[kind].asks
    if asks == "card":
        return True
    if kind == "over_limit" and not any(_limited_wagers(desk, hand) for hand in _hands(desk, kind)):
        return False
    named = asks in ("spot", "empty spot", "hand")
    places = [place_of(one.value) for one in _places(desk, kind)] if named else [(0, "")]
    answers = (decide(desk.table, desk.rules, o.Reported(kind, spot, bettor)) for spot, bettor in places)
    return any(not any(isinstance(event, e.TapRefused) for event in answer) for answer in answers)


def _places(desk: FormContext, kind: str) -> tuple[Choice, ...]:
    """The places where this irregularity is possible."""
    table, rules = desk.table, desk.rules
    spots = tuple(range(1, rules.table.spots.value + 1))
    match irregular.CATALOGUE[kind].asks:
        case "spot":
            dealt = spots_dealt_in(table.round, rules)
            served = tuple(spot for spot in dealt if table.round.card_at(spot, "original") is not None)
            return desk.spot_choices(served or dealt)
        case "empty spot":
            return desk.spot_choices(
                tuple(spot for spot in spots if irregular.is_empty_spot(spot, table.round, rules))
            )
        case _ if kind == "late_wager":
            return desk.spot_choices(spots)
        case _:
            return desk.hand_choices(_hands(desk, kind))


def _hands(desk: FormContext, kind: str) -> tuple[Hand, ...]:
    table = desk.table
    if kind == "wrong_pay":
        last = table.last.hands if table.last else ()
        return tuple(hand for hand in (*table.round.hands, *last) if hand.lines)
    # These two may also be noticed after the round, as long as nobody has bet on the next one.
    looks_back = kind in ("option_missed", "over_limit") and not table.round.hands
    hands = table.last.hands if looks_back and table.last else table.round.hands
    if kind == "option_missed":
        return tuple(hand for hand in hands if hand.choice) or hands
    return hands


def _done(desk: FormContext, answers: Answers) -> str:
    spot, bettor = place_of(answers["where"]) if answers.get("where") else (0, "")
    card = parse_card(answers["card"]) if answers.get("card") else None
    return desk.by_the_dealer(
        o.Reported(
            answers["kind"],
            spot,
            bettor,
            card,
            cents=cents_of(answers.get("cents", "")),
            wager=WAGERS[answers.get("wager", "main")],
            count=int(answers.get("count") or 0),
            lies=int(answers["lies"]) if "lies" in answers else None,
        )
    )
