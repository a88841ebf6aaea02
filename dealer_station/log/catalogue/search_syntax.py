"""Parsing of the search field: round numbers, spots, outcomes, and plain words."""

import re
from typing import Any

Condition = tuple[str, Any]
OUTCOMES = {
    ("war", "won"): ("war_won",),
    ("war", "lost"): ("war_lost",),
    ("war", "tied"): ("war_tied",),
    ("tied", "war"): ("war_tied",),
    ("tie",): ("surrender", "war", "war_won", "war_lost", "war_tied"),
    ("tied",): ("surrender", "war", "war_won", "war_lost", "war_tied"),
    ("surrender",): ("surrender",),
    ("surrendered",): ("surrender",),
    ("win",): ("win",),
    ("lose",): ("lose",),
}
"""Results of hands in the words that people use; a tie ends in surrender or war."""
SPANISH = {
    "casilla": "spot",
    "guerra": "war",
    "empate": "tie",
    "empatada": "tied",
    "rendición": "surrender",
    "rendicion": "surrender",
    "gana": "win",
    "pierde": "lose",
    "anulada": "void",
    "nula": "void",
    "completa": "complete",
    "abierta": "open",
    "apartada": "departure",
}
AFTER_A_WAR = {"ganada": "won", "perdida": "lost", "empatada": "tied"}
"""Spanish words that follow `guerra`; quoted words are never translated."""
ROUND_OUTCOMES = {"void": "void", "complete": "complete", "open": "open"}
WAR_FLAG = 4
NUMBER = "(id & 1099511627775)"
"""The number of a round without that of its log: see LOG_SHIFT."""
_TOKENS = re.compile(r'"([^"]*)"?|(\S+)')
_NO_WORD = re.compile(r"[^\w#]|_")
_SPOT = re.compile(r"[1-9][a-z]?")
NUMBER_MAX = 10**12


def as_words(text: str) -> str:
    """Normalise a text to ` one two `: lower case, one space around each word, no punctuation."""
    bare = _NO_WORD.sub(" ", text.lower())
    return f" {' '.join(bare.split())} "


def conditions(text: str) -> list[Condition]:
    """Parse the search text into SQL conditions, all of which must hold."""
    found: list[Condition] = []
    tokens = _in_english([(quoted, plain.lower()) for quoted, plain in _TOKENS.findall(text)])
    while tokens:
        quoted, plain = tokens[0]
        used, more = (1, _phrase(quoted)) if not plain else _plain([word for _, word in tokens])
        found += more
        tokens = tokens[used:]
    return found


def _in_english(tokens: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Translate Spanish search words; some depend on a preceding `war`."""
    found: list[tuple[str, str]] = []
    for quoted, plain in tokens:
        known = AFTER_A_WAR if found and found[-1][1] == "war" and plain in AFTER_A_WAR else SPANISH
        found.append((quoted, known.get(plain, plain)))
    return found


def _plain(words: list[str]) -> tuple[int, list[Condition]]:
    """Parse the next words; return how many were used, and their conditions."""
    if words[0] == "spot" and len(words) > 1 and _SPOT.fullmatch(words[1]):
        used, results = _outcome(words[2:])
        return 2 + used, [_hands([f"{words[1]}:{one}" for one in results] or [words[1]])]
    used, results = _outcome(words)
    if results:
        return used, [_hands([f":{one}" for one in results])]
    if words[0] == "war":
        return 1, [("flags & ?", WAR_FLAG)]
    if words[0] in ROUND_OUTCOMES:
        word = ROUND_OUTCOMES[words[0]]
        return 1, [(f"(outcome = ? OR instr(spots, ';:{word};'))", word)]
    bare = words[0].removeprefix("#")
    if bare.isascii() and bare.isdecimal() and int(bare) < NUMBER_MAX:
        if words[0] != bare:
            return 1, [(f"{NUMBER} = ?", int(bare))]
        return 1, [(f"({NUMBER} = {int(bare)} OR instr(words, ?))", f" {bare} ")]
    return 1, _phrase(words[0], whole=False)


def _outcome(words: list[str]) -> tuple[int, tuple[str, ...]]:
    """Parse an outcome of one or two words; return how many were used, and the results of hands that it
    covers."""
    for length in (2, 1):
        if found := OUTCOMES.get(tuple(words[:length])):
            return length, found
    return 0, ()


def _hands(names: list[str]) -> Condition:
    """A condition that any of these hand terms matches; they are names of this program, so they need no
    parameters."""
    listed = " OR ".join(f"instr(spots, ';{name};')" for name in names)
    return f"({listed}) AND ?", 1


def _phrase(text: str, *, whole: bool = True) -> list[Condition]:
    """A condition that these words follow each other; the last one may be incomplete unless `whole` is
    set."""
    sought = as_words(text)
    return [("instr(words, ?)", sought if whole else sought.rstrip())] if sought.strip() else []
