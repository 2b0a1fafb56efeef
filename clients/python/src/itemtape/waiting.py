"""How long to wait before asking again."""

import random
import time
from email.utils import parsedate_to_datetime
from typing import Optional, Tuple

# Bounds of the wait before another attempt, which is twice as long each time
Delays = Tuple[float, float]
USUAL_DELAYS: Delays = (0.25, 5.0)

_LONGEST_ASKED = 3600.0
MAY_PASS = frozenset((408, 429, 500, 502, 503, 504))


def retry_after_of(header: Optional[str]) -> Optional[float]:
    """Seconds that a Retry-After header asks to wait, given as seconds or as a date."""
    if header is None:
        return None
    try:
        asked = float(header) if header.strip().isdigit() else parsedate_to_datetime(header).timestamp() - time.time()
    except (TypeError, ValueError):
        return None
    return min(asked, _LONGEST_ASKED) if asked > 0 else None


def delay_before(attempt: int, asked: Optional[float], delays: Delays = USUAL_DELAYS) -> float:
    """Seconds before the next attempt, spread out, so that not all who were told the same come back at once."""
    if asked is not None:
        return asked + min(5.0, max(1.0, asked / 2)) * random.random()
    first, longest = delays
    return min(longest, first * 2.0 ** min(attempt, 30)) * (0.5 + random.random() / 2)
