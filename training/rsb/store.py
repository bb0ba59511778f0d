"""A network as one ONNX file with 16-bit weights, and its manifest beside it."""

import json

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper


def store(network, example, inputs, outputs, manifest, out):
    names = {"input_names": inputs, "output_names": outputs}
    torch.onnx.export(network, example, out, opset_version=18, external_data=False, dynamo=True, verbose=False, **names)
    model = onnx.load(out)
    halve(model)
    del model.metadata_props[:]
    for node in model.graph.node:
        del node.metadata_props[:]
        node.doc_string = ""
    onnx.checker.check_model(model)
    onnx.save(model, out)
    out.with_suffix(".json").write_text(json.dumps(manifest, indent=2) + "\n")


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
