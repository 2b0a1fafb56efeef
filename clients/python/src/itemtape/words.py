"""Parameters in the format of the service."""

from datetime import datetime, timezone
from typing import Any, Dict

from .answers import ItemTraits

# Names contain commas
_SEPARATORS = {"stickers": ";", **{trait: ";" for trait in ItemTraits.__annotations__}}


def instant(value: Any) -> str:
    """A datetime in the format of the service; without a time zone it is local time. Raises for any other type."""
    if not isinstance(value, datetime):
        raise TypeError(f"{value!r} cannot be sent as a parameter")
    return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def named(what: Dict[str, Any]) -> Dict[str, Any]:
    """Maps names to those of the service: from_ stands for from, which is a Python keyword."""
    return {name[:-1] if name.endswith("_") else name: value for name, value in what.items()}


def written(name: str, value: Any) -> str:
    """A parameter as it appears in a URL."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return instant(value)
    if isinstance(value, (list, tuple)):
        return _SEPARATORS.get(name, ",").join(written(name, one) for one in value)
    return str(value)
