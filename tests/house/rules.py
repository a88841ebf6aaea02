"""The rules of the house as plain functions: each takes a file's text and returns what is wrong with it."""

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("dealer_station", "drivers", "hw_sim", "ui", "migrations")

FUNCTION_LINES_MAX = 60
MODULE_LINES_MAX = 600

_NOT_OURS = {"__pycache__", "build", "dist"}
_BINARY = {".png", ".ico", ".ttf", ".otf", ".woff2", ".db", ".wav", ".gz", ".zip", ".pyc"}

# Each pattern is written so that it does not match its own line.
_UNFINISHED = re.compile(r"\b(?:TO[D]O|FIX[M]E|XX[X]|NotImplemented[E]rror)\b")
_ELSEWHERE = re.compile(r"\.\./share[d]\b|(?<![\w.])/(?:work|root)[/]")
_REGISTRY = re.compile(r"\b(?:pypi|pythonhosted|npmjs|deb\.debian|crates)\.(?:org|com|io)\b", re.IGNORECASE)

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def files() -> Iterator[Path]:
    """Every text file of the tree that people wrote."""
    pending = [ROOT]
    while pending:
        for path in sorted(pending.pop().iterdir()):
            if path.is_dir():
                hidden = path.name.startswith(".") and path.name != ".ci"
                if not (hidden or path.name in _NOT_OURS or path.suffix == ".egg-info"):
                    pending.append(path)
            elif path.suffix not in _BINARY and path.name != ".git":
                yield path


def python_files() -> list[Path]:
    """The Python of the product and of its tests."""
    return [path for path in files() if path.suffix == ".py"]


@lru_cache(maxsize=1)
def parsed(text: str) -> ast.Module:
    """The tree of a module; several rules in turn look at the same one."""
    return ast.parse(text)


@lru_cache(maxsize=1)
def nodes(text: str) -> tuple[ast.AST, ...]:
    """Every node of a module."""
    return tuple(ast.walk(parsed(text)))


def address(path: Path, line: int) -> str:
    """A file and line as an editor opens it."""
    return f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}:{line}"


def module_faults(path: Path, text: str) -> list[str]:
    """A module opens with its reason and fits in a head."""
    faults = []
    if not ast.get_docstring(parsed(text)):
        faults.append(
            f"{address(path, 1)}: no module docstring; open with one sentence of what the file is for"
        )
    if (count := len(text.splitlines())) > MODULE_LINES_MAX:
        faults.append(
            f"{address(path, count)}: {count} lines; split the module, {MODULE_LINES_MAX} is the most"
        )
    return faults


def function_faults(path: Path, text: str) -> list[str]:
    """A function fits on a screen and its docstring is one paragraph."""
    faults = []
    for node in nodes(text):
        if not isinstance(node, _Function):
            continue
        where = f"{address(path, node.lineno)}: {node.name}"
        if (count := _lines(node)) > FUNCTION_LINES_MAX:
            faults.append(f"{where} has {count} lines; split it, {FUNCTION_LINES_MAX} is the most")
        if "\n\n" in (ast.get_docstring(node) or "") and not is_help_text(node):
            faults.append(
                f"{where} has a docstring of several paragraphs; keep one, move the rest to comments"
            )
    return faults


def is_help_text(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """The docstring of a command is what its --help prints, and may have paragraphs."""
    return any(".command(" in ast.unparse(decorator) for decorator in node.decorator_list)


def _lines(node: _Function) -> int:
    """Lines from def to the end, without the docstring."""
    count = (node.end_lineno or node.lineno) - node.lineno + 1
    if ast.get_docstring(node) is not None:
        count -= (node.body[0].end_lineno or 0) - node.body[0].lineno + 1
    return count


def word_faults(path: Path, text: str) -> list[str]:
    """Nothing unfinished, nothing that names a place outside the tree, no package registry."""
    advice = (
        (_UNFINISHED, "finish it, or leave it out and say so in ARCHITECTURE.md"),
        (_ELSEWHERE, "the product stands alone; use a path inside the tree"),
        (_REGISTRY, "name packages, never the host that serves them"),
    )
    return [
        f"{address(path, number)}: {match[0]!r} found; {what_to_do}"
        for number, line in enumerate(text.splitlines(), start=1)
        for pattern, what_to_do in advice
        if (match := pattern.search(line))
    ]


def engine_faults(path: Path, text: str) -> list[str]:
    """The engine reads no file, prints nothing and asks nobody."""
    return [
        f"{address(path, node.lineno)}: the engine calls {node.func.id}(); it is pure, let its caller do that"
        for node in nodes(text)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"open", "print", "input", "exec", "eval", "__import__"}
    ]
