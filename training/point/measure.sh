#!/usr/bin/env bash
# Lets networks and baselines answer the questions of docs/references.md. Run again, it goes on where it was.
# bash training/point/measure.sh SETS RUNS                     reference/point, also without picture or words, and baselines
# bash training/point/measure.sh SETS RUNS out/point-10000.onnx …    further networks, as runs called curve-10000-medium …
set -euo pipefail
cd "$(dirname "$0")/../.."
sets=$1 runs=$2
shift 2
node=${NODE:-npx node} python=${PYTHON:-python3}
sextant() { $node --conditions=sextant-source src/cli/main.ts "$@"; }
measure() { # run, level, model
  grep -qs '"missing": 0' "$runs/$1/summary.json" || sextant run synth-point --data "$sets/$2" --model "$3" --out "$runs/$1"
}
mkdir -p "$sets" "$runs"
for level in easy medium hard; do
  [ -d "$sets/$level" ] || sextant synth make synth-point --difficulty "$level" --count 200 --seed 501 --out "$sets/$level"
  for network in "$@"; do
    name=$(basename "$network" .onnx)
    measure "${name/point/curve}-$level" "$level" "$network"
  done
  [ $# -gt 0 ] && continue
  measure "point-$level" "$level" reference/point
  for baseline in random kind boxes last-step; do measure "point-$level-$baseline" "$level" "baseline/$baseline"; done
done
[ $# -gt 0 ] && exit
for blind in picture words; do
  network=$sets/point-without-$blind.onnx
  $python training/blind.py reference/point.onnx "$blind" "$network"
  measure "point-medium-without-$blind" medium "$network"
done
