"""The size of each book, pinned: a change of the procedure shows here, in the diff.

`python -m tests.exhaustive` prints the rows; paste them here.
"""

from tests.exhaustive.explore import Counts

PINNED: dict[str, Counts] = {
    "massachusetts": Counts(states=372, observations=87792, refused=65204, stopped=13875),
    "house_manual": Counts(states=496, observations=117056, refused=87009, stopped=20552),
    "house_manual, burn once": Counts(states=236, observations=55224, refused=39955, stopped=10739),
    "maryland": Counts(states=358, observations=84488, refused=62361, stopped=13731),
    "maryland, continuous shuffler": Counts(states=230, observations=53820, refused=39209, stopped=9595),
    "exhibit_a": Counts(states=715, observations=168740, refused=127055, stopped=25234),
    "exhibit_a, a dealer's card for each war": Counts(
        states=452, observations=105768, refused=76695, stopped=18856
    ),
    "new_zealand": Counts(states=962, observations=234728, refused=176619, stopped=33478),
    "new_zealand, no war burn": Counts(states=510, observations=119340, refused=85789, stopped=20666),
    "new_zealand, opening burn": Counts(states=124, observations=28644, refused=22059, stopped=3506),
    "new_zealand, method B": Counts(states=493, observations=118813, refused=88434, stopped=17884),
    "massachusetts, progressive": Counts(states=254, observations=59436, refused=42604, stopped=10899),
    "maryland, progressive": Counts(states=362, observations=84708, refused=60152, stopped=16189),
    "maryland, payout limit": Counts(states=190, observations=43890, refused=34191, stopped=5330),
    "maryland, bonus spin": Counts(states=89, observations=20579, refused=15670, stopped=2877),
    "house_manual, tokes": Counts(states=571, observations=133614, refused=97527, stopped=25407),
    "massachusetts, a coupon": Counts(states=116, observations=26796, refused=20509, stopped=3597),
}
