#!/usr/bin/env bash
# Makes questions on all cores, trains reference/point with a learning curve meanwhile and afterwards, and exports it.
# Goes on where it was interrupted: chunks and weights that are there are kept.
# training/point/all.sh WORK OUT [seconds of making] [minutes of training]
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$1 out=$2 seconds=${3:-480} minutes=${4:-9}
node=${NODE:-npx node} cores=$(nproc)
mkdir -p "$work" "$out"
for n in 0 1 2 3 4 5 6 7 8 9; do
  $node scripts/write-training-questions.ts "$work/check" "$n" 10 --check 0 --chunks 10 >>"$work/make.log" 2>&1 &
done
wait
for ((n = 0; n < cores; n++)); do
  $node scripts/write-training-questions.ts "$work/questions" "$n" "$cores" --seconds "$seconds" >>"$work/make.log" 2>&1 &
done
train() { # name, questions or nothing, minutes
  python3 training/point/train.py --questions "$work/questions" --check "$work/check" ${2:+--most "$2"} --minutes "$3" \
    --compile --out "$work/$1.pt" | tee "$out/$1.log"
}
chunks() { until [ "$(find "$work/questions" -name '*.jsonl' | wc -l)" -ge "$1" ] || [ -z "$(jobs -rp)" ]; do sleep 1; done; }
if [ "${CURVE:-yes}" = yes ]; then
  chunks 7 && train point-10000 10000 1.2
  chunks 20 && train point-30000 30000 1.8
  chunks 62 && train point-100000 100000 2.8
fi
wait
train point "" "$minutes"
for each in "$work"/point*.pt; do python3 training/point/export.py "$each" "$out/$(basename "$each" .pt).onnx"; done
for blind in picture words; do
  python3 training/point/export.py "$work/point.pt" "$out/point-without-$blind.onnx" --blind $blind
done
