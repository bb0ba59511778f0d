"""A network as one ONNX file, most of its weights with 8 bits, and its manifest beside it."""

import json

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

EIGHT_BITS_FROM = 2**16  # numbers


def store(network, example, inputs, outputs, manifest, out):
    names = {"input_names": inputs, "output_names": outputs}
    torch.onnx.export(network, example, out, opset_version=18, external_data=False, dynamo=True, verbose=False, **names)
    model = onnx.load(out)
    shrink(model)
    save(model, manifest, out)


def save(model, manifest, out):
    for part in (model, *model.graph.node, *model.graph.value_info):
        del part.metadata_props[:]
    for node in model.graph.node:
        node.doc_string = ""
    onnx.checker.check_model(model)
    onnx.save(model, out)
    out.with_suffix(".json").write_text(json.dumps(manifest, indent=2) + "\n")


def shrink(model):
    """Weights are stored in fewer bits, and turned back when the network is opened. Small ones gain little by 8 bits and lose most."""
    axes = {}
    for node in model.graph.node:
        for place, name in enumerate(node.input):
            if place == 0 and node.op_type != "Gather":
                continue
            flag = next((a.i for a in node.attribute if a.name == "transB"), 0)
            axes[name] = 0 if node.op_type in ("Conv", "Gather") or flag else 1
    made = []
    for weight in list(model.graph.initializer):
        size = np.prod(weight.dims)
        if weight.data_type != TensorProto.FLOAT or size < 256:
            continue
        name, values = weight.name, numpy_helper.to_array(weight)
        model.graph.initializer.remove(weight)
        if size < EIGHT_BITS_FROM:
            model.graph.initializer.append(numpy_helper.from_array(values.astype(np.float16), f"{name}_half"))
            made.append(helper.make_node("Cast", [f"{name}_half"], [name], to=TensorProto.FLOAT))
        else:
            axis = axes.get(name, 0)
            small, scale = in_eight_bits(values, axis)
            model.graph.initializer.append(numpy_helper.from_array(small, f"{name}_small"))
            model.graph.initializer.append(numpy_helper.from_array(scale, f"{name}_scale"))
            made.append(helper.make_node("DequantizeLinear", [f"{name}_small", f"{name}_scale"], [name], axis=axis))
    for node in reversed(made):
        model.graph.node.insert(0, node)


def in_eight_bits(values, axis):
    """As 8-bit numbers, and one scale for each output."""
    others = tuple(n for n in range(values.ndim) if n != axis)
    scale = np.maximum(np.abs(values).max(others), 1e-8).astype(np.float32) / 127
    shape = [-1 if n == axis else 1 for n in range(values.ndim)]
    return np.clip(np.round(values / scale.reshape(shape)), -127, 127).astype(np.int8), scale
