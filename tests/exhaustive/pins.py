"""How much there is to each book, pinned: a change of the procedure shows here, in the diff.

`python -m tests.exhaustive` prints the table again.
"""

from tests.exhaustive.explore import Counts

PINNED: dict[str, Counts] = {
    "massachusetts": Counts(states=366, observations=53070, refused=33107, stopped=10981),
    "house_manual": Counts(states=495, observations=71775, refused=45525, stopped=16289),
    "house_manual, burn once": Counts(states=235, observations=33605, refused=20583, stopped=8407),
    "maryland": Counts(states=352, observations=51040, refused=32019, stopped=10632),
    "maryland, continuous shuffler": Counts(states=229, observations=32747, refused=20194, stopped=7497),
    "exhibit_a": Counts(states=558, observations=80910, refused=52040, stopped=16235),
    "exhibit_a, a dealer's card for each war": Counts(
        states=389, observations=55627, refused=34144, stopped=12797
    ),
    "new_zealand": Counts(states=730, observations=111690, refused=71826, stopped=20612),
    "new_zealand, no war burn": Counts(states=342, observations=48906, refused=29730, stopped=10624),
    "new_zealand, opening burn": Counts(states=118, observations=16520, refused=10798, stopped=2745),
    "new_zealand, method B": Counts(states=386, observations=57900, refused=36229, stopped=11575),
}
