"""The part of `evolve` that handles cards between two shoes, from taken out to loaded."""

from typing import assert_never

from msgspec.structs import replace

from dealer_station.engine.evolve.round_evolution import with_draws
from dealer_station.engine.model import events as e
from dealer_station.engine.model.kinds import PreparationStep
from dealer_station.engine.model.table import Preparation, Round, Table
from dealer_station.engine.model.values import Cause, ShuffleLater

INSPECTION = (
    *("remove_cards", "spread_idle", "first_player_looks", "stack"),
    *("inspect", "verify_inspection", "inspect_independently", "spread_for_player"),
)
"""Steps that a repeated shuffle does not repeat."""

PreparationEvent = (
    e.SeatsTaken
    | e.PlayersLeft
    | e.CardsTakenOut
    | e.CardsHandled
    | e.CutAnswered
    | e.CardsCut
    | e.CutCardPut
    | e.CutCardPassed
    | e.CutRepeated
    | e.ShuffleRepeated
    | e.ShuffleDemanded
    | e.ShoeLoaded
)


def write_preparation(table: Table, event: PreparationEvent) -> Table:
    """The table after a fact about cards between two shoes."""
    now = table.preparing or Preparation("ordered")
    match event:
        case e.CardsTakenOut("new_game", closed=closed):
            # Players who come to a reopened table bring new wagers, and no call was made for them.
            emptied = replace(table.round, hands=(), calls=0)
            shut = Preparation("new_game", closed=closed)
            return replace(table, preparing=shut, round=emptied, last=None, seats=())
        case e.CardsTakenOut(cause, spot):
            by_hand = table.shuffler == "out_of_order"
            out = Preparation(cause, spot, _seats(table, cause), by_hand=by_hand)
            return replace(table, preparing=out, seats=() if cause == "idle" else table.seats)
        case e.PlayersLeft():
            return replace(table, last=None, seats=())
        case e.SeatsTaken(spots):
            seated = replace(now, seats=spots_of(spots, table.round)) if table.preparing else None
            return replace(table, seats=spots, preparing=seated)
        case e.CardsHandled(step):
            return replace(table, preparing=replace(now, done=(*now.done, step)))
        case e.CutAnswered(spot, accepted):
            if accepted:
                return replace(table, preparing=replace(now, cutter=spot))
            # A refusal reveals a seat that nobody had named.
            last = spot if now.last_cutter == 0 else now.last_cutter
            refused = replace(now, refused=(*now.refused, spot), last_cutter=last)
            return replace(table, preparing=refused)
        case e.CardsCut():
            return replace(table, preparing=replace(now, done=(*now.done, "cut")))
        case e.CutCardPut(cards):
            done = (*now.done, "place_cut_card")
            return replace(table, preparing=replace(now, done=done, behind_cut=cards or 0))
        case e.CutCardPassed():
            return replace(table, preparing=None, round=replace(table.round, cut_card="deal", closed=True))
        case e.CutRepeated():
            done = _without_cut(now)
            last = now.last_cutter if now.cutter is None else now.cutter
            again = replace(now, done=done, behind_cut=0, cutter=None, last_cutter=last)
            return replace(table, preparing=again)
        case e.ShuffleRepeated(failed, ordered):
            kept = tuple(step for step in now.done if step in INSPECTION)
            mixed = Preparation(now.cause, now.spot, now.seats, kept, demanded=now.demanded, mix_again=True)
            return replace(
                table,
                preparing=replace(
                    mixed, by_hand=now.by_hand, failed=failed or now.failed, mix_ordered=ordered
                ),
            )
        case e.ShuffleDemanded():
            # New cards are inspected from the beginning; at an idle table, the batch that is out is used.
            done = _without_cut(now) if now.cause == "idle" else ()
            begun = Preparation(now.cause, now.spot, now.seats, done, demanded=True, by_hand=now.by_hand)
            return replace(table, preparing=begun)
        case e.ShoeLoaded():
            return _loaded(table, event, now)
        case _:
            assert_never(event)


def _without_cut(now: Preparation) -> tuple[PreparationStep, ...]:
    return tuple(step for step in now.done if step not in OF_THE_CUT)


OF_THE_CUT = ("cut", "complete_cut", "place_cut_card", "cover_last_card")
"""Steps that are repeated when the cards are cut again."""


def _seats(table: Table, cause: Cause) -> tuple[int, ...]:
    """The seats that may be asked to cut: marked seats and wagers; empty at a new game without players."""
    if cause in ("new_game", "idle"):
        return ()
    # Marked seats already include the bettors of the last round, unless the dealer said that they left.
    unknown = not table.seats and not table.round.hands
    return spots_of(table.seats, table.last if unknown and table.last else table.round)


def seats_with(seats: tuple[int, ...], round_: Round) -> tuple[int, ...]:
    """The marked seats after a round, with everybody who bet in it added; unmarked seats stay unmarked."""
    return spots_of(seats, round_) if seats else ()


def spots_of(seats: tuple[int, ...], round_: Round) -> tuple[int, ...]:
    """The seats and the spots with a wager in this round, from the dealer's left."""
    return tuple(sorted({*seats, *(hand.bet.spot for hand in round_.hands)}))


def _loaded(table: Table, event: e.ShoeLoaded, preparation: Preparation) -> Table:
    """The table with the cards in the shoe: the rack is empty, and an interrupted round continues."""
    round_, middle = table.round, preparation.cause == "short_shoe"
    opened = table.clock_minutes if event.fresh_decks else table.shoe.decks_opened_minutes
    shoe = replace(
        table.shoe,
        size=event.cards,
        drawn=0,
        behind_cut=preparation.behind_cut,
        face_ups=0,
        decks_opened_minutes=opened,
        by_hand=preparation.by_hand,
    )
    causes = {"shoe", *(("game",) if event.new_game else ()), *(("decks",) if event.fresh_decks else ())}
    fresh = table.fresh if middle else tuple(sorted({*table.fresh, *causes}))
    # Burns that lay in the rack are among the shuffled cards; they count as made.
    draws = tuple(drawn for drawn in round_.draws if drawn.place is not None) if middle else ()
    burned = sum(drawn.burned and drawn.deal == "war" for drawn in round_.draws)
    waived = round_.waived_burns + burned if middle else 0
    round_ = replace(
        with_draws(round_, draws),
        closed=middle,
        waived_burns=waived,
        cut_card="",
        cut_card_before=None,
        # The shuffle that waited for the end of the round has been made.
        later=tuple(what for what in round_.later if not (middle and isinstance(what, ShuffleLater))),
        reloaded=middle,
    )
    # Cards that were kept as the next cards out are among the shuffled cards.
    kept = table.kept if middle else ()
    return replace(table, round=round_, shoe=shoe, preparing=None, fresh=fresh, kept=kept, rack=())
