"""The simulator panel beside the dealer's screen: controls for shoe, players, faults and autoplay."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct
from PySide6.QtCore import Property, QObject, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import QCloseEvent, QShowEvent
from PySide6.QtQuick import QQuickView

from ui.common import qt_ownership
from ui.common.settings import Settings
from ui.common.translate import Speech
from ui.common.window_placement import PANEL
from ui.dealer.window import TouchFilter

LOOK_MS = 200

FAULTS: dict[str, dict[str, str]] = {
    "shoe": {
        "misread": "Next card unreadable",
        "impossible_card": "Impossible card",
        "reboot": "Reboot",
        "lid_open": "Open the lid",
        "lid_closed": "Close the lid",
    },
    "shuffler": {
        "jam": "Jam",
        "door": "Open the door",
        "count_off_by_one": "Miscount",
        "clear": "Clear it",
        "reboot": "Reboot",
    },
    "progressive": {"reboot": "Reboot"},
}
"""The faults that the panel offers for each device, besides pulling its cable and making it hang.

This is the only list of them: the simulated table causes any fault of its catalogue by its name, and `clear`.
"""


class PanelHands(Struct, frozen=True):
    """The actions that a simulated table offers to the panel."""

    draw: Callable[[], None]
    bet: Callable[[], None]
    step: Callable[[], None]
    """Lets the simulated people perform the due step."""
    cause: Callable[[str, str], None]
    state: Callable[[], dict[str, Any]]


class Panel(QObject):
    """The properties and slots that the panel's QML uses."""

    changed = Signal()

    def __init__(self, hands: PanelHands, pause_ms: int, settings: Settings | None = None) -> None:
        super().__init__()
        qt_ownership.keep(self)
        self._hands = hands
        self._settings = settings or Settings()
        self._say = Speech(self._settings.language)
        self._now: dict[str, Any] = {}
        self._others = QTimer(self, interval=pause_ms)
        self._others.timeout.connect(hands.step)
        self._looking = QTimer(self, interval=LOOK_MS)
        self._looking.timeout.connect(self.look)
        self._looking.start()
        self.look()

    @Slot(str)
    def tap(self, act: str) -> None:
        """Act on a button of the panel."""
        word, _, rest = act.partition(" ")
        match word:
            case "draw":
                self._hands.draw()
            case "bet":
                self._hands.bet()
            case "autoplay" if self._others.isActive():
                self._others.stop()
            case "autoplay":
                self._others.start()
            case _:
                self._hands.cause(word, rest)
        self.look()

    def rest(self) -> None:
        """Stop autoplay and updates."""
        self._others.stop()
        self._looking.stop()

    def look(self) -> None:
        """Read the state of the table and publish it if it changed."""
        state = self._hands.state()
        playing = self._others.isActive()
        now = {
            "hint": self._say("Players act on their own.") if playing else self._hint(state["says"]),
            "autoplay": playing,
            "due": "" if playing else state["says"].get("what", ""),
            "devices": [self._device(one) for one in state["devices"]],
            "players": [self._player(one) for one in state["players"]],
            "words": self._say.words,
            "dark": self._settings.theme == "dark",
        }
        if now != self._now:
            self._now = now
            self.changed.emit()

    @Property("QVariant", notify=changed)  # type: ignore[arg-type]
    def now(self) -> dict[str, Any]:
        return self._now

    def _hint(self, says: dict[str, str]) -> str:
        say = self._say
        match says.get("what"):
            case "answer" if says["choice"] == "war":
                return say("The player on spot {name} says: war.", name=says["spot"])
            case "answer":
                return say("The player on spot {name} says: I surrender.", name=says["spot"])
            case "sign in":
                return say("Tap a dealer's name at the dealer's screen.")
            case "bets":
                return say("The players have their chips ready: let them bet, then make the closing call.")
            case "draw":
                return say("A card is due: draw it.")
            case "hold":
                return say("The table is held: rule on it at the dealer's screen.")
            case _:
                return say("Do what the dealer's screen says, and tap there.")

    def _device(self, one: dict[str, Any]) -> dict[str, Any]:
        name, say = one["name"], self._say
        cable = ("pull", say("Pull the cable")) if one["plugged"] else ("plug", say("Plug it in"))
        hung = ("hung", say("Answer again") if one["hung"] else say("Hang"))
        faults = [cable, hung, *((fault, say(words)) for fault, words in FAULTS[name].items())]
        trouble = say("CABLE OUT") if not one["plugged"] else say("DOES NOT ANSWER") if one["hung"] else ""
        return {
            "name": say(name.capitalize()),
            "doing": trouble or say(one["doing"]),
            "ok": not trouble,
            "faults": [
                {"text": words, "act": f"{name} {fault}", "says": f"{say(name.capitalize())}: {words}"}
                for fault, words in faults
            ],
        }

    def _player(self, one: dict[str, str]) -> str:
        return self._say("Spot {name}: {amount}", name=one["spot"], amount=one["wager"])


class PanelWindow(QQuickView):
    """The panel as a separate window."""

    def __init__(self, panel: Panel, warned: Callable[[str], None] | None = None) -> None:
        super().__init__()
        self.touches = TouchFilter()
        qt_ownership.keep(self.touches)
        qt_ownership.keep(self)
        if warned:
            self.engine().warnings.connect(lambda found: [warned(one.toString()) for one in found])
        self.rootContext().setContextProperty("panel", panel)
        self.rootContext().setContextProperty("touches", self.touches)
        self.setTitle("Simulated table")
        self.setResizeMode(QQuickView.ResizeMode.SizeRootObjectToView)
        self.resize(PANEL)

    def showEvent(self, event: QShowEvent) -> None:
        """Load the QML when the panel is first shown, so that the dealer's screen comes first."""
        if self.source().isEmpty():
            self.setSource(QUrl.fromLocalFile(str(Path(__file__).with_name("Panel.qml"))))
        super().showEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.setSource(QUrl())
        super().closeEvent(event)
