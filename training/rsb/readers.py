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

from networks import DIGITS, LABELS, Reader

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
        taught = [rows(data, f"{each}-{blocks}.train", self.length, self.questions) for each, blocks in sets]
        kinds = [torch.arange(len(each)) % PER_QUESTION for each in taught]
        self.rows, self.kinds = torch.cat(taught).to(device), torch.cat(kinds).to(device)
        if kind == "letters":
            told = self.kinds == PER_QUESTION - 1
            self.rows, self.kinds = self.rows[told], self.kinds[told]
        self.held_out = {f"{each}-{blocks}": rows(data, f"{each}-{blocks}.test", self.length) for each, blocks in sets}
        # What no text reaches need not be computed.
        longest = int((self.rows[:, HEADER:] > 0).any(0).nonzero().max()) + 1
        self.rows = self.rows[:, : HEADER + 8 * math.ceil(longest / 8)].contiguous()
        index = {word: i + 2 for i, word in enumerate(self.words)}
        self.fillers = torch.zeros(len(self.words) + 2, dtype=torch.bool, device=device)
        self.fillers[[index[word] for word in vocabulary["fillers"] if word in index]] = True

    def batch(self, size):
        """Half of the texts have words around the question that nobody knows: other wordings have them too."""
        at = torch.randint(len(self.rows), (size,), device=self.rows.device)
        picked = self.rows[at].long()
        text = picked[:, HEADER:]
        strange = torch.rand(text.shape, device=text.device) < 0.5 * (torch.rand(size, 1, device=text.device) < 0.5)
        text = torch.where(self.fillers[text] & strange, torch.ones_like(text), text)
        return picked[:, 0], picked[:, 1:HEADER].reshape(size, 1 + len(LABELS), DIGITS), self.kinds[at], text


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
    own = diet.rows[(diet.kinds < 6).nonzero()[:, 0]] if diet.kind != "letters" else diet.rows
    own = own[:: max(1, len(own) // 1000)]
    right = {}
    for name, texts in [*diet.held_out.items(), ("taught", own)]:
        hits = []
        for part in texts.split(500):
            part = part.to(device).long()
            blocks = len(LABELS) if name == "taught" else int(name.rpartition("-")[2])
            hits.append(reader(part[:, HEADER:])[:, :blocks].argmax(1) == part[:, 0])
        right[name] = round(100 * torch.cat(hits).float().mean().item(), 1)
    reader.train()
    return right


def train(name, opts, data, device):
    out = Path(opts.weights) / f"reader-{name}.pt"
    torch.manual_seed(opts.seed)
    diet = Diet(name, data, device)
    reader = Reader(diet.words, **json.loads(opts.size)).to(device)
    optimiser = torch.optim.AdamW(reader.parameters(), lr=opts.rate, betas=(0.9, 0.98), weight_decay=0.05)
    done, spent = 0, 0.0
    if out.exists():
        saved = torch.load(out, map_location=device)
        done, spent = saved["steps"], saved["seconds"]
        if spent < opts.seconds and "optimiser" in saved:
            reader.load_state_dict(saved["weights"])
            optimiser.load_state_dict(saved["optimiser"])
        else:
            return

    def keep(**more):
        about = {"diet": name, "kind": diet.kind, "questions": diet.questions, "rows": len(diet.rows), "seed": opts.seed}
        state = {"weights": reader.state_dict(), "words": diet.words, "length": diet.length, "steps": done, "seconds": spent}
        torch.save({**state, **about, **more, "size": json.loads(opts.size), "torch": str(torch.__version__)}, f"{out}.part")
        Path(f"{out}.part").rename(out)

    print(name, sum(weight.numel() for weight in reader.parameters()), "weights,", len(diet.rows), "texts", flush=True)
    last = time.time()
    saved_at, running = spent, torch.zeros(3, device=device)
    while spent < opts.seconds:
        for group in optimiser.param_groups:
            group["lr"] = opts.rate * min(1, (done + 1) / 100) * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * spent / opts.seconds)))
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            parts = losses(reader, *diet.batch(opts.batch))
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
