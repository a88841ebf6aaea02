"""Context of a form: the current table, the people who can sign, and the functions that a form may call."""

from collections.abc import Callable

from msgspec import Struct

from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Hand, Table
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.engine.view.table_view import TableView
from dealer_station.people.required_titles import first_line, has, need_of, titles
from dealer_station.people.sign_in import Signed, Signing
from ui.common.chip_texts import money
from ui.common.translate import Speech
from ui.dealer.forms import Answers, Choice, Part, Question

BY_THE_BOOK = "as the book says"
REASONS = (
    BY_THE_BOOK,
    "the camera recording was checked",
    "the players agreed",
    "a dealer's mistake",
    "a device fault",
    "another reason",
)


class FormContext(Struct, frozen=True):
    """The table at one moment, with the functions that a form uses to act on it."""

    table: Table
    now: TableView
    book: RulebookView
    say: Speech
    signing: Signing
    tell: Callable[[Observation, str, Signed], None]
    """Sends an observation with its source and its author."""
    open: Callable[[str], None]
    """Opens another page."""
    settings: Callable[[Signed], None]
    """Opens the settings for the person who signed."""
    here: Callable[[Callable[[], None]], None]
    """Runs a function in the GUI thread."""
    ask: Callable[[Observation, Callable[[str], None]], None]
    """Asks the station whether the table would refuse an observation, and passes the reason on."""
    answer: Callable[[str], bool]
    """Shows a complaint, or closes the page if there is none. False if the page is no longer open."""

    end_shift: Callable[[], None] | None = None
    """Ends a shift of the school; None at every other table."""

    def by_the_dealer(self, seen: Observation) -> None:
        """Send an observation in the dealer's name; if the table would refuse it, only show the reason."""

        def asked(reason: str) -> None:
            if self.answer(reason) and not reason:
                self.tell(seen, "dealer", Signed(self.now.dealer))

        self.ask(seen, asked)

    def title_for(self, about: Observation | None = None) -> str:
        """The lowest title that may do this, as the station will require it."""
        need = need_of(about, self.book.rules, self.table) if about else None
        return (need or first_line(self.book.rules)).title

    def reason_question(self, subject: str, reasons: tuple[str, ...]) -> Question:
        """The question for the reason of a ruling; `subject` names the ruling."""
        choices = self.reason_part(reasons).choices
        return Question("because", "choices", subject, choices, hint=self.say("Why?"))

    def reason_part(self, reasons: tuple[str, ...], marked: str = "") -> Part:
        """The reason of a ruling as a part of its signature."""
        choices = tuple(Choice(one, self.say(one)) for one in reasons)
        return Part("because", self.say("Why?"), choices, marked if marked in reasons else "")

    def sign(self, answers: Answers, about: Observation | None, then: Callable[[Signed], None]) -> str | None:
        """Check the PIN and call `then` with the signer. Returns None while the check is running."""
        if not self.signing.needs_pin:
            then(Signed(answers.get("signer") or self.title_for(about)))
            return ""

        def checked(signed: Signed) -> None:
            self.here(lambda: self._signed(signed, then))

        self.answer(self.say("Checking PIN…"))
        self.signing.pin(answers["signer"], answers["pin"], checked)
        return None

    def _signed(self, signed: Signed, then: Callable[[Signed], None]) -> None:
        # Answer the page before calling `then`, which may open another one. If the page is gone, do nothing.
        if self.answer(self.say(signed.reason)) and signed.name:
            then(signed)

    def needs_pin(self, answers: Answers, about: Observation | None, subject: str = "") -> Question | None:
        """The signature of a floor form, with a PIN; `subject` is what is signed."""
        if not self.signing.needs_pin or "pin" in answers:
            return None
        return self.signature(about, subject, ())

    def signature(
        self, about: Observation | None, subject: str, reasons: tuple[Part, ...], hint: str = ""
    ) -> Question:
        """One page with what is signed, why, who signs, and the PIN."""
        title, pin = self.title_for(about), self.signing.needs_pin
        names = self.signing.who_may(title) if pin else ()
        who = self.say("Who signs? This needs the {authority}", authority=title)
        signer = Part("signer", who, tuple(Choice(one, one) for one in names))
        nobody = self.say("Nobody at this table has this title.") if pin and not names else ""
        return Question(
            "pin",
            "sign",
            subject or self.say("Sign"),
            hint=nobody or hint,
            parts=(*reasons, signer) if pin else reasons,
            takes_pin=pin,
        )

    def signer_question(self, answers: Answers, about: Observation) -> Question | None:
        """The signature of a step: a person with a PIN, or at a simulated table a title without one."""
        if self.signing.needs_pin or "signer" in answers:
            return self.needs_pin(answers, about)
        title = self.title_for(about)
        able = [one for one in titles(self.book.rules) if has(one, title, self.book.rules)]
        words = self.say("Who signs? This needs the {authority}", authority=title)
        choices = tuple(Choice(one, self.say(one)) for one in able)
        return Question("signer", "choices", words, choices, hint=self.say("No PIN at a simulated table."))

    def spot_choices(self, spots: tuple[int, ...]) -> tuple[Choice, ...]:
        return tuple(Choice(str(spot), self.say(self.book.spot_title(spot)), place=spot) for spot in spots)

    def hand_choices(self, hands: tuple[Hand, ...]) -> tuple[Choice, ...]:
        """Choices for hands, by name, each with its main wager."""
        named = {hand.name: hand for hand in hands}
        return tuple(
            Choice(name, self.say(self.book.spot_title(name)), _worth(hand), hand.bet.spot)
            for name, hand in named.items()
        )


def _worth(hand: Hand) -> str:
    cents = hand.bet.main_cents
    return "" if cents == 0 else money(cents)
