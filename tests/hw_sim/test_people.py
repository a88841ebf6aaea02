"""The simulated people play every book's rounds to the end, and know what to do when the table stops."""

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due import irregularity_kinds
from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.step_types import Draw, Due, RoundOver
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.errors import ProfileError
from dealer_station.engine.model.events import Event, HoldRaised, ShoeLoaded, StepDone, TapRefused
from dealer_station.engine.model.kinds import as_hold_kind, as_step
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Round, Table, open_table
from dealer_station.engine.model.values import Hold
from dealer_station.engine.odds.strategy import Strategy
from dealer_station.engine.rulebook.rule_sections import Limits, Measure
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.reports_view import possible_reports
from dealer_station.rulebooks import NAMES, load
from hw_sim.devices.shoe import SimulatedShoe
from hw_sim.devices.wheel import Wheel
from hw_sim.people.people import SimulatedPeople, SimulatedPlayer, seat_players

Interruption = Callable[[Due, Table], Observation | None]


class Shift:
    """Some rounds as people play them: all that was seen, all that it meant, and the rounds."""

    def __init__(
        self, rules: Rules, people: SimulatedPeople, rounds: int, interrupt: Interruption | None = None
    ) -> None:
        self.seen: list[Observation] = []
        self.events: list[Event] = []
        self.rounds: list[Round] = []
        table = open_table("loaded")
        while len(self.rounds) < rounds:
            step = due(table, rules)
            seen = (interrupt(step, table) if interrupt else None) or people.respond(step)
            events = decide(table, rules, seen)
            assert not any(isinstance(event, TapRefused) for event in events), (step, seen, events)
            self.seen.append(seen)
            self.events.extend(events)
            table = fold(table, events)
            if table.last is not None and table.last not in self.rounds[-1:]:
                self.rounds.append(table.last)


def people_for(rules: Rules, count: int, strategy: Strategy = "war", seed: int = 1) -> SimulatedPeople:
    return SimulatedPeople(SimulatedShoe(rules, Random(seed)), seat_players(rules, count, strategy))


def once(wanted: type, seen: Observation) -> Interruption:
    """`seen` happens the first time that a step of this kind is due."""
    left = [seen]
    return lambda step, _: left.pop() if left and isinstance(step, wanted) else None


@pytest.mark.parametrize("strategy", ["war", "surrender"])
@pytest.mark.parametrize("book", NAMES)
def test_people_play_to_the_end_with_one_player_up_to_all_spots(book: str, strategy: Strategy) -> None:
    rules = load(book)
    for count in range(1, rules.table.spots.value + 1):
        shift = Shift(rules, people_for(rules, count, strategy, seed=count), rounds=40)
        for round_ in shift.rounds:
            assert round_.outcome == "complete"
            assert len(round_.hands) == count
            assert all({"main", "tie"} <= {line.wager for line in hand.lines} for hand in round_.hands)
            assert {hand.choice for hand in round_.hands} <= {"", strategy}


@pytest.mark.parametrize(
    ("book", "options"),
    [
        ("massachusetts", {"war_burn": "before_each_recipient", "card_supply": "two_batch_shuffler"}),
        ("house_manual", {"card_supply": "hand_no_rules"}),
        ("exhibit_a", {"dealer_war_cards": "one_per_war_player", "spots": "9"}),
        ("new_zealand", {"card_supply": "csm", "war_stake": "dealer_matches", "opening_burn": "on"}),
        ("new_zealand", {"war_burn": "none", "decks": "4"}),
    ],
)
def test_people_play_through_several_shoes_whatever_the_operator_chose(
    book: str, options: dict[str, str]
) -> None:
    rules = load(book, options)
    shift = Shift(rules, people_for(rules, rules.table.spots.value), rounds=150)
    assert all(round_.outcome == "complete" for round_ in shift.rounds)


WHEEL = {
    "bonus_spin": "on",
    "bonus_trigger": "red7",
    "bonus_wheel": "primary,secondary,1000,100,25",
    "bonus_seeds": "10000,5000",
}


@pytest.mark.parametrize("strategy", ["war", "surrender"])
@pytest.mark.parametrize(
    ("book", "options"),
    [
        ("massachusetts", {}),
        ("maryland", {"progressive_stake_on_win": "returned"}),
        ("maryland", {"meter_rate": "2.5", "payout_limit": "100"}),
        ("maryland", WHEEL),
    ],
)
def test_people_play_side_bets_to_the_end(book: str, options: dict[str, str], strategy: Strategy) -> None:
    rules = load(book, {"progressive": "on", **options})
    spots = rules.table.spots.value
    bonus = 500 if "bonus_spin" in options else 0
    seated = seat_players(rules, spots, strategy)
    players = tuple(replace(player, bet=replace(player.bet, bonus_cents=bonus)) for player in seated)
    people = SimulatedPeople(SimulatedShoe(rules, Random(5)), players, Wheel(rules, Random(6)))
    shift = Shift(rules, people, rounds=50)
    for hand in (hand for round_ in shift.rounds for hand in round_.hands):
        assert hand.bet.progressive_cents == 500
        assert hand.has("progressive", "take")
        assert hand.has("progressive", "pay") == (hand.choice != "")
        assert hand.has("bonus", "pay") == bool(hand.spun)
    steps = {seen.step for seen in shift.seen if isinstance(seen, o.Confirmed)}
    full = {"lock_progressive", "count_progressive", "verify_hand", "verify_light", "validate_progressive"}
    assert steps >= ({"collect_progressive"} | (full if book == "maryland" else set()))
    spun = {seen.symbol for seen in shift.seen if isinstance(seen, o.Spun)}
    assert spun == (set(WHEEL["bonus_wheel"].split(",")) if bonus else set())


