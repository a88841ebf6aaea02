"""Look and sound of a screen. A supervisor sets them for the table, a dealer for themselves."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ui.common.translate import LANGUAGES, Speech

if TYPE_CHECKING:
    from dealer_station.people.sign_in import Signed

SCALES = (90, 100, 115, 130)
"""Text sizes in percent."""
OWN = ("hand", "text", "language", "sound")
"""The entries that belong to the dealer who is signed in, and that need no PIN."""
LOW_VOLUME = 0.25
NIGHT_VOLUMES = {"low": LOW_VOLUME, "none": 0.0}

Value = str | float | bool
OwnSettings = Mapping[str, Value]
"""The choices of one dealer, by the keys of station.toml; a missing one is as the table has it."""


def nearest_scale(scale: float) -> int:
    """The offered text size that is nearest to the requested scale."""
    return min(SCALES, key=lambda percent: abs(percent - scale * 100))


class Change(NamedTuple):
    """A new value under `[screen]` and the person who sets it; `answer` may be called in another thread."""

    key: str
    value: Value
    by: "Signed"
    answer: Callable[[bool, str], None]
    """Takes two values: whether the change is accepted, and a message to show."""
    dealer: str = ""
    """The dealer whose own setting this is; empty for a setting of the table."""


def accept_without_storing(change: Change) -> None:
    """Accept a change without storing it."""
    change.answer(True, "")


class Settings(NamedTuple):
    """One screen's choices. No Struct, because the first frame is painted before msgspec is loaded."""

    theme: str = "dark"
    hand: str = "right"
    text_percent: int = 100
    language: str = "en"
    sound: bool = True
    four_colours: bool = False
    motion: bool = True
    quiet_from: int = 22
    quiet_to: int = 8
    """The hours of the night, in which sounds have the volume `quiet_volume`; equal for no night."""
    quiet_volume: str = "low"

    def with_own(self, own: OwnSettings) -> "Settings":
        """These settings with what a dealer has chosen."""
        return self._replace(
            hand=str(own.get("hand", self.hand)),
            text_percent=nearest_scale(float(own.get("text_scale", self.text_percent / 100))),
            language=str(own.get("language", self.language)),
            sound=bool(own.get("sound", self.sound)),
        )

    def volume(self, hour: int) -> float:
        """The volume of a sound at an hour of the day, from 0 to 1."""
        if not self.sound:
            return 0.0
        hours_of_night = (self.quiet_to - self.quiet_from) % 24
        at_night = (hour - self.quiet_from) % 24 < hours_of_night
        return NIGHT_VOLUMES[self.quiet_volume] if at_night else 1.0

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
            case "quiet_from":
                return self._replace(quiet_from=(self.quiet_from + 1) % 24)
            case "quiet_to":
                return self._replace(quiet_to=(self.quiet_to + 1) % 24)
            case "quiet_volume":
                return self._replace(quiet_volume="none" if self.quiet_volume == "low" else "low")
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

    def entry(self, name: str) -> tuple[str, Value]:
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
            case "quiet_from":
                return "quiet_from", self.quiet_from
            case "quiet_to":
                return "quiet_to", self.quiet_to
            case "quiet_volume":
                return "quiet_volume", self.quiet_volume
            case _:
                return "four_colour_suits", self.four_colours

    def choices(self, say: Speech, *, own: bool = False) -> list[dict[str, Any]]:
        """One row per entry with its current value, of a dealer's own or of all; a tap selects the next."""
        night = say("low") if self.quiet_volume == "low" else say("no sound")
        rows = (
            ("theme", say("Colours"), say(self.theme)),
            ("hand", say("Dealer's hand"), say(self.hand)),
            ("text", say("Text size"), f"{self.text_percent} %"),
            ("language", say("Language"), LANGUAGES[self.language]),
            ("sound", say("Sound"), say("on") if self.sound else say("off")),
            ("colours", say("Suits"), say("four colours") if self.four_colours else say("two colours")),
            ("motion", say("Motion"), say("on") if self.motion else say("off")),
            ("quiet_from", say("Night from"), f"{self.quiet_from:02}:00"),
            ("quiet_to", say("Night until"), f"{self.quiet_to:02}:00"),
            ("quiet_volume", say("Sound at night"), night),
        )
        return [
            {"text": text, "under": under, "act": f"{'own' if own else 'set'} {name}"}
            for name, text, under in rows
            if not own or name in OWN
        ]
