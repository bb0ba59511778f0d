"""Trains reference/act on episodes that scripts/write-training-episodes.ts wrote. Run again, it goes on.

python training/rsb/act.py DATA WEIGHTS --seconds 300
"""

import argparse
import copy
import json
import math
import random
import re
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from finders import augment
from networks import Act

WORDINGS = (Path(__file__).parent.parent / "pick/wordings.txt").read_text().splitlines()
COLOURS = ["red", "green", "blue", "yellow"]
LENGTH, CHUNK, NUMBERS = 24, 32, 14 + 14 + 7 + 1 + 32 * 14
VIEWS = {"head_camera": (120, 160), "left_camera": (60, 80), "right_camera": (60, 80)}


def words(text):
    """As the tokenizer "words" of the manifest."""
    return re.findall(r"[A-Za-z]+|[0-9]|[^\sA-Za-z0-9]", text)


def vocabulary():
    found = {word for line in WORDINGS for word in words(line.replace("{B}", "the block"))}
    return sorted(found | set("ABCD") | set(COLOURS))


class Episodes:
    def __init__(self, paths, known, device):
        lines, numbers, pictures, start = [], [], {view: [] for view in VIEWS}, 0
        for path in paths:
            part = [json.loads(line) for line in Path(f"{path}.ndjson").read_text().splitlines()]
            found = np.fromfile(f"{path}.numbers.f32", np.float32).reshape(-1, NUMBERS)
            for view, (height, width) in VIEWS.items():
                bytes_ = np.fromfile(f"{path}.{view}.u8", np.uint8).reshape(len(found), height, width, 3)
                pictures[view].append(torch.from_numpy(bytes_).to(device))
            lines += [{**line, "row": line["row"] + start} for line in part]
            numbers.append(found)
            start += len(found)
        self.seeds = [line["seed"] for line in lines]
        self.pictures = {view: torch.cat(parts) for view, parts in pictures.items()}
        pictures.clear()
        numbers = torch.from_numpy(np.concatenate(numbers)).to(device)
        self.joints, self.commanded, self.block, self.whole, chunk = numbers.split([14, 14, 7, 1, CHUNK * 14], 1)
        self.chunk = chunk.view(-1, CHUNK, 14)
        owner = np.repeat(np.arange(len(lines)), [line["count"] for line in lines])
        self.owner = torch.from_numpy(owner).to(device)
        self.usable = (self.whole[:, 0] >= 1).nonzero()[:, 0]
        index = {word: i + 2 for i, word in enumerate(known)}
        dice = random.Random(0)
        told = [[encode(each, line, index, dice) for each in WORDINGS] for line in lines]
        self.texts = torch.tensor(told, device=device)

    def batch(self, rows):
        texts = self.texts[self.owner[rows]]
        text = texts[torch.arange(len(rows)), torch.randint(texts.shape[1], (len(rows),), device=rows.device)]
        # As contiguous in memory as they are stored: channels last.
        shown = [self.pictures[view][rows].permute(0, 3, 1, 2).float() for view in VIEWS]
        return shown, self.joints[rows], self.commanded[rows], text, self.block[rows], self.whole[rows, 0], self.chunk[rows]


def encode(wording, line, index, dice):
    """Some words are made unknown, but never those that name the block."""
    plain = {*COLOURS, *"ABCD", "block"}
    said = words(wording.replace("{B}", f"the {line['colour']} block {line['label']}"))
    found = [index.get(word, 1) if word in plain or dice.random() > 0.3 else 1 for word in said]
    return (found + [0] * LENGTH)[:LENGTH]


def losses(network, shown, joints, commanded, text, block, whole, chunk):
    actions, heat, inside, turn, place = network(*shown, joints, commanded, text, aloud=True)
    known = (torch.arange(CHUNK, device=whole.device)[None] < whole[:, None]).float()[..., None]
    grip = torch.ones(14, device=whole.device)
    grip[[6, 13]] = 0.2
    off = (actions - chunk).abs() * known
    move = (off * grip).sum() / (14 * known.sum())
    # Where the block is, if the head camera looks there.
    height, width = VIEWS["head_camera"]
    rows, columns = height // Act.GRID, width // Act.GRID
    u, v = block[:, 0] / Act.GRID, block[:, 1] / Act.GRID
    there = (u >= 0) & (v >= 0) & (u < columns) & (v < rows)
    column, row = u.clamp(0, columns - 1).floor(), v.clamp(0, rows - 1).floor()
    cell = (row * columns + column).long()
    look = F.cross_entropy(heat[there], cell[there])
    own = inside.flatten(2).gather(2, cell[:, None, None].expand(-1, 2, 1))[:, :, 0]
    within = F.l1_loss(own[there], torch.stack([u - column, v - row], 1)[there])
    angle = F.mse_loss(turn[there], block[there, 5:])
    where = F.l1_loss(place, (block[:, 2:5] - block.new_tensor([0, 0, 0.8])) * 5)
    arms = off[..., [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12]].sum() / (12 * known.sum())
    right = (heat.argmax(1) == cell)[there].float().mean()
    return 10 * move + 0.2 * look + within + 0.2 * angle + where, torch.stack([arms, look, within, angle, where, right])


