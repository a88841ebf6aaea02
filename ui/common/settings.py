"""Look and sound of a screen. A supervisor changes them; the station stores the change."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from ui.common.translate import LANGUAGES, Speech

if TYPE_CHECKING:
    from dealer_station.people.sign_in import Signed

SCALES = (90, 100, 115, 130)
"""Text sizes in percent."""


def nearest_scale(scale: float) -> int:
    """The offered text size that is nearest to the requested scale."""
    return min(SCALES, key=lambda percent: abs(percent - scale * 100))


class Change(NamedTuple):
    """A new value under `[screen]` and the person who sets it; `answer` may be called in another thread."""

    key: str
    value: str | float | bool
    by: "Signed"
    answer: Callable[[bool, str], None]
    """Takes two values: whether the change is accepted, and a message to show."""


def accept_without_storing(change: Change) -> None:
    """Accept a change without storing it."""
    change.answer(True, "")


class Settings(NamedTuple):
    """One screen's choices. No Struct, because the first frame is painted before msgspec is loaded."""

    theme: str = "dark"
    hand: str = "right"
    text_percent: int = 100
    language: str = "en"
    sound: bool = False
    four_colours: bool = False
    motion: bool = True

    def changed(self, name: str) -> "Settings":
        """The settings with the next value of one entry."""
        match name:
            case "theme":
                return self._replace(theme="light" if self.theme == "dark" else "dark")
            case "hand":
                return self._replace(hand="left" if self.hand == "right" else "right")
            case "text":
                return self._replace(text_percent=SCALES[(SCALES.index(self.text_percent) + 1) % len(SCALES)])
            case "language":
                known = tuple(LANGUAGES)
                return self._replace(language=known[(known.index(self.language) + 1) % len(known)])
            case "sound":
                return self._replace(sound=not self.sound)
            case "motion":
                return self._replace(motion=not self.motion)
            case _:
                return self._replace(four_colours=not self.four_colours)

    def style(self, say: Speech) -> dict[str, Any]:
        """The style values for QML."""
        return {
            "dark": self.theme == "dark",
            "left": self.hand == "left",
            "scale": self.text_percent / 100,
            "fourColours": self.four_colours,
            "motion": self.motion,
            "words": say.words,
        }

    def entry(self, name: str) -> tuple[str, str | float | bool]:
        """Key and value of one entry, as station.toml stores them."""
        match name:
            case "theme":
                return "theme", self.theme
            case "hand":
                return "hand", self.hand
            case "text":
                return "text_scale", self.text_percent / 100
            case "language":
                return "language", self.language
            case "sound":
                return "sound", self.sound
            case "motion":
                return "motion", self.motion
            case _:
                return "four_colour_suits", self.four_colours

    def choices(self, say: Speech) -> list[dict[str, Any]]:
        """One row per entry with its current value; a tap selects the next value."""
        rows = (
            ("theme", say("Colours"), say(self.theme)),
            ("hand", say("Dealer's hand"), say(self.hand)),
            ("text", say("Text size"), f"{self.text_percent} %"),
            ("language", say("Language"), LANGUAGES[self.language]),
            ("sound", say("Sound"), say("on") if self.sound else say("off")),
            ("colours", say("Suits"), say("four colours") if self.four_colours else say("two colours")),
            ("motion", say("Motion"), say("on") if self.motion else say("off")),
        )
        return [{"text": text, "under": under, "act": f"set {name}"} for name, text, under in rows]
