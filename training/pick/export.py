"""Writes a trained network as reference/pick.onnx, weights as 16-bit floats, and its manifest beside it.

python training/pick/export.py pick.pt reference/pick.onnx --tables tables-4 tables-10 --seconds 1080
"""

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from network import Pick
from train import HEIGHT, LENGTH, WIDTH


def halve(model):
    """Stores large weights as 16-bit floats, and turns them back when the network is opened."""
    kept = []
    for weight in list(model.graph.initializer):
        if weight.data_type != TensorProto.FLOAT or np.prod(weight.dims) < 256:
            continue
        name, values = weight.name, numpy_helper.to_array(weight)
        model.graph.initializer.remove(weight)
        model.graph.initializer.append(numpy_helper.from_array(values.astype(np.float16), f"{name}_half"))
        kept.append(helper.make_node("Cast", [f"{name}_half"], [name], to=TensorProto.FLOAT))
    for node in reversed(kept):
        model.graph.node.insert(0, node)


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
    names = {"input_names": ["image", "text"], "output_names": ["heat", "offset", "turn"]}
    torch.onnx.export(network, example, opts.out, opset_version=18, external_data=False, dynamo=True, **names)
    model = onnx.load(opts.out)
    halve(model)
    del model.metadata_props[:]
    for node in model.graph.node:
        del node.metadata_props[:]
        node.doc_string = ""
    onnx.checker.check_model(model)
    onnx.save(model, opts.out)
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
    Path(opts.out).with_suffix(".json").write_text(json.dumps(manifest, indent=2) + "\n")


if __name__ == "__main__":
    main()
