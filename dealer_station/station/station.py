"""The station: one thread, one inbox. It observes, appends, publishes, acknowledges; it resumes
from the log.
"""

import queue
import sys
import threading
from collections.abc import Callable
from typing import assert_never

from msgspec.structs import asdict, replace

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due import irregularity_kinds
from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.step_types import Due
from dealer_station.engine.evolve.table_evolution import evolve, fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.errors import DealerStationError, LogError, PeopleError
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Table, in_question
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.table_view import view
from dealer_station.engine.view.upcoming import look_ahead
from dealer_station.log.integrity.burn_card_seals import Burn, seal
from dealer_station.log.read.state import summary
from dealer_station.log.store.append import Origin, Writer
from dealer_station.log.store.codec import Content, Part
from dealer_station.log.store.records import Denied, DeviceMet, OpenedAs, PersonNoted, RoundKept, RulesKept
from dealer_station.people import SignedIn
from dealer_station.people.authorization import Authorizer, OpenAuthorizer, TurnedAway, let_change, let_in
from dealer_station.people.required_titles import DEALER
from dealer_station.station import card_face_redaction
from dealer_station.station.card_count import CardCount
from dealer_station.station.device_handshake import ExpectedDevice, introduced
from dealer_station.station.messages import (
    BY_HAND,
    Greeting,
    Look,
    PeopleNoted,
    RefusalQuery,
    Seen,
    SettingChanged,
    Shown,
    Told,
)
from dealer_station.station.startup_checks import (
    CAME_UP_AGAIN,
    ENDED,
    ThreadDeaths,
    UnexpectedEndError,
    take_kind,
    take_rules,
)
from dealer_station.technical_messages import TechnicalMessages

IDLE_SECONDS = 1.0
"""Interval of the log's maintenance while nothing happens."""

logger = TechnicalMessages()


