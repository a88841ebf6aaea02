"""`dealer-station log checkpoint`, `cosign`, `prove`, `check-proof`, `verifier-key`: proof for outsiders."""

import json as json_text
import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from dealer_station.app.command_group import CommandError
from dealer_station.app.options import resolve_link
from dealer_station.app.station_keys import keys_folder, keys_for
from dealer_station.cli.log_options import NEW_FILE, ROUND_NUMBER, json_option, keys_option, log_argument
from dealer_station.cli.log_output import print_line
from dealer_station.cli.progress import progress_bar
from dealer_station.engine.model.errors import KeyFaultError, LogError, ProofFaultError
from dealer_station.log.integrity.chain import Row
from dealer_station.log.integrity.keys import Keys
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.codec import kind_of
from dealer_station.log.transparency import row_proof
from dealer_station.log.transparency.log_note import (
    keep_cosigned,
    kept_note,
    note_path,
    prove_rows,
    read_note_file,
    sign_note,
    write_trees,
)
from dealer_station.log.transparency.log_tree import open_tree, round_rows, signing_keys, write_durably
from dealer_station.log.transparency.note import SignedNote
from dealer_station.log.transparency.note_keys import LOG, WITNESS, NoteKey, read_key
from dealer_station.log.transparency.row_proof import ProvenRows
from dealer_station.log.transparency.tree_head import head_of, log_key
from dealer_station.reports.sources import rows_in
from dealer_station.review.times import clock_time

ROW_NUMBER = click.IntRange(1, 2**62 - 1)
seq_option = click.option(
    "--seq", type=ROW_NUMBER, metavar="ROW", help="Up to this row.  [default: the newest signed row]"
)


def _key_of(kind: int, name: str) -> Any:
    """Return a callback that reads verifier keys of one type from the command line."""

    def read(_: click.Context, option: click.Parameter, given: Any) -> Any:
        many = isinstance(given, tuple)
        found = tuple(read_key(text) for text in (given if many else (given,)))
        for key in found:
            if key.type != kind:
                raise click.BadParameter(f"{key.name} is not the key of {name}", param=option)
        return found if many else found[0]

    return read


witness_options = click.option(
    "--witness",
    "witnesses",
    multiple=True,
    metavar="VKEY",
    callback=_key_of(WITNESS, "a witness"),
    help="Verifier key of a witness that must have cosigned; repeat for more.",
)


def station_keys(file: Path, keys: Path | None) -> Keys:
    """Return the keys of the station that writes a log; raise KeyFaultError if they are not at hand."""
    folder = keys_folder(file, keys)
    if not (folder / "signing.key").exists():
        raise KeyFaultError(
            f"{folder}: no keys here; only the station that writes a log can sign for it. Name the folder of "
            "its keys with --keys"
        )
    return keys_for(file, keys)


def make_note(file: Path, seq: int | None, keys: Path | None) -> SignedNote:
    """Return the signed note of a row, made with the station's keys."""
    own = station_keys(file, keys)
    with progress_bar("hashing", rows_in(file)) as progress:
        return sign_note(file, own, seq, progress=progress)


def _print_or_write(text: str, out: Path | None, what: str) -> None:
    if out is None:
        click.echo(text, nl=False)
        return
    if out.exists():
        raise CommandError(f"{out}: already exists; name a new file")
    write_durably(out, text)
    click.echo(f"{out}: {what}")


@click.command()
@log_argument
@seq_option
@keys_option
@click.option("--out", type=NEW_FILE, callback=resolve_link, help="New file.  [default: stdout]")
@click.option("--trees", is_flag=True, help="Also write the .tree file of each closed month beside the log.")
def checkpoint(file: Path, seq: int | None, keys: Path | None, out: Path | None, trees: bool) -> None:
    """Print a checkpoint as a signed note. Anybody can verify it; see `log verifier-key`.

    The rows are hashed again on the way. The note is signed with the station's key and is not stored in the
    log. With a .tree file beside it, a log needs its earlier months no longer.
    """
    note = make_note(file, seq, keys)
    for written in write_trees(file, station_keys(file, keys)) if trees else ():
        click.echo(f"{written}: written", err=True)
    _print_or_write(str(note), out, f"signed note of row {head_of(note).size}")


@click.command("verifier-key")
@log_argument
def verifier_key(file: Path) -> None:
    """Print the verifier keys of a log, the oldest first."""
    with Reader(file) as log:
        named = signing_keys(log)
    origin = open_tree(file).origin
    for key in named:
        click.echo(log_key(origin, key).text)


