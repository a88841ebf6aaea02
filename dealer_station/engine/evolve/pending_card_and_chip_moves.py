"""Pending moves: the part of `evolve` that tracks cards and chips that a report or a ruling moves by hand.

Each fact that makes the dealer move something adds a `Move`; `due` asks for the moves one by one before the
round continues. A stake that goes back at its hand's turn is not a move but part of the settlement. Chips of
an undone settlement have a separate step (`restore_wagers`).
"""

from msgspec.structs import replace

from dealer_station.engine.model import events as e
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.kinds import CardFault
from dealer_station.engine.model.observations import Cents, HandName
from dealer_station.engine.model.table import Hand, Table
from dealer_station.engine.model.values import DEALER, Hold, Move, MoveOf, Place, RulingGiven

Moves = tuple[Move, ...]

OF_REGULAR_PLAY = frozenset(
    (
        *(e.Tapped, e.RoundOpened, e.WagersPlaced, e.StepDone, e.HandSettled, e.RoundEnded),
        *(e.DeviceNoted, e.ClockNoted, e.CutCardAside, e.MeterChanged, e.CardsHandled),
    )
)
"""Facts that move no card and no chips beside the step that they complete."""


def ruling_after(table: Table, event: Event) -> RulingGiven | None:
    """The ruling that applies to moves after `event`."""
    match event:
        case e.CardDealt(kept=False) | e.CardBurned(kept=False) | e.Tapped():
            return None
        case e.HoldRuled(kind=kind, cite=cite):
            return RulingGiven(kind, cite)
        case e.RulingRecorded(kind=kind):
            return RulingGiven("", "") if kind == "intervention" else RulingGiven(kind, "")
        case _:
            return table.ruled


def moves_after(table: Table, event: Event) -> Moves:
    """Moves that the dealer still has to make after `event`."""
    moves = table.moves
    match event:
        case e.CardDealt(kept=False) | e.CardBurned(kept=False) | e.CardsPickedUp(kind=""):
            return moves
        case e.MoveMade():
            return moves[1:]
        case e.WagersClosed():
            return ()  # Rounds of earlier versions did not confirm any of these moves.
        case e.HoldRuled():
            hold = table.holds[event.index]
            return (*moves, *_of_a_wager(table, hold, event), *_of_a_card(table, hold, event))
        case e.CardDealt(kept=True, place=place):
            return _used(table, place, Move("card_to_place", place=place))
        case e.CardBurned(kept=True):
            return _used(table, None, Move("laid_aside_card_burned"))
        case e.HoldRaised(hold) if hold.kept:
            return tuple(move for move in moves if move.number != hold.number or not hold.number)
        case e.HandVoided(spot=spot, bettor=bettor, kind="late_wager"):
            # The stakes of the hand go back at its turn, including the late one.
            name = str(HandName(spot, bettor))
            late = tuple(move for move in moves if move.kind == "late_wager" and move.hand == name)
            return tuple(move for move in moves if move not in late) if late else moves
        case e.StakeCounted() if event.excess_cents:
            return _with_excess(table, event)
        case _:
            more = _caused_by(table, event)
            return (*moves, *more) if more else moves


def _caused_by(table: Table, event: Event) -> Moves:
    """The moves that a fact causes, apart from wagers that were ruled on."""
    ruled = table.ruled
    match event:
        case e.CardRacked(burned=burned, kind=kind):
            return (Move("card_to_burns" if burned else "card_to_rack", kind, ruled),)
        case e.CardRetired(index=index, burned=burned, kind=kind):
            place = table.round.draws[index].place
            if place is None:
                return (Move("card_to_burns" if burned else "card_to_rack", kind, ruled),)
            off: MoveOf = "card_off_felt_to_burns" if burned else "card_off_felt"
            # The record has a misplaced card where it was due; the dealer finds it elsewhere.
            lies = event.lies if kind == "misplaced" or event.lies is not None else place
            return (Move(off, kind, ruled, place=lies),)
        case e.CardsPickedUp(places=(place,), kind=kind) if kind:
            return (Move("hand_off_felt", kind, ruled, place=place),)
        case e.CardKept(number=number, for_dealer=for_dealer):
            aside: MoveOf = "card_aside_for_dealer" if for_dealer else "card_aside"
            return (Move(aside, table.reported, ruled, number=number),)
        case e.CardsRequeued():
            return (Move("war_cards_back", "option_missed", ruled),)
        case e.OptionChosen(spot, bettor, "", _):
            return _war_wager_back(_hand(table, spot, bettor), "", ruled)
        case e.OptionReopened(spot, bettor, half):
            hand = _hand(table, spot, bettor)
            if half == 0:
                return _war_wager_back(hand, "option_missed", ruled)
            whole = None if half is None else 2 * half
            what: MoveOf = "surrendered_wager_back"
            return (Move(what, "option_missed", ruled, f"{spot}{bettor}", wager="main", cents=whole),)
        case e.SideBetsMoved(spot, bettor, lines):
            name = str(HandName(spot, bettor))
            return tuple(
                Move("chips_returned", "progressive_count", ruled, name, wager=line.wager, cents=line.cents)
                for line in lines
                if line.action == "return"
            )
        case e.Corrected(booked=False):
            what = "paid" if event.action == "pay" else "taken"
            kind = "over_limit" if ruled is None else ruled.kind
            return (Move(what, kind, ruled, event.hand, cents=event.cents),)
        case _:
            return ()


