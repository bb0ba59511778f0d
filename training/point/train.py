"""Trains reference/point on questions that scripts/write-training-questions.ts wrote. Goes on where it was interrupted.

python training/point/train.py --questions questions --check check --minutes 9 --out point.pt
"""

import argparse
import copy
import math
import time
from collections import defaultdict
from pathlib import Path

import torch
from torch.nn import functional as F

from data import Questions, Vocabulary, chunks_in
from network import COLUMNS, Point, ROWS, peaks

UNKNOWN = 0.02  # share of words that training hides
SHOWN = 0.5  # of pictures, in this part the network is told where the middles of things are
VOCABULARY = 60  # chunks that words are taken from
STRIDE = 5  # steps after which weights are averaged
LOSSES = ("answer", "on the way", "middles", "what", "where", "front")


def forgotten(text, maker):
    dice = torch.rand(text.shape, generator=maker, device=text.device)
    return torch.where((dice < UNKNOWN) & (text > 0), 1, text)


def inside(logits, shares):
    """Minus the logarithm of how likely a point drawn from the heat map is right; shares are 0 … 1."""
    return -(logits.flatten(1).log_softmax(1).exp() * shares.flatten(1)).sum(1).clamp(min=1e-6).log()


def middles_of(ids):
    """Which cells are the middles of things, and how near every cell is to being one."""
    many, (height, width) = len(ids), ids.shape[1:]
    flat = ids.flatten(1)
    down, across = torch.meshgrid(torch.arange(height, device=ids.device), torch.arange(width, device=ids.device), indexing="ij")
    spots = torch.stack([torch.ones_like(down), down, across], -1).flatten(0, 1).float().expand(many, -1, -1)
    sums = spots.new_zeros(many, 256, 3).scatter_add_(1, flat[..., None].expand(-1, -1, 3), spots)
    centre = (sums[..., 1:] / sums[..., :1].clamp(min=1)).gather(1, flat[..., None].expand(-1, -1, 2))
    off = (spots[..., 1:] - centre).square().sum(-1)
    least = torch.full((many, 256), 1e9, device=ids.device).scatter_reduce(1, flat, off, "amin")
    middle = (flat > 0) & (off == least.gather(1, flat))
    beside = 0.6 * F.max_pool2d(middle.float().unflatten(1, (1, height, width)), 3, 1, 1).flatten(1)
    return middle, torch.maximum(beside, torch.exp(-off / 2) * (flat > 0))


def on_middles(logits, middle, near):
    """Few cells are middles; what is near to one counts little."""
    likely = logits.sigmoid().clamp(1e-4, 1 - 1e-4)
    hit = (1 - likely) ** 2 * likely.log() * middle
    miss = (1 - near) ** 4 * likely**2 * (1 - likely).log() * ~middle
    return -(hit + miss).sum() / middle.sum().clamp(min=1)


def on_the_way(found, ids, slots):
    """What is spoken of should be found after as many links as it has relations before it, and one to begin with."""
    wanted, height = slots[..., 0].long(), slots[..., 1]
    there = (ids[..., None] == wanted[:, None]) & (wanted > 0)[:, None]
    counts, loss = there.any(1), 0
    for n, marks in enumerate(found):
        due = counts & (height + 1 <= n) if n + 1 < len(found) else counts
        likely = marks.float().log_softmax(1).masked_fill(~there, -30.0).logsumexp(1)
        loss = loss - (likely * due).sum() / due.sum().clamp(min=1)
    return loss / len(found)


def places_of(far, lens):
    """Where every cell is, to the right of the camera, ahead of it and above it, in the picture's unit; and whether it is anywhere."""
    lens = lens[:, :, None, None]
    deep = 0.2 * 2 ** (far.float() / 24)
    across = (torch.arange(COLUMNS, device=far.device) + 0.5 - COLUMNS / 2)[None, None]
    down = (torch.arange(ROWS, device=far.device) + 0.5 - ROWS / 2)[None, :, None]
    tilt, focal, unit = lens[:, 0], ROWS / 2 / (lens[:, 1] / 2).tan(), lens[:, 2]
    right, low = across / focal * deep, down / focal * deep
    ahead, up = deep * tilt.cos() - low * tilt.sin(), -deep * tilt.sin() - low * tilt.cos()
    return (torch.stack([right.expand_as(deep), ahead, up], -1) / unit[..., None]).clamp(-6, 6), far < 255


