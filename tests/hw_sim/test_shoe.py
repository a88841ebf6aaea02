"""The simulated shoe holds whole decks in random order, with the cut card where each book wants it."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from dealer_station.engine.model.cards import PACK, Card
from dealer_station.engine.model.errors import ProfileError
from dealer_station.engine.model.observations import CardDrawn, CutCardSeen
from dealer_station.engine.rulebook.rule_sections import Measure
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.rulebooks import NAMES, load
from hw_sim.devices.shoe import SimulatedShoe, cards_behind_cut_card


def drawn_to_the_end(shoe: SimulatedShoe) -> list[CardDrawn | CutCardSeen]:
    """Everything that comes out until the shoe is empty."""
    out = []
    while (thing := shoe.draw()) is not None:
        out.append(thing)
    return out


def faces(things: list[CardDrawn | CutCardSeen]) -> list[Card | None]:
    return [thing.card for thing in things if isinstance(thing, CardDrawn)]


def with_cut_card(rules: Rules, kind: str, amount: float) -> Rules:
    measure = Measure(kind, amount)  # type: ignore[arg-type]
    reinsert = replace(rules.cut.cut_card_reinsert, value=measure)
    return replace(rules, cut=replace(rules.cut, cut_card_reinsert=reinsert))


@pytest.mark.parametrize("book", NAMES)
def test_a_shoe_holds_every_card_once_for_each_deck(book: str) -> None:
    rules = load(book)
    shoe = SimulatedShoe(rules, Random(1))
    whole = Counter(dict.fromkeys(PACK, rules.cards.decks.value))
    assert Counter(faces(drawn_to_the_end(shoe))) == whole
    shoe.reload()
    assert Counter(faces(drawn_to_the_end(shoe))) == whole


@pytest.mark.parametrize(
    ("book", "options", "behind"),
    [
        ("massachusetts", {}, 78),
        ("massachusetts", {"decks": "8"}, 78),
        ("maryland", {}, 104),
        ("maryland", {"decks": "6"}, 78),
        ("exhibit_a", {}, 52),
        ("new_zealand", {}, 156),
        ("new_zealand", {"decks": "5"}, 130),
    ],
)
def test_the_cut_card_lies_where_the_book_wants_it(book: str, options: dict[str, str], behind: int) -> None:
    shoe = SimulatedShoe(load(book, options), Random(1))
    for _ in range(2):
        out = drawn_to_the_end(shoe)
        assert [place for place, thing in enumerate(out) if isinstance(thing, CutCardSeen)] == [
            len(out) - 1 - behind
        ]
        shoe.reload()


@pytest.mark.parametrize(
    ("book", "supply"), [("house_manual", "csm"), ("house_manual", "hand_no_rules"), ("new_zealand", "csm")]
)
def test_there_is_no_cut_card_where_the_book_or_the_device_knows_none(book: str, supply: str) -> None:
    shoe = SimulatedShoe(load(book, {"card_supply": supply}), Random(1))
    assert not any(isinstance(thing, CutCardSeen) for thing in drawn_to_the_end(shoe))


@pytest.mark.parametrize(
    ("kind", "amount", "behind"),
    [
        ("none", 0.0, 0),
        ("min_cards", 60.0, 60),
        ("min_decks", 1.0, 52),
        ("about_decks", 0.5, 26),
        ("min_fraction_from_back", 0.3, 94),
        ("max_fraction_from_back", 0.3, 93),
        ("max_fraction_from_back", 1.0, 311),
    ],
)
def test_every_measure_has_a_depth_and_leaves_a_card_in_front(kind: str, amount: float, behind: int) -> None:
    assert cards_behind_cut_card(with_cut_card(load("massachusetts"), kind, amount)) == behind


def test_a_seed_gives_the_same_cards_and_another_seed_others() -> None:
    rules = load("massachusetts")
    first, again, other = (drawn_to_the_end(SimulatedShoe(rules, Random(seed))) for seed in (7, 7, 8))
    assert first == again
    assert first != other


def test_a_continuous_shuffler_deals_every_round_from_all_its_cards() -> None:
    """Each rank comes out first about as often as any other, whatever was dealt in the rounds before."""
    shoe = SimulatedShoe(load("house_manual"), Random(3))
    rounds = 13_000
    first: Counter[str] = Counter()
    for _ in range(rounds):
        cards = faces([thing for thing in (shoe.draw(), shoe.draw(), shoe.draw()) if thing])
        first[str(cards[0])[0]] += 1
        shoe.reload()
    expected = rounds / 13
    chi_square = sum((count - expected) ** 2 / expected for count in first.values())
    assert len(first) == 13
    assert chi_square < 33  # twelve degrees of freedom: one seed in a thousand gives more


def test_an_empty_shoe_gives_nothing_and_the_discards_make_a_new_one() -> None:
    rules = load("house_manual", {"card_supply": "hand_no_rules"})
    shoe = SimulatedShoe(rules, Random(1))
    cards_in_all = rules.cards.decks.value * len(PACK)
    dealt_before = faces([thing for _ in range(cards_in_all - 4) if (thing := shoe.draw())])
    shoe.begin_round()
    on_felt = faces(drawn_to_the_end(shoe))
    assert len(on_felt) == 4
    assert shoe.draw() is None
    shoe.shuffle_discards()
    assert Counter(faces(drawn_to_the_end(shoe))) == Counter(dealt_before)
    shoe.reload()
    assert len(drawn_to_the_end(shoe)) == cards_in_all


def test_a_shoe_whose_cards_all_lie_on_the_felt_cannot_go_on() -> None:
    shoe = SimulatedShoe(load("house_manual", {"card_supply": "hand_no_rules"}), Random(1))
    drawn_to_the_end(shoe)
    with pytest.raises(ProfileError, match="use more decks or fewer spots"):
        shoe.shuffle_discards()


def test_the_last_card_is_known_until_the_shoe_is_loaded_again() -> None:
    shoe = SimulatedShoe(load("massachusetts"), Random(1))
    assert shoe.last_card is None
    assert shoe.draw() is shoe.last_card
