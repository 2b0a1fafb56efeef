"""Client for Itemtape."""

from .errors import GapError, Position, TapeError
from .tape import Tape

__all__ = ["GapError", "Position", "Tape", "TapeError"]
