"""Finds the line of each section, key and list item in the text of a profile.

`tomllib` returns values without their lines, so the text is scanned a second time for the lines
alone. It has already been accepted as TOML, therefore the scan checks nothing.
"""

import re

Path = tuple[str | int, ...]
"""Keys and list positions down to a value: `("war", "deal", 1, "cite")`."""

_GAP = re.compile(r"(?:\s|#[^\n]*)*")
_LONG_STRING = re.compile(r"""\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}""", re.DOTALL)
_STRING = re.compile(r"""\"(?:\\.|[^"\\])*\"|'[^']*'""")
_BARE_KEY = re.compile(r"[\w-]+")
_SCALAR = re.compile(r"[^\s,\]}#]+")


def spelled(path: Path) -> str:
    """A path in text form: `war.deal[1].cite`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.lstrip(".") or "the whole file"


class LineNumbers:
    """The line of every path in a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line, self._counted_to = 1, 0
        self._lists: dict[Path, int] = {}
        self._lines: dict[Path, int] = {}
        self._read()

    def line_of(self, path: Path) -> int:
        """The line of the deepest part of `path` that is in the text."""
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)

    def _read(self) -> None:
        section: Path = ()
        while char := self._next():
            if char == "[":
                section = self._header()
            elif key := self._key():
                self._value(self._note(section, key))
            else:
                self._at += 1  # The rest of a date that contains a space.

    def _next(self) -> str:
        """Skip blanks and comments; return the next character."""
        if found := _GAP.match(self._text, self._at):
            self._at = found.end()
        return self._text[self._at : self._at + 1]

    def _here(self) -> int:
        self._line += self._text.count("\n", self._counted_to, self._at)
        self._counted_to = self._at
        return self._line

    def _note(self, above: Path, key: list[str]) -> Path:
        """Record the line of a key; the leading parts of a dotted key get it too, unless they have one."""
        for part in key[:-1]:
            above = (*above, part)
            self._lines.setdefault(above, self._here())
        path = (*above, key[-1])
        self._lines[path] = self._here()
        return path

    def _header(self) -> Path:
        line = self._here()
        is_list = self._text.startswith("[[", self._at)
        self._at += 2 if is_list else 1
        self._next()
        key = self._key()
        self._at += 2 if is_list else 1
        path: Path = ()
        for depth, part in enumerate(key, start=1):
            path = (*path, part)
            if is_list and depth == len(key):
                self._lists[path] = self._lists.get(path, 0) + 1
            self._lines.setdefault(path, line)
            if path in self._lists:
                path = (*path, self._lists[path] - 1)
        self._lines[path] = line
        return path

    def _key(self) -> list[str]:
        """Read the parts of a dotted or simple key, and move behind it."""
        parts: list[str] = []
        while True:
            if found := _BARE_KEY.match(self._text, self._at):
                parts.append(found[0])
            elif found := _STRING.match(self._text, self._at):
                parts.append(found[0][1:-1])
            else:
                return parts
            self._at = found.end()
            if self._next() != ".":
                return parts
            self._at += 1
            self._next()

    def _value(self, path: Path) -> None:
        """Skip the value of a key and record the lines inside it."""
        if self._next() == "=":
            self._at += 1
        char = self._next()
        if char in ("[", "{"):
            self._at += 1
            self._inside(path, char)
            return
        for kind in (_LONG_STRING, _STRING, _SCALAR):
            if found := kind.match(self._text, self._at):
                self._at = found.end()
                return

    def _inside(self, path: Path, opened: str) -> None:
        count = 0
        while (char := self._next()) not in ("]", "}", ""):
            before = self._at
            if char == ",":
                self._at += 1
            elif opened == "[":
                self._lines[(*path, count)] = self._here()
                self._value((*path, count))
                count += 1
            elif key := self._key():
                self._value(self._note(path, key))
            self._at = max(self._at, before + 1)
        self._at += 1
