"""Every step that regular play can come to, and every way from one to the next, found by walking them all."""

from collections import deque
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.dues import AwaitRuling, Call, Draw, Due, Offer, Perform, Settle, TakeBets
from dealer_station.engine.due.round import due
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.observations import Bet, Observation
from dealer_station.engine.model.table import Shoe, Table, open_table
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.words.prompts import prompt, step_id
from tools.documents.situations import unit_cents

LOW, HIGH = Card("2c"), Card("9d")
"""Two ranks are enough to make higher, lower and tie."""

DAY_MINUTES = 24 * 60
BETWEEN_SHOES = ("change_decks", "ruling")
"""What is due between two rounds and leads to other cards."""


class Node(Struct, frozen=True):
    """A step of the procedure; `when` tells its uses apart: the burn of a war, the second riffle."""

    step: str
    when: str = ""


class Way(Struct, frozen=True):
    """What the station shows at a step: the sentence, what to say aloud, the rule, its status, the note."""

    do: str
    say: str
    cite: str
    status: str
    note: str = ""


class Walk:
    """What was found: the steps as they came up, what they showed, and what led from one to another."""

    def __init__(self) -> None:
        self.ways: dict[Node, list[Way]] = {}
        self.causes: dict[tuple[Node, Node], list[str]] = {}
        self.of_the_shoe: set[Node] = set()
        """Steps between two shoes; the others belong to the round."""

    def saw(self, node: Node, way: Way) -> None:
        """A step was due, with these words."""
        shown = self.ways.setdefault(node, [])
        if way not in shown:
            shown.append(way)

    def went(self, start: Node, end: Node, cause: str) -> None:
        """One step led to another."""
        causes = self.causes.setdefault((start, end), [])
        if cause not in causes:
            causes.append(cause)

    @property
    def steps(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(node.step for node in self.ways))


def walk(rules: Rules, spots: tuple[int, ...] = (1, 2)) -> Walk:
    """All regular play from a closed table, round after round, with this many spots in play."""
    opened = fold(open_table("closed"), decide(open_table("closed"), rules, o.ClockRead(0)))
    return _walk_from(opened, rules, spots, ())


def walk_with(rules: Rules, bets: tuple[Bet, ...]) -> Walk:
    """All rounds between two shuffles in which these wagers lie on the layout, and nothing else happens."""
    return _walk_from(open_table("round"), rules, (), bets)


def _walk_from(start: Table, rules: Rules, spots: tuple[int, ...], bets: tuple[Bet, ...]) -> Walk:
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
    """What the station shows when this is due."""
    shown = prompt(step, rules)
    return Way(shown.do, shown.say, shown.cite, shown.status, shown.note)


def plain(table: Table) -> Table:
    """The table without what makes no difference to the next step: the rack, the hour, how many rounds."""
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
    """The step that is due, and what it is for where there is more than one use of it."""
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
    """What may happen in a round with these wagers, without a cut card and a new dealer."""
    if isinstance(step, TakeBets):
        return [o.BetsPlaced(bets)]
    beside = (o.CutCardSeen, o.DealerArrived)
    return [move for move in moves(table, step, rules, ()) if not isinstance(move, beside)]


def moves(table: Table, step: Due, rules: Rules, spots: tuple[int, ...]) -> Iterable[Observation]:
    """Everything that may regularly happen now."""
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
    """Wagers on one spot or on more; a new dealer, a shuffle on order, an idle table, the clock."""
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
    """What took the table from one step to the next, in a word or two."""
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
    """A round in which the cut card came out ends elsewhere."""
    elsewhere = table.round.cut_card and following.step != "bets" and table.round.closed
    ends = not table.preparing and following.step not in ("settle", "offer", "pick_up", "deal", "burn")
    return "cut card out" if elsewhere and ends else cause
