"""No code depends on the wording of a sentence for people, outside the rooms that translate sentences."""

from pathlib import Path
from textwrap import dedent

import pytest

from tests.house.rules import ROOMS, ROOT
from tests.house.sentences import sentence_faults

MAY = {
    "ui/common/translate.py": "the translation: matches a stored sentence to its template",
    "dealer_station/log/store/old_row_translation.py": "translates sentences that older versions stored",
    "dealer_station/rulebooks/legacy.py": "reads the titles out of rulebooks that older logs carry",
    "dealer_station/rulebooks/toml_parser.py": "the TOML parser names a place only in its message",
    "dealer_station/cli/log_output.py": "drops the file name that the printed line begins with already",
    "hw_sim/scenes/reader.py": "the words of a line of a scene, which is a data format",
    "ui/common/lost_display.py": "Qt reports a lost display only as a line of text",
}
"""Files that may look into a sentence or into words that are data, each with the reason."""


def _faults(room: str) -> dict[str, list[str]]:
    found = {}
    for path in sorted((ROOT / room).rglob("*.py")):
        if faults := sentence_faults(path, path.read_text("utf-8")):
            found[path.relative_to(ROOT).as_posix()] = faults
    return found


def test_no_code_takes_a_sentence_for_people_apart() -> None:
    found = {name: faults for room in (*ROOMS, "tools") for name, faults in _faults(room).items()}
    bad = [fault for name, faults in found.items() if name not in MAY for fault in faults]
    assert not bad, "\n".join(bad)
    assert not (idle := set(MAY) - set(found)), f"need no exception any more: {sorted(idle)}"


BAD = {
    'said = "another device answers" in hold.detail': "searches",
    "if UNEXPECTED not in shown.fault:\n    pass": "searches",
    "any(CHATTER in words for words in holds)": "searches",
    'lost = f"({source} lost " in words': "searches",
    'if why.lower() in known:\n    pass\nfound = "cable" in why.lower()': "searches",
    'event.detail.startswith("it ended")': "takes a sentence apart with startswith",
    'self._hold.reason.endswith("?")': "takes a sentence apart with endswith",
    'device, _, rest = hold.detail.partition(" ")\nstatus, _, own = rest.partition(" ")': "with partition",
    'told = said("{a} of {b}", a=1, b=2)\nfirst = told.split(" of ")': "with split",
    'said("{a} of {b}", a=1, b=2).split()': "with split",
    'import re\nfound = re.search("serial (.*)", hold.detail)': "matches a sentence",
    "found = SERIAL.search(fault.message)": "matches a sentence",
    'try:\n    read()\nexcept ValueError as error:\n    known = "no permission" in str(error)': "searches",
    'try:\n    read()\nexcept OSError as error:\n    told = str(error)\n    told.partition(";")': "partition",
    "advice = ADVICE[hold.detail]": "looks something up",
    'advice = ADVICE.get(hold.reason, "")': "looks something up",
    'if hold.detail == "spot 1":\n    pass': "compares a sentence",
    'match hold.detail:\n    case "spot 1":\n        pass': "branches on a sentence",
    'def f(hold):\n    own = hold.detail\n    return "chatters" in own': "searches",
}
GOOD = (
    'if hold.cause == "stranger" and hold.device == "shoe":\n    pass',
    "if hold.detail:\n    pass",
    "words = line.split()\nhead = words[0]",
    'text = say("{words}: {detail}", words=hold.words, detail=hold.detail)',
    "same = before.detail == now.detail",
    "if why in self._said:\n    pass",
    "match message:\n    case Ident():\n        pass\n    case _:\n        pass",
    'short = hold.words.rstrip(".")',
    "try:\n    read()\nexcept ValueError as error:\n    raise OtherError(str(error)) from error",
)


@pytest.mark.parametrize("code", BAD)
def test_code_that_depends_on_the_wording_is_found(code: str) -> None:
    (fault, *_) = sentence_faults(Path("a.py"), dedent(code)) or [""]
    assert BAD[code] in fault


@pytest.mark.parametrize("code", GOOD)
def test_code_that_passes_a_sentence_on_is_left_alone(code: str) -> None:
    assert sentence_faults(Path("a.py"), dedent(code)) == []
