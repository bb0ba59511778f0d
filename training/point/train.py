"""Trains reference/point on questions that scripts/write-training-questions.ts wrote. Goes on where it was interrupted.

python training/point/train.py --questions questions --check check --minutes 9 --out point.pt
"""

import argparse
import math
import random
import time
from collections import defaultdict
from pathlib import Path

import torch
from torch.nn import functional as F

from data import CELLS, Questions, Vocabulary, chunks_in
from network import COLUMNS, MARKS, Point, ROWS

UNKNOWN = 0.02  # share of words that training hides


def hidden(text, maker):
    dice = torch.rand(text.shape, generator=maker, device=text.device)
    return torch.where((dice < UNKNOWN) & (text > 0), 1, text)


def inside(logits, shares):
    """Minus the logarithm of how likely a point drawn from the heat map is right; shares are 0 … 1."""
    return -(logits.flatten(1).log_softmax(1).exp() * shares.flatten(1)).sum(1).clamp(min=1e-6).log()


def on_things(logits, ids, wanted):
    """The same for things by their numbers, of which every token has several; what is nowhere to be seen counts for nothing."""
    wanted = wanted[..., None, None]
    there = (((ids == wanted[:, 0]) | (ids == wanted[:, 1])) & (ids > 0)).any(2)
    likely = logits.log_softmax(1).masked_fill(~there, -30.0).logsumexp(1)
    seen = there.any(1)
    return -(likely * seen).sum() / seen.sum().clamp(min=1)


def moved(values, across, down, fill):
    """Cells moved within their picture; what comes in from outside is filled."""
    height, width = values.shape[-2:]
    padded = F.pad(values, (max(across, 0), max(-across, 0), max(down, 0), max(-down, 0)), value=fill)
    return padded[..., max(-down, 0) : max(-down, 0) + height, max(-across, 0) : max(-across, 0) + width]


