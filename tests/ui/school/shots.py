"""Pictures of the school for the tutorial: the lessons of a book, a question, and a drill on the felt."""

import tempfile
from pathlib import Path

from tests.ui import items
from tests.ui.pictures import save_small
from tests.ui.school.test_school import PAGES, Classroom
from ui.common.qt_ownership import destroy_kept

SHARE = 0.5
"""The scale of the pictures, so that the repository stays small."""
DRAWN = ("lessons", "question", "order")


def draw_school(folder: Path) -> None:
    """Draw each of these pages in Exhibit A, the rulebook of the tutorial."""
    for name in DRAWN:
        with tempfile.TemporaryDirectory() as made:
            room = Classroom(Path(made))
            for act in PAGES[name]:
                room.school.tap(act.format(book="exhibit_a"))
            items.breathe()
            save_small(room.window.grabWindow(), SHARE, folder / f"school-{name}.png")
            room.window.close()
            destroy_kept()
