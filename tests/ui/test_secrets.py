"""Players can see this screen: no burn, no held card, no card that lies face down is in what it gets."""

import json
from typing import Any

import pytest
from PySide6.QtQml import QQmlPropertyMap

from tests.ui.scenes import SCENES, Scene, Stage

PYSIDES_OWN = "_PySideInvalidatePtr"
"""A key that PySide adds to a map to know when it is gone."""
BURNT, HIDDEN, HELD = "Js", "9c", "Jd"


def given(stage: Stage) -> str:
    """All that QML gets to see, as text."""
    return json.dumps([now_of(stage), read(stage.bridge.property("page"))], default=str)


def now_of(stage: Stage) -> dict[str, Any]:
    """The whole content of the maps that QML is bound to."""
    found = read(stage.bridge.property("now"))
    assert isinstance(found, dict)
    return found


def read(value: Any) -> Any:
    match value:
        case QQmlPropertyMap():
            return {key: read(value.value(key)) for key in sorted(value.keys()) if key != PYSIDES_OWN}
        case list():
            return [read(one) for one in value]
        case _:
            return value


def shows(stage: Stage, card: str) -> bool:
    now = now_of(stage)
    cards = [*(one for spot in now["spots"] for one in spot["cards"]), *now["dealerCards"]]
    faces = [(one["rank"], one["suit"]) for one in cards]
    return (card[0], card[1]) in faces or f'"{card}"' in given(stage) or f"{card} " in given(stage)


def test_a_burn_is_not_shown() -> None:
    stage = Stage(
        Scene(f"profile massachusetts\nstart loaded\n\ndealer Ana\nshoe {BURNT}\nbets 1:25\ncall\nshoe 7c\n")
    )
    assert shows(stage, "7c")
    assert not shows(stage, BURNT)
    assert "jack" not in given(stage)


def test_a_card_that_is_held_is_seen_only_by_its_back() -> None:
    written = f"profile new_zealand\n\ndealer Ana\nbets 1:25\ncall\nshoe 7c\nshoe 8h\nshoe {HELD}\n"
    for taps in ((), ("open wrong",), ("open rule play_on",), ("open rule void",)):
        stage = Stage(Scene(written, taps))
        assert not shows(stage, HELD)
        assert "jack" not in given(stage)


@pytest.mark.parametrize("dealer", ["2s", "7s", "Ks"])
def test_nothing_tells_what_the_dealers_card_is_before_it_is_turned(dealer: str) -> None:
    written = "profile house_manual\n\ndealer Ana\nshoe 2c\nbets 1:25 2:20\ncall\nshoe 7c\nshoe 8h\n"
    hidden = Stage(Scene(written + f"shoe {dealer}\n"))
    other = Stage(Scene(written + "shoe Qd\n"))
    assert hidden.player.due.__class__.__name__ == "Perform"
    assert given(hidden) == given(other)


def test_no_scene_gives_a_face_that_the_view_does_not_have() -> None:
    for name, scene in SCENES.items():
        stage = Stage(scene)
        spots = now_of(stage)["spots"]
        seen = {(one["rank"], one["suit"]) for spot in spots for one in spot["cards"]}
        drawn = {tuple(one.card) for one in stage.player.table.round.draws if one.card and one.place}
        assert {face for face in seen if face[0]} <= drawn, name
