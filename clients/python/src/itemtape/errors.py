"""Errors of the client."""

from typing import NamedTuple, Optional


class Position(NamedTuple):
    """A position in the stream, which every message has."""

    epoch: str
    sequence: int


class TapeError(Exception):
    """A refusal by the service, or the reason why it could not be reached.

    `status` is None if there was no answer, `code` is the error code of the service, such as NOT_FOUND, and
    `retry_after` the seconds that it asks to wait.
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
    """The service no longer keeps the missed messages: those after `after` will never arrive."""

    def __init__(self, after: Position, next_place: Optional[Position] = None) -> None:
        text = f"messages after {after.epoch}:{after.sequence} are no longer kept; read the current state again"
        super().__init__(text)
        self.after = after
        self.next = next_place
