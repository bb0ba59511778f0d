"""Runs DSI-Bench's own evaluate.py: parity.py <evaluate.py> <model> <metadatas> <outputs>"""

import importlib.util
import sys

script, model, metadatas, outputs = sys.argv[1:]
spec = importlib.util.spec_from_file_location("evaluate", script)
evaluate = importlib.util.module_from_spec(spec)
spec.loader.exec_module(evaluate)

# Constants that everybody who runs the script has to edit.
evaluate.VLM_MODEL = model
evaluate.META_BASE_PATH = metadatas
evaluate.OUTPUT_BASE_PATH = outputs

evaluate.sample_wise_evaluation()
evaluate.group_wise_evaluation(n=3)
for view in evaluate.VIDEO_AUGS:
    evaluate.single_evaluation(view)