class Station:
    """Decides, appends and publishes; all other parts send it observations or read the state it publishes."""

    def __init__(
        self,
        log: Writer,
        rules: Rules,
        words: RulesKept,
        publish: Callable[[Shown], None],
        *,
        authorizer: Authorizer | None = None,
        opened_as: OpenedAs | None = None,
    ) -> None:
        self._log = log
        self._authorizer = authorizer or OpenAuthorizer()
        self._rules = rules
        self._publish = publish
        self._count = CardCount.of(self.table, rules.cards.decks.value)
        self._faces: dict[int, Card] = {}
        """Faces of this round's burns by their index among its draws; kept in memory only, never written."""
        self._missed = card_face_redaction.MissedRounds()
        self._inbox: queue.SimpleQueue[Told | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="station")
        self.fault: DealerStationError | None = None
        self._in_hand: Told | None = None
        """The message being processed; it survives the thread's death, to be processed again."""
        self._taking_since = 0
        """The last row of the log before that message."""
        self._last: Shown | None = None
        self._met: tuple[str, ...] = ()
        take_kind(log, opened_as)
        take_rules(log, words)

    @property
    def table(self) -> Table:
        return self._log.known.table

    def resume(self) -> None:
        """Record the start of a writer; after an interruption ask the dealer to confirm the layout."""
        self._come_up()
        if self._log.resumed:
            self._ask_for_layout()
        self._show()

    def _come_up(self) -> None:
        self._log.turn_month()
        sealed = sum(racked.owner == "burn" for racked in self.table.rack)
        self._log.started(sealed)
        self._write_notes()

    def _show(self, events: tuple[Event, ...] = (), ended: RoundKept | None = None) -> None:
        now = self._log.known
        kind = now.opened_as.kind if now.opened_as else "live"
        mark = "" if kind == "live" else kind
        seen = view(now.table, self._rules)
        ahead = look_ahead(now.table, self._rules)
        self._last = Shown(now.seq, now.table, seen, self.due, ahead, events, ended, mark=mark, met=self._met)
        self._publish(self._last)

    def _ask_for_layout(self, why: str = "", cause: o.DeviceTrouble = "") -> None:
        self.observe(Seen(o.DeviceSaid("station", "back", why, cause=cause), "station"))

    @property
    def due(self) -> Due:
        """The step the table waits for."""
        return due(self.table, self._rules)

    def greet(self, source: str, journal: str, oldest: int, newest: int, serial: str = "") -> int:
        """Take a device's introduction and return the number of its last event in the log."""
        known, before = self._log.known.devices.get(source), self._log.known.serials.get(source, "")
        self._missed.newest[source] = newest
        if new := introduced(source, journal, oldest, newest, serial, known=known, before=before):
            self._take(Seen(new.said, source, journal=journal, device_seq=new.told))
        return self._log.known.devices[source].seq

    def _introduced(self, greeting: Greeting) -> None:
        """Process a greeting; a new serial number is recorded after its consequences, so none is skipped."""
        told = greeting
        seq = self.greet(told.source, told.journal, told.oldest, told.newest, told.serial)
        if told.serial and self._log.known.serials.get(told.source) != told.serial:
            self._log.record(DeviceMet(told.source, told.serial, told.model, told.firmware))
        if told.source not in self._met:
            # A device that continues where it was causes no event, but its lamp must still appear.
            self._met = (*self._met, told.source)
            self._show()
        told.answer(seq)

    def expected(self, source: str) -> ExpectedDevice:
        """The log's knowledge of a device; call this before the station is started."""
        serial = self._log.known.serials.get(source, "")
        known = self._log.known.devices.get(source)
        return ExpectedDevice(serial, known.journal, known.seq) if known else ExpectedDevice(serial)

    def observe(self, seen: Seen) -> None:
        """Process an observation; one that is already in the log is only acknowledged again."""
        if not self._has(seen):
            self._take(seen)
        elif seen.acknowledge:
            seen.acknowledge()

    def _take(self, seen: Seen) -> None:
        """Decide, commit, publish and acknowledge an observation, in this order."""
        # The order is the guarantee: nobody sees and no device forgets anything that is not committed. A
        # device deletes an event once it is acknowledged, so the acknowledgement comes last; a crash before
        # it makes the device resend, and `_has` recognises the repetition.
        let = let_in(
            seen.observation, seen.source, seen.who, seen.signed, self.table, self._rules, self._authorizer
        )
        if isinstance(let, TurnedAway):
            self._turn_away(seen, let)
            return
        seen = replace(seen, observation=let, who=seen.signed.name if seen.signed else seen.who)
        observation, burn = self._without_a_burns_face(self._known(seen.observation), seen)
        events = decide(self.table, self._rules, observation)
        if isinstance(observation, o.Reported) and isinstance(events[0], e.TapRefused):
            # A refused report reveals nothing: remove the burns' faces from what is logged, and decide again.
            observation = replace(observation, faces=())
            events = decide(self.table, self._rules, observation)
        before = self.table
        ended = self._commit(seen, observation, burn, events)
        self._count.note(seen.observation, events, before, self.table)
        self._show(events, ended)
        if seen.acknowledge:
            seen.acknowledge()
        if seen.resent and not self.table.round.reread:
            self._ask_for_layout()
        self._log.look_after(ended=ended is not None)
        # `due` remembers one table, and looking ahead asked about others. Asked again now, it has the answer
        # when the next card arrives, whose commit waits for it.
        due(self.table, self._rules)

    def _turn_away(self, seen: Seen, away: TurnedAway) -> None:
        """Log the refusal, show its reason, and acknowledge; nothing else changes."""
        now = self._log.clock
        origin = Origin(now.wall_us(), now.mono_us(), seen.source, away.who)
        self._log.append(origin, [("record", Denied(away.tap, away.who, away.role, away.needs, away.reason))])
        self._show((e.TapRefused(away.tap, away.reason, away.cite),))
        if seen.acknowledge:
            seen.acknowledge()

    def _change(self, change: SettingChanged) -> None:
        """Log a change of a setting, or its refusal, and answer; the requester then writes the file."""
        now = self._log.clock
        # A dealer's own settings are changed by the dealer who is signed in, and by nobody else.
        if change.is_own and change.who == self.table.dealer != "":
            let: str | TurnedAway = DEALER
        else:
            let = let_change(change.key, change.signed, change.source, self._rules, self._authorizer)
        at_us, who = now.wall_us(), change.signed.name if change.signed else change.who
        words = f"{change.key} = {change.value}"
        record = (
            Denied(let.tap, who, let.role, let.needs, let.reason)
            if isinstance(let, TurnedAway)
            else PersonNoted(at_us, "config_changed", who, let, who, words)
        )
        self._log.append(Origin(at_us, now.mono_us(), change.source, who), [("record", record)])
        change.answer(let.reason if isinstance(let, TurnedAway) else "")

    def sign_in(self, who: str, pin: str) -> SignedIn:
        """Sign in a person, or raise PeopleError with the reason; callable from any thread, slow on
        purpose.
        """
        try:
            return self._authorizer.sign_in(who, pin)
        finally:
            self.tell(PeopleNoted())

    def _write_notes(self) -> None:
        """Move the notes about people from their file into the log; delete them there after the commit."""
        try:
            notes = self._authorizer.notes
            if notes:
                self._log.record(*(PersonNoted(**asdict(note)) for note in notes))
                self._authorizer.forget(notes)
        except PeopleError as error:
            # The notes stay in their file until it can be read again; the table does not wait.
            logger.warning("people not noted", why=str(error))

    def refusal(self, observation: Observation, about: int = 0) -> e.TapRefused | None:
        """The table's refusal of an observation, which is not taken; None if it would be accepted."""
        events = decide(in_question(self.table, about), self._rules, self._known(observation))
        return next((event for event in events if isinstance(event, e.TapRefused)), None)

    def _has(self, seen: Seen) -> bool:
        """True if the log already has this event; raise LogError if the device skipped one."""
        if seen.device_seq is None or not seen.journal:
            # Without a journal the number wraps around and nothing is ever resent.
            return False
        known = self._log.known.devices.get(seen.source)
        if known is None or known.journal != seen.journal:
            return False
        if seen.device_seq > known.seq + 1:
            raise LogError(f"{seen.source} sent event {seen.device_seq} after {known.seq}; it must send all")
        return seen.device_seq <= known.seq

    def _known(self, observation: Observation) -> Observation:
        """Add what only the station knows: an impossible card, and the faces of burns in question."""
        observation = self._count.judged(observation)
        if isinstance(observation, o.Reported) and observation.kind == "burn_forgotten":
            indices = irregularity_kinds.burns_in_question(self.table.round, observation.count)
            if not observation.faces and all(index in self._faces for index in indices):
                return replace(observation, faces=tuple(self._faces[index] for index in indices))
        return observation

    def _without_a_burns_face(self, observation: Observation, seen: Seen) -> tuple[Observation, Burn | None]:
        """Remove the face of a burn, or of a card of a missing round, before the engine decides."""
        if not isinstance(observation, o.CardDrawn):
            return observation, None
        burn, number = Burn(observation.card, seen.frame or b""), seen.device_seq or 0
        now, restored = self.table, self._log.known.restored
        if seen.resent and self._missed.have(seen.source, number, now, self._rules, restored=restored):
            if lost := self._missed.question(self.table, number):
                self._take(Seen(lost, "station"))
            return card_face_redaction.missed(seen.source, number), burn
        if card_face_redaction.is_a_burn(self.table, self._rules):
            return replace(observation, card=None), burn
        return observation, None

    def _commit(
        self, seen: Seen, observation: Observation, burn: Burn | None, events: tuple[Event, ...]
    ) -> RoundKept | None:
        """Commit the observation, its events, and the summary of a round that ended, in one transaction."""
        log, now = self._log, self._log.clock
        origin = Origin(
            now.wall_us(),
            now.mono_us(),
            seen.source,
            seen.who or self.table.dealer,
            seen.journal,
            seen.device_seq,
            None if burn else seen.frame,
            seal(log.keys.escrow, burn) if burn else None,
        )
        contents: list[tuple[Part, Content]] = [("seen", observation), *(("fact", event) for event in events)]
        kept = None
        if any(isinstance(event, e.RoundEnded) for event in events):
            after = fold(self.table, events)
            if after.last is not None:
                known, book = log.known.round, self._rules.book.id
                kept = summary(known, after.last, after.dealer, book, origin.wall_us, events)
                contents.append(("record", kept))
        if burn and burn.card:
            self._remember(burn.card, events)
        log.append(origin, contents)
        draws = self.table.round.draws
        self._faces = {
            index: face for index, face in self._faces.items() if index < len(draws) and draws[index].burned
        }
        return kept

    def _remember(self, face: Card, events: tuple[Event, ...]) -> None:
        """Keep a burn's face until the round ends, because a report may say that the card was no burn."""
        table = self.table
        for event in events:
            table = evolve(table, event)
            if isinstance(event, e.CardBurned) and not event.kept:
                self._faces[len(table.round.draws) - 1] = face

    def start(self) -> None:
        """Start the station's thread, which processes the inbox from now on."""
        self._thread.start()

    def tell(self, seen: Told) -> None:
        """Put a message into the inbox; callable from any thread."""
        self._inbox.put(seen)

    def stop(self) -> None:
        """Process the rest of the inbox and close the log; raise the fault that stopped the station."""
        self._inbox.put(None)
        if self._thread.ident is not None:
            self._thread.join()
        self._log.close()
        if self.fault:
            raise self.fault

    def _work(self) -> None:
        """Run until stopped; after an unexpected error restart from the log, unless it happens too often."""
        self.fault = UnexpectedEndError(ENDED)
        deaths, died = ThreadDeaths(), ""
        try:
            while True:
                try:
                    if died:
                        self._come_up_again(died)
                    self._attend()
                    break
                except DealerStationError:
                    raise
                except Exception as error:  # noqa: BLE001 - whatever it is, the table must not be left alone
                    died = deaths.counted(error)
            self.fault = None
        except DealerStationError as fault:
            self.fault = fault
        finally:
            if self.fault and self._last:
                # Nobody may wait for ever for the next view. The last state is reused, since making a new one
                # could fail.
                unexpected = isinstance(self.fault, UnexpectedEndError)
                stopped = replace(self._last, events=(), ended=None, fault=str(self.fault))
                self._publish(replace(stopped, is_unexpected=unexpected))

    def _attend(self) -> None:
        """Process the messages of the inbox one by one."""
        while (told := self._next()) is not None:
            self.take_up(told)

    def take_up(self, told: Told) -> None:
        """Process one message of the inbox."""
        self._in_hand, self._taking_since = told, self._log.known.seq
        match told:
            case Greeting():
                self._introduced(told)
            case Look():
                told.answer()
            case RefusalQuery():
                told.answer(self.refusal(told.observation, told.about))
            case PeopleNoted():
                self._write_notes()
            case SettingChanged():
                self._change(told)
            case Seen():
                self.observe(told)
            case _:
                assert_never(told)
        self._in_hand = None

    def _come_up_again(self, why: str) -> None:
        """Restart as after a crash: reload the state from the log; ask the dealer to confirm the layout."""
        # Everything in memory may be half changed, so only the log counts. A message counts as committed if
        # the log has grown since it was taken up. The restart itself appends rows, so `_taking_since` is set
        # beyond every row: if the thread dies again before the message is taken up, those rows are not
        # mistaken for the message's.
        self._log.open_again()
        if isinstance(self._in_hand, Seen):
            self._in_hand = self._still_to_do(self._in_hand)
        self._taking_since = sys.maxsize
        self._count, self._faces = CardCount.of(self.table, self._rules.cards.decks.value), {}
        self._come_up()
        self._ask_for_layout(f"{CAME_UP_AGAIN} ({why})", "came_up_again")
        if told := self._in_hand:
            self.take_up(told)

    def _still_to_do(self, seen: Seen) -> Told | None:
        """Return the message to process again: an uncommitted device event, or a bare acknowledgement."""
        # A tap is never repeated: its finger sees that nothing happened and taps again.
        if self._log.known.seq <= self._taking_since and seen.source not in BY_HAND:
            return replace(seen, resent=True)
        return Look(seen.acknowledge) if seen.acknowledge else None

    def _next(self) -> Told | None:
        """Return the next message; while there is none, run the log's maintenance."""
        while True:
            try:
                return self._inbox.get(timeout=IDLE_SECONDS)
            except queue.Empty:
                self._log.tick()
