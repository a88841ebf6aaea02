"""`make shots`: draws docs/screens, the film strips and the reference pictures of the picture tests."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from tests.house.rules import ROOT
from tests.ui.pictures import draw_all, draw_panel, keep
from tests.ui.review.shots import draw_review
from tests.ui.school.shots import draw_school
from tools.film_strips import draw

folder = ROOT / "docs" / "screens"
print(f"{draw_all(folder)} pictures are in {folder.relative_to(ROOT)}")
draw_panel(folder)
draw_review(folder)
draw_school(folder)
keep()
print(f"{draw()} film strips are in docs/tutorial")
