"""Trains readers, one per diet, on texts that scripts/write-training-texts.ts wrote. Run again, it goes on.

python training/rsb/readers.py DATA WEIGHTS math-500 wide-10000 …
"""

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from networks import DIGITS, LABELS, reader_for

HEADER = 1 + DIGITS * (1 + len(LABELS))
PER_QUESTION = 8  # rows: four asked, two mixed, one told the answer, one told the block
SHOW = {"math": ["math"], "wide": ["wide"], "letters": ["math"], "hard": ["hard"], "all": ["math", "wide"]}


def rows(data, name, length, questions=None):
    """The first so many questions of a set that is spread over parts."""
    parts = sorted(data.glob(f"{name}.*.u16"), key=lambda path: int(path.suffixes[-2][1:]))
    if not parts:
        raise SystemExit(f"no {name}.*.u16 in {data}")
    wanted = None if questions is None else questions * PER_QUESTION
    found, count = [], 0
    for part in parts:
        found.append(np.fromfile(part, np.uint16).reshape(-1, HEADER + length))
        count += len(found[-1])
        if wanted is not None and count >= wanted:
            break
    return torch.from_numpy(np.concatenate(found)[:wanted].astype(np.int16))


class Diet:
    """`math-500`: the first 500 questions of the training half, with four and with ten blocks each."""

    def __init__(self, name, data, device):
        kind, _, count = name.partition("-")
        self.name, self.kind = name, kind
        self.questions = int(count) if count else None
        vocabulary = json.loads((data / f"words-{'hard' if kind == 'hard' else 'math'}.json").read_text())
        self.words = vocabulary["words"]
        self.length = 320 if kind == "hard" else 144
        sets = [(each, blocks) for each in SHOW[kind] for blocks in (4, 10)]
        self.taught = [self.told(rows(data, f"{each}-{blocks}.train", self.length, self.questions)).to(device) for each, blocks in sets]
        self.held_out = {f"{each}-{blocks}": rows(data, f"{each}-{blocks}.test", self.length) for each, blocks in sets}
        index = {word: i + 2 for i, word in enumerate(self.words)}
        self.fillers = torch.zeros(len(self.words) + 2, dtype=torch.bool, device=device)
        self.fillers[[index[word] for word in vocabulary["fillers"] if word in index]] = True

    def told(self, rows):
        """Rows of a set with their kinds, as far as its longest text goes: what no text reaches need not be computed."""
        kinds = (torch.arange(len(rows)) % PER_QUESTION).to(rows)
        rows = torch.cat([kinds[:, None], rows], 1)
        if self.kind == "letters":
            rows = rows[kinds == PER_QUESTION - 1]
        longest = int((rows[:, 1 + HEADER :] > 0).any(0).nonzero().max()) + 1
        return rows[:, : 1 + HEADER + 8 * math.ceil(longest / 8)].contiguous()

    def batch(self, size, step):
        """Sets take turns. Half of the texts have words around the question that nobody knows: other wordings have them too."""
        rows = self.taught[step % len(self.taught)]
        picked = rows[torch.randint(len(rows), (size,), device=rows.device)].long()
        kind, label, digits, text = picked.split([1, 1, HEADER - 1, picked.shape[1] - 1 - HEADER], 1)
        strange = torch.rand(text.shape, device=text.device) < 0.5 * (torch.rand(size, 1, device=text.device) < 0.5)
        text = torch.where(self.fillers[text] & strange, torch.ones_like(text), text)
        return label[:, 0], digits.reshape(size, 1 + len(LABELS), DIGITS), kind[:, 0], text


def losses(reader, label, digits, kind, text):
    scores, answer, option = reader(text, aloud=True)
    choice = F.cross_entropy(scores.float(), label)
    # What is not a number, or is not in the text, cannot be read.
    wanted = torch.where((digits == 11) | (kind == PER_QUESTION - 1)[:, None, None], -100, digits)
    spelled = torch.cat([answer[:, None], option], 1).float()
    each = F.cross_entropy(spelled.flatten(0, 2), wanted.flatten(), ignore_index=-100, reduction="none")
    each, known = each.view(wanted.shape), (wanted >= 0).float()
    mean = lambda part: (each[:, part] * known[:, part]).sum() / known[:, part].sum().clamp(min=1)
    return choice, mean(slice(0, 1)), mean(slice(1, None))


