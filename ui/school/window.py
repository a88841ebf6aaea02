"""The school in a dealer's window: the same touch rules, the school's own pages."""

from pathlib import Path

from PySide6.QtCore import QUrl

from ui.dealer.window import DealerWindow
from ui.school.school import School

QML = Path(__file__).parent


def show_school(window: DealerWindow, school: School) -> None:
    """Replace what the window shows by the school."""
    window.rootContext().setContextProperty("school", school)
    window.setSource(QUrl.fromLocalFile(str(QML / "Main.qml")))
    if school is not window.school:
        window.school = school
        school.changed.connect(window.paint_now)
