"""The station: one thread, one inbox. Observe, append, publish, acknowledge; resume from the log."""

import queue
import sys
import threading
from collections.abc import Callable
from typing import assert_never

import structlog
from msgspec.structs import asdict, replace

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due import irregular
from dealer_station.engine.due.dues import Due
from dealer_station.engine.due.round import due
from dealer_station.engine.evolve.table_evolution import evolve, fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.errors import DealerStationError, LogError, PeopleError
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.table_view import view
from dealer_station.log.integrity.seal import Burn, seal
from dealer_station.log.read.state import summary
from dealer_station.log.store.append import Origin, Writer
from dealer_station.log.store.codec import Content, Part
from dealer_station.log.store.records import Denied, DeviceMet, OpenedAs, PersonNoted, RoundKept, RulesKept
from dealer_station.people import SignedIn
from dealer_station.people.authorization import Door, SimulatedDoor, TurnedAway, let_change, let_in
from dealer_station.station import burn_redaction
from dealer_station.station.card_count import CardCount
from dealer_station.station.device_handshake import Expected, introduced
from dealer_station.station.messages import (
    BY_HAND,
    Greeting,
    Look,
    PeopleNoted,
    Seen,
    SettingChanged,
    Shown,
    Told,
)
from dealer_station.station.startup import CAME_UP_AGAIN, ENDED, Deaths, take_kind, take_rules

IDLE_SECONDS = 1.0
"""How often the log is looked after while nothing happens."""

logger = structlog.get_logger()


