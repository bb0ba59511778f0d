"""Writes a trained network as an ONNX file with its manifest beside it; large weights as 8-bit numbers, one scale per output.

python training/point/export.py point.pt reference/point.onnx
"""

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from network import HEIGHT, LENGTH, WIDTH, Point


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


def shrink(model):
    """Weights of matrices and convolutions as 8-bit numbers, which are turned back when the network is opened."""
    axes = {}
    for node in model.graph.node:
        for place, name in enumerate(node.input):
            if place == 0 and node.op_type != "Gather":
                continue
            flag = next((a.i for a in node.attribute if a.name == "transB"), 0)
            axes[name] = 0 if node.op_type in ("Conv", "Gather") or flag else 1
    made = []
    for weight in list(model.graph.initializer):
        if weight.data_type != TensorProto.FLOAT or len(weight.dims) < 2 or np.prod(weight.dims) < 2048:
            continue
        name, values = weight.name, numpy_helper.to_array(weight)
        axis = axes.get(name, 0)
        others = tuple(n for n in range(values.ndim) if n != axis)
        scale = np.maximum(np.abs(values).max(others), 1e-8).astype(np.float32) / 127
        shape = [-1 if n == axis else 1 for n in range(values.ndim)]
        small = np.clip(np.round(values / scale.reshape(shape)), -127, 127).astype(np.int8)
        model.graph.initializer.remove(weight)
        model.graph.initializer.append(numpy_helper.from_array(small, f"{name}_small"))
        model.graph.initializer.append(numpy_helper.from_array(scale, f"{name}_scale"))
        made.append(helper.make_node("DequantizeLinear", [f"{name}_small", f"{name}_scale"], [name], axis=axis))
    for node in reversed(made):
        model.graph.node.insert(0, node)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("weights")
    parser.add_argument("out")
    parser.add_argument("--blind", choices=["picture", "words"])
    opts = parser.parse_args()
    saved = torch.load(opts.weights, map_location="cpu", weights_only=False)
    network = Point(len(saved["words"]), len(saved["kinds"]), len(saved["colours"]), **saved["size"])
    network.load_state_dict({k.removeprefix("module."): v for k, v in saved["mean"].items() if k != "n_averaged"})
    network.eval()
    example = (torch.zeros(1, 3, HEIGHT, WIDTH), torch.ones(1, LENGTH, dtype=torch.int64))
    names = {"input_names": ["image", "text"], "output_names": ["heat"]}
    shipped = Shipped(network, opts.blind).eval()
    torch.onnx.export(shipped, example, opts.out, opset_version=18, external_data=False, dynamo=True, **names)
    model = onnx.load(opts.out)
    shrink(model)
    del model.metadata_props[:]
    for node in model.graph.node:
        del node.metadata_props[:]
        node.doc_string = ""
    for value in model.graph.value_info:
        del value.metadata_props[:]
    onnx.checker.check_model(model)
    onnx.save(model, opts.out)
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
            # Percent right, and of how many.
            "heldOut": saved["held_out"],
        },
    }
    Path(opts.out).with_suffix(".json").write_text(json.dumps(manifest, indent=2) + "\n")


if __name__ == "__main__":
    main()
