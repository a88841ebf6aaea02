"""Behaviour of Qt that this project relies on."""

import sys
from importlib.metadata import version

from PySide6.QtGui import QFont, QRawFont

from ui.dealer.window import application


def test_bold_fonts_lose_no_reference_to_none() -> None:
    """In PySide6 6.12.0 each QFont.setBold() lost one, until Python 3.11 aborted; hence the pin."""
    application()
    font = QFont("Source Sans Pro")
    before = sys.getrefcount(None)
    for _ in range(1000):
        font.setBold(True)
    assert sys.getrefcount(None) > before - 500
    assert version("PySide6-Essentials").startswith("6.11.")


def test_our_font_is_there_and_has_every_sign_that_we_write() -> None:
    application()
    raw = QRawFont.fromFont(QFont("Source Sans Pro"))
    assert raw.familyName() == "Source Sans Pro"
    assert [sign for sign in "•←·“”§¿¡áéíóúñ" if not raw.supportsCharacter(ord(sign))] == []
