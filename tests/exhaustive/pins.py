"""The size of each book, pinned: a change of the procedure shows here, in the diff.

`python -m tests.exhaustive` prints the rows; paste them here.
"""

from tests.exhaustive.explore import Counts

PINNED: dict[str, Counts] = {
    "massachusetts": Counts(states=372, observations=85560, refused=63614, stopped=13233),
    "house_manual": Counts(states=496, observations=114080, refused=84999, stopped=19586),
    "house_manual, burn once": Counts(states=236, observations=53808, refused=38997, stopped=10281),
    "maryland": Counts(states=358, observations=82340, refused=60849, stopped=13095),
    "maryland, continuous shuffler": Counts(states=230, observations=52440, refused=38267, stopped=9157),
    "exhibit_a": Counts(states=715, observations=164450, refused=123971, stopped=24028),
    "exhibit_a, a dealer's card for each war": Counts(
        states=452, observations=103056, refused=74845, stopped=17994
    ),
    "new_zealand": Counts(states=962, observations=228956, refused=172643, stopped=31682),
    "new_zealand, no war burn": Counts(states=510, observations=116280, refused=83713, stopped=19682),
    "new_zealand, opening burn": Counts(states=124, observations=27900, refused=21505, stopped=3316),
    "new_zealand, method B": Counts(states=493, observations=115855, refused=86420, stopped=16940),
    "massachusetts, progressive": Counts(states=254, observations=57912, refused=41548, stopped=10431),
    "maryland, progressive": Counts(states=362, observations=82536, refused=58670, stopped=15499),
    "maryland, payout limit": Counts(states=190, observations=42750, refused=33263, stopped=5118),
    "maryland, bonus spin": Counts(states=89, observations=20045, refused=15280, stopped=2733),
    "house_manual, tokes": Counts(states=571, observations=130188, refused=95225, stopped=24283),
    "massachusetts, a coupon": Counts(states=116, observations=26100, refused=20003, stopped=3407),
}