class Station:
    """Decides, appends and publishes; everything else sends it what was seen or looks at what it shows."""

    def __init__(
        self,
        log: Writer,
        rules: Rules,
        words: RulesKept,
        publish: Callable[[Shown], None],
        *,
        door: Door | None = None,
        opened_as: OpenedAs | None = None,
    ) -> None:
        self._log = log
        self._door = door or SimulatedDoor()
        self._rules = rules
        self._publish = publish
        self._count = CardCount.of(self.table, rules.cards.decks.value)
        self._faces: dict[int, Card] = {}
        """Faces of this round's burns by their place among its cards: in memory, and nowhere else."""
        self._missed = burn_redaction.MissedRounds()
        self._inbox: queue.SimpleQueue[Told | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="station")
        self.fault: DealerStationError | None = None
        self._in_hand: Told | None = None
        """What is being taken; it outlives a thread that dies of it."""
        self._taking_since = 0
        """The last row before it."""
        self._last: Shown | None = None
        self._met: tuple[str, ...] = ()
        take_kind(log, opened_as)
        take_rules(log, words)

    @property
    def table(self) -> Table:
        return self._log.known.table

    def resume(self) -> None:
        """Says who writes now; a station that was away asks the dealer to look at the layout."""
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
        self._last = Shown(now.seq, now.table, seen, self.due, events, ended, mark=mark, met=self._met)
        self._publish(self._last)

    def _ask_for_layout(self, why: str = "") -> None:
        self.observe(Seen(o.DeviceSaid("station", "back", why), "station"))

    @property
    def due(self) -> Due:
        """The step that the table waits for."""
        return due(self.table, self._rules)

    def greet(self, source: str, journal: str, oldest: int, newest: int, serial: str = "") -> int:
        """A device says which journal it keeps; the last event of it that is in the log."""
        known, before = self._log.known.devices.get(source), self._log.known.serials.get(source, "")
        self._missed.newest[source] = newest
        if new := introduced(source, journal, oldest, newest, serial, known=known, before=before):
            self._take(Seen(new.said, source, journal=journal, device_seq=new.told))
        return self._log.known.devices[source].seq

    def _introduced(self, greeting: Greeting) -> None:
        """Who took a device's place is written down after what that means, so that nothing is skipped."""
        told = greeting
        seq = self.greet(told.source, told.journal, told.oldest, told.newest, told.serial)
        if told.serial and self._log.known.serials.get(told.source) != told.serial:
            self._log.record(DeviceMet(told.source, told.serial, told.model, told.firmware))
        if told.source not in self._met:
            # Nothing new happened at a device that goes on where it was; its lamp must be there all the same.
            self._met = (*self._met, told.source)
            self._show()
        told.answer(seq)

    def expected(self, source: str) -> Expected:
        """What the log knows of a device; asked before the station is started."""
        serial = self._log.known.serials.get(source, "")
        known = self._log.known.devices.get(source)
        return Expected(serial, known.journal, known.seq) if known else Expected(serial)

    def observe(self, seen: Seen) -> None:
        """Something happened; what a device sends again is only acknowledged again."""
        if not self._has(seen):
            self._take(seen)
        elif seen.acknowledge:
            seen.acknowledge()

    def _take(self, seen: Seen) -> None:
        """Decide, commit, show, acknowledge, in this order."""
        let = let_in(
            seen.observation, seen.source, seen.who, seen.signed, self.table, self._rules, self._door
        )
        if isinstance(let, TurnedAway):
            self._turn_away(seen, let)
            return
        seen = replace(seen, observation=let, who=seen.signed.name if seen.signed else seen.who)
        observation, burn = self._without_a_burns_face(self._known(seen.observation), seen)
        events = decide(self.table, self._rules, observation)
        if isinstance(observation, o.Reported) and isinstance(events[0], e.TapRefused):
            # Nothing came of it, so the faces of burns stay where they were.
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

    def _turn_away(self, seen: Seen, away: TurnedAway) -> None:
        """It is answered with the reason and written down; nothing else came of it."""
        now = self._log.clock
        origin = Origin(now.wall_us(), now.mono_us(), seen.source, away.who)
        self._log.append(origin, [("record", Denied(away.tap, away.who, away.role, away.needs, away.reason))])
        self._show((e.TapRefused(away.tap, away.reason, away.cite),))
        if seen.acknowledge:
            seen.acknowledge()

    def _change(self, change: SettingChanged) -> None:
        """Whoever has the title is written down with it; who keeps the file then does the rest."""
        let, now = (
            let_change(change.key, change.signed, change.source, self._rules, self._door),
            self._log.clock,
        )
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
        """Somebody who may rule, or a PeopleError that says why not; from any thread, it takes a while."""
        try:
            return self._door.sign_in(who, pin)
        finally:
            self.tell(PeopleNoted())

    def _write_notes(self) -> None:
        """What happened with people since; it is forgotten there when it is committed here."""
        try:
            notes = self._door.notes
            if notes:
                self._log.record(*(PersonNoted(**asdict(note)) for note in notes))
                self._door.forget(notes)
        except PeopleError as error:
            # They stay in their file until it can be read again; the table does not wait for it.
            logger.warning("people not noted", why=str(error))

    def _has(self, seen: Seen) -> bool:
        """A device sends again what it has not heard an answer to; it is taken once, and in order."""
        if seen.device_seq is None or not seen.journal:
            # Without a journal a number goes round, and nothing is ever sent again.
            return False
        known = self._log.known.devices.get(seen.source)
        if known is None or known.journal != seen.journal:
            return False
        if seen.device_seq > known.seq + 1:
            raise LogError(f"{seen.source} sent event {seen.device_seq} after {known.seq}; it must send all")
        return seen.device_seq <= known.seq

    def _known(self, observation: Observation) -> Observation:
        """What the station's own count and memory add: a card that cannot be, the faces of burns."""
        observation = self._count.judged(observation)
        if isinstance(observation, o.Reported) and observation.kind == "burn_forgotten":
            indices = irregular.burns_in_question(self.table.round, observation.count)
            if not observation.faces and all(index in self._faces for index in indices):
                return replace(observation, faces=tuple(self._faces[index] for index in indices))
        return observation

    def _without_a_burns_face(self, observation: Observation, seen: Seen) -> tuple[Observation, Burn | None]:
        """A burn, and a card of a round that is not in this log, lose their face before anybody decides."""
        if not isinstance(observation, o.CardDrawn):
            return observation, None
        burn, number = Burn(observation.card, seen.frame or b""), seen.device_seq or 0
        now, restored = self.table, self._log.known.restored
        if seen.resent and self._missed.have(
            observation, seen.source, number, now, self._rules, restored=restored
        ):
            if lost := self._missed.question(self.table, number):
                self._take(Seen(lost, "station"))
            return burn_redaction.missed(seen.source, number), burn
        if burn_redaction.is_a_burn(self.table, self._rules, observation):
            return replace(observation, card=None), burn
        return observation, None

    def _commit(
        self, seen: Seen, observation: Observation, burn: Burn | None, events: tuple[Event, ...]
    ) -> RoundKept | None:
        """One transaction: the observation, all its consequences, and the round at a glance if it ended."""
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
        after = fold(self.table, events)
        contents: list[tuple[Part, Content]] = [("seen", observation), *(("fact", event) for event in events)]
        kept = None
        if after.last is not None and any(isinstance(event, e.RoundEnded) for event in events):
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
        """Until the round is over a report may say that it was no burn."""
        table = self.table
        for event in events:
            table = evolve(table, event)
            if isinstance(event, e.CardBurned) and not event.kept:
                self._faces[len(table.round.draws) - 1] = face

    def start(self) -> None:
        """From here on the station works in its own thread, on what is put into its inbox."""
        self._thread.start()

    def tell(self, seen: Told) -> None:
        """Puts something that happened into the inbox; from any thread."""
        self._inbox.put(seen)

    def stop(self) -> None:
        """Finishes what is in the inbox and puts the log away; a fault that stopped the station is raised."""
        self._inbox.put(None)
        if self._thread.ident is not None:
            self._thread.join()
        self._log.close()
        if self.fault:
            raise self.fault

    def _work(self) -> None:
        """Until it is stopped: a thread that dies comes up again from the log, unless it dies and dies."""
        self.fault = DealerStationError(ENDED)
        deaths, died = Deaths(), ""
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
                # Whoever waits for the next view must not wait for ever; what was shown last needs no view.
                self._publish(replace(self._last, events=(), ended=None, fault=str(self.fault)))

    def _attend(self) -> None:
        """Takes what is in the inbox, one after the other."""
        while (told := self._next()) is not None:
            self._take_up(told)

    def _take_up(self, told: Told) -> None:
        self._in_hand, self._taking_since = told, self._log.known.seq
        match told:
            case Greeting():
                self._introduced(told)
            case Look():
                told.answer()
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
        """As after a restart: what is known is what the log has, and the dealer looks at the layout."""
        self._log.open_again()
        if isinstance(self._in_hand, Seen):
            self._in_hand = self._still_to_do(self._in_hand)
        self._taking_since = sys.maxsize
        self._count, self._faces = CardCount.of(self.table, self._rules.cards.decks.value), {}
        self._come_up()
        self._ask_for_layout(f"{CAME_UP_AGAIN} ({why})")
        if told := self._in_hand:
            self._take_up(told)

    def _still_to_do(self, seen: Seen) -> Told | None:
        """What a device said is taken again, unless the log has it; what a finger did can be done again."""
        if self._log.known.seq <= self._taking_since and seen.source not in BY_HAND:
            return replace(seen, resent=True)
        return Look(seen.acknowledge) if seen.acknowledge else None

    def _next(self) -> Told | None:
        """What happened next; while nothing does, the log is looked after."""
        while True:
            try:
                return self._inbox.get(timeout=IDLE_SECONDS)
            except queue.Empty:
                self._log.tick()
