"""What can be said before anything is loaded: that this Python will do, and what the settings are."""

import math
import platform

from .args import read_args


def describe(channel, order):
    if order["numpy"]:
        try:
            import numpy  # noqa: F401
        except ImportError as missing:
            missing.sextant_kind = "no_numpy"
            raise
    args = read_args(order["config"], order["overrides"])
    channel.send({"python": platform.python_version(), "args": plain(args)})


def plain(value):
    """As JSON can have it."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    is_json = value is None or isinstance(value, (bool, int, str)) or isinstance(value, float) and math.isfinite(value)
    return value if is_json else str(value)