def losses(network, data, rows, asked, maker, mirror):
    device = rows.device
    image, ids, far = data.rgb[rows].permute(0, 3, 1, 2), data.map[rows, 0], data.map[rows, 1]
    text, mask, where, what = data.text[asked].long(), data.mask[asked], data.where[rows], data.what[rows].long()
    if mirror is not None:
        image, ids, far, mask, text = image.flip(3), ids.flip(2), far.flip(2), mask.flip(2), mirror[text]
        where = where * torch.tensor([-1, 1, 1, 1, -1], device=device)
    # Regions have numbers, too, but are no things.
    ids = ids.long()
    ids = torch.where((what[..., 0] >= 0).gather(1, ids.flatten(1)).unflatten(1, ids.shape[1:]), ids, 0)
    middle, near = middles_of(ids)
    gain = 1 + 0.1 * torch.randn((len(rows), 3, 1, 1), generator=maker, device=device)
    image = (image.float() * gain + 3 * torch.randn(image.shape, generator=maker, device=device)).clamp(0, 255)
    image = image.contiguous(memory_format=torch.channels_last)
    shown = torch.rand((len(rows), 1), generator=maker, device=device) < SHOWN
    with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
        cells, told, guessed = network.picture(image)
        things = network.things(cells, told, (peaks(guessed) + 200 * (shown & middle)).detach())
        heat, found = network.answer(cells, told, things, forgotten(text, maker))
    each = len(asked) // len(rows)
    main = inside(heat.float(), mask.float() / 255).mean()
    way = on_the_way(found, ids.flatten(1).gather(1, things[0]).repeat_interleave(each, 0), data.slots[asked])
    # What cells tell, of every other row and column.
    some = lambda x: x.unflatten(1, (ROWS, COLUMNS))[:, ::2, ::2].flatten(1, 2)
    flat = ids[:, ::2, ::2].flatten(1)
    of = lambda x: x.gather(1, flat[..., None].expand(-1, -1, x.shape[-1]))
    *names, at, turned, size, spot = some(told).split([*network.told, 3, 2, 1, 3], -1)
    what, where, thing = of(what), of(where), flat > 0
    named = sum(F.cross_entropy(name.flatten(0, 1), what[..., n].flatten(), ignore_index=-1) for n, name in enumerate(names))
    mean = lambda loss, counts: (loss * counts).sum() / counts.sum().clamp(min=1)
    apart = lambda a, b: F.smooth_l1_loss(a, b, beta=0.05, reduction="none").mean(-1)
    lies = mean(apart(torch.cat([at, size], -1), where[..., :4].nan_to_num()), thing)
    spots, anywhere = places_of(far, data.lens[rows])
    lies = lies + mean(apart(spot, spots[:, ::2, ::2].flatten(1, 2)), anywhere[:, ::2, ::2].flatten(1))
    looks = thing & ~where[..., 4].isnan()
    angle = where[..., 4].nan_to_num()
    faces = mean((turned[..., 0] - angle.cos()) ** 2 + (turned[..., 1] - angle.sin()) ** 2, looks)
    parts = torch.stack([main, way, on_middles(guessed, middle, near), named, lies, faces])
    return (parts * parts.new_tensor([1, 1, 1, 0.4, 2, 0.5])).sum(), parts.detach()


