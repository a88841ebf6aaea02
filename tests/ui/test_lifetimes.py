"""Qt objects are destroyed only on the GUI thread, whichever thread Python's collector runs in."""

import gc
import threading

from tests.ui.scenes import SCENES, SIZES, Stage
from ui.common.qt_ownership import destroy_kept


def collect_elsewhere() -> None:
    """Collect garbage in another thread, as when a device's thread allocates once too often."""
    collecting = threading.Thread(target=gc.collect)
    collecting.start()
    collecting.join()


def test_a_collector_in_another_thread_ends_no_window() -> None:
    ended: dict[str, int] = {}

    def open_and_forget() -> None:
        stage = Stage(SCENES["wrong"])
        stage.bridge.destroyed.connect(lambda: ended.setdefault("bridge", threading.get_ident()))
        window = stage.window(SIZES["1280x800"])
        window.destroyed.connect(lambda: ended.setdefault("window", threading.get_ident()))
        window.close()

    open_and_forget()
    collect_elsewhere()
    assert ended == {}
    destroy_kept()
    here = threading.get_ident()
    assert ended == {"window": here, "bridge": here}
    assert list(ended) == ["window", "bridge"]


def test_a_forgotten_window_leaves_nothing_for_another_thread() -> None:
    for scene in ("tie", "hold"):
        Stage(SCENES[scene]).window(SIZES["1280x800"]).close()
        destroy_kept()
        collect_elsewhere()
