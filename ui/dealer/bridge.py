"""The Qt object between QML and the station: receives views from its thread, sends taps as observations."""

import threading
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, assert_never

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import Property, QObject, QTimer, Signal, Slot

from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import parse_card
from dealer_station.engine.model.kinds import as_step
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Table, in_question
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.people.sign_in import Signed, Signing
from dealer_station.station.messages import RefusalQuery, Seen, Shown
from ui.common import qt_ownership
from ui.common.property_map import PropertyMap
from ui.common.settings import OWN, Change, OwnSettings, Settings, accept_without_storing
from ui.common.sounds import Sounds
from ui.common.translate import Speech
from ui.dealer.chip_row import lines_beneath_the_felt, lines_most, repeated_words, row_values
from ui.dealer.coming_wagers import ComingWagers, Loss
from ui.dealer.compound_taps import (
    GoOn,
    TapCounter,
    settle_and_answer,
    settle_shown,
    settle_then_call,
    take_back,
)
from ui.dealer.cut_card_moment import CutCardMoment
from ui.dealer.floor_copy import FloorCopy
from ui.dealer.lamps import Lamps
from ui.dealer.pages import Pages
from ui.dealer.picture import KeyedCards, Picture, card_pad, rank_and_suit_pad
from ui.dealer.report_outcome import resolution
from ui.dealer.rule_text import rule_page
from ui.dealer.shift_summary import closed
from ui.dealer.shown_settlements import Displayed, displayed
from ui.dealer.spoken_words import spoken

Tell = Callable[[Seen | RefusalQuery], None]
REFUSAL_MS, CLOCK_MS = 6000, 5000
AGAIN_MS, SOFTLY = 7000, 0.5
"""A stop sounds again, more softly, until somebody touches the screen."""
BESIDE_IT = (e.DeviceNoted, e.HoldRaised, e.HoldRuled, e.RulingRecorded)
"""Device messages and holds leave the steps of a remedy on the screen: they do not show that it is done."""


def first_to_rule_on(table: Table) -> int:
    """The number of the stop that the screen shows first: the oldest; 0 without a stop."""
    # While moves of cards or chips wait, only a stop that comes before them is due.
    before_moves = [hold for hold in table.holds if hold.has_card or hold.before_moves] if table.moves else []
    waiting = before_moves or table.holds
    return waiting[0].raised if waiting else 0


class ShiftHands(Struct, frozen=True):
    """The touches of a shift of the school that a real table does not have."""

    draw: Callable[[], None]
    """Draws a card from the simulated shoe."""
    end: Callable[[], None]
    """Ends the shift."""


