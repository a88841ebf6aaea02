"""Messages for a technician: JSON lines on stderr, from structlog, which a start does not load."""

import json
import subprocess
import sys

from structlog.testing import capture_logs

from dealer_station.technical_messages import TechnicalMessages, silenced
from tests.house.rules import ROOT

SAY = """
import sys
from dealer_station.technical_messages import TechnicalMessages, silenced, write_json_lines
log = TechnicalMessages().bind(device="shoe")
write_json_lines()
with silenced():
    log.error("not heard")
print("structlog" in sys.modules)
log.bind(port="/dev/x").warning("lost", why="no port")
print("structlog" in sys.modules)
"""
LIGHT = ("alembic", "structlog", "rich", "argon2", "usb", "http.client")


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)


def test_a_message_is_a_line_of_json_and_loads_structlog() -> None:
    done = run(SAY)
    assert done.stdout.split() == ["False", "True"]
    (line,) = done.stderr.splitlines()
    said = json.loads(line)
    assert said.pop("timestamp")
    assert said == {"event": "lost", "device": "shoe", "port": "/dev/x", "why": "no port"}


def test_values_are_bound_and_a_silenced_message_is_dropped() -> None:
    log = TechnicalMessages(device="shoe")
    with capture_logs() as messages:
        with silenced():
            log.info("heard", seq=1)
        log.info("heard", seq=2)
    assert messages == [{"event": "heard", "device": "shoe", "seq": 2, "log_level": "info"}]


def test_a_table_starts_without_what_it_may_never_need() -> None:
    for table in ("simulated_screen", "live_screen"):
        loaded = run(f"import sys, dealer_station.app.{table}; print(*sys.modules)").stdout.split()
        assert f"dealer_station.app.{table}" in loaded
        assert [name for name in LIGHT if name in loaded] == []
