"""The tree and its proofs are those of RFC 6962, whichever row the computation starts from."""

from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_station.log.transparency.tree import (
    EMPTY_ROOT,
    Frontier,
    consistency_ranges,
    hashes_of,
    inclusion_ranges,
    is_consistent,
    root_by_inclusion,
)
from tests.log.transparency import naive

MOST = 130
ROWS = [sha256(bytes([number])).digest() for number in range(MOST)]
ROOTS = [naive.tree_hash(ROWS[:size]) for size in range(MOST + 1)]
sizes = st.integers(1, MOST)


def frontier(size: int) -> Frontier:
    state = Frontier()
    for row in ROWS[:size]:
        state.append(row)
    return state


def flipped(raw: bytes, bit: int) -> bytes:
    return (int.from_bytes(raw) ^ (1 << bit)).to_bytes(len(raw))


def test_every_root_is_the_defined_one_and_the_state_is_compact() -> None:
    state = Frontier()
    assert state.root() == EMPTY_ROOT == ROOTS[0]
    for size, row in enumerate(ROWS, start=1):
        state.append(row)
        assert state.root() == ROOTS[size]
        assert len(state.nodes) == size.bit_count() <= size.bit_length()
    assert (2**25 - 1).bit_count() == 25  # The longest state of a log of 33 million rows.


@given(st.data(), sizes)
@settings(max_examples=150, deadline=None)
def test_a_row_is_proved_from_any_earlier_state(data: st.DataObject, size: int) -> None:
    index = data.draw(st.integers(0, size - 1))
    start = data.draw(st.integers(0, index))
    proof = hashes_of(inclusion_ranges(index, size), frontier(start), ROWS[start:])
    assert proof == naive.audit_path(index, ROWS[:size])
    assert root_by_inclusion(ROWS[index], index, size, proof) == ROOTS[size]


@given(st.data(), st.integers(2, MOST))
@settings(max_examples=150, deadline=None)
def test_a_changed_row_index_or_hash_leads_to_another_root(data: st.DataObject, size: int) -> None:
    index = data.draw(st.integers(0, size - 1))
    proof = naive.audit_path(index, ROWS[:size])
    bit, at = data.draw(st.integers(0, 255)), data.draw(st.integers(0, len(proof) - 1))
    assert root_by_inclusion(flipped(ROWS[index], bit), index, size, proof) != ROOTS[size]
    changed = [*proof[:at], flipped(proof[at], bit), *proof[at + 1 :]]
    assert root_by_inclusion(ROWS[index], index, size, changed) != ROOTS[size]
    for wrong in (proof[:-1], [*proof, proof[0]]):
        with pytest.raises(ValueError, match="hashes instead of"):
            root_by_inclusion(ROWS[index], index, size, wrong)


@given(st.data(), sizes)
@settings(max_examples=150, deadline=None)
def test_growth_is_proved_from_any_earlier_state(data: st.DataObject, size: int) -> None:
    old = data.draw(st.integers(1, size))
    start = data.draw(st.integers(0, old))
    proof = hashes_of(consistency_ranges(old, size), frontier(start), ROWS[start:])
    assert proof == naive.consistency_proof(old, ROWS[:size])
    assert is_consistent(old, ROOTS[old], size, ROOTS[size], proof)


@given(st.data(), st.integers(2, MOST))
@settings(max_examples=150, deadline=None)
def test_a_rewritten_or_shorter_tree_is_not_consistent(data: st.DataObject, size: int) -> None:
    old = data.draw(st.integers(1, size - 1))
    changed = data.draw(st.integers(0, old - 1))
    rewritten = [*ROWS[:changed], sha256(b"other").digest(), *ROWS[changed + 1 : size]]
    proof = naive.consistency_proof(old, rewritten)
    assert not is_consistent(old, ROOTS[old], size, naive.tree_hash(rewritten), proof)
    good = naive.consistency_proof(old, ROWS[:size])
    at, bit = data.draw(st.integers(0, len(good) - 1)), data.draw(st.integers(0, 255))
    bad = [*good[:at], flipped(good[at], bit), *good[at + 1 :]]
    assert not is_consistent(old, ROOTS[old], size, ROOTS[size], bad)
    assert not is_consistent(old, ROOTS[old], size, ROOTS[size], good[:-1])
    assert not is_consistent(old, ROOTS[old], size, ROOTS[size], [*good, good[0]])
    assert not is_consistent(size, ROOTS[size], old, ROOTS[old], good)


def test_the_empty_tree_and_the_same_tree_need_no_proof() -> None:
    assert is_consistent(0, EMPTY_ROOT, 5, ROOTS[5], ())
    assert is_consistent(0, EMPTY_ROOT, 0, EMPTY_ROOT, ())
    assert not is_consistent(0, EMPTY_ROOT, 0, ROOTS[5], ())
    assert not is_consistent(0, EMPTY_ROOT, 5, ROOTS[5], (ROOTS[1],))
    assert is_consistent(5, ROOTS[5], 5, ROOTS[5], ())
    assert not is_consistent(5, ROOTS[5], 5, ROOTS[4], ())


def test_a_state_that_has_forgotten_a_row_makes_no_proof_of_it() -> None:
    with pytest.raises(ValueError, match="no longer holds"):
        hashes_of(inclusion_ranges(3, 20), frontier(16), ROWS[16:20])
    with pytest.raises(ValueError, match="row 19 is missing"):
        hashes_of(inclusion_ranges(3, 20), frontier(0), ROWS[:18])
    with pytest.raises(ValueError, match="complete subtrees"):
        Frontier(7, ROOTS[:2])
