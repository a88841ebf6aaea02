"""How much there is to each book, pinned: a change of the procedure shows here, in the diff.

`python -m tests.exhaustive` prints the table again.
"""

from tests.exhaustive.explore import Counts

PINNED: dict[str, Counts] = {
    "massachusetts": Counts(states=367, observations=59821, refused=41076, stopped=10639),
    "house_manual": Counts(states=496, observations=80848, refused=55575, stopped=16331),
    "house_manual, burn once": Counts(states=236, observations=37996, refused=25373, stopped=8423),
    "maryland": Counts(states=353, observations=57539, refused=39184, stopped=10539),
    "maryland, continuous shuffler": Counts(states=230, observations=37030, refused=24967, stopped=7387),
    "exhibit_a": Counts(states=702, observations=114426, refused=79864, stopped=19831),
    "exhibit_a, a dealer's card for each war": Counts(
        states=451, observations=72611, refused=48749, stopped=14565
    ),
    "new_zealand": Counts(states=949, observations=162279, refused=113808, stopped=25205),
    "new_zealand, no war burn": Counts(states=509, observations=81949, refused=54656, stopped=15311),
    "new_zealand, opening burn": Counts(states=119, observations=18802, refused=13286, stopped=2694),
    "new_zealand, method B": Counts(states=492, observations=82656, refused=57215, stopped=13568),
    "massachusetts, progressive": Counts(states=253, observations=40733, refused=26896, stopped=8314),
    "maryland, progressive": Counts(states=361, observations=58121, refused=38092, stopped=12398),
    "maryland, payout limit": Counts(states=183, observations=28914, refused=20643, stopped=4325),
    "maryland, bonus spin": Counts(states=166, observations=26228, refused=18385, stopped=4291),
    "house_manual, tokes": Counts(states=559, observations=89999, refused=60474, stopped=19752),
    "massachusetts, a coupon": Counts(states=91, observations=14378, refused=10192, stopped=2257),
}
