"""Exceptions as messages."""

import importlib
import os
import traceback

# The way through this bridge and through `import` tells nobody anything.
DULL = (os.path.dirname(os.path.abspath(__file__)), importlib.__file__, "<frozen ")


def failure(error):
    """What the other side is told: the last line, and what led to it."""
    steps = [step for step in traceback.extract_tb(error.__traceback__) if not step.filename.startswith(DULL)]
    *place, last = traceback.format_exception_only(type(error), error)
    return {
        "error": last.strip(),
        "kind": getattr(error, "sextant_kind", "raised"),
        "traceback": "".join(traceback.format_list(steps) + place),
    }
