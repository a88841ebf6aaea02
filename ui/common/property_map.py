"""The values that QML binds to, key by key: when a card changes one spot, only that spot is painted again."""

from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtQml import QQmlPropertyMap

APART = ("prompt", "spots")
"""Keys whose value is split into separate maps. Spots never change places during a shift."""


class PropertyMap:
    """A map of values for QML; it notifies QML only of values that changed."""

    def __init__(self, owner: QObject) -> None:
        self.map = QQmlPropertyMap.create(owner)
        self._were: dict[str, Any] = {}
        self._parts: dict[str, list[PropertyMap]] = {}

    def take(self, values: dict[str, Any]) -> bool:
        """Store values and publish those that changed. True if any changed."""
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
        """Publish each piece in a separate map, which is kept, so that QML bindings to it stay valid."""
        pieces = value if isinstance(value, list) else [value]
        parts = self._parts.setdefault(name, [])
        known = len(parts)
        parts += [PropertyMap(self.map) for _ in pieces[known:]]
        for part, piece in zip(parts, pieces, strict=False):
            part.take(piece)
        if not self.map.contains(name) or len(pieces) != known:
            maps = [part.map for part in parts[: len(pieces)]]
            self.map.insert(name, maps if isinstance(value, list) else maps[0])
