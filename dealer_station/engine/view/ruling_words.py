"""Rulings in words: each text says what the ruling does at this table, with spot, card and amount.

The screen, the log, the review window and the documents take their texts from here. Destinations are not
guessed: the ruling is carried out on a copy of the table, and the text names the resulting place.
"""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.due.irregularity_kinds import CATALOGUE, finding_words
from dealer_station.engine.due.late_wagers import (
    counts_if_in_time,
    late_wager_can_count,
    more_that_counts,
    objection_to_late_wager,
)
from dealer_station.engine.due.orders import EVERYTHING, dealer_card_is_hidden
from dealer_station.engine.due.ruling_choices import (
    MISREAD_WHEEL,
    Choices,
    can_be_found_mistaken,
    choices,
    found_mistaken_unasked,
    other_batch_failed,
    report_behind,
    undone_with_its_report,
)
from dealer_station.engine.due.settlement import (
    is_open,
    lines_due,
    original_rule,
    void_undoes_settlements,
)
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.table import Hand, Table
from dealer_station.engine.model.translatable_sentences import Sentence, joined, said
from dealer_station.engine.model.values import DEALER, Drawn, Hold, Move, Place
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.rulebook.terms import wager_words
from dealer_station.engine.view import trial
from dealer_station.engine.view.early_card_words import early_cards_words, rulings_on_early_cards
from dealer_station.engine.view.ruling_sentences import RulingEffect, in_full
from dealer_station.engine.view.ruling_texts_by_kind import ANSWERS, CARRIED_OUT, PLAY_ON
from dealer_station.engine.view.ruling_view import RulingKind, RulingView, RulingWords

ENTER_AGAIN = "enter the symbol again"
SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def ruling_views(table: Table, rules: Rules, hold: Hold, found: Choices) -> tuple[RulingView, ...]:
    """The finding, the remedies and the departures that are open on a hold."""
    offered: list[tuple[o.Ruled, RulingKind]] = []
    if can_be_found_mistaken(table, rules, hold):
        offered.append((o.Ruled("unfounded"), "finding"))
    if report_behind(table, hold):
        offered.append((o.Ruled("withdraw"), "finding"))
    offered += [(made, "remedy") for made in rulings_on_early_cards(table, rules, hold)]
    offered += [(o.Ruled(ruling), "remedy") for ruling in found.remedies]
    offered += [(o.Ruled(ruling), "departure") for ruling in found.departures]
    views: dict[str, RulingView] = {}
    for made, kind in offered:
        told, ruling = ruling_words(table, rules, hold, made), made.ruling
        cite = found.cite_of(ruling) if kind == "remedy" else ""
        # Two rulings with the same effect are one choice; the first is kept, so that no departure repeats a
        # remedy.
        if told.words not in views:
            full = ruling_in_full(table, rules, hold, made)
            views[told.words] = RulingView(
                ruling, kind, told.words, told.detail, cite, full, cards=made.cards
            )
    return tuple(views.values())


def ruling_in_full(table: Table, rules: Rules, hold: Hold | None, ruled: o.Ruled) -> Sentence:
    """The ruling as one sentence with everything that it changes; `hold` is None for an intervention."""
    told = ruling_words(table, rules, hold, ruled)
    if ruled.cards > 1:
        return said("{words}: {detail}", words=told.words, detail=told.detail)
    ruling = _Ruling(_as_it_is_ruled(table, hold), rules, hold, ruled)
    return in_full(
        RulingEffect(
            table=ruling.table,
            rules=rules,
            hold=hold,
            ruling=ruled.ruling,
            events=ruling.events(),
            words=told.words,
            detail=told.detail,
            face=ruling.face(),
        )
    )


def ruling_words(table: Table, rules: Rules, hold: Hold | None, ruled: o.Ruled) -> RulingWords:
    """The text of a ruling on this hold; `hold` is None for an intervention."""
    if ruled.ruling == "unfounded":
        return _finding(table, rules, hold)
    if ruled.ruling == "withdraw":
        return _withdrawal(table, hold)
    if hold is not None and ruled.cards > 1:
        return early_cards_words(table, rules, hold, ruled)
    ruling = _Ruling(_as_it_is_ruled(table, hold), rules, hold, ruled)
    match ruled.ruling:
        case "pay" | "take":
            return ruling.chips()
        case "void" | "out" | "void_round":
            return ruling.void()
        case "correct":
            return ruling.correct()
        case "accept" | "refuse":
            return ruling.answer()
        case "reshuffle":
            return ruling.shuffle()
        case _:
            return ruling.card()


