"""The view of a table: never a face that nobody at it may have seen, and always what is due."""

import re
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.step_types import Draw, Offer, Perform, Settle, TakeBets
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import PACK, Card, rank, spoken
from dealer_station.engine.model.observations import Bet, Observation
from dealer_station.engine.model.values import DEALER
from dealer_station.engine.notation.reader import read
from dealer_station.engine.view.table_view import TableView, view
from dealer_station.rulebooks import NAMES
from dealer_station.written_rounds.play import Player

HOUSES = (
    *(f"profile {name}\nstart loaded" for name in NAMES),
    "profile massachusetts\nstart loaded\noption war_burn=before_each_recipient",
    "profile exhibit_a\nstart loaded\noption dealer_war_cards=one_per_war_player",
    "profile new_zealand\nstart loaded\noption war_stake=dealer_matches\noption opening_burn=on",
)


def player_at(header: str, *lines: str) -> Player:
    """A table at which these lines have been played."""
    written = read("\n".join((header, *lines)))
    player = Player.at_table_of(written.header)
    player.play(written.lines)
    assert player.failure is None
    return player


def seen_at(header: str, *lines: str) -> TableView:
    player = player_at(header, *lines)
    return view(player.table, player.rules)


def shows(shown: TableView, card: str) -> bool:
    """True if this face is anywhere in what goes to screens, lamps and locks."""
    text = msgspec.json.encode(shown, enc_hook=str).decode()
    return card in text or spoken(Card(card)) in text.lower()


class OneDeck:
    """Cards that are all different, so that a face is known again wherever it turns up."""

    def __init__(self, seed: int) -> None:
        self.cards = list(PACK)
        Random(seed).shuffle(self.cards)

    def draw(self, like: Card | None = None) -> Card:
        """The next card, or the next that ties with another."""
        ties = [card for card in self.cards if like and rank(card) == rank(like)]
        card = (ties or self.cards)[0]
        self.cards.remove(card)
        return card


class WarRound:
    """A round in which the dealer ties with spot 2, and spot 2 goes to war; it remembers what is sealed."""

    def __init__(self, header: str, seed: int) -> None:
        self.player = player_at(header)
        self.deck = OneDeck(seed)
        self.burned: list[Card] = []
        self.face_down: Card | None = None

    def moments(self) -> Iterator[TableView]:
        """The view after each step, until the next round begins."""
        while self.player.table.round.number == 1:
            seen = self._next()
            events = self.player.see(seen)
            assert not any(isinstance(event, e.TapRefused) for event in events)
            yield view(self.player.table, self.player.rules)

    def _next(self) -> Observation:
        match self.player.due:
            case Draw(place, deal):
                return o.CardDrawn(self._draw(place, deal))
            case TakeBets():
                main, tie = (200, 100) if self.player.rules.book.id == "exhibit_a" else (2000, 500)
                return o.BetsPlaced(tuple(Bet(spot, "", main, tie) for spot in (1, 2, 4)))
            case Offer(hand):
                return o.Answered(hand.spot, hand.bettor, "war" if hand.spot == 2 else "surrender")
            case Settle():
                return o.Settled()
            case Perform(step):
                if step == "turn_dealer_card":
                    self.face_down = None
                return o.Confirmed(step)
            case _:
                return o.Called()

    def _draw(self, place: int | None, deal: str) -> Card:
        original = place == DEALER and deal == "original"
        card = self.deck.draw(self.player.table.round.card_at(2, "original") if original else None)
        if place is None:
            self.burned.append(card)
        elif original and self.player.rules.deal.dealer_card_reveal.value != "face_up":
            self.face_down = card
        return card


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("header", HOUSES)
def test_no_burn_and_no_card_that_lies_face_down_is_ever_seen(header: str, seed: int) -> None:
    war = WarRound(header, seed)
    for shown in war.moments():
        text = msgspec.json.encode(shown, enc_hook=str).decode()
        for card in (*war.burned, *([war.face_down] if war.face_down else [])):
            assert f'"{card}"' not in text
            assert spoken(card) not in text.lower()
    if war.player.rules.war.war_burn.value != "none":
        assert len(war.burned) >= 3
    assert len(war.deck.cards) < len(PACK) - 4


