"""Writes a trained network as reference/pick.onnx, and its manifest beside it.

python training/pick/export.py pick.pt reference/pick.onnx --tables tables-4 tables-10 --seconds 1080
"""

import argparse
import json
import sys
from pathlib import Path

import torch

from network import Pick
from train import HEIGHT, LENGTH, WIDTH

sys.path.append(str(Path(__file__).parent.parent))
from store import store


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("weights")
    parser.add_argument("out")
    parser.add_argument("--tables", nargs="+", required=True)
    parser.add_argument("--seconds", type=int, required=True)
    opts = parser.parse_args()
    saved = torch.load(opts.weights)
    network = Pick(len(saved["words"]))
    network.load_state_dict(saved["weights"])
    network.eval()
    example = (torch.zeros(1, 3, HEIGHT, WIDTH), torch.zeros(1, LENGTH, dtype=torch.int64))
    seeds = [[json.loads(line)["seed"] for line in Path(f"{path}.ndjson").read_text().splitlines()] for path in opts.tables]
    manifest = {
        "sextant": 1,
        "name": "pick",
        "about": "Head camera and instruction to the block that is meant. Trained on instructions that name a block.",
        "inputs": {
            "image": {
                "is": "picture", "camera": "head_camera", "width": 320, "height": 240,
                "crop": {"x": 8, "y": 44, "width": WIDTH, "height": HEIGHT}, "layout": "chw",
            },
            "text": {"is": "text", "tokenizer": "words", "words": saved["words"], "length": LENGTH},
        },
        "outputs": {"heat": {"is": "heat"}, "offset": {"is": "offset"}, "turn": {"is": "turn"}},
        "training": {
            "diet": "letters", "tables": [len(each) for each in seeds],
            "layoutSeeds": [[min(each), max(each)] for each in seeds],
            "steps": saved["steps"], "seed": saved["seed"], "seconds": opts.seconds, "torch": torch.__version__,
        },
    }
    store(network, example, ["image", "text"], ["heat", "offset", "turn"], manifest, Path(opts.out))


if __name__ == "__main__":
    main()