def _finding(table: Table, rules: Rules, hold: Hold | None) -> RulingWords:
    """The text of a finding, in terms of the report that it undoes or the question that it ends."""
    report = undone_with_its_report(table, hold) if hold else None
    if hold is None or report:
        kind = (hold.kind if report.is_fault else report.kind) if report and hold else ""
        kind = kind or found_mistaken_unasked(table)
        finding = CATALOGUE[kind].finding if kind else "The report was mistaken"
        return RulingWords(said(finding), ENTER_AGAIN if kind == MISREAD_WHEEL else "the report is undone")
    if hold.kind == "late_wager":
        return _in_time(table, rules, hold)
    return RulingWords(said(finding_words(hold)), FOUND.get(hold.kind, "nothing changes"))


def _withdrawal(table: Table, hold: Hold | None) -> RulingWords:
    """The text of the finding that what led to this stop was a mistake."""
    report = report_behind(table, hold) if hold else None
    finding = CATALOGUE[report.kind].finding if report and report.kind else "The report was mistaken"
    return RulingWords(said(finding), "the round is as it was, and what was settled stays")


FOUND = {MISREAD_WHEEL: ENTER_AGAIN, "settled_then_void": "every wager goes back"}
"""Consequences of findings that end a question, by kind."""


def _in_time(table: Table, rules: Rules, hold: Hold) -> RulingWords:
    """The text of the finding that a wager was in time, with the chips that count because of it."""
    name, counting = ", ".join(hold.hands), more_that_counts(table.round, rules, hold)
    amount = dollars(counting)
    refused = objection_to_late_wager(table.round, rules, hold)
    if refused:
        back = said("It was in time: {amount} go back to spot {name}", amount=dollars(hold.cents), name=name)
        return RulingWords(back, refused.reason)
    if counts_if_in_time(table.round, rules, hold) and not counting:
        excess = dollars(hold.cents)
        words = said(
            "It was in time: {amount} above the limit go back to spot {name}", amount=excess, name=name
        )
        return RulingWords(words, wager_words(hold.wager, rules))
    if counting:
        beside = any(hand.name in hold.hands for hand in table.round.hands)
        more = said("It was in time: {amount} more count on spot {name}", amount=amount, name=name)
        alone = said("It was in time: {amount} count on spot {name}", amount=amount, name=name)
        return RulingWords(more if beside else alone, wager_words(hold.wager, rules))
    too_late = bool(hold.cents) and not late_wager_can_count(table.round, hold)
    detail = "the station cannot count it: settle it as a dispute" if too_late else "nothing changes"
    return RulingWords(said(CATALOGUE[hold.kind].finding), detail)


def departure_words(table: Table, rules: Rules, hold: Hold) -> Sentence:
    """The rule that a departure departs from, in our words: how the book resolves this case."""
    found = choices(_as_it_is_ruled(table, hold), rules, hold)
    spoken = tuple(ruling for ruling in found.remedies if found.cite_of(ruling)) or found.remedies
    remedies = [ruling_words(table, rules, hold, o.Ruled(ruling)).words for ruling in spoken]
    return joined("; ", dict.fromkeys(remedies))


def hold_ruled_on(table: Table, ruled: o.Ruled) -> Hold | None:
    """The hold that a ruling is about: the one that it names, or the newest."""
    newest = table.holds[-1] if table.holds else None
    return next((hold for hold in table.holds if ruled.about and hold.raised == ruled.about), newest)


def _as_it_is_ruled(table: Table, hold: Hold | None) -> Table:
    """The table with this hold as the newest; holds raised after it are ruled on first."""
    # A device's hold ends by itself when the device returns. The text ignores such holds, so that no label
    # changes while somebody taps it.
    if hold is None or hold not in table.holds:
        return table
    beneath = (other for other in table.holds[: table.holds.index(hold)] if other.kind != "device")
    return replace(table, holds=(*beneath, hold))


