"""Makes of a shipped network one that is blind: the picture is always grey, or the sentence one unknown word.

python training/blind.py reference/point.onnx picture point-without-picture.onnx
"""

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper


def blinded(model, kind):
    """Whoever reads the input now reads a constant. The input stays and reaches nothing, so the manifest stays true."""
    name = "image" if kind == "picture" else "text"
    given = next(each for each in model.graph.input if each.name == name)
    shape = [size.dim_value for size in given.type.tensor_type.shape.dim]
    if kind == "picture":
        constant = np.full(shape, 127.5, np.float32)
    else:
        constant = np.zeros(shape, np.int64)
        constant[:, 0] = 1
    for node in model.graph.node:
        for place, read in enumerate(node.input):
            if read == name:
                node.input[place] = f"no_{name}"
    model.graph.node.insert(0, helper.make_node("Constant", [], [f"no_{name}"], value=numpy_helper.from_array(constant)))
    onnx.checker.check_model(model)
    return model


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("network", type=Path)
    parser.add_argument("kind", choices=["picture", "words"])
    parser.add_argument("out", type=Path)
    opts = parser.parse_args()
    onnx.save(blinded(onnx.load(opts.network), opts.kind), opts.out)
    manifest = json.loads(opts.network.with_suffix(".json").read_text())
    manifest["name"] += f"-without-{opts.kind}"
    opts.out.with_suffix(".json").write_text(json.dumps(manifest, indent=2) + "\n")


if __name__ == "__main__":
    main()
