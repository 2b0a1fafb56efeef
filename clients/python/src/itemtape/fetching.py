"""Requests that end in time and send the key to no other host."""

import time
import urllib.error
import urllib.parse
import urllib.request
from http.client import HTTPResponse
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


opener = urllib.request.build_opener(_SameHost)


def fetch(request: urllib.request.Request, timeout: float) -> Tuple[HTTPResponse, bytes]:
    """The response and its whole body."""
    with opener.open(request, timeout=timeout) as response:
        return response, body_of(response, timeout)


def body_of(response: HTTPResponse, timeout: float) -> bytes:
    """The whole body, which must arrive within the timeout: urllib applies it only to each read."""
    until = time.monotonic() + timeout
    pieces = []
    while True:
        piece = response.read1(_PIECE)
        pieces.append(piece)
        if not piece:
            # read1() does not notice that the body is shorter than announced
            if response.length:
                raise OSError(f"the connection was closed with {response.length} bytes missing")
            return b"".join(pieces)
        if time.monotonic() > until:
            raise OSError(f"the answer was not complete after {timeout:g} s")


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
