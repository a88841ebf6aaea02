"""One name, one thing: public class names are unique, and the names that a log stores never change."""

import ast
from collections import defaultdict
from typing import get_args

from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.values import Later
from dealer_station.log.store.records import Record
from tests.house.rules import ROOMS, ROOT

STORED = ROOT / "tests" / "house" / "stored_tags.txt"


def test_no_two_public_classes_share_a_name() -> None:
    places = defaultdict(list)
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            for node in ast.parse(path.read_text("utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places[node.name].append(path.relative_to(ROOT).as_posix())
    twice = {name: paths for name, paths in places.items() if len(paths) > 1}
    assert not twice, f"rename all but one: {twice}"


def test_the_tags_that_a_log_stores_are_those_that_it_has_always_had() -> None:
    """A class that is renamed keeps its tag; a new one adds its own to the list."""
    kinds = {"observation": Observation, "event": Event, "later": Later, "record": Record}
    tags = [
        f"{part} {kind.__struct_config__.tag}" for part, union in kinds.items() for kind in get_args(union)
    ]
    assert sorted(tags) == STORED.read_text("utf-8").splitlines(), f"{STORED.name} lists every stored tag"
