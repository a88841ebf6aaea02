"""The floors hold: imports only go down, and each outside library stays in its room."""

import subprocess
import sys

from tests.house.rules import ROOT

LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def test_the_import_contracts_hold() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LINT_IMPORTS, "--no-cache", "--no-logo"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    # The contracts are in pyproject.toml; a module without a floor gets one there, in both lists of layers.
    assert done.returncode == 0, f"pyproject.toml [tool.importlinter] is broken:\n{done.stdout}{done.stderr}"
