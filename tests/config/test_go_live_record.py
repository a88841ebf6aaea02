"""A live table opens when every interpretive choice is answered and a supervisor has signed; not before."""

import re
from pathlib import Path

import pytest

from dealer_station.config import load
from dealer_station.config.go_live_record import choices, unanswered
from dealer_station.log.integrity import keys
from dealer_station.rulebooks import NAMES, folder, read
from tests.config.stations import PIN, Desk, confirmed_defaults, minimal
from ui.common.display_check import DISPLAYS

MAY_OPEN = "there is no display. The dealer's screen needs one"
"""The only complaint about a table that may go live, in a test without a display."""
TITLES = {"house_manual": "Floor Supervisor", "exhibit_a": "supervisor", "new_zealand": "Game Supervisor"}


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in DISPLAYS:
        monkeypatch.delenv(name, raising=False)


def live(desk: Desk) -> str:
    """The refusal that somebody gets who opens the table with real cards."""
    return desk.bad("run", "--config", str(desk.file))


def test_the_choices_of_each_book_are_those_that_decide_who_wins_or_what_is_paid() -> None:
    progressive = ("progressive_stake_on_win", "suited_double_tie")
    assert {name: tuple(choice.name for choice in choices(read(name))) for name in NAMES} == {
        "massachusetts": ("war_burn", "suited_double_tie"),
        "house_manual": ("card_supply", "war_burn", "return_facing"),
        "maryland": ("war_burn", *progressive),
        "exhibit_a": ("war_burn", "dealer_war_cards"),
        "new_zealand": ("box_max", "player_max", "opening_burn", "war_stake", "war_burn"),
    }


def test_whoever_signs_in_new_zealand_confirms_the_method_of_all_tables_and_the_signs(tmp_path: Path) -> None:
    desk = Desk(tmp_path, minimal("new_zealand"))
    desk.make_supervisor(role=TITLES.get("new_zealand", "floorperson"))
    before = desk.file.read_bytes()
    sign = ("config", "golive", str(desk.file), "--as", "Maria")
    assert "A sign at the table states this box maximum (5.10)." in desk.bad(*sign, typed=f"{PIN}\n500\nn\n")
    refused = desk.bad(*sign, typed=f"{PIN}\n500\ny\n\n\n\nn\n")
    assert "All operational Casino War tables of the casino use this method (8.7.1)." in refused
    assert desk.file.read_bytes() == before
    shown = desk.go_live("lots\n500\ny\n200\ny\non\ndealer_matches\ny\nnone\n")
    assert "lots" in shown
    assert load(desk.file).options == {
        "box_max": "500",
        "player_max": "200",
        "opening_burn": "on",
        "war_stake": "dealer_matches",
        "war_burn": "none",
    }
    assert MAY_OPEN in live(desk)


@pytest.mark.parametrize("profile", NAMES)
def test_a_live_table_opens_when_a_supervisor_has_answered_and_signed(tmp_path: Path, profile: str) -> None:
    desk = Desk(tmp_path, minimal(profile))
    missing = unanswered(read(profile))
    desk.make_supervisor(role=TITLES.get(profile, "floorperson"))
    waits = f"does not open until {', '.join(missing)} are answered" if missing else "a supervisor has signed"
    assert waits in live(desk)
    shown = desk.go_live(confirmed_defaults(profile))
    for choice in choices(read(profile)):
        assert f"{choice.name}   {profile} {choice.rule.cite} [{choice.rule.status}]" in shown
        assert f"marked default: {choice.rule.value}" in shown
        assert choice.rule.note in shown
    assert MAY_OPEN in live(desk)
    signed = load(desk.file).config.golive
    assert signed.signed_by == "Maria"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", signed.signed_on)
    assert f"signed for a live table by Maria, {signed.role}" in desk.good("config", "check", str(desk.file))


def signed_desk(folder_: Path, profile: str = "maryland", more: str = "") -> Desk:
    desk = Desk(folder_, minimal(profile, more))
    desk.make_supervisor()
    desk.go_live()
    assert MAY_OPEN in live(desk)
    return desk


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('war_burn = "once"', 'war_burn = "before_each_recipient"'),
        ('war_burn = "once"', 'war_burn = "once"\ndecks = 6'),
        ('name = "Table 7"', 'name = "Table 8"'),
        ("min_cents = 500", "min_cents = 100"),
        ('port = "/dev/a"', 'port = "/dev/b"'),
        ('signed_by = "Maria"', 'signed_by = "Eve"'),
        ('role = "floorperson"', 'role = "Commission"'),
        ('signature = "', 'signature = "zz'),
    ],
)
def test_what_was_signed_and_changed_keeps_the_table_closed(tmp_path: Path, before: str, after: str) -> None:
    more = '[limits.main]\nmin_cents = 500\n[devices.shoe]\nfamily = "reference"\nport = "/dev/a"\n'
    desk = signed_desk(tmp_path, more=more)
    text = desk.file.read_text("utf-8")
    assert before in text
    desk.file.write_text(text.replace(before, after), "utf-8")
    assert "was changed after" in live(desk)
    assert "was changed after" in desk.good("config", "check", str(desk.file))
    desk.file.write_text(text, "utf-8")
    assert MAY_OPEN in live(desk)


