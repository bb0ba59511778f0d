"""A robot at a table as Gymnasium has environments: `reset` and `step`. The world runs in a Sextant process of its own."""

import os

import numpy as np

from .gym import Box, Dict, Env
from .process import RobotProcess

WIDTHS = {"qpos": 14, "ee": 16}
SIZE = (320, 240)
# Farther from its foot no hand of this robot gets, in metres.
REACH = 2.0


class SextantEnv(Env):
    """
    Episodes are those of `sextant run`, to the last bit.

    benchmark: a robot benchmark with its arguments, such as `rsb-math-4:split=train`
    cameras: whose pictures are observed; none is the fastest
    size, sizes: (width, height) of all pictures, and of single cameras by name
    action: `qpos` (14 numbers) or `ee` (16)
    every: physics steps, 250 per second, that each command lasts; without it, until the arms have arrived
    data: folder with the benchmark's files; use: modules that bring benchmarks; command: how Sextant is started
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 10}

    def __init__(
        self,
        benchmark="rsb-math-4:split=train",
        *,
        cameras=("head_camera",),
        size=SIZE,
        sizes=None,
        depth=False,
        segmentation=False,
        action="qpos",
        every=None,
        data=None,
        use=(),
        command=None,
        render_mode=None
    ):
        if render_mode not in (None, "rgb_array"):
            raise ValueError("render_mode is {!r}, not None or 'rgb_array'".format(render_mode))
        if action not in WIDTHS:
            raise ValueError("action is {!r}, not 'qpos' or 'ee'".format(action))
        self.render_mode = render_mode
        self.instruction = ""
        self._command = command
        self._arguments = [word for file in use for word in ("--use", file)]
        self._process = None
        self._width = WIDTHS[action]
        self._begun = False
        sizes = {camera: tuple(sizes[camera] if sizes and camera in sizes else size) for camera in cameras}
        options = {
            "cameras": list(cameras),
            "sizes": {camera: {"width": int(width), "height": int(height)} for camera, (width, height) in sizes.items()},
            "action": action,
        }
        options.update({"depth": True} if depth else {}, **({"segmentation": True} if segmentation else {}))
        options.update({} if every is None else {"every": every}, **({} if data is None else {"data": os.fspath(data)}))
        self._order = {"do": "open", "benchmark": benchmark, "options": options}
        self._head = sizes.get("head_camera", tuple(size))
        arm = self._open()["joints"]
        low, high = np.array([(*joint,) for joint in arm] + [(0, 1)], np.float32).T
        joints = Box(np.tile(low, 2), np.tile(high, 2), dtype=np.float32)
        hand = [REACH] * 3 + [1] * 4
        poses = Box(np.float32([-x for x in hand] + [0]), np.float32(hand + [1]), dtype=np.float32)
        self.action_space = joints if action == "qpos" else Box(np.tile(poses.low, 2), np.tile(poses.high, 2), dtype=np.float32)
        self.observation_space = observation_space(sizes, depth, segmentation)

    def reset(self, *, seed=None, options=None):
        """
        Lays the table. `options` may say which `task`, from 0 on, and set any argument of the benchmark, such as `split` or
        `seed`, for this episode; without a task, one is drawn.
        """
        super().reset(seed=seed)
        args = dict(options or {})
        task = args.pop("task", None)
        if self._process is not None:
            self._process.settle()
        if self._process is None or not self._process.alive:
            self._open()
        self._begun = False
        if task is None:
            task = self.np_random.integers(self._process.ask({"do": "load", "args": args})[0]["tasks"])
        header, arrays = self._process.ask({"do": "reset", "task": int(task), "args": args})
        self.instruction = header["instruction"]
        return observation(arrays), {"instruction": self.instruction, "task": int(task)}

    def step(self, action):
        """Carries out one command. The reward is 1 when the right block has come to lie in the zone, else 0."""
        if not self._begun:
            self.begin_step(action)
        header, arrays = self._end_step()
        info = dict(header["info"], instruction=self.instruction)
        return observation(arrays), float(header["terminated"]), header["terminated"], header["truncated"], info

    def begin_step(self, action):
        """Sends a command without waiting: other environments can go on meanwhile. The next `step` gives what came of it."""
        command = np.ascontiguousarray(action, "<f8")
        if command.shape != (self._width,):
            raise ValueError("an action is {} numbers, not shape {}".format(self._width, command.shape))
        self._running().send({"do": "step"}, command.tobytes())
        self._begun = True

    def render(self):
        """What the head camera sees: rows of pixels, RGB. `None` unless `render_mode` is `rgb_array`."""
        if self.render_mode is None:
            return None
        width, height = self._head
        _, arrays = self._running().ask({"do": "look", "camera": "head_camera", "width": int(width), "height": int(height)})
        return arrays["rgb"]

    def close(self):
        if self._process is not None:
            self._process.close()
            self._process = None

    def __del__(self):
        # Python may be half gone already.
        if getattr(self, "_process", None) is not None:
            self.close()

    def _open(self):
        self.close()
        self._begun = False
        self._process = RobotProcess(self._command, self._arguments)
        try:
            return self._process.ask(self._order)[0]
        except BaseException:
            self.close()
            raise

    def _end_step(self):
        self._begun = False
        return self._running().receive()

    def _running(self):
        if self._process is None:
            raise RuntimeError("this environment is closed, or was never reset")
        return self._process


def observation_space(sizes, depth, segmentation):
    numbers = {name: Box(-np.inf, np.inf, (width,), np.float64) for name, width in NUMBERS.items()}
    pictures = {"pixels": {camera: Box(0, 255, (h, w, 3), np.uint8) for camera, (w, h) in sizes.items()}}
    if depth:
        pictures["depth"] = {camera: Box(0, np.inf, (h, w), np.float32) for camera, (w, h) in sizes.items()}
    if segmentation:
        pictures["segmentation"] = {camera: Box(0, 65535, (h, w), np.uint16) for camera, (w, h) in sizes.items()}
    return Dict(dict(numbers, **{name: Dict(spaces) for name, spaces in pictures.items() if spaces}))


# What the arms were last told, what they do, and where the hands are.
NUMBERS = {"agent_pos": 14, "joints": 14, "left_hand": 7, "right_hand": 7}


def observation(arrays):
    """As LeRobot and gym-aloha name it: `agent_pos`, and `pixels` by camera."""
    found = {}
    for name, array in arrays.items():
        camera, _, what = name.partition("/")
        if what:
            found.setdefault("pixels" if what == "rgb" else what, {})[camera] = array
        else:
            found["agent_pos" if name == "state" else name] = array
    return found
