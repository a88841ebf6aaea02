"""The floor's word: a ruling with everything that belongs to it, signed."""

from dealer_station.engine import observations as o
from dealer_station.engine.cards import parse_card
from dealer_station.engine.misreads import card_in_question, lying_on_the_felt, reads_of
from dealer_station.engine.table import Hand
from ui.asking import Answers, Choice, Form, Question, cents_of
from ui.desk import Desk
from ui.signing import Signed

RULINGS: dict[str, str] = {
    "play_on": "PLAY ON",
    "burn": "BURN IT",
    "discard": "TO THE RACK",
    "forward": "MOVE FORWARD",
    "dealer_next": "DEALER'S CARD",
    "void_round": "VOID THE ROUND",
    "void": "VOID A HAND",
    "out": "LET A PLAYER OUT",
    "reshuffle": "RESHUFFLE",
    "reconstruct": "RECONSTRUCT",
    "correct": "CORRECT THE CARD",
    "pay": "PAY",
    "take": "TAKE",
    "accept": "ACCEPT",
    "refuse": "REFUSE",
}
"""Every ruling as it stands on its button."""
MEANT: dict[str, str] = {
    "play_on": "nothing changes",
    "burn": "face down, to the burns",
    "discard": "out of play",
    "forward": "it is the next card",
    "dealer_next": "it is your own",
    "void_round": "wagers go back",
    "void": "its wagers go back",
    "out": "the wager goes back",
    "reshuffle": "all cards",
    "reconstruct": "as it should lie",
    "correct": "the reader was wrong",
    "pay": "chips to a player",
    "take": "chips from a player",
    "accept": "it stands",
    "refuse": "it does not stand",
}
"""What each comes to, in a few words beneath it."""
CLEARED = "it is looked after"
"""What it means to accept the trouble of a device."""


def rule(desk: Desk, ruling: str) -> Form:
    """From a ruling to what the station is told."""
    return Form(lambda answers: _next(desk, ruling, answers), lambda answers: _done(desk, ruling, answers))


def _next(desk: Desk, ruling: str, answers: Answers) -> Question | None:
    title = desk.say(RULINGS[ruling])
    hold = desk.table.holds[-1] if desk.table.holds else None
    named = bool(hold and hold.hands)
    left = hold is not None and hold.kind == "player_left"
    if ruling in ("void", "out", "pay", "take") and not named and "hands" not in answers:
        hint = desk.say("Which hands?")
        return Question("hands", "several", title, desk.hand_choices(_hands(desk, ruling)), hint=hint)
    if ruling in ("pay", "take") and not left and "cents" not in answers:
        return Question("cents", "money", title, hint=desk.say("How much?"))
    if ruling == "correct" and (earlier := _earlier_reads(desk)) and "at" not in answers:
        return Question("at", "choices", title, earlier, hint=desk.say("Which read was wrong?"))
    if ruling == "correct" and "card" not in answers:
        return Question("card", "card", title, hint=desk.say("Which card is it?"))
    if "because" not in answers:
        return desk.reason_question()
    return desk.needs_pin(answers, o.Ruled(ruling))


def _hands(desk: Desk, ruling: str) -> tuple[Hand, ...]:
    """A settled hand is put right, an unsettled one voided."""
    table = desk.table
    if ruling in ("void", "out"):
        return tuple(
            hand for hand in table.round.hands if not any(line.wager == "main" for line in hand.lines)
        )
    return table.round.hands or (table.last.hands if table.last else ())


def _earlier_reads(desk: Desk) -> tuple[Choice, ...]:
    """Which read was wrong: of an impossible card maybe an earlier one, where the dealer has seen it any."""
    hold = desk.table.holds[-1] if desk.table.holds else None
    card = card_in_question(desk.table)
    if hold is None or hold.kind != "impossible_card" or card is None:
        return ()
    if not hold.has_card:
        draws = desk.table.round.draws
        lying = lying_on_the_felt(desk.table, desk.rules)
        return tuple(
            Choice(read.at, desk.say(read.words), desk.say("{card}", card=draws[read.draw or 0].card))
            for read in reversed(lying)
        )
    if not hold.detail:
        return ()  # Nothing while a face is hidden.
    reads = reads_of(desk.table, card)
    return (
        Choice("", desk.say("this card")),
        *(Choice(read.at, desk.say(read.words)) for read in reads if read.draw != hold.draw),
    )


def _done(desk: Desk, ruling: str, answers: Answers) -> str | None:
    def ruled(by: Signed) -> None:
        made = o.Ruled(
            ruling,
            tuple(answers.get("hands", "").split()),
            cents_of(answers.get("cents", "")),
            parse_card(answers["card"]) if answers.get("card") else None,
            by=by.name,
            because=answers["because"],
            at=answers.get("at", ""),
            about=desk.table.holds[-1].raised if desk.table.holds else 0,
        )
        desk.tell(made, "floor", by)

    return desk.sign(answers, o.Ruled(ruling), ruled)
