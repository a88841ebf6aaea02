"""The screens: Qt windows and printed pages that show views and send observations. Nothing else paints."""

import os

# This must be set before Qt is imported. Without a GPU, the software painter starts in a quarter of the time
# that an emulated GPU takes.
os.environ.setdefault("QT_QUICK_BACKEND", "software")
