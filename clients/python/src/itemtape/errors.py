"""What can go wrong."""

from typing import NamedTuple, Optional


class Position(NamedTuple):
    """A place in the stream, as every message names it."""

    epoch: str
    sequence: int


class TapeError(Exception):
    """What the service refused, or why it could not be asked.

    `status` is None when there was no answer, `code` is that of the service, such as NOT_FOUND, and `retry_after`
    the seconds that it asks to wait.
    """

    def __init__(
        self,
        message: str,
        status: Optional[int] = None,
        code: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.retry_after = retry_after


class GapError(TapeError):
    """The service no longer keeps what was missed: messages after `after` will never come."""

    def __init__(self, after: Position, next_place: Optional[Position] = None) -> None:
        text = f"messages after {after.epoch}:{after.sequence} are no longer kept; read the present state anew"
        super().__init__(text)
        self.after = after
        self.next = next_place
