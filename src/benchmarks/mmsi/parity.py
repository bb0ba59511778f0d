"""Runs the evaluation of MMSI-Bench in VLMEvalKit or a fork: parity.py <repo> <script> <class> <predictions.xlsx>

The last line is what it returned: a JSON list of {name, metric, value}.
"""

import importlib
import json
import os
import sys
import types

repo, script, class_name, predictions = sys.argv[1:]

# The packages' own __init__ import every model and every data set, with all that those need.
for name in ("vlmeval", "vlmeval.dataset"):
    package = types.ModuleType(name)
    package.__path__ = [os.path.join(repo, *name.split("."))]
    sys.modules[name] = package

module = os.path.splitext(script)[0].replace("\\", "/").replace("/", ".")
dataset = getattr(importlib.import_module(module), class_name)
# Without its constructor, which downloads the data.
result = object.__new__(dataset).evaluate(predictions, model="exact_matching")


def rows(table):
    if isinstance(table, dict):
        for key, value in table.items():
            if isinstance(value, float):
                name = "Overall" if key == "overall" else key.removesuffix("_accuracy")
                yield {"name": name, "metric": "accuracy", "value": value}
    elif "categories" in table:
        only = table.iloc[0]
        for name, value in {"Overall": only["overall"], **only["categories"]}.items():
            yield {"name": name, "metric": "accuracy", "value": value}
    else:
        for metric in table.columns:
            for name, value in table[metric].items():
                yield {"name": name, "metric": metric, "value": value}


print(json.dumps(list(rows(result))))
