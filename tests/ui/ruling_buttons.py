"""The buttons of a hold, by the ruling that each stands for."""

from dealer_station.engine.view.ruling_view import RulingKind
from dealer_station.engine.view.table_view import TableView
from ui.common.translate import Speech


def buttons(now: TableView, kind: RulingKind = "remedy", book: str = "") -> dict[str, str]:
    """The texts on the buttons of the newest hold, by ruling."""
    say = Speech("en", book)
    return {one.ruling: say.loud(one.words) for one in now.holds[0].choices if one.kind == kind}
