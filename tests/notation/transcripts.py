"""Random regular rounds, dealt by the simulated people and written down line by line as they happen."""

from random import Random

from msgspec.structs import replace

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.next_step import due
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Bet, Cents, Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.values import DEALER
from dealer_station.engine.notation import model as w
from dealer_station.engine.notation.header import table_of
from dealer_station.engine.odds.strategy import Strategy
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.words.prompts import step_id
from dealer_station.written_rounds.play import rules_of
from hw_sim.devices.shoe import SimulatedShoe
from hw_sim.people.people import SimulatedPeople, SimulatedPlayer, seat_players

HOUSES: tuple[tuple[str, dict[str, str]], ...] = (
    ("massachusetts", {}),
    ("massachusetts", {"war_burn": "before_each_recipient", "decks": "8"}),
    ("house_manual", {}),
    ("house_manual", {"war_burn": "once"}),
    ("maryland", {}),
    ("exhibit_a", {}),
    ("exhibit_a", {"dealer_war_cards": "one_per_war_player"}),
    ("new_zealand", {}),
    ("new_zealand", {"war_stake": "dealer_matches", "war_burn": "none", "opening_burn": "on"}),
)


class Scribe:
    """Plays a table with simulated people and writes down what happened and what followed."""

    def __init__(self, header: w.Header, seed: int, *, twists: bool) -> None:
        self.rules: Rules = rules_of(header)
        self.chance = Random(f"{header.profile} {seed}")
        self.twists = twists
        self.table: Table = table_of(header, self.rules)
        self.people = SimulatedPeople(SimulatedShoe(self.rules, Random(seed)), self.seat_people())
        self.header = header
        self.lines: list[w.WrittenLine] = []

    @property
    def written(self) -> w.Written:
        return w.Written(self.header, tuple(self.lines))

    def play(self, rounds: int) -> None:
        """Deals so many rounds to their end."""
        while (number := self.table.round.number) <= rounds:
            self._next()
            if self.table.round.number > number:
                self.lines.append(w.WrittenLine(0, w.End(), self._due()))
                self.people.players = self.seat_people()

    def _next(self) -> None:
        if self.twists and self.chance.random() < 0.03:
            self.see(o.DealerArrived(self.chance.choice(("Ana", "Bo de la Cruz"))))
            return
        seen = self._with_war_tie(self.people.respond(due(self.table, self.rules)))
        self.see(seen)
        # Nobody's cards are shuffled twice: what is taken back is a tap that only the screen has seen.
        if self.twists and self.table.before and self.chance.random() < 0.05 and _is_only_a_tap(seen):
            self.see(o.TookBack())
            self.see(seen)

    def see(self, seen: Observation) -> None:
        """Something happens, and is written down with what followed."""
        events = decide(self.table, self.rules, seen)
        self.table = fold(self.table, events)
        self.lines.append(w.WrittenLine(0, seen, _followed(events) or self._due()))

    def _due(self) -> w.Expect:
        return w.StepDue(step_id(due(self.table, self.rules)))

    def seat_people(self) -> tuple[SimulatedPlayer, ...]:
        """Some of the seats, with wagers of all kinds that the book takes."""
        seats = seat_players(self.rules, self.rules.table.spots.value, "war")
        taken = self.chance.sample(seats, self.chance.randint(1, len(seats)))
        return tuple(player for seat in taken for player in self._bettors(seat))

    def _bettors(self, seat: SimulatedPlayer) -> list[SimulatedPlayer]:
        letters = "abc"[: self.chance.randint(1, self.rules.table.bettors_per_spot.value)]
        names = list(letters) if len(letters) > 1 else [""]
        return [replace(seat, bet=self._bet(seat.bet, name), strategy=self._mood()) for name in names]

    def _mood(self) -> Strategy:
        return self.chance.choice(("war", "war", "surrender"))

    def _bet(self, usual: Bet, bettor: str) -> Bet:
        main: Cents = self.chance.choice((usual.main_cents, usual.main_cents, None))
        tie: Cents = self.chance.choice((0, usual.tie_cents, None))
        if self.rules.wagers.tie_wager_dependency.value == "standalone" and tie != 0:
            main = self.chance.choice((0, main))
        return replace(usual, bettor=bettor, main_cents=main, tie_cents=tie)

    def _with_war_tie(self, seen: Observation) -> Observation:
        allowed = self.rules.war.war_tie_wager.value != "forbidden"
        if isinstance(seen, o.Answered) and seen.choice == "war" and allowed:
            usual = self.people.players[0].bet.tie_cents or 500
            return replace(seen, war_tie_cents=self.chance.choice((0, usual, None)))
        return seen


def _is_only_a_tap(seen: Observation) -> bool:
    return isinstance(seen, o.Called | o.Answered | o.Settled)


def _followed(events: tuple[Event, ...]) -> w.Expect | None:
    """The place where the card went, or the hand whose chips moved."""
    for event in events:
        match event:
            case e.CardDealt(_, place, _):
                return w.CardGoes(str(place) if place > DEALER else "dealer")
            case e.CardBurned():
                return w.CardGoes("burn")
            case e.CutCardAside():
                return w.CardGoes("aside")
            case e.HandSettled(spot, bettor, lines):
                moved = tuple((line.wager, line.action, line.cents) for line in lines)
                return w.MoneyMoves(f"{spot}{bettor}", moved)
    return None
