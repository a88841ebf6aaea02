"""How much there is to each book, pinned: a change of the procedure shows here, in the diff.

`python -m tests.exhaustive` prints the table again.
"""

from tests.exhaustive.explore import Counts

PINNED: dict[str, Counts] = {
    "massachusetts": Counts(states=367, observations=59821, refused=41078, stopped=10639),
    "house_manual": Counts(states=496, observations=80848, refused=55524, stopped=16384),
    "house_manual, burn once": Counts(states=236, observations=37996, refused=25336, stopped=8461),
    "maryland": Counts(states=353, observations=57539, refused=39186, stopped=10539),
    "maryland, continuous shuffler": Counts(states=230, observations=37030, refused=24930, stopped=7425),
    "exhibit_a": Counts(states=704, observations=114752, refused=80112, stopped=19875),
    "exhibit_a, a dealer's card for each war": Counts(
        states=451, observations=72611, refused=48750, stopped=14565
    ),
    "new_zealand": Counts(states=952, observations=162792, refused=114245, stopped=25253),
    "new_zealand, no war burn": Counts(states=509, observations=81949, refused=54657, stopped=15311),
    "new_zealand, opening burn": Counts(states=119, observations=18802, refused=13289, stopped=2694),
    "new_zealand, method B": Counts(states=492, observations=82656, refused=57271, stopped=13568),
    "massachusetts, progressive": Counts(states=253, observations=40733, refused=26897, stopped=8314),
    "maryland, progressive": Counts(states=361, observations=58121, refused=38093, stopped=12398),
    "maryland, payout limit": Counts(states=183, observations=28914, refused=20641, stopped=4331),
    "maryland, bonus spin": Counts(states=186, observations=29388, refused=20432, stopped=4915),
    "house_manual, tokes": Counts(states=559, observations=89999, refused=60379, stopped=19848),
    "massachusetts, a coupon": Counts(states=97, observations=15326, refused=10800, stopped=2442),
}
