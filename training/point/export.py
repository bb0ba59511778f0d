"""Writes a trained network as an ONNX file with its manifest beside it.

python training/point/export.py point.pt reference/point.onnx
"""

import argparse
import sys
from pathlib import Path

import torch

from network import HEIGHT, LENGTH, WIDTH, Point

sys.path.append(str(Path(__file__).parent.parent))
from store import store


class Shipped(torch.nn.Module):
    """What is needed to answer; blind versions are shown nothing of one of the two."""

    def __init__(self, network, blind):
        super().__init__()
        self.network, self.blind = network, blind

    def forward(self, image, text):
        if self.blind == "picture":
            image = image * 0 + 127.5
        if self.blind == "words":
            text = torch.cat([text[:, :1] * 0 + 1, text[:, 1:] * 0], 1)
        return self.network(image, text)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("weights")
    parser.add_argument("out")
    parser.add_argument("--blind", choices=["picture", "words"])
    opts = parser.parse_args()
    saved = torch.load(opts.weights, map_location="cpu", weights_only=False)
    network = Point(**saved["size"])
    network.load_state_dict(saved["mean"])
    network.eval()
    example = (torch.zeros(1, 3, HEIGHT, WIDTH), torch.ones(1, LENGTH, dtype=torch.int64))
    manifest = {
        "sextant": 1,
        "name": "point" if opts.blind is None else f"point-without-{opts.blind}",
        "about": "Picture and request to the place that is meant. Trained on generated questions.",
        "inputs": {
            "image": {"is": "picture", "width": WIDTH, "height": HEIGHT, "layout": "chw"},
            "text": {"is": "text", "tokenizer": "words", "words": saved["words"], "length": LENGTH},
        },
        "outputs": {"heat": {"is": "heat"}},
        "training": {
            "generator": saved["generator"], "questionSeeds": [2**33, 2**33], "pictures": saved["pictures"], "questions": saved["questions"], "steps": saved["steps"],
            "seconds": round(saved["seconds"]), "seed": saved["seed"], "torch": torch.__version__,
            # Percent right, and of how many; missing while it is being trained.
            **({"heldOut": saved["held_out"]} if "held_out" in saved else {}),
        },
    }
    store(Shipped(network, opts.blind).eval(), example, ["image", "text"], ["heat"], manifest, Path(opts.out))


if __name__ == "__main__":
    main()
