"""RulebookView: the names, places and wagers of a table's rulebook, as a screen shows them."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.due import wheel
from dealer_station.engine.due.wagers import BETTORS, objection_to
from dealer_station.engine.model.cards import CARDS_PER_DECK
from dealer_station.engine.model.observations import Bet
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.rulebook import terms
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.step_view import StepView, short_words
from dealer_station.engine.words.prompts import goes_to_war

WarCardPlace = Literal["adjacent", "sideways_cover_pip", "lower_left", "unspecified"]


class LimitsView(Struct, frozen=True):
    """The minimum, maximum and step of a wager, in cents; 0 if there is none."""

    min_cents: int = 0
    max_cents: int = 0
    step_cents: int = 0


class WrongWager(Struct, frozen=True):
    """A bettor's wager that the table does not allow, and why."""

    wager: str
    reason: str


class RulebookView(Struct, frozen=True):
    """A rulebook as a screen needs it; `rules` is passed on to the other views."""

    rules: Rules

    @property
    def id(self) -> str:
        return self.rules.book.id

    @property
    def title(self) -> str:
        return self.rules.book.title

    @property
    def cards(self) -> int:
        """The number of cards in all decks."""
        return self.rules.cards.decks.value * CARDS_PER_DECK

    @property
    def spots(self) -> tuple[int, ...]:
        """The spots of the layout."""
        return tuple(range(1, self.rules.table.spots.value + 1))

    @property
    def bettors(self) -> str:
        """The letters of the bettors who may share a spot; empty if a spot has one bettor."""
        several = self.rules.table.bettors_per_spot.value
        return BETTORS[:several] if several > 1 else ""

    @property
    def close_call(self) -> str:
        """The words of the closing call."""
        return self.rules.wagers.close_call.value

    @property
    def first_title(self) -> str:
        """The lowest title of the floor."""
        return self.rules.roles.role_map.value[0]

    @property
    def cut_card(self) -> str:
        """The book's name for the cut card."""
        return self.rules.terms.cut_card.value

    @property
    def discards(self) -> bool:
        """True if the book says discard where the others say burn."""
        return terms.discards(self.rules)

    @property
    def war_card_place(self) -> WarCardPlace:
        """The place of a war card beside, over or below the first card."""
        return self.rules.war.war_card_place.value

    @property
    def goes_to_war(self) -> bool:
        """True if the book calls the choice Go to War."""
        return goes_to_war(self.rules)

    @property
    def takes_tokes(self) -> bool:
        """True if dealers may take tokes."""
        return self.rules.house.toke_policy.value != "none"

    @property
    def shows_burns(self) -> bool:
        """True if a player may ask to see a burn card."""
        return self.rules.burns.opening_burn_viewable.value != "off"

    @property
    def lets_players_out(self) -> bool:
        """True if players may be allowed out of a hand."""
        return self.rules.irregularities.players_out_option.value != "none"

    @property
    def wagers(self) -> tuple[str, ...]:
        """The wagers that this table offers."""
        offered = {
            "progressive": self.rules.progressive.progressive.value == "on",
            "bonus": wheel.is_offered(self.rules),
            "toke": self.takes_tokes,
            "coupon": bool(self.rules.wagers.match_play.value),
        }
        return ("main", "tie", *(wager for wager, there in offered.items() if there))

    def limits(self, wager: str) -> LimitsView:
        """The limits of a wager."""
        known = {"main": self.rules.wagers.main_limits, "tie": self.rules.wagers.tie_limits}
        known["progressive"] = self.rules.progressive.progressive_limits
        if wager not in known:
            return LimitsView()
        limits = known[wager].value
        return LimitsView(limits.min_cents, limits.max_cents, limits.step_cents)

    def wrong_wager(self, bet: Bet) -> WrongWager | None:
        """The wager of a bettor that is not allowed; without it, the others are allowed."""
        objection = objection_to((bet,), self.rules)
        if objection is None:
            return None
        for wager in reversed(self.wagers):
            without = replace(bet, **{f"{wager}_cents": 0})
            if getattr(bet, f"{wager}_cents") != 0 and objection_to((without,), self.rules) is None:
                return WrongWager(wager, objection.reason)
        return WrongWager("main", objection.reason)

    def short_words(self, step: StepView) -> str:
        """The short name of a step, for use where its prompt is too long."""
        return short_words(step, self.rules)

    def spot_title(self, name: object) -> str:
        """`Spot 3`, or `Box 3`, for the beginning of a sentence or the label of a button."""
        return terms.spot_title(name, self.rules)

    def spot_words(self, name: object) -> str:
        """`spot 3`, or `box 3`."""
        return terms.spot_words(name, self.rules)

    def spots_words(self, spots: Iterable[int | str]) -> str:
        """`spot 3`, or `spots 3, 1`, in the given order."""
        return terms.spots_words(spots, self.rules)

    def spot_range(self, first: int, last: int) -> str:
        """`spots 7 – 1`, for a row of spots without a gap."""
        is_box = self.rules.terms.spot_word.value == "box"
        return said("boxes {names}" if is_box else "spots {names}", names=f"{first} – {last}")

    def wager_words(self, wager: str) -> str:
        """The book's name for a wager, or ours if the book has none."""
        return terms.wager_words(wager, self.rules)
