"""Outside witnesses that cosign, are away, lie, refuse or know another history, over real HTTP."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from dealer_station.engine.model.errors import ConfigError
from dealer_station.floor.witness.cosigning import Cosigner
from dealer_station.floor.witness.outside import outside_witnesses
from dealer_station.floor.witness.settings import open_witness
from dealer_station.log.integrity import keys as key_files
from dealer_station.log.transparency import log_note
from dealer_station.log.transparency.note_keys import WITNESS, NoteSigner
from dealer_station.log.transparency.witness_request import WitnessRequest, read_request
from tests.floor.commands import done, floor_command
from tests.floor.cosigning.noted import (
    bring_noted,
    cosigned_sizes,
    false_note,
    grow,
    kept,
    log_keys,
    name_witnesses,
    prepare_witness,
    size_of,
    status,
    trouble,
    until,
    until_trouble,
    witnessed,
)
from tests.floor.floors import FloorUnderTest, bring
from tests.floor.small_logs import copied
from tests.floor.test_forks import small
from tests.floor.witness.watched import serving

OUTSIDER = NoteSigner("surveillance.example/w1", WITNESS, bytes(range(32)))


pytestmark = pytest.mark.usefixtures("impatient")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return small(tmp_path / "table.db")


Answer = tuple[int, str]


@contextmanager
def answering(answer: Callable[[bytes], Answer]) -> Iterator[str]:
    """A server that answers as a function says; its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            status, body = answer(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_witness_that_lies_or_refuses_is_found_out_and_delays_nothing(
    floor: FloorUnderTest, log: Path
) -> None:
    forger = NoteSigner(OUTSIDER.name, WITNESS, bytes(32))
    said: list[Answer] = [(500, "no disk\n")]

    def lie(body: bytes) -> Answer:
        line = read_request(body).note.signed_by(forger, 1_794_830_400).signatures[-1].line
        return said[-1][0], said[-1][1] or line

    with answering(lie) as url:
        name_witnesses(floor, (url, OUTSIDER.key))
        settings = floor.enrol("table-7")
        assert bring_noted(settings, log).state.cosigned == 32
        # The floor's own cosignature does not wait for a witness.
        assert kept(log).times((floor.signer.key, OUTSIDER.key)).keys() == {floor.signer.key}
        for answer, what, alarm in (
            ((500, "no disk\n"), "away", ""),
            ((404, "unknown log\n"), "refused", "log verifier-key"),
            ((200, "nonsense\n"), "dishonest", "ALARM: its answers are not signed"),
            ((422, "another history\n"), "contradiction", "ALARM: two histories of this log exist"),
            ((200, ""), "dishonest", "ALARM: its answers are not signed"),
        ):
            said.append(answer)
            until_trouble(floor, what)
            code, shown, data = status(floor)
            assert (code, data["witnesses"][0]["size"]) == (int(what != "away"), 0)
            assert f"{what.upper()} since" in shown
            assert alarm in shown
    # An alarm stays, although nobody answers any more.
    until(lambda: floor.ask("SELECT failures FROM floor.witness_state")[0][0] > 7)
    assert trouble(floor) == "dishonest"
    assert floor.ask("SELECT count(*) FROM floor.cosignature") == [(0,)]
    grow(log, 5)
    assert bring(settings, log).state.status == "current"


def test_a_witness_that_was_away_gets_a_proof_from_what_it_knows(floor: FloorUnderTest, log: Path) -> None:
    folder = prepare_witness(floor.folder / "witness", log)
    with serving(folder) as (url, key):
        port = int(url.rpartition(":")[2])
        name_witnesses(floor, (url, key))
        settings = floor.enrol("table-7")
        bring_noted(settings, log)
        until(lambda: floor.ask("SELECT 1 FROM floor.cosignature"))
    for _ in range(3):
        grow(log, 9)
        bring_noted(settings, log)
    until_trouble(floor, "away")
    code, shown, _ = status(floor)
    assert (code, "AWAY since" in shown, "does not answer" in shown) == (0, True, True)
    assert len(kept(log).signatures) == 2
    newest = size_of(log)
    with serving(folder, port):
        until(lambda: floor.ask("SELECT 1 FROM floor.cosignature WHERE size = %s", newest))
        # Only the newest note was asked for; the older ones are part of it.
        assert [size for (size,) in floor.ask("SELECT size FROM floor.cosignature ORDER BY size")] == [
            32,
            newest,
        ]
        bring_noted(settings, log)
    assert kept(log).times((key,))
    assert status(floor)[0] == 0
    assert "cosigned up to row" in done(floor, "verify")
    # A witness that lost its state is shown all the rows anew; one that was asked by hand names its own size.
    shutil.rmtree(folder / "logs")
    by_hand = Cosigner(open_witness(folder))
    early = log_note.sign_note(log, key_files.load(log.with_name("table.db.keys")), 20)
    assert by_hand.add_checkpoint(WitnessRequest(0, (), early).body).status == 200
    grow(log, 9)
    with serving(folder, port):
        bring_noted(settings, log)
        until(lambda: floor.ask("SELECT 1 FROM floor.cosignature WHERE size = %s", size_of(log)))


def test_two_gateways_share_key_notes_and_witness(floor: FloorUnderTest, log: Path) -> None:
    with witnessed(floor, log) as key:
        one, two = floor.start(), floor.start()
        first = floor.enrol("table-7", port=one.port)
        second = type(first)(f"https://127.0.0.1:{two.port}", first.certificate, first.key, first.ca)
        sizes = []
        for settings in (first, second, first, second):
            bring_noted(settings, log)
            until(lambda: floor.ask("SELECT 1 FROM floor.cosignature WHERE size = %s", size_of(log)))
            sizes.append(size_of(log))
            grow(log, 4)
        assert cosigned_sizes(floor) == sizes
        bring_noted(second, log)
        bring_noted(first, log)
        until(lambda: len(floor.ask("SELECT 1 FROM floor.cosignature")) == 5)
        bring_noted(first, log)
    assert kept(log).times((floor.signer.key, key)).keys() == {floor.signer.key, key}


def test_a_history_that_a_witness_knows_otherwise_is_an_alarm(floor: FloorUnderTest, log: Path) -> None:
    """Somebody who has the station's key showed the witness another log before."""
    folder = prepare_witness(floor.folder / "witness", log)
    shown = WitnessRequest(0, (), false_note(log, 12)).body
    assert Cosigner(open_witness(folder)).add_checkpoint(shown).status == 200
    with serving(folder) as (url, key):
        name_witnesses(floor, (url, key))
        bring_noted(floor.enrol("table-7"), log)
        until_trouble(floor, "contradiction")
    code, said, _ = status(floor)
    assert (code, "CONTRADICTION since" in said, "run `floor verify`" in said) == (1, True, True)


def test_a_witness_that_knows_more_rows_than_the_floor_is_an_alarm(floor: FloorUnderTest, log: Path) -> None:
    folder = prepare_witness(floor.folder / "witness", log)
    shown = WitnessRequest(0, (), false_note(log, 1_000)).body
    assert Cosigner(open_witness(folder)).add_checkpoint(shown).status == 200
    with serving(folder) as (url, key):
        name_witnesses(floor, (url, key))
        bring_noted(floor.enrol("table-7"), log)
        until_trouble(floor, "ahead")
    assert "ALARM: the floor was set back" in status(floor)[1]


def test_an_accepted_fork_is_cosigned_anew_and_refused_by_the_witness(
    floor: FloorUnderTest, tmp_path: Path, log: Path
) -> None:
    with witnessed(floor, log):
        settings = floor.enrol("table-7")
        spare = copied(log, tmp_path / "spare")
        grow(log, 12, "here")
        bring_noted(settings, log)
        until(lambda: floor.ask("SELECT 1 FROM floor.cosignature"))
        grow(spare, 20, "there")
        apart = bring_noted(settings, spare)
        assert (apart.state.status, apart.state.cosigned) == ("quarantined", 0)
        assert cosigned_sizes(floor, 2) == []
        because = ("--because", "the spare took over")
        done(floor, "accept", "1", "--by", "Maria", *because)
        assert bring_noted(settings, spare).state.cosigned == size_of(spare)
        assert (cosigned_sizes(floor), cosigned_sizes(floor, 2)) == ([44], [size_of(spare)])
        # The table that was given up is kept, and no longer cosigned.
        grow(log, 3, "here")
        given_up = bring_noted(settings, log).state
        assert (given_up.status, given_up.cosigned) == ("quarantined", 0)
        until_trouble(floor, "contradiction")
        code, said, shown = status(floor)
    assert (code, shown["branch"], shown["size"]) == (1, 2, size_of(spare))
    assert "After `floor accept` that is expected" in said
    verified = done(floor, "verify")
    assert "Table 7: 47 rows, chain intact, signed up to row 47, cosigned up to row 44" in verified
    second = f"branch 2: 20 rows, chain intact, signed up to row {size_of(spare)}, cosigned up to row"
    assert second in verified


def test_settings_that_cannot_be_used_are_refused(floor: FloorUnderTest, log: Path) -> None:
    key, path = OUTSIDER.key.text, floor.folder / "floor" / "floor.toml"
    one = f'[[witnesses]]\nurl = "http://x"\nkey = "{key}"\n'
    for text, why in (
        (one.replace("http://x", "ftp://x"), "is not an address"),
        (one.replace("http://x", "http://[x"), "is not an address"),
        (one.replace(key, "nonsense"), "not a verifier key"),
        (one.replace(key, log_keys(log)[0].text), "is the key of a log"),
        (one + one, "twice"),
        ('[[witnesses]]\nurl = "http://x"', "key"),
        (one + 'name = "w"', "name"),
        ("witnesses = 1", "witnesses"),
        ("witnesses = ", "floor.toml"),
    ):
        path.write_text(text, "utf-8")
        with pytest.raises(ConfigError, match=why):
            outside_witnesses(path.parent)
    refused = floor_command(floor, "serve", "--port", "0")
    assert (refused.exit_code, "floor.toml" in refused.output) == (2, True)
