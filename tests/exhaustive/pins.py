"""How much there is to each book, pinned: a change of the procedure shows here, in the diff.

`python -m tests.exhaustive` prints the table again.
"""

from tests.exhaustive.explore import Counts

PINNED: dict[str, Counts] = {
    "massachusetts": Counts(states=366, observations=59658, refused=40952, stopped=10624),
    "house_manual": Counts(states=495, observations=80685, refused=55397, stopped=16367),
    "house_manual, burn once": Counts(states=235, observations=37835, refused=25209, stopped=8444),
    "maryland": Counts(states=352, observations=57376, refused=39060, stopped=10524),
    "maryland, continuous shuffler": Counts(states=229, observations=36869, refused=24802, stopped=7411),
    "exhibit_a": Counts(states=558, observations=90954, refused=63266, stopped=16023),
    "exhibit_a, a dealer's card for each war": Counts(
        states=389, observations=62629, refused=41968, stopped=12659
    ),
    "new_zealand": Counts(states=730, observations=124830, refused=87342, stopped=19594),
    "new_zealand, no war burn": Counts(states=342, observations=55062, refused=36770, stopped=10226),
    "new_zealand, opening burn": Counts(states=118, observations=18644, refused=13166, stopped=2682),
    "new_zealand, method B": Counts(states=386, observations=64848, refused=44825, stopped=10757),
    "massachusetts, progressive": Counts(states=252, observations=40572, refused=26772, stopped=8299),
    "maryland, progressive": Counts(states=360, observations=57960, refused=37968, stopped=12383),
    "maryland, payout limit": Counts(states=182, observations=28756, refused=20500, stopped=4334),
    "maryland, bonus spin": Counts(states=185, observations=29230, refused=20310, stopped=4900),
    "house_manual, tokes": Counts(states=558, observations=89838, refused=60252, stopped=19831),
    "massachusetts, a coupon": Counts(states=96, observations=15168, refused=10677, stopped=2427),
}
