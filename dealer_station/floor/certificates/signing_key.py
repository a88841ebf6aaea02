"""The floor's signing key: it signs what the floor's people do.

FOLDER/signing.key   private: on the machines where the floor's people work, and nowhere else
FOLDER/signing.pub   public: for everybody who verifies the floor"""

import os
from pathlib import Path

from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.certificates.authority import write_private
from dealer_station.log.integrity import keys, sign

PRIVATE, PUBLIC = "signing.key", "signing.pub"
KEY_BYTES = 32


def load_or_make(folder: Path) -> bytes:
    """The private key of a floor; a folder that has none gets one."""
    if not (folder / PRIVATE).exists():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            key = os.urandom(KEY_BYTES)
            public = sign.public_key(key)
            (folder / PUBLIC).write_text(f"Dealer Station floor key, public\n{public.hex()}\n", "ascii")
            # The private key comes last and under its final name at once, so that there is never half a key.
            unfinished = folder / f"{PRIVATE}.new"
            write_private(
                unfinished, f"Dealer Station floor key, PRIVATE: signs deeds\n{key.hex()}\n".encode()
            )
            unfinished.replace(folder / PRIVATE)
        except OSError as error:
            raise FloorError(f"{error.filename or folder}: cannot be written: {error.strerror}") from error
    return keys.read(folder / PRIVATE)


def public_if_known(folder: Path) -> bytes | None:
    """The public key of a floor; None if the folder does not have it."""
    path = folder / PUBLIC
    return keys.read(path) if path.exists() else None
