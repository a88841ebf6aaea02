"""One round as values for QML: its steps, and the table, rack, rules and frames at a given step."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.table import RackOwner, Table
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.engine.view.table_view import TableView, view
from dealer_station.log.read.state import Recollection
from dealer_station.review.citations import rules_of_moment
from dealer_station.review.discard_rack import back_ups, rack, rack_position
from dealer_station.review.moments import Moment
from dealer_station.review.round_history import RoundHistory
from dealer_station.review.steps import HELD, Step, card_named
from ui.common.translate import Speech
from ui.dealer.picture import Picture
from ui.review.times import clock, local

Values = dict[str, Any]


class ReviewedRound(Struct, frozen=True):
    """A round read from a log. Moment 0 is before the round; moment n is after step n."""

    key: int
    history: RoundHistory
    steps: tuple[Step, ...]
    say: Speech
    file: str
    """The name of its log."""
    is_live: bool = True
    """True if a station still writes to the log."""

    @property
    def hides(self) -> bool:
        """True if a held card was burned face down, so that the written round would reveal it."""
        return any(step.sealed and step.did == HELD for step in self.steps)

    @property
    def began_us(self) -> int:
        """The time at which the wagers were closed, as in the list of rounds."""
        history = self.history
        opened = history.kept.opened_us if history.kept else history.moments[-1].round.opened_us
        return opened or (self.steps[0].at_us if self.steps else 0)

    @property
    def last(self) -> int:
        return len(self.steps)

    def table(self, at: int) -> Table:
        """The table at a moment; at the end with the hands of this round, not of the next."""
        if at == 0:
            return self.history.moments[0].before
        table = self.history.moments[at - 1].after
        if table.round.number != self.history.number and table.last is not None:
            return replace(table, round=table.last, holds=())
        return table

    def is_over(self, at: int) -> bool:
        """True if the round is finished at this moment."""
        return at > 0 and self.history.moments[at - 1].after.round.number != self.history.number

    def wait_us(self, at: int) -> int:
        """The time that the table stayed at this moment."""
        return self.steps[at].gap_us if 0 < at < self.last else 0

    def about(self) -> Values:
        """The values that are the same at every moment."""
        history, say = self.history, self.say
        kept = history.kept
        more: list[str] = []
        words = [say("began {time}", time=clock(self.began_us, "%Y-%m-%d %H:%M:%S"))]
        if kept is not None:
            words.append(kept.dealer)
            more.append(say("{count} cards", count=kept.cards))
        else:
            words.append(say("being played") if self.is_live else say("not ended"))
        more.append(history.rules.book.title)
        return {
            "file": self.file,
            "number": history.number,
            "title": say("Round {number}", number=history.number),
            "words": " · ".join(word for word in words if word),
            "more": " · ".join(more),
            "steps": [self._step(number, step) for number, step in enumerate(self.steps, start=1)],
            "sealed": any(moment.row.seal is not None for moment in history.moments),
        }

    def _step(self, number: int, step: Step) -> Values:
        say = self.say
        did = " · ".join(say(words) for words in (step.did, *step.became) if words)
        when = f"{local(step.at_us):%H:%M:%S}.{step.at_us // 1000 % 1000:03}"
        gap = gap_words(step.gap_us) if number > 1 else ""
        under = " · ".join(word for word in (when, gap, say(step.who)) if word)
        return {
            "number": number,
            "did": did,
            "under": under,
            "isCard": step.is_card,
            "says": f"{did}, {under}",
        }

    def values(self, at: int, known: Recollection | None) -> Values:
        """The values that differ between moments; `known` is the state at the end of the log."""
        table, rules, say = self.table(at), self.history.rules, self.say
        over = self.is_over(at)
        shown = view(table, rules)
        now = Picture(shown, table, RulebookView(rules), say).values()
        moment = self.history.moments[at - 1] if at else None
        return {
            "at": at,
            "last": self.last,
            "spots": now["spots"],
            "dealerCards": now["dealerCards"],
            "warCards": now["warCards"],
            "direction": now["direction"],
            "directionWords": "" if over else now["directionWords"],
            "screen": say("The round is over") if over else self._screen(shown),
            "cite": "" if over else now["prompt"]["cite"],
            "held": say(now["hold"]["words"]) if now["hold"] else "",
            **self._back_ups(at, table, known),
            "rules": self._rules(moment),
            "frames": self._frames(at),
        }

    def _screen(self, shown: TableView) -> str:
        spoken = f" “{self.say(shown.prompt.say)}”" if shown.prompt.say else ""
        return self.say(shown.prompt.do) + spoken

    def rack(self, table: Table) -> list[Values]:
        """All cards of the rack, from the top."""
        return [
            {
                "place": one.place,
                "rank": one.card[0] if one.card else "",
                "suit": one.card[1] if one.card else "",
                "owner": self._owner(one.owner),
                "round": f"#{one.round_number}",
                "own": one.round_number == self.history.number,
                "says": f"{one.place}: {self._card(one.card)}, {self._owner(one.owner)}, #{one.round_number}",
            }
            for one in rack(table)
        ]

    def _back_ups(self, at: int, table: Table, known: Recollection | None) -> Values:
        """The number of cards to lift to rebuild each hand, at this moment and, for a finished round, now."""
        say, found = self.say, back_ups(rack(table), self.history.number)
        then = [
            say("{owner}: take {count} from the top", owner=self._owner(one.owner), count=one.take)
            for one in found
        ]
        if known is None or not self.is_over(at):
            return {"backUps": then, "rackWords": say("as it was at this step") if found else ""}
        lying = rack_position(known.table, self.history.number, known.wall_us)
        when = clock(lying.at_us, "%Y-%m-%d %H:%M:%S")
        if lying.above < 0:
            gone = say("No longer in the rack ({time}): these cards were shuffled or put away.", time=when)
            return {"backUps": [], "rackWords": gone if found else ""}
        if known.closed:
            elsewhere = say(
                "The log continues in another file: as of {time}, the last row of this one.", time=when
            )
            return {"backUps": then, "rackWords": elsewhere if found else ""}
        words = [
            say(
                "{owner}: now take {now}, then {count}",
                owner=self._owner(one.owner),
                now=lying.take.get(one.owner, "?"),
                count=one.take,
            )
            for one in found
        ]
        above = say(
            "now: {time}, the last row; then: when the round ended. On top since: {count}",
            time=when,
            count=lying.above,
        )
        return {"backUps": words, "rackWords": above}

    def _owner(self, owner: RackOwner) -> str:
        return self.say("spot {place}", place=owner) if isinstance(owner, int) else self.say(owner)

    def _card(self, card: Card | None) -> str:
        return self.say(card_named(card)) if card else self.say("sealed")

    def _rules(self, moment: Moment | None) -> list[Values]:
        if moment is None:
            return []
        found = rules_of_moment(moment, self.history.rules)
        return [
            {
                "cite": one.cite,
                "name": one.name,
                "words": one.words,
                "status": f"{one.status.replace('_', ' ')}: {one.means}",
            }
            for one in found
        ]

    def _frames(self, at: int) -> list[Values]:
        """All device frames of the round; the one of this step is marked."""
        say = self.say
        return [
            {
                "title": f"{step.seq} · {say(step.who)}",
                "hex": say("sealed with the burn card") if step.sealed else step.frame,
                "now": number == at,
            }
            for number, step in enumerate(self.steps, start=1)
            if step.frame or step.sealed
        ]


def gap_words(gap_us: int) -> str:
    """A time difference such as `+0.412 s`, with minutes if it is longer."""
    seconds = gap_us / 1_000_000
    return f"+{seconds:.3f} s" if seconds < 60 else f"+{int(seconds // 60)} min {seconds % 60:02.0f} s"
