"""A stand-in for the part of VLMEvalKit that models are built on. It comes last: where VLMEvalKit is installed, nobody meets it."""

import importlib.machinery
import json
import logging
import os
import re
import string
import sys
import warnings


class BaseModel:
    INTERLEAVE = False
    allowed_types = ["text", "image"]

    def use_custom_prompt(self, dataset):
        return False

    def generate_inner(self, message, dataset=None):
        raise NotImplementedError("a model defines generate_inner(message, dataset=None)")

    def generate(self, message, dataset=None):
        return self.generate_inner(message, dataset)

    def message_to_promptimg(self, message, dataset=None):
        """For models that take one picture: all texts, and the first picture."""
        texts = [part["value"] for part in message if part["type"] == "text"]
        images = [part["value"] for part in message if part["type"] == "image"]
        return "\n".join(texts), images[0] if images else None


SMP = {"os": os, "osp": os.path, "re": re, "json": json, "string": string, "warnings": warnings}
CONTENTS = {
    "vlmeval": {},
    "vlmeval.vlm": {"BaseModel": BaseModel},
    "vlmeval.vlm.base": {"BaseModel": BaseModel},
    "vlmeval.smp": dict(SMP, get_logger=logging.getLogger),
}


class StandIn:
    """Finds and fills these modules."""

    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if name in CONTENTS else None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        if module.__name__ == "vlmeval":
            print("VLMEvalKit is not installed: vlmeval.vlm.base and vlmeval.smp are stand-ins", file=sys.stderr)
        module.__dict__.update(CONTENTS[module.__name__])


def offer_stand_in():
    sys.meta_path.append(StandIn())