def places_named(words: str) -> list[str]:
    """The spots that a step without a card or a hand speaks of, such as a pick-up."""
    return re.findall(r"\d+", words) if re.match("Pick up|Confirm the|Match the", words) else []


@pytest.mark.parametrize("header", HOUSES)
def test_the_spot_of_the_prompt_is_lit_and_no_other(header: str) -> None:
    war = WarRound(header, 5)
    lit = []
    for shown in war.moments():
        spots = [str(spot.spot) for spot in shown.spots if spot.lit]
        bettors = [bettor.name for spot in shown.spots for bettor in spot.bettors if bettor.lit]
        named = [shown.prompt.spot] if shown.prompt.spot.isdecimal() else places_named(shown.prompt.do)
        assert sorted(spots) == sorted(named)
        assert bettors == ([shown.prompt.spot] if shown.prompt.step in ("settle", "offer") else [])
        lit += spots
    assert set(lit) == {"1", "2", "4"}


def test_on_a_shared_box_only_one_bettor_is_lit() -> None:
    shown = seen_at("profile new_zealand", "bets 3a:10 3b:10", "call", "shoe 2c", "shoe 9c", "settle")
    box = shown.spots[2]
    assert (box.lit, [bettor.lit for bettor in box.bettors]) == (True, [False, True])
    assert shown.prompt.spot == "3b"


@pytest.mark.parametrize("header", HOUSES)
def test_undo_is_offered_exactly_when_it_is_not_refused(header: str) -> None:
    war = WarRound(header, 9)
    offered = []
    for shown in war.moments():
        answer = decide(war.player.table, war.player.rules, o.TookBack())
        assert shown.can_undo != isinstance(answer[0], e.TapRefused)
        offered.append(shown.can_undo)
    assert {True, False} == set(offered)


def test_a_tap_can_be_taken_back_until_the_next_card() -> None:
    header, bets = "profile massachusetts", "bets 1:10"
    assert not seen_at(header).can_undo
    assert seen_at(header, bets).can_undo
    assert not seen_at(header, bets, "undo").can_undo
    assert seen_at(header, bets, "bets 9:10 -> refused").can_undo
    assert not seen_at(header, bets, "call", "shoe 9c").can_undo
    assert seen_at(header, bets, "call", "shoe 9c", "shoe 5c", "settle").can_undo


@pytest.mark.parametrize("header", ["profile massachusetts", "profile maryland", "profile new_zealand"])
def test_a_held_card_is_seen_only_by_its_back(header: str) -> None:
    settling = ("bets 1:10", "call", "shoe 7c -> 1", "shoe 5c -> dealer", "shoe 9h -> held")
    shown = seen_at(header, *settling)
    assert not shows(shown, "9h")
    assert [hold.holds_a_card for hold in shown.holds] == [True]
    assert shown.prompt.step == "ruling"


def test_a_card_that_is_kept_as_the_next_one_is_seen_when_it_is_dealt() -> None:
    header = "profile massachusetts"
    before = ("bets 1:10", "call", "shoe 7c", "shoe 5c", "shoe 9h -> held", "floor play_on -> next")
    kept = seen_at(header, *before)
    assert (kept.next_cards, shows(kept, "9h")) == (1, False)
    between = seen_at(header, *before, "settle", "end", "bets 2:10")
    assert (between.next_cards, shows(between, "9h")) == (1, False)
    called = (*before, "settle", "end", "bets 2:10", "call")
    waiting = seen_at(header, *called)
    assert (waiting.next_cards, shows(waiting, "9h")) == (0, False), "it still lies aside, face down"
    dealt = seen_at(header, *called, "confirm carry_out")
    assert [card.card for card in dealt.spots[1].cards] == ["9h"]


def test_the_dealers_card_lies_face_down_until_it_is_turned() -> None:
    header = "profile house_manual"
    deal = ("bets 1:10 2:10 3:10", "call", "shoe 8c", "shoe 9h", "shoe Kd", "shoe 9s -> due turn_dealer_card")
    down = seen_at(header, *deal)
    assert [card.card for card in down.dealer_cards] == [None]
    assert not shows(down, "9s")
    assert [spot.bettors[0].result for spot in down.spots[:3]] == ["", "", ""]
    up = seen_at(header, *deal, "confirm turn_dealer_card")
    assert [card.card for card in up.dealer_cards] == ["9s"]
    assert [spot.bettors[0].result for spot in up.spots[:3]] == ["lose", "tie", "win"]
    assert seen_at(header, *deal, "confirm turn_dealer_card", "undo") == down


