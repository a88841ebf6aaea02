"""The reason why no window can be opened: Qt names neither the missing library nor the display it tried.

This module does not import Qt, because it runs on machines where Qt may not even load.
"""

import os
import subprocess
from importlib.util import find_spec
from pathlib import Path

PACKAGES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}
"""Debian packages of the libraries that a display needs in addition; the same as in `tools/system-libs`."""
SERVERS = {"WAYLAND_DISPLAY": "wayland", "DISPLAY": "xcb"}
"""The variable of each display server, in the order in which Qt tries them, with its Qt plugin."""
UNSEEN = ("offscreen", "minimal")
"""Platforms on which Qt paints without showing anything."""


def platform() -> str:
    """The platform that QT_QPA_PLATFORM names; empty if Qt chooses it."""
    return os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]


def named() -> dict[str, str]:
    """The plugins that Qt tries here, by the setting that names them: `DISPLAY=:0`."""
    if told := platform():
        return {f"QT_QPA_PLATFORM={told}": told.partition("-")[0]}
    return {f"{name}={os.environ[name]}": plugin for name, plugin in SERVERS.items() if os.environ.get(name)}


def why_no_display() -> str:
    """Return the reason and the remedy as a sentence; called after a window could not be opened."""
    displays = named()
    if not displays:
        return "there is no display"
    if platform() in UNSEEN:
        return f"there is no visible display (QT_QPA_PLATFORM={platform()})"
    where = " and ".join(displays)
    if lacking := [library for plugin in displays.values() for library in missing_libraries(plugin)]:
        return f"the display {where} cannot be opened: {' and '.join(lacking)} missing; {remedy(lacking)}"
    return f"the display {where} cannot be opened: no display server answers there, or it denies access"


def missing_libraries(plugin: str) -> list[str]:
    """The shared libraries that a Qt platform plugin needs and this system lacks."""
    package = find_spec("PySide6")
    folders = package.submodule_search_locations or () if package else ()
    files = [Path(folder) / "Qt" / "plugins" / "platforms" / f"libq{plugin}.so" for folder in folders]
    return [library for file in files if file.exists() for library in not_found(linked(file))]


def linked(file: Path) -> str:
    """The output of `ldd` for a library file; empty if there is no `ldd`."""
    try:
        return subprocess.run(["ldd", str(file)], capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""


def not_found(told: str) -> list[str]:
    """The libraries that `ldd` did not find, each once."""
    return list(dict.fromkeys(line.split()[0] for line in told.splitlines() if line.endswith("not found")))


def remedy(lacking: list[str]) -> str:
    """The command that installs the missing libraries, or general advice if their packages are unknown."""
    packages = " ".join(PACKAGES[library] for library in lacking if library in PACKAGES)
    if not packages:
        return "install the system packages that contain them"
    return f"run `sudo apt-get install {packages}`"
