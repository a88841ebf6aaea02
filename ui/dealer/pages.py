"""Pages over the table: the page that is open, its questions, and the result of the answers."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dealer_station.engine.model.errors import DealerStationError
from dealer_station.engine.model.events import TapRefused
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import in_question
from dealer_station.technical_messages import TechnicalMessages
from ui.dealer import report_form, request_forms, ruling_form
from ui.dealer.form_context import FormContext
from ui.dealer.forms import Form
from ui.dealer.legend import legend
from ui.dealer.shift_summary import summary

if TYPE_CHECKING:
    from ui.dealer.bridge import Bridge

WITHOUT_QUESTIONS = ("settings", "my screen", "summary", "cited", "signs")

log = TechnicalMessages()


class Pages:
    """The page that is open over the table of one screen, if any."""

    def __init__(self, bridge: "Bridge") -> None:
        self._bridge = bridge
        self.name = ""
        self._form: Form | None = None
        self._about_a_stop = False

    @property
    def rules_on_a_stop(self) -> bool:
        """True if a ruling on the shown hold is being entered; that page stays open until it is finished."""
        return self._about_a_stop

    def values(self, *, dealer: bool) -> dict[str, Any]:
        """The values for QML. `dealer`: somebody is signed in, so the sign-in page may be closed."""
        bridge, found = self._bridge, dict[str, Any]()
        if self.name == "settings":
            found = {"kind": "choices", "title": bridge.say("Settings"), "hint": ""}
            found["choices"] = bridge.of_table.choices(bridge.say)
        elif self.name == "my screen":
            hint = bridge.say("These are yours at this table. They come back when you sign in.")
            found = {"kind": "choices", "title": bridge.say("My screen"), "hint": hint}
            found["choices"] = bridge.settings.choices(bridge.say, own=True)
        elif self.name == "cited":
            found = bridge.rule_page()
        elif self.name == "signs":
            found = legend(bridge.book, bridge.say)
        elif self.name == "summary" and bridge.shown:
            found = summary(bridge.shown.view, bridge.book, bridge.say)
        elif self._form:
            found = self._form.values()
        may_close = self.name != "sign in" or dealer
        if self.name == "sign in" and bridge.offers_school and not found.get("hasBefore"):
            found["school"] = True
        blank = {"choices": [], "parts": [], "groups": [], "hint": "", "hasBefore": False, "onFelt": False}
        blank["school"] = False
        return {"name": self.name, **blank, **found, "mayClose": may_close}

    def open(self, name: str) -> None:
        """Open a page. A form without questions is completed at once."""
        shown = self._bridge.shown
        if shown is None:
            return
        self._form = None
        self.name = name
        self._about_a_stop = bool(shown.table.holds) and name.startswith(("rule ", "key ", "depart"))
        if name not in WITHOUT_QUESTIONS:
            asked: list[Form] = []
            self._form = form = form_for(name, self._context_for(asked))
            asked.append(form)
            form.checked = lambda over: self._was_checked(form, over=over)
            if self._is_over(form, form.begin) and self._form is form:
                self.close()
                return
        self._bridge.pageChanged.emit()

    def close(self) -> None:
        """Close the page and return to the table."""
        if self.name:
            self.name, self._form, self._about_a_stop = "", None, False
            self._bridge.pageChanged.emit()

    def _context_for(self, asked: list[Form]) -> FormContext:
        """The context for a form. `asked` holds that form, which may be closed before a PIN check ends."""
        bridge, shown = self._bridge, self._bridge.shown
        assert shown

        def answered(complaint: str) -> bool:
            """Show the complaint on the page that asked, or close it. False if it is no longer open."""
            form = self._form
            if form is None or form not in asked:
                return False
            form.complaint = complaint
            if complaint:
                bridge.pageChanged.emit()
            else:
                self.close()
            return True

        return FormContext(
            table=in_question(shown.table, bridge.stop),
            now=shown.view,
            book=bridge.book,
            say=bridge.say,
            signing=bridge.signing,
            tell=bridge.say_it,
            open=self.open,
            settings=bridge.open_settings,
            here=bridge.posted.emit,
            ask=self._ask,
            answer=answered,
            end_shift=bridge.shift.end if bridge.shift else None,
        )

    def _ask(self, seen: Observation, then: Callable[[str], None]) -> None:
        """Ask whether the table would refuse an observation; `then` gets reason and rule, or nothing."""

        def answered(refused: TapRefused | None) -> None:
            words = (self._bridge.say(refused.reason), refused.cite) if refused else ()
            then(" · ".join(word for word in words if word))

        self._bridge.ask(seen, answered)

    def _was_checked(self, form: Form, *, over: bool) -> None:
        """Show the outcome of an answer that the station checked, if its page is still open."""
        if self._form is not form:
            return
        if over:
            self.close()
        else:
            self._bridge.pageChanged.emit()

    def answer(self, word: str, rest: str) -> None:
        """Take a tap on the open form: back, a choice or a key."""
        form, page = self._form, self.name
        if form is None:
            self.close()
            return
        if word == "back":
            over = not form.back()
        else:
            over = self._is_over(form, lambda: form.choose(rest) if word == "choose" else form.key(rest))
        if over and self.name == page:
            self.close()
        else:
            self._bridge.pageChanged.emit()

    def _is_over(self, form: Form, step: Callable[[], bool]) -> bool:
        """Take one step of a form. If the step fails, the form stays open and shows the error."""
        try:
            return step()
        except Exception as error:  # noqa: BLE001 - the dealer must never face an empty page
            log.error("form failed", page=self.name, why=type(error).__name__, error=str(error))
            say = self._bridge.say
            failed = say("This could not be done. Try again, or go back to the table.")
            form.complaint = say(str(error)) if isinstance(error, DealerStationError) else failed
            return False


def form_for(name: str, context: FormContext) -> Form:
    """Return the form for a page name: a word and its argument, such as `wrong`, `rule void` or `spin 3`."""
    word, _, rest = name.partition(" ")
    match word:
        case "wrong":
            return report_form.report(context)
        case "key":
            return report_form.key_in(context)
        case "rule":
            return ruling_form.rule(context, rest)
        case "depart":
            return ruling_form.depart(context)
        case "floor":
            return request_forms.floor(context, rest)
        case "dealer":
            return request_forms.dealer(context)
        case "spin":
            return request_forms.spin(context, int(rest))
        case "depth":
            return request_forms.depth(context, rest)
        case "refused":
            return request_forms.refused_cut(context)
        case "war":
            return request_forms.war_tie(context)
        case "unsecured":
            return request_forms.unsecured_batch(context)
        case _ if name == "sign in":
            return request_forms.sign_in(context)
        case _:
            return request_forms.signed_step(context, rest)
