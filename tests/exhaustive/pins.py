"""How much there is to each book, pinned: a change of the procedure shows here, in the diff.

`python -m tests.exhaustive` prints the table again.
"""

from tests.exhaustive.explore import Counts

PINNED: dict[str, Counts] = {
    "massachusetts": Counts(states=366, observations=59292, refused=40952, stopped=10258),
    "house_manual": Counts(states=495, observations=80190, refused=55397, stopped=15872),
    "house_manual, burn once": Counts(states=235, observations=37600, refused=25209, stopped=8209),
    "maryland": Counts(states=352, observations=57024, refused=39060, stopped=10172),
    "maryland, continuous shuffler": Counts(states=229, observations=36640, refused=24802, stopped=7182),
    "exhibit_a": Counts(states=558, observations=90396, refused=63266, stopped=15465),
    "exhibit_a, a dealer's card for each war": Counts(
        states=389, observations=62240, refused=41968, stopped=12270
    ),
    "new_zealand": Counts(states=730, observations=124100, refused=87342, stopped=18864),
    "new_zealand, no war burn": Counts(states=342, observations=54720, refused=36770, stopped=9884),
    "new_zealand, opening burn": Counts(states=118, observations=18526, refused=13166, stopped=2564),
    "new_zealand, method B": Counts(states=386, observations=64462, refused=44825, stopped=10371),
    "massachusetts, progressive": Counts(states=252, observations=40320, refused=26772, stopped=8047),
    "maryland, progressive": Counts(states=360, observations=57600, refused=37968, stopped=12023),
    "maryland, payout limit": Counts(states=182, observations=28574, refused=20500, stopped=4152),
    "maryland, bonus spin": Counts(states=185, observations=29045, refused=20310, stopped=4715),
    "house_manual, tokes": Counts(states=558, observations=89280, refused=60252, stopped=19273),
    "massachusetts, a coupon": Counts(states=96, observations=15072, refused=10677, stopped=2331),
}
