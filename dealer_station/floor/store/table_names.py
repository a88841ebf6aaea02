"""Names of tables: a log gets one when the floor meets it, and people may change it. The former names stay,
so that a log is still found by them."""

from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.protocol.table_names import shown_name
from dealer_station.floor.store import stations
from dealer_station.floor.store.connection import Floor


def find(floor: Floor, wanted: str) -> tuple[int, bytes, int]:
    """Key, identity and branch of a log that is named by its table, its station or the beginning of its hash;
    by a former name only if no other log has it now."""
    former = floor.execute(
        "SELECT DISTINCT encode(l.identity, 'hex') FROM floor.former_name f JOIN floor.log l ON l.id = f.log "
        "WHERE f.name = %(wanted)s AND NOT EXISTS (SELECT 1 FROM floor.log n LEFT JOIN floor.station s "
        "ON s.log = n.id WHERE n.name = %(wanted)s OR s.name = %(wanted)s)",
        {"wanted": wanted},
    ).fetchall()
    return stations.find_log(floor, former[0][0] if len(former) == 1 else wanted)


def rename(floor: Floor, log: int, name: str, *, by: str, because: str) -> tuple[int, str]:
    """Give the table of a log another name; return the number of the change and the former name. Raise
    FloorError if another log has the name, or if it cannot be one."""
    # Readers write the name of a table as the last part of an address.
    if name != shown_name(name) or "/" in name or name.startswith("."):
        shown = shown_name(name) if name.strip() else name
        raise FloorError(
            f'"{shown}" cannot be the name of a table; use 1 to 60 printable characters, no slash and no '
            "dot at the beginning"
        )
    taken = floor.execute(
        "SELECT encode(identity, 'hex') FROM floor.log WHERE name = %s ORDER BY id LIMIT 1", (name,)
    ).fetchone()
    if taken:
        raise FloorError(
            f'the log {taken[0][:16]} is named "{name}"; choose another name, or rename that one first'
        )
    before = floor.execute("SELECT name FROM floor.log WHERE id = %s FOR UPDATE", (log,)).fetchone()
    assert before
    made = floor.execute(
        "INSERT INTO floor.former_name (log, name, renamed_by, because) VALUES (%s, %s, %s, %s) RETURNING id",
        (log, before[0], by, because),
    ).fetchone()
    assert made
    floor.execute("UPDATE floor.log SET name = %s WHERE id = %s", (name, log))
    return int(made[0]), str(before[0])


def former(floor: Floor) -> dict[bytes, list[str]]:
    """The former names of each log that was renamed, by its identity, the newest first."""
    found = floor.execute(
        "SELECT l.identity, f.name FROM floor.former_name f JOIN floor.log l ON l.id = f.log "
        "ORDER BY f.id DESC",
        binary=True,
    )
    names: dict[bytes, list[str]] = {}
    for identity, name in found:
        names.setdefault(identity, []).append(shown_name(name))
    return names
