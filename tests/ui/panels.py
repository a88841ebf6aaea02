"""A panel whose table remembers what it was asked for."""

from typing import Any

from tests.ui import items
from ui.common.settings import Settings
from ui.dealer.window import application
from ui.panel.panel import Panel, PanelHands, PanelWindow

DEVICES = [
    {"name": "shoe", "doing": "12 drawn, 12 acknowledged", "plugged": True, "hung": False},
    {"name": "shuffler", "doing": "shuffling", "plugged": False, "hung": False},
    {"name": "progressive", "doing": "coins: 1 3", "plugged": True, "hung": True},
]
PLAYERS = [{"spot": str(spot), "wager": "50 + 10 + 5", "tie": "war"} for spot in range(1, 10)]


class Beside:
    """Remembers what the panel asked for."""

    def __init__(self, says: dict[str, str], settings: Settings | None = None) -> None:
        application()
        self.done: list[str] = []
        self.warned: list[str] = []
        state: dict[str, Any] = {"devices": DEVICES, "players": PLAYERS, "says": says}
        hands = PanelHands(
            lambda: self.done.append("draw"),
            lambda: self.done.append("bet"),
            lambda: self.done.append("step"),
            lambda device, fault: self.done.append(f"{device} {fault}"),
            lambda: state,
        )
        self.panel = Panel(hands, 0, settings)
        self.window = PanelWindow(self.panel, self.warned.append)
        self.window.show()
        items.breathe()
        self.window.grabWindow()
