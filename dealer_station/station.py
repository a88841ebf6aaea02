"""The station: one thread, one inbox. Observe, append, publish, acknowledge; resume from the log."""

import queue
import threading
from collections.abc import Callable
from typing import Literal

from msgspec import Struct
from msgspec.structs import asdict, replace

from dealer_station.card_count import CardCount
from dealer_station.engine import events as e
from dealer_station.engine import irregular
from dealer_station.engine import observations as o
from dealer_station.engine.cards import Card
from dealer_station.engine.decisions import decide
from dealer_station.engine.dues import Draw, Due
from dealer_station.engine.errors import DealerStationError, LogError
from dealer_station.engine.events import Event
from dealer_station.engine.evolution import evolve, fold
from dealer_station.engine.observations import Observation
from dealer_station.engine.procedure import due
from dealer_station.engine.rules import Rules
from dealer_station.engine.table import Table
from dealer_station.engine.view import TableView, view
from dealer_station.log.append import Origin, Writer
from dealer_station.log.codec import Content, Part
from dealer_station.log.recollect import summary
from dealer_station.log.records import Denied, DeviceMet, OpenedAs, PersonNoted, RoundKept, RulesKept
from dealer_station.log.seal import Burn, seal
from dealer_station.people import SignedIn
from dealer_station.people.door import Door, SimulatedDoor, TurnedAway, let_in

DATA_LOSS = "may be missing"
"""How the log and the screen say that something happened at a device which nobody will ever know."""
FIRST_MET = "met for the first time"
IDLE_SECONDS = 1.0
"""How often the log is looked after while nothing happens."""


class Seen(Struct, frozen=True):
    """Something that happened, and how the station came to know."""

    observation: Observation
    source: str
    who: str = ""
    frame: bytes | None = None
    """The bytes of the device, as they came."""
    journal: str = ""
    device_seq: int | None = None
    resent: bool = False
    """The device kept it while the station was away."""
    acknowledge: Callable[[], None] | None = None
    signed: SignedIn | None = None
    """Whose PIN stands behind it, where it takes one."""


class PeopleNoted(Struct, frozen=True):
    """Something happened with people that the log lacks."""


class Greeting(Struct, frozen=True):
    """A device that keeps a journal introduces itself; the answer is the last event in the log."""

    source: str
    journal: str
    oldest: int
    newest: int
    answer: Callable[[int], None]
    serial: str = ""
    model: str = ""
    firmware: str = ""


class Expected(Struct, frozen=True):
    """What the log knows of a device: who it is, its journal, and the last event of it."""

    serial: str = ""
    journal: str = ""
    seq: int = 0


class Look(Struct, frozen=True):
    """Somebody wants to know when everything that was told before has been done."""

    answer: Callable[[], None]


Told = Seen | Greeting | Look | PeopleNoted
"""What may be put into a station's inbox."""


