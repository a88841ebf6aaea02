"""Every screen of the dealer, each reached by a written round and by the taps that open it."""

from collections import deque

from msgspec import Struct
from PySide6.QtCore import QSize

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.next_step import due
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.events import Event, TapRefused
from dealer_station.engine.model.observations import CardDrawn, DeviceSaid
from dealer_station.engine.model.table import Table, in_question
from dealer_station.engine.notation.reader import read
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.engine.view.table_view import view
from dealer_station.engine.view.upcoming import look_ahead
from dealer_station.people.sign_in import FixedStaff
from dealer_station.station.messages import RefusalQuery, Seen, Shown
from dealer_station.written_rounds.play import Player
from ui.common.settings import Settings
from ui.dealer.bridge import Bridge
from ui.dealer.loading_screen import Start
from ui.dealer.window import DealerWindow, application

PEOPLE = FixedStaff({"214": "Ana", "215": "Bo", "216": "Chi"}, {"1234": "Lee"})
PIN = tuple(f"key {digit}" for digit in "1234")

CLOSED = "profile massachusetts\nstart closed\n\ndealer Ana\n"
LOADED = "profile massachusetts\nstart loaded\n\ndealer Ana\n"
TURN = "profile house_manual\n\ndealer Ana\nshoe 2c\nbets 1:25 2:10\ncall\nshoe 7c\nshoe 8h\nshoe 9c\n"
SETTLED = "bets 1:25 2:10+5\ncall\nshoe 7c\nshoe Qh\nshoe 8s\nsettle all\nend\n"
MASSACHUSETTS = "profile massachusetts\n\ndealer Ana\nshoe 2c\n"
FIVE = MASSACHUSETTS + "bets 1:25 2:10+5 4:50 5:100 7:20\ncall\nshoe 7c\nshoe Qh\n"
DEALT = FIVE + "shoe 4s\nshoe Kd\nshoe 7d\nshoe 7s\n"
AT_WAR = MASSACHUSETTS + "bets 1:25 2:10\ncall\nshoe 7c\nshoe 3h\nshoe 7d\nsettle\n1 war\n"
MARYLAND_KEYED = "profile maryland\n\ndealer Ana\nshoe 2c\ndevice reader lost\nfloor accept\n"
KEYED = MASSACHUSETTS + "device reader lost\nfloor accept\n"
MARYLAND = (
    "profile maryland\noption progressive=on\n\ndealer Ana\nshoe 2c\n"
    "bets 1:25+5*5 2:25 3:25+5 4:25 5:1000 6:25 7:25 8:25 9:25+5\n"
)
SHARED = "profile new_zealand\n\ndealer Ana\nbets 1a:25 1b:10 1c:5 3:50 7a:10 7b:10\ncall\nshoe 7c\nshoe 8h\n"
TOO_MANY = (
    "profile maryland\ndecks 6\n\ndealer Ana\nshoe 2c\nbets 1:25 2:25 3:25 4:25 5:25 6:25 7:25\ncall\n"
    + 7 * "shoe As\n"
)
IN_BATCHES = (
    "profile massachusetts\noption card_supply=two_batch_shuffler\n\ndealer Ana\nshoe 2c\nbets 1:25\n"
    "shuffler count 311\n"
)
PULLED = DeviceSaid(
    "shoe", "lost", "/dev/serial/by-id/usb-War_Shoe_A-0012: the cable was pulled", cause="unplugged"
)
STRANGER = DeviceSaid(
    "shoe",
    "lost",
    "/dev/ttyUSB0: another device answers: serial B-0031, not A-0012",
    cause="stranger",
    serial="B-0031",
)
SEVEN_WARS = (
    "profile massachusetts\n\ndealer Ana\nshoe 2c\nbets "
    + " ".join(f"{spot}:500+100" for spot in range(1, 8))
    + "\ncall\n"
    + "".join(f"shoe {card}\n" for card in "7c 7d 7h 7s 7c 7d 7h 7s".split())
    + "".join(f"settle\n{spot} war\n" for spot in range(7, 0, -1))
)
THREE_ON_A_BOX = (
    "profile new_zealand\n\ndealer Ana\n"
    "bets 1a:1000+500 1b:10+5 1c:5 4a:25+5 4b:10 4c:1000 7a:10 7b:10 7c:1000\n"
    "call\nshoe 7c\nshoe 8h\nshoe 9c\nshoe 8d\n"
)
NINE_AT_WAR = (
    "profile maryland\n\ndealer Ana\nshoe 2c\n"
    "bets 1:1000+5 2:25+5 3:25 4:25+5 5:1000+10 6:25 7:12.50 8:25 9:1000+5\ncall\n"
    + "".join(f"shoe {card}\n" for card in "9c 2d 3h 9s 9d Kd Ac 3s 9h 9c".split())
    + "settle all\n1 war\n4 war\n5 war\n9 surrender\nsettle\nconfirm pick_up\nconfirm confirm_war\n"
    + "".join(f"shoe {card}\n" for card in "2c 2d 2h Kc 5d 7s 7h".split())
)
UNKNOWN_AT_NINE = "profile maryland\n\ndealer Ana\nshoe 2c\nbets 1:?+? 2:25 3:? 5:?+? 9:?\ncall\n" + "".join(
    f"shoe {card}\n" for card in "Kc 2d Th 9s 3d 9c".split()
)
SIDEWAYS = (
    "profile house_manual\n\ndealer Ana\nshoe 2c\nbets 1:25 2:10+5 3:50 6:100\ncall\n"
    "shoe 7c\nshoe 9d\nshoe 9h\nshoe 4c\nshoe 9s\nconfirm turn_dealer_card\n"
    "settle\n3 war\nsettle\n2 war\nsettle\nconfirm pick_up\nconfirm confirm_war\n"
    + "".join(f"shoe {card}\n" for card in "2c 2d 2h Kc 2s 3d 3h 5d 4d 4s 5h 8s".split())
)
LOWER_LEFT = (
    "profile exhibit_a\n\ndealer Ana\nbets 1:2 3:4+1 4:4\ncall\nshoe 9c\nshoe 7d\nshoe 7h\nshoe 7s\n"
    "settle\n4 war\n3 war\nsettle\n" + "".join(f"shoe {card}\n" for card in "2c 2d 2h Kc 5d 8s 8h 9s".split())
)
ASIDE = (
    MASSACHUSETTS
    + "bets 2:10 4:10\ncall\nshoe 8c\nshoe 8h\nshoe 8d\n4 war\n2 surrender\n"
    + "".join(f"shoe {card}\nfloor forward\n" for card in "2d 3d 4d 5d Kd".split())
)
FULL_BOXES = (
    "profile new_zealand\n\ndealer Ana\nbets "
    + " ".join(f"{box}{bettor}:1000+500" for box in range(1, 8) for bettor in "abc")
    + "\ncall\n"
    + "".join(f"shoe {card}\n" for card in "7c 8d 9h 8s Tc 8h 6h 8c".split())
)
LATE = MASSACHUSETTS + "bets 1:25 2:10 3:50\ncall\nshoe 7c\nreport late_wager 3 200\n"
DEPARTING = ("open depart", "choose accept", "choose the players agreed")
STRAY = "profile new_zealand\n\ndealer Ana\nbets 1:25\ncall\nshoe 7c\nshoe 8h\nshoe 9c\n"


