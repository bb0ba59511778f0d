# The same letters with Python's re: the authors' chain of three searches.
import re, sys, time

texts = open(sys.argv[1], encoding="utf-8").read().split("\0")
begun, cpu = time.perf_counter(), time.process_time()
found = 0
for text in texts:
    match = re.search(r"``([^`]*)``", text)
    if match:
        text = match.group(1)
    match = re.search(r"`([^`]*)`", text)
    if match:
        text = match.group(1)
    if re.search(r"\b[A-D]\b(?!\s[a-zA-Z])", text):
        found += 1
print(time.perf_counter() - begun, time.process_time() - cpu, found)
