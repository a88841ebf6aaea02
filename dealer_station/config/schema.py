"""The schema of station.toml: every key with its type and default."""

from typing import Literal

from msgspec import Struct

from dealer_station.engine.rulebook.rule_sections import Limits

Answer = str | int | float


class TableConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """The table and its book."""

    name: str
    profile: str
    gaming_day_start_hour: int = 6
    training: bool = False


class LimitsConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """The posted limits of the table; zero where the book's own limit applies."""

    main: Limits = Limits()
    tie: Limits = Limits()


class ShoeConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """The shoe that reads the cards."""

    family: Literal["none", "reference", "angel_eye", "scanner"] = "none"
    port: str = ""
    serial: str = ""
    codes: str = ""


class DeviceConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """A shuffler or a progressive controller."""

    family: Literal["none", "reference"] = "none"
    port: str = ""
    serial: str = ""


class DevicesConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """The devices connected to the station."""

    shoe: ShoeConfig = ShoeConfig()
    shuffler: DeviceConfig = DeviceConfig()
    progressive: DeviceConfig = DeviceConfig()


class PeopleConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of people."""

    file: str = "people.json"


class ScreenConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """Appearance and sound of the dealer's screen."""

    size: Literal["full", "1280x800", "1920x1080", "800x1280"] = "full"
    theme: Literal["dark", "light"] = "dark"
    hand: Literal["right", "left"] = "right"
    text_scale: float = 1.0
    language: Literal["en", "es"] = "en"
    sound: bool = True
    quiet_from: int = 22
    quiet_to: int = 8
    quiet_volume: Literal["low", "none"] = "low"
    four_colour_suits: bool = False
    motion: bool = True


class LogConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """The log and the folder of its keys."""

    db: str = "station.db"
    keys: str = ""


class FloorConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """The floor that keeps a copy of the log."""

    url: str = ""
    certificate: str = ""
    key: str = ""
    ca: str = ""


class TrainingConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """The school: its results, and the lessons that a dealer of a live table must have passed."""

    results: str = "training-results.db"
    required: tuple[str, ...] = ()


class GoLive(Struct, frozen=True, forbid_unknown_fields=True):
    """The signature for the answers of a live table: person, title, time and key of the station."""

    signed_by: str = ""
    role: str = ""
    signed_on: str = ""
    signer: str = ""
    signature: str = ""


class Config(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole station.toml."""

    table: TableConfig
    options: dict[str, Answer] = {}
    limits: LimitsConfig = LimitsConfig()
    devices: DevicesConfig = DevicesConfig()
    people: PeopleConfig = PeopleConfig()
    screen: ScreenConfig = ScreenConfig()
    log: LogConfig = LogConfig()
    floor: FloorConfig = FloorConfig()
    training: TrainingConfig = TrainingConfig()
    golive: GoLive = GoLive()
