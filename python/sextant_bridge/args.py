"""What `get_model` is given: the config file, the overrides, and what the robot is like."""

import ast
import json

from .small_yaml import read_small_yaml


def read_args(config, overrides):
    args = read_yaml(config) if config is not None else {}
    if args is None:
        args = {}
    if not isinstance(args, dict):
        raise ValueError("the config file is not a list of `name: value`")
    args.update(read_overrides(overrides))
    args.update(left_arm_dim=6, right_arm_dim=6)
    return args


def read_yaml(text):
    try:
        import yaml
    except ImportError:
        return read_small_yaml(text)
    return small(yaml.safe_load(text))


MOST_VALUES = 100_000


def small(value):
    """Aliases take no room in a file; written out, nested ones take any amount. Refuses what would."""
    left, waiting = MOST_VALUES, [value]
    while waiting:
        left -= 1
        if left < 0:
            raise ValueError("the config unfolds to more than {:,} values: it has aliases in aliases".format(MOST_VALUES))
        each = waiting.pop()
        waiting.extend(each.values() if isinstance(each, dict) else each if isinstance(each, (list, tuple, set)) else ())
    return value


def read_overrides(words):
    """`key=value`, `--key=value` and `--key value`, in any mixture."""
    found = {}
    words = iter(words)
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            value = next(words, None) if word.startswith("--") else None
            if value is None:
                raise ValueError("{!r} is neither key=value nor --key value".format(word))
        found[key.lstrip("-")] = read_value(value)
    return found


def read_value(text):
    """Data as JSON or Python writes them; anything else is text. Nothing is evaluated."""
    for read in (lambda: json.loads(text, parse_constant=refuse), lambda: ast.literal_eval(text)):
        try:
            return read()
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            pass
    return text


def refuse(word):
    raise ValueError(word)
