"""Finds every step that regular play can reach, and every transition, by exhaustive search."""

from collections import deque
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.step_types import (
    AwaitRuling,
    Call,
    Draw,
    Due,
    Offer,
    Perform,
    Settle,
    TakeBets,
)
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.observations import Bet, Observation
from dealer_station.engine.model.table import Shoe, Table, open_table
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.words.prompts import prompt, step_id
from tools.documents.example_situations import unit_cents

LOW, HIGH = Card("2c"), Card("9d")
"""Two ranks are enough for higher, lower and tie."""

DAY_MINUTES = 24 * 60
BETWEEN_SHOES = ("change_decks", "ruling")
"""Steps that are due between two rounds and lead to a change of cards."""


class Node(Struct, frozen=True):
    """A step of the procedure; `when` separates its uses: the burn of a war, a repeated riffle."""

    step: str
    when: str = ""


class Way(Struct, frozen=True):
    """A prompt of a step: the instruction, the words to say, the citation, its status and the note."""

    do: str
    say: str
    cite: str
    status: str
    note: str = ""


class Walk:
    """The result of a search: the steps in order of discovery, their prompts, and the transitions."""

    def __init__(self) -> None:
        self.ways: dict[Node, list[Way]] = {}
        self.causes: dict[tuple[Node, Node], list[str]] = {}
        self.of_the_shoe: set[Node] = set()
        """Steps between two shoes; all others belong to the round."""

    def saw(self, node: Node, way: Way) -> None:
        """Record that a step was due with this prompt."""
        shown = self.ways.setdefault(node, [])
        if way not in shown:
            shown.append(way)

    def went(self, start: Node, end: Node, cause: str) -> None:
        """Record a transition between two steps and its cause."""
        causes = self.causes.setdefault((start, end), [])
        if cause not in causes:
            causes.append(cause)

    @property
    def steps(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(node.step for node in self.ways))


def walk(rules: Rules, spots: tuple[int, ...] = (1, 2)) -> Walk:
    """Search all regular play from a closed table, with wagers on each of these numbers of spots."""
    opened = fold(open_table("closed"), decide(open_table("closed"), rules, o.ClockRead(0)))
    return _walk_from(opened, rules, spots, ())


def walk_with(rules: Rules, bets: tuple[Bet, ...]) -> Walk:
    """Search all rounds between two shuffles with exactly these wagers, without other incidents."""
    return _walk_from(open_table("round"), rules, (), bets)


def _walk_from(start: Table, rules: Rules, spots: tuple[int, ...], bets: tuple[Bet, ...]) -> Walk:
    # Breadth-first search over the states of the table. Tables that differ only in details without influence
    # on the next step count as one state (see `plain`); without that the search would not end.
    found = Walk()
    visited: set[tuple[Node, Table]] = set()
    pending = deque([start])
    while pending:
        table = pending.popleft()
        step = due(table, rules)
        node = node_of(table, step, rules)
        key = (node, plain(table))
        if key in visited:
            continue
        visited.add(key)
        found.saw(node, way_of(step, rules))
        if not bets and (table.preparing or node.step in BETWEEN_SHOES):
            found.of_the_shoe.add(node)
        for move in moves(table, step, rules, spots) if not bets else plain_moves(table, step, rules, bets):
            after = fold(table, decide(table, rules, move))
            following = node_of(after, due(after, rules), rules)
            found.went(node, following, cause_of(move, table, following))
            pending.append(after)
    return found


def way_of(step: Due, rules: Rules) -> Way:
    """The prompt the station shows for this step."""
    shown = prompt(step, rules)
    return Way(shown.do, shown.say, shown.cite, shown.status, shown.note)


def plain(table: Table) -> Table:
    """The table without details that do not affect the next step: rack, time, number of rounds."""
    last = replace(table.last, draws=(), steps=(), number=0) if table.last and not table.round.hands else None
    if last is not None:
        last = replace(last, hands=tuple(replace(hand, lines=(), choice="") for hand in last.hands))
    draws = tuple(drawn for drawn in table.round.draws if drawn.deal in ("original", "war"))
    return replace(
        table,
        round=replace(table.round, number=0, opened=False, draws=draws, calls=min(table.round.calls, 2)),
        shoe=Shoe(),
        dealer="",
        rack=(),
        account=(),
        clock_minutes=None,
        last=last,
        before=None,
        holds=tuple(replace(hold, raised=0) for hold in table.holds),
        stops=0,
    )