class _Ruling(Struct, frozen=True):
    table: Table
    rules: Rules
    hold: Hold | None
    ruled: o.Ruled

    @property
    def kind(self) -> str:
        return self.hold.kind if self.hold else ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the hands that it is about."""
        return self.ruled.hands or (self.hold.hands if self.hold else ())

    @property
    def spot(self) -> str:
        return ", ".join(self.names)

    @property
    def hands(self) -> tuple[Hand, ...]:
        return tuple(
            hand for hand in self.table.round.hands if hand.name in self.names or str(hand.spot) in self.names
        )

    @property
    def amount(self) -> str:
        """The amount on the layout according to the report."""
        return dollars(self.hold.cents) if self.hold and self.hold.cents else ""

    def events(self) -> tuple[Event, ...]:
        """The facts that this ruling would cause."""
        if self.hold is None:
            return ()
        found = choices(self.table, self.rules, self.hold)
        departs = self.ruled.ruling in found.departures
        confirmed = found.cite if departs else ""
        made = replace(self.ruled, departs=departs, by="-", because="-", confirmed=confirmed)
        return trial.events_of(self.table, self.rules, made)

    # The card in question.

    @property
    def _drawn(self) -> Drawn | None:
        """The card in question, if it lies on the felt."""
        index, draws = self.hold.draw if self.hold else None, self.table.round.draws
        return draws[index] if index is not None and index < len(draws) else None

    def face(self) -> Card | None:
        """The face of the card in question, if everybody at the table can see it."""
        drawn, round_ = self._drawn, self.table.round
        if drawn is None or (self.hold and self.hold.has_card):
            return None
        hidden = drawn.deal == "original" and dealer_card_is_hidden(round_, self.rules)
        return None if drawn.burned or (hidden and drawn.place == DEALER) else drawn.card

    def what(self) -> Sentence:
        face = self.face()
        return said("{face}", face=f"{face[0].replace('T', '10')}{SUITS[face[1]]}") if face else said("Card")

    def card(self) -> RulingWords:
        """The text for the destination of the card in question, or for how play continues."""
        what, ruling = self.what(), self.ruled.ruling
        match ruling:
            case "burn" if self.kind == "burn_exposed":
                return RulingWords(said("Burn another card"), "the one that was seen stays")
            case "burn" if self.kind == "burn_forgotten":
                return RulingWords(said("Burn the cards now"), "then the deal goes on")
            case "burn":
                burned = said("Burn {what}", what=what) if self.face() else said("Burn the card")
                return RulingWords(burned, "face down, with the burns")
            case "discard":
                return RulingWords(said("{what} to the rack", what=what), "out of play")
            case "reconstruct":
                return RulingWords(said("Put the cards where they belong"), "then compare with the picture")
            case "dealer_next":
                return self._to_the_dealer(what)
            case "forward":
                return self._moved(what)
            case "play_on" if self.hold and self.hold.has_card:
                return self._moved(what)
            case _:
                return self._play_on(what)

    def _to_the_dealer(self, what: Sentence) -> RulingWords:
        events = self.events()
        if any(isinstance(event, e.CardKept) for event in events):
            return RulingWords(said("{what} to the dealer", what=what), "it is the dealer's next card")
        if any(isinstance(event, e.CardsReread) for event in events):
            lies_there = self.kind == "misplaced" and self.hold is not None and self.hold.place == DEALER
            template = "{what} stays with the dealer" if lies_there else "{what} to the dealer"
            return RulingWords(said(template, what=what), "it is the dealer's card")
        if self._drawn is not None and self._drawn.place == DEALER:
            return self._play_on(what)
        return RulingWords(said("{what} where it lies", what=what), "the dealer has a card already")

    def _moved(self, what: Sentence) -> RulingWords:
        """The text for a card that moves on to the place that the engine gives it."""
        events = self.events()
        for event in events:
            match event:
                case e.CardDealt(place=place, kept=True):
                    return RulingWords(_to(what, place), "as the card that was due there")
                case e.CardBurned(kept=True):
                    return RulingWords(said("{what} is the burn", what=what), "as the card that was due")
                case _:
                    pass
        if any(isinstance(event, e.CardKept) for event in events):
            if self.ruled.ruling == "forward" and self.kind == "card_not_due":
                # Books distinguish a card that was seen from one that nobody saw, in separate paragraphs.
                return RulingWords(
                    said("{what}, seen, is the next one out", what=what), "it waits for its place"
                )
            seen = self.kind == "drawn_exposed"
            waits = "it waits for its place" if seen else "it waits face down"
            return RulingWords(said("{what} is the next one out", what=what), waits)
        moved = self._reread_to(events)
        if moved is not None and self._lies_at(moved):
            return self._play_on(what)
        if moved is not None and self.kind == "misplaced" and self.hold and self.hold.place == moved:
            return RulingWords(_stays(what, moved), "then compare with the picture")
        if moved is not None:
            return RulingWords(_to(what, moved), "then compare with the picture")
        return RulingWords(said("{what} where it was due", what=what), "then compare with the picture")

    def _lies_at(self, place: Place) -> bool:
        """True if the card already lies at this place, on the felt and in the record."""
        return (
            self.hold is not None
            and self.hold.place is None
            and self._drawn is not None
            and (self._drawn.place == place)
        )

    def _reread_to(self, events: tuple[Event, ...]) -> Place | None:
        """The place of the card in question after the cards are read again."""
        index = self.hold.draw if self.hold else None
        reread = next((event for event in events if isinstance(event, e.CardsReread)), None)
        if index is None or reread is None or index >= len(reread.draws):
            return None
        return reread.draws[index].place

    def _play_on(self, what: Sentence) -> RulingWords:
        place = self._drawn.place if self._drawn else None
        if place is not None and self.hold and self.hold.place is not None:
            # The card lies elsewhere than recorded, and still counts where it was due.
            counts = said("{what} counts for spot {name}", what=what, name=place)
            return RulingWords(
                counts if place > DEALER else said("{what} counts for the dealer", what=what), "nothing moves"
            )
        if place is not None:
            return RulingWords(_stays(what, place), "play goes on")
        template, detail = PLAY_ON.get(self.kind, ("Go on as it lies", "nothing changes"))
        return RulingWords(said(template, name=self.spot), detail)

    # Chips.

    def chips(self) -> RulingWords:
        """The text for a correction of chips; it asks for the amount if that is not known yet."""
        pays, named = self.ruled.ruling == "pay", bool(self.names)
        if self.ruled.ruling == "take" and self.kind == "player_left":
            taken = self._stakes()
            words = said("Take {amount} of spot {name}", amount=taken, name=self.spot) if taken else None
            return RulingWords(
                words or said("Take the wagers of spot {name}", name=self.spot), "they are lost"
            )
        if self.kind == "settled_then_void" and self.hold and len(self.hold.hands) > 1:
            return self._chips_in_a_void_round(pays=pays)
        if self.ruled.cents and named:
            template = "Pay {amount} to spot {name}" if pays else "Take {amount} from spot {name}"
            return RulingWords(said(template, amount=dollars(self.ruled.cents), name=self.spot))
        template = ("Pay spot {name}" if pays else "Take from spot {name}") if named else ""
        words = (
            said(template, name=self.spot)
            if named
            else said("Pay a player" if pays else "Take from a player")
        )
        return RulingWords(words, "the amount comes next" if named else "spot and amount come next")

    def _goes_back(self) -> str:
        """The total that goes back to the void hands, side bets included; empty if an amount is unknown."""
        if not self.hands:
            return ""
        round_ = fold(self.table, self.events()).round
        hands = [hand for hand in round_.hands if hand.name in self.names or str(hand.spot) in self.names]
        if not all(hand.voided for hand in hands):
            return self._stakes()
        odds = self.rules.settlement.odds
        lines = [
            line
            for hand in hands
            for line in lines_due(hand, original_rule(hand, round_, self.rules), "original", EVERYTHING, odds)
        ]
        return _sum(line.cents for line in lines)

    def _chips_in_a_void_round(self, *, pays: bool) -> RulingWords:
        """The text for chips of some settled hands; a rule that voids the round undoes all the others."""
        hold, named = self.hold, {hand.name for hand in self.hands}
        undone = hold is not None and bool(hold.at) and not named.issuperset(hold.hands)
        if not self.ruled.hands:
            every = "Pay a player" if pays else "Take from a player"
            but = "Pay a player, undo all others" if pays else "Take from a player, undo all others"
            by_rule = hold is not None and bool(hold.at)
            return RulingWords(said(but if by_rule else every), "spot and amount come next")
        amount, name = dollars(self.ruled.cents or 0), self.spot
        if undone and self.ruled.cents:
            template = (
                "Pay {amount} to spot {name}, undo all others"
                if pays
                else "Take {amount} from spot {name}, undo all others"
            )
            return RulingWords(said(template, amount=amount, name=name))
        if undone:
            template = (
                "Pay spot {name}, undo all others" if pays else "Take from spot {name}, undo all others"
            )
            return RulingWords(said(template, name=name), "the amount comes next")
        return replace(self, hold=None).chips()

    def _stakes(self) -> str:
        """The total of the wagers that this ruling leaves or makes open; empty if an amount is unknown."""
        after = fold(self.table, self.events()) if self.hands else self.table
        return _sum(
            hand.stake(wager)
            for hand in after.round.hands
            if any(hand.name == named.name for named in self.hands)
            for wager in ("main", "tie", "war", "war_tie")
            if is_open(hand, wager)
        )

    def void(self) -> RulingWords:
        """The text for a void hand or round, whose wagers go back."""
        if self.ruled.ruling == "void_round":
            # If a rule voids the round, every settlement is undone; otherwise the authority decides.
            voids = (event.kind for event in self.events() if isinstance(event, e.RoundVoided))
            every = any(void_undoes_settlements(kind, self.rules) for kind in voids)
            return RulingWords(
                said("Void the round"), "every wager goes back" if every else "open wagers go back"
            )
        out = self.ruled.ruling == "out" or self.kind == "missed_spot"
        if self.ruled.ruling == "out" and not self.ruled.hands:
            # One book calls it a courtesy and lets the players opt out; the other allows them to leave.
            courtesy = self.rules.irregularities.players_out_option.value == "supervisor_courtesy"
            words = said("Players may opt out of the hand" if courtesy else "Allow players out of the hand")
            return RulingWords(words, "their wagers go back")
        if not self.names:
            return RulingWords(said("Void a hand"), "you say which one")
        template = "Spot {name} out, wager back" if out else "Spot {name} void, wagers back"
        amount = self._goes_back()
        return RulingWords(
            said(template, name=self.spot),
            said("return {amount} to spot {name}", amount=amount, name=self.spot) if amount else "",
        )

    def correct(self) -> RulingWords:
        """The text for a wrong read, or for a card that could not be read."""
        unread = self.kind == "unreadable"
        reason = "the authority looked at it" if unread else "the reader was wrong"
        if self.ruled.card is None:
            return RulingWords(said("Name the card") if unread else said("Correct the card"), reason)
        face = f"{self.ruled.card[0].replace('T', '10')}{SUITS[self.ruled.card[1]]}"
        return RulingWords(said("The card is {face}", face=face), reason)

    def shuffle(self) -> RulingWords:
        """The text for a shuffle, now or after the round."""
        if self.hold and other_batch_failed(self.hold, self.rules):
            # Only the batch in the device is shuffled; the shoe stays in play.
            return RulingWords(said("The shuffler shuffles again"), "the same cards")
        later = (
            self.table.round.closed and not self.table.preparing and self.kind not in ("shoe_empty", "idle")
        )
        return RulingWords(
            said("Shuffle the cards"), "when the round is over" if later else "now, all of them"
        )

    # Questions.

    def answer(self) -> RulingWords:
        """The text for yes or no, in terms of the question."""
        hold = self.hold
        if hold is None:
            return RulingWords(said("The floor was here"), "nothing changes")
        if hold.decided and self.ruled.ruling == "accept":
            if self.kind == "over_limit":
                return self._excess(hold, self.table.moves)
            if self.kind not in CARRIED_OUT:
                return RulingWords(said("It is done as the book says"), "go on")
            template, detail = CARRIED_OUT[self.kind]
            return RulingWords(said(template, name=self.spot), detail)
        if self.kind == "missed_spot":
            return self.void()
        if self.kind in ("late_wager", "altered_wager", "over_limit"):
            return self._about_a_wager(hold)
        if self.kind == "settled_then_void" and hold.at and self.ruled.ruling == "accept":
            return RulingWords(said("Undo what was settled"), "every wager goes back")
        if self.kind == "dispute" and self.ruled.ruling == "accept":
            paid = "pay" in choices(self.table, self.rules, hold).remedies
            detail = "put it right with pay or take" if paid else "no chips move now"
            return RulingWords(said("The player is right"), detail)
        if self.kind == "progressive_count" and self.ruled.ruling == "refuse":
            return RulingWords(said("Return the progressive chips"), self._progressives())
        if self.kind == "shuffler_fault":
            if any(isinstance(event, e.CardsTakenOut) for event in self.events()):
                return RulingWords(said("Take the cards out of the shuffler"), "they are shuffled anew")
            return RulingWords(said("The shuffler shuffles again"), "the same cards")
        if self.kind == "count" and self.table.preparing:
            return RulingWords(said("Note the missing cards"), "the cards are shuffled")
        template, detail = ANSWERS.get((self.kind, self.ruled.ruling), ("Noted: go on", "nothing changes"))
        return RulingWords(said(template, name=self.spot), detail)

    def _about_a_wager(self, hold: Hold) -> RulingWords:
        wager, stands = wager_words(hold.wager, self.rules), self.ruled.ruling == "accept"
        if stands and hold.withdrawn:
            return RulingWords(said("Leave the wager of spot {name} off", name=self.spot), wager)
        if stands:
            words = said("Let {amount} stand on spot {name}", amount=self.amount, name=self.spot)
            alone = said("Let the wager of spot {name} stand", name=self.spot)
            if not self.spot:
                alone = said("Let the wager stand")
            return RulingWords(words if self.amount and self.spot else alone, wager)
        lay = self.hands[0].stake(hold.wager) if self.hands else 0
        if self.kind == "altered_wager":
            as_it_lay = said(
                "{amount} on spot {name}, as it lay at the call", amount=dollars(lay or 0), name=self.spot
            )
            unknown = said("Spot {name} as it lay at the call", name=self.spot)
            if self.hands and any(line.wager == hold.wager for line in self.hands[0].lines):
                return RulingWords(as_it_lay if lay else unknown, "it is settled by that")
            return RulingWords(as_it_lay if lay else unknown, self._difference(lay))
        if self.kind == "over_limit" and self.hands:
            moves = fold(replace(self.table, moves=()), self.events()).moves
            return self._excess(hold, moves)
        back = hold.cents or lay or 0
        words = said("Return {amount} to spot {name}", amount=dollars(back), name=self.spot)
        alone = said("Return the wager to spot {name}", name=self.spot)
        if not self.spot:
            alone = said("Return the wager")
        return RulingWords(words if back and self.spot else alone, wager)

    def _excess(self, hold: Hold, moves: tuple[Move, ...]) -> RulingWords:
        """The chips that move for a wager over the limit, as the dealer is asked to move them."""
        own = [move for move in moves if move.kind == "over_limit" and move.hand in self.names]
        taken = sum(move.cents or 0 for move in own if move.what == "taken")
        back = sum(move.cents or 0 for move in own if move.what in ("paid", "chips_returned"))
        if taken:
            words = said("Take {amount} from spot {name}", amount=dollars(taken), name=self.spot)
            return RulingWords(words, "it was paid on the excess")
        if back:
            words = said("Return {amount} to spot {name}", amount=dollars(back), name=self.spot)
            return RulingWords(words, wager_words(hold.wager, self.rules))
        if hold.cents:
            has_it = said("Spot {name} has the excess already", name=self.spot)
            return RulingWords(has_it, "nothing was paid on it")
        excess, rest = CARRIED_OUT["over_limit"]
        return RulingWords(said(excess, name=self.spot), rest)

    def _difference(self, lay: int | None) -> str:
        """The chips that move when a changed wager is put back."""
        now = self.hold.cents if self.hold else 0
        if not lay or not now or now == lay:
            return "the change does not count"
        template = "return {amount} to spot {name}" if now > lay else "{amount} is put back on spot {name}"
        return said(template, amount=dollars(abs(now - lay)), name=self.spot)

    def _progressives(self) -> str:
        hands = self.hands or self.table.round.hands
        cents = [hand.bet.progressive_cents for hand in hands if hand.bet.progressive_cents]
        names = ", ".join(hand.name for hand in hands if hand.bet.progressive_cents)
        return said("{amount} to spot {name}", amount=dollars(sum(cents)), name=names) if cents else ""


def _sum(stakes: Iterable[o.Cents]) -> str:
    """The sum of the amounts; empty if one is unknown or there are none."""
    known = list(stakes)
    total = sum(stake or 0 for stake in known)
    return dollars(total) if total and None not in known else ""


def _to(what: Sentence, place: Place) -> Sentence:
    if place > DEALER:
        return said("{what} to spot {name}", what=what, name=place)
    return said("{what} to the dealer", what=what)


def _stays(what: Sentence, place: Place) -> Sentence:
    if place > DEALER:
        return said("{what} stays at spot {name}", what=what, name=place)
    return said("{what} stays with the dealer", what=what)
