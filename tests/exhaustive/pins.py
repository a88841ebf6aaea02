"""How much there is to each book, pinned: a change of the procedure shows here, in the diff.

`python -m tests.exhaustive` prints the table again.
"""

from tests.exhaustive.explore import Counts

PINNED: dict[str, Counts] = {
    "massachusetts": Counts(states=366, observations=56730, refused=37145, stopped=11075),
    "house_manual": Counts(states=495, observations=76725, refused=51008, stopped=16628),
    "house_manual, burn once": Counts(states=235, observations=35955, refused=23190, stopped=8556),
    "maryland": Counts(states=352, observations=54560, refused=35889, stopped=10870),
    "maryland, continuous shuffler": Counts(states=229, observations=35037, refused=22729, stopped=7646),
    "exhibit_a": Counts(states=558, observations=86490, refused=58275, stopped=16550),
    "exhibit_a, a dealer's card for each war": Counts(
        states=389, observations=59517, refused=38402, stopped=13113
    ),
    "new_zealand": Counts(states=730, observations=118990, refused=80030, stopped=20942),
    "new_zealand, no war burn": Counts(states=342, observations=52326, refused=33706, stopped=10624),
    "new_zealand, opening burn": Counts(states=118, observations=17700, refused=12118, stopped=2807),
    "new_zealand, method B": Counts(states=386, observations=61760, refused=40549, stopped=11779),
}
