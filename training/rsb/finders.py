"""Trains the finder, or one that sees no picture or is told no label, on tables that scripts/write-training-tables.ts wrote.

python training/rsb/finders.py DATA WEIGHTS finder finder-blind-picture finder-blind-words
"""

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from networks import CELL, LABELS, Finder

WIDTH, HEIGHT = 304, 120
ASKED = 4  # labels per picture
ACROSS = WIDTH // CELL


class Tables:
    """Pictures, and for each block its cell, its offsets there, its turn and its label."""

    def __init__(self, paths, device):
        parts = [[json.loads(line) for line in Path(f"{path}.ndjson").read_text().splitlines()] for path in paths]
        pixels = [np.fromfile(f"{path}.u8", np.uint8).reshape(-1, HEIGHT, WIDTH, 3)[: len(part)] for path, part in zip(paths, parts)]
        self.pixels = torch.from_numpy(np.concatenate(pixels)).to(device).permute(0, 3, 1, 2)
        tables = [table for part in parts for table in part]
        self.seeds = [table["seed"] for table in tables]
        self.blocks = torch.tensor([[described(block) for block in table["blocks"]] for table in tables]).to(device)

    def batch(self, size, asked, maker=None):
        device = self.pixels.device
        rows = torch.randint(len(self.pixels), (size,), device=device, generator=maker)
        which = torch.rand(size, self.blocks.shape[1], device=device, generator=maker).argsort(1)[:, :asked]
        return self.pixels[rows].float(), self.blocks[rows].gather(1, which[..., None].expand(-1, -1, 6))


def described(block):
    column, line = block["u"] // CELL, block["v"] // CELL
    cell = line * ACROSS + column
    turn = 4 * block["yaw"]
    offsets = [block["u"] / CELL - column, block["v"] / CELL - line]
    return [cell, *offsets, math.cos(turn), math.sin(turn), LABELS.index(block["label"])]


def augment(image):
    """Other exposure, colours of light and noise: what lamps and cameras do."""
    each = lambda *size: torch.randn(len(image), *size, device=image.device)
    gain = 1 + 0.15 * each(1, 1, 1) + 0.05 * each(3, 1, 1)
    return (image * gain + 8 * each(3, 1, 1) + 4 * torch.randn_like(image)).clamp(0, 255)


def losses(finder, image, blocks, blind):
    if blind == "picture":
        image = image * 0
    seen = finder.features(image)
    asked = blocks.shape[1]
    flat = blocks.flatten(0, 1)
    cells = flat[:, 0].long()
    labels = F.one_hot(flat[:, 5].long(), len(LABELS)).float() * (blind != "words")
    heat = finder.judge(seen.repeat_interleave(asked, 0), labels).flatten(1)
    where = finder.where(seen).repeat_interleave(asked, 0).flatten(2)
    there = where.gather(2, cells[:, None, None].expand(-1, 4, 1))[:, :, 0].float()
    place = F.l1_loss(torch.sigmoid(there[:, :2]), flat[:, 1:3])
    return F.cross_entropy(heat.float(), cells), place, F.mse_loss(there[:, 2:], flat[:, 3:5]), heat.argmax(1), cells


@torch.no_grad()
def check(finder, held_out, blind):
    """Percent of labels whose hottest cell is next to the right one, and the mean error in pixels there."""
    finder.eval()
    told = {}
    for name, tables in held_out.items():
        near, far = [], []
        maker = torch.Generator(tables.pixels.device).manual_seed(0)
        for _ in range(10):
            *_, place, _, hottest, cells = losses(finder, *tables.batch(50, ASKED, maker), blind)
            aside = (hottest % ACROSS - cells % ACROSS).abs() <= 1
            near.append((aside & ((hottest // ACROSS - cells // ACROSS).abs() <= 1)).float().mean().item())
            far.append(CELL * place.item())
        told[name] = (round(100 * float(np.mean(near)), 2), round(float(np.mean(far)), 3))
    finder.train()
    return told


def train(name, opts, taught, held_out, device):
    out = Path(opts.weights) / f"{name}.pt"
    if out.exists():
        return
    blind = name.partition("-blind-")[2] or None
    torch.manual_seed(opts.seed)
    finder = Finder().to(device, memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(finder.parameters(), lr=opts.rate, weight_decay=1e-4)
    start, step = time.time(), 0
    while (spent := time.time() - start) < opts.seconds:
        for group in optimiser.param_groups:
            group["lr"] = opts.rate * min(1, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * spent / opts.seconds))
        tables = taught[step % len(taught)]
        image, blocks = tables.batch(opts.batch, ASKED)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            heat, place, turn, *_ = losses(finder, augment(image), blocks, blind)
        optimiser.zero_grad()
        (heat + 4 * place + turn).backward()
        torch.nn.utils.clip_grad_norm_(finder.parameters(), 1.0)
        optimiser.step()
        step += 1
        if step % 20 == 0 and device.type == "cuda":
            torch.cuda.synchronize()
        if step % opts.report == 0:
            print(f"{name} {step} steps {spent:.0f} s: {heat:.3f} {place:.3f} {turn:.3f}", check(finder, held_out, blind), flush=True)
    told = check(finder, held_out, blind)
    print(f"{name} done: {step} steps {spent:.0f} s", told, flush=True)
    seeds = [[min(each.seeds), max(each.seeds)] for each in taught]
    about = {"steps": step, "seconds": spent, "seed": opts.seed, "layoutSeeds": seeds, "tables": [len(each.seeds) for each in taught]}
    torch.save({"weights": finder.state_dict(), **about, "held_out": told}, f"{out}.part")
    Path(f"{out}.part").rename(out)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data")
    parser.add_argument("weights")
    parser.add_argument("names", nargs="+")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--report", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    opts = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cudnn.benchmark = True
    Path(opts.weights).mkdir(parents=True, exist_ok=True)
    found = lambda name: sorted(str(path)[: -len(".ndjson")] for path in Path(opts.data).glob(f"{name}.*.ndjson"))
    taught = [Tables(found(f"tables-{blocks}"), device) for blocks in (4, 10)]
    held_out = {str(blocks): Tables(found(f"check-{blocks}"), device) for blocks in (4, 10)}
    for name in opts.names:
        train(name, opts, taught, held_out, device)


if __name__ == "__main__":
    main()