@click.command()
@log_argument
@click.option(
    "--witness",
    "witnesses",
    nargs=2,
    multiple=True,
    required=True,
    metavar="URL VKEY",
    help="Address and verifier key of a witness; repeat for more.",
)
@seq_option
@keys_option
def cosign(file: Path, witnesses: tuple[tuple[str, str], ...], seq: int | None, keys: Path | None) -> None:
    """Have witnesses cosign a checkpoint, and keep it in FILE.note.

    A witness gets hashes and no card. If one refuses, nothing is kept of it, the others are asked all the
    same, and the exit code is 2.
    """
    from dealer_station.floor.witness.client import cosigned

    named = [(url, read_key(text)) for url, text in witnesses]
    note = make_note(file, seq, keys)
    size = head_of(note).size
    kept = kept_note(file)
    known = head_of(kept).size if kept else 0
    refusals = []
    for url, key in named:
        try:
            # The tree begins early enough for what this witness knows, even if that is of an earlier month.
            line = cosigned(
                url, key, note, lambda old: open_tree(file, old + 1).consistency(old, size), known
            )
            note = note.with_signatures((line,))
        except LogError as error:
            refusals.append(str(error))
    if len(note.signatures) > 1 and size >= known:
        keep_cosigned(file, note)  # Of the same note the floor's cosignature stays.
        print_line(f"{note_path(file)}: row {size}, cosigned by {len(note.signatures) - 1}")
    if refusals:
        raise CommandError("\n".join(refusals))


@click.command()
@log_argument
@click.option("--round", "number", type=ROUND_NUMBER, metavar="ROUND", help="All rows of this round.")
@click.option("--row", type=ROW_NUMBER, metavar="ROW", help="This row alone.")
@click.option("--note", type=click.Path(dir_okay=False, exists=True, path_type=Path), help="The checkpoint.")
@keys_option
@click.option("--out", type=NEW_FILE, callback=resolve_link, help="New file.  [default: stdout]")
def prove(
    file: Path, number: int | None, row: int | None, note: Path | None, keys: Path | None, out: Path | None
) -> None:
    """Write a proof of rows that others can check offline.

    The proof holds the rows themselves and a checkpoint: the one that --note names, the cosigned one in
    FILE.note, or a new one signed with the station's key.
    """
    if (number is None) == (row is None):
        raise CommandError("name either a round with --round, or a row with --row")
    first, last = round_rows(file, number) if number is not None else (row or 0, row or 0)
    if note is not None:
        proof = row_proof.prove(file, first, last, read_note_file(note))
    else:
        proof = prove_rows(file, first, last, keys_folder(file, keys))
    _print_or_write(proof.text, out, _rows_words(first, last))


def _rows_words(first: int, last: int) -> str:
    return f"proof of row {last}" if first == last else f"proof of rows {first} to {last}"


@click.command("check-proof")
@click.argument("file", type=click.Path(dir_okay=False, exists=True, path_type=Path), metavar="PROOF")
@click.option(
    "--key",
    required=True,
    metavar="VKEY",
    callback=_key_of(LOG, "a log"),
    help="Verifier key of the log, from somebody that you trust.",
)
@witness_options
@json_option
def check_proof(file: Path, key: NoteKey, witnesses: tuple[NoteKey, ...], json: bool) -> None:
    """Check a proof of rows, without the log and without a network.

    Exit code 0 if the signatures vouch for the rows, 1 if they do not, 2 if there is no proof to read.
    """
    try:
        proof = row_proof.read_proof(file.read_bytes())
    except ProofFaultError as error:
        raise CommandError(f"{file}: {error}") from error
    try:
        found = row_proof.check(proof, key, witnesses)
    except ProofFaultError as error:
        click.echo(f"{file}: NOT PROVED: {error}", err=True)
        sys.exit(1)
    if json:
        click.echo(json_text.dumps(_proven_data(found), indent=1))
        return
    first, last = found.rows[0], found.rows[-1]
    rows = f"row {last.seq}" if first is last else f"rows {first.seq} to {last.seq}"
    when = f"{clock_time(first.wall_us)[:19]} to {clock_time(last.wall_us)[:19]}"
    print_line(f"{file}: {rows}, {when} by the station's clock (UTC)")
    print_line(f"  are in the log {found.head.origin}")
    print_line(f"  in its checkpoint of {found.head.size} rows, which the log signed")
    for witness, at in found.signed.items():
        if witness.type == WITNESS:
            print_line(f"  cosigned by {witness.name}, {clock_time(at * 1_000_000)[:19]} UTC")


def _proven_data(found: ProvenRows) -> dict[str, Any]:
    signed = [{"name": key.name, "id": key.id.hex(), "time": at} for key, at in found.signed.items()]
    return {
        "origin": found.head.origin,
        "size": found.head.size,
        "signed": signed,
        "rows": [_row_data(row) for row in found.rows],
    }


def _row_data(row: Row) -> dict[str, Any]:
    told: dict[str, Any] = {
        name: value.hex() if isinstance(value, bytes) else value
        for name, value in msgspec.structs.asdict(row).items()
    }
    return {**told, "kind": kind_of(row.body), "body": msgspec.json.decode(row.body)}
