"""Finds code that takes a sentence for people apart: that searches, splits, compares or looks one up.

A sentence is known by where it comes from: a field or a name that holds words for people, `said`, `joined` or
`Sentence`, the text of an exception, or a local name that was given one of these.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.house.rules import address

FIELDS = {"detail", "reason", "words", "why", "message", "sentence", "technical", "because", "known"}
"""Attributes that hold a sentence."""
NAMES = {"detail", "reason", "why", "message", "sentence"}
"""Local names that hold a sentence, wherever they come from."""
MAKERS = {"said", "joined", "Sentence"}
TAKES_APART = {
    *("startswith", "endswith", "find", "rfind", "index", "rindex", "count"),
    *("split", "rsplit", "partition", "rpartition", "splitlines", "removeprefix", "removesuffix"),
}
STILL_A_SENTENCE = {"lower", "upper", "casefold", "strip", "lstrip", "rstrip", "replace", "capitalize"}
PATTERNS = {"search", "match", "fullmatch", "findall", "finditer", "sub", "subn"}

_Scope = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def sentence_faults(path: Path, text: str) -> list[str]:
    """Every place of a module that depends on the wording of a sentence."""
    tree = ast.parse(text)
    found: dict[int, str] = {}
    for scope in ast.walk(tree):
        if isinstance(scope, _Scope):
            known = _names_of_sentences(scope)
            for node in _own(scope):
                if what := _fault(node, known):
                    found[node.lineno] = what
    return [f"{address(path, line)}: {what}; compare a code instead" for line, what in sorted(found.items())]


def _own(scope: _Scope) -> Iterator[ast.expr | ast.stmt]:
    """The statements and expressions of a scope, without those of the functions inside it."""
    body = [scope.body] if isinstance(scope, ast.Lambda) else scope.body
    pending: list[ast.AST] = [*body]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.expr | ast.stmt):
            yield node
        if not isinstance(node, _Scope):
            pending += ast.iter_child_nodes(node)


def _names_of_sentences(scope: _Scope) -> set[str]:
    """Local names that hold a sentence; a few passes follow one name to the next."""
    known = set(NAMES)
    caught = {
        handler.name
        for handler in ast.walk(scope)
        if isinstance(handler, ast.ExceptHandler) and handler.name is not None
    }
    known |= {f"str({name})" for name in caught}
    for _ in range(3):
        for node in _own(scope):
            match node:
                case ast.Assign(targets=[target], value=value) if _is_sentence(value, known):
                    known |= _bound(target)
                case ast.NamedExpr(target=target, value=value) if _is_sentence(value, known):
                    known |= _bound(target)
                case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                    for target, value in zip(targets, values, strict=False):
                        known |= _bound(target) if _is_sentence(value, known) else set()
                case ast.Assign(targets=[target], value=ast.Call(func=ast.Attribute(value=value, attr=attr))):
                    # What was cut out of a sentence is a piece of it.
                    known |= _bound(target) if attr in TAKES_APART and _is_sentence(value, known) else set()
                case _:
                    pass
    return known


def _bound(target: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name) and node.id != "_"}


def _is_sentence(node: ast.expr, known: set[str]) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id="shown") | ast.Attribute(attr="shown"), attr="fault"):
            return True
        case ast.Attribute(attr=attr):
            return attr in FIELDS
        case ast.Name(id=name):
            return name in known
        case ast.Call(func=ast.Name(id="str"), args=[ast.Name(id=name)]):
            return f"str({name})" in known or name in known
        case ast.Call(func=ast.Name(id=name)):
            return name in MAKERS
        case ast.Call(func=ast.Attribute(value=value, attr=attr)):
            return attr in STILL_A_SENTENCE and _is_sentence(value, known)
        case ast.BoolOp(values=values):
            return any(_is_sentence(value, known) for value in values)
        case ast.IfExp(body=body, orelse=orelse):
            return _is_sentence(body, known) or _is_sentence(orelse, known)
    return False


def _fault(node: ast.expr | ast.stmt, known: set[str]) -> str:
    match node:
        case ast.Compare(left=left, ops=[ast.In() | ast.NotIn()], comparators=[right]):
            if _is_sentence(right, known) or (_is_phrase(left) and _is_name(right, "words")):
                return "searches a sentence for a phrase"
        case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
            for one, other in ((left, right), (right, left)):
                if _is_sentence(one, known) and isinstance(other, ast.Constant) and other.value:
                    return "compares a sentence with a text"
        case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in TAKES_APART:
            if _is_sentence(value, known):
                return f"takes a sentence apart with {attr}"
        case ast.Call(func=ast.Attribute(value=value, attr=attr), args=args) if attr in PATTERNS:
            if any(_is_sentence(arg, known) for arg in args) and not _is_sentence(value, known):
                return "matches a sentence against a pattern"
        case ast.Subscript(value=ast.Name(id=table), slice=key) if table.isupper():
            if _is_sentence(key, known):
                return "looks something up by a sentence"
        case ast.Call(func=ast.Attribute(value=ast.Name(id=table), attr="get"), args=[key, *_]):
            if table.isupper() and _is_sentence(key, known):
                return "looks something up by a sentence"
        case ast.Match(subject=subject, cases=cases) if _is_sentence(subject, known):
            # A message of a link is matched by its class; a sentence only by its text.
            if any(isinstance(part, ast.MatchValue) for case in cases for part in ast.walk(case.pattern)):
                return "branches on a sentence"
        case _:
            pass
    return ""


def _is_phrase(node: ast.expr) -> bool:
    """A text, or a constant that may name one."""
    if isinstance(node, ast.Name):
        return node.id.isupper()
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
