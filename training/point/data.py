"""Chunks that scripts/write-training-questions.ts wrote, in the memory of the device."""

import json
import re
from pathlib import Path

import numpy as np
import torch

from network import COLUMNS, HEIGHT, LENGTH, MARKS, ROWS, WIDTH

SUFFIX = (
    "Your answer should be formatted as a list of tuples, i.e. [(x1, y1)], where each tuple contains the x and y coordinates of a "
    "point satisfying the conditions above. The coordinates should be between 0 and 1, indicating the normalized pixel locations of "
    "the points in the image."
)
CELLS = ROWS * COLUMNS


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
    """Words, kinds and colours; every list is in the order of the alphabet."""

    def __init__(self, words, kinds, colours):
        self.words, self.kinds, self.colours = words, kinds, colours
        self.index = {word: n + 2 for n, word in enumerate(words)}

    @staticmethod
    def of(chunks):
        found = [set(words(SUFFIX)), set(), set()]
        for chunk in chunks:
            for line in lines_of(chunk):
                for question in line["questions"]:
                    found[0].update(words(question["prompt"]))
                found[1].update(item[1] for item in line["items"])
                found[2].update(item[2] for item in line["items"])
        return Vocabulary(*(sorted(each) for each in found))

    def encode(self, prompt, suffix=SUFFIX):
        known = [self.index.get(word, 1) for word in words(f"{prompt} {suffix}")]
        return (known + [0] * LENGTH)[:LENGTH]

    def mirrored(self):
        """For every word the one that says the same of a mirrored picture."""
        other = {"left": "right", "right": "left", "leftmost": "rightmost", "rightmost": "leftmost"}
        return torch.tensor([0, 1, *(self.index.get(other.get(word, word), self.index[word]) for word in self.words)])


class Questions:
    """Pictures with their questions, up to a number of questions."""

    def __init__(self, chunks, vocabulary, device, most=None, own_only=False):
        parts = {name: [] for name in ("rgb", "map", "mask", "text", "kind", "colour", "front", "mark", "first", "weight", "about")}
        count = pictures = 0
        for chunk in chunks:
            if most is not None and count >= most:
                break
            lines = lines_of(chunk)
            read = lambda ending, *shape: np.fromfile(chunk.with_suffix(ending), np.uint8).reshape(-1, *shape)
            masks = read(".mask", ROWS, COLUMNS)
            keep, at = [], 0
            # Per picture, by the number of a thing: what kind and colour it has, and where its front looks.
            tables = {name: np.full((len(lines), 256), -1, np.int16) for name in ("kind", "colour")}
            fronts = np.full((len(lines), 256), np.nan, np.float32)
            for n, line in enumerate(lines):
                for number, kind, colour, front, _ in line["items"]:
                    if number < 256:
                        tables["kind"][n, number] = place_of(kind, vocabulary.kinds)
                        tables["colour"][n, number] = place_of(colour, vocabulary.colours)
                        fronts[n, number] = np.nan if front is None else front
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
                    marks = np.zeros((MARKS, 2), np.uint8)
                    for depth, number in question["marks"]:
                        if depth <= MARKS and number < 256:
                            marks[depth - 1, 1 if marks[depth - 1, 0] else 0] = number
                    parts["mark"].append(marks)
            parts["rgb"].append(torch.from_numpy(read(".rgb", HEIGHT, WIDTH, 3)).to(device))
            parts["map"].append(torch.from_numpy(read(".map", 2, ROWS, COLUMNS)).to(device))
            parts["mask"].append(torch.from_numpy(masks[keep]).to(device))
            for name, table in [*tables.items(), ("front", fronts)]:
                parts[name].append(torch.from_numpy(table).to(device))
            pictures += len(lines)
        self.count, self.pictures, self.about = count, pictures, parts["about"]
        for name in ("rgb", "map", "mask", "kind", "colour", "front"):
            setattr(self, name, torch.cat(parts[name]))
            parts[name] = None
        self.text = torch.tensor(parts["text"], dtype=torch.int16, device=device)
        self.mark = torch.from_numpy(np.stack(parts["mark"])).to(device)
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
