"""What is asked for, in the words of the service."""

from datetime import datetime, timezone
from typing import Any, Dict

# Names of stickers have commas
_SEPARATORS = {"stickers": ";"}


def instant(value: Any) -> str:
    """An instant as the service reads it; one without a time zone is of this machine's. Takes nothing else."""
    if not isinstance(value, datetime):
        raise TypeError(f"{value!r} is nothing that can be asked for")
    return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def named(what: Dict[str, Any]) -> Dict[str, Any]:
    """By the names that the service has; from is a word of Python, so that from_ stands for it."""
    return {name[:-1] if name.endswith("_") else name: value for name, value in what.items()}


def written(name: str, value: Any) -> str:
    """A parameter as it stands in an address."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return instant(value)
    if isinstance(value, (list, tuple)):
        return _SEPARATORS.get(name, ",").join(written(name, one) for one in value)
    return str(value)
