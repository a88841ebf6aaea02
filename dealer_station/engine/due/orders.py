"""Orders: which hand is served, settled or picked up next."""

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.model.table import Hand, Round, Table
from dealer_station.engine.model.values import DEALER, Deal, Drawn, Place
from dealer_station.engine.model.wager_outcomes import Action, Wager
from dealer_station.engine.rulebook.rule_sections import DealOrder, Direction
from dealer_station.engine.rulebook.rules import Rules


@cache
def places_in_order(
    order: tuple["str | tuple[str, ...]", ...], spots: tuple[int, ...]
) -> tuple[Place | None, ...]:
    """A book's dealing order spelled out for these spots; None is a burn."""
    places: list[Place | None] = []
    for item in order:
        if item == "players":
            places += spots
        elif isinstance(item, str):
            places.append(None if item == "burn" else DEALER)
        else:
            places += [
                _place_against(word, spot, alone="dealer" not in item) for spot in spots for word in item
            ]
    return tuple(places)


def _place_against(word: str, spot: int, *, alone: bool) -> Place | None:
    """The place of a card in a list repeated for each player; the dealer's card is against that player."""
    if word == "burn":
        return None
    return spot if word == "player" or alone else -spot


class Next(Struct, frozen=True):
    """The place of the next card; for a burn, `place` is None, with its position in the row of burns."""

    place: Place | None
    serves: Place
    """Place of the card; for a burn, the place of the card after it."""
    burn: int = 0
    burns: int = 0


def next_place(order: DealOrder, spots: tuple[int, ...], round_: Round, deal: Deal) -> Next | None:
    """The first place of the order that has not had its card yet; None once all are served."""
    burns = round_.waived_burns if deal == "war" else 0
    served: list[Place] = []
    for drawn in round_.draws:
        if drawn.deal == deal:
            if drawn.place is not None:
                served.append(drawn.place)
            elif drawn.burned:
                burns += 1
    # A hand that has become void already had the burns before its card; they do not count for the next hand.
    gone = spots_gone(round_)
    void = tuple(spot for spot in gone if spot in served) if gone else ()
    owed = 0
    for place in places_in_order(order.value, _all_of(spots, void)):
        if place is None:
            owed += 1
        elif place in served:
            if burns < owed and place not in void:
                return Next(None, place, burns + 1, owed)
            if owed:
                burns, owed = max(0, burns - owed), 0
        elif -place in void:
            owed = 0  # This is the dealer's card against a hand that is out of the round.
        else:
            return Next(None, place, burns + 1, owed) if burns < owed else Next(place, place)
    return None


def _all_of(spots: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted({*spots, *more})) if more else spots


def spots_dealt_in(round_: Round, rules: Rules) -> tuple[int, ...]:
    """The spots that get a card: those with a main wager, or in some books those with any wager."""
    any_wager = rules.deal.card_recipient.value == "any_wager_box"
    spots: list[int] = []
    for hand in round_.hands:
        if (any_wager or hand.bet.main_cents != 0) and hand.bet.spot not in spots and not hand.voided:
            spots.append(hand.bet.spot)
    return tuple(spots)


def spots_at_war(round_: Round) -> tuple[int, ...]:
    """The spots where at least one bettor went to war."""
    return tuple(sorted({hand.bet.spot for hand in round_.hands if hand.choice == "war" and not hand.voided}))


def spots_gone(round_: Round) -> dict[int, int]:
    """The spots where nobody is in the round any more, each with the number of cards out when they left."""
    left: dict[int, int] = {}
    for hand in round_.hands:
        if hand.voided:
            left[hand.spot] = max(left.get(hand.spot, 0), hand.voided_at)
    if not left:
        return left
    return {
        spot: out
        for spot, out in left.items()
        if all(hand.voided for hand in round_.hands if hand.spot == spot)
    }


