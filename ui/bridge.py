"""The one Qt object that knows the station: views come in from its thread, taps go out as observations."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from PySide6.QtCore import Property, QObject, QTimer, Signal, Slot

from dealer_station.engine import observations as o
from dealer_station.engine.dues import Settle
from dealer_station.engine.irregular import CATALOGUE
from dealer_station.engine.observations import Observation
from dealer_station.engine.rules import Rules
from dealer_station.engine.upcoming import upcoming
from dealer_station.engine.view import possible_reports
from dealer_station.station import Seen, Shown
from ui.picture import picture

Tell = Callable[[Seen], None]

EMPTY: dict[str, Any] = {"title": "", "choices": []}


class Bridge(QObject):
    """What QML binds to, and what it may ask for."""

    changed = Signal()
    stopped = Signal()
    published = Signal(object)
    """From the station's thread to this one."""

    def __init__(self, rules: Rules, tell: Tell, *, name: str, mark: str) -> None:
        super().__init__()
        self._rules = rules
        self._tell = tell
        self._name = name
        self._mark = mark
        self._now: dict[str, Any] = {}
        self._shown: Shown | None = None
        self._settling_all = False
        self.published.connect(self._take)
        self._minute = QTimer(self)
        self._minute.timeout.connect(self._tick)
        self._minute.start(5000)

    def show(self, shown: Shown) -> None:
        """What the station publishes; called in its thread."""
        self.published.emit(shown)

    @Slot(object)
    def _take(self, shown: Shown) -> None:
        self._shown = shown
        if self._settling_all and isinstance(shown.due, Settle) and not shown.fault:
            self._say(o.Settled())
            return
        self._settling_all = False
        held = bool(self._now.get("hold"))
        self._now = picture(
            shown.view,
            shown.due,
            upcoming(shown.table, self._rules),
            self._rules,
            name=self._name,
            mark=self._mark,
        )
        self._now["fault"] = shown.fault
        self._now["clock"] = datetime.now().astimezone().strftime("%H:%M")
        self._now["devices"] = []
        if self._now["hold"] and not held:
            self.stopped.emit()
        self.changed.emit()

    def _tick(self) -> None:
        clock = datetime.now().astimezone().strftime("%H:%M")
        if self._now and self._now["clock"] != clock:
            self._now = {**self._now, "clock": clock}
            self.changed.emit()

    @Property("QVariant", notify=changed)
    def now(self) -> dict[str, Any]:
        return self._now

    @Property(bool, notify=changed)
    def fourColours(self) -> bool:
        return False

    def _say(self, done: Observation) -> None:
        self._tell(Seen(done, "dealer", self._shown.view.dealer if self._shown else ""))

    @Slot(str)
    def tap(self, act: str) -> None:
        """A finger said this; it goes the way of a card."""
        word, _, rest = act.partition(" ")
        match word:
            case "settle":
                self._settling_all = rest == "all"
                self._say(o.Settled())
            case "call":
                self._say(o.Called())
            case "confirm":
                self._say(o.Confirmed(rest))
            case "undo":
                self._say(o.TookBack())
            case "war" | "surrender":
                spot, bettor = int(rest.rstrip("abc")), rest.lstrip("0123456789")
                # The choice is tapped when the whole pass has been settled.
                self._settling_all = True
                self._say(o.Answered(spot, bettor, "war" if word == "war" else "surrender"))
            case "report":
                kind, _, spot_name = rest.partition(" ")
                self._say(o.Reported(kind, spot=int(spot_name or 0)))
            case "rule":
                self._tell(Seen(o.Ruled(rest, by="floor"), "floor", "floor"))
            case "dealer":
                self._tell(Seen(o.DealerArrived(rest), "dealer", rest))

    @Slot(str, result="QVariant")
    def sheet(self, name: str) -> dict[str, Any]:
        """What may be chosen on a sheet that the dealer opens."""
        if self._shown is None:
            return EMPTY
        if name == "wrong":
            kinds = possible_reports(self._shown.table, self._rules)
            choices = [
                {"text": CATALOGUE[kind].words, "under": "", "act": f"report {kind}"} for kind in kinds
            ]
            return {"title": "What happened?", "choices": choices}
        return EMPTY