class Shown(Struct, frozen=True):
    """What people see now, and what led to it."""

    seq: int
    """The row of the log that it stands on."""
    table: Table
    view: TableView
    due: Due
    events: tuple[Event, ...] = ()
    ended: RoundKept | None = None
    """The round that this ended, at a glance."""
    fault: str = ""
    """Why the station has stopped."""
    mark: Literal["", "training", "simulated"] = ""
    """What every screen must say of a table that is not live."""


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
        self._inbox: queue.SimpleQueue[Told | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="station")
        self.fault: DealerStationError | None = None
        self._take_kind(opened_as)
        self._take_rules(words)

    @property
    def table(self) -> Table:
        return self._log.known.table

    def _take_rules(self, words: RulesKept) -> None:
        """A round is finished under the words that it was begun under."""
        before = self._log.known.rules
        if before == words:
            return
        if before is not None and self.table.round.opened:
            raise LogError(
                f"{self._log.path}: round {self.table.round.number} was begun under {before.profile} with "
                f"{dict(before.options) or 'no options'}; start the station with these and finish it first"
            )
        self._log.record(words)

    def _take_kind(self, opened_as: OpenedAs | None) -> None:
        """A log is of one kind for ever: training and simulation never reach the log of a live table."""
        before = self._log.known.opened_as
        if opened_as is None or opened_as == before:
            return
        if before is not None and before.kind != opened_as.kind:
            raise LogError(
                f"{self._log.path}: is the log of a {before.kind} table, and this one is {opened_as.kind}; "
                "name another log"
            )
        self._log.record(opened_as)

    def resume(self) -> None:
        """Says who writes now; a station that was away asks the dealer to look at the layout."""
        self._log.turn_month()
        sealed = sum(racked.owner == "burn" for racked in self.table.rack)
        self._log.started(sealed)
        self._write_notes()
        if self._log.resumed:
            self._ask_for_layout()
        self._show()

    def _show(self, events: tuple[Event, ...] = (), ended: RoundKept | None = None, fault: str = "") -> None:
        now = self._log.known
        kind = now.opened_as.kind if now.opened_as else "live"
        mark = "" if kind == "live" else kind
        seen = view(now.table, self._rules)
        self._publish(Shown(now.seq, now.table, seen, self.due, events, ended, fault, mark))

    def _ask_for_layout(self) -> None:
        self.observe(Seen(o.DeviceSaid("station", "back"), "station"))

    @property
    def due(self) -> Due:
        """The step that the table waits for."""
        return due(self.table, self._rules)

    def greet(self, source: str, journal: str, oldest: int, newest: int, serial: str = "") -> int:
        """A device says which journal it keeps; the last event of it that is in the log."""
        known, before = self._log.known.devices.get(source), self._log.known.serials.get(source, "")
        missing = "cards" if source == "shoe" else "events"
        if known is None or not known.journal:
            said = o.DeviceSaid(source, "back", FIRST_MET)
            self._take(Seen(said, source, journal=journal, device_seq=newest))
        elif serial and before and serial != before:
            # What the new one has done elsewhere is not ours; what the old one still had to say is gone.
            said = o.DeviceSaid(
                source, "lost", f"{serial} takes the place of {before}: {missing} {DATA_LOSS}"
            )
            self._take(Seen(said, source, journal=journal, device_seq=newest))
        elif known.journal != journal or oldest > known.seq + 1 or newest < known.seq:
            gone = f"its journal has no event {known.seq + 1} any more: {missing} {DATA_LOSS}"
            said = o.DeviceSaid(source, "lost", gone)
            # What is left of a journal that we know is in the log; of another one nothing is.
            told = newest if known.journal == journal and newest < known.seq else oldest - 1
            self._take(Seen(said, source, journal=journal, device_seq=told))
        return self._log.known.devices[source].seq

    def _introduced(self, greeting: Greeting) -> None:
        """Who took a device's place is written down after what that means, so that nothing is skipped."""
        told = greeting
        seq = self.greet(told.source, told.journal, told.oldest, told.newest, told.serial)
        if told.serial and self._log.known.serials.get(told.source) != told.serial:
            self._log.record(DeviceMet(told.source, told.serial, told.model, told.firmware))
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
        let = let_in(seen.observation, seen.source, seen.who, seen.signed, self._rules, self._door)
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

    def sign_in(self, who: str, pin: str) -> SignedIn:
        """Somebody who may rule, or a PeopleError that says why not; from any thread, it takes a while."""
        try:
            return self._door.sign_in(who, pin)
        finally:
            self.tell(PeopleNoted())

    def _write_notes(self) -> None:
        """What happened with people since; it is forgotten there when it is committed here."""
        if notes := self._door.notes:
            self._log.record(*(PersonNoted(**asdict(note)) for note in notes))
            self._door.forget(notes)

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
        """A card that comes where a burn is due loses its face before anybody decides or writes."""
        if not isinstance(observation, o.CardDrawn):
            return observation, None
        if isinstance(self.due, Draw) and self.due.place is not None:
            return observation, None
        faceless = replace(observation, card=None, impossible=False)
        events = decide(self.table, self._rules, faceless)
        burned = any(isinstance(event, e.CardBurned) and not event.kept for event in events)
        # The station that took these cards knew which of them were burns; this one has not its taps.
        may_be_a_burn = seen.resent and self._log.known.restored
        if not burned and not may_be_a_burn:
            return observation, None
        return replace(observation, card=None), Burn(observation.card, seen.frame or b"")

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
        self.fault = DealerStationError(
            "the station ended unexpectedly; start it again, it goes on where it was"
        )
        try:
            while (told := self._next()) is not None:
                if isinstance(told, Greeting):
                    self._introduced(told)
                elif isinstance(told, Look):
                    told.answer()
                elif isinstance(told, PeopleNoted):
                    self._write_notes()
                else:
                    self.observe(told)
            self.fault = None
        except DealerStationError as fault:
            self.fault = fault
        finally:
            if self.fault:
                # Whoever waits for the next view must not wait for ever.
                self._show(fault=str(self.fault))

    def _next(self) -> Told | None:
        """What happened next; while nothing does, the log is looked after."""
        while True:
            try:
                return self._inbox.get(timeout=IDLE_SECONDS)
            except queue.Empty:
                self._log.tick()