def test_the_floor_validates_what_the_progressive_pays() -> None:
    rules = load("maryland", {"progressive": "on"})
    shift = Shift(rules, people_for(rules, 9), rounds=10)
    validated = [event for event in shift.events if isinstance(event, StepDone) and event.by]
    assert {(event.step, event.by) for event in validated} == {("validate_progressive", "floor")}


@pytest.mark.parametrize(
    ("book", "bets", "step"),
    [
        ("house_manual", (o.Bet(1, "", 1000, toke_cents=500),), "toke_box"),
        ("new_zealand", (o.Bet(3, "a", 1000), o.Bet(3, "b", 0, 1000)), "offer_tie_area"),
    ],
)
def test_people_see_to_tokes_and_to_the_tie_area(book: str, bets: tuple[o.Bet, ...], step: str) -> None:
    rules = load(book)
    people = SimulatedPeople(
        SimulatedShoe(rules, Random(1)), tuple(SimulatedPlayer(bet, "war") for bet in bets)
    )
    shift = Shift(rules, people, rounds=30)
    assert {tuple(hand.bet for hand in round_.hands) for round_ in shift.rounds} == {bets}
    assert o.Confirmed(as_step(step)) in shift.seen


def test_wagers_that_stand_are_not_entered_again() -> None:
    rules = load("massachusetts")
    shift = Shift(rules, people_for(rules, 2), rounds=5)
    assert sum(isinstance(seen, o.BetsPlaced) for seen in shift.seen) == 1
    assert {round_.hands[1].bet for round_ in shift.rounds} == {o.Bet(2, "", 1000, 1000)}


def test_players_may_change_their_wagers_between_rounds() -> None:
    rules = load("new_zealand")
    people = people_for(rules, 1)
    shared = tuple(SimulatedPlayer(o.Bet(3, bettor, 2000), "war") for bettor in "ab")
    changed = once(Draw, o.DealerArrived("Kim"))

    def change_seats(step: Due, table: Table) -> Observation | None:
        if (seen := changed(step, table)) is not None:
            people.players = shared
        return seen

    shift = Shift(rules, people, rounds=2, interrupt=change_seats)
    assert [hand.name for round_ in shift.rounds for hand in round_.hands] == ["1", "3a", "3b"]


def test_a_tie_of_somebody_who_left_is_surrendered() -> None:
    rules = load("massachusetts")
    people = SimulatedPeople(SimulatedShoe(rules, Random(1)), players=())
    table = fold(open_table(), decide(open_table(), rules, o.BetsPlaced((o.Bet(1, "", 1000),))))
    for seen in (o.Called(), o.CardDrawn(Card("7c")), o.CardDrawn(Card("7d"))):
        table = fold(table, decide(table, rules, seen))
    assert people.respond(due(table, rules)) == o.Answered(1, "", "surrender")


def report_when_it_can_be(kind: str, rules: Rules) -> Interruption:
    """The dealer reports `kind` the first time that it can have happened."""
    asks = irregularity_kinds.CATALOGUE[kind].asks
    left = [
        o.Reported(
            as_hold_kind(kind), spot=rules.table.spots.value if asks == "empty spot" else 1 if asks else 0
        )
    ]

    def interrupt(_: Due, table: Table) -> Observation | None:
        if not left or kind not in possible_reports(table, rules):
            return None
        if kind == "option_missed" and not table.round.hands[0].choice:
            return None
        if kind == "wrong_pay" and table.last is None:
            return None
        burns = irregularity_kinds.burns_in_question(table.round)
        return replace(left.pop(), faces=(Card("2c"),) * len(burns))

    return interrupt


@pytest.mark.parametrize("kind", [kind for kind in irregularity_kinds.KINDS if kind != "unreadable"])
@pytest.mark.parametrize("book", NAMES)
def test_the_floor_rules_on_everything_that_can_be_reported_and_the_game_goes_on(
    book: str, kind: str
) -> None:
    rules = load(book)
    shift = Shift(rules, people_for(rules, 3), rounds=30, interrupt=report_when_it_can_be(kind, rules))
    assert len(shift.rounds) == 30


