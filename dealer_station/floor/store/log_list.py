"""The list of logs for a reader, and the anchors from which a reader finds the months of a log."""

from dealer_station.floor.protocol.log_list import AnchorBefore, ListedLog, LogList
from dealer_station.floor.protocol.messages import FloorHead, Refusal, SentAnchor
from dealer_station.floor.store import stations, stored_logs
from dealer_station.floor.store.connection import Floor

NO_LOG = Refusal("not_found", "the floor has no such log")
LISTED = (
    "SELECT l.identity, left(l.name, 200), h.branch, h.seq, h.hash, h.checkpoint_seq, h.anchor_seq, "
    "(extract(epoch FROM clock_timestamp() - heard.at) * 1000000)::bigint, "
    "coalesce(b.accepted_by, ''), coalesce(b.accepted_because, ''), "
    "coalesce(a.decided_by, ''), coalesce(left(a.because, 500), ''), "
    "coalesce((SELECT array_agg(ARRAY[f.branch, f.parent_branch, f.parent_seq] ORDER BY f.branch) "
    "FROM floor.branch f WHERE f.log = l.id AND f.parent_branch IS NOT NULL), '{}') "
    "FROM floor.log l JOIN floor.branch b ON b.log = l.id AND b.branch = l.branch "
    "JOIN floor.head h ON h.log = l.id AND h.branch = l.branch "
    "LEFT JOIN (SELECT log, branch, max(heard_at) AS at FROM floor.station WHERE state = 'enrolled' "
    "GROUP BY log, branch) AS heard ON heard.log = l.id AND heard.branch = l.branch "
    "LEFT JOIN (SELECT DISTINCT ON (log) log, aside, decided_by, because FROM floor.set_aside "
    "ORDER BY log, id DESC) AS a ON a.log = l.id AND a.aside "
    "WHERE %(every)s OR l.id = (SELECT log FROM floor.station WHERE name = %(name)s) ORDER BY l.name, l.id"
)
DECISIONS = ("accepted_by", "accepted_because", "set_aside_by", "set_aside_because")
NOW = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
NEWEST_ANCHOR = (
    "SELECT seq, state FROM floor.anchor WHERE log = %s AND branch = %s AND seq BETWEEN %s AND %s "
    "ORDER BY seq DESC LIMIT 1"
)


def list_logs(floor: Floor, name: str, public_key: bytes) -> LogList | Refusal:
    """The logs that the holder of a certificate may read: all for a reader, its own for a station."""
    if refusal := stations.refusal_of(floor, name, public_key):
        return refusal
    asked = {"every": stations.is_reader(floor, name), "name": name}
    found = floor.execute(LISTED, asked, binary=True).fetchall()
    now = floor.execute(NOW).fetchone()
    listed = [
        ListedLog(
            *(one[0], one[1], FloorHead(*one[2:7]), -1 if one[7] is None else max(one[7], 0)),
            forks=[(branch, parent, seq) for branch, parent, seq in one[12]],
            **dict(zip(DECISIONS, one[8:12], strict=True)),
        )
        for one in found
    ]
    return LogList(listed, now[0] if now else 0, every=asked["every"] is True)


def anchor_before(
    floor: Floor, name: str, public_key: bytes, log: bytes, before: int
) -> AnchorBefore | Refusal:
    """The newest anchor of a log at or before a row, on the branch that readers take for the log."""
    if refusal := stations.refusal_of(floor, name, public_key, log):
        return refusal
    number = stored_logs.log_number(log)
    branch = stations.branch_of(floor, number)
    if not branch:
        return NO_LOG
    for one in reversed(stored_logs.lineage(floor, number, branch)):
        span = (number, one.branch, one.first, min(one.last, before))
        if found := floor.execute(NEWEST_ANCHOR, span, binary=True).fetchone():
            return AnchorBefore(SentAnchor(*found))
    return AnchorBefore()
