"""The stream, over as many connections as necessary."""

import asyncio
import json
import re
from typing import Any, AsyncGenerator, Callable, Dict, List, Optional, Union
from urllib.parse import quote

import websockets

from .errors import GapError, Position, TapeError
from .waiting import MAY_PASS, Delays, delay_before, retry_after_of
from .words import instant

Message = Dict[str, Any]

_HEARTBEAT_SECONDS = 15
_LONGEST_MESSAGE = 2**24
_OPEN_TIMEOUT = 10
# A connection that is dead does not answer a close frame, and a caller that was cancelled waits for it
_CLOSE_TIMEOUT = 1
# A connection that delivered messages for this long counts as good
_GOOD_AFTER = 10.0
# Close codes of RFC 6455 for invalid data that was sent: a retry would fail the same way
_WRONG_SENDING = frozenset((1002, 1003, 1007, 1009))
_PASSING_CODES = frozenset(("FELL_BEHIND", "TOO_MANY_REPLAYS"))


def _position_in(message: Message) -> Optional[Position]:
    # A `lagging` message names a position that is still ahead
    if message.get("type") == "lagging":
        return None
    epoch, sequence = message.get("epoch"), message.get("sequence")
    return Position(epoch, sequence) if isinstance(epoch, str) and isinstance(sequence, int) else None


def _message_in(text: Union[str, bytes]) -> Message:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        message = None
    if isinstance(message, dict) and "type" in message:
        return message
    start = text[:80] if isinstance(text, str) else text[:80].decode("utf-8", "replace")
    raise TapeError(f"the stream delivered something that is not a message: {start}")


def _shown(error: BaseException) -> str:
    """What went wrong. Errors about an address that a redirect leads to show its query, which contains the key."""
    return re.sub(r"\?\S*", "", str(error)) or type(error).__name__


class _Refused(Exception):
    """A handshake that did not open the stream."""

    def __init__(self, status: int, retry_after: Optional[float]) -> None:
        super().__init__(f"the service answered {status} instead of opening the stream")
        self.status = status
        self.retry_after = retry_after


class _TryLater(Exception):
    """A connection that stays open but will deliver nothing."""


def _refusal_in(error: BaseException) -> Optional[_Refused]:
    """The response to a failed handshake, which websockets 13 and later expose differently."""
    response = getattr(error, "response", None)
    status = getattr(error, "status_code", None) or getattr(response, "status_code", None)
    if not isinstance(status, int):
        return None
    headers = getattr(error, "headers", None) or getattr(response, "headers", None) or {}
    return _Refused(status, retry_after_of(headers.get("Retry-After")))


class Listening:
    """The state of a stream across its connections."""

    def __init__(
        self,
        url: str,
        key: str,
        subscription: Dict[str, Any],
        resume: Optional[Position],
        gaps: str,
        on_connection: Optional[Callable[[str, str], None]],
        silence: float,
        delays: Delays,
        why_refused: Callable[[], Optional[TapeError]],
    ) -> None:
        if gaps not in ("raise", "continue"):
            raise TapeError(f'gaps is "{gaps}"; use raise or continue', code="INVALID_PARAMS")
        # http becomes ws and https becomes wss, in any letter case
        self._address = f"ws{url[4:]}/ws/v2/offers?apiKey={quote(key, safe='')}"
        self._subscription = {"heartbeatSeconds": _HEARTBEAT_SECONDS, **subscription, "sequence": True}
        self._place = resume
        self._gaps = gaps
        self._has_snapshot = subscription.get("snapshot") is True
        self._is_showing = self._has_snapshot and resume is None
        self._on_connection = on_connection or (lambda state, why: None)
        self._silence = silence
        self._delays = delays
        self._why_refused = why_refused
        self._failures = 0
        self._began: Optional[float] = None

    async def messages(self) -> AsyncGenerator[Message, None]:
        while True:
            connection = self._once()
            try:
                async for message in connection:
                    yield message
                    if message.get("type") == "replayEnd" and not message.get("live"):
                        return
            except (_TryLater, OSError, EOFError, asyncio.TimeoutError, websockets.exceptions.WebSocketException) as error:
                refused = _refusal_in(error)
                if refused is not None and refused.status not in MAY_PASS and 400 <= refused.status < 500:
                    # Not every version of websockets exposes the body of the response
                    said = await asyncio.get_running_loop().run_in_executor(None, self._why_refused)
                    if said is not None and said.status == refused.status:
                        raise said from None
                    raise TapeError(str(refused), status=refused.status) from None
                self._on_connection("waiting", _shown(refused or error))
                asked = None if refused is None else refused.retry_after
                await asyncio.sleep(delay_before(self._failures, asked, self._delays))
                self._failures += 1
            finally:
                # Python would close it only some time after a caller has closed this one
                await connection.aclose()

    async def _once(self) -> AsyncGenerator[Message, None]:
        """The messages of one connection, until it is lost."""
        after = self._place
        held: List[Message] = []
        options = {"max_size": _LONGEST_MESSAGE, "open_timeout": _OPEN_TIMEOUT, "close_timeout": _CLOSE_TIMEOUT}
        async with websockets.connect(self._address, **options) as socket:
            resume = {} if after is None else {"resume": after._asdict()}
            await socket.send(json.dumps({**self._subscription, **resume}, default=instant))
            self._began = asyncio.get_running_loop().time()
            while True:
                try:
                    text = await asyncio.wait_for(socket.recv(), self._silence)
                except websockets.exceptions.ConnectionClosed as end:
                    if end.rcvd is not None and end.rcvd.code in _WRONG_SENDING:
                        raise TapeError(f"the service closed the connection with {end.rcvd.code}: {end.rcvd.reason}") from None
                    raise
                message = self._take(_message_in(text), after)
                held.append(message)
                # The offers of an interrupted snapshot would be delivered twice
                if not self._is_showing:
                    for one in held:
                        yield one
                    held.clear()
                if message.get("code") == "TOO_MANY_REPLAYS":
                    raise _TryLater(message.get("message"))

    def _take(self, message: Message, after: Optional[Position]) -> Message:
        kind = message.get("type")
        if asyncio.get_running_loop().time() - (self._began or 0) > _GOOD_AFTER:
            self._failures = 0
        if kind == "error" and str(message.get("code")) not in _PASSING_CODES:
            code = message.get("code")
            if code == "NO_LONGER_KEPT" and after is not None:
                raise GapError(after)
            text = message.get("message")
            if not isinstance(text, str):
                text = f"the stream reported {json.dumps(message)[:80]}"
            raise TapeError(text, code=code if isinstance(code, str) else None)
        position = _position_in(message)
        if kind == "subscribed":
            recovered = message.get("recovered") is True
            if after is not None and not recovered and self._gaps == "raise":
                raise GapError(after, position)
            self._is_showing = self._has_snapshot and not recovered
            if self._is_showing:
                self._place = None
            self._on_connection("live", "")
        if kind == "replayEnd":
            # From here on a new connection resumes after the last message
            self._subscription.pop("replay", None)
        if kind == "snapshotEnd":
            self._is_showing = False
        if not self._is_showing and position is not None:
            self._place = position
        return message
