"""Written rounds out of thin air, for Hypothesis: every act and every expectation that can be written."""

from typing import get_args

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dealer_station.engine.due.early_cards import RULED_TOGETHER
from dealer_station.engine.due.irregularity_kinds import KINDS, RULINGS
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.calendar_minutes import minutes_of
from dealer_station.engine.model.cards import PACK
from dealer_station.engine.model.observations import Bet
from dealer_station.engine.notation import model as w
from dealer_station.engine.rulebook.rule_sections import Limits
from dealer_station.engine.words.prompts import STEPS

ABOUT_A_HAND = (
    *("missed_spot", "empty_spot", "option_missed", "over_limit", "late_wager", "altered_wager"),
    *("wrong_pay", "player_left", "card_touched", "not_seated", "stood_up"),
)
ABOUT_A_CARD = (o.CardDrawn, o.CutCardSeen, o.Reported, o.Ruled)

letters = st.characters(categories=("L", "Nd"))
words = st.text(letters, min_size=1, max_size=6)
names = st.lists(words, min_size=1, max_size=3).map(" ".join)
reasons = st.text(st.characters(codec="utf-8", exclude_characters='"\r\n'), max_size=20)
"""Text between quotation marks: anything but those, even # and ->."""

cents = st.integers(0, 99_999_999_999)
amounts = st.none() | cents
spots = st.integers(1, 40)
bettors = st.sampled_from(("", "", "a", "b", "c"))
hands = st.builds(lambda spot, bettor: f"{spot}{bettor}", spots, bettors)
cards = st.sampled_from(PACK)
players = st.text(st.sampled_from("ABCxyz_019"), max_size=3)

bets = st.builds(Bet, spots, bettors, amounts, amounts, amounts, amounts, amounts, amounts, players)


READS = ("", "3", "3 war", "dealer", "dealer war", "dealer 2", "rack 12")
"""Places of a wrong read."""


def rulings() -> SearchStrategy[w.Act]:
    """Every ruling with what belongs to it."""
    said = {"by": st.just("") | names, "because": reasons}
    plain = tuple(ruling for ruling in RULINGS if ruling not in ("correct", "pay", "take", "void", "out"))
    several = st.lists(hands, min_size=1, max_size=3).map(tuple)
    return st.one_of(
        st.builds(o.Ruled, st.sampled_from(plain), **said),
        st.builds(o.Ruled, st.sampled_from(RULED_TOGETHER), cards=st.integers(2, 9), **said),
        st.builds(o.Ruled, st.just("correct"), card=cards, at=st.sampled_from(READS), **said),
        st.builds(o.Ruled, st.sampled_from(("void", "out")), hands=several, **said),
        st.builds(o.Ruled, st.sampled_from(("pay", "take")), hands=st.tuples(hands), cents=amounts, **said),
    )


def devices() -> SearchStrategy[w.Act]:
    """Devices that report something, come and go."""
    plain = ("shuffling", "ready", "jam", "stopped", "incomplete", "out_of_order", "sort_mode")
    return st.one_of(
        st.builds(o.DeviceSaid, st.just("shuffler"), st.sampled_from(plain)),
        st.builds(o.DeviceSaid, st.just("shuffler"), st.just("count"), count=st.integers(0, 416)),
        st.builds(o.DeviceSaid, st.just("shuffler"), st.just("batch"), batch=words),
        st.builds(o.DeviceSaid, st.just("shuffler") | words, st.sampled_from(("lost", "back"))),
    )


