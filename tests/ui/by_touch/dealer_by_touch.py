"""The taps of a dealer and a supervisor for each act of a written round: what they touch, in which order."""

from collections.abc import Sequence

from msgspec.structs import replace

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.step_types import Draw
from dealer_station.engine.due.where_cards_lie import lying_on_the_felt
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.kinds import Ruling
from dealer_station.engine.model.observations import HandName, Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.values import DEALER
from dealer_station.engine.notation import model as w
from dealer_station.engine.view.reports_view import ASKS, cards_lying, held_face
from dealer_station.engine.view.ruling_details import reads_in_question
from dealer_station.engine.view.table_view import HoldView, view
from tests.ui import items
from tests.ui.by_touch.fingers import NotOfferedError
from tests.ui.by_touch.touched_table import PIN, TouchedTable
from tests.ui.by_touch.wagers_by_touch import enter_wagers
from tests.ui.by_touch.written_acts import WrittenAct, comparable
from ui.dealer.forms import Choice, Question
from ui.dealer.report_form import WHICH_CARD
from ui.dealer.report_groups import group_of

QUESTIONS_MAX = 20
ASKS_WHERE = ("spot", "empty spot", "hand", "place")
ENDS_A_ROUND = ("pick_up", "return_cards")

Answers = dict[str, str]


