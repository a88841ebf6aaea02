"""What a conversation with the screen may know and do: the table as it stands, who signs, whom it tells."""

from collections.abc import Callable

from msgspec import Struct

from dealer_station.engine.observations import Observation
from dealer_station.engine.rules import Rules
from dealer_station.engine.table import Hand, Table
from dealer_station.engine.view import TableView
from dealer_station.engine.wagers import dollars
from ui.asking import Answers, Choice, Question
from ui.signing import Signing
from ui.speech import Speech

REASONS = (
    "as the book says",
    "the camera was looked at",
    "the players agreed",
    "a mistake of the dealer",
    "a fault of a device",
    "another reason",
)


class Desk(Struct, frozen=True):
    """The table at one moment, and the people behind it."""

    table: Table
    now: TableView
    rules: Rules
    say: Speech
    signing: Signing
    tell: Callable[[Observation, str, str], None]
    """What happened, where it comes from, and who said so."""
    open: Callable[[str], None]
    """Opens another page."""

    @property
    def role(self) -> str:
        """The authority that the book calls first."""
        return self.rules.roles.role_map.value[0]

    def by_the_dealer(self, seen: Observation) -> str:
        """The dealer's own word; it needs nobody else."""
        self.tell(seen, "dealer", self.now.dealer)
        return ""

    def pin_question(self) -> Question:
        title = self.say("PIN of the {authority}", authority=self.role)
        return Question("pin", "pin", title)

    def reason_question(self) -> Question:
        return Question(
            "because", "choices", self.say("Why?"), tuple(Choice(one, self.say(one)) for one in REASONS)
        )

    def sign(self, answers: Answers, then: Callable[[str], None]) -> str:
        """Does it in the name of whoever has the PIN, or says why not."""
        if not self.signing.needs_pin(self.role):
            then(self.role)
            return ""
        signed = self.signing.pin(answers["pin"], self.role)
        if signed.name:
            then(signed.name)
        return self.say(signed.reason) if not signed.name else ""

    def needs_pin(self, answers: Answers) -> Question | None:
        """The last question of everything that the floor says."""
        asked = "pin" in answers or not self.signing.needs_pin(self.role)
        return None if asked else self.pin_question()

    def spot_choices(self, spots: tuple[int, ...]) -> tuple[Choice, ...]:
        return tuple(Choice(str(spot), self.say("Spot {name}", name=spot)) for spot in spots)

    def hand_choices(self, hands: tuple[Hand, ...]) -> tuple[Choice, ...]:
        """Hands by name with what lies there."""
        named = {hand.name: hand for hand in hands}
        return tuple(
            Choice(name, self.say("Spot {name}", name=name), _worth(hand)) for name, hand in named.items()
        )


def _worth(hand: Hand) -> str:
    cents = hand.bet.main_cents
    return "" if cents == 0 else "?" if cents is None else dollars(cents)


def place_of(name: str) -> tuple[int, str]:
    """`3a` as spot and bettor."""
    return int(name.rstrip("abc")), name.lstrip("0123456789")
