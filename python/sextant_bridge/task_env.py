"""The task as a policy for RoboTwin sees it. The world itself is elsewhere: commands go there, observations come back."""

import numpy as np

from .observation import Snapshot
from .robot import Robot

WIDTHS = {"qpos": 14, "ee": 16}
# Upstream's own value for tasks that it does not know.
STEP_LIMIT = 1000
# After the end of an episode the rest of a chunk does nothing; whoever goes on much longer than that is stopped.
CALLS_AFTER_END = 500


class EpisodeOver(BaseException):
    """Leads out of `eval` when it does not see that the episode is over."""


class BadAction(ValueError):
    sextant_kind = "bad_action"


class TaskEnv:
    """Commands wait until somebody wants to know what they led to: a chunk without looks costs no pictures."""

    eval_video_path = None
    # The world does not tell a policy what it holds.
    any_block_grasp_success = None

    def __init__(self, channel, args):
        self._channel = channel
        self.task_name = args.get("task_name")
        self.robot = Robot(self._look)
        self.test_num = -1

    def get_obs(self):
        self._seen = self._look()
        return self._seen.as_dict()

    @property
    def now_obs(self):
        """What `get_obs` gave last."""
        return self._seen.as_dict()

    def take_action(self, action, action_type="qpos"):
        if action_type not in WIDTHS:
            raise BadAction("action_type is {!r}, not 'qpos' or 'ee'".format(action_type))
        command, width = np.array(action, dtype=np.float64), WIDTHS[action_type]
        if command.shape != (width,):
            raise BadAction("an action of type {!r} is {} numbers, not shape {}".format(action_type, width, command.shape))
        if self._ended or self._count >= self.step_lim:
            self._look()
            return
        self._commands.append(command)
        self._count += 1
        self._idle = 0

    def get_instruction(self):
        return self.instruction

    def get_eval_metadata(self):
        return dict(self._about, take_action_cnt=self.take_action_cnt)

    def set_episode_info(self):
        return {"info": {}}

    @property
    def eval_success(self):
        self._look()
        return self._success

    @property
    def take_action_cnt(self):
        self._look()
        return self._count

    @take_action_cnt.setter
    def take_action_cnt(self, count):
        # Some policies end an episode this way.
        self._look()
        self._count = count

    def __getattr__(self, name):
        raise AttributeError("TASK_ENV.{} does not exist here: the world is not in this process".format(name))

    def _begin(self, start):
        """An episode begins."""
        self.instruction = start["instruction"]
        self.step_lim = start.get("step_lim", STEP_LIMIT)
        self.test_num += 1
        self._about = start["about"]
        self._commands = []
        self._count = self._idle = self._late = 0
        self._ended = self._success = False
        self._await()

    def _look(self):
        """What the world looks like when all commands are carried out."""
        if self._ended:
            self._late += 1
            if self._late > CALLS_AFTER_END:
                raise EpisodeOver
        elif self._commands:
            shapes = [len(command) for command in self._commands]
            self._channel.send({"commands": shapes}, np.concatenate(self._commands).tobytes())
            self._commands = []
            self._await()
        return self._snapshot

    def _finish(self):
        """The policy wants to end the episode."""
        self._channel.send({"done": True})
        self._await()

    def _await(self):
        header, body = message = self._channel.receive()
        if header["do"] == "act":
            self._snapshot = Snapshot(header, body)
            self._count = self._snapshot.step
            return
        # The next episode is called: this one is over. Before its time, that means success.
        self._channel.unread(message)
        self._ended = True
        self._success = self._count < self.step_lim
