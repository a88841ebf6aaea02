"""Every moment of every written round, looked at once: its buttons, refusals, words and secrets."""

from collections.abc import Iterator

import pytest
from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.orders import dealer_card_is_hidden
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.kinds import as_step
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.values import DEALER
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.engine.view.table_view import TableView, view
from dealer_station.engine.view.upcoming import Lookahead, look_ahead
from dealer_station.engine.words.prompts import STEPS
from dealer_station.rulebooks import NAMES, load
from tests.moments import moments_of
from tests.ui.test_language import NAMES_OF_THINGS, Attentive
from tests.ui.test_terms import Listening, foreign
from ui.common.translate import Speech
from ui.dealer.buttons import Button, buttons_for
from ui.dealer.compound_taps import settle_and_answer
from ui.dealer.picture import Picture
from ui.dealer.shown_settlements import Displayed, displayed, done

IDS = tuple(step for step in STEPS if "_" in step)
"""Names of steps that only the program uses."""
OFTEN_OUT_OF_TURN = (
    *(o.Called(), o.Settled(), o.BetsPlaced(())),
    *(o.Confirmed("pick_up"), o.Confirmed("load")),
)
ENGLISH = Speech("en")


class Screen(Struct, frozen=True):
    """One moment with all that its screen is drawn from."""

    table: Table
    rules: Rules
    now: TableView
    ahead: Lookahead
    shown: Displayed

    def values(self, say: Speech) -> dict[str, object]:
        """All that the screen shows, in one language."""
        book = RulebookView(self.rules)
        return Picture(self.now, self.table, book, say, frozenset(), self.ahead, self.shown).values()

    def buttons(self) -> tuple[Button, ...]:
        return buttons_for(self.now.step, self.shown, RulebookView(self.rules), ENGLISH)


def screen_of(table: Table, rules: Rules) -> Screen:
    ahead = look_ahead(table, rules)
    return Screen(table, rules, view(table, rules), ahead, displayed(ahead))


def refused(events: tuple[e.Event, ...]) -> list[e.TapRefused]:
    return [event for event in events if isinstance(event, e.TapRefused)]


def the_call_is_refused(screen: Screen) -> bool:
    """True if the table does not take the call of a button, once all that the screen shows is settled."""
    table = screen.table
    for settlement in screen.shown.now:
        table = fold(table, decide(table, screen.rules, done(settlement)))
    return bool(refused(decide(table, screen.rules, o.Called())))


def said_by(act: str, screen: Screen) -> list[Observation] | None:
    """The observations of which a button says one first; None for one that says nothing to the table."""
    word, _, rest = act.partition(" ")
    match word, rest:
        case "open", "war tie":
            hands = screen.table.round.hands
            at_war = (hand for hand in hands if hand.choice == "war" and hand.war_tie_cents == 0)
            return [o.Answered(hand.spot, hand.bettor, "war", None) for hand in at_war]
        case "confirm", _:
            return [o.Confirmed(as_step(rest))]
        case "cut", _:
            spot = int(rest.split()[0])
            return [o.CutOffered(spot, rest.endswith("yes")) if spot else o.Confirmed("offer_cut")]
        case "war" | "surrender", _:
            found = settle_and_answer(rest, screen.shown, war=word == "war")(screen.now.step)
            return [found] if found else []
        case "settle", _:
            return [done(screen.shown.now[0])]
        case _:
            return None


def with_other_faces(table: Table, rules: Rules, face: str) -> Table:
    """The same table to everybody who sits at it: only cards that lie face down have another face."""
    kept = tuple(replace(one, card=Card(face)) if one.card else one for one in table.kept)
    draws = table.round.draws
    if dealer_card_is_hidden(table.round, rules):
        draws = tuple(
            replace(one, card=Card(face)) if one.place == DEALER and one.card else one for one in draws
        )
    return replace(table, kept=kept, round=replace(table.round, draws=draws))


class Walk:
    """The moments of a book, and what was seen at them."""

    def __init__(self, book: str) -> None:
        self.calls = 0
        """Moments at which a button makes the closing call."""
        self.unseen = 0
        """Moments at which a card lies face down."""
        self.tapped: set[str] = set()
        self.reasons: set[str] = set()
        """Reasons of refusals."""
        self.faults: list[str] = []
        self.spanish = Attentive()
        languages = ("en", "es") if book == "new_zealand" else ("en",)
        self.terms = [Listening(language, book) for language in languages]

    def look_at(self, screen: Screen) -> None:
        self.faults += self._faults_of_buttons(screen)
        for tap in OFTEN_OUT_OF_TURN:
            self.reasons |= {one.reason for one in refused(decide(screen.table, screen.rules, tap))[:1]}
        for say in (self.spanish, *self.terms):
            screen.values(say)
        if screen.table.kept or dealer_card_is_hidden(screen.table.round, screen.rules):
            self.unseen += 1
            low, high = (
                screen_of(with_other_faces(screen.table, screen.rules, face), screen.rules).values(ENGLISH)
                for face in ("2c", "As")
            )
            if low != high:
                self.faults.append(f"a face that nobody sees changes the screen of {screen.now.step.do}")

    def _faults_of_buttons(self, screen: Screen) -> Iterator[str]:
        """Buttons that say what the table does not take, be it the call or what they say first."""
        for button in screen.buttons():
            if button.act == "call":
                self.calls += 1
                if the_call_is_refused(screen):
                    yield f"the call is offered and refused at {screen.now.step.do}"
            taps = said_by(button.act, screen)
            if taps is None:
                continue
            word = button.act.partition(" ")[0]
            self.tapped.add(word if word != "open" else button.act)
            if all(refused(decide(screen.table, screen.rules, tap)) for tap in taps):
                yield f"{button.act} is refused at {screen.now.step.do}"


@pytest.mark.parametrize("book", NAMES)
def test_every_moment_of_every_written_round_keeps_the_promises_of_the_screen(book: str) -> None:
    """Whatever a button says, the table takes; no refusal names a step by its id; everything is said in
    Spanish and in the terms of the book; and a face that nobody sees changes nothing."""
    walk = Walk(book)
    for moment in moments_of(book):
        walk.look_at(screen_of(moment.table, moment.rules))
    assert not walk.faults, "\n".join(dict.fromkeys(walk.faults))
    assert walk.calls > 100
    assert {"confirm", "settle", "war", "surrender"} <= walk.tapped
    assert ("open war tie" in walk.tapped) == (book in ("massachusetts", "house_manual", "maryland"))
    assert walk.unseen

    assert walk.reasons
    assert not {reason for reason in walk.reasons if any(step in reason for step in IDS)}

    unsaid = sorted(walk.spanish.unsaid - NAMES_OF_THINGS - {load(book).book.title})
    assert not unsaid, "without Spanish:\n" + "\n".join(unsaid)
    for say in walk.terms:
        assert say.heard
        wrong = foreign(book, say.language)
        assert sorted(words for words in say.heard if wrong.search(words)) == []