@torch.no_grad()
def check(network, held_out):
    network.eval()
    rows = held_out.usable[:: max(1, len(held_out.usable) // 1000)]
    told = torch.stack([losses(network, *held_out.batch(part))[1] for part in rows.split(250)]).mean(0)
    network.train()
    return " ".join(f"{value:.4f}" for value in told.tolist())


def floats(network):
    return [value for value in network.state_dict().values() if value.dtype.is_floating_point]


@torch.no_grad()
def follow(kept, now, share):
    torch._foreach_lerp_(kept, now, share)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data")
    parser.add_argument("weights")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=6e-4)
    parser.add_argument("--report", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--size", default="{}", help="other sizes of the network, as JSON")
    opts = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
    torch.manual_seed(opts.seed)
    out = Path(opts.weights) / "act.pt"
    out.parent.mkdir(parents=True, exist_ok=True)
    known = vocabulary()
    start = time.time()
    found = sorted(str(path)[: -len(".ndjson")] for path in Path(opts.data).glob("episodes.*.ndjson"))
    taught, held_out = Episodes(found[1:], known, device), Episodes(found[:1], known, device)
    network = Act(len(known), CHUNK, **json.loads(opts.size)).to(device, memory_format=torch.channels_last)
    network.least.copy_(taught.chunk.amin((0, 1)))
    network.most.copy_(taught.chunk.amax((0, 1)))
    optimiser = torch.optim.AdamW(network.parameters(), lr=opts.rate, weight_decay=1e-3)
    done, spent = 0, 0.0
    smooth = copy.deepcopy(network)
    if out.exists():
        saved = torch.load(out, map_location=device)
        done, spent = saved["steps"], saved["seconds"]
        network.load_state_dict(saved["last"])
        smooth.load_state_dict(saved["weights"])
        optimiser.load_state_dict(saved["optimiser"])
    count = sum(weight.numel() for weight in network.parameters())
    print(f"{count} weights, {len(taught.seeds)} episodes, {len(taught.usable)} moments, {time.time() - start:.0f} s to load", flush=True)

    def keep():
        state = {"weights": smooth.state_dict(), "last": network.state_dict(), "optimiser": optimiser.state_dict()}
        about = {"words": known, "steps": done, "seconds": spent, "seed": opts.seed, "torch": str(torch.__version__)}
        seeds = [[min(taught.seeds), max(taught.seeds)]]
        more = {"episodes": len(taught.seeds), "moments": len(taught.usable), "layoutSeeds": seeds, "size": json.loads(opts.size)}
        torch.save({**state, **about, **more, "held_out": check(smooth, held_out)}, f"{out}.part")
        Path(f"{out}.part").rename(out)

    last, saved_at, running = time.time(), spent, 0
    kept, now = floats(smooth), floats(network)
    while spent < opts.seconds:
        for group in optimiser.param_groups:
            group["lr"] = opts.rate * min(1, (done + 1) / 200) * (0.01 + 0.99 * (0.5 + 0.5 * math.cos(math.pi * spent / opts.seconds)))
        rows = taught.usable[torch.randint(len(taught.usable), (opts.batch,), device=device)]
        shown, joints, commanded, *rest = taught.batch(rows)
        shown = [augment(each) for each in shown]
        # What the arms do is never quite what was shown.
        stray = lambda: 0.01 * torch.randn_like(joints)
        loss, told = losses(network, shown, joints + stray(), commanded + stray(), *rest)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        done += 1
        running = running + told.detach()
        follow(kept, now, 1 - min(0.999, done / (done + 10)))
        if done % 20 == 0 and device.type == "cuda":
            torch.cuda.synchronize()
        spent, last = spent + time.time() - last, time.time()
        if done % opts.report == 0:
            told = " ".join(f"{value:.4f}" for value in (running / opts.report).tolist())
            print(f"act {done} steps {spent:.0f} s: {told} | held out {check(smooth, held_out)}", flush=True)
            running = 0
        if spent - saved_at > 45:
            keep()
            saved_at = spent
        last = time.time()
    keep()
    print(f"act done: {done} steps {spent:.0f} s: arms, look, within, angle, where, right {check(smooth, held_out)}", flush=True)


if __name__ == "__main__":
    main()
