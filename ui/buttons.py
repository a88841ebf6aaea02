"""Which buttons a step has: at most three, the likeliest first, each with what its tap means."""

from typing import Any

from msgspec import Struct, structs

from dealer_station.engine.dues import AwaitRuling, Call, Draw, Due, Offer, Over, Perform, Settle, TakeBets
from dealer_station.engine.rules import Rules
from dealer_station.engine.view import TableView
from dealer_station.engine.wagers import dollars


class Button(Struct, frozen=True):
    """What it says, what that means beneath it, and the tap that it stands for."""

    text: str
    act: str
    tone: str = ""
    under: str = ""
    says: str = ""

    def values(self) -> dict[str, Any]:
        """As QML reads it."""
        return {**structs.asdict(self), "says": self.says or self.text}


def buttons_for(step: Due, now: TableView, rules: Rules) -> tuple[Button, ...]:
    """The taps that the step waits for; a card has none, the shoe says when it is drawn."""
    match step:
        case TakeBets() | Call():
            call = Button(rules.wagers.close_call.value.upper(), "call", "win", says="Closing call")
            return (call, Button("WAGERS", "sheet bets", under="change what lies there"))
        case Settle():
            return (Button("ALL SETTLED", "settle all", "win"), Button("NEXT HAND", "settle"))
        case Offer(hand):
            name, main = hand.name, hand.bet.main_cents
            more = f"{dollars(main)} more" if main else ""
            half = f"half of {dollars(main)} back" if main else ""
            return (
                Button("WAR", f"war {name}", "tie", more, f"Spot {name}: war"),
                Button("SURRENDER", f"surrender {name}", "surrender", half, f"Spot {name}: surrender"),
            )
        case Perform():
            return (Button("DONE", f"confirm {step.step}", "win", says=f"Done: {now.prompt.do}"),)
        case Draw() | AwaitRuling() | Over():
            return ()
