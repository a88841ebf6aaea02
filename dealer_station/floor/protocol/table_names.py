"""Names of tables as people see them. A station chooses the name of its table, so that it may be anything: a
line break would forge a line of a list, and an escape sequence would reach the terminal."""

NAME_SIGNS_MAX = 60


def shown_name(name: str) -> str:
    """A name of one line, without signs that cannot be printed."""
    plain = "".join(sign if sign.isprintable() else "?" for sign in name[: NAME_SIGNS_MAX + 1]).strip()
    return (plain if len(plain) <= NAME_SIGNS_MAX else f"{plain[: NAME_SIGNS_MAX - 3]}...") or "?"
