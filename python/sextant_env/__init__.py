"""The robot's world of Sextant for Python: `from sextant_env import SextantEnv`. docs/python.md says how."""

from .env import SextantEnv
from .process import SextantError

__all__ = ["SextantEnv", "SextantError"]
