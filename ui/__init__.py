"""The screens. Only this room paints; what it shows is a TableView, what it sends are observations."""

import os

# Chosen before Qt is: the software painter starts in a quarter of the time of a GPU that is emulated.
os.environ.setdefault("QT_QUICK_BACKEND", "software")
