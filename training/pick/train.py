"""Trains reference/pick on tables that scripts/write-training-tables.ts wrote.

python training/pick/train.py --tables tables-4 tables-10 --check check-4 check-10 --minutes 25 --out pick.pt
"""

import argparse
import json
import random
import re
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from network import CELL, Pick

WIDTH, HEIGHT, LENGTH = 304, 120, 24
WORDINGS = (Path(__file__).parent / "wordings.txt").read_text().splitlines()
COLOURS = ["red", "green", "blue", "yellow"]


def words(text):
    """As the tokenizer "words" of the manifest: runs of letters, single digits, single other signs; case counts."""
    return re.findall(r"[A-Za-z]+|[0-9]|[^\sA-Za-z0-9]", text)


def vocabulary():
    found = {word for line in WORDINGS for word in words(line.replace("{B}", "the block"))}
    return sorted(found | set("ABCDEFGHIK") | set(COLOURS))


class Tables:
    """The pictures stay on the disk; what lies on them is small."""

    def __init__(self, path):
        lines = Path(f"{path}.ndjson").read_text().splitlines()
        self.blocks = [json.loads(line)["blocks"] for line in lines]
        self.pixels = np.memmap(f"{path}.u8", np.uint8, "r").reshape(len(lines), HEIGHT, WIDTH, 3)


def naming(block, blocks):
    return f"the {block['colour']} block {block['label']}" if len(blocks) == 4 else f"block {block['label']}"


def encode(text, index, dice=None):
    """0 is nothing, 1 a word that is not known; in training some words are made unknown, but never those that name the block."""
    found = [index.get(word, 1) for word in words(text)]
    if dice:
        plain = {index[word] for word in [*COLOURS, *"ABCDEFGHIK", "block"]}
        found = [1 if each not in plain and dice.random() < 0.3 else each for each in found]
    return (found + [0] * LENGTH)[:LENGTH]


def batch(tables, rows, index, dice, queries):
    pictures, texts, cells, offsets, turns, owner = [], [], [], [], [], []
    for n, (table, row) in enumerate(rows):
        pictures.append(tables[table].pixels[row])
        blocks = tables[table].blocks[row]
        for block in dice.sample(blocks, min(queries, len(blocks))):
            column, line = int(block["u"] // CELL), int(block["v"] // CELL)
            texts.append(encode(dice.choice(WORDINGS).replace("{B}", naming(block, blocks)), index, dice))
            cells.append(line * (WIDTH // CELL) + column)
            offsets.append((block["u"] / CELL - column, block["v"] / CELL - line))
            turns.append((np.cos(4 * block["yaw"]), np.sin(4 * block["yaw"])))
            owner.append(n)
    image = torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).float()
    tensors = [torch.tensor(texts), torch.tensor(cells), torch.tensor(offsets), torch.tensor(np.array(turns)).float()]
    return image, torch.tensor(owner), *tensors


def augment(image, maker):
    """Other exposure, colours of light and noise: what lamps and cameras do."""
    size = (len(image), 3, 1, 1)
    gain = 1 + 0.15 * torch.randn((len(image), 1, 1, 1), generator=maker) + 0.05 * torch.randn(size, generator=maker)
    noise = 4 * torch.randn(image.shape, generator=maker)
    return (image * gain + 8 * torch.randn(size, generator=maker) + noise).clamp(0, 255)


def losses(network, image, owner, text, cells, offsets, turns):
    seen = network.features(image)
    heat = network.judge(seen[owner], text).flatten(1)
    where = network.where(seen)[owner].flatten(2)
    there = where.gather(2, cells[:, None, None].expand(-1, 4, 1))[:, :, 0]
    place = F.l1_loss(torch.sigmoid(there[:, :2]), offsets)
    turn = F.mse_loss(there[:, 2:], turns)
    return F.cross_entropy(heat, cells), place, turn, heat.argmax(1), there


def check(network, tables, index):
    """Of held-out tables: share of sentences whose hottest cell is next to the right one, and mean errors there."""
    network.eval()
    dice = random.Random(0)
    results = []
    with torch.no_grad():
        for n, table in enumerate(tables):
            right, far = [], []
            for start in range(0, len(table.blocks), 50):
                rows = [(n, row) for row in range(start, min(start + 50, len(table.blocks)))]
                image, owner, text, cells, offsets, turns = batch(tables, rows, index, dice, 4)
                *_, hottest, there = losses(network, image, owner, text, cells, offsets, turns)
                across = WIDTH // CELL
                near = ((hottest % across - cells % across).abs() <= 1) & ((hottest // across - cells // across).abs() <= 1)
                right.append(near.float().mean().item())
                far.append(CELL * (torch.sigmoid(there[:, :2]) - offsets).abs().mean().item())
            results.append((round(100 * float(np.mean(right)), 2), round(float(np.mean(far)), 3)))
    network.train()
    return results


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", nargs="+", required=True)
    parser.add_argument("--check", nargs="+", required=True)
    parser.add_argument("--minutes", type=float, default=25)
    parser.add_argument("--batch", type=int, default=24)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", required=True)
    opts = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(opts.seed)
    dice, maker = random.Random(opts.seed), torch.Generator().manual_seed(opts.seed)
    known = vocabulary()
    index = {word: i + 2 for i, word in enumerate(known)}
    tables, held_out = [Tables(path) for path in opts.tables], [Tables(path) for path in opts.check]
    everything = [(n, row) for n, table in enumerate(tables) for row in range(len(table.blocks))]
    network = Pick(len(known)).to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), lr=opts.rate, weight_decay=1e-4)
    print(sum(weight.numel() for weight in network.parameters()), "weights,", len(everything), "tables", flush=True)
    start, step, running = time.time(), 0, np.zeros(3)
    while (spent := (time.time() - start) / (60 * opts.minutes)) < 1:
        # Ever smaller steps towards the end of the time, whatever the machine's speed.
        for group in optimiser.param_groups:
            group["lr"] = opts.rate * min(1, (step + 1) / 200) * (0.5 + 0.5 * np.cos(np.pi * spent))
        image, owner, *rest = batch(tables, dice.sample(everything, opts.batch), index, dice, 4)
        image = augment(image, maker).contiguous(memory_format=torch.channels_last)
        heat, place, turn, *_ = losses(network, image, owner, *rest)
        optimiser.zero_grad()
        (heat + 4 * place + turn).backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        step += 1
        running += (heat.item(), place.item(), turn.item())
        if step % 200 == 0:
            print(step, f"{time.time() - start:.0f} s", np.round(running / 200, 3), flush=True)
            running[:] = 0
        if step % 1000 == 0:
            print("held out:", check(network, held_out, index), flush=True)
            torch.save({"weights": network.state_dict(), "words": known, "steps": step}, opts.out)
    print("held out:", check(network, held_out, index), f"{step} steps, {time.time() - start:.0f} s", flush=True)
    torch.save({"weights": network.state_dict(), "words": known, "steps": step, "seed": opts.seed}, opts.out)


if __name__ == "__main__":
    main()
