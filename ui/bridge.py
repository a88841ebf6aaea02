"""The one Qt object that knows the station: views come in from its thread, taps go out as observations."""

import threading
from collections.abc import Callable
from datetime import datetime
from typing import Any

from PySide6.QtCore import Property, QObject, QTimer, Signal, Slot

from dealer_station.engine import events as e
from dealer_station.engine import observations as o
from dealer_station.engine.cards import parse_card
from dealer_station.engine.observations import Observation
from dealer_station.engine.rules import Rules
from dealer_station.engine.table import Table
from dealer_station.station import Seen, Shown
from ui import lifetimes
from ui.asking import Form
from ui.desk import Desk
from ui.forms import form_for
from ui.going_on import GoOn, Sayings, settle_all, settle_and_answer, settle_then_call, take_back
from ui.keyed_cards import KeyedCards
from ui.lamps import Lamps
from ui.picture import Picture, card_pad
from ui.resolution import resolution
from ui.settings import Change, Settings, only_here
from ui.signing import Signed, Signing
from ui.sounds import Sounds
from ui.speech import Speech
from ui.summary import summary
from ui.told import Told
from ui.wagers import Wagers

Tell = Callable[[Seen], None]
REFUSAL_MS, CLOCK_MS = 6000, 5000
BESIDE_IT = (e.DeviceNoted, e.HoldRaised, e.HoldRuled, e.RulingRecorded)
"""A device that speaks, or stops the table for a while, is no sign that the dealer has put a slip right."""


