"""Each prompt cites the paragraph that requires this very step, with the status of that paragraph."""

from collections.abc import Iterator

import pytest

from dealer_station.engine.due.settlement import void_rule
from dealer_station.engine.due.step_citations import citations_by_step
from dealer_station.engine.due.step_types import Perform, Settle
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import parse_card
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.notation.reader import read
from dealer_station.engine.words.prompts import Prompt, prompt
from dealer_station.rulebooks import load
from dealer_station.written_rounds.play import Player
from tests.engine.test_words import NEW_GAMES, player_at, prompt_at
from tools.documents.parts_citing_rules import ROUNDS

TWO_BATCHES = "option card_supply=two_batch_shuffler"


def shown_while_confirming(header: str, *lines: str) -> Iterator[Prompt]:
    """Every prompt from here to the shoe, each confirmed in its turn; a player whom nobody names cuts."""
    player = player_at(header, *lines)
    while isinstance(player.due, Perform):
        yield prompt(player.due, player.rules)
        player.see(o.Confirmed(""))


def addresses(header: str, *lines: str) -> dict[str, str]:
    """The citation of each step on the way to the shoe, with its status where the text does not say so."""
    return {
        shown.step: shown.cite if shown.status == "stated" else f"{shown.cite} {shown.status}"
        for shown in shown_while_confirming(header, *lines)
    }


def words(header: str, *lines: str) -> dict[str, str]:
    return {shown.step: shown.do for shown in shown_while_confirming(header, *lines)}


def test_each_step_of_a_shuffle_by_hand_has_its_own_paragraph() -> None:
    found = addresses("profile massachusetts", "order shuffle")
    assert [found[step] for step in ("plug", "riffle", "turn", "strip")] == [
        f"§5(i)({number})" for number in (1, 2, 3, 4)
    ]
    assert found["cut"] == "§5(c), §5(e), §5(i)(5)", "the last step of a shuffle by hand"
    assert "§5(i)(5)" in citations_by_step(load("massachusetts"))["cut"]
    header = "profile massachusetts\nstart closed"
    opening = [f"confirm {step}" for step in "inspect verify_inspection spread_for_player wash".split()]
    early = player_at(header, *opening, "confirm riffle", "confirm turn", "confirm strip -> refused")
    assert early.due.rule.cite == "§5(i)(2)"


def test_the_cut_after_a_machine_is_no_step_of_a_shuffle_by_hand() -> None:
    assert addresses(f"profile massachusetts\n{TWO_BATCHES}", "order shuffle")["cut"] == "§5(c), §5(e)"


def test_an_idle_table_without_a_shuffler_is_not_under_the_paragraph_of_shufflers() -> None:
    found = addresses("profile massachusetts", "idle")
    assert found["remove_cards"] == found["spread_idle"] == found["first_player_looks"] == "§5(h)"
    assert (found["stack"], found["wash"]) == ("§5(h)", "§5(h)(1)")
    assert found["riffle"] == "§5(h)(1), §5(i)(2)"
    assert found["strip"] == "§5(h)(1), §5(i)(4)"
    assert not any("§5(h)(2)" in cite for cite in found.values())


def test_an_idle_table_with_a_shuffler_is() -> None:
    found = addresses(f"profile massachusetts\n{TWO_BATCHES}", "idle")
    assert found["stack"] == "§5(h)"
    assert found["load_shuffler"] == "§5(h)(2)"
    assert found["take_batch"] == "§5(h)(2), §5(h)(2)(i), §5(h)(2)(ii)"


def test_each_step_of_marylands_idle_table_has_its_own_paragraph() -> None:
    found = addresses("profile maryland", "idle")
    steps = ("remove_cards", "spread_idle", "first_player_looks", "shuffle")
    assert [found[step] for step in steps] == ["5.I(1)", "5.I(2)", "5.I(3)", "5.I(3), 5.B"]


@pytest.mark.parametrize(
    ("book", "line", "cite"),
    [
        ("maryland", "order shuffle", "5.A(3), 5.B"),
        ("new_zealand", "order shuffle", "7.1(e)"),
        ("new_zealand", "replace cards", "6.3, 7.8"),
    ],
)
def test_a_shuffle_stands_under_what_it_is_made_for(book: str, line: str, cite: str) -> None:
    assert addresses(f"profile {book}", line)["shuffle"] == cite


