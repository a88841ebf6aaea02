"""A capture keeps what crossed a wire, never grows without end, and is the same wire again."""

import stat
from pathlib import Path

import pytest

from dealer_station.engine.model.errors import DeviceFaultError
from drivers.ports import capture as module
from drivers.ports.capture import Capture, CaptureReplay, read_capture
from drivers.ports.serial_port import SerialPort
from hw_sim.wires.pty import PtyCable


def test_both_directions_are_kept_with_device_and_time_and_come_again(tmp_path: Path) -> None:
    cable = PtyCable(tmp_path / "port")
    cable.plug()
    kept = Capture(tmp_path / "capture", None)
    port = kept.port("shoe", "scanner", SerialPort)(str(cable.link), 9600)
    cable.write(b"7c\r\n")
    heard = b""
    while len(heard) < 4:
        heard += port.read()
    port.write(b"\x06")
    cable.pull()
    with pytest.raises(DeviceFaultError):
        port.read()
    port.close()
    kept.keep("progressive", "reference", "in", b"other")
    kept.close()
    lines = list(read_capture(tmp_path / "capture"))
    ways = [line.what for line, _ in lines if line.device == "shoe"]
    assert (ways[0], ways[-2:]) == ("open", ["out", "closed"])
    assert b"".join(data for line, data in lines if line.what == "in") == b"7c\r\nother"
    assert [line.seconds for line, _ in lines] == sorted(line.seconds for line, _ in lines)
    assert stat.S_IMODE((tmp_path / "capture").stat().st_mode) == 0o600
    replay = CaptureReplay(tmp_path / "capture", "shoe")
    again = replay.port("", 0)
    came = b""
    while len(came) < 4:
        came += again.read()
    assert (came, replay.family) == (b"7c\r\n", "scanner")
    again.wake()
    assert again.read() == b""
    assert replay.ended.is_set()


def test_each_life_of_the_cable_ends_where_it_ended(tmp_path: Path) -> None:
    kept = Capture(tmp_path / "capture", None)
    for what, data in (("open", b""), ("in", b"a"), ("closed", b""), ("open", b""), ("in", b"b")):
        kept.keep("shoe", "scanner", what, data)  # type: ignore[arg-type]
    kept.close()
    replay = CaptureReplay(tmp_path / "capture", "shoe")
    first = replay.port("", 0)
    assert first.read() == b"a"
    with pytest.raises(DeviceFaultError, match="pulled"):
        first.read()
    assert replay.port("", 0).read() == b"b"


def test_a_capture_that_grows_begins_another_file_and_lets_the_oldest_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FILE_BYTES_MAX", 1000)
    kept = Capture(tmp_path / "capture", None)
    for number in range(200):
        kept.keep("shoe", "scanner", "in", number.to_bytes(2, "big"))
    kept.close()
    names = ["capture", *(f"capture.{number}" for number in range(1, module.FILES_KEPT))]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)
    assert all((tmp_path / name).stat().st_size < 1200 for name in names)
    newest = list(read_capture(tmp_path / "capture"))[-1]
    assert newest[1] == (199).to_bytes(2, "big")


def test_a_last_line_that_was_cut_short_never_happened(tmp_path: Path) -> None:
    kept = Capture(tmp_path / "capture", None)
    kept.keep("shoe", "scanner", "in", b"7c")
    kept.close()
    whole = (tmp_path / "capture").read_bytes()
    (tmp_path / "capture").write_bytes(whole + whole[:20])
    assert len(list(read_capture(tmp_path / "capture"))) == 1


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("hello\n", "line 1: is not a line of a capture"),
        ("", "no bytes of a shoe were captured"),
        (
            '{"at":"","seconds":1,"device":"shoe","family":"scanner","what":"in","hex":"zz"}\n',
            "line 1: is not a line of a capture",
        ),
    ],
)
def test_what_is_no_capture_is_said_in_a_sentence(text: str, complaint: str, tmp_path: Path) -> None:
    (tmp_path / "capture").write_text(text)
    with pytest.raises(DeviceFaultError, match=complaint):
        CaptureReplay(tmp_path / "capture", "shoe")
    with pytest.raises(DeviceFaultError, match="cannot be read"):
        CaptureReplay(tmp_path / "missing", "shoe")
    with pytest.raises(DeviceFaultError, match="the capture cannot be written"):
        Capture(tmp_path / "missing" / "capture", None)
