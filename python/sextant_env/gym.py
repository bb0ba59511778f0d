"""Gymnasium, or, where it is not installed, as much of it as an environment needs."""

import numpy as np

try:
    from gymnasium import Env, register
    from gymnasium.spaces import Box, Dict

    register("sextant/Robot-v0", "sextant_env:SextantEnv")
except ImportError:

    class Env:
        """The shape of `gymnasium.Env`."""

        metadata = {}
        render_mode = None
        spec = None
        _np_random = None

        @property
        def unwrapped(self):
            return self

        @property
        def np_random(self):
            if self._np_random is None:
                self._np_random = np.random.default_rng()
            return self._np_random

        def reset(self, *, seed=None, options=None):
            if seed is not None:
                # As Gymnasium seeds: the same numbers follow.
                self._np_random = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))

        def close(self):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.close()

    class Box:
        """Arrays of one shape between two bounds."""

        def __init__(self, low, high, shape=None, dtype=np.float32):
            self.dtype = np.dtype(dtype)
            self.shape = tuple(shape if shape is not None else np.shape(low))
            self.low, self.high = (np.broadcast_to(bound, self.shape).astype(dtype) for bound in (low, high))
            self._random = np.random.default_rng()

        def seed(self, seed=None):
            self._random = np.random.default_rng(seed)

        def sample(self):
            return self._random.uniform(self.low, self.high).astype(self.dtype)

        def contains(self, value):
            return (
                isinstance(value, np.ndarray)
                and value.shape == self.shape
                and np.can_cast(value.dtype, self.dtype)
                and bool(np.all(value >= self.low) and np.all(value <= self.high))
            )

        __contains__ = contains

    class Dict(dict):
        """Spaces by name."""

        @property
        def spaces(self):
            return dict(self)

        def contains(self, value):
            return isinstance(value, dict) and value.keys() == self.keys() and all(self[key].contains(value[key]) for key in self)


__all__ = ["Env", "Box", "Dict"]
