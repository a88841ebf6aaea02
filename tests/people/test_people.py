"""PINs and people: through `dealer-station people`, and through the file that keeps them."""

import json
import re
from pathlib import Path

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.profiles import RFC_9106_LOW_MEMORY

from dealer_station.engine.model.errors import PeopleError
from dealer_station.people import SIGNED_IN_SECONDS, People, pins
from dealer_station.people.pins import WRONG_BEFORE_LOCK
from tests.config.stations import OTHER_PIN, PIN, Desk, minimal
from tests.log.shifts import SetClock

SECOND_US = 1_000_000


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A table with Maria, a floorperson."""
    made = Desk(tmp_path, minimal())
    made.make_supervisor()
    return made


@pytest.fixture
def people(tmp_path: Path) -> People:
    """Maria and a clock that a test can set."""
    made = People(tmp_path / "people.json", SetClock())
    made.add("Maria", "floorperson", pin=PIN)
    return made


def test_people_are_added_listed_and_removed_by_a_supervisor(desk: Desk) -> None:
    desk.people("add", "Bo", "--badge", "1234", "--as", "maria", typed=f"{PIN}\n")
    desk.people("add", "Chi", "--role", "floorperson", typed=f"Maria\n{PIN}\n{OTHER_PIN}\n{OTHER_PIN}\n")
    told = json.loads(desk.people("list", "--json"))
    assert [(one["name"], one["role"], one["badge"]) for one in told] == [
        ("Maria", "floorperson", ""),
        ("Bo", "dealer", "1234"),
        ("Chi", "floorperson", ""),
    ]
    desk.people("remove", "1234", "--as", "Chi", typed=f"{OTHER_PIN}\n")
    assert "Bo" not in desk.people("list")
    desk.people("remove", "Chi", "--as", "Maria", typed=f"{PIN}\n")
    assert "Maria is the last supervisor" in desk.refused_people(
        "remove", "Maria", "--as", "Maria", typed=f"{PIN}\n"
    )


@pytest.mark.parametrize(
    ("words", "typed", "complaint"),
    [
        (
            ("add", "Bo", "--role", "king"),
            "",
            'massachusetts has no title "king"; use dealer, floorperson, lic',
        ),
        (("add", "MARIA", "--as", "Maria"), f"{PIN}\n", '"MARIA" is taken by Maria (floorperson)'),
        (("add", " ", "--as", "Maria"), f"{PIN}\n", "a name must have 1 to 60 printable characters"),
        (("remove", "Eve", "--as", "Maria"), f"{PIN}\n", "Eve is not known at this table; known: Maria"),
        (("add", "Bo", "--as", "Maria"), "975311\n", "wrong PIN; wait 1 s"),
        (("unlock", "Maria", "--as", "Maria"), f"{PIN}\n", "nobody can unlock themselves"),
    ],
)
def test_what_cannot_be_is_refused(desk: Desk, words: tuple[str, ...], typed: str, complaint: str) -> None:
    assert complaint in desk.refused_people(*words, typed=typed)


def test_the_first_is_a_supervisor(tmp_path: Path) -> None:
    desk = Desk(tmp_path, minimal())
    assert "no people yet" in desk.people("list")
    assert 'the first person must be a supervisor: `people add NAME --role "floorperson"`' in (
        desk.refused_people("add", "Bo")
    )
    assert not (tmp_path / "people.json").exists()


ABOVE_MARIA = {
    (
        "add",
        "Eve",
        "--role",
        "licensee",
    ): "adding a licensee needs the title licensee of massachusetts or above",
    ("pin", "Olga"): "changing the PIN of Olga needs the title licensee",
    ("remove", "Olga"): "removing Olga needs the title licensee",
    ("unlock", "Olga"): "unlocking Olga needs the title licensee",
}


def with_olga(desk: Desk) -> None:
    """She is the first, of the highest title, and makes Maria."""
    desk.people("add", "Olga", "--role", "licensee", typed=f"{OTHER_PIN}\n{OTHER_PIN}\n")
    typed = f"{OTHER_PIN}\n{PIN}\n{PIN}\n"
    desk.people("add", "Maria", "--role", "floorperson", "--as", "Olga", typed=typed)


@pytest.mark.parametrize("words", ABOVE_MARIA, ids=lambda words: str(words[0]))
def test_nobody_gives_a_title_above_their_own_nor_touches_who_has_it(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    desk = Desk(tmp_path, minimal())
    with_olga(desk)
    before = desk.people("list", "--json")
    refused = desk.refused_people(*words, "--as", "Maria", typed=f"{PIN}\n")
    assert f"Maria is floorperson; {ABOVE_MARIA[words]}" in refused
    assert "--as" in refused
    assert desk.people("list", "--json") == before
    note = People(tmp_path / "people.json").notes[-1]
    assert (note.what, note.name, note.role) == ("refused", "Maria", "floorperson")
    assert "needs the title licensee" in note.detail


def test_the_same_title_and_a_higher_one_may(tmp_path: Path) -> None:
    desk = Desk(tmp_path, minimal())
    with_olga(desk)
    desk.people("add", "Chi", "--role", "licensee", "--as", "Olga", typed=f"{OTHER_PIN}\n{PIN}\n{PIN}\n")
    desk.people("pin", "Maria", "--as", "Olga", typed=f"{OTHER_PIN}\n{PIN}\n{PIN}\n")
    desk.people("unlock", "Olga", "--as", "Chi", typed=f"{PIN}\n")
    desk.people("remove", "Olga", "--as", "Chi", typed=f"{PIN}\n")


@pytest.mark.parametrize("words", [("remove", "Zed"), ("pin", "Zed"), ("unlock", "Zed", "--as", "Zed")])
def test_where_nobody_can_sign_in_nobody_is_asked_to(words: tuple[str, ...], tmp_path: Path) -> None:
    refused = Desk(tmp_path, minimal()).refused_people(*words, typed="\n\n")
    assert "nobody can sign in at this table yet" in refused
    assert 'add the first with `dealer-station people add NAME --role "floorperson"`' in refused
    assert "Supervisor:" not in refused


def test_who_answers_nothing_is_told_what_was_asked(desk: Desk) -> None:
    refused = desk.refused_people("add", "Bo", "--as", "Maria", typed="")
    assert '"PIN of Maria" was not answered, so nothing was changed; answer at a terminal' in refused
    assert '"Supervisor" was not answered' in desk.refused_people("add", "Bo", typed="")
    refused = desk.refused_people("pin", "Maria", typed=f"{PIN}\n")
    assert '"New PIN" was not answered' in refused


def test_without_a_station_toml_there_are_no_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert "create one with `dealer-station config init`" in Desk(tmp_path).bad("people", "list")


def test_a_pin_is_changed_with_the_old_one(desk: Desk) -> None:
    desk.people("pin", "Maria", typed=f"{PIN}\n000000\n12345\n{OTHER_PIN}\n{OTHER_PIN}\n")
    assert "wrong PIN" in desk.refused_people("add", "Bo", "--as", "Maria", typed=f"{PIN}\n")


@pytest.mark.parametrize(
    "pin", ["", "12345", "123456", "654321", "000000", "890123", "24681a", "٢٤٦٨١٠", "2" * 13]
)
def test_what_is_guessed_first_is_no_pin(pin: str) -> None:
    assert pins.objection(pin)


def test_after_a_change_of_book_whoever_could_sign_in_gives_the_new_titles(desk: Desk) -> None:
    desk.file.write_text(minimal("new_zealand"), "utf-8")
    desk.people(
        "add",
        "Kiri",
        "--role",
        "Game Supervisor",
        "--as",
        "Maria",
        typed=f"{PIN}\n{OTHER_PIN}\n{OTHER_PIN}\n",
    )
    assert "Maria is floorperson; this needs the title Game Supervisor" in desk.refused_people(
        "add", "Bo", "--as", "Maria", typed=f"{PIN}\n"
    )


def test_the_file_is_for_the_station_alone(desk: Desk) -> None:
    file = desk.folder / "people.json"
    assert file.stat().st_mode & 0o777 == 0o600
    assert PIN not in file.read_text("utf-8")
    assert "$argon2id$" in file.read_text("utf-8")
    file.chmod(0o640)
    refused = desk.refused_people("list")
    assert "other users can read this file" in refused
    assert f"chmod 600 {file}" in refused
    file.chmod(0o600)
    file.write_text("{", "utf-8")
    assert "is damaged" in desk.refused_people("list")


def test_a_stored_pin_costs_as_much_work_as_argon2_recommends(
    hasher_of_a_table: PasswordHasher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pins, "hasher", lambda: hasher_of_a_table)
    stored = pins.kept(PIN)
    assert pins.is_right(stored, PIN)
    work, least = extract_parameters(stored), RFC_9106_LOW_MEMORY
    assert work.type is least.type
    assert work.memory_cost >= least.memory_cost
    assert work.time_cost >= least.time_cost
    assert work.hash_len >= least.hash_len


def wrong(people: People, pin: str = "975311") -> str:
    with pytest.raises(PeopleError) as caught:
        people.sign_in("Maria", pin)
    return str(caught.value)


def pass_seconds(people: People, seconds: float) -> None:
    clock = people._clock
    assert isinstance(clock, SetClock)
    clock.wall += int(seconds * SECOND_US)
    clock.mono += int(seconds * SECOND_US)


def test_each_wrong_pin_makes_everybody_wait_twice_as_long_and_many_lock(people: People) -> None:
    for count in range(1, WRONG_BEFORE_LOCK):
        wait = 2 ** (count - 1)
        assert f"wait {wait} s" in wrong(people)
        assert "too early" in wrong(people, PIN), "the right PIN waits too"
        pass_seconds(people, wait)
    assert "Maria is locked now" in wrong(people)
    pass_seconds(people, 10**6)
    assert "Maria is locked; another supervisor can" in wrong(people, PIN)
    people.add("Chi", "licensee", pin=OTHER_PIN, by="Maria")
    people.unlock("Maria", by="Chi")
    assert people.sign_in("maria", PIN).role == "floorperson"
    told = [(note.what, note.name, note.by) for note in people.notes]
    assert told.count(("wrong_pin", "Maria", "")) == WRONG_BEFORE_LOCK
    assert ("locked", "Maria", "") in told
    assert ("refused", "Maria", "") in told
    assert told[-2:] == [("unlocked", "Maria", "Chi"), ("signed_in", "Maria", "")]


def test_a_right_pin_starts_the_count_anew_and_a_clock_set_back_keeps_nobody_out(people: People) -> None:
    wrong(people)
    pass_seconds(people, 1)
    people.sign_in("Maria", PIN)
    assert "wait 1 s" in wrong(people)
    pass_seconds(people, -(10**7))
    assert "too early: wait 1 s" in wrong(people, PIN)


def test_a_wait_and_a_lock_outlast_the_program(people: People) -> None:
    wrong(people)
    with pytest.raises(PeopleError, match="too early"):
        People(people.path, people._clock).sign_in("Maria", PIN)


def test_signed_in_is_for_a_while_and_for_this_station(people: People) -> None:
    signed = people.sign_in("Maria", PIN)
    assert people.vouch_for(signed)
    assert not people.vouch_for(None)
    assert not People(people.path, people._clock).vouch_for(signed)
    people.sign_out(signed)
    assert not people.vouch_for(signed)
    again = people.sign_in("Maria", PIN)
    pass_seconds(people, SIGNED_IN_SECONDS)
    assert not people.vouch_for(again)


def test_no_note_holds_a_pin(people: People) -> None:
    with pytest.raises(PeopleError, match="is not known"):
        people.sign_in(PIN, "")
    assert (people.notes[-1].what, people.notes[-1].name) == ("refused", "")
    wrong(people, "975311")
    pass_seconds(people, 1)
    people.sign_in("Maria", PIN)
    text = people.path.read_text("utf-8")
    assert not re.search(rf"{PIN}|975311", text)
