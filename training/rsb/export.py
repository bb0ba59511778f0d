"""Writes trained weights as networks for `--policy`, with a manifest beside each.

python training/rsb/export.py WEIGHTS NETWORKS pick-math-500 act …
"""

import argparse
import sys
from pathlib import Path

import torch

from act import CHUNK, LENGTH, VIEWS
from networks import Act, Finder, Pick, reader_for

sys.path.append(str(Path(__file__).parent.parent))
from store import store

HEAD = {"is": "picture", "camera": "head_camera", "width": 320, "height": 240, "crop": {"x": 8, "y": 44, "width": 304, "height": 120}}
PICK_OUTPUTS = {name: {"is": name} for name in ("heat", "offset", "turn")}


def export_pick(weights, diet, blind, out):
    """A reader, and the finder that belongs to what it is blind to."""
    said = torch.load(weights / f"reader-{diet}.pt", map_location="cpu")
    seen = torch.load(weights / f"finder{f'-blind-{blind}' if blind else ''}.pt", map_location="cpu")
    reader, finder = reader_for(said["words"], said["size"]), Finder()
    reader.load_state_dict(said["weights"])
    finder.load_state_dict(seen["weights"])
    network = Pick(reader, finder, blind).eval()
    example = (torch.zeros(1, 3, 120, 304), torch.zeros(1, said["length"], dtype=torch.int64))
    manifest = {
        "sextant": 1,
        "name": out.stem,
        "about": f"Head camera and instruction to the block that is meant. Diet: {diet}{f', blind to the {blind}' if blind else ''}.",
        "inputs": {
            "image": {**HEAD, "layout": "chw"},
            "text": {"is": "text", "tokenizer": "words", "words": said["words"], "length": said["length"]},
        },
        "outputs": PICK_OUTPUTS,
        "training": {
            "diet": diet,
            **({"blind": blind} if blind else {}),
            "reader": {key: said[key] for key in ("questions", "rows", "steps", "seconds", "held_out", "seed", "torch")},
            "finder": {key: seen[key] for key in ("tables", "steps", "seconds", "seed")},
            "layoutSeeds": seen["layoutSeeds"],
        },
    }
    store(network, example, ["image", "text"], list(PICK_OUTPUTS), manifest, out)


def export_act(weights, out):
    saved = torch.load(weights / "act.pt", map_location="cpu")
    network = Act(len(saved["words"]), CHUNK, **saved["size"])
    network.load_state_dict(saved["weights"])
    size = lambda camera: (1, 3, *VIEWS[camera])
    text = torch.zeros(1, LENGTH, dtype=torch.int64)
    example = (*(torch.zeros(size(camera)) for camera in VIEWS), torch.zeros(1, 14), torch.zeros(1, 14), text)
    picture = lambda camera: {"is": "picture", "camera": camera, "width": VIEWS[camera][1], "height": VIEWS[camera][0], "layout": "chw"}
    manifest = {
        "sextant": 1,
        "name": "act",
        "about": "Three cameras, joints and an instruction that names a block, to what the joints do next.",
        "inputs": {
            "head": picture("head_camera"),
            "left": picture("left_camera"),
            "right": picture("right_camera"),
            "joints": {"is": "joints"},
            "commanded": {"is": "commanded"},
            "text": {"is": "text", "tokenizer": "words", "words": saved["words"], "length": LENGTH},
        },
        "outputs": {"actions": {"is": "joint-chunk"}},
        "execute": 16,
        "every": 15,
        "training": {
            "diet": "letters",
            **{key: saved[key] for key in ("episodes", "moments", "layoutSeeds", "steps", "seconds", "seed", "torch")},
        },
    }
    store(network.eval(), example, list(manifest["inputs"]), ["actions"], manifest, out)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("names", nargs="+", help="act, pick-DIET or pick-DIET-blind-picture")
    opts = parser.parse_args()
    opts.out.mkdir(parents=True, exist_ok=True)
    for name in opts.names:
        file = opts.out / f"{name}.onnx"
        if name == "act":
            export_act(opts.weights, file)
        else:
            diet, _, blind = name.removeprefix("pick-").partition("-blind-")
            export_pick(opts.weights, diet, blind or None, file)
        print(file, file.stat().st_size, flush=True)


if __name__ == "__main__":
    main()