SHUFFLED = (
    CLOSED + "confirm inspect\nconfirm verify_inspection\nconfirm spread_for_player\nconfirm wash\n"
    "confirm riffle\nconfirm turn\nconfirm riffle\nconfirm strip\n"
)


class Scene(Struct, frozen=True):
    """A written round, reports of devices after it, and the taps after those."""

    written: str
    taps: tuple[str, ...] = ()
    said: tuple[DeviceSaid, ...] = ()


SCENES: dict[str, Scene] = {
    "sign-in": Scene("profile massachusetts\nstart closed\n"),
    "badge": Scene("profile massachusetts\nstart closed\n", ("choose badge", "key 2", "key 1")),
    "opening": Scene(CLOSED + "confirm inspect\n"),
    "cut": Scene(SHUFFLED),
    "depth": Scene(SHUFFLED + "cut offer 1 accepted\n", ("open depth cut",)),
    "depth-refused": Scene(SHUFFLED + "cut offer 1 accepted\n", ("open depth cut", "key 9", "key enter")),
    "burn": Scene(LOADED),
    "bets": Scene(MASSACHUSETTS),
    "wagers": Scene(MASSACHUSETTS + "bets 1:25 2:10+5\n", ("wager spot 3", "wager chip 2500")),
    "wagers-shared": Scene("profile new_zealand\n\ndealer Ana\nbets 1a:25 1b:10\n", ("wager open",)),
    "wagers-progressive": Scene(
        "profile maryland\noption progressive=on\n\ndealer Ana\nshoe 2c\nbets 1:25+5*5\n", ("wager open",)
    ),
    "call": Scene(MASSACHUSETTS + "bets 1:25 2:10+5 4:50\n"),
    "deal": Scene(FIVE),
    "nine-spots": Scene(MARYLAND),
    "shared-boxes": Scene(SHARED),
    "three-on-a-box": Scene(THREE_ON_A_BOX),
    "seven-wars": Scene(SEVEN_WARS),
    "turn": Scene(TURN),
    "settle": Scene(DEALT + "7 surrender\nsettle\n"),
    "settle-last": Scene(MASSACHUSETTS + "bets 1:25 2:10+5\ncall\nshoe 7c\nshoe Qh\nshoe 8s\n"),
    "unknown-amount": Scene(MASSACHUSETTS + "bets 1:? 2:?\ncall\nshoe 9c\nshoe Qh\nshoe 8s\n"),
    "tie": Scene(DEALT),
    "war": Scene(AT_WAR),
    "war-deal": Scene(AT_WAR + "shoe 2d\nshoe 3d\nshoe 4d\n"),
    "war-settle": Scene(AT_WAR + "shoe 2d\nshoe 3d\nshoe 4d\nshoe Kh\nshoe 9h\n"),
    "unknown-nine": Scene(UNKNOWN_AT_NINE),
    "war-nine": Scene(NINE_AT_WAR),
    "war-sideways": Scene(SIDEWAYS),
    "war-lower-left": Scene(LOWER_LEFT),
    "aside": Scene(ASIDE),
    "full-boxes": Scene(FULL_BOXES),
    "pick-up": Scene(MASSACHUSETTS + "bets 1:25\ncall\nshoe 7c\nshoe 8s\nsettle\n"),
    "next-call": Scene(
        MASSACHUSETTS + "bets 1:25 2:10+5 4:50+5\ncall\nshoe 7c\nshoe Qh\nshoe 3d\nshoe 8s\nsettle all\n"
    ),
    "next-call-nine": Scene(
        "profile maryland\noption progressive=on\n\ndealer Ana\nshoe 2c\n"
        "bets 1:25+5*5 2:10+5*5 3:50*5 4:25*5 5:25+10*5 6:100+5*5 7:25*5 8:25+5*5 9:25*5\n"
        "call\nconfirm lock_progressive\n"
        + "".join(f"shoe {card}\n" for card in "7c 6h 3d 5c 4c 9c 3h Jd Jc 8s".split())
    ),
    "wrong": Scene(DEALT, ("open wrong",)),
    "wrong-spot": Scene(DEALT, ("open wrong", "choose missed_spot")),
    "keyed-next": Scene(KEYED + "bets 1:25 2:10\ncall\n", ("card 9d",)),
    "keyed-nine": Scene(MARYLAND_KEYED + "bets 1:25 2:10+5 3:50 4:25 5:25 6:100 7:25 8:25 9:25\ncall\n"),
    "wrong-card": Scene(FIVE + "shoe 4s\n", ("open wrong", "choose misplaced")),
    "wrong-bettor": Scene(THREE_ON_A_BOX, ("open wrong", "choose altered_wager")),
    "report-confirm": Scene(STRAY, ("open wrong", "choose drawn_unseen")),
    "wrong-amount": Scene(DEALT, ("open wrong", "choose altered_wager", "choose 5")),
    "resolution": Scene(
        MASSACHUSETTS + "bets 1:25 2:10 4:50\ncall\nshoe 7c\nshoe Qh\n",
        ("open wrong", "choose face_up", "choose "),
    ),
    "hold": Scene(STRAY + "recall early\n"),
    "question": Scene(STRAY),
    "hold-unread": Scene(MASSACHUSETTS + "bets 1:25 2:10\ncall\nshoe 7c\nshoe ??\n"),
    "hold-late": Scene(LATE),
    "hold-two": Scene(LATE, said=(PULLED,)),
    "depart": Scene(LATE, DEPARTING[:1]),
    "depart-confirm": Scene(LATE, DEPARTING),
    "depart-pin": Scene(LATE, (*DEPARTING, "choose yes", "key 1")),
    "departed": Scene(LATE, (*DEPARTING, "choose yes", *PIN, "key enter")),
    "ruling-hands": Scene(STRAY, ("open rule void",)),
    "ruling-reason": Scene(STRAY, ("open rule play_on",)),
    "ruling-pin": Scene(STRAY, ("open rule play_on", "choose as the book says", "key 1", "key 2")),
    "card-pad": Scene(MASSACHUSETTS + "bets 1:25 2:10\ncall\nshoe 7c\nshoe ??\n", ("open key in",)),
    "device": Scene(MASSACHUSETTS + "bets 1:25\ncall\n", said=(PULLED,)),
    "device-stranger": Scene(MASSACHUSETTS + "bets 1:25\ncall\n", said=(STRANGER,)),
    "impossible-card": Scene(TOO_MANY),
    "wrong-count": Scene(IN_BATCHES),
    "dealer-change": Scene(MASSACHUSETTS, ("open dealer", "choose change")),
    "dealer-wishes": Scene(MASSACHUSETTS, ("open dealer",)),
    "floor": Scene(DEALT, ("open floor",)),
    "keyed": Scene(KEYED + "bets 1:25 2:10\ncall\n"),
    "keyed-burn": Scene(LOADED + "device reader lost\nfloor accept\n"),
    "resume": Scene(DEALT + "device station back\n"),
    "signs": Scene(MARYLAND, ("open signs",)),
    "my-screen": Scene(MASSACHUSETTS, ("open my screen",)),
    "summary": Scene(MASSACHUSETTS + SETTLED, ("open summary",)),
    "settings": Scene(MASSACHUSETTS, ("open settings",)),
    "refused": Scene(MASSACHUSETTS, ("call",)),
}

