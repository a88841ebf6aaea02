"""Signed notes: what the specification shows is accepted, and nothing that differs in a bit."""

from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_station.engine.model.errors import ProofFaultError
from dealer_station.log.transparency.note import SignedNote, read_note, read_signature
from dealer_station.log.transparency.note_keys import LOG, WITNESS, NoteSigner, read_key
from dealer_station.log.transparency.tree_head import TreeHead, head_of, log_signer, origin_of
from dealer_station.log.transparency.witness_request import WitnessRequest, read_request

ORIGIN = origin_of(sha256(b"row 2").digest())
SIGNER = log_signer(ORIGIN, bytes(range(32)))
WATCHER = NoteSigner("surveillance.example/w1", WITNESS, bytes(range(1, 33)))
HEAD = TreeHead(ORIGIN, 82, sha256(b"root").digest())
NOTE = HEAD.note(SIGNER).signed_by(WATCHER, 1_794_830_400)
KEYS = (SIGNER.key, WATCHER.key)

# The public example of the signed-note specification: a fact, not prose.
EXAMPLE_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
EXAMPLE = (
    "This is an example message.\n\n— example.com/foo "
    "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)


def test_the_example_of_the_specification_verifies() -> None:
    key = read_key(EXAMPLE_KEY)
    assert read_note(EXAMPLE.encode()).times((key,)) == {key: 0}
    assert key.text == EXAMPLE_KEY


def test_a_note_comes_back_as_it_was_written() -> None:
    read = read_note(str(NOTE).encode())
    assert read == NOTE
    assert head_of(read) == HEAD
    assert read.times(KEYS) == {SIGNER.key: 0, WATCHER.key: 1_794_830_400}
    assert [read_key(key.text) for key in KEYS] == [*KEYS]


def accept(raw: bytes) -> None:
    """Raise ProofFaultError unless the log and the witness signed the note."""
    note = read_note(raw)
    head_of(note)
    for key in KEYS:
        note.check_signed_by(key)


@given(st.integers(0, len(str(NOTE).encode()) * 8 - 1))
@settings(max_examples=400, deadline=None)
def test_no_note_with_a_flipped_bit_counts_as_signed_by_both(bit: int) -> None:
    raw = bytearray(str(NOTE).encode())
    raw[bit // 8] ^= 1 << bit % 8
    with pytest.raises(ProofFaultError):
        accept(bytes(raw))


def test_lines_of_unknown_keys_are_kept_and_ignored() -> None:
    post_quantum = f"— {ORIGIN} {'A' * 4_000}\n"
    note = read_note((str(NOTE) + post_quantum).encode())
    assert note.times(KEYS) == NOTE.times(KEYS)
    assert str(note).endswith(post_quantum)
    stranger = NoteSigner(WATCHER.name, WITNESS, bytes(32))
    assert NOTE.times((stranger.key,)) == {}


def test_one_bad_signature_of_a_known_key_spoils_the_note() -> None:
    good = NOTE.signatures[0]
    forged = SignedNote(NOTE.text, (good, good.__class__(good.name, good.key_id, bytes(64))))
    with pytest.raises(ProofFaultError, match="not genuine"):
        forged.times(KEYS)


def test_a_cosignature_is_no_signature_of_a_log_and_has_a_time() -> None:
    twin = NoteSigner(WATCHER.name, LOG, WATCHER.seed)
    assert twin.key.id != WATCHER.key.id
    text = HEAD.text.encode()
    assert WATCHER.key.signed_at(text, WATCHER.sign(text, 7)) == 7
    assert WATCHER.key.signed_at(text, twin.sign(text)) is None
    assert WATCHER.key.signed_at(text, WATCHER.sign(text, 0)) is None
    assert WATCHER.key.signed_at(text, WATCHER.sign(text, 2**63)) is None
    assert twin.key.signed_at(text, WATCHER.sign(text, 7)) is None


def test_a_newer_signature_replaces_that_of_the_same_key() -> None:
    again = NOTE.signed_by(WATCHER, 1_794_830_500)
    assert len(again.signatures) == 2
    assert again.times(KEYS)[WATCHER.key] == 1_794_830_500


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "needs a text"),
        (b"text\n", "needs a text"),
        (b"text\n\n", "needs a text"),
        (b"text\n\nno dash\n", "not a signature line"),
        (f"text\n\n{NOTE.signatures[0].line}".encode()[:-1], "needs a text"),
        (b"text\r\n\n\xe2\x80\x94 a AAAAAAAA\n", "control characters"),
        (b"\xff\n\n\xe2\x80\x94 a AAAAAAAA\n", "UTF-8"),
        (b"text\n\n\xe2\x80\x94 a AAAA\n", "not a signature line"),
        (b"text\n\n" + b"\xe2\x80\x94 a AAAAAAAA\n" * 65, "more than 64"),
        (b"x" * 300_000, "bytes"),
    ],
)
def test_a_malformed_note_is_refused_with_the_reason(raw: bytes, why: str) -> None:
    with pytest.raises(ProofFaultError, match=why) as caught:
        read_note(raw)
    assert caught.value.trouble == "malformed"


@pytest.mark.parametrize(
    "text",
    [
        "origin\n1\n",
        "origin\n01\nroot\n",
        f"origin\n٣\n{'A' * 43}=\n",
        f"origin\n-1\n{'A' * 43}=\n",
        f"origin\n{2**62}\n{'A' * 43}=\n",
        "origin\n1\nAAAA\n",
        f"origin\n1\n{'A' * 42}B=\n",
        f"\n1\n{'A' * 43}=\n",
        f"origin\n1\n{'A' * 43}=\n\nmore\n",
    ],
)
def test_a_note_that_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(ProofFaultError):
        head_of(SignedNote(text, ()))


def test_extension_lines_are_signed_and_passed_on() -> None:
    longer = TreeHead(ORIGIN, 82, HEAD.root, ("a line",))
    assert head_of(read_note(str(longer.note(SIGNER)).encode())) == longer


@pytest.mark.parametrize(
    "text",
    ["", "name", EXAMPLE_KEY.replace("530d", "530e"), EXAMPLE_KEY[:-4], EXAMPLE_KEY.replace("foo", "f oo")],
)
def test_a_damaged_verifier_key_is_refused(text: str) -> None:
    with pytest.raises(ProofFaultError):
        read_key(text)
    with pytest.raises(ProofFaultError, match="type 6"):
        read_key(f"name+00000000+{'Bg' + 'A' * 42}")


def test_a_request_comes_back_as_it_was_written() -> None:
    request = WitnessRequest(40, (HEAD.root, HEAD.root), NOTE)
    assert read_request(request.body) == request
    assert read_request(WitnessRequest(0, (), NOTE).body).proof == ()
    for bad in (b"", b"old 1\n", b"old x\n\n", b"new 1\n\n", request.body.replace(b"old 40", b"old 040")):
        with pytest.raises(ProofFaultError):
            read_request(bad)
    with pytest.raises(ProofFaultError, match="more than 63"):
        read_request(WitnessRequest(1, (HEAD.root,) * 64, NOTE).body)


def test_a_signature_line_has_one_spelling() -> None:
    line = NOTE.signatures[0].line[:-1]
    assert read_signature(line) == NOTE.signatures[0]
    with pytest.raises(ProofFaultError):
        read_signature(line.replace("=", ""))
