"""Chunks that scripts/write-training-questions.ts wrote, in the memory of the device."""

import json
import re
from pathlib import Path

import numpy as np
import torch

from network import COLUMNS, HEIGHT, LENGTH, MARKS, ROWS, SLOTS, WIDTH

SUFFIX = (
    "Your answer should be formatted as a list of tuples, i.e. [(x1, y1)], where each tuple contains the x and y coordinates of a "
    "point satisfying the conditions above. The coordinates should be between 0 and 1, indicating the normalized pixel locations of "
    "the points in the image."
)


def words(text):
    """As the tokenizer "words" of the manifest: runs of letters, single digits, single other signs; case counts."""
    return re.findall(r"[A-Za-z]+|[0-9]|[^\sA-Za-z0-9]", text)


def lines_of(chunk):
    return [json.loads(line) for line in chunk.read_text().splitlines()]


def chunks_in(folder):
    return sorted(Path(folder).glob("chunk-*.jsonl"))


def place_of(name, names):
    """What is not among them is not taught."""
    return names.index(name) if name in names else -1


class Vocabulary:
    """Words, kinds, colours and materials; every list is in the order of the alphabet."""

    NAMES = ("words", "kinds", "colours", "materials")

    def __init__(self, words, kinds, colours, materials):
        self.words, self.kinds, self.colours, self.materials = words, kinds, colours, materials
        self.index = {word: n + 2 for n, word in enumerate(words)}

    @staticmethod
    def of(chunks):
        found = [set(words(SUFFIX)), set(), set(), set()]
        for chunk in chunks:
            for line in lines_of(chunk):
                for question in line["questions"]:
                    found[0].update(words(question["prompt"]))
                for name, names in zip(("kind", "colour", "material"), found[1:], strict=True):
                    names.update(item[name] for item in line["items"])
        return Vocabulary(*(sorted(each) for each in found))

    @property
    def told(self):
        return len(self.kinds), len(self.colours), len(self.materials)

    def encode(self, prompt, suffix=SUFFIX):
        known = [self.index.get(word, 1) for word in words(f"{prompt} {suffix}")]
        return (known + [0] * LENGTH)[:LENGTH]

    def mirrored(self):
        """For every word the one that says the same of a mirrored picture."""
        other = {"left": "right", "right": "left", "leftmost": "rightmost", "rightmost": "leftmost"}
        return torch.tensor([0, 1, *(self.index.get(other.get(word, word), self.index[word]) for word in self.words)])


def slots_of(question):
    """The numbers of what is meant and of what is spoken of on the way, and after how many relations each can be found; 0 where nothing is."""
    slots = np.zeros((SLOTS, 2), np.uint8)
    marks = question["marks"]
    above = max((height + 1 for depth, height, _ in marks if depth == 1), default=0)
    for depth, height, number in [(0, above, question["target"] or 0), *marks]:
        places = [0] if depth == 0 else [2 * depth - 1, 2 * depth] if depth <= MARKS else []
        free = next((place for place in places if slots[place, 0] == 0), None)
        if free is not None and number < 256:
            slots[free] = number, height
    return slots


def items_of(lines, vocabulary):
    """Per picture, by the number of a thing: what it is made out to be, and its front, place and size in units of how far things are."""
    lists = {"kind": vocabulary.kinds, "colour": vocabulary.colours, "material": vocabulary.materials}
    what = np.full((len(lines), 256, 3), -1, np.int16)
    where = np.full((len(lines), 256, 5), np.nan, np.float32)
    units = np.ones(len(lines), np.float32)
    for n, line in enumerate(lines):
        units[n] = max(0.2, np.mean([item["at"][1] for item in line["items"]] or [1]))
        for item in line["items"]:
            if item["id"] < 256:
                what[n, item["id"]] = [place_of(item[name], names) for name, names in lists.items()]
                size = np.log(np.prod(item["half"]) / units[n] ** 3 + 1e-7) / 3
                front = np.nan if item["front"] is None else item["front"]
                where[n, item["id"]] = [*(np.array(item["at"]) / units[n]), size, front]
    return what, where, units


class Questions:
    """Pictures with their questions, up to a number of questions."""

    def __init__(self, chunks, vocabulary, device, most=None, own_only=False):
        parts = {name: [] for name in ("rgb", "map", "mask", "text", "what", "where", "lens", "slots", "first", "weight", "about")}
        count = pictures = 0
        for chunk in chunks:
            if most is not None and count >= most:
                break
            lines = lines_of(chunk)
            read = lambda ending, *shape: np.fromfile(chunk.with_suffix(ending), np.uint8).reshape(-1, *shape)
            keep, at = [], 0
            for line in lines:
                mine = [(at + i, q) for i, q in enumerate(line["questions"]) if q["own"] or not own_only]
                at += len(line["questions"])
                parts["first"].append((count, len(mine)))
                count += len(mine)
                for i, question in mine:
                    keep.append(i)
                    # Not every protocol adds the benchmark's suffix.
                    parts["text"].append(vocabulary.encode(question["prompt"], "" if i % 5 == 4 else SUFFIX))
                    parts["weight"].append(4.0 if question["own"] else 1.0)
                    parts["about"].append((line["level"], question["split"], question["step"]))
                    parts["slots"].append(slots_of(question))
            what, where, units = items_of(lines, vocabulary)
            lens = [(line["lens"]["down"], line["lens"]["fovy"] * np.pi / 180, unit) for line, unit in zip(lines, units, strict=True)]
            arrays = {"rgb": read(".rgb", HEIGHT, WIDTH, 3), "map": read(".map", 2, ROWS, COLUMNS), "mask": read(".mask", ROWS, COLUMNS)[keep], "what": what, "where": where, "lens": np.array(lens, np.float32)}
            for name, array in arrays.items():
                parts[name].append(torch.from_numpy(array).to(device))
            pictures += len(lines)
        self.count, self.pictures, self.about = count, pictures, parts["about"]
        for name in ("rgb", "map", "mask", "what", "where", "lens"):
            setattr(self, name, torch.cat(parts[name]))
            parts[name] = None
        self.text = torch.tensor(parts["text"], dtype=torch.int16, device=device)
        self.slots = torch.from_numpy(np.stack(parts["slots"])).to(device)
        self.first, self.many = torch.tensor(parts["first"], device=device).T
        # Within a picture, questions are drawn by their weight.
        self.up_to = torch.tensor(parts["weight"], device=device).cumsum(0, dtype=torch.float64)

    def batch(self, pictures, each, maker):
        """So many pictures, and of each so many questions: rows of pictures, rows of questions."""
        device = self.text.device
        rows = torch.randint(self.pictures, (pictures,), generator=maker, device=device)
        low = torch.where(self.first[rows] > 0, self.up_to[(self.first[rows] - 1).clamp(min=0)], 0.0)
        high = self.up_to[self.first[rows] + self.many[rows] - 1]
        dice = torch.rand((pictures, each), generator=maker, device=device, dtype=torch.float64)
        asked = torch.searchsorted(self.up_to, low[:, None] + dice * (high - low)[:, None], right=True)
        last = (self.first[rows] + self.many[rows] - 1)[:, None]
        return rows, torch.minimum(asked, last).flatten()
