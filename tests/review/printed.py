"""A PDF as a printer has it: every page drawn by a program that is not ours, and where its letters lie."""

from collections.abc import Iterator
from pathlib import Path

import pypdfium2
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

POINTS = 72
DOTS_PER_INCH = 80


class Printed:
    """One page: its dots, its words, and a box for each letter in points from the top left."""

    def __init__(self, page: "pypdfium2.PdfPage") -> None:
        bitmap = page.render(scale=DOTS_PER_INCH / POINTS, rev_byteorder=True, prefer_bgrx=True)
        whole = QImage(
            bytes(bitmap.buffer), bitmap.width, bitmap.height, bitmap.stride, QImage.Format.Format_RGBX8888
        )
        self.image = whole.copy()
        bitmap.close()
        self.width, self.height = page.get_size()
        text = page.get_textpage()
        self.words = " ".join(text.get_text_range().split())
        self.letters = [
            QRectF(left, self.height - top, right - left, top - bottom)
            for left, bottom, right, top in (text.get_charbox(n) for n in range(text.count_chars()))
        ]
        text.close()

    def ink(self, left: float = 0, top: float = 0, right: float = 1, bottom: float = 1) -> float:
        """The share of dots in a part of the page that are not paper."""
        image = self.image
        across = range(int(left * image.width()), int(right * image.width()), 2)
        down = range(int(top * image.height()), int(bottom * image.height()), 2)
        dots = [image.pixelColor(x, y).lightness() < 250 for x in across for y in down]
        return sum(dots) / len(dots)


def printed(path: Path) -> Iterator[Printed]:
    """The pages of a file, one after the other."""
    document = pypdfium2.PdfDocument(path)
    try:
        for number in range(len(document)):
            page = document[number]
            yield Printed(page)
            page.close()
    finally:
        document.close()