@pytest.mark.parametrize("name", ["massachusetts", "maryland", "exhibit_a", "new_zealand"])
def test_elsewhere_the_dealers_card_lies_face_up_at_once(name: str) -> None:
    shown = seen_at(f"profile {name}", "bets 1:2", "call", "shoe 8c", "shoe 9s")
    assert [card.card for card in shown.dealer_cards] == ["9s"]
    assert shown.spots[0].bettors[0].result == "lose"


def test_what_lies_on_a_spot_is_seen_with_what_became_of_it() -> None:
    war = ("bets 2:25+5@A 4:?", "call", "shoe 7c", "shoe 2c", "shoe 7d", "settle", "settle -> 2 tie pay 50")
    shown = seen_at("profile massachusetts", *war, "2 war +10")
    two, four = shown.spots[1].bettors[0], shown.spots[3].bettors[0]
    assert (two.name, two.player, two.choice, two.result) == ("2", "A", "war", "war")
    assert (two.main_cents, two.tie_cents, two.war_cents, two.war_tie_cents) == (2500, 500, 2500, 1000)
    assert [(line.wager, line.action, line.cents) for line in two.lines] == [("tie", "pay", 5000)]
    assert (four.main_cents, four.tie_cents, four.result) == (None, 0, "lose")
    assert [spot.spot for spot in shown.spots] == [1, 2, 3, 4, 5, 6, 7]
    assert (shown.spots[0].bettors, shown.spots[0].cards, shown.spots[0].lit) == ((), (), False)


def test_cards_that_were_picked_up_are_seen_in_the_rack_and_burns_only_by_their_backs() -> None:
    war = ("bets 1:10 2:10", "call", "shoe 7c", "shoe 2c", "shoe 7d", "settle", "1 war", "shoe 3h -> burn")
    shown = seen_at("profile massachusetts", *war)
    assert [(racked.card, racked.owner) for racked in shown.rack] == [("2c", 2), (None, "burn")]
    assert shown.spots[1].cards == ()
    assert [card.card for card in shown.spots[0].cards] == ["7c"]


def test_the_view_says_which_way_the_dealer_works_and_which_round_is_the_last() -> None:
    deal = ("bets 1:2", "call", "shoe 7c", "shoe cut -> aside", "shoe 7d", "1 war", "shoe 2c")
    before, after = seen_at("profile exhibit_a", *deal[:3]), seen_at("profile exhibit_a", *deal)
    assert (before.direction, after.direction) == ("right_to_left", "left_to_right")
    assert (before.last_round_of_shoe, after.last_round_of_shoe) == (False, True)
    assert (after.profile, after.round_number, after.dealer) == ("exhibit_a", 1, "")
    assert seen_at("profile exhibit_a", "dealer Bo").dealer == "Bo"


def test_surrenders_are_settled_on_the_way_on_which_ties_are_asked() -> None:
    tied = (
        "bets 1:10 2:10 3:10",
        "call",
        "shoe 7c",
        "shoe 7h",
        "shoe 2c",
        "shoe 7d",
        "settle",
        "1 surrender",
    )
    shown = seen_at("profile maryland", *tied).step
    assert (shown.kind, shown.hand and shown.hand.name, shown.way) == ("settle", "1", "left_to_right")
    other = seen_at("profile massachusetts", *tied[:7], "2 surrender").step
    assert (other.kind, other.hand and other.hand.name, other.way) == ("settle", "2", "right_to_left")


def test_a_single_spot_is_picked_up_neither_way() -> None:
    war = ("bets 1:10 2:10", "call", "shoe 7c", "shoe 2c", "shoe 7d", "settle", "1 war")
    cards = ("shoe 3h", "shoe 4h", "shoe 5h", "shoe Kc", "shoe 9c", "settle")
    last = seen_at("profile massachusetts", *war, *cards).step
    assert (last.step, last.places, last.way) == ("pick_up", (1, 0), None)
    both = seen_at("profile massachusetts", *war[:5], "settle", "1 surrender", "settle").step
    assert (both.step, both.places, both.way) == ("pick_up", (2, 1, 0), "right_to_left")
