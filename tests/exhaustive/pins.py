"""The size of each book, pinned: a change of the procedure shows here, in the diff.

`python -m tests.exhaustive` prints the rows; paste them here.
"""

from tests.exhaustive.explore import Counts

PINNED: dict[str, Counts] = {
    "massachusetts": Counts(states=372, observations=86304, refused=63716, stopped=13875),
    "house_manual": Counts(states=496, observations=115072, refused=85025, stopped=20552),
    "house_manual, burn once": Counts(states=236, observations=54280, refused=39011, stopped=10739),
    "maryland": Counts(states=358, observations=83056, refused=60929, stopped=13731),
    "maryland, continuous shuffler": Counts(states=230, observations=52900, refused=38289, stopped=9595),
    "exhibit_a": Counts(states=715, observations=165880, refused=124195, stopped=25234),
    "exhibit_a, a dealer's card for each war": Counts(
        states=452, observations=103960, refused=74887, stopped=18856
    ),
    "new_zealand": Counts(states=962, observations=230880, refused=172771, stopped=33478),
    "new_zealand, no war burn": Counts(states=510, observations=117300, refused=83749, stopped=20666),
    "new_zealand, opening burn": Counts(states=124, observations=28148, refused=21563, stopped=3506),
    "new_zealand, method B": Counts(states=493, observations=116841, refused=86462, stopped=17884),
    "massachusetts, progressive": Counts(states=254, observations=58420, refused=41588, stopped=10899),
    "maryland, progressive": Counts(states=362, observations=83260, refused=58704, stopped=16189),
    "maryland, payout limit": Counts(states=190, observations=43130, refused=33431, stopped=5330),
    "maryland, bonus spin": Counts(states=89, observations=20223, refused=15314, stopped=2877),
    "house_manual, tokes": Counts(states=571, observations=131330, refused=95243, stopped=25407),
    "massachusetts, a coupon": Counts(states=116, observations=26332, refused=20045, stopped=3597),
}
