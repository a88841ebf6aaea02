"""Orders the steps of a walk and draws them: numbered in order of play, with merged ways and marked loops."""

from dealer_station.engine.words.prompts import STEPS
from tools.documents.explore import Node, Walk

ORDER = list(STEPS)


def in_order_of_play(found: Walk) -> list[Node]:
    """The steps sorted so that each precedes its successors, as far as the loops of the game allow."""
    # This is a depth-first topological sort in reverse postorder; edges that close a loop are ignored because
    # their end was already seen.
    following: dict[Node, list[Node]] = {}
    for start, end in found.causes:
        following.setdefault(start, []).append(end)
    done: list[Node] = []
    seen: set[Node] = set()

    def visit(node: Node) -> None:
        seen.add(node)
        # Visit late steps last, so that they end up next to the steps that lead to them.
        for end in sorted(following.get(node, []), key=lambda end: (ORDER.index(end.step), end.when)):
            if end not in seen:
                visit(end)
        done.append(node)

    visit(next(iter(found.ways)))
    return done[::-1]


def words_of(node: Node) -> str:
    """The name of a step in the drawing and the list."""
    return f"{node.step} ({node.when})" if node.when else node.step


def drawing(found: Walk, order: list[Node], *, of_the_shoe: bool) -> list[str]:
    """The drawing of a shoe's life or of the round; the other part appears as a single box."""
    other = "round" if of_the_shoe else "shoe"
    inside = [node for node in order if (node in found.of_the_shoe) == of_the_shoe]
    names = {node: f"s{order.index(node) + 1}" for node in inside}
    ways: dict[tuple[str, str], list[str]] = {}
    for (start, end), causes in found.causes.items():
        ends = names.get(start, other), names.get(end, other)
        if ends[0] != ends[1]:
            ways.setdefault(ends, []).extend(cause for cause in causes if cause not in ways.get(ends, []))
    lines = ["```mermaid", "flowchart TD"]
    if of_the_shoe:
        lines += ['    closed(["A closed table"])', '    round(["A round"])']
        ways["closed", names[order[0]]] = ["done"]
    elif found.of_the_shoe:
        lines.append('    shoe(["The next shoe"])')
    for node in inside:
        again = " ↻" if (node, node) in found.causes else ""
        lines.append(f'    {names[node]}["{order.index(node) + 1} · {words_of(node)}{again}"]')
    return [*lines, *_arrows(ways, ["closed", "round", "shoe", *names.values()]), "```", ""]


def _arrows(ways: dict[tuple[str, str], list[str]], names: list[str]) -> list[str]:
    """One arrow between two steps; if play goes both ways, one arrow with two heads."""
    lines = []
    drawn: set[tuple[str, str]] = set()
    for start, end in sorted(ways, key=lambda way: (names.index(way[0]), names.index(way[1]))):
        if (start, end) in drawn:
            continue
        drawn.add((start, end))
        back = ways.get((end, start))
        causes = " or ".join(ways[start, end])
        if back and start not in ("round", "shoe") and end not in ("round", "shoe"):
            drawn.add((end, start))
            lines.append(f'    {start} <-->|"{causes}; back: {" or ".join(back)}"| {end}')
        elif causes == "done":
            lines.append(f"    {start} --> {end}")
        else:
            lines.append(f'    {start} -->|"{causes}"| {end}')
    return lines
