"""How much there is to each book, pinned: a change of the procedure shows here, in the diff.

`python -m tests.exhaustive` prints the table again.
"""

from tests.exhaustive.explore import Counts

PINNED: dict[str, Counts] = {
    "massachusetts": Counts(states=372, observations=79608, refused=57354, stopped=13233),
    "house_manual": Counts(states=496, observations=106144, refused=76585, stopped=19586),
    "house_manual, burn once": Counts(states=236, observations=50032, refused=35059, stopped=10281),
    "maryland": Counts(states=358, observations=76612, refused=54809, stopped=13095),
    "maryland, continuous shuffler": Counts(states=230, observations=48760, refused=34435, stopped=9157),
    "exhibit_a": Counts(states=715, observations=153010, refused=111839, stopped=24028),
    "exhibit_a, a dealer's card for each war": Counts(
        states=452, observations=95824, refused=67143, stopped=17994
    ),
    "new_zealand": Counts(states=962, observations=213564, refused=156165, stopped=31682),
    "new_zealand, no war burn": Counts(states=510, observations=108120, refused=75163, stopped=19682),
    "new_zealand, opening burn": Counts(states=124, observations=25916, refused=19395, stopped=3316),
    "new_zealand, method B": Counts(states=493, observations=107967, refused=78030, stopped=16940),
    "massachusetts, progressive": Counts(states=254, observations=53848, refused=37334, stopped=10431),
    "maryland, progressive": Counts(states=362, observations=76744, refused=52759, stopped=15499),
    "maryland, payout limit": Counts(states=190, observations=39710, refused=30097, stopped=5118),
    "maryland, bonus spin": Counts(states=89, observations=18621, refused=13787, stopped=2733),
    "house_manual, tokes": Counts(states=571, observations=121052, refused=85603, stopped=24283),
    "massachusetts, a coupon": Counts(states=116, observations=24244, refused=18051, stopped=3407),
}
