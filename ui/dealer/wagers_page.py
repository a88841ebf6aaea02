"""The wagers page: wagers are entered spot by spot and chip by chip."""

from typing import Any

from msgspec.structs import replace

from dealer_station.engine.model.observations import Bet, BetsPlaced, Cents
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.view.rulebook_view import LimitsView, RulebookView
from ui.common.translate import Speech
from ui.dealer.forms import cents_of

CHIPS = (1, 5, 25, 100, 500)
DIGITS_MAX = 7


class Wagers:
    """The wagers entered so far, and the one that is being changed."""

    def __init__(self, table: Table, book: RulebookView, say: Speech) -> None:
        self._book = book
        self._say = say
        self._bets: dict[tuple[int, str], Bet] = {}
        stand = table.round.hands or (table.last.hands if table.last else ())
        for hand in stand:
            # A toke is paid out with its wager and a coupon is used up, so neither stays for the next round.
            bet = hand.bet if table.round.hands else replace(hand.bet, toke_cents=0, coupon_cents=0)
            self._bets[bet.spot, bet.bettor or "a"] = bet
        self._spot, self._bettor, self._kind = 1, "a", "main"
        self._typed = ""
        self._complaint = ""
        """The reason why the table refuses the entered wagers."""
        self._wrong: tuple[int, str] | None = None
        """The spot and bettor of the complaint."""

    @property
    def bets(self) -> tuple[Bet, ...]:
        """All entered wagers, in the order of the spots."""
        return tuple(
            replace(bet, spot=here[0], bettor=self._told(here)) for here, bet in sorted(self._bets.items())
        )

    @property
    def placed(self) -> BetsPlaced:
        """The observation with the entered wagers."""
        return BetsPlaced(self.bets)

    def are_allowed(self) -> bool:
        """True if the table allows each wager. If not, keep all entries and select the one at fault."""
        for here, bet in sorted(self._bets.items()):
            wrong = self._book.wrong_wager(replace(bet, spot=here[0], bettor=self._told(here)))
            if wrong:
                self._complaint, self._wrong = self._say(wrong.reason), here
                (self._spot, self._bettor), self._kind = here, wrong.wager
                self._typed = ""
                return False
        return True

    def complain(self, reason: str) -> None:
        """Show why the table refuses the wagers together."""
        self._complaint, self._wrong = reason, None

    def _told(self, here: tuple[int, str]) -> str:
        """The bettor's letter, which is used only on a shared spot."""
        return here[1] if any(spot == here[0] and bettor != "a" for spot, bettor in self._bets) else ""

    def key(self, key: str) -> None:
        """Take a key of the page."""
        self._complaint = ""
        word, _, rest = key.partition(" ")
        match word:
            case "spot":
                self._spot, self._kind, self._typed, self._bettor = int(rest), "main", "", "a"
            case "bettor":
                self._bettor, self._typed = rest, ""
            case "kind":
                self._kind, self._typed = rest, ""
            case "chip":
                self._put((self._amount() or 0) + int(rest) * 100)
                self._typed = ""
            case "unknown":
                self._put(None)
            case "clear":
                self._put(0)
            case "out":
                self._bets.pop((self._spot, self._bettor), None)
                self._typed = ""
            case "everybody":
                self._bets.clear()
            case _ if len(self._typed) < DIGITS_MAX and (key != "." or "." not in self._typed):
                self._typed += key
                self._put(cents_of(self._typed), typing=True)

    def _amount(self) -> Cents:
        bet = self._bets.get((self._spot, self._bettor), Bet(self._spot))
        cents: Cents = getattr(bet, f"{self._kind}_cents")
        return cents

    def _put(self, cents: Cents, *, typing: bool = False) -> None:
        if not typing:
            self._typed = ""
        here = (self._spot, self._bettor)
        bet = replace(self._bets.get(here, Bet(self._spot)), **{f"{self._kind}_cents": cents})
        self._bets[here] = bet
        if all(getattr(bet, f"{kind}_cents") == 0 for kind in self._book.wagers):
            del self._bets[here]

    def values(self) -> dict[str, Any]:
        """The values for QML."""
        bettors = self._book.bettors
        return {
            "kind": "wagers",
            "title": self._say("Wagers"),
            "hint": "",
            "spots": [
                {
                    "text": str(spot),
                    "under": self._on(spot),
                    "act": f"wager spot {spot}",
                    "chosen": spot == self._spot,
                    "wrong": bool(self._complaint and self._wrong and self._wrong[0] == spot),
                }
                for spot in self._book.spots
            ],
            "bettors": [
                {
                    "text": one.upper(),
                    "under": "",
                    "act": f"wager bettor {one}",
                    "chosen": one == self._bettor,
                }
                for one in bettors
            ],
            "kinds": [
                {
                    "text": self._say(self._book.wager_words(kind)),
                    "under": "",
                    "act": f"wager kind {kind}",
                    "chosen": kind == self._kind,
                }
                for kind in self._book.wagers
            ],
            "chips": [str(chip) for chip in CHIPS],
            "place": self._say(
                "{where}: {wager}",
                where=self._book.spot_title(f"{self._spot}{self._bettor if bettors else ''}"),
                wager=self._book.wager_words(self._kind),
            ),
            "amount": _shown(self._amount()),
            "limits": limits_words(self._book.limits(self._kind), self._say),
            "complaint": self._complaint,
        }

    def _on(self, spot: int) -> str:
        there = [bet for (at, _), bet in sorted(self._bets.items()) if at == spot]
        return " · ".join(
            " + ".join(_shown(cents) for cents in (bet.main_cents, bet.tie_cents) if cents != 0)
            for bet in there
        )


def limits_words(limits: LimitsView, say: Speech) -> str:
    """Minimum, maximum and step of a wager; empty if there are none."""
    said = []
    if limits.min_cents:
        said.append(say("at least {amount}", amount=dollars(limits.min_cents)))
    if limits.max_cents:
        said.append(say("at most {amount}", amount=dollars(limits.max_cents)))
    if limits.step_cents:
        said.append(say("in steps of {amount}", amount=dollars(limits.step_cents)))
    return ", ".join(said)


def _shown(cents: Cents) -> str:
    return "?" if cents is None else dollars(cents)