def orders() -> SearchStrategy[w.Act]:
    """Steps with the cards between two shoes, and everything else that a table has words for."""
    return st.one_of(
        st.builds(o.CutOffered, spots, st.booleans()),
        st.builds(o.CutMade, st.integers(0, 416)),
        st.builds(o.CutCardPlaced, st.integers(0, 416)),
        st.builds(
            o.Ordered, st.sampled_from(("shuffle", "recut", "replace_cards", "idle", "close", "change_toke"))
        ),
        st.builds(o.ClockRead, st.integers(minutes_of(1, 1, 1, 0, 0), minutes_of(9999, 12, 31, 23, 59))),
        st.builds(o.Spun, spots, st.integers(1, 999).map(str)),
        st.builds(o.TokeGiven, st.none() | st.integers(1, 99_999)),
        st.builds(o.Recalled, st.booleans()),
        st.builds(o.VerbalWager, spots, st.sampled_from(("cash", "chips"))),
        st.builds(o.Seated, st.lists(spots, max_size=4).map(tuple)),
        st.just(o.BurnViewed()),
    )


def acts() -> SearchStrategy[w.Act]:
    """Everything that can happen on a line."""
    return st.one_of(
        st.builds(o.CardDrawn, st.none() | cards, st.booleans()),
        st.builds(o.BetsPlaced, st.lists(bets, min_size=1, max_size=4).map(tuple)),
        st.builds(o.Answered, spots, bettors, st.just("war"), amounts),
        st.builds(o.Answered, spots, bettors, st.just("surrender")),
        st.builds(o.Confirmed, st.just("") | st.sampled_from(tuple(STEPS))),
        st.builds(o.DealerArrived, names),
        st.builds(o.Reported, st.sampled_from(KINDS)),
        st.builds(o.Reported, st.sampled_from(ABOUT_A_HAND), spots, bettors),
        st.builds(o.Reported, st.just("unreadable"), card=cards),
        st.builds(
            o.Reported,
            st.just("burn_forgotten"),
            faces=st.lists(cards, max_size=3).map(tuple),
            count=st.integers(0, 3),
        ),
        rulings(),
        devices(),
        orders(),
        st.sampled_from((o.CutCardSeen(), o.Called(), o.Settled(), w.SettleAll(), o.TookBack(), w.End())),
    )


def expects(act: w.Act) -> SearchStrategy[w.Expect | None]:
    """Expectations that may follow `act`."""
    choices: list[SearchStrategy[w.Expect | None]] = [
        st.none(),
        st.just(w.MustRefuse()),
        st.builds(w.StepDue, st.sampled_from(tuple(STEPS))),
    ]
    if isinstance(act, ABOUT_A_CARD):
        choices.append(st.builds(w.CardGoes, st.sampled_from(w.PLACES) | spots.map(str)))
    if isinstance(act, o.Settled | w.SettleAll):
        wagers = ("main", "tie", "war", "war_tie", "progressive", "envy", "bonus", "toke")
        actions = ("take", "pay", "return", "half")
        line = st.tuples(st.sampled_from(wagers), st.sampled_from(actions), amounts)
        choices.append(st.builds(w.MoneyMoves, hands, st.lists(line, min_size=1, max_size=4).map(tuple)))
    return st.one_of(choices)


lines = acts().flatmap(lambda act: st.builds(w.WrittenLine, st.just(0), st.just(act), expects(act)))

options = st.dictionaries(
    st.text(st.sampled_from("abc_xyz"), min_size=1, max_size=8),
    st.text(st.sampled_from("abc=/.-_019"), min_size=1, max_size=8),
    max_size=3,
)
counts = st.dictionaries(st.sampled_from(("decks", "spots")), st.integers(1, 12).map(str))

headers = st.builds(
    w.Header,
    st.sampled_from(("massachusetts", "maryland", "houses/our_own.toml")),
    st.builds(lambda some, more: tuple(sorted({**some, **more}.items())), options, counts),
    st.none() | st.builds(Limits, cents, cents, cents),
    st.none() | st.builds(Limits, cents, cents, cents),
    st.none() | cents,
    st.sampled_from(get_args(w.Start)),
    st.sampled_from(get_args(w.Taps)),
)

rounds = st.builds(w.Written, headers, st.lists(lines, max_size=8).map(tuple))
