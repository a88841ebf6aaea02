"""The Merkle tree of RFC 6962 over the hashes of a log's rows: compact state, proofs and their verification.

    leaf  = SHA-256( 0x00 || hash of the row )
    node  = SHA-256( 0x01 || left || right )

A tree of n leaves splits at the largest power of two below n. Row 1 is leaf 0, so the tree that ends with row
`seq` has the size `seq`. A proof is a list of hashes of ranges of leaves; because ranges begin at a multiple
of their own width, each is a tree of its own, and one pass over the rows computes all of them.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Self

HASH_BYTES = 32
EMPTY_ROOT = sha256(b"").digest()
"""The root of a tree without leaves."""
PROOF_HASHES_MAX = 63
"""The most hashes in a proof; 2**63 rows are more than any log can have."""

Range = tuple[int, int]
"""Leaves from the first number up to, and without, the second."""


def leaf_hash(row_hash: bytes) -> bytes:
    """The hash of a leaf."""
    return sha256(b"\x00" + row_hash).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of a node above two others."""
    return sha256(b"\x01" + left + right).digest()


class Frontier:
    """The compact state of a tree: the roots of its complete subtrees, one for each bit that is set in its
    size, the largest first."""

    def __init__(self, size: int = 0, nodes: Iterable[bytes] = ()) -> None:
        self.size = size
        self.nodes = list(nodes)
        if len(self.nodes) != size.bit_count() or any(len(node) != HASH_BYTES for node in self.nodes):
            raise ValueError(f"a tree of {size} leaves has {size.bit_count()} complete subtrees")

    def copy(self) -> Self:
        """An independent copy."""
        return type(self)(self.size, self.nodes)

    def append(self, row_hash: bytes) -> None:
        """Add the next row."""
        node, size, nodes = sha256(b"\x00" + row_hash).digest(), self.size, self.nodes
        # A row completes as many subtrees as the size before it has trailing ones.
        while size & 1:
            node = sha256(b"\x01" + nodes.pop() + node).digest()
            size >>= 1
        nodes.append(node)
        self.size += 1

    def root(self) -> bytes:
        """The root of the tree."""
        if not self.nodes:
            return EMPTY_ROOT
        root = self.nodes[-1]
        for node in reversed(self.nodes[:-1]):
            root = node_hash(node, root)
        return root

    def part(self, first: int, end: int) -> "Frontier":
        """The compact state of the leaves of a range that are in this tree; raise ValueError if the state no
        longer holds their hashes."""
        kept, at, inside = [], 0, 0
        for node in self.nodes:
            # The largest subtree comes first: its width is the highest bit of the leaves that remain.
            width = 1 << ((self.size - at).bit_length() - 1)
            if first <= at and at + width <= end:
                kept.append(node)
                inside += width
            at += width
        if inside != max(0, min(end, self.size) - first):
            raise ValueError("the compact state no longer holds these rows")
        return Frontier(inside, kept)


def split(size: int) -> int:
    """The number of leaves left of the root: the largest power of two below the size."""
    return 1 << ((size - 1).bit_length() - 1)


def inclusion_ranges(index: int, size: int) -> list[Range]:
    """The ranges whose hashes prove that a leaf is in a tree, from the leaf up."""
    if not 0 <= index < size:
        raise ValueError(f"a tree of {size} leaves has no leaf {index}")
    ranges: list[Range] = []
    first, end = 0, size
    while end - first > 1:
        middle = first + split(end - first)
        if index < middle:
            ranges.append((middle, end))
            end = middle
        else:
            ranges.append((first, middle))
            first = middle
    return ranges[::-1]


def consistency_ranges(old: int, size: int) -> list[Range]:
    """The ranges whose hashes prove that a tree continues an older one, in the order of RFC 6962."""
    if not 0 <= old <= size:
        raise ValueError(f"a tree of {size} leaves does not continue one of {old}")
    if old in (0, size):
        return []
    ranges: list[Range] = []
    first, end = 0, size
    while old < end:
        middle = first + split(end - first)
        if old <= middle:
            ranges.append((middle, end))
            end = middle
        else:
            ranges.append((first, middle))
            first = middle
    if first:  # The old root itself is known to the verifier; a subtree of it is not.
        ranges.append((first, end))
    return ranges[::-1]


def hashes_of(ranges: Sequence[Range], start: Frontier, rows: Iterable[bytes]) -> list[bytes]:
    """The hashes of ranges, in one pass over the row hashes that follow `start`; raise ValueError if a range
    needs rows that are not there."""
    waiting = sorted(ranges)
    parts = {one: start.part(*one) for one in waiting}
    waiting = [one for one in waiting if parts[one].size < one[1] - one[0]]
    at, following = start.size, iter(rows)
    for one in waiting:
        part = parts[one]
        while at < one[1]:
            if (row := next(following, None)) is None:
                raise ValueError(f"row {at + 1} is missing")
            if at >= one[0]:
                part.append(row)
            at += 1
    return [parts[one].root() for one in ranges]


def root_by_inclusion(row_hash: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes:
    """The root to which an inclusion proof leads; raise ValueError if it has not the right number of
    hashes."""
    ranges = inclusion_ranges(index, size)
    if len(ranges) != len(proof):
        raise ValueError(f"the proof has {len(proof)} hashes instead of {len(ranges)}")
    root = leaf_hash(row_hash)
    for (first, _), sibling in zip(ranges, proof, strict=True):
        root = node_hash(root, sibling) if first > index else node_hash(sibling, root)
    return root


def is_consistent(old: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]) -> bool:
    """True if the proof shows that the tree with `root` continues the tree with `old_root`."""
    if not 0 <= old <= size or len(proof) != len(ranges := consistency_ranges(old, size)):
        return False
    if not old:
        return old_root == EMPTY_ROOT and (bool(size) or root == EMPTY_ROOT)
    if old == size:
        return old_root == root
    # Both roots are built upwards from the last subtree that the two trees share. A range on its left belongs
    # to both trees; a range on its right only to the newer one.
    steps = list(zip(ranges, proof, strict=True))
    if ranges[0][1] == old:
        (_, shared), *steps = steps
    else:
        shared = old_root
    before = after = shared
    for (first, _), sibling in steps:
        if first >= old:
            after = node_hash(after, sibling)
        else:
            before, after = node_hash(sibling, before), node_hash(sibling, after)
    return before == old_root and after == root
