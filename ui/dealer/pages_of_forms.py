"""The form of each page, by the page's name."""

from ui.dealer import people_pages, reporting, ruling
from ui.dealer.form_context import FormContext
from ui.dealer.questions import Form


def form_for(name: str, desk: FormContext) -> Form:
    """Return the form for a page name: a word and its argument, such as `wrong`, `rule void` or `spin 3`."""
    word, _, rest = name.partition(" ")
    match word:
        case "wrong":
            return reporting.report(desk)
        case "key":
            return reporting.key_in(desk)
        case "rule":
            return ruling.rule(desk, rest)
        case "depart":
            return ruling.depart(desk)
        case "floor":
            return people_pages.floor(desk)
        case "dealer":
            return people_pages.dealer(desk)
        case "spin":
            return people_pages.spin(desk, int(rest))
        case "depth":
            return people_pages.depth(desk, rest)
        case "refused":
            return people_pages.refused_cut(desk)
        case "war":
            return people_pages.war_tie(desk)
        case "unsecured":
            return people_pages.unsecured_batch(desk)
        case _ if name == "sign in":
            return people_pages.sign_in(desk)
        case _:
            return people_pages.signed_step(desk, rest)