class Bridge(QObject):
    """What QML binds to, and what it may ask for."""

    changed = Signal()
    pageChanged = Signal()
    styleChanged = Signal()
    stirred = Signal()
    """Something happened, or a finger did something; the hour alone is nothing."""
    published = Signal()
    hopped = Signal(object)
    """From the station's thread and those that look at PINs to this one."""

    def __init__(
        self,
        rules: Rules,
        tell: Tell,
        *,
        name: str,
        mark: str,
        signing: Signing,
        settings: Settings | None = None,
        keep: Callable[[Change], None] = only_here,
    ) -> None:
        super().__init__()
        lifetimes.keep(self)
        self._rules, self._tell, self._signing, self._keep = rules, tell, signing, keep
        self._about: dict[str, Any] = {"name": name, "mark": mark}
        self._settings, self._settings_by = settings or Settings(), Signed()
        self._say = Speech(self._settings.language, rules.book.id)
        self._sounds = Sounds()
        self._shown: Shown | None = None
        self._arriving, self._arrived = threading.Lock(), list[Shown]()
        self._late = ""
        self._before: Table | None = None
        self._now = Told(self)
        self._page = ""
        self._form: Form | None = None
        self._wagers: Wagers | None = None
        self._going_on: GoOn | None = None
        self._said = Sayings()
        self._keyed = KeyedCards()
        self._refusal: dict[str, str] = {}
        self._resolution: Callable[[], dict[str, Any] | None] | None = None
        self._reported = ""
        self._stop_was_tapped = False
        """A finger brought the stop that is shown, so it can be taken back from there."""
        self.lamps = Lamps()
        self.published.connect(self._take_all)
        self.hopped.connect(self._do)
        self._clock, self._forget = QTimer(self), QTimer(self, singleShot=True, interval=REFUSAL_MS)
        self._forget.timeout.connect(self._forget_refusal)
        self._clock.timeout.connect(self._draw)
        self._clock.start(CLOCK_MS)

    # What the station says.

    def show(self, shown: Shown) -> None:
        """What the station publishes; called in its thread."""
        with self._arriving:
            first = not self._arrived
            self._arrived.append(shown)
        if first:
            self.published.emit()

    @Slot()
    def _take_all(self) -> None:
        """However much has arrived, it is drawn once: a flood of events must not hold up fingers."""
        with self._arriving:
            arrived, self._arrived = self._arrived, []
        for shown in arrived:
            self._take(shown)
        self._draw()
        self.stirred.emit()

    def is_late(self, late: bool) -> None:
        """The station does not keep up, or has caught up again."""
        said = self._say("STATION LATE: deal no card until this is gone. Its disk or a device keeps it busy.")
        self._late = said if late else ""
        self._draw()

    @Slot(object)
    def _do(self, work: Callable[[], None]) -> None:
        work()

    @property
    def shown(self) -> Shown | None:
        """What the station said last."""
        return self._shown

    def _take(self, shown: Shown) -> None:
        before, self._shown = self._shown, shown
        self._before = before.table if before else None
        refused = next((event for event in shown.events if isinstance(event, e.TapRefused)), None)
        self._keyed.note(shown)
        self._said.heard(shown)
        self._note(shown, refused)
        if self._going_on and not refused and not shown.fault and (more := self._going_on(shown.due)):
            self._dealer_says(more)
            return
        self._going_on = None
        # What was being signed for is not what the table is held by now.
        known = before.table.holds if before else ()
        stopped = bool(shown.table.holds) and shown.table.holds[-1] not in known
        arrived = bool(shown.view.dealer) and (before is None or before.view.dealer != shown.view.dealer)
        if (
            stopped
            or (arrived and self._page == "sign in")
            or (shown.events and not refused and self._page == "wrong")
        ):
            self.close()
        self._sounds.play("stop" if stopped else "refused" if refused else "", on=self._settings.sound)

    def _note(self, shown: Shown, refused: e.TapRefused | None) -> None:
        """What the tap came to: a reason that is shown for some seconds, or steps to do."""
        self.lamps.note(shown)
        if refused:
            self._refuse(refused.reason, refused.cite)
        elif shown.events:
            self._refusal = {}
            held = any(isinstance(event, e.HoldRaised) for event in shown.events)
            if held or len(shown.table.holds) < len(self._before.holds if self._before else ()):
                self._stop_was_tapped = held and any(isinstance(event, e.Tapped) for event in shown.events)
            kind, now = self._reported, shown.table
            if kind and not held:
                self._resolution = lambda: resolution(kind, shown.events, now, self._rules, self._say)
            elif not all(isinstance(event, BESIDE_IT) for event in shown.events):
                self._resolution = None
        self._reported = ""

    def _refuse(self, reason: str, cite: str) -> None:
        self._refusal = {"reason": self._say(reason), "cite": cite}
        self._forget.start()

    def _forget_refusal(self) -> None:
        self._refusal = {}
        self._draw()

    def _draw(self) -> None:
        """Everything that the screen shows, anew; a page that is open follows the table."""
        if self._shown is None:
            return
        shown = self._shown
        now = Picture(shown.view, shown.due, shown.table, self._rules, self._say, self._keyed.cards).values()
        fault = self._say("Deal no more cards. Call the floor.") if shown.fault else ""
        now |= {
            **self._about,
            "mark": self._say(mark) if (mark := self._about["mark"]) else "",
            "fault": shown.fault,
            "faultWords": fault,
            "devices": self.lamps.values(self._say),
        }
        now |= {"clock": datetime.now().astimezone().strftime("%H:%M"), "refusal": self._refusal}
        late = self._late or self.lamps.words(shown.table, self._say)
        mending = self._resolution() if self._resolution else None
        now |= {"late": late, "resolution": mending, "signedIn": bool(shown.view.dealer)}
        now |= {"stopCanGo": self._stop_was_tapped and shown.view.can_undo}
        if self._now.take(now):
            self.changed.emit()
        if not shown.view.dealer and self._page == "":
            self.open("sign in")

    @Property(QObject, constant=True)
    def now(self) -> QObject:
        return self._now.map

    @Property("QVariant", notify=styleChanged)  # type: ignore[arg-type]
    def style(self) -> dict[str, Any]:
        return self._settings.style(self._say)

    # What fingers say.

    def _dealer_says(self, done: Observation, source: str = "dealer") -> None:
        self._say_it(done, source, Signed(self._shown.view.dealer if self._shown else ""))

    def _say_it(self, done: Observation, source: str, by: Signed) -> None:
        if isinstance(done, o.Reported):
            self._reported = done.kind
        self._said.say()
        self._tell(Seen(done, source, by.name, signed=by.signed))

    @Slot(str)
    def tap(self, act: str) -> None:
        """A finger said this; it goes the way of a card."""
        word, _, rest = act.partition(" ")
        self.stirred.emit()
        if word != "undo":
            self._said.begin()
        match word:
            case "open":
                self.open(rest)
            case "close":
                self.close()
            case "back" | "choose" | "key":
                self._answer(word, rest)
            case "wager":
                self._enter_wager(rest)
            case "set":
                self._set(rest)
            case "card":
                card = None if rest == "burn" else parse_card(rest)
                self._dealer_says(o.CardDrawn(card), "keyed")
            case _:
                self._at_the_table(word, rest)

    def _at_the_table(self, word: str, rest: str) -> None:
        match word:
            case "settle":
                self._going_on = settle_all if rest == "all" else None
                self._go(settle_all)
            case "call":
                self._going_on = settle_then_call()
                self._go(self._going_on)
            case "confirm":
                self.lamps.looked()
                self._dealer_says(o.Confirmed(rest))
            case "undo":
                self._going_on = take_back(self._said.take_back())
                self._dealer_says(o.TookBack())
            case "war" | "surrender":
                self._going_on = settle_and_answer(rest, war=word == "war")
                self._go(self._going_on)
            case "cut":
                spot, _, accepted = rest.partition(" ")
                self._cut(int(spot), accepted=accepted == "yes")

    def _go(self, go_on: GoOn) -> None:
        if self._shown and (first := go_on(self._shown.due)):
            self._dealer_says(first)

    def _cut(self, spot: int, *, accepted: bool) -> None:
        if spot:
            self._dealer_says(o.CutOffered(spot, accepted))
        elif accepted:
            self._dealer_says(o.Confirmed("offer_cut"))
        else:
            self.open("refused cut")

    @Property("QVariant", notify=styleChanged)  # type: ignore[arg-type]
    def deck(self) -> list[dict[str, str]]:
        return card_pad(self._say)

    # Pages over the table.

    @Property("QVariant", notify=pageChanged)  # type: ignore[arg-type]
    def page(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if self._page == "wagers" and self._wagers:
            found = self._wagers.values()
        elif self._page == "settings":
            found = {"kind": "choices", "title": self._say("Settings"), "hint": ""}
            found["choices"] = self._settings.choices(self._say)
        elif self._page == "summary" and self._shown:
            found = summary(self._shown.view, self._say)
        elif self._form:
            found = self._form.values()
        may_close = self._page != "sign in" or bool(self._shown and self._shown.view.dealer)
        return {
            "name": self._page,
            "choices": [],
            "hint": "",
            "hasBefore": False,
            **found,
            "mayClose": may_close,
        }

    def open(self, name: str) -> None:
        """Opens a page over the table."""
        if self._shown is None:
            return
        self._form = self._wagers = None
        self._page = name
        if name == "wagers":
            self._wagers = Wagers(self._shown.table, self._rules, self._say)
        elif name not in ("settings", "summary"):
            self._form = self._ask(name, self._shown)
        self.pageChanged.emit()

    def close(self) -> None:
        """Back to the table."""
        if self._page:
            self._page, self._form, self._wagers = "", None, None
            self.pageChanged.emit()

    def _ask(self, name: str, shown: Shown) -> Form:
        say, hop = self._say, self.hopped.emit
        made: list[Form] = []

        def answered(complaint: str) -> bool:
            """For the page that asked, if it is still open."""
            if not made or self._form is not made[0]:
                return False
            made[0].complaint = complaint
            if complaint:
                self.pageChanged.emit()
            else:
                self.close()
            return True

        desk = Desk(
            *(shown.table, shown.view, self._rules, say, self._signing, self._say_it, self.open),
            *(self._open_settings, hop, answered),
        )
        made.append(form_for(name, desk))
        return made[0]

    def _answer(self, word: str, rest: str) -> None:
        form, page = self._form, self._page
        if form is None:
            self.close()
            return
        if word == "back":
            over = not form.back()
        else:
            over = form.choose(rest) if word == "choose" else form.key(rest)
        if over and self._page == page:
            self.close()
        else:
            self.pageChanged.emit()

    def _enter_wager(self, key: str) -> None:
        if self._wagers is None:
            return
        if key == "done":
            bets = self._wagers.bets
            self.close()
            self._dealer_says(o.BetsPlaced(bets))
            return
        self._wagers.key(key)
        self.pageChanged.emit()

    def _set(self, name: str) -> None:
        """The station is asked first: it knows whether whoever signed may, and writes it down."""
        wanted = self._settings.changed(name)

        def answered(holds: bool, words: str) -> None:
            self.hopped.emit(lambda: self._look_like(wanted if holds else self._settings, words))

        self._keep(Change(*wanted.entry(name), self._settings_by, answered))

    def _look_like(self, wanted: Settings, words: str) -> None:
        self._settings, self._say = wanted, Speech(wanted.language, self._rules.book.id)
        if words:
            self._refuse(words, "")
        self.styleChanged.emit()
        self._draw()
        self.pageChanged.emit()

    def _open_settings(self, by: Signed) -> None:
        self._settings_by = by
        self.open("settings")