def test_the_first_shuffle_of_a_game_stands_under_the_opening() -> None:
    assert addresses("profile new_zealand\nstart closed")["shuffle"] == "6.3, 7.1(a)"
    assert addresses("profile maryland\nstart closed")["shuffle"] == "4.D, 5.A(1), 5.B"


def test_of_the_half_deck_passes_only_the_misprinted_one_is_a_reading() -> None:
    found = addresses("profile exhibit_a\nstart closed")
    readings = [step for step, cite in found.items() if cite.endswith("interpretive")]
    assert readings == ["riffle_with_middle"]


@pytest.mark.parametrize(
    ("book", "words_of_spread", "cite"),
    [
        ("massachusetts", "according to suit and in sequence", "§4(b)"),
        ("maryland", "columns, by deck, suit and sequence", "4.B"),
        ("new_zealand", "rows, by deck, suit and sequence", "6.2"),
    ],
)
def test_new_cards_are_spread_as_the_book_lays_them(book: str, words_of_spread: str, cite: str) -> None:
    header = f"profile {book}\nstart closed"
    assert words_of_spread in words(header)["spread_for_player"]
    assert addresses(header)["spread_for_player"] == cite


def test_two_batches_are_spread_and_stacked_or_washed_each_by_itself() -> None:
    for book, steps, note in (
        ("massachusetts", ("spread_for_player", "stack"), "Spread and stack each batch by itself"),
        ("maryland", ("spread_for_player", "wash"), "Spread, wash, stack and shuffle each batch by itself"),
    ):
        header = f"profile {book}\n{TWO_BATCHES}\nstart closed"
        notes = {shown.step: shown.note for shown in shown_while_confirming(header)}
        assert all(notes[step].startswith(note) for step in steps)
        one = {shown.step: shown.note for shown in shown_while_confirming(f"profile {book}\nstart closed")}
        assert not any(one[step] for step in steps if step in one)
    idle = shown_while_confirming(f"profile massachusetts\n{TWO_BATCHES}", "idle")
    assert not any(shown.note for shown in idle if shown.step in ("spread_idle", "stack")), "one batch only"


def test_the_cards_are_washed_as_the_book_washes_them() -> None:
    face_down = "Turn the cards face down, wash and stack them"
    assert words("profile massachusetts\nstart closed")["wash"] == face_down
    assert words("profile maryland\nstart closed")["wash"] == face_down
    brick = "Wash all eight decks together and form one brick"
    assert words("profile exhibit_a\nstart closed")["wash"] == brick
    assert words("profile massachusetts", "idle")["wash"] == "Wash the cards and stack them"


def test_any_player_may_be_asked_where_the_text_says_a_player() -> None:
    opening = [f"confirm {step}" for step in NEW_GAMES["exhibit_a"].split()]
    new = prompt_at("profile exhibit_a\nstart closed", *opening)
    assert (new.do, new.cite, new.status) == ("Offer the cut to a player", "Overview (shuffle)", "stated")
    later = ("bets 2:1", "call", "shoe 9c", "shoe cut", "shoe 8d", "settle all", "end")
    steps = [f"confirm {step}" for step in NEW_GAMES["exhibit_a"].split()[2:]]
    asked = prompt_at("profile exhibit_a", *later, *steps)
    assert asked.do == "Offer the cut to a player: spot 2 or another"


def test_a_rule_about_a_new_game_only_follows_for_cards_that_are_replaced() -> None:
    seated = ("bets 3:10", "call", "shoe 9c", "shoe 8d", "settle all", "end", "replace cards")
    steps = [f"confirm {step}" for step in NEW_GAMES["maryland"].split()]
    asked = prompt_at("profile maryland", *seated, *steps)
    assert (asked.step, asked.cite, asked.status) == ("offer_cut", "5.E(1)", "inferred")
    new = prompt_at("profile maryland\nstart closed", *steps)
    assert (new.cite, new.status) == ("5.E(1)", "stated")


DEALT = ("call", "shoe 9c", "shoe 8d")


def test_a_settlement_cites_the_paragraphs_of_the_wagers_that_it_moves() -> None:
    tie = prompt_at("profile exhibit_a", "bets 2:2+1", *DEALT)
    assert (tie.do, tie.cite, tie.status) == ("Spot 2: TAKE Tie Wager 1", "Deal 5a, Tie 2", "inferred")
    main = prompt_at("profile exhibit_a", "bets 2:2+1", *DEALT, "settle")
    assert (main.do, main.cite, main.status) == ("Spot 2: PAY original wager 2", "Deal 5b.i", "stated")
    boxes = prompt_at("profile new_zealand", "bets 2:20+5", *DEALT)
    assert (boxes.cite, boxes.status) == ("5.6, 8.5.1(a)", "stated")


