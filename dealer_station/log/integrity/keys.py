"""Key files: the station keeps the keys that sign and seal, and never the key that opens seals.

FOLDER/signing.key   private: signs checkpoints, readable by the station alone
FOLDER/signing.pub   public: the argument of `log verify --key`
FOLDER/escrow.pub    public: burn cards are sealed to it
elsewhere            private escrow key: opens burn cards; written once, to a path that the user names

A change of keys has three steps: `fresh` writes new keys to FOLDER/next, the log names them and the old key
signs that row, and `take_over` moves them into place. If the change is interrupted after the second step,
`load` or `load_named` completes it.
"""

import os
import shutil
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from nacl.public import PrivateKey
from nacl.signing import SigningKey

from dealer_station.engine.model.errors import KeyFaultError
from dealer_station.log.store.durable_rename import put_in_place

_BYTES = 32
_ESCROW = "escrow key, public"
_THROWN_AWAY = "escrow key, public: nobody holds its private half"


class Keys(Struct, frozen=True):
    """The keys with which a station signs and seals."""

    signing: bytes
    """The private signing key; the public key is derived from it."""
    escrow: bytes
    """The public escrow key."""

    @property
    def signer(self) -> bytes:
        """The public signing key."""
        return bytes(SigningKey(self.signing).verify_key)


def make(folder: Path, escrow_path: Path | None) -> Keys:
    """Make new key pairs; without `escrow_path` the private escrow key is discarded and seals can never be
    opened."""
    if (folder / "signing.key").exists():
        raise KeyFaultError(f"{folder}: keys already exist; `dealer-station keys rotate` replaces them")
    signing, escrow = SigningKey.generate(), PrivateKey.generate()
    if escrow_path is not None:
        keep_escrow(escrow, escrow_path, folder)
    words = _THROWN_AWAY if escrow_path is None else _ESCROW
    try:
        return install(folder, Keys(bytes(signing), bytes(escrow.public_key)), words)
    except BaseException:
        if escrow_path is not None:
            escrow_path.unlink()  # No station uses this key, so nothing will be sealed to it.
        raise


def fresh(folder: Path, escrow_path: Path) -> Keys:
    """Make new key pairs in the folder `next`, not in use yet; write the private escrow key to
    `escrow_path`."""
    escrow = PrivateKey.generate()
    keep_escrow(escrow, escrow_path, folder)
    try:
        return install(folder / "next", Keys(bytes(SigningKey.generate()), bytes(escrow.public_key)))
    except BaseException:
        # The change failed as a whole: nothing will be sealed to this key.
        escrow_path.unlink()
        shutil.rmtree(folder / "next", ignore_errors=True)
        raise


def install(folder: Path, keys: Keys, escrow_words: str = _ESCROW) -> Keys:
    """Write the station's key files; the private key comes last, because its presence marks the set as
    complete."""
    folder.mkdir(parents=True, exist_ok=True)
    write_key(folder / "signing.pub", "signing key, public", keys.signer, private=False)
    write_key(folder / "escrow.pub", escrow_words, keys.escrow, private=False)
    write_key(
        folder / "signing.key", "signing key, PRIVATE: stays on this station", keys.signing, private=True
    )
    return keys


def take_over(folder: Path) -> Keys:
    """Make the keys in `next` those of the station; also completes a change that was interrupted."""
    keys = install(folder, load(folder / "next"))
    shutil.rmtree(folder / "next")
    return keys


def is_changing(folder: Path) -> bool:
    """True if a change of keys was begun and not finished."""
    return (folder / "next" / "signing.key").exists()


def _is_half_changed(folder: Path) -> bool:
    """True if some key files are already new; this happens only after the log has named the new keys."""
    if not is_changing(folder):
        return False
    try:
        waiting = load(folder / "next")
        public, private = read(folder / "signing.pub"), read(folder / "signing.key")
    except KeyFaultError:
        return False  # The set in `next` is incomplete, so the log never named it.
    return public == waiting.signer and private != waiting.signing


def load_named(folder: Path, signer: str) -> Keys:
    """Return the keys that a log names; complete the change of keys if the log names those in `next`."""
    keys = load(folder)
    if keys.signer.hex() != signer and load(folder / "next").signer.hex() == signer:
        return take_over(folder)
    return keys


def keep_escrow(escrow: PrivateKey, path: Path, folder: Path) -> None:
    """Write the private escrow key; refuse a path in the station's key folder and never overwrite a file."""
    if path.resolve().is_relative_to(folder.resolve()):
        raise KeyFaultError(
            f"{path}: the private escrow key must not stay on the station; name a path elsewhere"
        )
    if path.exists():
        raise KeyFaultError(f"{path}: already exists; an escrow key is never overwritten")
    write_key(
        path,
        "escrow key, PRIVATE: opens burn cards, keep it away from the table",
        bytes(escrow),
        private=True,
    )


def load(folder: Path) -> Keys:
    """Return the keys of a station; complete a change of keys that stopped between two files."""
    if _is_half_changed(folder):
        return take_over(folder)
    keys = Keys(read(folder / "signing.key"), read(folder / "escrow.pub"))
    public = folder / "signing.pub"
    if public.exists() and read(public) != keys.signer:
        raise KeyFaultError(f"{public}: does not belong to signing.key beside it; one of them was changed")
    return keys


def escrow_is_held(folder: Path) -> bool:
    """True if the private escrow key was given to somebody when the keys were made."""
    return _THROWN_AWAY not in (folder / "escrow.pub").read_text("ascii", errors="replace")


def how_to_make(folder: Path) -> str:
    """The command that makes keys with an escrow key that somebody keeps."""
    return f"`dealer-station keys make {folder} --escrow FILE`, where FILE is on a medium that you take away"


def read(path: Path) -> bytes:
    """Read a key from its file: the last line, in hex."""
    try:
        return from_hex(path.read_text("ascii").splitlines()[-1])
    except OSError as error:
        raise KeyFaultError(
            f"{path}: cannot be read: {error.strerror}; create keys with `dealer-station keys make FOLDER "
            "--escrow FILE`"
        ) from error
    except (ValueError, IndexError) as error:
        raise KeyFaultError(f"{path}: holds no key; expected 64 hex digits on its last line") from error


def from_hex(text: str) -> bytes:
    """Return a key from its hex digits; raise ValueError if the length is wrong."""
    raw = bytes.fromhex(text)
    if len(raw) != _BYTES:
        raise ValueError(text)
    return raw


def fingerprint(key: bytes) -> str:
    """The first 16 hex digits of a public key in groups of four, short enough to compare aloud."""
    text = key.hex()[:16]
    return " ".join(text[at : at + 4] for at in range(0, len(text), 4))


def write_key(path: Path, words: str, key: bytes, *, private: bool) -> None:
    """Write a key file atomically, so that nobody reads half a key."""
    temporary = path.with_name(path.name + ".new")
    try:
        fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600 if private else 0o644)
        with os.fdopen(fd, "w", encoding="ascii") as file:
            file.write(f"Dealer Station {words}\n{key.hex()}\n")
            file.flush()
            os.fsync(file.fileno())
        put_in_place(temporary, path)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink()
        raise KeyFaultError(f"{path}: cannot be written: {error.strerror}") from error
