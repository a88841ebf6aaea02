"""How much there is to each book, pinned: a change of the procedure shows here, in the diff.

`python -m tests.exhaustive` prints the table again.
"""

from tests.exhaustive.explore import Counts

PINNED: dict[str, Counts] = {
    "massachusetts": Counts(states=366, observations=59292, refused=40393, stopped=10296),
    "house_manual": Counts(states=495, observations=80190, refused=54508, stopped=15993),
    "house_manual, burn once": Counts(states=235, observations=37600, refused=24855, stopped=8231),
    "maryland": Counts(states=352, observations=57024, refused=39022, stopped=10200),
    "maryland, continuous shuffler": Counts(states=229, observations=36640, refused=24780, stopped=7207),
    "exhibit_a": Counts(states=558, observations=90396, refused=63155, stopped=15576),
    "exhibit_a, a dealer's card for each war": Counts(
        states=389, observations=62240, refused=41869, stopped=12369
    ),
    "new_zealand": Counts(states=730, observations=124100, refused=86557, stopped=19498),
    "new_zealand, no war burn": Counts(states=342, observations=54720, refused=36770, stopped=9940),
    "new_zealand, opening burn": Counts(states=118, observations=18526, refused=13153, stopped=2580),
    "new_zealand, method B": Counts(states=386, observations=64462, refused=44007, stopped=11007),
    "massachusetts, progressive": Counts(states=252, observations=40320, refused=26419, stopped=8069),
    "maryland, progressive": Counts(states=360, observations=57600, refused=37946, stopped=12043),
    "maryland, payout limit": Counts(states=182, observations=28574, refused=20487, stopped=4139),
    "maryland, bonus spin": Counts(states=185, observations=29045, refused=20306, stopped=4717),
    "house_manual, tokes": Counts(states=558, observations=89280, refused=59374, stopped=19415),
    "massachusetts, a coupon": Counts(states=96, observations=15072, refused=10597, stopped=2335),
}
