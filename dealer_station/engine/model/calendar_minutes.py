"""Calendar minutes: observations bring the time, and the engine reads no clock."""

MINUTES_PER_DAY = 24 * 60


def minutes_of(year: int, month: int, day: int, hour: int, minute: int) -> int:
    """Minutes since 1 March of the year 0; raise ValueError if the text is not a valid time."""
    if not (1 <= month <= 12 and 1 <= day <= days_in(year, month) and hour < 24 and minute < 60):
        raise ValueError(f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02} is no time of the calendar")
    return _days(year, month, day) * MINUTES_PER_DAY + hour * 60 + minute


def clock_of(minutes: int) -> str:
    """The time as text: 2026-11-16T21:47."""
    days, rest = divmod(minutes, MINUTES_PER_DAY)
    year = days * 400 // 146_097
    while _days(year + 1, 1, 1) <= days:
        year += 1
    while _days(year, 1, 1) > days:
        year -= 1
    month = next(month for month in range(12, 0, -1) if _days(year, month, 1) <= days)
    day = days - _days(year, month, 1) + 1
    return f"{year:04}-{month:02}-{day:02}T{rest // 60:02}:{rest % 60:02}"


def days_in(year: int, month: int) -> int:
    """The number of days in a month."""
    following = (year, month + 1) if month < 12 else (year + 1, 1)
    return _days(*following, 1) - _days(year, month, 1)


def _days(year: int, month: int, day: int) -> int:
    """Days since 1 March of the year 0; a year that starts in March ends with its leap day."""
    shifted, months = (year, month - 3) if month > 2 else (year - 1, month + 9)
    return 365 * shifted + shifted // 4 - shifted // 100 + shifted // 400 + (153 * months + 2) // 5 + day - 1
