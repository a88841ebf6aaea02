"""Rulings by moment, for any table: the most that a stop can offer.

`profiles show` and the page of irregularities list departures from here. `ruling_choices` finds what is open
at one table; the exhaustive tests prove that it never offers more.
"""

from dealer_station.engine.due.irregularity_kinds import CATALOGUE, KINDS
from dealer_station.engine.model.kinds import Ruling
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.rulebook.ruling_sections import Moment, Remedies
from dealer_station.engine.rulebook.shoe_sections import SPREADS

TIMES: tuple[Moment, ...] = ("before", "deal", "settled", "after")
IN_PLAY: tuple[Moment, ...] = ("before", "deal", "settled")
CARDS_OUT: tuple[Moment, ...] = ("deal", "settled")

ARISES: dict[str, tuple[Moment, ...]] = {
    "burn_forgotten": IN_PLAY,
    "missed_spot": IN_PLAY,
    "option_missed": CARDS_OUT,
    "shoe_empty": IN_PLAY,
    "late_wager": IN_PLAY,
    "altered_wager": IN_PLAY,
    "player_left": IN_PLAY,
    "progressive_count": IN_PLAY,
    "card_touched": IN_PLAY,
    "not_seated": IN_PLAY,
    "stood_up": IN_PLAY,
    "idle": ("after",),
    "payout_limit": CARDS_OUT,
    "toke_on_tie": CARDS_OUT,
    "coupon": CARDS_OUT,
    "verbal_wager": ("before", "after"),
    "wheel_validation": CARDS_OUT,
}
"""The moments at which a kind can arise; one that is not listed can arise at any."""

CARD_IN_QUESTION = ("face_up", "drawn_unseen", "drawn_exposed", "empty_spot", "misplaced", "damaged_card")
"""Kinds of irregularity that concern one card, if there is one."""


def speaks(entries: Remedies) -> bool:
    """True if the book has a text on this, so that a ruling can depart from it."""
    return any(entry.status not in ("silent", "house_default") for entry in entries)


def departures_at(kind: str, moment: Moment, rules: Rules) -> tuple[Ruling, ...]:
    """The rulings against the book at a moment; empty if no authority is asked or the book is silent."""
    entries = rules.rulings.at(kind, moment)
    if not speaks(entries) or not may_stop(kind, moment, rules):
        return ()
    listed = {ruling for entry in entries for ruling in entry.value}
    if _is_carried_out(kind, moment, rules):
        listed.add("accept")  # An authority who comes after the remedy agrees with this ruling.
    return tuple(ruling for ruling in rulings_at(kind, moment, rules) if ruling not in listed)


def rulings_at(kind: str, moment: Moment, rules: Rules) -> tuple[Ruling, ...]:
    """Every ruling that the station can carry out on a kind of irregularity at a moment."""
    known = CATALOGUE[kind].rulings
    return tuple(ruling for ruling in known if _can_be(ruling, kind, moment, rules))


def moments_of(kind: str, rules: Rules) -> tuple[Moment, ...]:
    """The moments at which a kind can arise under this book; special cases come last."""
    entries = rules.rulings.about(kind)
    cases: tuple[Moment, ...] = ("not_covered", "void", "raised")
    beyond = tuple(case for case in cases if any(case in one.when for one in entries))
    # One book's rule about shufflers applies only to a round in play.
    of_a_round = (
        kind == "shuffler_fault" and rules.irregularities.shuffler_fault.value == "operator_void_choice"
    )
    return (*(IN_PLAY if of_a_round else ARISES.get(kind, TIMES)), *beyond)


def may_stop(kind: str, moment: Moment, rules: Rules) -> bool:
    """True if the table waits for an authority; otherwise the book's remedy is carried out at once."""
    if moment == "not_covered":
        return moment in moments_of(kind, rules) or not speaks(rules.rulings.about(kind))
    if moment not in moments_of(kind, rules):
        return False
    return _is_always_called(kind, rules) or not _is_carried_out(kind, moment, rules)


