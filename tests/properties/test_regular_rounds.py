"""The order of cards and chips, and what each outcome is worth, in any regular round of any book."""

from itertools import groupby

from hypothesis import given, settings
from msgspec.structs import replace

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.step_types import Perform
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.table import Hand, RackOwner
from dealer_station.engine.model.values import DEALER, Deal
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.table_view import view
from tests.exhaustive.invariants import faults_of_replay
from tests.properties.rounds import Played, played_rounds

MAIN_WORTH = {
    "win": 1,
    "lose": -1,
    "tie": 0,
    "surrender": -0.5,
    "war won": 1,
    "war lost": -2,
    "war tied": 2,
}
"""In main wagers, the war wager included; all five books agree."""
TIE_ODDS = 10


@given(played_rounds())
def test_cards_go_to_the_spots_in_ascending_order_and_to_the_dealer_last(played: Played) -> None:
    spots = sorted({hand.spot for hand in played.round.hands})
    assert places_dealt(played, "original") == [*spots, DEALER]
    war_spots = spots_at_war(played)
    own_card = played.rules.war.dealer_war_cards.value == "one_per_war_player"
    paired = [place for spot in war_spots for place in (spot, -spot)]
    assert places_dealt(played, "war") == (paired if own_card else [*war_spots, DEALER] if war_spots else [])


@given(played_rounds())
def test_as_many_cards_are_burned_for_a_war_as_the_book_says(played: Played) -> None:
    drawn = [drawn for drawn in played.round.draws if drawn.deal == "war"]
    assert len(drawn) == cards_of_a_war(played.rules, len(spots_at_war(played)))
    if drawn and played.rules.war.war_burn.value != "none":
        assert [card.burned for card in drawn[:4]] == [True, True, True, False]


def cards_of_a_war(rules: Rules, war_spots: int) -> int:
    """Burns and hands together, for so many spots at war."""
    if war_spots == 0:
        return 0
    if rules.war.dealer_war_cards.value == "one_per_war_player":
        return 8 * war_spots
    burns = {
        "none": 0,
        # War 3 of Exhibit A gives the dealer's card its own three burns.
        "once": 6 if rules.book.id == "exhibit_a" else 3,
        "before_each_recipient": 3 * (war_spots + 1),
    }
    return burns[rules.war.war_burn.value] + war_spots + 1


@settings(max_examples=300)
@given(played_rounds())
def test_hands_are_settled_and_asked_in_the_order_of_the_book(played: Played) -> None:
    order = [
        turn(played.rules, event)
        for event in played.events
        if isinstance(event, e.HandSettled | e.OptionChosen)
    ]
    assert order == sorted(order)


def turn(rules: Rules, event: e.HandSettled | e.OptionChosen) -> tuple[int, int, str]:
    """The turn of a hand: its pass, its place from the right or the left, and its place in a box."""
    right_to_left, left_to_right = -event.spot, event.spot
    lines = event.lines if isinstance(event, e.HandSettled) else ()
    if lines and lines[0].deal == "war":
        return 9, left_to_right if rules.book.id == "exhibit_a" else right_to_left, event.bettor
    wager, action = (lines[0].wager, lines[0].action) if lines else ("main", "ask")
    tied = action in ("ask", "half")
    match rules.book.id:
        case "maryland":
            return (1, left_to_right, "") if tied else (0, right_to_left, "")
        case "exhibit_a":
            return 0 if wager == "tie" else 1, right_to_left, ""
        case "new_zealand":
            passes = ["tie take", "tie pay", "main take", "main pay", "options"]
            return passes.index("options" if tied else f"{wager} {action}"), right_to_left, event.bettor
        case _:
            return 0, right_to_left, ""


