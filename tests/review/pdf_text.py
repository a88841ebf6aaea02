"""Reads the words of a PDF back as any reader would: from its streams and the tables of its fonts."""

import re
import zlib
from pathlib import Path

_OBJECT = re.compile(rb"(\d+) 0 obj(.*?)endobj", re.DOTALL)
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)


def objects(path: Path) -> dict[int, tuple[bytes, bytes]]:
    """Every object by its number: what it says, and its stream where it has one."""
    found = {}
    for number, body in _OBJECT.findall(path.read_bytes()):
        stream = _STREAM.search(body)
        data = stream[1] if stream else b""
        if stream and b"FlateDecode" in body:
            data = zlib.decompressobj().decompress(data)
        found[int(number)] = (body[: stream.start()] if stream else body, data)
    return found


def _letters(table: bytes) -> dict[int, str]:
    """The letter of each glyph of a font."""
    found: dict[int, str] = {}
    for block in re.findall(rb"beginbfrange(.*?)endbfrange", table, re.DOTALL):
        for first, last, rest in re.findall(rb"<(\w+)>\s*<(\w+)>\s*(\[.*?\]|<\w+>)", block, re.DOTALL):
            codes = [int(code, 16) for code in re.findall(rb"<(\w+)>", rest)]
            for offset, glyph in enumerate(range(int(first, 16), int(last, 16) + 1)):
                found[glyph] = chr(codes[offset] if rest.startswith(b"[") else codes[0] + offset)
    for block in re.findall(rb"beginbfchar(.*?)endbfchar", table, re.DOTALL):
        for glyph, code in re.findall(rb"<(\w+)>\s*<(\w+)>", block):
            found[int(glyph, 16)] = chr(int(code, 16))
    return found


def pages(path: Path) -> list[str]:
    """The words of each page, without the spaces between them."""
    all_objects = objects(path)
    fonts: dict[bytes, dict[int, str]] = {}
    for number, (said, _) in all_objects.items():
        if found := re.search(rb"/ToUnicode (\d+) 0 R", said):
            fonts[b"F%d" % number] = _letters(all_objects[int(found[1])][1])
    texts = []
    for said, _ in all_objects.values():
        if not re.search(rb"/Type\s*/Page\b", said):
            continue
        content = re.search(rb"/Contents (\d+) 0 R", said)
        assert content
        texts.append(_words(all_objects[int(content[1])][1], fonts))
    return texts


def _words(stream: bytes, fonts: dict[bytes, dict[int, str]]) -> str:
    font: dict[int, str] = {}
    words = []
    for name, shown in re.findall(rb"/(F\d+) [\d.]+ Tf|<([0-9a-fA-F]+)>", stream):
        if name:
            font = fonts.get(name, {})
        else:
            glyphs = [int(shown[at : at + 4], 16) for at in range(0, len(shown), 4)]
            words.append("".join(font.get(glyph, "?") for glyph in glyphs))
    return "".join("".join(words).split())
