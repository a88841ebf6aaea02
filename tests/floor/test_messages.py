"""Bytes that are no message are refused as such, whatever is wrong with them."""

from pathlib import Path

import msgspec
import pytest

from dealer_station.floor.protocol.messages import APPEND, HELLO, Append, LogHello, unpacked
from tests.floor.floors import FloorUnderTest
from tests.floor.test_answers import Caller

BROKEN_TEXT = b"\x81\xa4rows\x91\x9c\x01\xa1\xc0"
NESTED = b"\x81\xa1x" + b"\x91" * 100_000 + b"\xc0"
CLAIMED = b"\x81\xa4rows\xdd\xff\xff\xff\xff"


@pytest.mark.parametrize("kind", [Append, LogHello])
@pytest.mark.parametrize("body", [BROKEN_TEXT, NESTED, CLAIMED], ids=["broken text", "nested", "claimed"])
def test_bytes_that_are_no_message_raise_one_error(kind: type, body: bytes) -> None:
    with pytest.raises(msgspec.MsgspecError):
        unpacked(body, kind)


def test_a_gateway_answers_them_as_malformed(floor: FloorUnderTest, played: Path) -> None:
    caller = Caller(floor, floor.enrol("table-7"), played)
    for path in (HELLO, APPEND):
        for body in (BROKEN_TEXT, NESTED, CLAIMED):
            status, refusal, _ = caller.raw("POST", path, body)
            assert (status, refusal.code) == (400, "malformed")
