"""Rounds of a log in the notation of written rounds, with what followed, so that they can be played again."""

from dealer_station.engine import events as e
from dealer_station.engine import observations as o
from dealer_station.engine import written as w
from dealer_station.engine.events import Event
from dealer_station.engine.facts import DEALER
from dealer_station.engine.notation_write import write
from dealer_station.review.moments import Moment
from dealer_station.review.story import Story


def transcript(stories: list[Story]) -> str:
    """The text of a file that `dealer-station play` plays; a burn is `??`, because nobody may know it."""
    first = stories[0]
    begun = first.moments[0].before
    told = [moment for moment in first.moments if moment.seen is not None]
    start: w.Start = "loaded" if "shoe" in begun.fresh else "round"
    if begun.preparing is not None:
        # What was done with the cards before they came into the shoe belongs to the round before.
        loaded = [index for index, moment in enumerate(told) if _has(moment, e.ShoeLoaded)]
        told, start = told[loaded[0] + 1 if loaded else len(told) :], "loaded"
    lines = [w.WrittenLine(1, bets)] if (bets := _standing(told)) else []
    for story in stories:
        for moment in told if story is first else story.moments:
            if moment.seen is not None:
                lines.append(w.WrittenLine(len(lines) + 1, moment.seen, _followed(moment.seen, moment.facts)))
        if story.kept is not None:
            lines.append(w.WrittenLine(len(lines) + 1, w.End()))
    words = first.moments[-1].words
    header = w.Header(
        first.rules.book.id if words is None else words.profile,
        first.rules.options,
        words.main_limits if words else None,
        words.tie_limits if words else None,
        start=start,
    )
    return write(w.Written(header, tuple(lines)))


def _standing(told: list[Moment]) -> o.BetsPlaced | None:
    """The wagers of the round before, where the first round of a file is played on them."""
    for moment in told:
        if isinstance(moment.seen, o.BetsPlaced):
            return None
        if isinstance(moment.seen, o.Called) and moment.after.round.hands:
            return o.BetsPlaced(tuple(hand.bet for hand in moment.after.round.hands))
    return None


def _has(moment: Moment, kind: type) -> bool:
    return any(isinstance(event, kind) for event in moment.facts)


def _followed(seen: o.Observation, facts: tuple[Event, ...]) -> w.Expect | None:
    """What the line must lead to when it is played again."""
    if isinstance(facts[0], e.TapRefused):
        return w.MustRefuse()
    if isinstance(seen, o.Settled):
        settled = [event for event in facts if isinstance(event, e.HandSettled)]
        if len(settled) == 1:
            moved = tuple((line.wager, line.action, line.cents) for line in settled[0].lines)
            return w.MoneyMoves(f"{settled[0].spot}{settled[0].bettor}", moved)
    if isinstance(seen, o.CardDrawn):
        for event in facts:
            if isinstance(event, e.CardDealt) and not event.kept:
                return w.CardGoes(str(event.place) if event.place > DEALER else "dealer")
            if isinstance(event, e.CardBurned) and not event.kept:
                return w.CardGoes("burn")
    return None
