"""Started by Sextant: lets policies and models in Python take part. docs/python.md says how."""

import sys

# Kept so plain that any Python can read this file and say it.
if sys.version_info < (3, 8):
    sys.exit("Python 3.8 or newer is needed, this is " + sys.version.split()[0])

from sextant_bridge.main import main  # noqa: E402

# The user's modules may be called like ours.
sys.path.pop(0)
main()
