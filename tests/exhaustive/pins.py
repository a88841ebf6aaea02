"""How much there is to each book, pinned: a change of the procedure shows here, in the diff.

`python -m tests.exhaustive` prints the table again.
"""

from tests.exhaustive.explore import Counts

PINNED: dict[str, Counts] = {
    "massachusetts": Counts(states=366, observations=53070, refused=32880, stopped=11208),
    "house_manual": Counts(states=495, observations=71775, refused=45220, stopped=16536),
    "house_manual, burn once": Counts(states=235, observations=33605, refused=20407, stopped=8551),
    "maryland": Counts(states=352, observations=51040, refused=31795, stopped=10856),
    "maryland, continuous shuffler": Counts(states=229, observations=32747, refused=20028, stopped=7663),
    "exhibit_a": Counts(states=558, observations=80910, refused=51748, stopped=16527),
    "exhibit_a, a dealer's card for each war": Counts(
        states=389, observations=55627, refused=33925, stopped=13016
    ),
    "new_zealand": Counts(states=730, observations=111690, refused=71337, stopped=20612),
    "new_zealand, no war burn": Counts(states=342, observations=48906, refused=29466, stopped=10624),
    "new_zealand, opening burn": Counts(states=118, observations=16520, refused=10739, stopped=2745),
    "new_zealand, method B": Counts(states=386, observations=57900, refused=35953, stopped=11575),
}
