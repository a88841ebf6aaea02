"""What can be broken, as opposed to irregular play, which is data.

DealerStationError          something a person must mend; its text says what, where and what to do
├── ProfileError            a rulebook file, or an operator's answer, that cannot be used
└── NotationError           a written round that cannot be read
"""


class DealerStationError(Exception):
    """The root of the tree: shown to people as one sentence, never as a traceback."""


class ProfileError(DealerStationError):
    """A rulebook file, or an operator's answer to one of its open points, that cannot be used."""


class NotationError(DealerStationError):
    """A written round that cannot be read, with the line and what was expected there."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.message = message
