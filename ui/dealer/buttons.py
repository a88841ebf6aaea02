"""The buttons of a step, each with its place on the panel and the tap that it sends.

The primary button says that the step is done. A second button never takes its place, so that a tap that comes
twice cannot mean another thing.
"""

from typing import Any, Literal

from msgspec import Struct, structs

from dealer_station.engine.model.table import Hand
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.engine.view.step_view import StepView
from ui.common.chip_texts import money
from ui.common.translate import Speech
from ui.dealer.shown_settlements import Displayed


class Button(Struct, frozen=True):
    """A button: label, explanation beneath, the tap it sends, and its screen reader text (`says`)."""

    text: str
    act: str
    tone: str = ""
    under: str = ""
    says: str = ""
    place: Literal["primary", "second"] = "primary"

    def values(self) -> dict[str, Any]:
        """The values for QML."""
        return {**structs.asdict(self), "says": self.says or self.text}


def buttons_for(step: StepView, shown: Displayed, book: RulebookView, say: Speech) -> tuple[Button, ...]:
    """The buttons for the due step. Drawing a card has none, because the shoe reports the card."""
    match step.kind:
        case "bets" | "call":
            return _wagering(shown, book, say)
        case "settle":
            return _settling(shown, book, say)
        case "offer":
            return _choice(step.hand, book, say) if step.hand else ()
        case "perform":
            return _performing(step, shown, book, say)
        case "draw" | "ruling" | "over":
            return ()


def key_the_cards(say: Speech) -> Button:
    """The button of a draw while no device reads cards: the floor lets the dealer key them in."""
    return Button(say("KEY THE CARDS"), "open floor keyed", "win", under=say("the floor signs"))


def _wagering(shown: Displayed, book: RulebookView, say: Speech) -> tuple[Button, ...]:
    """The closing call if there are wagers, new or from the last round; otherwise only the chip row."""
    if shown.then_call:
        change = Button(say("WAGERS"), "wager open", under=say("change the wagers"), place="second")
        return (_call(book, say), change)
    return (Button(say("WAGERS"), "wager open", "win", under=say("enter the wagers")),)


def _call(book: RulebookView, say: Speech) -> Button:
    return Button(say(book.close_call).upper(), "call", "win", says=say("Closing call"))


def _next_call(shown: Displayed, say: Speech) -> Button:
    """The closing call of the next round, with the same wagers or with those that were entered for it."""
    under = say("new wagers") if shown.new_wagers else say("same wagers")
    return Button(say("NEXT CALL"), "call", under=under, says=say("Closing call"), place="second")


def _settling(shown: Displayed, book: RulebookView, say: Speech) -> tuple[Button, ...]:
    """The settle buttons. If a tie choice follows the shown hands, its buttons also settle those hands."""
    following = Button(
        say("NEXT HAND"), "settle", says=say("This hand is settled, next hand"), place="second"
    )
    these = Button(say("THESE SETTLED"), "settle all", "win", says=say("These hands are settled"))
    if shown.asked and shown.asked.hand:
        return (these, *_choice(shown.asked.hand, book, say))
    if shown.left_out:
        return (these, following)
    settled = Button(say("ALL SETTLED"), "settle all", "win", says=say("All hands are settled"))
    return (settled, following, *((_next_call(shown, say),) if shown.then_call else ()))


def _choice(hand: Hand, book: RulebookView, say: Speech) -> tuple[Button, ...]:
    name, main = hand.name, hand.bet.main_cents
    more = say("{amount} more", amount=money(main)) if main else ""
    half = say("{amount} back", amount=money(main // 2)) if main else ""
    where, named = book.spot_title(name), book.goes_to_war
    war = say("GO TO WAR {name}" if named else "WAR {name}", name=name)
    surrender = say("SURRENDER {name}", name=name)
    says_war = say("{where}: Go to War" if named else "{where}: war", where=where)
    says_surrender = say("{where}: surrender", where=where)
    return (
        Button(war, f"war {name}", "tie", more, says_war, "second"),
        Button(surrender, f"surrender {name}", "surrender", half, says_surrender, "second"),
    )


def _performing(step: StepView, shown: Displayed, book: RulebookView, say: Speech) -> tuple[Button, ...]:
    by_card = say("or draw the next card") if shown.then_card else ""
    done = Button(say("DONE"), f"confirm {step.step}", "win", by_card, say("Done"))
    match step.step:
        case "offer_cut":
            spot = step.places[0] if step.places else 0
            return (
                Button(say("ACCEPTED"), f"cut {spot} yes", "win", says=say("The cut is accepted")),
                Button(say("REFUSED"), f"cut {spot} no", says=say("The cut is refused"), place="second"),
            )
        case "cut" | "place_cut_card":
            deep = Button(
                say("HOW DEEP"), f"open depth {step.step}", under=say("count the cards"), place="second"
            )
            return (done, deep)
        case "check_batch":
            return (
                Button(say("YES"), f"confirm {step.step}", "win", says=say("Kept secure and released")),
                Button(
                    say("NO, SHUFFLE IT"),
                    "open unsecured batch",
                    under=say("spread and shuffle it"),
                    place="second",
                ),
            )
        case _ if step.waits or step.step == "wait_for_shuffler":
            return ()  # Only the shuffler reports that it is ready.
        case "spin_wheel":
            return (Button(say("THE WHEEL SHOWED"), f"open spin {step.places[0]}", "win"),)
        case "turn_dealer_card":
            # No result is known yet, so turning the card is the only possible step.
            return (Button(say("TURNED"), f"confirm {step.step}", "win", says=say("The card is turned")),)
        case "confirm_layout":
            right = Button(say("AS SHOWN"), f"confirm {step.step}", "win", says=say("The cards are as shown"))
            wrong = Button(say("WRONG"), "open wrong", says=say("The cards are not as shown"), place="second")
            return (right, wrong)
        case "pick_up" | "return_cards" if shown.then_call:
            # The closing call of the next round also confirms this step. The step that is due comes first.
            return (done, _next_call(shown, say))
        case _ if step.by_the_floor:
            return (Button(say("SIGN"), f"open sign {step.step}", "win", under=say(book.first_title)),)
        case "pick_up" | "match_war" | "confirm_war" if shown.war_tie:
            return (done, Button(say("TIE WAGER"), "open war tie", under=say("on the war"), place="second"))
        case _:
            return (done,)