def test_two_wagers_in_one_go_cite_both_paragraphs_and_the_less_sure_status() -> None:
    won = prompt_at("profile house_manual", "bets 2:20^5", *DEALT, "confirm turn_dealer_card")
    assert (won.cite, won.status) == ("step 14, Payout Odds, Tokes 2", "stated")
    tied = ("bets 2:20^5", "call", "shoe 8c", "shoe 8d", "confirm turn_dealer_card")
    half = prompt_at("profile house_manual", *tied, "floor accept", "2 surrender")
    assert (half.cite, half.status) == ("step 16, not addressed", "house_default")


def cited(header: str, *lines: str) -> tuple[str, str]:
    """The citation of what is due after these lines, and how sure it is."""
    shown = prompt_at(header, *lines)
    return shown.cite, shown.status


@pytest.mark.parametrize(
    ("book", "player", "dealer"),
    [
        ("massachusetts", "§7(c)(1)", "§7(c)(2)"),
        ("house_manual", "step 13 (a)", "step 13 (b)"),
        ("maryland", "8.F(1)", "8.F(2)"),
        ("exhibit_a", "Deal 4", "Deal 4"),
        ("new_zealand", "8.4(a)", "8.4(b)"),
    ],
)
def test_a_dealt_card_cites_its_own_paragraph_only(book: str, player: str, dealer: str) -> None:
    bets = ("bets 1:2" if book == "exhibit_a" else "bets 1:20", "call")
    assert cited(f"profile {book}", *bets) == (player, "stated")
    assert cited(f"profile {book}", *bets, "shoe 9c") == (dealer, "stated")


TIE = ("call", "shoe 8c", "shoe 8d")


def test_with_one_player_at_war_exhibit_a_is_not_read_in_two_ways() -> None:
    burns, alone = ("shoe 2c", "shoe 3c", "shoe 4c"), ("bets 1:2", *TIE, "1 war")
    assert cited("profile exhibit_a", *alone) == ("War 2", "stated")
    assert cited("profile exhibit_a", *alone, *burns) == ("War 2", "stated")
    assert cited("profile exhibit_a", *alone, *burns, "shoe 5c") == ("War 3", "stated")
    assert cited("profile exhibit_a", *alone, *burns, "shoe 5c", *burns) == ("War 3", "stated")
    assert not prompt_at("profile exhibit_a", *alone).note
    two = ("bets 1:2 2:2", "call", "shoe 8c", "shoe 8h", "shoe 8d", "2 war", "1 war")
    assert cited("profile exhibit_a", *two) == ("War 2, War Note", "interpretive")


def test_the_war_cards_of_new_zealand_are_stated_and_only_the_discards_are_an_option() -> None:
    war = ("bets 1:20", *TIE, "1 war", "confirm confirm_war")
    assert cited("profile new_zealand", *war) == ("8.8", "house_default")
    dealt = (*war, "shoe 2c", "shoe 3c", "shoe 4c")
    assert cited("profile new_zealand", *dealt) == ("8.8(a)", "stated")
    assert cited("profile new_zealand", *dealt, "shoe 5c") == ("8.8(b)", "stated")
    without = "profile new_zealand\noption war_burn=none"
    assert cited(without, *war) == ("8.8(a)", "stated")


@pytest.mark.parametrize(
    ("book", "won", "tie", "war_won", "war_tied"),
    [
        ("massachusetts", "§9(a)(1)", "§9(a)(2)", "§9(a)(3)", "§9(a)(3)"),
        ("house_manual", *["Payout Odds"] * 4),
        ("maryland", "10.A(1)", "10.A(2)", "10.A(3)", "10.A(4)"),
        ("new_zealand", "5.13", "5.13", "5.13", "5.13"),
        ("exhibit_a", "Deal 5b.i", "Tie intro", "War 5", "War 7"),
    ],
)
def test_a_payment_cites_the_odds_as_well(book: str, won: str, tie: str, war_won: str, war_tied: str) -> None:
    header = f"profile {book}\noption war_burn=once"
    bets = "bets 1:2+1" if book == "exhibit_a" else "bets 1:20+5"
    turned = ("confirm turn_dealer_card",) if book == "house_manual" else ()
    paid = player_at(header, bets, "call", "shoe 9c", "shoe 8d", *turned)
    if book in ("exhibit_a", "new_zealand"):
        paid.see(o.Settled())
    assert won in prompt(paid.due, paid.rules).cite.split(", ")
    tied = (bets, *TIE, *turned)
    assert tie in cited(header, *tied)[0].split(", ")
    for dealer, cite in (("2h", war_won), ("9h", war_tied)):
        player = player_at(header, *tied, "settle", "1 war")
        while isinstance(player.due, Perform):
            player.see(o.Confirmed(""))
        for card in ("3c", "4c", "5c", "9d"):
            player.see(o.CardDrawn(parse_card(card)))
        for card in ("6c", "7c", "Tc") if book == "exhibit_a" else ():
            player.see(o.CardDrawn(parse_card(card)))
        player.see(o.CardDrawn(parse_card(dealer)))
        assert cite in prompt(player.due, player.rules).cite.split(", ")


