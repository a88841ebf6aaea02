"""Errors of the school that a person can put right."""

from dealer_station.engine.model.errors import DealerStationError


class LessonFaultError(DealerStationError):
    """A lesson that cannot be given."""


class UnknownLessonError(DealerStationError):
    """A lesson that no book has."""


class NotEarnedError(DealerStationError):
    """A certificate that nobody has earned yet."""