MAIN = ("opening", "bets", "wagers", "deal", "settle", "tie", "wrong", "hold", "keyed")
"""The screens that are drawn in every size."""
SIZES = {"1280x800": QSize(1280, 800), "1920x1080": QSize(1920, 1080), "800x1280": QSize(800, 1280)}


class Stage:
    """A screen at a table without a log: what is tapped goes straight to the engine."""

    def __init__(self, scene: Scene, settings: Settings | None = None, signing: FixedStaff = PEOPLE) -> None:
        application()
        written = read(scene.written)
        self.player = Player.at_table_of(written.header)
        self.player.play(written.lines)
        assert self.player.failure is None, self.player.failure
        self._told: deque[Seen | RefusalQuery] = deque()
        self.bridge = Bridge(
            RulebookView(self.player.rules),
            self._told.append,
            name="War 3",
            mark="SIMULATED",
            signing=signing,
            settings=settings or Settings(motion=False),
            has_school=True,
        )
        for said in scene.said:
            self.player.see(said)
        self.publish()
        for tap in scene.taps:
            self.tap(tap)

    def tap(self, act: str) -> None:
        """A tap, and everything that follows from it."""
        self.bridge.tap(act)
        self.settle_down()

    def deal(self, face: str) -> None:
        """A card leaves the shoe."""
        self.publish(self.player.see(CardDrawn(Card(face))))
        application().processEvents()

    def settle_down(self) -> None:
        """Handle every message that waits."""
        while self._told:
            player, told = self.player, self._told.popleft()
            if isinstance(told, RefusalQuery):
                told.answer(refusal(told, player.table, player.rules))
            else:
                self.publish(player.see(player._known(told.observation)))

    def publish(self, events: tuple[Event, ...] = ()) -> None:
        """Show the table as it is now."""
        self.bridge.show(shown_at(self.player.table, self.player.rules, events))

    def window(self, size: QSize, warned: list[str] | None = None) -> DealerWindow:
        """The screen, shown offscreen."""
        made = DealerWindow(self.bridge, size, None if warned is None else warned.append)
        made.show()
        for _ in range(6):
            application().processEvents()
        return made


def shown_at(table: Table, rules: Rules, events: tuple[Event, ...] = ()) -> Shown:
    """The display that a station publishes at this table."""
    return Shown(1, table, view(table, rules), due(table, rules), look_ahead(table, rules), events)


def refusal(asked: RefusalQuery, table: Table, rules: Rules) -> TapRefused | None:
    """A station's answer to a question of the screen."""
    events = decide(in_question(table, asked.about), rules, asked.observation)
    return next((event for event in events if isinstance(event, TapRefused)), None)


def start_window(
    size: QSize, settings: Settings | None = None, warned: list[str] | None = None
) -> DealerWindow:
    """The start screen while the log is opened."""
    application()
    start = Start("War 3", "SIMULATED", settings or Settings())
    made = DealerWindow(None, size, None if warned is None else warned.append)
    made.begin(start)
    start.do("log")
    made.show()
    for _ in range(6):
        application().processEvents()
    return made