class DealerByTouch:
    """Does the acts of a written round on the screen, several with one tap where the screen shows them."""

    def __init__(self, table: TouchedTable, acts: Sequence[WrittenAct]) -> None:
        self.table, self.fingers, self.acts = table, table.fingers, acts
        # What is taken back later must be a tap of its own.
        self._one_by_one = any(isinstance(act.act, o.TookBack) for act in acts)

    def do(self, at: int) -> None:
        """Touch what the act at this place of the round needs."""
        wanted = self.acts[at].act
        assert not isinstance(wanted, w.End)
        match wanted:
            case o.DealerArrived():
                if self.table.bridge.property("page")["name"] != "sign in":
                    if self._is_stopped:
                        raise NotOfferedError("open dealer", "dealer during a stop")
                    self._tap("open dealer")
                self._fill_in({"what": "change", "who": wanted.name})
            case o.BetsPlaced() if any(bet.player for bet in wanted.bets):
                raise NotOfferedError("a player's name", "player named")
            case o.BetsPlaced() if self._is_a_card_due:
                raise NotOfferedError("wagers", "wagers before the burn")
            case o.BetsPlaced():
                enter_wagers(self.table, wanted)
                if not (self._is_followed_by_call(at) and not self._one_by_one) and self.fingers.offers(
                    "wager done"
                ):
                    self._tap("wager done")
            case o.Called():
                if self.acts[at].is_refused and self.table.bridge._displayed.now:
                    raise NotOfferedError("a call that settles nothing", "compound tap")
                self._tap("call")
            case o.Settled():
                self._settle(at)
            case o.Answered():
                if self.acts[at].is_refused and self.table.bridge._displayed.now:
                    raise NotOfferedError("an answer that settles nothing", "compound tap")
                self._answer_tie(wanted)
            case o.Confirmed():
                self._confirm(at, wanted)
            case o.TookBack():
                if self._is_stopped and not self.fingers.offers("undo"):
                    raise NotOfferedError("undo", "undo at a stop")
                self._tap("undo")
            case o.Reported():
                self._report(wanted)
            case o.Ruled():
                self._rule(wanted)
            case o.Recalled():
                self._answer_question(done=wanted.done)
            case o.Ordered():
                self._order(wanted)
            case o.CardDrawn():
                self._key(wanted)
            case _:
                self._say_of_shuffle_or_request(wanted)

    @property
    def _asked_to_cut(self) -> int:
        """The spot that the screen offers the cut to; 0 where it asks who refused."""
        places: tuple[int, ...] = getattr(self.table.player.due, "places", ())
        return places[0] if places else 0

    @property
    def _is_a_card_due(self) -> bool:
        return isinstance(self.table.player.due, Draw)

    @property
    def _is_stopped(self) -> bool:
        return self.table.bridge._now._were["hold"] is not None

    @property
    def _stop(self) -> HoldView:
        """The stop that the screen shows."""
        holds = view(self.table.player.table, self.table.player.rules).holds
        return next(hold for hold in holds if hold.raised == self.table.bridge.stop)

    def _tap(self, sends: str) -> None:
        self.fingers.send(sends)
        self.table.settle_down()

    def clear_the_view(self, wanted: Observation | w.End) -> None:
        """Touch away the notice of the cut card, and a page that is not needed."""
        if items.has(self.table.window, "button cut card"):
            self.fingers.touch_named("button cut card")
            self.table.settle_down()
        if self.table.bridge.property("page")["name"] and not isinstance(wanted, o.DealerArrived):
            self._tap("close")

    # -- the round -----------------------------------------------------------------------------------

    def _next(self, at: int) -> Observation | w.End | None:
        return self.acts[at].act if at < len(self.acts) and not self.acts[at].is_refused else None

    def _is_followed_by_call(self, at: int) -> bool:
        return isinstance(self._next(at + 1), o.Called)

    def _after_the_round(self, at: int) -> int:
        """The place of the next act after the round's last tap, where the text leaves that tap out."""
        while isinstance(found := self._next(at), w.End | o.Confirmed):
            if isinstance(found, o.Confirmed) and not (
                self.acts[at].is_left_out and found.step in ENDS_A_ROUND
            ):
                break
            at += 1
        return at

    def _settle(self, at: int) -> None:
        shown = len(self.table.bridge._displayed.now)
        last, run = at, 0
        while last < len(self.acts) and (
            self.acts[last].is_refused or isinstance(self.acts[last].act, o.Settled)
        ):
            run += not self.acts[last].is_refused
            last += 1
        if self._one_by_one and self.fingers.offers("settle"):
            self._tap("settle")
            return
        following = self._next(last)
        if run == shown:
            if isinstance(following, o.Answered) and self.fingers.offers(_answer(following)):
                self._tap(_answer(following))
                return
            if isinstance(self._next(self._after_the_round(last)), o.Called) and self.fingers.offers("call"):
                self._tap("call")
                return
        if run < shown and not self.fingers.offers("settle"):
            raise NotOfferedError("settle", "hand by hand")
        self._tap("settle all" if run >= shown else "settle")

    def _answer_tie(self, wanted: o.Answered) -> None:
        if wanted.posted_cents is not None:
            raise NotOfferedError("the amount put down", "amount put down for the war")
        if wanted.war_tie_cents == 0:
            self._tap(_answer(wanted))
            return
        self._tap("open war tie")
        name = str(HandName(wanted.spot, wanted.bettor))
        self._fill_in({"where": name, "cents": _typed(wanted.war_tie_cents)})

    def _confirm(self, at: int, wanted: o.Confirmed) -> None:
        step = wanted.step or getattr(self.table.player.due, "step", "")
        if step in ("call", "settle"):
            self._tap(step if self.fingers.offers(step) else "settle all")
            return
        if self.acts[at].is_left_out and step in ENDS_A_ROUND and not self._one_by_one:
            coming = self._after_the_round(at)
            following = self._next(coming)
            named = isinstance(following, o.BetsPlaced) and any(bet.player for bet in following.bets)
            if isinstance(following, o.BetsPlaced) and not named and self._is_followed_by_call(coming):
                enter_wagers(self.table, following)
                following = o.Called()
            if isinstance(following, o.Called) and self.fingers.offers("call"):
                self._tap("call")
                return
            if self.fingers.offers("wager done"):
                self._tap("wager done")
        if self.fingers.offers("open_table"):
            self._tap("open_table")
            self.clear_the_view(wanted)
        if step == "offer_cut":
            self._tap(f"cut {self._asked_to_cut} yes")
        elif self.fingers.offers(f"open sign {step}"):
            self._tap(f"open sign {step}")
            self._fill_in({})
        else:
            self._tap(f"confirm {step}")

    def _key(self, wanted: o.CardDrawn) -> None:
        """Key a card in at a table without a reader; a card that is burned is not looked at."""
        if self.fingers.offers("card burn"):
            self._tap("card burn")
            return
        assert wanted.card is not None
        self.fingers.touch_named(f"rank {wanted.card[0]}")
        self.fingers.touch_named(f"suit {wanted.card[1]}")
        self.table.settle_down()

    # -- reports and rulings -------------------------------------------------------------------------

    def _report(self, wanted: o.Reported) -> None:
        if wanted.kind == "misplaced" and wanted.lies is None:
            raise NotOfferedError("no place", "place left open")
        names_a_place = bool(wanted.spot) or wanted.lies is not None
        if names_a_place and ASKS[wanted.kind] not in ASKS_WHERE and wanted.kind not in WHICH_CARD:
            raise NotOfferedError("where", "place not asked")
        if wanted.kind == "unreadable" and self.fingers.offers("open key in"):
            self._tap("open key in")
        else:
            self._tap("open wrong")
        where = self._where(wanted)
        another = where if not wanted.bettor else str(wanted.spot)
        answers = {
            "kind": wanted.kind,
            "card": str(wanted.card or ""),
            "where": where,
            "whose": "",
            "lies": "" if wanted.lies is None else str(wanted.lies),
            "cents": "0" if wanted.nothing else _typed(wanted.cents) if wanted.cents else "",
            "wager": wanted.wager,
            "entered": "yes" if wanted.entered else "no",
            "count": str(wanted.count or 0),
            "confirm": "yes",
        }
        self._fill_in(answers, other={"where": another, "whose": wanted.bettor})

    def _where(self, wanted: o.Reported) -> str:
        """The place that a report names; nothing for the card that left the shoe last."""
        named = str(HandName(wanted.spot, wanted.bettor)) if wanted.spot else ""
        table, rules = self.table.player.table, self.table.player.rules
        if wanted.kind not in WHICH_CARD or held_face(table)[0]:
            return named
        last, *earlier = cards_lying(table, rules, dealers=wanted.kind == "damaged_card")
        if wanted.lies == DEALER or wanted.spot:
            place = wanted.spot if wanted.spot else DEALER
            return "" if last.lies == place else str(place)
        by_face = [str(one.place) for one in earlier if wanted.card and one.card == wanted.card]
        return by_face[0] if by_face and last.card != wanted.card else ""

    def _rule(self, wanted: o.Ruled) -> None:
        table, shown = self.table.player.table, self._is_stopped
        about = wanted.about or (table.holds[-1].raised if table.holds else 0)
        if shown and about != self.table.bridge.stop:
            raise NotOfferedError("the newest stop before the oldest", "newest stop first")
        if table.holds and not shown:
            raise NotOfferedError("the moves of the last ruling come first", "moves before the next stop")
        shared = {str(hand.spot) for hand in table.round.hands if hand.bettor}
        if shown and shared & set(wanted.hands):
            raise NotOfferedError("a whole box", "whole box")
        if shown and self._stop.question:
            self._answer_question(done=False)
        what: str = wanted.ruling
        if shown and wanted.departs:
            self._tap("open depart")
        elif shown:
            self._tap(f"open rule {self._offered_for(wanted)}")
        else:
            self._tap("open floor")
            question = self.table.bridge._pages._form.question  # type: ignore[union-attr]
            offered = [one.value for one in question.choices] if question else []
            # An order to shuffle rests on the book; the ruling does the same without it.
            if what == "reshuffle" and what not in offered:
                what = "shuffle"
                asks = decide(table, self.table.player.rules, o.Ordered("shuffle"))
                if any(isinstance(event, e.HoldRaised) for event in asks):
                    raise NotOfferedError("an order before the ruling", "order before the ruling")
        answers = {
            "what": what,
            "ruling": wanted.ruling,
            "hands": " ".join(wanted.hands),
            "cents": _typed(wanted.cents),
            "card": str(wanted.card or ""),
            "at": wanted.at or self._read_in_question(),
            "confirm": "yes",
        }
        self._fill_in(answers)

    def _answer_question(self, *, done: bool) -> None:
        """Answer whether only a tap was missing before the early cards that the stop is about."""
        if not self._is_stopped or not self._stop.question:
            raise NotOfferedError("a question of fact")
        self._tap(f"recall {'done' if done else 'early'} {self._stop.question.cards}")

    def _read_in_question(self) -> str:
        """The read that the newest stop is about, where the screen asks for one of several."""
        table, rules = self.table.player.table, self.table.player.rules
        draw = table.holds[-1].draw if table.holds else None
        offered = [read.at for read in reads_in_question(table, rules)]
        found = [read.at for read in lying_on_the_felt(table, rules) if read.draw == draw]
        return found[0] if found and "" not in offered else ""

    def _offered_for(self, wanted: o.Ruled) -> str:
        """The ruling of the stop that does what the wanted one does, where the screen offers one for both."""
        table, rules = self.table.player.table, self.table.player.rules
        choices = view(table, rules).holds[0].choices
        together = f" {wanted.cards}" if wanted.cards else ""
        offered = [one.ruling for one in choices if one.kind != "departure" and one.cards == wanted.cards]
        if wanted.ruling in offered:
            return wanted.ruling + together

        def effect(ruling: Ruling) -> Table:
            return comparable(fold(table, decide(table, rules, replace(wanted, ruling=ruling))))

        same = [one for one in offered if effect(one) == effect(wanted.ruling)]
        return (same[0] if same else wanted.ruling) + together

    def _order(self, wanted: o.Ordered) -> None:
        if wanted.what == "open":
            self._tap("open_table")
        elif wanted.what == "shuffle" and self.fingers.offers("open unsecured batch"):
            self._tap("open unsecured batch")
            self._fill_in({})
        else:
            self._tap("open floor")
            self._fill_in({"what": wanted.what})

    def _say_of_shuffle_or_request(self, wanted: Observation) -> None:
        match wanted:
            case o.CutOffered():
                answer = "yes" if wanted.accepted else "no"
                if self.fingers.offers(f"cut {wanted.spot} {answer}"):
                    self._tap(f"cut {wanted.spot} {answer}")
                    return
                if self._asked_to_cut not in (0, wanted.spot):
                    raise NotOfferedError("the cut", "another player asked to cut")
                self._tap(f"cut 0 {answer}")
                self._fill_in({"spot": str(wanted.spot)})
            case o.CutMade():
                asks = f"cut {self._asked_to_cut} yes"
                if self.fingers.offers(asks):
                    self._tap(asks)
                self._tap("open depth cut")
                self._fill_in({"cards": str(wanted.cards)})
            case o.CutCardPlaced():
                self._tap("open depth place_cut_card")
                self._fill_in({"cards": str(wanted.cards)})
            case o.Spun():
                self._tap(f"open spin {wanted.spot}")
                self._fill_in({"symbol": wanted.symbol})
            case o.Seated():
                self._tap("open dealer")
                self._fill_in({"what": "seats", "spots": " ".join(map(str, wanted.spots))})
            case o.BurnViewed():
                self._tap("open dealer")
                self._fill_in({"what": "view"})
            case o.TokeGiven():
                self._tap("open dealer")
                self._fill_in({"what": "toke", "cents": _typed(wanted.cents)})
            case o.VerbalWager():
                self._tap("open dealer")
                self._fill_in({"what": "verbal", "spot": str(wanted.spot), "means": wanted.means})
            case _:
                raise NotOfferedError(type(wanted).__name__)

    # -- forms ---------------------------------------------------------------------------------------

    def _fill_in(self, answers: Answers, other: Answers | None = None) -> None:
        """Answer the questions of the open page, until it closes or complains."""
        pages = self.table.bridge._pages
        for _ in range(QUESTIONS_MAX):
            form = pages._form
            question = form.question if form else None
            if form is None or question is None:
                return
            self._answer(question, answers, other or {})
            self.table.settle_down()
            if pages._form is form and form.complaint:
                return
        raise NotOfferedError(f"the end of the page {pages.name}")

    def _answer(self, question: Question, answers: Answers, other: Answers) -> None:
        value = answers.get(question.about, "")
        match question.kind:
            case "reports":
                if not self.fingers.offers(f"choose {value}"):
                    self._tap(f"group {group_of(value).name}")  # type: ignore[arg-type]
                self._tap(f"choose {value}")
            case "choices":
                self._choose(question, value, other.get(question.about))
            case "several":
                # A ruling without a hand is about all of them.
                wanted = set(value.split()) or {one.value for one in question.choices}
                for one in sorted(set(question.marked or ()) ^ wanted):
                    self._tap(f"choose {one}")
                self._tap("key enter")
            case "card":
                self.fingers.touch_named(f"card {value}")
            case "confirm":
                self._tap(f"choose {value or 'yes'}")
            case "sign":
                self._sign(question)
            case _:
                self._type(value)

    def _choose(self, question: Question, value: str, other: str | None) -> None:
        by_value = {one.value: one for one in question.choices}
        choice = by_value.get(value)
        if question.about == "count" and value == "0":
            choice = question.choices[-1]
        elif question.about == "because":
            choice = question.choices[0]
        elif other is not None and (choice is None or (question.about == "whose" and other in by_value)):
            # A bettor whose wager nobody entered is named beside one who is known on that spot.
            named = question.choices if question.about == "where" else ()
            beside = (one for one in named if str(HandName.read(one.value).spot) == other)
            choice = by_value.get(other) or next(beside, None)
        if choice is None:
            raise NotOfferedError(f"{question.about}: {value}")
        if choice.place is None:
            self._tap(f"choose {choice.value}")
            return
        self._tap_on_felt(choice, question)

    def _tap_on_felt(self, choice: Choice, question: Question) -> None:
        place = max(DEALER, choice.place or DEALER)
        self.fingers.place(place)
        self.table.settle_down()
        there = [one for one in question.choices if one.place is not None and max(DEALER, one.place) == place]
        if len(there) > 1:
            self._tap(f"choose {choice.value}")

    def _sign(self, question: Question) -> None:
        """Choose a reason where none is marked, and enter the PIN of the only supervisor."""
        form = self.table.bridge._pages._form
        assert form
        for part in question.parts:
            if not form._chosen(part):
                self._tap(f"choose {part.choices[0].value}")
        if question.takes_pin:
            for digit in PIN:
                self._tap(f"key {digit}")
        self._tap("key enter")

    def _type(self, value: str) -> None:
        if not value:
            self._tap("key skip")
            return
        for digit in value:
            self._tap(f"key {digit}")
        self._tap("key enter")


def _answer(answered: o.Answered) -> str:
    return f"{answered.choice} {HandName(answered.spot, answered.bettor)}"


def _typed(cents: int | None) -> str:
    """The digits of an amount; nothing where it is not known."""
    if cents is None:
        return ""
    whole, rest = divmod(cents, 100)
    return f"{whole}.{rest:02}" if rest else str(whole)