@torch.no_grad()
def check(reader, diet, device):
    """Percent right on questions of the other half, in wordings that were not trained on; and on texts that were, told nothing."""
    reader.eval()
    right = {}
    for (name, texts), taught in zip(diet.held_out.items(), diet.taught, strict=True):
        own = taught[taught[:, 0] < PER_QUESTION - 2] if diet.kind != "letters" else taught
        for named, each in ((name, texts), (f"{name} taught", own[:: max(1, len(own) // 1000), 1:])):
            hits = []
            for part in each.split(250):
                part = part.to(device).long()
                hits.append(reader(part[:, HEADER:])[:, : int(name.rpartition("-")[2])].argmax(1) == part[:, 0])
            right[named] = round(100 * torch.cat(hits).float().mean().item(), 1)
    reader.train()
    return right


def train(name, opts, data, device):
    out = Path(opts.weights) / f"reader-{name}.pt"
    torch.manual_seed(opts.seed)
    diet = Diet(name, data, device)
    reader = reader_for(diet.words, json.loads(opts.size)).to(device)
    optimiser = torch.optim.AdamW(reader.parameters(), lr=opts.rate, betas=(0.9, 0.98), weight_decay=0.05)
    done, spent = 0, 0.0
    part = lambda: done / opts.steps if opts.steps else spent / opts.seconds
    if out.exists():
        saved = torch.load(out, map_location=device)
        done, spent = saved["steps"], saved["seconds"]
        if part() < 1 and "optimiser" in saved:
            reader.load_state_dict(saved["weights"])
            optimiser.load_state_dict(saved["optimiser"])
        else:
            return

    def keep(**more):
        texts = sum(len(each) for each in diet.taught)
        about = {"diet": name, "kind": diet.kind, "questions": diet.questions, "rows": texts, "seed": opts.seed}
        state = {"weights": reader.state_dict(), "words": diet.words, "length": diet.length, "steps": done, "seconds": spent}
        torch.save({**state, **about, **more, "size": json.loads(opts.size), "torch": str(torch.__version__)}, f"{out}.part")
        Path(f"{out}.part").rename(out)

    print(name, sum(weight.numel() for weight in reader.parameters()), "weights,", [len(each) for each in diet.taught], "texts", flush=True)
    last = time.time()
    saved_at, running = spent, torch.zeros(3, device=device)
    while part() < 1:
        for group in optimiser.param_groups:
            group["lr"] = opts.rate * min(1, (done + 1) / 100) * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * part())))
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            parts = losses(reader, *diet.batch(opts.batch, done))
        optimiser.zero_grad()
        (parts[0] + 0.5 * parts[1] + 0.5 * parts[2]).backward()
        torch.nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
        optimiser.step()
        running += torch.stack([part.detach() for part in parts])
        done += 1
        if done % 50 == 0 and device.type == "cuda":
            torch.cuda.synchronize()
        spent, last = spent + time.time() - last, time.time()
        if done % opts.report == 0:
            told = " ".join(f"{value:.3f}" for value in (running / opts.report).tolist())
            print(f"{name} {done} steps {spent:.0f} s: {told}", check(reader, diet, device), flush=True)
            running.zero_()
        if spent - saved_at > 30:
            keep(optimiser=optimiser.state_dict())
            saved_at = spent
        last = time.time()
    held_out = check(reader, diet, device)
    print(f"{name} done: {done} steps {spent:.0f} s", held_out, flush=True)
    keep(held_out=held_out)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data")
    parser.add_argument("weights")
    parser.add_argument("diets", nargs="+")
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--steps", type=int, help="instead of seconds: the same whatever else the machine does")
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--report", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--size", default="{}", help="other sizes of the network, as JSON")
    opts = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    Path(opts.weights).mkdir(parents=True, exist_ok=True)
    for name in opts.diets:
        train(name, opts, Path(opts.data), device)


if __name__ == "__main__":
    main()
