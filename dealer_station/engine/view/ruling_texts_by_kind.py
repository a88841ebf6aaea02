"""Texts of rulings that depend only on their kind: playing on, completed remedies, and answers.

Each pair holds the text of the button and its consequence.
"""

PLAY_ON: dict[str, tuple[str, str]] = {
    "missed_spot": ("Spot {name} plays without a card", "nothing changes"),
    "burn_exposed": ("The burn stays", "play goes on"),
    "burn_forgotten": ("Cards stay as they lie, no burn", "play goes on"),
    "option_missed": ("Spot {name} is not asked again", "play goes on"),
    "cut_card_missing": ("Go on with this shoe", "without a cut card"),
    "cut_card_overrun": ("Go on with this shoe", "no shuffle now"),
    "cut_card": ("Go on with this shoe", "no shuffle after the round"),
    "second_face_up": ("Go on with this shoe", "no shuffle"),
    "exposed_before_shoe": ("Go on with these cards", "no shuffle"),
    "order_shuffle": ("No shuffle", "play goes on"),
    "idle": ("No shuffle", "play goes on"),
    "over_limit": ("Leave the wager of spot {name}", "as it was entered"),
    "player_left": ("Play the hand of spot {name} out", "as if the player were here"),
    "device": ("Go on without the device", "it is repaired later"),
    "card_touched": ("The cards stay as they lie", "play goes on"),
    "not_seated": ("The wager of spot {name} stands", "nobody is seated there"),
    "stood_up": ("The hand of spot {name} stands", "play goes on"),
    "suspicious": ("Play on", "nothing changes"),
    "dispute": ("Play on", "nothing changes"),
    "damaged_card": ("Go on with the card", "it stays in play"),
}
"""Playing on, by the kind of the hold, where no card changes its place."""

CARRIED_OUT: dict[str, tuple[str, str]] = {
    "face_up": ("Card to the rack", "out of play"),
    "drawn_unseen": ("The card is the next one out", "it is used where a card is due"),
    "drawn_exposed": ("The card is the next one out", "it is used where a card is due"),
    "burn_exposed": ("It stays a burn card", "nothing changes"),
    "missed_spot": ("Spot {name} out, wager back", "it may join the next round"),
    "empty_spot": ("The card goes where it was due", "look at the picture"),
    "misplaced": ("The card goes where it was due", "look at the picture"),
    "over_limit": ("The excess goes back to spot {name}", "nobody said how much"),
    "unreadable": ("The card is keyed in", "play goes on"),
}
"""Remedies that were carried out before the authority came, which has only to agree."""

ANSWERS: dict[tuple[str, str], tuple[str, str]] = {
    ("device", "accept"): ("The device is checked", "play goes on"),
    ("count", "accept"): ("Go on with this count", "the cards are dealt"),
    ("batch", "accept"): ("Deal this batch again", "without another shuffle"),
    ("damaged_card", "accept"): ("Replace the card after the round", "it stays in play until then"),
    ("exposed_before_shoe", "accept"): ("Cut the cards again", "then load the shoe"),
    ("payout_limit", "accept"): ("Pay spot {name} in full", "above the limit"),
    ("toke_on_tie", "accept"): ("The toke of spot {name} follows the hand", "it stays there"),
    ("toke_on_tie", "refuse"): ("Return the toke of spot {name}", "it comes down"),
    ("toke_colour", "accept"): ("Change the toke for colour", "play goes on"),
    ("coupon", "accept"): ("The coupon of spot {name} is settled", "no chips move now"),
    ("coupon", "refuse"): ("The coupon of spot {name} does not count", "no chips move"),
    ("verbal_wager", "accept"): ("Take the wager that was called", "enter it with the wagers"),
    ("verbal_wager", "refuse"): ("No wager was made", "play goes on"),
    ("wheel_validation", "accept"): ("Pay the symbol of spot {name}", "it is valid"),
    ("wheel_validation", "refuse"): ("Spin again for spot {name}", "the symbol does not count"),
    ("progressive_count", "accept"): ("The chips stay as they lie", "play goes on"),
    ("dispute", "refuse"): ("The hand stands", "no chips move"),
    ("wrong_pay", "accept"): ("The claim about spot {name} is right", "no chips move now"),
    ("wrong_pay", "refuse"): ("Spot {name} stays as settled", "no chips move"),
    ("settled_then_void", "accept"): ("The chips are correct", "play goes on"),
}
"""The answer to a question, by its kind."""