@pytest.mark.parametrize("kind", [kind for kind in irregularity_kinds.KINDS if kind != "unreadable"])
def test_the_game_goes_on_with_progressive_wagers_too(kind: str) -> None:
    rules = load("maryland", {"progressive": "on"})
    shift = Shift(rules, people_for(rules, 3), rounds=10, interrupt=report_when_it_can_be(kind, rules))
    assert len(shift.rounds) == 10


@pytest.mark.parametrize("book", NAMES)
def test_a_card_that_was_not_due_or_could_not_be_read_is_ruled_on(book: str) -> None:
    rules = load(book)
    for interruption in (
        once(Draw, o.CardDrawn(None)),
        once(type(due(open_table(), rules)), o.CardDrawn(Card("9h"))),
        once(type(due(open_table(), rules)), o.CardDrawn(None)),
    ):
        shift = Shift(rules, people_for(rules, 2), rounds=3, interrupt=interruption)
        assert all(round_.outcome == "complete" for round_ in shift.rounds)


def test_a_floor_that_is_asked_about_the_cut_card_has_the_cards_shuffled() -> None:
    rules = load("house_manual", {"card_supply": "hand_no_rules"})
    reinsert = replace(rules.cut.cut_card_reinsert, value=Measure("about_decks_from_back", 1.0))
    rules = replace(rules, cut=replace(rules.cut, cut_card_reinsert=reinsert))
    shift = Shift(rules, people_for(rules, 4), rounds=120)
    assert o.Ruled("reshuffle", by="floor") in shift.seen
    assert any(isinstance(event, ShoeLoaded) for event in shift.events)


def test_a_round_that_is_over_needs_nothing_but_a_yes() -> None:
    rules = load("massachusetts")
    assert people_for(rules, 1).respond(RoundOver(rules.deal.round_of_play)) == o.Confirmed("over")


@pytest.mark.parametrize(
    ("limits", "main_cents", "tie_cents"),
    [
        (Limits(), 1000, 1000),
        (Limits(1500, 0, 500), 1500, 1500),
        (Limits(0, 300, 0), 300, 300),
        (Limits(25, 100, 25), 50, 25),
        (Limits(101, 103, 0), 102, 101),
    ],
)
def test_players_bet_what_the_limits_allow_and_what_can_be_halved(
    limits: Limits, main_cents: int, tie_cents: int
) -> None:
    rules = load("massachusetts", main_limits=limits, tie_limits=limits)
    (player,) = seat_players(rules, 1, "war")
    assert (player.bet.main_cents, player.bet.tie_cents) == (main_cents, tie_cents)


@pytest.mark.parametrize(
    ("limits", "cents"), [(Limits(0, 0, 500), 500), (Limits(1000, 0, 500), 1000), (Limits(0, 200, 0), 200)]
)
def test_players_bet_five_dollars_on_the_progressive_where_they_may(limits: Limits, cents: int) -> None:
    rules = load("massachusetts", {"progressive": "on"})
    taken = replace(rules.progressive.progressive_limits, value=limits)
    rules = replace(rules, progressive=replace(rules.progressive, progressive_limits=taken))
    assert [player.bet.progressive_cents for player in seat_players(rules, 2, "war")] == [cents, cents]


def test_limits_that_leave_no_wager_are_said_so() -> None:
    rules = load("massachusetts", main_limits=Limits(101, 101, 0))
    with pytest.raises(ProfileError, match="no Initial wager in steps of 2 cents lies between 101 and 101"):
        seat_players(rules, 1, "war")


@pytest.mark.parametrize("count", [0, 8])
def test_players_need_a_spot_each(count: int) -> None:
    with pytest.raises(
        ProfileError, match=f"{count} players do not fit: this massachusetts table has 7 spots"
    ):
        seat_players(load("massachusetts"), count, "war")


@pytest.mark.parametrize("book", NAMES)
@pytest.mark.parametrize("kind", irregularity_kinds.CATALOGUE)
def test_the_floor_takes_a_remedy_for_every_hold_and_never_departs(book: str, kind: str) -> None:
    rules = load(book)
    people = people_for(rules, 2)
    table = open_table()
    while len(table.round.draws) < 2:
        table = fold(table, decide(table, rules, people.respond(due(table, rules))))
    has_card = kind in ("card_not_due", "unreadable", "impossible_card")
    card = Card("9c") if has_card else None
    hands = ("1",) if irregularity_kinds.CATALOGUE[kind].asks == "hand" or kind == "missed_spot" else ()
    held = fold(table, (HoldRaised(Hold(as_hold_kind(kind), card=card, has_card=has_card, hands=hands)),))
    people.look_at(held)
    for _ in range(len(irregularity_kinds.CATALOGUE[kind].rulings)):
        ruled = people.respond(due(held, rules))
        assert isinstance(ruled, o.Ruled)
        assert not ruled.departs
        events = decide(held, rules, ruled)
        if not any(isinstance(event, TapRefused) for event in events):
            return
    pytest.fail(f"{book}: nothing was ruled on {kind}")
