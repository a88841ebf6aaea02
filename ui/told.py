"""What QML binds to, key by key: a card that changes one spot has one spot painted again."""

from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtQml import QQmlPropertyMap


class Told:
    """Values that are told apart: QML hears only of those that are not as they were."""

    def __init__(self, owner: QObject) -> None:
        self.map = QQmlPropertyMap.create(owner)
        self._were: dict[str, Any] = {}
        self._parts: dict[str, list[Told]] = {}

    def take(self, values: dict[str, Any]) -> bool:
        """Whether anything is not as it was."""
        were = self._were
        changed = [name for name, value in values.items() if name not in were or were[name] != value]
        self._were |= values
        for name in changed:
            if name in PARTS:
                self._take_parts(name, values[name])
            else:
                self.map.insert(name, values[name])
        return bool(changed)

    def _take_parts(self, name: str, values: list[dict[str, Any]]) -> None:
        parts = self._parts.setdefault(name, [])
        known = len(parts)
        parts += [Told(self.map) for _ in values[known:]]
        for part, value in zip(parts, values, strict=False):
            part.take(value)
        if self.map.value(name) is None or len(values) != known:
            self.map.insert(name, [part.map for part in parts[: len(values)]])


PARTS = ("spots",)
"""Lists of which each piece is told apart; a spot stays where it is for the whole shift."""