@given(played_rounds())
def test_every_hand_can_be_rebuilt_from_the_discard_rack(played: Played) -> None:
    dealt: dict[RackOwner, list[Card | None]] = {}
    for place in sorted(
        {drawn.place for drawn in played.round.draws if drawn.place is not None}, reverse=True
    ):
        owner: RackOwner = "dealer" if place <= DEALER else place
        dealt.setdefault(owner, []).extend(d.card for d in played.round.draws if d.place == place)
    rack = [racked for racked in played.rack if racked.owner != "burn"]
    together = [
        (owner, [racked.card for racked in cards]) for owner, cards in groupby(rack, lambda r: r.owner)
    ]
    assert dict(together) == dealt
    assert len(together) == len(dealt), "a hand's cards lie apart"
    assert together[-1][0] == "dealer"


@given(played_rounds())
def test_the_rack_holds_the_hands_from_right_to_left_the_wars_after_the_others(played: Played) -> None:
    owners = [owner for owner, _ in groupby(racked.owner for racked in played.rack) if isinstance(owner, int)]
    before_the_war = played.rules.war.pre_war_pickup.value != "none_until_end"
    at_war = spots_at_war(played) if before_the_war else ()
    assert owners == sorted(owners, key=lambda owner: (owner in at_war, -owner))


@given(played_rounds())
def test_every_outcome_is_worth_what_the_books_say(played: Played) -> None:
    for hand, outcome in played.hands():
        main, tie, war_tie = (hand.bet.main_cents or 0, hand.bet.tie_cents or 0, hand.war_tie_cents or 0)
        tied = outcome not in ("win", "lose")
        expected = main * MAIN_WORTH[outcome] + tie * (TIE_ODDS if tied else -1)
        expected += war_tie * (TIE_ODDS if outcome == "war tied" else -1)
        assert net_cents(hand) == expected, (hand.name, outcome)


def net_cents(hand: Hand) -> int:
    """The change in the bettor's chips: winnings less what was taken."""
    signs = {"pay": 1, "take": -1, "half": -1, "return": 0}
    return sum(signs[line.action] * (line.cents or 0) for line in hand.lines)


@given(played_rounds(known=False))
def test_a_stake_that_nobody_entered_is_settled_by_its_odds(played: Played) -> None:
    odds = {"main": 1, "tie": TIE_ODDS, "war_tie": TIE_ODDS}
    for hand, outcome in played.hands():
        for line in hand.lines:
            unknown = hand.stake(line.wager) is None
            assert (line.cents is None) == unknown
            double = outcome == "war tied" and played.rules.book.id != "exhibit_a"
            won = odds.get(line.wager, 2 if double else 1)
            assert line.odds == (won if line.action == "pay" else 0)


@given(played_rounds())
def test_nobody_has_to_tap_what_the_next_card_or_chip_shows(played: Played) -> None:
    table, rules = played.tables[0], played.rules
    for before, seen in zip(played.tables, played.seen, strict=False):
        tapped_only = isinstance(due(before, rules), Perform)
        last = seen == played.seen[-1] or rules.cards.card_supply.value == "csm"
        if not tapped_only or last:
            table = fold(table, decide(table, rules, seen))
    assert table.last == played.round
    assert replace(table, before=None) == replace(played.tables[-1], before=None)


@given(played_rounds())
def test_no_screen_shows_a_face_that_nobody_may_have_seen(played: Played) -> None:
    for table in played.tables:
        shown = view(table, played.rules)
        assert all(racked.card is None for racked in shown.rack if racked.owner == "burn")
        turned = played.rules.deal.dealer_card_reveal.value == "face_up" or (
            table.round.has_done("turn_dealer_card")
        )
        if not turned:
            assert all(card.card is None for card in shown.dealer_cards)
            assert all(not bettor.result for spot in shown.spots for bettor in spot.bettors)


@given(played_rounds())
def test_a_round_is_rebuilt_from_its_facts(played: Played) -> None:
    assert not list(faults_of_replay(played.tables[0], played.events, played.tables[-1], played.rules))


def places_dealt(played: Played, deal: Deal) -> list[int]:
    """The places that got a card in this deal, in the order in which they got it."""
    return [event.place for event in played.events if isinstance(event, e.CardDealt) and event.deal == deal]


def spots_at_war(played: Played) -> tuple[int, ...]:
    """The spots where somebody went to war."""
    return tuple(sorted({hand.spot for hand in played.round.hands if hand.choice == "war"}))
