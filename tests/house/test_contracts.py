"""The floors hold: imports only go down, and each outside library stays in its room."""

import subprocess
import sys
import tomllib

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


def test_a_live_table_loads_no_module_of_the_simulator() -> None:
    """The contract reads the imports; this sees what a process has really loaded, whatever imported it."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (live,) = (one for one in contracts if one["name"] == "A live table does not load the simulator")
    loaded = f"import sys, {', '.join(live['source_modules'])}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", loaded], cwd=ROOT, capture_output=True, text=True, check=True
    )
    modules = done.stdout.split()
    assert "ui.dealer.bridge" in modules
    assert [name for name in modules if name.partition(".")[0] == "hw_sim"] == []
