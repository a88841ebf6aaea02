"""The steps after the due one, as far as anybody at the table can know them."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.decide.decisions import call_is_taken, done_as_due, draw_for_a_card
from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.side_bet_steps import VERIFY, progressive_win
from dealer_station.engine.due.step_types import Call, Draw, Due, Offer, Perform, Settle, TakeBets
from dealer_station.engine.due.wagers import Objection
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.observations import Cents
from dealer_station.engine.model.table import Round, Table
from dealer_station.engine.model.values import DEALER, Place
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.requests_view import war_tie_hands
from dealer_station.engine.view.step_view import StepView, settlement_direction, step_view
from dealer_station.engine.words.prompts import STEPS, step_words

SOME_CARD = Card("2c")
"""Stand-in card: where the next card goes does not depend on its face."""
SOMEBODY = "somebody"
"""Stand-in signer: what follows does not depend on who signs."""
STEPS_MAX = 30
"""No book has more steps between two shoes."""


class ChecklistStep(Struct, frozen=True):
    """One step of the preparation of a shoe."""

    words: str
    state: Literal["done", "now", "next"]


class CardAside(Struct, frozen=True):
    """A card that lies aside, face down, and what becomes of it."""

    goes: Literal["burn", "place", "dealer", "next"]
    """`next` where it depends on something that nobody knows yet."""
    place: Place = DEALER


class Lookahead(Struct, frozen=True):
    """The steps after the due one: everything that one tap may confirm, and the step after that."""

    settlements: tuple[StepView, ...] = ()
    """The hands that are settled in a row, from the one that is due up to the next step of another kind."""
    then: StepView | None = None
    """That step; None where nobody at the table can know it."""
    after_a_war: tuple[StepView, ...] = ()
    """Hands that follow only if the player who is asked next goes to war."""
    call_is_taken: bool = False
    """The closing call is taken now, or when `settlements` are done."""
    card_is_taken: bool = False
    """The next card goes where it is due, and says that the step is done."""
    following: tuple[StepView, ...] = ()
    """The next steps, where no list of settlements shows them."""
    checklist: tuple[ChecklistStep, ...] = ()
    """The preparation of the shoe: what is done, due and left."""
    war_tie: bool = False
    """A player at war may place a tie wager on it now."""
    payout_cents: Cents = None
    """The payout of a progressive win that is being verified; None where it is not known or none is due."""
    progressive_hand: str = ""
    """The hand of the paytable that is being verified, as the book names it."""
    aside: tuple[CardAside, ...] = ()
    """The cards that lie aside, in the order in which they are used."""


def _repeats_every_wager(round_: Round) -> bool:
    """True if the next call would repeat everything that was wagered: tokes and coupons do not stand."""
    return all(hand.bet.toke_cents == hand.bet.coupon_cents == 0 for hand in round_.hands)


def look_ahead(table: Table, rules: Rules) -> Lookahead:
    """The steps after the due one at this table, and what becomes of the cards that lie aside."""
    found = _steps_ahead(table, rules)
    return replace(found, aside=cards_aside(table, rules)) if table.kept else found


def cards_aside(table: Table, rules: Rules) -> tuple[CardAside, ...]:
    """The use of each card that lies aside, as far as everybody at the table knows the order."""
    waiting, now = list(table.kept), replace(table, kept=())
    found: list[CardAside] = []
    drawn = False
    for _ in range(STEPS_MAX):
        step = due(now, rules)
        if not waiting or not _is_foreseen(step) or (drawn and not isinstance(step, Draw)):
            break
        if isinstance(step, Draw):
            # A card for the dealer waits for the dealer's turn; any other is the next card out.
            for_dealer = step.place is not None and step.place <= DEALER
            used = next((card for card in waiting if card.for_dealer and for_dealer), None)
            used = used or next((card for card in waiting if not card.for_dealer), None)
            if used is None:
                break
            waiting.remove(used)
            found.append(CardAside("burn") if step.place is None else CardAside("place", step.place))
            drawn = True
        after = _after(now, rules, step)
        if after is None or after == now:
            break
        now = after
    return (*found, *(CardAside("dealer" if card.for_dealer else "next") for card in waiting))


def _steps_ahead(table: Table, rules: Rules) -> Lookahead:
    step, direction = due(table, rules), settlement_direction(table.round, rules)

    def views(steps: tuple[Due, ...]) -> tuple[StepView, ...]:
        return tuple(step_view(one, rules, direction) for one in steps)

    if isinstance(step, Settle | Offer):
        found = _settlement_pass(table, rules)
        listed = len(found.now) > 1 or found.after_a_war
        return Lookahead(
            settlements=views(found.now),
            then=step_view(found.ahead, rules, direction) if found.ahead else None,
            after_a_war=views(found.after_a_war),
            call_is_taken=found.then_call and _repeats_every_wager(table.round),
            following=() if listed else views(_upcoming(table, rules)),
        )
    called = isinstance(step, TakeBets | Call | Perform) and call_is_taken(table, rules, step)
    if isinstance(step, Perform):
        called = called and _repeats_every_wager(table.round)
    following = views(_upcoming(table, rules))
    if not isinstance(step, Perform):
        return Lookahead(call_is_taken=called, following=following)
    return Lookahead(
        call_is_taken=called,
        card_is_taken=not table.moves and draw_for_a_card(table, rules) is not None,
        following=following,
        checklist=_checklist(table, rules, step),
        war_tie=bool(war_tie_hands(table, rules)),
        payout_cents=_payout(table, rules, step) if step.step in VERIFY else None,
        progressive_hand=_winning_hand(table.round, rules, step) if step.step in VERIFY else "",
    )


def _upcoming(table: Table, rules: Rules, count: int = 2) -> tuple[Due, ...]:
    """The steps after this one that depend on no undrawn card and no open choice."""
    found: list[Due] = []
    step, drawn = due(table, rules), False
    while len(found) < count and _is_foreseen(step):
        drawn = drawn or isinstance(step, Draw)
        after = _after(table, rules, step)
        if after is None:
            break
        table, step = after, due(after, rules)
        if drawn and not isinstance(step, Draw):
            break
        found.append(step)
    return tuple(found)


def _is_foreseen(step: Due) -> bool:
    """True if everybody at the table knows what follows this step."""
    if isinstance(step, Perform):
        # The steps after a card that lies face down would reveal its face.
        return step.step not in ("spin_wheel", "validate_progressive", "turn_dealer_card")
    return isinstance(step, Settle | Call | Draw)


def _after(table: Table, rules: Rules, step: Due, by: str = "") -> Table | None:
    """The table after `step`; None if an unseen card would come into play."""
    events = done_as_due(table, rules, step, SOME_CARD, by)
    if isinstance(events, Objection):
        return table
    # A card that lies aside is face down. The engine knows its face and deals it automatically when a card is
    # due, so the steps after it would show the players a result while they may still wager.
    aside = any(isinstance(event, e.CardDealt | e.CardBurned) and event.kept for event in events)
    return None if aside else fold(table, events)


class _Pass(Struct, frozen=True):
    """The hands that are settled in a row, up to the next step of another kind."""

    now: tuple[Settle, ...] = ()
    ahead: Due | None = None
    after_a_war: tuple[Settle, ...] = ()
    then_call: bool = False


def _settlement_pass(table: Table, rules: Rules) -> _Pass:
    """The settlements that are due in a row, and those after the answer of the player who is asked next."""
    now, settled = _settled(table, rules)
    if settled is None:
        return _Pass(now)
    ahead = due(settled, rules)
    if not isinstance(ahead, Offer):
        return _Pass(now, ahead, then_call=call_is_taken(settled, rules, ahead))
    answered = _after(settled, rules, ahead)
    return _Pass(now, ahead, _settled(answered, rules)[0] if answered else ())


def _settled(table: Table, rules: Rules) -> tuple[tuple[Settle, ...], Table | None]:
    """The hands that can be settled now in a row, and the table after all of them."""
    found: list[Settle] = []
    now: Table | None = table
    while now is not None and isinstance(step := due(now, rules), Settle):
        found.append(step)
        now = _after(now, rules, step)
    return tuple(found), now


def _checklist(table: Table, rules: Rules, step: Perform) -> tuple[ChecklistStep, ...]:
    """The steps of shoe preparation in order: done, due and following."""
    lying = any(one.place is not None and one.place not in table.round.picked_up for one in table.round.draws)
    if table.preparing is None or lying:
        return ()  # During a round everybody must see the layout; the next steps are shown beside it.
    done = [one for one in table.preparing.done if one in STEPS]
    left = _to_be_prepared(table, rules)[1:]
    return (
        *(ChecklistStep(step_words(one, rules), "done") for one in done),
        ChecklistStep(step_words(step.step, rules), "now"),
        *(ChecklistStep(step_words(one, rules), "next") for one in left),
    )


def _to_be_prepared(table: Table, rules: Rules) -> tuple[str, ...]:
    """The remaining steps until the cards are in the shoe, the due one first."""
    left: list[str] = []
    while table.preparing and isinstance(step := due(table, rules), Perform) and len(left) < STEPS_MAX:
        left.append(step.step)
        after = _after(table, rules, step, SOMEBODY)
        if after is None or after == table:
            break
        table = after
    return tuple(left)


def _payout(table: Table, rules: Rules, step: Perform) -> Cents:
    """The payout that follows once a progressive win is verified and the floor has signed for it."""
    then: Due | None = step
    while isinstance(then, Perform) and then.step in VERIFY:
        after = _after(table, rules, then, SOMEBODY)
        if after is None or after == table:
            return None
        table, then = after, due(after, rules)
    if not isinstance(then, Settle) or any(line.cents is None for line in then.lines):
        return None
    return sum(line.cents or 0 for line in then.lines if line.action == "pay")


def _winning_hand(round_: Round, rules: Rules, step: Perform) -> str:
    """The hand of the paytable with which the spot of this step has won the progressive."""
    lines = (progressive_win(hand, round_, rules) for hand in round_.hands if hand.spot in step.places)
    return next((line.hand for line in lines if line), "")
