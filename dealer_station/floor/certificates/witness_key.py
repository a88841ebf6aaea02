"""The key with which the floor cosigns notes, shared by all gateways of a floor.

FOLDER/witness.key   private: beside ca.key on the machines of the gateways, and nowhere else

Its name in cosignatures follows from the key itself, so that every gateway writes the same."""

import os
from datetime import datetime
from pathlib import Path

from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.certificates.authority import write_private
from dealer_station.log.integrity import keys, sign
from dealer_station.log.store.durable_rename import put_in_place
from dealer_station.log.transparency.note_keys import WITNESS, NoteSigner

FILE = "witness.key"
KEY_BYTES = 32


def make(folder: Path) -> NoteSigner:
    """Make the key of a floor that has none; never overwrites one."""
    if not (folder / FILE).exists():
        text = f"Dealer Station floor, witness key, PRIVATE: cosigns notes\n{os.urandom(KEY_BYTES).hex()}\n"
        # The key gets its name when it is complete, so that there is never half a key.
        unfinished = folder / f"{FILE}.new"
        try:
            write_private(unfinished, text.encode())
            put_in_place(unfinished, folder / FILE)
        except OSError as error:
            raise FloorError(f"{error.filename or folder}: cannot be written: {error.strerror}") from error
    return load(folder)


def set_aside(folder: Path, now: datetime) -> None:
    """Rename the key of a floor that gets a new one."""
    if (folder / FILE).exists():
        put_in_place(folder / FILE, folder / f"{FILE}.until-{now:%Y%m%dT%H%M%S}")


def load(folder: Path) -> NoteSigner:
    """The signer of a floor; raise FloorError if the folder does not have its key."""
    path = folder / FILE
    if not path.exists():
        raise FloorError(
            f"{path}: this gateway has no key to cosign with; copy it from the machine on which the floor "
            "was made; if no machine has it, make a new one with `dealer-station floor init "
            "--new-witness-key`"
        )
    seed = keys.read(path)
    return NoteSigner(f"dealer-station-floor/{sign.public_key(seed).hex()[:16]}", WITNESS, seed)
