"""YAML as configs are usually written, for when PyYAML is missing: reads a part exactly as PyYAML does, refuses the rest."""

import re

QUOTED = r"""'[^']*'|"[^"\\]*\""""
# A plain text: no special first character; a colon or a # inside must not look like the end of it.
FIRST = r"""(?:[^\s\-?:=,\[\]{}#&*!|>'"%@`]|-(?=[^\s-]))"""
PLAIN = FIRST + r"(?:[^\s:#]|:(?=\S)|(?<=\S)\#|[ ]+(?=[^\s#:]))*"
IN_LIST = FIRST + r"(?:[^\s:#,\[\]{}]|[ ]+(?=[^\s#:,\[\]{}]))*"
LIST = r"\[[ ]*(?:(?:{0}|{1})[ ]*(?:,[ ]*(?:{0}|{1})[ ]*)*)?\]".format(QUOTED, IN_LIST)
VALUE = r"({}|{}|{}|\{{\}})".format(QUOTED, LIST, PLAIN)
END = r"[ ]*(?:(?<=[ ])\#.*)?$"
PAIR = re.compile(r"([A-Za-z_][\w./-]*|{})[ ]*:(?:[ ]+{})?".format(QUOTED, VALUE) + END)
ITEM = re.compile(r"-[ ]+" + VALUE + END)
SCALAR = re.compile("{}|{}".format(QUOTED, IN_LIST))

WORDS = {"null": None, "true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
WORDS.update({spelt: value for word, value in WORDS.items() for spelt in (word.title(), word.upper())})
INT = re.compile(r"[-+]?(0|[1-9][0-9_]*)$")
FLOAT = re.compile(r"([-+]?[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)([eE][-+][0-9]+)?$")
# Dates, times, other bases, infinity.
STRANGE = re.compile(r"[-+]?(0[0-9_xb]|[0-9][0-9_]*:|\.(inf|nan)$)|[0-9]{4}-[0-9]|~", re.IGNORECASE)


def read_small_yaml(text):
    lines = []
    text = re.sub(r"\A\ufeff?(---(?=[ ]*\r?\n))?", "", text)
    for number, line in enumerate(text.split("\n"), 1):
        content = line.strip(" \r")
        if content and content[0] != "#":
            lines.append((len(line) - len(line.lstrip(" ")), content, number))
    if not lines:
        return None
    found, at = read_block(lines, 0)
    if at < len(lines):
        raise needs_pyyaml(lines[at])
    return found


def read_block(lines, at):
    """A mapping or a list, all of whose lines are indented like its first one; and where it ends."""
    indent, first, _ = lines[at]
    if first.startswith("-"):
        items = []
        while at < len(lines) and lines[at][0] == indent and lines[at][1].startswith("-"):
            items.append(read_value(match(ITEM, lines[at])[1], lines[at]))
            at += 1
        return items, at
    found = {}
    while at < len(lines) and lines[at][0] == indent:
        line = lines[at]
        key, text = match(PAIR, line).groups()
        if key in WORDS:
            raise needs_pyyaml(line)
        at += 1
        deeper = at < len(lines) and (lines[at][0] > indent or lines[at][0] == indent and lines[at][1].startswith("-"))
        if text is None and deeper:
            found[key.strip("'\"")], at = read_block(lines, at)
        else:
            found[key.strip("'\"")] = None if text is None else read_value(text, line)
    return found, at


def read_value(text, line):
    if text == "{}":
        return {}
    if text.startswith("["):
        return [read_value(item, line) for item in SCALAR.findall(text[1:-1])]
    if text[0] in "'\"":
        return text[1:-1]
    if text in WORDS:
        return WORDS[text]
    if STRANGE.match(text):
        raise needs_pyyaml(line)
    if INT.match(text):
        return int(text.replace("_", ""))
    return float(text.replace("_", "")) if FLOAT.match(text) else text


def match(pattern, line):
    found = None if "\t" in line[1] else pattern.match(line[1])
    if not found:
        raise needs_pyyaml(line)
    return found


def needs_pyyaml(line):
    return ValueError("line {} of the config file cannot be read without PyYAML: {}".format(line[2], line[1]))