def node_of(table: Table, step: Due, rules: Rules) -> Node:
    """The due step as a node, with its purpose if the step has several."""
    name = step_id(step)
    match step:
        case Draw(place, deal):
            burn = {"opening": "opening", "dealer_change": "new dealer", "war": "war"}
            return Node(name, burn.get(deal, "") if place is None else "war" if deal == "war" else "")
        case Settle(_, lines):
            return Node(name, "war" if lines[0].deal == "war" else "")
        case Perform("pick_up", rule):
            return Node(name, "before the war" if rule is not rules.pickup.end_pickup else "")
        case Perform() if table.preparing:
            again = name in table.preparing.done
            return Node(name, "again" if again else "")
        case _:
            return Node(name)


def plain_moves(table: Table, step: Due, rules: Rules, bets: tuple[Bet, ...]) -> Iterable[Observation]:
    """The possible observations in a round with these wagers, without a cut card or a new dealer."""
    if isinstance(step, TakeBets):
        return [o.BetsPlaced(bets)]
    beside = (o.CutCardSeen, o.DealerArrived)
    return [move for move in moves(table, step, rules, ()) if not isinstance(move, beside)]


def moves(table: Table, step: Due, rules: Rules, spots: tuple[int, ...]) -> Iterable[Observation]:
    """Every observation that may regularly come now."""
    match step:
        case TakeBets():
            return between_rounds(table, rules, spots)
        case Call():
            return [o.Called()]
        case Draw(place):
            cards = [LOW] if place is None else [LOW, HIGH]
            once = not table.round.cut_card and table.round.calls < 2 and len(table.round.hands) == 1
            cut = [o.CutCardSeen()] if once and rules.cards.card_supply.value != "csm" else []
            arrives = len(table.round.hands) == 1 and "dealer" not in table.fresh
            new_dealer = [o.DealerArrived("Kim")] if arrives else []
            return [*(o.CardDrawn(card) for card in cards), *cut, *new_dealer]
        case Settle():
            return [o.Settled()]
        case Offer(hand):
            return [
                o.Answered(hand.spot, hand.bettor, "war"),
                o.Answered(hand.spot, hand.bettor, "surrender"),
            ]
        case Perform("offer_cut", _, (spot, *_)):
            return [o.CutOffered(spot, accepted=True), o.CutOffered(spot, accepted=False)]
        case Perform("spin_wheel", _, (spot, *_)):
            return [o.Spun(spot, symbol) for symbol in rules.bonus_spin.bonus_wheel.value.split(",")]
        case Perform("offer_cut"):
            return [o.Confirmed("offer_cut")]
        case Perform():
            return [o.Confirmed(step.step, by="Lee")]
        case AwaitRuling(_, _, rulings):
            return [o.Ruled(ruling) for ruling in rulings if ruling in ("play_on", "accept", "reshuffle")]
        case _:
            return []


def between_rounds(table: Table, rules: Rules, spots: tuple[int, ...]) -> Iterable[Observation]:
    """The observations between rounds: wagers, a new dealer, an ordered shuffle, an idle table, the clock."""
    unit = unit_cents(rules)
    tie = 100 if rules.book.id == "exhibit_a" else 500
    for count in spots:
        yield o.BetsPlaced(
            tuple(Bet(spot, "", unit, tie if spot == 1 else 0) for spot in range(1, count + 1))
        )
    if "dealer" not in table.fresh:
        yield o.DealerArrived("Kim")
    yield o.Ordered("shuffle")
    yield o.Ordered("idle")
    if rules.cards.deck_life.value == "hours:24":
        yield o.ClockRead((table.shoe.decks_opened_minutes or 0) + DAY_MINUTES)
    if rules.cards.deck_life.value == "operator_replace_any_round":
        yield o.Ordered("replace_cards")


def cause_of(move: Observation, table: Table, following: Node) -> str:
    """The cause of a transition, in a word or two."""
    match move:
        case o.CardDrawn():
            return "card"
        case o.CutCardSeen():
            return "cut card"
        case o.Answered(_, _, choice):
            return choice
        case o.Settled():
            return _at_the_end("settled", table, following)
        case o.CutOffered(_, accepted):
            return "accepted" if accepted else "refused"
        case o.Confirmed("offer_cut"):
            return "accepted"
        case o.BetsPlaced():
            return "wagers"
        case o.Called():
            return "call"
        case o.DealerArrived():
            return "new dealer"
        case o.Ordered(what):
            return {"shuffle": "shuffle ordered", "idle": "nobody plays"}.get(what, what.replace("_", " "))
        case o.Spun(_, symbol):
            return symbol
        case o.ClockRead():
            return "24 hours"
        case o.Ruled(ruling):
            return ruling
        case _:
            return _at_the_end("done", table, following)


def _at_the_end(cause: str, table: Table, following: Node) -> str:
    """The cause at the end of a round; a round in which the cut card came out leads elsewhere."""
    elsewhere = table.round.cut_card and following.step != "bets" and table.round.closed
    ends = not table.preparing and following.step not in ("settle", "offer", "pick_up", "deal", "burn")
    return "cut card out" if elsewhere and ends else cause
