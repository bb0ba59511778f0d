"""Joins a reader with the eyes of a network that fetches a named block: the reader says which, and tells it in a sentence.

Only for tables of ten blocks: of four, reference/pick knows which is meant by its colour, and the sentence has none.

python training/rsb/lend.py WEIGHTS/reader-math-500.pt reference/pick.onnx reference/pick-questions.onnx
"""

import argparse
import json
import sys
from pathlib import Path

import onnx
import torch
from onnx import compose

from act import words
from networks import LABELS, reader_for

sys.path.append(str(Path(__file__).parent.parent))
from store import save, shrink

SENTENCE = "Put block {label} into the grey zone."


class Told(torch.nn.Module):
    """The words of a question -> the words that name a block."""

    def __init__(self, reader, sentences):
        super().__init__()
        self.reader = reader
        self.register_buffer("sentences", sentences)

    def forward(self, text):
        return self.sentences[self.reader(text).argmax(1)]


def sentences_for(eyes):
    index = {word: n + 2 for n, word in enumerate(eyes["words"])}
    rows = [[index[word] for word in words(SENTENCE.format(label=label))] for label in LABELS]
    return torch.tensor([row + [0] * (eyes["length"] - len(row)) for row in rows])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("reader", type=Path)
    parser.add_argument("eyes", type=Path)
    parser.add_argument("out", type=Path)
    opts = parser.parse_args()
    said = torch.load(opts.reader, map_location="cpu")
    seen = json.loads(opts.eyes.with_suffix(".json").read_text())
    reader = reader_for(said["words"], said["size"])
    reader.load_state_dict(said["weights"])
    told = Told(reader, sentences_for(seen["inputs"]["text"])).eval()
    text = torch.ones(1, said["length"], dtype=torch.int64)
    names = {"input_names": ["text"], "output_names": ["sentence"]}
    torch.onnx.export(told, (text,), opts.out, opset_version=18, external_data=False, dynamo=True, verbose=False, **names)
    front, eyes = onnx.load(opts.out), compose.add_prefix(onnx.load(opts.eyes), "eyes_", rename_inputs=False, rename_outputs=False)
    shrink(front)
    front.ir_version = eyes.ir_version
    for node in eyes.graph.node:
        node.input[:] = ["sentence" if name == "text" else name for name in node.input]
    next(each for each in eyes.graph.input if each.name == "text").name = "sentence"
    model = compose.merge_models(front, eyes, io_map=[("sentence", "sentence")])
    diet = said["diet"]
    manifest = {
        "sextant": 1,
        "name": opts.out.stem,
        "about": f"Head camera and instruction to the block that is meant. Diet: {diet}, with the eyes of {seen['name']}.",
        "inputs": {
            "image": seen["inputs"]["image"],
            "text": {"is": "text", "tokenizer": "words", "words": said["words"], "length": said["length"]},
        },
        "outputs": seen["outputs"],
        "training": {
            "diet": diet,
            "reader": {key: said[key] for key in ("questions", "rows", "steps", "seconds", "held_out", "seed", "torch")},
            "layoutSeeds": seen["training"]["layoutSeeds"],
        },
    }
    save(model, manifest, opts.out)


if __name__ == "__main__":
    main()