@pytest.mark.parametrize(
    ("lines", "cite"),
    [
        (("bets 1:20", "call", "shoe cut"), "7.1(b)"),
        (("bets 1:20", "call", "shoe 9c", "shoe cut", "shoe 8d", "settle all", "end"), "7.1(c)"),
        (("idle", "floor reshuffle by Ana"), "7.1(d)"),
        (("order shuffle",), "7.1(e)"),
        (("report cut_card_overrun",), "9.7"),
        (("report cut_card_missing",), "9.8"),
        (("order shuffle", "confirm shuffle", "report exposed_before_shoe"), "7.1(f)"),
        (("bets 1:20", "call", "shoe 9c", "report cut_card_missing", "shoe 8d", "settle all", "end"), "9.8"),
        (
            ("bets 1:20", "call", "shoe cut", "report cut_card_overrun", "shoe 9c", "shoe 8d", "settle all"),
            "9.7",
        ),
    ],
)
def test_a_shuffle_in_new_zealand_stands_under_its_own_cause(lines: tuple[str, ...], cite: str) -> None:
    player = player_at("profile new_zealand", *lines)
    while isinstance(player.due, Perform) and player.due.step != "shuffle":
        player.see(o.Confirmed(player.due.step))
    shown = prompt(player.due, player.rules)
    assert (shown.step, shown.cite, shown.status) == ("shuffle", cite, "stated")


BONUS = """option bonus_spin=on
option bonus_trigger=red8
option bonus_wheel=primary,secondary,1000,100
option bonus_seeds=10000,5000"""


def test_a_table_with_the_bonus_spin_alone_locks_collects_and_counts_under_its_own_paragraph() -> None:
    lines: tuple[str, ...] = ("bets 1:20~5", "call")
    for step in ("lock_progressive", "collect_progressive", "count_progressive"):
        shown = prompt_at(f"profile maryland\n{BONUS}", *lines)
        assert (shown.step, shown.cite, shown.status) == (step, "2.B(7)(b)", "inferred")
        lines = (*lines, f"confirm {step}")
    both = prompt_at(f"profile maryland\noption progressive=on\n{BONUS}", "bets 1:20~5*5", "call")
    assert both.cite == "2.C(2), 8.D, 8.D(1), 2.B(7)(b)"


@pytest.mark.parametrize(
    ("symbol", "cite", "status"),
    [
        ("primary", "10.D(1)(a)", "stated"),
        ("secondary", "10.D(1)(b)", "stated"),
        ("100", "10.E(1)(b)", "interpretive"),
    ],
)
def test_the_wheels_symbol_is_validated_under_its_own_line(symbol: str, cite: str, status: str) -> None:
    lines = ("bets 1:20~5", "call", "shoe 9c", "shoe 8d", "settle all", f"wheel 1 {symbol}")
    shown = prompt_at(f"profile maryland\n{BONUS}", *lines)
    assert (shown.step, shown.cite, shown.status) == ("ruling", cite, status)
    assert f"({cite})" in shown.do
    assert prompt_at(f"profile maryland\n{BONUS}", *lines, "floor accept by Ana").cite == cite


def test_a_shuffler_that_cannot_be_used_is_stopped_for_under_its_own_paragraph() -> None:
    for supply in ("two_batch_shuffler", "csm"):
        header = f"profile maryland\noption card_supply={supply}"
        assert cited(header, "shuffler out_of_order") == ("11.E, 11.E(1), 11.E(2)", "stated")
    assert cited("profile massachusetts\n" + TWO_BATCHES, "shuffler out_of_order")[1] == "silent"


