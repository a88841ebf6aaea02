"""Damaged copies of a rulebook, each with the line, the path and the complaint that must answer it."""

from dealer_station.rulebooks import folder

BOOK = (folder() / "massachusetts.toml").read_text("utf-8")
WAR_BURN = next(line for line in BOOK.split("\n") if line.startswith("war_burn = {"))
ONCE = 'value = ["burn", "burn", "burn", "players", "dealer"]'


def with_(old: str, new: str) -> str:
    """The book with one place changed."""
    assert old in BOOK
    return BOOK.replace(old, new, 1)


def war_burn(old: str, new: str) -> str:
    """The book with its war_burn line changed."""
    assert old in WAR_BURN
    return with_(WAR_BURN, WAR_BURN.replace(old, new, 1))


WAR_BURN_LINE = BOOK[: BOOK.index(WAR_BURN)].count("\n") + 1

# Each: the damage, a piece of the line that must be named, the path, and the start of the complaint.
DAMAGE: dict[str, tuple[str, str, str, str]] = {
    "a word that is not allowed": (
        war_burn('value = "once"', 'value = "twice"'),
        'value = "twice"',
        "war.war_burn.value",
        '"twice" is not allowed; expected one of once, before_each_recipient, none',
    ),
    "no citation": (
        war_burn('cite = "§8(f)", ', ""),
        "war_burn = {",
        "war.war_burn",
        '"cite" is missing; name the paragraph, or "not addressed" where the book is silent',
    ),
    "a paragraph that the book does not have": (
        war_burn('cite = "§8(f)"', 'cite = "§8(f), §8(j)"'),
        'cite = "§8(f), §8(j)"',
        "war.war_burn.cite",
        '"§8(j)" is not an address of massachusetts; the nearest is §8(',
    ),
    "a step under a paragraph that the book does not have": (
        with_('"plug @ §5(i)(1)"', '"plug @ §5(i)(9)"'),
        "plug @ §5(i)(9)",
        "shuffle.steps.at[0]",
        '"§5(i)(9)" is not an address of massachusetts; the nearest is §5(i)(',
    ),
    "odds under a paragraph that the book does not have": (
        with_(
            '{ hand = "Suited Tie", odds = 15, cite = "§11 paytable" }',
            '{ hand = "Suited Tie", odds = 15, cite = "§11 table" }',
        ),
        "§11 table",
        "progressive.paytable.value[4].cite",
        '"§11 table" is not an address of massachusetts; the nearest is §11 paytable',
    ),
    "money under a paragraph that the book does not have": (
        with_(
            '["main return", "war pay 1", "war_tie take"]',
            '["main return", "war pay 1 @ §8(g)2", "war_tie take"]',
        ),
        "war pay 1 @",
        "war.won.value[1]",
        '"§8(g)2" is not an address of massachusetts; the nearest is §8(g)',
    ),
    "a gap in a paragraph that the book does not have": (
        with_('where = "§9(a)(1), §8(g)(1)"', 'where = "§9(a)(1), 8(g)(1)"'),
        '8(g)(1)"\nproblem',
        "gaps[4].where",
        '"8(g)(1)" is not an address of massachusetts; the nearest is §8(g)(1)',
    ),
    "a card that no order has": (
        with_('"player @ §7(c)(1)"', '"players @ §7(c)(1)"'),
        "players @ §7(c)(1)",
        "deal.order.at[0]",
        '"players @ §7(c)(1)" gives no card its paragraph; write CARD @ CITE',
    ),
    "an empty citation": (
        war_burn('cite = "§8(f)"', 'cite = " "'),
        'cite = " "',
        "war.war_burn.cite",
        'no citation; name the paragraph, or "not addressed"',
    ),
    "no status": (
        war_burn('status = "interpretive", ', ""),
        "war_burn = {",
        "war.war_burn",
        '"status" is missing; every value needs value, cite and status',
    ),
    "a status that does not exist": (
        war_burn('"interpretive"', '"certain"'),
        '"certain"',
        "war.war_burn.status",
        '"certain" is not allowed; expected one of stated, inferred, interpretive, house_default, silent',
    ),
    "a stated value without a paragraph": (
        with_('cite = "§8(f)", status = "stated"', 'cite = "not addressed", status = "stated"'),
        'cite = "not addressed", status = "stated"',
        "war.dealer_war_cards.status",
        '"stated" needs a paragraph to point to',
    ),
    "an unknown key": (
        war_burn("note =", "zebra ="),
        "zebra =",
        "war.war_burn.zebra",
        'unknown key "zebra"; expected only value, cite, status, gaps, open, range, form, note',
    ),
    "a misspelled key": (
        war_burn("cite =", "cites ="),
        "cites =",
        "war.war_burn.cites",
        'unknown key "cites"; did you mean cite?',
    ),
    "a misspelled rule": (
        with_("war_stake = {", "war_steak = {"),
        "war_steak = {",
        "war.war_steak",
        'unknown key "war_steak"; did you mean war_stake?',
    ),
    "a rule that is missing": (
        with_(WAR_BURN + "\n", ""),
        "[war]",
        "war",
        '"war_burn" is missing; a profile answers every topic, also where the book is silent',
    ),
    "an unknown section": (
        BOOK + "\n[zebra]\nx = 1\n",
        "[zebra]",
        "zebra",
        'unknown section "zebra"; a profile has book, terms, table',
    ),
    "a misspelled section": (
        with_("[pickup]", "[pickups]"),
        "[pickups]",
        "pickups",
        'unknown section "pickups"; did you mean [pickup]?',
    ),
    "what only the loader writes": (
        'digest = "x"\n' + BOOK,
        'digest = "x"',
        "digest",
        'unknown section "digest"',
    ),
    "a text for a number": (
        with_("spots = { value = 7", 'spots = { value = "seven"'),
        '"seven"',
        "table.spots.value",
        '"seven" is text; expected a whole number',
    ),
    "a truth value for a number": (
        with_("decks = { value = 6", "decks = { value = true"),
        "value = true",
        "cards.decks.value",
        "true is a truth value; expected a whole number",
    ),
    "a date for a number": (
        with_("decks = { value = 6", "decks = { value = 2024-01-01 10:00:00"),
        "2024-01-01",
        "cards.decks.value",
        '"2024-01-01 10:00:00" is a date or time; expected a whole number',
    ),
    "a bare value": (
        with_(WAR_BURN, 'war_burn = "once"'),
        'war_burn = "once"\ndealer_war_cards',
        "war.war_burn",
        '"once" is text; expected { value = ..., cite = "...", status = "..." }',
    ),
    "a text for a list": (
        war_burn('gaps = ["MA-G1", "ALL-G2"]', 'gaps = "MA-G1"'),
        'gaps = "MA-G1"',
        "war.war_burn.gaps",
        '"MA-G1" is text; expected a list in [ ], each item text',
    ),
    "an unknown gap": (
        war_burn('"MA-G1"', '"MA-G99"'),
        "MA-G99",
        "war.war_burn.gaps[0]",
        "MA-G99 is not among the [[gaps]] of this file",
    ),
    "a value that is not open": (
        war_burn('value = "once"', 'value = "none"'),
        'value = "none", cite = "§8(f)"',
        "war.war_burn.value",
        '"none" is not among the open values ["once", "before_each_recipient"]',
    ),
    "a range with one end": (
        with_("range = [1, 9]", "range = [1]"),
        "range = [1]",
        "table.spots.range",
        "[1] is a list; expected two whole numbers, [least, most]",
    ),
    "a range that runs backwards": (
        with_("range = [1, 9]", "range = [9, 1]"),
        "range = [9, 1]",
        "table.spots.range",
        "9 is above 1; write the least first",
    ),
    "a value outside its range": (
        with_("range = [1, 9]", "range = [1, 5]"),
        "range = [1, 5]",
        "table.spots.value",
        "7 is outside its range; expected 1 to 5",
    ),
    "a range for words": (
        with_(
            'shuffle_script = { value = "plug_riffle_turn_strip_cut"',
            'shuffle_script = { range = [1, 2], value = "unspecified"',
        ),
        "range = [1, 2]",
        "shuffle.shuffle_script.range",
        "a range is for numbers; use open for words",
    ),
    "a money line that cannot be read": (
        with_('"war pay 1"', '"war pays 1"'),
        "war pays 1",
        "war.won.value[1]",
        '"war pays 1" is not a money line; write WAGER take',
    ),
    "a stake that nobody settles": (
        with_('["main return", "war pay 1", "war_tie take"]', '["main return"]'),
        'won = { value = ["main return"]',
        "war.won.value",
        "no line for the war wager; say what happens to it",
    ),
    "a stake that is settled twice": (
        with_('["main return", "war pay 1", "war_tie take"]', '["main return", "main take", "war pay 1"]'),
        '"main return", "main take"',
        "war.won.value",
        "2 lines for the main wager",
    ),
    "an order with a strange word": (
        with_(ONCE, 'value = [\n  "burn",\n  "shuffle",\n  "players", "dealer"]'),
        '"shuffle"',
        "war.deal[0].value[1]",
        '"shuffle" does not belong here; an order has burn, players and dealer',
    ),
    "an order without a dealer": (
        with_(ONCE, 'value = ["burn", "players"]'),
        'value = ["burn", "players"]',
        "war.deal[0].value",
        "a dealing order names the players once and the dealer once",
    ),
    "an order with a dealer's card for each player": (
        with_(ONCE, 'value = [["burn", "player", "dealer"]]'),
        'value = [["burn", "player", "dealer"]]',
        "war.deal[0].value",
        "a dealer's card for each player needs dealer_war_cards",
    ),
    "an order that does not burn where it should": (
        with_(ONCE, 'value = ["players", "dealer"]'),
        'value = ["players", "dealer"]\ncite = "§8(f)"',
        "war.deal[0].value",
        'the burns in this order do not fit war_burn = "once"',
    ),
    "an unknown key in the second order": (
        with_('note = "Burning is part', 'color = "red"\nnote = "Burning is part'),
        'color = "red"',
        "war.deal[1].color",
        'unknown key "color"; expected only value, cite, status, gaps, note, war_burn',
    ),
    "an order without its status": (
        with_(
            'status = "interpretive"\ngaps = ["MA-G1"]\nnote = "Burning', 'gaps = ["MA-G1"]\nnote = "Burning'
        ),
        '[[war.deal]]\nvalue = [["burn", "burn", "burn", "player"]',
        "war.deal[1]",
        '"status" is missing; every value needs value, cite and status',
    ),
    "an impact that does not exist": (
        with_('impact = ["prompt"]', 'impact = ["promt"]'),
        "promt",
        "gaps[2].impact[0]",
        '"promt" is not allowed; expected one of money, cards, prompt, citation',
    ),
    "a gap without a reason": (
        with_('reason = "The cards must be in sight to be verified."\n', ""),
        '[[gaps]]\nid = "MA-G18"',
        "gaps[20]",
        '"reason" is missing; expected text',
    ),
    "a depth that is no number": (
        with_("amount = 1.5", "amount = nan"),
        "amount = nan",
        "cut.cut_card_reinsert.value.amount",
        "nan is not a valid depth",
    ),
    "a number that no table has": (
        with_("decks = { value = 6", "decks = { value = 0x" + "f" * 5000),
        "value = 0xff",
        "cards.decks.value",
        "this number is too large",
    ),
    "limits that cross": (
        with_("main_limits = { value = {}", "main_limits = { value = { min_cents = 500, max_cents = 100 }"),
        "min_cents = 500",
        "wagers.main_limits.value",
        "min_cents 500 is above max_cents 100",
    ),
    "nobody to call": (
        with_('role_map = { value = ["floorperson", "licensee"]', "role_map = { value = []"),
        "role_map = { value = []",
        "roles.role_map.value",
        "nobody to call; name the first-line authority first",
    ),
    "a departure by nobody in the casino": (
        with_('departures = { value = "licensee"', 'departures = { value = "the regulator"'),
        "the regulator",
        "roles.departures.value",
        '"the regulator" is not a title of role_map; name the highest title in the casino',
    ),
    "a rule that calls for a title of no book": (
        with_('title = "licensee"', 'title = "shift manager"'),
        'title = "shift manager"',
        "roles.let_players_out.title",
        '"shift manager" is not a title of this book; it has floorperson, licensee',
    ),
    "a title that nobody has": (
        with_('value = ["out: licensee"]', 'value = ["out: the boss"]'),
        "out: the boss",
        "roles.called_for.value[0]",
        '"out: the boss" calls nobody; write KIND: TITLE',
    ),
    "a paragraph for a step that nobody knows": (
        with_('"plug @ §5(i)(1)"', '"plugg @ §5(i)(1)"'),
        "plugg @",
        "shuffle.steps.at[0]",
        '"plugg @ §5(i)(1)" gives no step its paragraph; write STEP @ CITE',
    ),
    "a table of its own for a rule": (
        with_(WAR_BURN, "") + "\n[war.war_burn]\nvalue = 'twice'\ncite = 'x'\nstatus = 'stated'\n",
        "value = 'twice'",
        "war.war_burn.value",
        '"twice" is not allowed',
    ),
    "an item of a long list": (
        with_('  "Turn: make two', '  3,\n  "Turn: make two'),
        "  3,",
        "shuffle.steps.value[2]",
        "3 is a whole number; expected text",
    ),
}
