"""Plays episodes with a policy written for RoboTwin: `get_model` once, `reset_model` and then `eval` again and again."""

import random
import sys
import traceback

import numpy as np

from .args import read_args
from .loading import add_paths, load_module, member
from .task_env import EpisodeOver, TaskEnv

# The world stands still meanwhile, so another try rarely helps.
IDLE_EVALS = 100


def serve_policy(channel, order):
    add_paths(order["file"])
    module = load_module(order["file"])
    get_model, reset_model, act = (member(module, name) for name in ("get_model", "reset_model", "eval"))
    args = read_args(order["config"], order["overrides"])
    model = get_model(args)
    channel.send({})
    task = TaskEnv(channel, args)
    while True:
        start, _ = channel.receive()
        seed_all(start["seed"])
        reset_model(model)
        channel.send({})
        try:
            play(task, start, act, model)
        except EpisodeOver:
            pass
        except Exception:
            # What the rest of an episode that is over stumbles on is not the next one's fault.
            if not task._ended:
                raise
            traceback.print_exc()


def play(task, start, act, model):
    task._begin(start)
    while not task._ended:
        task._idle += 1
        if task._idle > IDLE_EVALS:
            raise RuntimeError("eval returned {} times in a row without taking an action".format(IDLE_EVALS))
        act(task, model, task.get_obs())
        if task.take_action_cnt >= task.step_lim and not task._ended:
            task._finish()


def seed_all(seed):
    """Whoever plays dice plays the same ones in the same episode, whatever came before."""
    random.seed(seed)
    np.random.seed(seed)
    torch = sys.modules.get("torch")
    if torch:
        torch.manual_seed(seed)
