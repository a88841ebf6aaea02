"""The size of each book, pinned: a change of the procedure shows here, in the diff.

`python -m tests.exhaustive` prints the rows; paste them here.
"""

from tests.exhaustive.explore import Counts

PINNED: dict[str, Counts] = {
    "massachusetts": Counts(states=372, observations=88536, refused=65948, stopped=13875),
    "house_manual": Counts(states=496, observations=118048, refused=88001, stopped=20552),
    "house_manual, burn once": Counts(states=236, observations=55696, refused=40427, stopped=10739),
    "maryland": Counts(states=358, observations=85204, refused=63077, stopped=13731),
    "maryland, continuous shuffler": Counts(states=230, observations=54280, refused=39669, stopped=9595),
    "exhibit_a": Counts(states=715, observations=170170, refused=128485, stopped=25234),
    "exhibit_a, a dealer's card for each war": Counts(
        states=452, observations=106672, refused=77599, stopped=18856
    ),
    "new_zealand": Counts(states=962, observations=236652, refused=178543, stopped=33478),
    "new_zealand, no war burn": Counts(states=510, observations=120360, refused=86809, stopped=20666),
    "new_zealand, opening burn": Counts(states=124, observations=28892, refused=22307, stopped=3506),
    "new_zealand, method B": Counts(states=493, observations=119799, refused=89420, stopped=17884),
    "massachusetts, progressive": Counts(states=254, observations=59944, refused=43112, stopped=10899),
    "maryland, progressive": Counts(states=362, observations=85432, refused=60876, stopped=16189),
    "maryland, payout limit": Counts(states=190, observations=44270, refused=34571, stopped=5330),
    "maryland, bonus spin": Counts(states=89, observations=20757, refused=15848, stopped=2877),
    "house_manual, tokes": Counts(states=571, observations=134756, refused=98669, stopped=25407),
    "massachusetts, a coupon": Counts(states=116, observations=27028, refused=20741, stopped=3597),
}