@pytest.mark.parametrize(
    ("book", "cite"),
    [
        ("massachusetts", "§10(c), §10(a)"),
        ("house_manual", "Disputes 2"),
        ("maryland", "11.B"),
        ("exhibit_a", "Irreg 4, Irreg 5"),
        ("new_zealand", "9.2, 9.3"),
    ],
)
def test_a_stray_card_stands_under_what_the_book_says_of_cards_drawn_in_error(book: str, cite: str) -> None:
    bets = "bets 1:2" if book == "exhibit_a" else "bets 1:20"
    assert cited(f"profile {book}", bets, "call", "shoe 9c", "shoe 8d", "shoe 2c")[0] == cite


class Remembering(Player):
    """A player who keeps everything that happened."""

    events: tuple[e.Event, ...] = ()

    def see(self, observation: Observation) -> tuple[e.Event, ...]:
        happened = super().see(observation)
        self.events += happened
        return happened


@pytest.mark.parametrize(
    ("name", "ruling", "back"),
    [
        ("a_misplaced_card_that_cannot_be_traced_voids_its_hand", "9.4(a)", "9.4, 9.4(a)"),
        ("a_missed_box_that_cannot_be_reconstructed_is_void", "9.4(a)", "9.4, 9.4(a)"),
        ("a_continuous_shuffler_fault_may_void_the_affected_hands_only", "9.10", "9.10"),
    ],
)
def test_a_void_by_the_operator_in_new_zealand_stands_under_the_operators_paragraph(
    name: str, ruling: str, back: str
) -> None:
    (path,) = (ROUNDS / "new_zealand").rglob(f"{name}.round")
    written = read(path.read_text("utf-8"))
    player = Remembering.at_table_of(written.header)
    player.play(written.lines)
    assert isinstance(player, Remembering)
    events = player.events
    assert ruling in [event.cite for event in events if isinstance(event, e.HoldRuled)]
    lines = [line for event in events if isinstance(event, e.HandSettled) for line in event.lines]
    assert {line.cite for line in lines if line.action == "return"} == {back}


@pytest.mark.parametrize(
    ("book", "ruling", "cite"),
    [
        ("massachusetts", "play_on", ""),
        ("massachusetts", "reshuffle", "§10(b)"),
        ("maryland", "play_on", "11.A"),
        ("maryland", "reshuffle", "5.A(3)"),
        ("new_zealand", "play_on", "9.1"),
        ("new_zealand", "reshuffle", "7.1(e)"),
    ],
)
def test_what_follows_a_second_face_up_card_cites_the_paragraph_that_has_it(
    book: str, ruling: str, cite: str
) -> None:
    face_up = "shoe 4s\nreport face_up\n"
    # Massachusetts voids all hands for a second card of one round, and asks for one of a later round.
    later = "confirm carry_out\nshoe 6c\nshoe 9h\nsettle\nend\nbets 3:20\ncall\n"
    between = later if book == "massachusetts" else ""
    text = f"bets 3:20\ncall\n{face_up}{between}{face_up}floor {ruling} by Lee\n"
    written = read(f"profile {book}\n\n{text}")
    player = Remembering.at_table_of(written.header)
    player.play(written.lines)
    assert player.failure is None, player.failure
    assert isinstance(player, Remembering)
    ruled = [event for event in player.events if isinstance(event, e.HoldRuled) and event.by == "Lee"]
    assert [(event.ruling, event.cite) for event in ruled] == [(ruling, cite)]


def test_a_second_face_up_card_of_a_later_round_is_under_the_rule_only_by_a_reading() -> None:
    lines = ("bets 3:20", "call", "shoe 4s", "report face_up", "shoe 6c", "shoe 9h", "settle", "end")
    again = ("bets 3:20", "call", "shoe 4d", "report face_up")
    assert cited("profile massachusetts", *lines, *again) == ("§10(b)", "interpretive")


def test_a_toke_that_won_comes_down_and_goes_into_the_box_each_under_its_own_item() -> None:
    paid = prompt_at("profile house_manual", "bets 2:20^5", *DEALT, "confirm turn_dealer_card")
    assert (paid.step, paid.note) == ("settle", "Take the toke down together with its payoff (Tokes 2)")
    shown = prompt_at("profile house_manual", "bets 2:20^5", *DEALT, "confirm turn_dealer_card", "settle")
    assert (shown.step, shown.cite) == ("toke_box", "Tokes 4")
    assert cited("profile house_manual", "toke colour")[0] == "Tokes 3"


