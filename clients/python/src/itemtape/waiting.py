"""Delays between attempts."""

import random
import time
from email.utils import parsedate_to_datetime
from typing import Optional, Tuple

# Bounds in seconds of the delay before the next attempt, which doubles each time
Delays = Tuple[float, float]
USUAL_DELAYS: Delays = (0.25, 5.0)

_LONGEST_ASKED = 3600.0
# A limit for each minute asks for a minute at most, one for each day for hours
LONGEST_PAUSE = 60.0
MAY_PASS = frozenset((408, 429, 500, 502, 503, 504))


def retry_after_of(header: Optional[str]) -> Optional[float]:
    """The delay of a Retry-After header (seconds or a date) in seconds; None if there is none."""
    if header is None:
        return None
    try:
        asked = float(header) if header.strip().isdigit() else parsedate_to_datetime(header).timestamp() - time.time()
    except (TypeError, ValueError, OverflowError):
        return None
    return min(asked, _LONGEST_ASKED) if asked > 0 else None


def delay_before(attempt: int, asked: Optional[float], delays: Delays = USUAL_DELAYS) -> float:
    """Seconds before the next attempt, randomised so that clients do not all return at the same time."""
    if asked is not None:
        return asked + min(5.0, max(1.0, asked / 2)) * random.random()
    first, longest = delays
    return min(longest, first * 2.0 ** min(attempt, 30)) * (0.5 + random.random() / 2)