class Pass(Struct, frozen=True):
    """One pass round the table: the wagers and actions that it settles, and whether it asks tied players."""

    wagers: tuple[Wager, ...]
    actions: tuple[Action, ...] = ("take", "pay", "return", "half")
    options: bool = False
    clockwise: bool = False

    @property
    def takes_main(self) -> bool:
        """True for the pass that returns a void hand's stakes: the first one that settles main wagers."""
        return "main" in self.wagers and "take" in self.actions and not self.clockwise


EVERYTHING = Pass(("main", "tie", "war", "war_tie", "progressive", "bonus", "toke"))
WAR_PASS = Pass(("main", "war", "war_tie", "toke"))
ORIGINAL_PASSES: dict[str, tuple[Pass, ...]] = {
    "per_hand": (Pass(("tie", "main", "toke")),),
    "tie_pass_then_main_pass": (Pass(("tie",)), Pass(("main",))),
    "tie_take_pay_then_main_take_pay": (
        Pass(("tie",), ("take",)),
        Pass(("tie",), ("pay",)),
        Pass(("main",), ("take",)),
        Pass(("main",), ("pay",)),
    ),
}


@cache
def original_passes(settlement: str, option_phase: str) -> tuple[Pass, ...]:
    """The passes of the original settlement, and the point at which tied players are asked."""
    passes = ORIGINAL_PASSES[settlement]
    if option_phase == "inline":
        last = passes[-1]
        return (*passes[:-1], Pass(last.wagers, last.actions, options=True))
    clockwise = option_phase == "second_pass_clockwise"
    return (*passes, Pass(("main",), options=True, clockwise=clockwise))


def in_direction(round_: Round, direction: Direction) -> tuple[Hand, ...]:
    """The hands in the dealer's working direction; bettors of one box always start with the seated player."""
    if direction == "left_to_right":
        return round_.hands
    if any(hand.bet.bettor for hand in round_.hands):
        return tuple(sorted(round_.hands, key=_from_the_right))
    return round_.hands[::-1]


def _from_the_right(hand: Hand) -> tuple[int, str]:
    return -hand.bet.spot, hand.bet.bettor


def pickup_order(round_: Round, direction: Direction, *, leave: tuple[int, ...] = ()) -> tuple[Place, ...]:
    """Spots with cards on the felt in the direction of work, the dealer's cards last."""
    # If cards are left out for the war, the dealer's card stays exposed too.
    on_felt = {
        drawn.place
        for drawn in round_.draws
        if drawn.place is not None and drawn.place not in round_.picked_up
    }
    spots = sorted(
        (place for place in on_felt if place > DEALER and place not in leave),
        reverse=direction == "right_to_left",
    )
    dealer = () if leave else tuple(sorted((place for place in on_felt if place <= DEALER), reverse=True))
    return (*spots, *dealer)


def missed_spots(round_: Round) -> tuple[int, ...]:
    """The spots that were missed on the original deal; a spot missed at war has its first card."""
    return tuple(hand.spot for hand in round_.hands if hand.voided == "missed_spot" and hand.choice != "war")


def dealer_card_is_hidden(round_: Round, rules: Rules) -> bool:
    """True while the dealer's first card lies face down."""
    return rules.deal.dealer_card_reveal.value != "face_up" and not round_.has_done("turn_dealer_card")


def courtesy_comes_late(round_: Round, rules: Rules) -> bool:
    """True if players who step out as a courtesy have already seen the dealer's card."""
    courtesy = rules.irregularities.players_out_option.value == "supervisor_courtesy"
    dealt = round_.card_at(DEALER, "original") is not None
    return courtesy and dealt and not dealer_card_is_hidden(round_, rules)


def as_if_not_stopped(table: Table) -> Table:
    """The table as if it were not stopped: a stop does not change whose card comes next."""
    waiting = tuple(
        Drawn(None, hold.place, hold.deal) for hold in table.holds if hold.has_card and hold.place is not None
    )
    round_ = replace(table.round, draws=(*table.round.draws, *waiting), reread=False)
    return replace(table, round=round_, holds=(), moves=())
