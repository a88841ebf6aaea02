"""The title that each action requires, in the words of the book: rulings, orders, validations, settings."""

from msgspec import Struct

from dealer_station.engine.due.irregularity_kinds import authority_for
from dealer_station.engine.due.late_wagers import counts_with_cards_out
from dealer_station.engine.due.ruling_choices import VOIDING, is_intervention
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Table, in_question
from dealer_station.engine.rulebook.rule_sections import Rule
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.words.prompt_notes import BY_THE_FLOOR

DEALER = "dealer"


class Need(Struct, frozen=True):
    """The lowest title that an action requires, and the citation for it."""

    title: str
    cite: str


def titles(rules: Rules) -> tuple[str, ...]:
    """The titles of a book, lowest first."""
    return rules.roles.role_map.value


def first_line(rules: Rules) -> Need:
    """The lowest title: it is called for a hold, and may change station.toml."""
    return Need(titles(rules)[0], rules.roles.role_map.cite)


def highest(rules: Rules) -> Need:
    """The title that alone may depart from the book."""
    return Need(rules.roles.departures.value, rules.roles.departures.cite)


def need_of(observation: Observation, rules: Rules, table: Table) -> Need | None:
    """Return the title this observation requires at this table; None if the dealer may do it."""
    match observation:
        case o.Ruled(departs=True):
            return highest(rules)
        case o.Ruled(ruling=ruling) if not table.holds and is_intervention(rules, ruling):
            return highest(rules)
        case o.Ruled(ruling="unfounded", about=about) if _makes_chips_count(rules, in_question(table, about)):
            return highest(rules)
        case o.Ruled(ruling=ruling, about=about):
            return _for_a_ruling(ruling, rules, in_question(table, about))
        case o.Confirmed(step="validate_progressive"):
            return _called_by(rules.roles.progressive_payout, rules)
        case o.Confirmed(step=step) if step in BY_THE_FLOOR:
            return _called_by(rules.roles.first_line, rules)
        case o.Ordered(what="open"):
            return None  # The dealer opens; the floor signs for the inspection of the cards.
        case o.Ordered(what=what):
            return _called_for(what, rules) or first_line(rules)
        case o.DeviceSaid(device="reader"):
            return first_line(rules)
        case _:
            return None


def _makes_chips_count(rules: Rules, table: Table) -> bool:
    """True if the finding on the newest hold lets chips count although the cards are out."""
    return bool(table.holds) and counts_with_cards_out(table.round, rules, table.holds[-1])


def _for_a_ruling(ruling: str, rules: Rules, table: Table) -> Need:
    """The highest of the titles the book requires for this ruling and for the newest hold."""
    roles, known = rules.roles, titles(rules)
    if ruling == "out":
        need = _called_by(roles.let_players_out, rules)
    else:
        need = _called_by(roles.void_hands, rules) if ruling in VOIDING else first_line(rules)
    wanted = [need, _called_for(ruling, rules)]
    if table.holds:
        wanted.append(Need(authority_for(table.holds[-1].kind, rules), roles.called_for.cite))
    return max((one for one in wanted if one and one.title in known), key=lambda one: known.index(one.title))


def _called_for(about: str, rules: Rules) -> Need | None:
    """The title that the book requires for this one action, or None."""
    title = rules.roles.titles_called.get(about)
    return Need(title, rules.roles.called_for.cite) if title in titles(rules) else None


def _called_by(rule: Rule[str], rules: Rules) -> Need:
    """The title that the rule calls for; the first line where it names none."""
    return Need(rule.title, rule.cite) if rule.title else first_line(rules)


def has(role: str, title: str, rules: Rules) -> bool:
    """True if the title `role` may do what requires `title`: as a higher title, or as a deputy."""
    known, roles = titles(rules), rules.roles
    if role not in known:
        return False
    deputy = role in roles.deputies.value and title == roles.departures.value
    return deputy or known.index(role) >= known.index(title)
