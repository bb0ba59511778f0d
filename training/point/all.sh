#!/usr/bin/env bash
# Makes questions on all cores, trains reference/point with a learning curve meanwhile and afterwards, and exports it.
# Run again, it goes on where it was: chunks and weights that are there are kept, and time that was spent is not spent again.
# `SMALL=1` tries everything in miniature, without a GPU.
# bash training/point/all.sh GENERATOR WORK OUT [seconds of making] [minutes of training]
set -euo pipefail
cd "$(dirname "$0")/../.."
generator=$1 work=$2 out=$3
curve=${CURVE-"10000:1.2 30000:1.8 100000:2.8"} # questions, and minutes of training
if [ "${SMALL:-}" ]; then
  seconds=${4:-1000} minutes=${5:-0.2} checks=1 curve="20:0.1" made_of="--pictures 5" chunks=3
  size="--width 48 --pictures 2 --each 2"
else
  seconds=${4:-480} minutes=${5:-9} checks=10 made_of= chunks=1000000
  size=--compile
fi
node=${NODE:-npx node} python=${PYTHON:-python3} cores=${CORES:-$(nproc)}
mkdir -p "$work" "$out"
make() { $node scripts/write-training-questions.ts "$@" --generator "$generator" $made_of >>"$work/make.log" 2>&1; }
# Another generator than these sources have is refused here.
$node scripts/write-training-questions.ts "$work/questions" 0 1 --generator "$generator" --chunks 0
# The same questions of the benchmark for every network, of seeds of their own.
for ((n = 0; n < checks; n++)); do make "$work/check" "$n" "$checks" --check 0 --chunks "$checks" & done
wait
made=$(cat "$work/seconds" 2>/dev/null || echo 0)
for ((n = 0; n < cores && made < seconds; n++)); do
  make "$work/questions" "$n" "$cores" --seconds $((seconds - made)) --chunks "$chunks" &
done
makers=$(jobs -rp)
(while sleep 5 && kill -0 $makers 2>/dev/null; do echo $((made += 5)) >"$work/seconds"; done) &
train() { # name, questions or nothing, minutes
  $python training/point/train.py --questions "$work/questions" --check "$work/check" ${2:+--most "$2"} --minutes "$3" \
    $size --out "$work/$1.pt" | tee -a "$out/$1.log"
}
# About 1,600 questions are in a chunk of full size.
making() { kill -0 $makers 2>/dev/null; }
there() { find "$work/questions" -name '*.jsonl' | wc -l; }
for point in $curve; do
  questions=${point%:*}
  until [ "$(there)" -ge $((questions / 1600 + 1)) ] || ! making; do sleep 1; done
  train "point-$questions" "$questions" "${point#*:}"
done
wait
train point "" "$minutes"
for each in "$work"/point*.pt; do $python training/point/export.py "$each" "$out/$(basename "$each" .pt).onnx"; done
for blind in picture words; do
  $python training/point/export.py "$work/point.pt" "$out/point-without-$blind.onnx" --blind $blind
done