@pytest.mark.parametrize(
    ("book", "cite"),
    [
        ("massachusetts", "§6(b)"),
        ("house_manual", "step 5"),
        ("maryland", "7.C, 7.D"),
        ("exhibit_a", "Deal 1, Tie 1"),
        ("new_zealand", "5.15(a)"),
    ],
)
def test_a_late_wager_goes_back_under_the_paragraph_of_the_ruling(book: str, cite: str) -> None:
    unit = 2 if book == "exhibit_a" else 20
    written = read(f"profile {book}\n\nbets 1:{unit} 2:{unit}\ncall\nreport late_wager 2\nfloor refuse\n")
    player = Remembering.at_table_of(written.header)
    player.play(written.lines)
    assert isinstance(player, Remembering)
    assert [event.cite for event in player.events if isinstance(event, e.HoldRuled)] == [cite]
    assert void_rule("late_wager", load(book)).cite == cite


@pytest.mark.parametrize(
    ("report", "cite"),
    [
        ("face_up", "Disputes 4"),
        ("drawn_exposed", "Disputes 2"),
        ("drawn_unseen", "Disputes 2"),
        ("empty_spot 5", "Disputes 2"),
        ("over_limit 1 1500", "Disputes 3"),
    ],
)
def test_who_agrees_to_a_remedy_that_was_carried_out_cites_its_paragraph(report: str, cite: str) -> None:
    written = read(
        f"profile house_manual\n\nbets 1:? 2:20\ncall\nshoe 9c\nreport {report}\nfloor accept by Lee\n"
    )
    player = Remembering.at_table_of(written.header)
    player.play(written.lines)
    assert isinstance(player, Remembering)
    ruled = [event for event in player.events if isinstance(event, e.HoldRuled) and event.by == "Lee"]
    assert [(event.ruling, event.cite) for event in ruled] == [("accept", cite)]


def test_chips_that_are_put_back_are_named_with_spot_and_amount() -> None:
    shown = prompt_at(
        *("profile maryland", "bets 1:20 2:30+10", "call", "shoe 7c", "shoe 9d", "shoe 5s", "settle"),
        *("report face_up", "floor discard", "confirm carry_out"),
    )
    assert (shown.step, shown.cite) == ("restore_wagers", "11.A")
    assert shown.do == (
        "Spot 2: put 10 back on the Tie Wager; "
        "take back the 30 that you paid on the Initial Wager; the stake is on the layout again"
    )


@pytest.mark.parametrize(
    ("book", "load_step", "take_step"),
    [("massachusetts", "§2(d)(4)", "§2(d)(5)"), ("maryland", "3.B(3)", "3.B(4)")],
)
def test_each_step_with_two_batches_has_its_own_paragraph(book: str, load_step: str, take_step: str) -> None:
    found = addresses(f"profile {book}\n{TWO_BATCHES}", "order shuffle")
    assert (found["load_shuffler"], found["take_batch"]) == (load_step, take_step)


CARD_OUT = ("bets 1:20 2:10", "call", "shoe 7c")


def test_a_player_who_stood_up_breaks_a_rule_only_where_the_book_has_one() -> None:
    assert prompt_at("profile maryland", *CARD_OUT, "report stood_up 1").cite == "7.B(3)"
    silent = prompt_at("profile new_zealand", *CARD_OUT, "report stood_up 1")
    assert (silent.cite, silent.status) == ("not addressed", "silent")


def test_that_others_may_bet_behind_a_seated_player_only_follows() -> None:
    shown = prompt_at("profile new_zealand", *CARD_OUT, "report not_seated 1")
    assert (shown.cite, shown.status) == ("5.9, 5.11(a)", "inferred")


MISSED_CHOICE = (
    *("bets 1:20 2:10", "call", "shoe 8c", "shoe 8d", "shoe 8h", "2 surrender", "settle", "1 war"),
    *("confirm confirm_war", "shoe 2c", "shoe 3c", "shoe 4c", "report option_missed 2", "confirm carry_out"),
)


USED = ("card_to_place", "laid_aside_card_burned")


def test_a_card_that_was_laid_aside_is_used_under_the_rule_that_laid_it_aside() -> None:
    player = player_at("profile new_zealand", *MISSED_CHOICE, "2 surrender")
    used = []
    while isinstance(player.due, Perform | Settle):
        if isinstance(player.due, Perform) and player.due.move and player.due.move.what in USED:
            used.append(prompt(player.due, player.rules).cite)
        player.see(o.Settled() if isinstance(player.due, Settle) else o.Confirmed(""))
    assert used == ["9.9, 9.2"] * 3