def _hand(table: Table, spot: int, bettor: str) -> Hand | None:
    name = str(HandName(spot, bettor))
    return next((hand for hand in table.round.hands if hand.name == name), None)


def _used(table: Table, place: Place | None, move: Move) -> Moves:
    """Moves of a kept card to its place; a dealer who has not laid it aside yet puts it there at once."""
    for_dealer = place is not None and place <= DEALER
    first = next((kept for kept in table.kept if for_dealer and kept.for_dealer), None)
    used = first or next((kept for kept in table.kept if not kept.for_dealer), None)
    number = used.number if used else 0
    laid = next((one for one in table.moves if one.number and one.number == number), None)
    if laid is None:
        # The card has lain aside for a while, so the rule or ruling that put it aside still applies.
        return (*table.moves, replace(move, kind=used.kind, ruled=used.ruled) if used else move)
    goes = replace(move, kind=laid.kind, ruled=laid.ruled)
    return tuple(goes if one is laid else one for one in table.moves)


def _of_a_wager(table: Table, hold: Hold, ruled: e.HoldRuled) -> Moves:
    """Moves of a wager that is not allowed, or is too large: no fact of the round mentions its chips."""
    hand = next((hand for hand in table.round.hands if hand.name in hold.hands), None)
    if ruled.ruling != "refuse" and not _lies_beside_a_void_wager(hold, hand, ruled):
        return ()
    given = RulingGiven(hold.kind, ruled.cite)
    name = hold.hands[0] if hold.hands else ""
    match hold.kind:
        case "late_wager":
            cents = hold.cents or None
            return (Move("chips_returned", hold.kind, given, name, wager=hold.wager, cents=cents),)
        case "altered_wager" if hand is not None and any(line.wager == hold.wager for line in hand.lines):
            return ()  # It was settled as it was at the call, so none of it is on the layout.
        case "altered_wager" if hand is not None:
            at_call = hand.stake(hold.wager)
            said = hold.cents or hold.withdrawn
            beyond: Cents = hold.cents - at_call if said and at_call is not None else None
            if beyond == 0:
                return ()
            return (Move("wager_as_at_call", hold.kind, given, name, wager=hold.wager, cents=beyond),)
        case "toke_on_tie" if hand is not None:
            return (Move("chips_returned", hold.kind, given, name, wager="toke", cents=hand.bet.toke_cents),)
        case _:
            return ()


def _lies_beside_a_void_wager(hold: Hold, hand: Hand | None, ruled: e.HoldRuled) -> bool:
    """True if a ruling that voids leaves chips on the layout that belong to no stake of a hand."""
    if ruled.ruling not in ("void", "void_round"):
        return False
    if hold.kind == "late_wager":
        return hand is None and bool(hold.hands)
    # The war wager equals the main wager at the call, so the main wager is restored to that amount.
    at_war = hand is not None and hand.choice == "war" and hold.wager == "main"
    return hold.kind == "altered_wager" and at_war and bool(hold.cents)


def _of_a_card(table: Table, hold: Hold, ruled: e.HoldRuled) -> Moves:
    """Moves of a card at a wrong place that counts where it was due; only the record shows it there."""
    if hold.kind not in ("empty_spot", "misplaced") or not hold.decided or ruled.ruling != "accept":
        return ()
    round_ = table.round
    if round_.reread or not round_.draws:
        return ()  # Cards that were read again are compared with the picture.
    place = round_.draws[-1].place
    return () if place is None else (Move("card_where_due", hold.kind, place=place),)


def _with_excess(table: Table, counted: e.StakeCounted) -> Moves:
    """The moves with the return of an excess or late wager added: once, in the amount that was counted."""
    name = str(HandName(counted.spot, counted.bettor))
    kind, ruled = table.ruled.kind if table.ruled else "over_limit", table.ruled
    if counted.kind is not None and ruled is not None and ruled.kind != counted.kind:
        # The ruling was about something else, so the chips go back under the paragraph about them.
        kind, ruled = counted.kind, RulingGiven(counted.kind, counted.cite)
    back = Move("chips_returned", kind, ruled, name, wager=counted.wager, cents=counted.excess_cents)
    same = ("late_wager", name, counted.wager)
    others = tuple(move for move in table.moves if (move.kind, move.hand, move.wager) != same)
    hand = _hand(table, counted.spot, counted.bettor)
    if counted.wager != "war" or hand is None or not hand.matched:
        return (*others, back)
    return (*others, back, Move("matching_chips_back", kind, ruled, name, cents=counted.excess_cents))


def _war_wager_back(hand: Hand | None, kind: CardFault, ruled: RulingGiven | None) -> Moves:
    """The moves with the return of war chips added, for players who are no longer at war."""
    if hand is None or hand.choice != "war":
        return ()
    wagers = (wager for wager in ("war", "war_tie") if hand.stake(wager) != 0)
    back = tuple(
        Move(
            "chips_returned",
            kind,
            ruled,
            hand.name,
            wager="war" if wager == "war" else "war_tie",
            cents=hand.stake(wager),
        )
        for wager in wagers
    )
    if not hand.matched:
        return back
    return (*back, Move("matching_chips_back", kind, ruled, hand.name, cents=hand.stake("war")))
