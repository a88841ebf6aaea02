"""What QML binds to, key by key: a card that changes one spot has one spot painted again."""

from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtQml import QQmlPropertyMap

APART = ("prompt", "spots")
"""Told piece by piece too; a spot stays where it is for the whole shift."""


class Told:
    """Values by name: QML hears only of those that are not as they were."""

    def __init__(self, owner: QObject) -> None:
        self.map = QQmlPropertyMap.create(owner)
        self._were: dict[str, Any] = {}
        self._parts: dict[str, list[Told]] = {}

    def take(self, values: dict[str, Any]) -> bool:
        """Whether anything is not as it was."""
        were = self._were
        changed = [name for name, value in values.items() if name not in were or were[name] != value]
        self._were = were | values
        for name in changed:
            if name in APART:
                self._take_apart(name, values[name])
            else:
                self.map.insert(name, values[name])
        return bool(changed)

    def _take_apart(self, name: str, value: list[dict[str, Any]] | dict[str, Any]) -> None:
        """Each piece keeps its map, so that whatever is bound to it stays bound."""
        pieces = value if isinstance(value, list) else [value]
        parts = self._parts.setdefault(name, [])
        known = len(parts)
        parts += [Told(self.map) for _ in pieces[known:]]
        for part, piece in zip(parts, pieces, strict=False):
            part.take(piece)
        if not self.map.contains(name) or len(pieces) != known:
            maps = [part.map for part in parts[: len(pieces)]]
            self.map.insert(name, maps if isinstance(value, list) else maps[0])