class Bridge(QObject):
    """The properties and slots that the dealer's QML uses."""

    changed = Signal()
    pageChanged = Signal()
    styleChanged = Signal()
    stirred = Signal()
    """Emitted on every view and every tap, but not when only the clock moves on."""
    published = Signal()
    schoolAsked = Signal()
    """Emitted when somebody wants to learn while nobody deals."""
    posted = Signal(object)
    """Carries work from other threads (the station's, the PIN checks) to the GUI thread."""

    def __init__(
        self,
        book: RulebookView,
        tell: Tell,
        *,
        name: str,
        mark: str,
        signing: Signing,
        settings: Settings | None = None,
        keep: Callable[[Change], None] = accept_without_storing,
        own: Mapping[str, OwnSettings] | None = None,
        has_school: bool = False,
        shift: ShiftHands | None = None,
    ) -> None:
        super().__init__()
        qt_ownership.keep(self)
        self.book, self._tell, self.signing, self._keep = book, tell, signing, keep
        self._about: dict[str, Any] = {"name": name, "mark": mark}
        self._has_school, self.shift = has_school, shift
        self.of_table, self._settings_by = settings or Settings(), Signed()
        """The settings of the table, and the supervisor who may change them."""
        self._own = dict(own or {})
        """The choices of each dealer, by name."""
        self.settings = self.of_table
        """The settings of the table with those of the dealer who is signed in."""
        self.say = Speech(self.settings.language, book.id)
        self._sounds = Sounds()
        self._shown: Shown | None = None
        self._arriving, self._arrived = threading.Lock(), list[Shown]()
        self._late = ""
        self._before: Table | None = None
        self._now = PropertyMap(self)
        self._pages = Pages(self)
        self._going_on: GoOn | None = None
        self._displayed = Displayed()
        """The settlements shown on the screen; a tap can settle no others."""
        self._said = TapCounter()
        self._wagers = ComingWagers(book)
        self._keyed = KeyedCards()
        self._refusal: dict[str, str] = {}
        self._resolution: Callable[[], dict[str, Any] | None] | None = None
        self._reported = ""
        self.stop = 0
        """The number of the hold that the screen shows and that an open ruling page is about; 0 if none."""
        self._stop_was_tapped = False
        """True if a tap raised the shown hold, so that undo can remove it."""
        self.lamps = Lamps()
        self.published.connect(self._take_all)
        self.posted.connect(self._do)
        self._cut_card = CutCardMoment()
        self._again = QTimer(self, interval=AGAIN_MS)
        self._again.timeout.connect(lambda: self._play("stop", SOFTLY))
        self._clock, self._forget = QTimer(self), QTimer(self, singleShot=True, interval=REFUSAL_MS)
        self._forget.timeout.connect(self._forget_refusal)
        self._clock.timeout.connect(self._draw)
        self._clock.start(CLOCK_MS)

    def show(self, shown: Shown) -> None:
        """Queue a published view for the GUI thread; called in the station's thread."""
        with self._arriving:
            first = not self._arrived
            self._arrived.append(shown)
        if first:
            self.published.emit()

    @Slot()
    def _take_all(self) -> None:
        """Take all queued views and draw once, so that a flood of events does not block taps."""
        with self._arriving:
            arrived, self._arrived = self._arrived, []
        for shown in arrived:
            self._take(shown)
        self._draw()
        self.stirred.emit()

    def is_late(self, late: bool) -> None:
        """Show or clear the warning that the station does not keep up."""
        said = self.say("STATION BUSY: do not deal until this clears. Its disk or a device is slow.")
        self._late = said if late else ""
        self._draw()

    def show_floor(self, copy: FloorCopy) -> None:
        """Set the lamp of the log's copy at the floor; callable from any thread."""

        def light() -> None:
            self.lamps.note_floor(copy)
            self._draw()

        self.posted.emit(light)

    @Slot(object)
    def _do(self, work: Callable[[], None]) -> None:
        work()

    @property
    def shown(self) -> Shown | None:
        """The newest view that the station published."""
        return self._shown

    @property
    def is_idle(self) -> bool:
        """True if nobody deals, no round is open, and nothing at the table needs anybody."""
        shown = self._shown
        if shown is None or shown.view.dealer or shown.fault:
            return False
        return not (shown.table.round.opened or shown.table.holds)

    @property
    def offers_school(self) -> bool:
        """True if the school may take the window now."""
        return self._has_school and self.is_idle

    def _take(self, shown: Shown) -> None:
        before, self._shown = self._shown, shown
        self._before = before.table if before else None
        refused = next((event for event in shown.events if isinstance(event, e.TapRefused)), None)
        self._keyed.note(shown)
        self._said.heard(shown)
        lost = self._wagers.note(shown)
        self._note(shown, refused)
        self._tell_loss(lost)
        # A compound tap: after each accepted step, send the next one. A refusal or a fault ends the sequence.
        answered = any(isinstance(event, e.Tapped | e.TapTakenBack) for event in shown.events)
        if self._going_on and answered and not shown.fault and (more := self._going_on(shown.view.step)):
            self.dealer_says(more)
            return
        if answered or refused or shown.fault:
            # A device message in between is no answer to a tap and does not end the sequence.
            self._going_on = None
        known = before.table.holds if before else ()
        stopped = bool(shown.table.holds) and shown.table.holds[-1] not in known
        self._keep_shown_hold(shown.table)
        arrived = bool(shown.view.dealer) and (before is None or before.view.dealer != shown.view.dealer)
        if (
            (stopped and not self._pages.rules_on_a_stop)
            or (arrived and self._pages.name == "sign in")
            or (shown.events and not refused and self._pages.name in ("wrong", "cited"))
        ):
            self.close()
        self._follow_the_dealer(shown.view.dealer, before.view.dealer if before else "")
        self._cut_card.note(before, shown)
        self._sound(shown, stopped=stopped, refused=bool(refused))

    def _sound(self, shown: Shown, *, stopped: bool, refused: bool) -> None:
        """Sound a stop until it is over or somebody touches the screen, and a refusal once."""
        if stopped:
            self._again.start()
        elif not shown.table.holds:
            self._again.stop()
        self._play("stop" if stopped else "refused" if refused else "")

    def _play(self, name: str, share: float = 1.0) -> None:
        hour = datetime.now().astimezone().hour
        self._sounds.play(name, volume=share * self.settings.volume(hour))

    @Slot()
    def touched(self) -> None:
        """Somebody touches the screen, so the stop has been noticed."""
        self._again.stop()

    def _follow_the_dealer(self, dealer: str, before: str) -> None:
        """Apply the own settings of the dealer who has signed in."""
        if dealer != before:
            self._use(self.of_table)

    def _keep_shown_hold(self, table: Table) -> None:
        """Keep showing the same hold until it is resolved, even if another one is raised meanwhile."""
        if not any(hold.raised == self.stop for hold in table.holds):
            if self._pages.rules_on_a_stop:
                self.close()
            self.stop = first_to_rule_on(table)

    def _note(self, shown: Shown, refused: e.TapRefused | None) -> None:
        """Note the result of a tap: a refusal that is shown for some seconds, or the steps of a remedy."""
        self.lamps.note(shown)
        if refused and refused.tap == "bets" and self._wagers.complain(self.say(refused.reason)):
            self._refusal = {}
        elif refused:
            self._refuse(refused.reason, refused.cite)
        elif shown.events:
            self._refusal = {}
            held = any(isinstance(event, e.HoldRaised) for event in shown.events)
            tapped = any(isinstance(event, e.Tapped) for event in shown.events)
            known = self._before.holds if self._before else ()
            # A device that stops the table too leaves the stop that is shown, and the tap that raised it.
            if len(shown.table.holds) < len(known) or (held and (tapped or not known)):
                self._stop_was_tapped = held and tapped
            kind, now = self._reported, shown.table
            if kind and not held:
                self._resolution = lambda: resolution(kind, shown.events, now, self.book, self.say)
            elif not all(isinstance(event, BESIDE_IT) for event in shown.events):
                self._resolution = None
        self._reported = ""

    def _tell_loss(self, loss: Loss) -> None:
        """Say that entered wagers were lost, and why."""
        match loss:
            case "":
                pass
            case "nobody_plays":
                self._refuse("The wagers that were entered are gone: nobody plays.", "")
            case "other_wagers":
                self._refuse("Other wagers were called than those entered here: look at the felt.", "")
            case _:
                assert_never(loss)

    def _refuse(self, reason: str, cite: str) -> None:
        self._refusal = {"reason": self.say(reason), "cite": cite}
        self._forget.start()

    def _forget_refusal(self) -> None:
        self._refusal = {}
        self._draw()

    def _side_wagers_of_the_next_call(self) -> str:
        """The side wagers that the next call repeats; where they cannot be shown, it is not offered."""
        if not self._displayed.then_call:
            return ""
        words, size = repeated_words(self._wagers, self.say), self.settings.text_percent
        if lines_beneath_the_felt(words, size) <= lines_most(size):
            return words
        # Nobody plays an amount that the screen did not show.
        self._displayed = replace(self._displayed, then_call=False)
        return ""

    def _draw(self) -> None:
        """Rebuild everything that the screen shows."""
        if self._shown is None:
            return
        shown = self._shown
        self._displayed = self._wagers.after_call(displayed(shown.ahead))
        repeated = self._side_wagers_of_the_next_call()
        now = Picture(
            shown.view,
            in_question(shown.table, self.stop),
            self.book,
            self.say,
            self._keyed.cards,
            shown.ahead,
            self._displayed,
            self.lamps.statuses,
            self._wagers.layout(),
            self._wagers.has_entries,
            self._keyed.last,
        ).values()
        tappable = list(self.book.spots) if self._wagers.moment else []
        now |= {"chipRow": row_values(self._wagers, self.say), "tappable": tappable}
        if repeated:
            lines = lines_beneath_the_felt(repeated, self.settings.text_percent)
            now["chipRow"] |= {"pending": repeated, "pendingLines": lines}
        if now["chipRow"]["open"]:
            # The row is what WAGERS opens; a button beside its keys would only be touched by mistake.
            now["buttons"] = [button for button in now["buttons"] if button["act"] != "wager open"]
        now["canUndo"] = now["canUndo"] or self._wagers.can_take_back(self._said.count)
        fault = self.say("Deal no more cards. Call the floor.") if shown.fault else ""
        now |= {
            **self._about,
            "mark": self.say(mark) if (mark := self._about["mark"]) else "",
            "fault": shown.fault,
            "faultWords": fault,
            "devices": self.lamps.values(self.say),
        }
        now |= {"clock": datetime.now().astimezone().strftime("%H:%M"), "refusal": self._refusal}
        late = self._late or self.lamps.words(shown.table, self.say)
        mending = self._resolution() if self._resolution else None
        now |= {"late": late, "resolution": mending, "signedIn": bool(shown.view.dealer)}
        now |= {"closed": closed(shown.table, shown.view, self.say)}
        now |= {"cutCard": self._cut_card.values(self.book, self.say)}
        now |= {"draws": self.shift is not None}
        now |= {"stopCanGo": self._stop_was_tapped and shown.view.can_undo}
        if self._now.take(now):
            self.changed.emit()
        if not shown.view.dealer and self._pages.name == "" and not now["closed"]:
            self.open("sign in")

    @Property(QObject, constant=True)
    def now(self) -> QObject:
        return self._now.map

    @Property("QVariant", notify=styleChanged)  # type: ignore[arg-type]
    def style(self) -> dict[str, Any]:
        return self.settings.style(self.say)

    def dealer_says(self, done: Observation, source: str = "dealer") -> None:
        self.say_it(done, source, Signed(self._shown.view.dealer if self._shown else ""))

    def say_it(self, done: Observation, source: str, by: Signed) -> None:
        if isinstance(done, o.Reported):
            self._reported = done.kind
        self._said.say()
        self._tell(Seen(done, source, by.name, signed=by.signed))

    def ask(self, done: Observation, answer: Callable[[e.TapRefused | None], None]) -> None:
        """Ask whether the table would refuse an observation; `answer` is called in the GUI thread."""

        def answered(refused: e.TapRefused | None) -> None:
            self.posted.emit(lambda: answer(refused))

        self._tell(RefusalQuery(done, answered, self.stop))

    @Slot(str)
    def tap(self, act: str) -> None:
        """Act on a tap; `act` is the word of a button with its arguments, such as `cut 3 yes`."""
        word, _, rest = act.partition(" ")
        self.stirred.emit()
        if word not in ("undo", "wager"):
            self._said.begin()
        match word:
            case "open":
                self.open(rest)
            case "close":
                self.close()
            case "back" | "choose" | "key":
                self._pages.answer(word, rest)
            case "wager":
                self._enter_wager(rest)
            case "set":
                self._set(rest)
            case "own":
                self._set_own(rest)
            case "train" if self.offers_school:
                self.schoolAsked.emit()
            case "draw" if self.shift:
                self.shift.draw()
            case "laid_aside":
                self._cut_card.laid_aside()
                self._draw()
            case "card":
                card = None if rest == "burn" else parse_card(rest)
                self.dealer_says(o.CardDrawn(card, keyed=True), "keyed")
            case _:
                self._at_the_table(word, rest)

    def _at_the_table(self, word: str, rest: str) -> None:
        match word:
            case "settle":
                now = self._displayed.now
                self._going_on = settle_shown(now if rest == "all" else now[:1])
                self._go(self._going_on)
            case "call":
                self._call()
            case "open_table":
                # The dealer who opens the table may not be the one who dealt last.
                self.dealer_says(o.Ordered("open"))
                self.open("sign in")
            case "confirm":
                self.lamps.looked()
                self.dealer_says(o.Confirmed(as_step(rest)))
            case "undo" if self._wagers.can_take_back(self._said.count):
                self._wagers.take_back()
                self._draw()
            case "undo":
                self._going_on = take_back(self._said.take_back())
                self.dealer_says(o.TookBack())
            case "recall":
                answer, _, cards = rest.partition(" ")
                self.dealer_says(o.Recalled(answer == "done", self.stop, int(cards)))
            case "war" | "surrender":
                self._going_on = settle_and_answer(rest, self._displayed, war=word == "war")
                self._go(self._going_on)
            case "cut":
                spot, _, accepted = rest.partition(" ")
                self._cut(int(spot), accepted=accepted == "yes")

    def _call(self) -> None:
        """Make the closing call with the wagers on the screen, if the table allows all of them."""
        if self._wagers.show_fault():
            self._draw()
            return
        self._going_on = settle_then_call(self._displayed.now, self._wagers.to_place)
        self._go(self._going_on)

    def _enter_wager(self, key: str) -> None:
        """Take a key of the chip row. OK sends the wagers, unless cards are still to be picked up first."""
        wagers = self._wagers
        if key == "open" and not wagers.moment:
            self._refuse("the wagers stand: the call had been made before the shuffle", "")
        elif key != "done":
            wagers.key(key, self._said.count)
        elif not wagers.show_fault():
            placed = wagers.to_place if wagers.moment == "now" else None
            wagers.close()
            if placed:
                self._said.begin()
                self.dealer_says(placed)
        self._draw()

    def _go(self, go_on: GoOn) -> None:
        if self._shown and (first := go_on(self._shown.view.step)):
            self.dealer_says(first)

    def _cut(self, spot: int, *, accepted: bool) -> None:
        if spot:
            self.dealer_says(o.CutOffered(spot, accepted))
        elif accepted:
            self.dealer_says(o.Confirmed("offer_cut"))
        else:
            self.open("refused cut")

    @Property("QVariant", notify=styleChanged)  # type: ignore[arg-type]
    def deck(self) -> list[dict[str, str]]:
        return card_pad(self.say)

    @Property("QVariant", notify=styleChanged)  # type: ignore[arg-type]
    def pad(self) -> dict[str, list[dict[str, str]]]:
        return rank_and_suit_pad(self.say)

    @Property("QVariant", notify=pageChanged)  # type: ignore[arg-type]
    def page(self) -> dict[str, Any]:
        dealer = bool(self._shown and self._shown.view.dealer)
        return self._pages.values(dealer=dealer)

    def open(self, name: str) -> None:
        """Open a page over the table."""
        self._pages.open(name)

    def rule_page(self) -> dict[str, Any]:
        """The page of the rule that the panel cites: that of a remedy, or of the step that is due."""
        assert self._shown
        shown, mending = self._shown.view.prompt, self._resolution() if self._resolution else None
        if mending:
            cite, status, step = mending["address"], mending["status"], ". ".join(mending["steps"])
            return rule_page(cite, status, step, self.book, self.say)
        step = " ".join(self.say(words) for words in (shown.do, shown.note) if words)
        practice = spoken(self._shown.view, self._shown.view.step, self.say).practice
        return rule_page(shown.cite, shown.status, step, self.book, self.say, practice=practice)

    def close(self) -> None:
        """Close the page and return to the table."""
        self._pages.close()

    def _set(self, name: str) -> None:
        """Ask the station for a change: it checks the rights of the signer and stores the value."""
        wanted = self.of_table.changed(name)

        def answered(holds: bool, words: str) -> None:
            self.posted.emit(lambda: self._apply_settings(wanted if holds else self.of_table, words))

        self._keep(Change(*wanted.entry(name), self._settings_by, answered))

    def _set_own(self, name: str) -> None:
        """Change a setting of the dealer who is signed in, which needs no PIN."""
        dealer = self._shown.view.dealer if self._shown else ""
        if not dealer or name not in OWN:
            return
        key, value = self.settings.changed(name).entry(name)

        def apply(holds: bool, words: str) -> None:
            if holds:
                self._own[dealer] = {**self._own.get(dealer, {}), key: value}
            self._apply_settings(self.of_table, words)

        def answered(holds: bool, words: str) -> None:
            self.posted.emit(lambda: apply(holds, words))

        self._keep(Change(key, value, Signed(dealer), answered, dealer))

    def _apply_settings(self, wanted: Settings, words: str) -> None:
        self._use(wanted)
        if words:
            self._refuse(words, "")
        self._draw()
        self.pageChanged.emit()

    def _use(self, wanted: Settings) -> None:
        """Use settings of the table, with those of the dealer who is signed in."""
        self.of_table = wanted
        dealer = self._shown.view.dealer if self._shown else ""
        self.settings = wanted.with_own(self._own.get(dealer, {}))
        self.say = Speech(self.settings.language, self.book.id)
        self.styleChanged.emit()

    def open_settings(self, by: Signed) -> None:
        self._settings_by = by
        self.open("settings")
