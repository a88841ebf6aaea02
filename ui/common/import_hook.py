"""Removes PySide's import hook, which makes every later import slower."""

import builtins


def remove_import_hook() -> None:
    """Give Python its own import back; call it once Qt is loaded."""
    # PySide's import serves `from __feature__ import`, which this program does not use. It reads the source
    # of every module that is imported, to search it for PySide's name: a fifth of the time of an import.
    setattr(builtins, "__import__", getattr(builtins, "__orig_import__", builtins.__import__))  # noqa: B010
