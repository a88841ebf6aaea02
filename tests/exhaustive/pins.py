"""How much there is to each book, pinned: a change of the procedure shows here, in the diff.

`python -m tests.exhaustive` prints the table again.
"""

from tests.exhaustive.explore import Counts

PINNED: dict[str, Counts] = {
    "massachusetts": Counts(states=366, observations=55632, refused=36356, stopped=10202),
    "house_manual": Counts(states=495, observations=75240, refused=49025, stopped=15654),
    "house_manual, burn once": Counts(states=235, observations=35250, refused=22248, stopped=8082),
    "maryland": Counts(states=352, observations=53504, refused=35153, stopped=9962),
    "maryland, continuous shuffler": Counts(states=229, observations=34350, refused=22245, stopped=7049),
    "exhibit_a": Counts(states=558, observations=84816, refused=56920, stopped=15261),
    "exhibit_a, a dealer's card for each war": Counts(
        states=389, observations=58350, refused=37611, stopped=12053
    ),
    "new_zealand": Counts(states=730, observations=116800, refused=78353, stopped=19152),
    "new_zealand, no war burn": Counts(states=342, observations=51300, refused=32794, stopped=9940),
    "new_zealand, opening burn": Counts(states=118, observations=17346, refused=11835, stopped=2509),
    "new_zealand, method B": Counts(states=386, observations=60602, refused=39687, stopped=10803),
    "massachusetts, progressive": Counts(states=252, observations=37800, refused=23390, stopped=8322),
    "maryland, progressive": Counts(states=360, observations=54000, refused=33528, stopped=12215),
    "maryland, payout limit": Counts(states=182, observations=26754, refused=18426, stopped=4053),
    "maryland, bonus spin": Counts(states=185, observations=27195, refused=18041, stopped=4830),
    "house_manual, tokes": Counts(states=558, observations=83700, refused=53112, stopped=19097),
    "massachusetts, a coupon": Counts(states=96, observations=14112, refused=9450, stopped=2353),
}
