"""Test vectors from the log in `tests/log/fixtures/second`, for this program and for any other.

`python -m tests.log.transparency.make_vectors` writes them again, and `test_vectors.py` compares them.
"""

import json
from pathlib import Path

from dealer_station.log.integrity import keys as key_files
from dealer_station.log.transparency import log_note, row_proof
from dealer_station.log.transparency.log_tree import open_tree, round_rows
from dealer_station.log.transparency.note_keys import WITNESS, NoteSigner
from dealer_station.log.transparency.tree_head import encoded, head_of, log_key
from dealer_station.log.transparency.witness_request import WitnessRequest

FOLDER = Path(__file__).with_name("vectors")
SECOND = Path(__file__).parents[1] / "fixtures" / "second"
LOG = SECOND / "second.db"
WITNESSED = NoteSigner("surveillance.example/w1", WITNESS, bytes(range(32)))
"""A witness of the tests; its key signs nothing else."""
COSIGNED_AT = 1_794_830_400
OLD_SIZE = 300
ROUND = 7
"""A round of the closed month."""


def made() -> dict[str, str]:
    """The content of each vector, by its file name."""
    keys = key_files.load(LOG.with_name("second.db.keys"))
    note = log_note.sign_note(LOG, keys)
    head, tree = head_of(note), open_tree(LOG, 1)
    first, last = round_rows(LOG, ROUND)
    cosigned = note.signed_by(WITNESSED, COSIGNED_AT)
    consistency = tree.consistency(OLD_SIZE, head.size)
    old = tree.head(OLD_SIZE)
    inclusion = {
        "index": last - 1,
        "size": head.size,
        "root": encoded(head.root),
        "row_hash": encoded([*tree.row_hashes(last)][-1]),
        "proof": [encoded(one) for one in tree.inclusion(last, head.size)],
    }
    growth = {
        "old_size": OLD_SIZE,
        "old_root": encoded(old.root),
        "size": head.size,
        "root": encoded(head.root),
        "proof": [encoded(one) for one in consistency],
    }
    return {
        "log.vkey": log_key(head.origin, keys.signer).text + "\n",
        "witness.vkey": WITNESSED.key.text + "\n",
        "row_hashes.txt": "".join(f"{encoded(one)}\n" for one in tree.row_hashes(head.size)),
        "older.note": str(log_note.sign_note(LOG, keys, OLD_SIZE)),
        "checkpoint.note": str(note),
        "cosigned.note": str(cosigned),
        "inclusion.json": json.dumps(inclusion, indent=1) + "\n",
        "consistency.json": json.dumps(growth, indent=1) + "\n",
        "add-checkpoint.request": WitnessRequest(OLD_SIZE, consistency, note).body.decode(),
        "round.tlog-proof": row_proof.prove(LOG, first, last, cosigned).text,
    }


if __name__ == "__main__":
    for name, text in made().items():
        (FOLDER / name).write_text(text, "utf-8")
