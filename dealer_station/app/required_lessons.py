"""The lessons that a house requires of its dealers, checked by the station when a dealer signs in."""

from dealer_station.config import StationFile
from dealer_station.engine.model.errors import DealerStationError
from dealer_station.log.school.results import results
from dealer_station.training.progress import missing_lessons, refusal_of, unreadable_results


class RequiredLessons:
    """The lessons of station.toml, compared with the results of the school at each sign-in."""

    def __init__(self, file: StationFile) -> None:
        self._file = file

    def objection_to(self, dealer: str) -> str:
        """The reason why a dealer may not deal at this table yet; empty if nothing is missing."""
        required = self._file.config.training.required
        if not required:
            return ""
        try:
            rows = results(self._file.training_results)
        except DealerStationError as error:
            # Without the results nobody can say that a lesson was passed.
            return unreadable_results(str(error))
        missing = missing_lessons(rows, dealer, required)
        return refusal_of(dealer, missing) if missing else ""