def is_only_confirmed(kind: str, moment: Moment, rules: Rules) -> bool:
    """True if the remedy is carried out at once and the authority only agrees to it."""
    return may_stop(kind, moment, rules) and _is_carried_out(kind, moment, rules)


def _is_always_called(kind: str, rules: Rules) -> bool:
    """True if the book calls the supervisor even when it fixes the outcome."""
    return kind in KINDS and rules.house.dispute_call.value == "always_supervisor"


def _is_carried_out(kind: str, moment: Moment, rules: Rules) -> bool:
    """True if the report alone carries out the remedy that the book fixes."""
    book = rules.irregularities
    if moment == "not_covered":
        return False  # The book fixes nothing for such a case.
    match kind:
        case "drawn_unseen":
            return True
        case "face_up":
            # A card that other cards, choices or settlements rely on waits for a ruling.
            return moment in ("before", "after")
        case "drawn_exposed":
            # A card that was due and lies on the felt is not taken away without a ruling.
            return book.exposed_draw.value == "next_card_out" or (
                book.exposed_draw.value in ("burn", "discard") and moment in ("before", "after")
            )
        case "empty_spot":
            # A card that no hand relies on goes where the book says; one that a hand relied on waits.
            return book.empty_spot_card.value in ("next_card_out", "burn") and moment != "settled"
        case "misplaced" if book.misplaced.value == "next_card_out":
            return True
        case "misplaced":
            return book.misplaced.value == "burn_if_exposed_else_next" and moment != "settled"
        case "missed_spot":
            return moment == "before" and book.missed_spot.value != "reconstruct_else_void"
        case "burn_exposed":
            return book.burn_exposed.value != "ask"
        case "burn_forgotten":
            return book.burn_forgotten.value == "play_on"
        case "option_missed":
            return book.missed_option.value == "requeue_as_undisclosed"
        case "cut_card_missing" | "cut_card_overrun":
            return book.cutcard_overlooked_or_absent.value == "shuffle_after_round"
        case "shoe_empty":
            return book.short_shoe.value == "shuffle_discards_continue"
        case "damaged_card":
            return book.damaged_card.value == "replace_after_round"
        case "exposed_before_shoe":
            return book.exposed_before_shoe.value in ("shuffle", "final_cut")
        case "over_limit":
            return rules.wagers.over_max.value == "return_excess"
        case "second_face_up":
            return book.second_face_up.cite == "not addressed"
        case "cut_card":
            return rules.deal.cutcard_mid_round.status not in ("silent", "house_default")
        case "order_shuffle":
            return rules.roles.order_shuffle.status != "silent"
        case "idle":
            return rules.shuffle.idle_table.value in SPREADS
        case "shuffler_fault":
            return book.shuffler_fault.value == "void_round_return_all" and moment != "after"
        case "verbal_wager":
            return speaks(rules.rulings.about(kind))
        case _:
            return False


def _can_be(ruling: Ruling, kind: str, moment: Moment, rules: Rules) -> bool:
    """True if the station can carry this out at this moment at some table."""
    match ruling:
        case "out" if rules.irregularities.players_out_option.value == "none":
            return False
        case "void" if moment == "void":
            return False
        case "void" if kind == "wheel_validation":
            # The wheel spins when the hand is settled; a card taken back since then may have undone that.
            return moment == "deal"
        case "out" | "void" | "void_round":
            return moment != "after"
        case "forward" | "dealer_next" | "discard" | "burn" if (
            kind == "drawn_exposed" and moment in CARDS_OUT
        ):
            return True  # A card that is left over after a re-reading waits for a ruling.
        case "forward" | "dealer_next" | "discard" | "burn" if kind in CARD_IN_QUESTION:
            return not _is_carried_out(kind, moment, rules)
        case "reshuffle" if kind in CARD_IN_QUESTION:
            # A card in question is ruled on first. The shuffle is possible once the card is gone, or if there
            # is none.
            finds_none = kind == "damaged_card" or (kind == "empty_spot" and moment in CARDS_OUT)
            return finds_none or _is_always_called(kind, rules)
        case "pay" | "take" if kind == "missed_spot":
            return moment != "before"
        case _:
            return True
