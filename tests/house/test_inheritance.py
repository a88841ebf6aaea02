"""The simulator is put together from parts: a class there has at most one class of the project above it."""

import ast
from collections.abc import Mapping

from tests.house.rules import ROOMS, ROOT

LEVELS_MAX = 2
"""A class and its base. Protocols, and classes of the standard library or another package, are no levels."""

Class = tuple[str, str]
"""A module and the name of a class in it."""


def deep_chains(modules: Mapping[str, str], room: str) -> list[str]:
    """Each class of the room, given as module names and their texts, whose chain of bases is too long."""
    bases = _bases(modules)
    return [
        " > ".join(f"{module}.{name}" for module, name in chain)
        for one in bases
        if one[0].split(".")[0] == room and len(chain := _chain(one, bases)) > LEVELS_MAX
    ]


def _bases(modules: Mapping[str, str]) -> dict[Class, list[Class]]:
    """The bases of each class that is no protocol, in the module where each was imported from."""
    found: dict[Class, list[Class]] = {}
    for module, text in modules.items():
        tree = ast.parse(text)
        origin: dict[str, Class] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                origin |= {alias.asname or alias.name: (node.module, alias.name) for alias in node.names}
            elif isinstance(node, ast.Import):
                origin |= {alias.asname or alias.name: (alias.name, "") for alias in node.names}
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                names = [ast.unparse(base).partition("[")[0] for base in node.bases]
                if "Protocol" not in names:
                    found[module, node.name] = [_resolved(name, module, origin) for name in names]
    return found


def _resolved(name: str, module: str, origin: Mapping[str, Class]) -> Class:
    """The class that a base names: `Base`, or `module.Base` after an import of the module."""
    before, dot, last = name.rpartition(".")
    if not dot:
        return origin.get(name, (module, name))
    source, inside = origin.get(before, (before, ""))
    return f"{source}.{inside}" if inside else source, last


def _chain(one: Class, bases: Mapping[Class, list[Class]]) -> list[Class]:
    """The longest chain of project classes from this class up."""
    above = [_chain(base, bases) for base in bases[one] if base in bases]
    return [one, *max(above, key=len, default=[])]


def test_no_class_of_the_simulator_has_a_deep_chain_of_bases() -> None:
    modules = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): path.read_text("utf-8")
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
    }
    faults = deep_chains(modules, "hw_sim")
    assert not faults, "make it a part of the other class instead:\n" + "\n".join(faults)


def test_a_deep_chain_is_found_across_modules_and_spellings() -> None:
    modules = {
        "drivers.a": "class Base: ...",
        "hw_sim.b": "from drivers import a\nclass Middle(a.Base): ...",
        "hw_sim.c": "from hw_sim.b import Middle as M\nclass Last(M): ...",
        "hw_sim.d": "import drivers.a\nclass Last(List[T], Inner[T]): ...\nclass Inner(drivers.a.Base): ...",
    }
    assert deep_chains(modules, "hw_sim") == [
        "hw_sim.c.Last > hw_sim.b.Middle > drivers.a.Base",
        "hw_sim.d.Last > hw_sim.d.Inner > drivers.a.Base",
    ]
    assert deep_chains(modules, "drivers") == []


def test_protocols_and_outside_classes_are_no_levels() -> None:
    modules = {
        "hw_sim.a": "class Shape(Protocol): ...\nclass Base(Shape, Struct): ...\nclass Last(Base): ...",
    }
    assert deep_chains(modules, "hw_sim") == []