def losses(network, data, rows, asked, maker, mirror, shift):
    each = len(asked) // len(rows)
    image, ids, far = data.rgb[rows].permute(0, 3, 1, 2), data.map[rows, 0], data.map[rows, 1]
    text, mask, fronts = data.text[asked].long(), data.mask[asked], data.front[rows]
    if mirror is not None:
        image, ids, far, mask, text, fronts = image.flip(3), ids.flip(2), far.flip(2), mask.flip(2), mirror[text], -fronts
    if shift is not None:
        across, down = shift
        image = moved(image, image.shape[3] // COLUMNS * across, image.shape[2] // ROWS * down, 127)
        ids, far, mask = moved(ids, across, down, 0), moved(far, across, down, 255), moved(mask, across, down, 0)
    # What every token has: cells of the heat map.
    side = ROWS // network.grid[0]
    wide_ids = F.pixel_unshuffle(ids[:, None], side).flatten(2).transpose(1, 2).repeat_interleave(each, 0)
    ids, far = ids[:, ::2, ::2].long(), far[:, ::2, ::2].float()
    front = fronts.gather(1, ids.flatten(1))
    gain = 1 + 0.1 * torch.randn((len(rows), 3, 1, 1), generator=maker, device=image.device)
    image = (image.float() * gain + 3 * torch.randn(image.shape, generator=maker, device=image.device)).clamp(0, 255)
    image = image.contiguous(memory_format=torch.channels_last)
    with torch.autocast(image.device.type, torch.bfloat16):
        fine, cells = network.picture(image)
        heat, thoughts = network.answer(
            fine.repeat_interleave(each, 0), cells.repeat_interleave(each, 0), hidden(text, maker)
        )
        marks = [network.mark(thought) for thought in thoughts]
        told = network.tell(cells)
    main = inside(heat.float(), mask.float() / 255)
    # What is spoken of on the way, and the answer, should show early.
    small = F.avg_pool2d(mask.float()[:, None] / 255, side)
    numbers = data.mark[asked].long()
    on_the_way = sum(
        inside(mark[..., 0].float(), small).mean()
        + sum(on_things(mark[..., 1 + n].float(), wide_ids, numbers[:, n]) for n in range(MARKS))
        for mark in marks
    ) / len(marks)
    flat = ids.flatten(1)
    kind, colour = data.kind[rows].gather(1, flat).long(), data.colour[rows].gather(1, flat).long()
    kinds, colours = network.sizes
    told = told.float()
    what = F.cross_entropy(told[..., :kinds].flatten(0, 1), kind.flatten(), ignore_index=-1)
    which = F.cross_entropy(told[..., kinds : kinds + colours].flatten(0, 1), colour.flatten(), ignore_index=-1)
    deep = F.smooth_l1_loss(told[..., -3], far.flatten(1) / 24 - 4)
    looks = ~front.isnan()
    angle = torch.where(looks, front, 0.0)
    turned = (told[..., -2] - angle.cos()) ** 2 + (told[..., -1] - angle.sin()) ** 2
    turned = (turned * looks).sum() / looks.sum().clamp(min=1)
    total = main.mean() + 0.3 * on_the_way + 0.5 * what + 0.3 * which + deep + 0.3 * turned
    return total, torch.stack([main.mean().detach(), on_the_way.detach(), what.detach(), which.detach(), deep.detach(), turned.detach()])


@torch.no_grad()
def check(network, data):
    """Of the benchmark's own questions, by level, part and steps: how often the hottest cell is mostly inside the mask."""
    network.eval()
    found = defaultdict(list)
    owner = torch.repeat_interleave(torch.arange(data.pictures, device=data.text.device), data.many)
    for start in range(0, data.count, 250):
        rows = slice(start, start + 250)
        image = data.rgb[owner[rows]].permute(0, 3, 1, 2).float()
        with torch.autocast(image.device.type, torch.bfloat16):
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
    parser.add_argument("--minutes", type=float, default=9)
    parser.add_argument("--pictures", type=int, default=48)
    parser.add_argument("--each", type=int, default=12)
    parser.add_argument("--rate", type=float, default=8e-4)
    parser.add_argument("--width", type=int, default=192)
    parser.add_argument("--reads", type=int, default=6)
    parser.add_argument("--merge", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--out", required=True)
    opts = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(opts.seed)
    torch.set_float32_matmul_precision("high")
    maker, dice = torch.Generator(device).manual_seed(opts.seed), random.Random(opts.seed)
    began, saved = time.time(), Path(opts.out)
    kept = torch.load(saved, map_location=device, weights_only=False) if saved.exists() else None
    if kept and kept["seconds"] >= 60 * opts.minutes:
        return
    # Chunks that have come since may have other words: weights keep those that they were trained with.
    lists = {name: kept[name] for name in ("words", "kinds", "colours")} if kept else None
    vocabulary = Vocabulary(*lists.values()) if lists else Vocabulary.of(chunks_in(opts.questions))
    generator = (Path(opts.questions) / "generator").read_text().strip()
    data = Questions(chunks_in(opts.questions), vocabulary, device, opts.most)
    held_out = Questions(chunks_in(opts.check), vocabulary, device, own_only=True)
    mirror = vocabulary.mirrored().to(device)
    size = {"width": opts.width, "reads": opts.reads, "merge": opts.merge}
    network = Point(len(vocabulary.words), len(vocabulary.kinds), len(vocabulary.colours), **size).to(device, memory_format=torch.channels_last)
    network.sizes = len(vocabulary.kinds), len(vocabulary.colours)
    mean = torch.optim.swa_utils.AveragedModel(network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True)
    mean.module.sizes = network.sizes
    plain, norms = [], []
    for weight in network.parameters():
        (plain if weight.ndim > 1 else norms).append(weight)
    optimiser = torch.optim.AdamW([{"params": plain, "weight_decay": 0.05}, {"params": norms, "weight_decay": 0.0}], lr=opts.rate, betas=(0.9, 0.98), fused=device == "cuda")
    step, spent = 0, 0.0
    if kept:
        network.load_state_dict(kept["network"]), mean.load_state_dict(kept["mean"]), optimiser.load_state_dict(kept["optimiser"])
        step, spent = kept["steps"], kept["seconds"]
        maker.manual_seed(opts.seed + step), dice.seed(opts.seed + step)
    first = step
    if opts.compile:
        network.picture, network.answer = torch.compile(network.picture), torch.compile(network.answer)
    print(f"{sum(w.numel() for w in network.parameters())} weights, {data.pictures} pictures, {data.count} questions, read in {time.time() - began:.0f} s", flush=True)

    def save(**more):
        lists = {"words": vocabulary.words, "kinds": vocabulary.kinds, "colours": vocabulary.colours}
        torch.save({"network": network.state_dict(), "mean": mean.state_dict(), "optimiser": optimiser.state_dict(), "steps": step, "seconds": spent, "seed": opts.seed, "size": size, "pictures": data.pictures, "questions": data.count, "generator": generator, **lists, **more}, f"{saved}.draft")
        Path(f"{saved}.draft").rename(saved)

    running, start, last, said = torch.zeros(6, device=device), time.time() - spent, time.time(), time.time()
    while (part := spent / (60 * opts.minutes)) < 1:
        # Ever smaller steps towards the end of the time, whatever the machine's speed.
        for group in optimiser.param_groups:
            group["lr"] = opts.rate * min(1, (step + 1) / 300) * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * part)))
        shift = None if dice.random() < 0.5 else (dice.randint(-10, 10), dice.randint(-8, 8))
        rows, asked = data.batch(opts.pictures, opts.each, maker)
        total, parts = losses(network, data, rows, asked, maker, mirror if step % 2 else None, shift)
        optimiser.zero_grad(set_to_none=True)
        total.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        mean.update_parameters(network)
        step += 1
        running += parts
        if step == first + 1:  # What is compiled for the first time does not count.
            start = time.time() - spent
        if step % 50 == 0 or device == "cpu":
            torch.cuda.synchronize() if device == "cuda" else None
            spent = time.time() - start
            if time.time() - said > 15:
                count = 50 if device == "cuda" else 1
                print(step, f"{spent:.0f} s", [round(x, 3) for x in (running / count).tolist()], flush=True)
                said = time.time()
            running.zero_()
            if time.time() - last > 100:
                print({k: v for k, v in check(mean.module, held_out).items() if k.count(" ") < 2}, flush=True)
                save()
                last = time.time()
    told = check(mean.module, held_out)
    save(held_out=told)
    print("finished:", step, "steps", f"{spent:.0f} s", told, flush=True)


if __name__ == "__main__":
    main()