@torch.no_grad()
def check(network, data):
    """Of the benchmark's own questions, by level, part and steps: how often the hottest cell is mostly inside the mask."""
    network.eval()
    found = defaultdict(list)
    owner = torch.repeat_interleave(torch.arange(data.pictures, device=data.text.device), data.many)
    for start in range(0, data.count, 250):
        rows = slice(start, start + 250)
        image = data.rgb[owner[rows]].permute(0, 3, 1, 2).float()
        with torch.autocast(image.device.type, torch.bfloat16, enabled=image.device.type == "cuda"):
            heat = network(image, data.text[rows].long())
        hottest = heat.float().flatten(1).argmax(1, keepdim=True)
        right = data.mask[rows].flatten(1).gather(1, hottest)[:, 0] > 127
        for (level, split, step), each in zip(data.about[rows], right.tolist(), strict=True):
            for key in (level, f"{level} {split}", f"{level} {split} {step}"):
                found[key].append(each)
    network.train()
    return {key: (round(100 * sum(each) / len(each), 1), len(each)) for key, each in sorted(found.items())}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--questions", required=True)
    parser.add_argument("--check", required=True)
    parser.add_argument("--most", type=int, help="of the questions, use so many")
    parser.add_argument("--minutes", type=float, default=13)
    parser.add_argument("--limit", type=float, default=1e9, help="seconds after which it stops, to be continued")
    parser.add_argument("--pictures", type=int, default=48)
    parser.add_argument("--each", type=int, default=16)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--width", type=int, default=192)
    parser.add_argument("--cell", type=int, default=96)
    parser.add_argument("--links", type=int, default=6)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--out", required=True)
    opts = parser.parse_args()
    began, saved = time.time(), Path(opts.out)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(opts.seed)
    torch.set_float32_matmul_precision("high")
    maker = torch.Generator(device).manual_seed(opts.seed)
    kept = torch.load(saved, map_location=device, weights_only=False) if saved.exists() else None
    if kept and kept["seconds"] >= 60 * opts.minutes:
        return
    # Chunks that have come since may have other words: weights keep those that they were trained with.
    chunks = chunks_in(opts.questions)
    vocabulary = Vocabulary(*(kept[name] for name in Vocabulary.NAMES)) if kept else Vocabulary.of(chunks[:VOCABULARY])
    generator = (Path(opts.questions) / "generator").read_text().strip()
    data = Questions(chunks, vocabulary, device, opts.most)
    held_out = Questions(chunks_in(opts.check), vocabulary, device, own_only=True)
    mirror = vocabulary.mirrored().to(device)
    size = {"vocabulary": len(vocabulary.words), "told": vocabulary.told, "width": opts.width, "cell": opts.cell, "links": opts.links}
    network = Point(**size).to(device, memory_format=torch.channels_last)
    mean = copy.deepcopy(network)
    groups = [[], []]
    for weight in network.parameters():
        groups[weight.ndim <= 1].append(weight)
    optimiser = torch.optim.AdamW([{"params": groups[0], "weight_decay": 0.05}, {"params": groups[1], "weight_decay": 0.0}], lr=opts.rate, betas=(0.9, 0.98))
    step, spent = 0, 0.0
    if kept:
        network.load_state_dict(kept["network"]), mean.load_state_dict(kept["mean"]), optimiser.load_state_dict(kept["optimiser"])
        step, spent = kept["steps"], kept["seconds"]
        maker.manual_seed(opts.seed + step)
    first, averages = step, list(zip(mean.state_dict().values(), network.state_dict().values(), strict=True))
    if opts.compile:
        for part in ("picture", "things", "answer"):
            setattr(network, part, torch.compile(getattr(network, part)))
    print(f"{sum(w.numel() for w in network.parameters())} weights, {data.pictures} pictures, {data.count} questions, read in {time.time() - began:.0f} s", flush=True)

    def save(**more):
        lists = {name: getattr(vocabulary, name) for name in Vocabulary.NAMES}
        state = {"network": network.state_dict(), "mean": mean.state_dict(), "optimiser": optimiser.state_dict(), "steps": step, "seconds": spent}
        about = {"seed": opts.seed, "size": size, "pictures": data.pictures, "questions": data.count, "generator": generator}
        torch.save({**state, **about, **lists, **more}, f"{saved}.draft")
        Path(f"{saved}.draft").rename(saved)

    running, start, last, said, since = torch.zeros(len(LOSSES), device=device), time.time() - spent, time.time(), time.time(), step
    while (part := spent / (60 * opts.minutes)) < 1:
        # Ever smaller steps towards the end of the time, whatever the machine's speed.
        for group in optimiser.param_groups:
            group["lr"] = opts.rate * min(1, (step + 1) / 300) * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * part)))
        rows, asked = data.batch(opts.pictures, opts.each, maker)
        total, parts = losses(network, data, rows, asked, maker, mirror if step % 2 else None)
        optimiser.zero_grad(set_to_none=True)
        total.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        step += 1
        running += parts
        if step % STRIDE == 0:
            # Over the last 500 steps; at first over the last fifth.
            average(averages, min(1.0, max(STRIDE / 500, 5 * STRIDE / step)))
        if step == first + 2:  # What is compiled for the first time does not count.
            torch.cuda.synchronize() if device == "cuda" else None
            start = time.time() - spent
        if step % 50 == 0 or device == "cpu":
            torch.cuda.synchronize() if device == "cuda" else None
            now = time.time()
            spent = now - start
            if now - said > 15:
                told = {name: round(x, 3) for name, x in zip(LOSSES, (running / (step - since)).tolist(), strict=True)}
                print(step, f"{spent:.0f} s", told, flush=True)
                running.zero_()
                said, since = now, step
            if now - began > opts.limit:
                save()
                print("stopped:", step, "steps; run again, it goes on from here", flush=True)
                return
            if now - last > 100:
                print({k: v for k, v in check(mean, held_out).items() if k.count(" ") < 2}, flush=True)
                save()
                last = time.time()
    told = check(mean, held_out)
    save(held_out=told)
    print("finished:", step, "steps", f"{spent:.0f} s", told, flush=True)


@torch.no_grad()
def average(averages, weight):
    for old, new in averages:
        old.lerp_(new, weight) if old.is_floating_point() else old.copy_(new)


if __name__ == "__main__":
    main()
