"""A station in its own folder, worked with through the commands as a person would."""

from pathlib import Path

from click.testing import CliRunner, Result

from dealer_station.cli.main import main
from dealer_station.config import load
from dealer_station.config.go_live_record import choices
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.rulebooks import read

PIN, OTHER_PIN = "246810", "975310"


class Desk:
    """A folder with a station.toml in it, and somebody who types."""

    def __init__(self, folder: Path, text: str = "") -> None:
        self.folder = folder
        self.file = folder / "station.toml"
        if text:
            self.file.write_text(text, "utf-8")

    def do(self, *words: str, typed: str = "") -> Result:
        """A command with what is typed into it; no fault may come out as a traceback."""
        result = CliRunner().invoke(main, [*words], input=typed)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.output
        assert "Traceback" not in result.output
        return result

    def good(self, *words: str, typed: str = "") -> str:
        """The output of a command that must succeed."""
        result = self.do(*words, typed=typed)
        assert result.exit_code == 0, result.output
        return result.output

    def bad(self, *words: str, typed: str = "") -> str:
        """The output of a command that must be refused."""
        result = self.do(*words, typed=typed)
        assert result.exit_code in (1, 2), result.output
        return result.output

    def people(self, *words: str, typed: str = "") -> str:
        return self.good("people", *words, "--config", str(self.file), typed=typed)

    def refused_people(self, *words: str, typed: str = "") -> str:
        return self.bad("people", *words, "--config", str(self.file), typed=typed)

    def make_supervisor(self, name: str = "Maria", role: str = "floorperson") -> None:
        self.people("add", name, "--role", role, typed=f"{PIN}\n{PIN}\n")
        self.make_keys()

    def make_keys(self) -> None:
        """The station's keys, beside its log; the escrow's half is elsewhere."""
        keys = self.folder / "station.db.keys"
        if not keys.exists():
            self.good("keys", "make", str(keys), "--escrow", str(self.folder / "escrow.key"))

    def go_live(self, answers: str | None = None) -> str:
        """Somebody signs, with the marked defaults unless other answers are typed."""
        self.make_keys()
        if answers is None:
            answers = _defaults(load(self.file).rules())
        return self.good("config", "golive", str(self.file), "--as", "Maria", typed=f"{PIN}\n{answers}y\n")


def confirmed_defaults(profile: str) -> str:
    """Keys that answer every choice of a book with its marked default, and confirm what goes with it."""
    return _defaults(read(profile))


def _defaults(rules: Rules) -> str:
    confirmed = (choice.rule.golive_confirm and choice.rule.value != 0 for choice in choices(rules))
    return "".join("\ny\n" if one else "\n" for one in confirmed)


def minimal(profile: str = "massachusetts", more: str = "") -> str:
    """The shortest station.toml that is good."""
    return f'[table]\nname = "Table 7"\nprofile = "{profile}"\n{more}'
