"""Opens a station on its log, at any kind of table."""

from collections.abc import Callable
from typing import Protocol

from dealer_station.app.table_settings import TableSettings
from dealer_station.log.store.append import Writer
from dealer_station.log.store.records import OpenedAs, RulesKept
from dealer_station.log.transparency.tree_process import start_tree
from dealer_station.people.authorization import Authorizer
from dealer_station.rulebooks import words_of
from dealer_station.station.station import Shown, Station


class TableEquipment(Protocol):
    """The devices at a table, real or simulated, with the people who use them."""

    def take_shoe(self) -> None:
        """Take the devices; the log is open."""

    def close(self) -> None:
        """Let go of the devices; the station has stopped."""


def open_station(
    log: Writer,
    settings: TableSettings,
    world: TableEquipment,
    publish: Callable[[Shown], None],
    *,
    authorizer: Authorizer | None = None,
    opened_as: OpenedAs | None = None,
) -> Station:
    """Start a station on its log; close the log again if it cannot start."""
    log.on_month_closed = lambda month: start_tree(month, log.keys.signing)
    try:
        world.take_shoe()
        rules, profile = settings.rules, settings.profile
        words = RulesKept(profile, rules.digest, words_of(profile), rules.options, *settings.limits)
        station = Station(
            log, rules, words, publish, authorizer=authorizer, opened_as=opened_as or settings.opened_as
        )
        station.resume()
    except BaseException:
        log.close()
        world.close()
        raise
    return station
