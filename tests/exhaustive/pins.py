"""How much there is to each book, pinned: a change of the procedure shows here, in the diff.

`python -m tests.exhaustive` prints the table again.
"""

from tests.exhaustive.explore import Counts

PINNED: dict[str, Counts] = {
    "massachusetts": Counts(states=367, observations=60922, refused=41443, stopped=10639),
    "house_manual": Counts(states=496, observations=82336, refused=56086, stopped=16336),
    "house_manual, burn once": Counts(states=236, observations=38704, refused=25619, stopped=8425),
    "maryland": Counts(states=353, observations=58598, refused=39537, stopped=10539),
    "maryland, continuous shuffler": Counts(states=230, observations=37720, refused=25197, stopped=7387),
    "exhibit_a": Counts(states=702, observations=116532, refused=80566, stopped=19831),
    "exhibit_a, a dealer's card for each war": Counts(
        states=451, observations=73964, refused=49200, stopped=14565
    ),
    "new_zealand": Counts(states=949, observations=165126, refused=114757, stopped=25132),
    "new_zealand, no war burn": Counts(states=509, observations=83476, refused=55165, stopped=15155),
    "new_zealand, opening burn": Counts(states=119, observations=19159, refused=13405, stopped=2685),
    "new_zealand, method B": Counts(states=492, observations=84132, refused=57707, stopped=13516),
    "massachusetts, progressive": Counts(states=253, observations=41492, refused=27149, stopped=8314),
    "maryland, progressive": Counts(states=361, observations=59204, refused=38453, stopped=12398),
    "maryland, payout limit": Counts(states=183, observations=29463, refused=20826, stopped=4325),
    "maryland, bonus spin": Counts(states=166, observations=26726, refused=18551, stopped=4291),
    "house_manual, tokes": Counts(states=559, observations=91676, refused=61049, stopped=19758),
    "massachusetts, a coupon": Counts(states=91, observations=14651, refused=10283, stopped=2257),
}