def test_the_screen_is_not_what_was_signed(tmp_path: Path) -> None:
    desk = signed_desk(tmp_path)
    desk.good("config", "set", "screen.theme", "light", str(desk.file), "--as", "Maria", typed=f"{PIN}\n")
    assert MAY_OPEN in live(desk)


def test_other_words_of_the_book_and_another_station_take_a_new_signature(tmp_path: Path) -> None:
    book = tmp_path / "house.toml"
    book.write_bytes((folder() / "maryland.toml").read_bytes())
    desk = signed_desk(tmp_path, "house.toml")
    book.write_bytes(book.read_bytes() + b"\n# Another edition.\n")
    assert "the book itself was changed after Maria signed" in live(desk)
    desk.go_live()
    assert MAY_OPEN in live(desk)
    keys.make(tmp_path / "other.keys", tmp_path / "other-escrow.key")
    for name in ("signing.key", "signing.pub", "escrow.pub"):
        (tmp_path / "station.db.keys" / name).write_bytes((tmp_path / "other.keys" / name).read_bytes())
    assert "signed with the key of another station" in live(desk)


def test_an_answer_that_stands_in_the_file_is_the_default_of_the_question(tmp_path: Path) -> None:
    desk = Desk(tmp_path, minimal("maryland", "[options]\nwar_burn = 'before_each_recipient'\n"))
    desk.make_supervisor()
    shown = desk.go_live("\nmaybe\nreturned\n\n")
    assert "marked default: once" in shown
    assert "'maybe' is not one of 'kept', 'returned'" in shown
    assert load(desk.file).options == {
        "war_burn": "before_each_recipient",
        "progressive_stake_on_win": "returned",
        "suited_double_tie": "each_pair_suited",
    }


def test_whoever_may_not_sign_or_will_not_changes_nothing(tmp_path: Path) -> None:
    desk = Desk(tmp_path, minimal("maryland"))
    before = desk.file.read_bytes()
    sign = ("config", "golive", str(desk.file), "--as")
    assert "nobody can sign yet" in desk.bad(*sign, "Maria")
    desk.make_supervisor()
    desk.people("add", "Bo", "--as", "Maria", typed=f"{PIN}\n")
    assert "Bo has no PIN: dealers sign in by name or badge" in desk.bad(*sign, "Bo", typed="246810\n")
    assert "Eve is not known at this table" in desk.bad(*sign, "Eve", typed="246810\n")
    desk.bad(*sign, "Maria", typed=f"{PIN}\n\n\n\nn\n")
    desk.bad(*sign, "Maria", typed=f"{PIN}\n\n")
    assert desk.file.read_bytes() == before


def test_a_live_table_takes_no_answers_from_the_command_line(tmp_path: Path) -> None:
    desk = signed_desk(tmp_path)
    for more in (("--option", "war_burn=once"), ("--profile", "new_zealand")):
        assert "opens only with the answers that were signed" in desk.bad(
            "run", "--config", str(desk.file), *more
        )


def test_the_first_start_makes_the_first_supervisor(tmp_path: Path) -> None:
    desk = Desk(tmp_path, minimal("maryland"))
    assert 'people add NAME --role "floorperson"`' in desk.bad("run", "--config", str(desk.file))
    desk.make_keys()
    typed = f"Maria\n\n123456\n{PIN}\n111222\n{PIN}\n{PIN}\n"
    shown = desk.bad("run", "--config", str(desk.file), typed=typed)
    assert "Nobody can sign in at this table yet. Add the first supervisor;" in shown
    assert "consecutive digits is easy to guess" in shown
    assert "the two PINs differ" in shown
    assert "Maria added as floorperson" in shown
    assert "does not open until war_burn" in shown
    desk.go_live()
    assert MAY_OPEN in live(desk)


def test_a_live_table_is_neither_signed_for_nor_opened_without_keys_that_somebody_keeps(
    tmp_path: Path,
) -> None:
    desk = signed_desk(tmp_path)
    folder_ = tmp_path / "station.db.keys"
    command = f"`dealer-station keys make {folder_} --escrow FILE`"
    sign = ("config", "golive", str(desk.file), "--as", "Maria")
    folder_.rename(tmp_path / "away")
    assert f"a live table needs keys first; run {command}" in live(desk)
    assert f"a live table needs keys first; run {command}" in desk.bad(*sign)
    assert not folder_.exists()
    keys.make(folder_, None)
    told = live(desk)
    assert "keys of a simulated table, and nobody holds their escrow key" in told
    assert f"move the folder away and run {command}" in told
    assert command in desk.bad(*sign)


def test_training_and_simulation_need_no_signature_and_say_what_holds(tmp_path: Path) -> None:
    desk = Desk(tmp_path, minimal("exhibit_a"))
    for kind in ("--sim", "--training"):
        words = ("run", "--sim", kind, "--speed", "0", "--rounds", "1", "--config", str(desk.file))
        shown = " ".join(desk.good(*words).split())
        assert "use their marked defaults: war_burn before_each_recipient" in shown
        assert f"{'TRAINING' if kind == '--training' else 'SIMULATED'} TABLE" in shown
