"""RFC 6962, sections 2.1 to 2.1.2, as the definitions are written: recursive, over whole lists."""

from collections.abc import Sequence
from hashlib import sha256


def largest_power_below(n: int) -> int:
    """The largest power of two smaller than n."""
    power = 1
    while power * 2 < n:
        power *= 2
    return power


def tree_hash(leaves: Sequence[bytes]) -> bytes:
    """MTH(D[n])."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return sha256(b"\x00" + leaves[0]).digest()
    k = largest_power_below(len(leaves))
    return sha256(b"\x01" + tree_hash(leaves[:k]) + tree_hash(leaves[k:])).digest()


def audit_path(m: int, leaves: Sequence[bytes]) -> list[bytes]:
    """PATH(m, D[n])."""
    if len(leaves) == 1:
        return []
    k = largest_power_below(len(leaves))
    if m < k:
        return [*audit_path(m, leaves[:k]), tree_hash(leaves[k:])]
    return [*audit_path(m - k, leaves[k:]), tree_hash(leaves[:k])]


def consistency_proof(m: int, leaves: Sequence[bytes], *, whole: bool = True) -> list[bytes]:
    """SUBPROOF(m, D[n], whole), and PROOF(m, D[n]) for the whole tree."""
    if m == len(leaves):
        return [] if whole else [tree_hash(leaves)]
    k = largest_power_below(len(leaves))
    if m <= k:
        return [*consistency_proof(m, leaves[:k], whole=whole), tree_hash(leaves[k:])]
    return [*consistency_proof(m - k, leaves[k:], whole=False), tree_hash(leaves[:k])]
