"""Every written round on the real window: whatever a person does there is a touch, and taps are counted."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from dealer_station.engine.due.step_types import Draw, Offer, Perform, Settle
from dealer_station.engine.model import observations as o
from dealer_station.engine.notation.reader import read
from dealer_station.rulebooks import NAMES
from dealer_station.written_rounds.play import Player
from tests.conftest import COUNTED
from tests.house.rules import ROOT
from tests.ui.by_touch.fingers import Reason
from tests.ui.by_touch.playing import Played, TouchPlayer, accounts
from tests.ui.by_touch.tap_goals import from_call_to_call, too_many
from tests.ui.by_touch.written_acts import story_of
from ui.common.qt_ownership import destroy_kept

ROUNDS = ROOT / "tests" / "rounds"
WHY: dict[Reason, str] = {
    "newest stop first": "the screen rules on the oldest stop first; the text rules on the newest",
    "moves before the next stop": "the screen asks for the moves of a ruling before it shows the next stop",
    "player named": "no screen names a player, so two hands of one player are not known as such",
    "place left open": "the screen always asks where a misplaced card lies; the text leaves it open",
    "place not asked": "the text names a place with a report for which the screen asks for none",
    "hand by hand": "before a tie choice one tap settles all hands that are shown",
    "order before the ruling": "the floor orders a shuffle, and the stop asks for the ruling after it",
    "amount put down for the war": "the dealer looks whether the war wager is right; nobody keys it in",
    "dealer during a stop": "a dealer signs in before or after a stop, not while the table is held",
    "another player asked to cut": "the screen says whom to ask; where no book does, the text asks another",
    "undo at a stop": "a stop that a device raised offers no undo of the tap before it",
    "wagers before the burn": "the screen takes the wagers when the burn is made",
    "whole box": "a stop is about the hands that it names; the text rules on all hands of the box",
    "follows from another": "the ruling on a stop that came from one of these",
}
"""The reasons for which an act is made for the screen, which does not take it as the text has it."""


def chapters_of(book: str) -> list[str]:
    """The folders with written rounds of a book, by their paths."""
    folders = {path.parent.relative_to(ROUNDS / book) for path in (ROUNDS / book).rglob("*.round")}
    return sorted(str(folder) for folder in folders)


def sample_of(book: str) -> list[Path]:
    """One round of each chapter, and of every fifth kind of irregularity, in each book another fifth."""
    chapters = chapters_of(book)
    kinds = [one for one in chapters if one.startswith("irregular")][NAMES.index(book) :: len(NAMES)]
    chosen = [one for one in chapters if not one.startswith("irregular")] + kinds
    return [min((ROUNDS / book / chapter).glob("*.round")) for chapter in chosen]


def play(text: str, what: str) -> Played:
    """Play a written round by touch, and check that it comes out as it is written."""
    story = story_of(read(text))
    player = TouchPlayer(story)
    played = player.play()
    player.table.close()
    destroy_kept()
    assert not player.table.warnings, f"{what}: {player.table.warnings}"
    assert not played.differences, f"{what}: " + "\n".join(map(str, played.differences))
    assert played.accounts == accounts(story.ledger), what
    assert not too_many(played.touched), f"{what}: {too_many(played.touched)}"
    assert set(played.otherwise) <= set(WHY), what
    return played


def told(all_played: list[Played]) -> str:
    """The counts of some rounds: acts by where they come from, and the taps of each kind of act."""
    elsewhere: Counter[str] = Counter()
    taps: dict[str, Counter[int]] = {}
    for played in all_played:
        for counts in (played.not_touched, played.refused, played.otherwise):
            elsewhere.update({str(name): times for name, times in counts.items()})
        for (kind, count), times in played.taps.items():
            taps.setdefault(kind, Counter())[count] += times
    lines = [f"{len(all_played)} rounds", "not touched: " + _listed(sorted(elsewhere.items()))]
    for name, by_count in sorted(taps.items()):
        by_taps = _listed([(f"{count} taps", times) for count, times in sorted(by_count.items())])
        lines.append(f"{name}: {by_taps}")
    return "\n  ".join(lines)


def _listed(counts: list[tuple[str, int]]) -> str:
    return ", ".join(f"{name} {times} x" for name, times in counts)


@pytest.mark.parametrize("book", NAMES)
def test_a_round_of_each_chapter_is_played_by_touch(book: str) -> None:
    played = [play(path.read_text("utf-8"), path.name) for path in sample_of(book)]
    assert all(one.touched for one in played)


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("book", "chapter"), [(book, chapter) for book in NAMES for chapter in chapters_of(book)]
)
def test_every_written_round_is_played_by_touch(
    book: str, chapter: str, record_property: Callable[[str, object], None]
) -> None:
    paths = sorted((ROUNDS / book / chapter).glob("*.round"))
    played = [play(path.read_text("utf-8"), path.name) for path in paths]
    record_property(COUNTED, told(played))


STAKES = {"exhibit_a": ("2", "1"), "house_manual": ("20", "25")}
"""Two wagers that each book takes; the second is a single chip."""
PLAIN = 2
"""Taps of a plain round, from call to call, in every book."""
TURNED = {"house_manual": 1}
"""In this book the dealer turns a card, and taps that; NEXT CALL makes up for it only in a plain round."""
LOW_CARDS = "2d 3d 4d Kc 5s 6s 7s 8c 9s Jc Qc 2s 3s 4s 5d 6d"
"""The cards of a war, with its burns."""


def round_of(header: str, wagers: str, faces: str, choices: str) -> str:
    """A round as a text: cards and answers in the order in which they are due; the steps are left out."""
    text = f"{header}{wagers}call\n"
    player = Player.at_table_of(read(text).header)
    player.play(read(text).lines)
    assert player.failure is None
    cards, answers = iter(faces.split()), iter(choices.split())
    while player.table.round.number == 1:
        match player.due:
            case Draw():
                line = f"shoe {next(cards)}\n"
            case Offer(hand=hand):
                line = f"{hand.name} {next(answers)}\n"
            case Settle():
                line = "settle\n"
            case step:
                assert isinstance(step, Perform)
                player.see(o.Confirmed(step.step))
                continue
        text += line
        player.play(read(header + line).lines)
    return f"{text}end\n"


def taps_of_a_round(book: str, faces: str, choices: str = "", *, changed: bool = False) -> int:
    """The taps from one closing call to the next."""
    stake, other = STAKES.get(book, ("25", "100"))
    text = round_of(f"profile {book}\n\n", f"bets 1:{stake} 2:{stake}\n", f"{faces} {LOW_CARDS}", choices)
    text += (f"bets 1:{other} 2:{stake}\n" if changed else "") + "call\n"
    (taps,) = from_call_to_call(play(text, text).touched)
    return sum(one.taps for one in taps)


@pytest.mark.parametrize("book", NAMES)
def test_rounds_take_as_few_taps_as_they_may(book: str) -> None:
    assert taps_of_a_round(book, "9c Kh 8d") <= PLAIN
    more = PLAIN + TURNED.get(book, 0)
    assert taps_of_a_round(book, "9c Kh 8d", changed=True) <= more + 2
    assert taps_of_a_round(book, "8c 9h 8d", "surrender") <= more + 1
    assert taps_of_a_round(book, "9c 8h 8d", "war") <= more + 1
    assert taps_of_a_round(book, "8c 8h 8d", "war war") <= more + 2
