"""Requests that end in time and send the key to no other host."""

import io
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from typing import Any, Optional, Tuple

_MOST_REDIRECTS = 5
_PIECE = 2**16


class _SameHost(urllib.request.HTTPRedirectHandler):
    """Follows redirects only on the same host, or to the same host over TLS: urllib would send the key to any other."""

    max_redirections = _MOST_REDIRECTS
    max_repeats = _MOST_REDIRECTS

    def redirect_request(
        self, req: urllib.request.Request, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> Optional[urllib.request.Request]:
        before, to = urllib.parse.urlsplit(req.full_url), urllib.parse.urlsplit(newurl)
        is_same = (to.scheme, to.netloc) == (before.scheme, before.netloc)
        is_upgrade = before.scheme == "http" and to.scheme == "https" and to.hostname == before.hostname
        if code not in (301, 302, 307, 308) or not (is_same or is_upgrade):
            return None
        # Unlike urllib, without changing the method
        return urllib.request.Request(newurl, data=req.data, headers=req.headers, method=req.get_method())

    # Python 3.9 and 3.10 do not follow it
    http_error_308 = urllib.request.HTTPRedirectHandler.http_error_302


class _InTime(io.RawIOBase):
    """What a socket receives within its timeout from now on: Python applies it only to each read."""

    def __init__(self, source: io.RawIOBase, connection: socket.socket) -> None:
        self._source = source
        self._connection = connection
        self._timeout = connection.gettimeout() or 0.0
        self._until = time.monotonic() + self._timeout

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        left = self._until - time.monotonic()
        if left > 0:
            self._connection.settimeout(left)
            try:
                return self._source.readinto(buffer)
            except socket.timeout:
                pass
        raise OSError(f"the answer was not complete after {self._timeout:g} s")

    def close(self) -> None:
        self._source.close()
        super().close()


class _Response(HTTPResponse):
    def __init__(self, sock: socket.socket, *others: Any, **named: Any) -> None:
        super().__init__(sock, *others, **named)
        self.fp = io.BufferedReader(_InTime(self.fp.detach(), sock))


class _Connection(HTTPConnection):
    response_class = _Response


class _SecureConnection(HTTPSConnection):
    response_class = _Response


class _Http(urllib.request.HTTPHandler):
    def http_open(self, req: urllib.request.Request) -> HTTPResponse:
        return self.do_open(_Connection, req)


class _Https(urllib.request.HTTPSHandler):
    def https_open(self, req: urllib.request.Request) -> HTTPResponse:
        return self.do_open(_SecureConnection, req)


opener = urllib.request.build_opener(_SameHost, _Http, _Https)


def fetch(request: urllib.request.Request, timeout: float) -> Tuple[HTTPResponse, bytes]:
    """The response and its whole body."""
    with opener.open(request, timeout=timeout) as response:
        return response, body_of(response)


def body_of(response: HTTPResponse) -> bytes:
    """The whole body."""
    pieces = []
    while True:
        piece = response.read1(_PIECE)
        pieces.append(piece)
        if not piece:
            # read1() does not notice that the body is shorter than announced
            if response.length:
                raise OSError(f"the connection was closed with {response.length} bytes missing")
            return b"".join(pieces)


def moved_to(status: int, location: Optional[str]) -> str:
    """Where a redirect leads that was not followed, without its query, which can contain a key."""
    if not 300 <= status < 400 or not location:
        return ""
    try:
        parts = urllib.parse.urlsplit(location)
    except ValueError:
        return ""
    if parts.scheme == "" or parts.hostname is None:
        return ""
    host = parts.netloc.rpartition("@")[2]
    return f", a redirect to {parts.scheme}://{host}{parts.path}; if the service is there, give its address as url"
