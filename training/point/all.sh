#!/usr/bin/env bash
# Makes questions on all cores, trains reference/point with a learning curve meanwhile and afterwards, and exports it.
# Run again, it goes on where it was: chunks and weights that are there are kept, and time that was spent is not spent again.
# `SMALL=1` tries everything in miniature, without a GPU.
# bash training/point/all.sh GENERATOR WORK OUT [seconds of making] [minutes of training]
set -euo pipefail
shopt -s nullglob
cd "$(dirname "$0")/../.."
generator=$1 work=$2 out=$3
begin=$(date +%s)
curve=${CURVE-"10000:1 30000:1.3 100000:1.8 200000:2.2"} # questions, and minutes of training
limit=${LIMIT:-100000} # seconds that the whole command may take
if [ "${SMALL:-}" ]; then
  seconds=${4:-1000} minutes=${5:-0.2} checks=1 curve="20:0.1" made_of="--pictures 5" chunks=3
  size="--width 48 --cell 24 --links 3 --pictures 2 --each 2"
else
  seconds=${4:-450} minutes=${5:-13} checks=16 made_of="--pictures 25" chunks=1000000
  size=--compile
fi
node=${NODE:-npx node} python=${PYTHON:-python3} cores=${CORES:-$(nproc)}
mkdir -p "$work" "$out"
say() { echo "$(($(date +%s) - begin)) s: $*" | tee -a "$out/all.log"; }
# Exporting takes its time, too.
left() { echo $((begin + limit - 60 - $(date +%s))); }
make() { $node scripts/write-training-questions.ts "$@" --generator "$generator" $made_of >>"$work/make.log" 2>&1; }
# Another generator than these sources have is refused here.
$node scripts/write-training-questions.ts "$work/questions" 0 1 --generator "$generator" --chunks 0
# The same questions of the benchmark for every network, of seeds of their own.
for ((n = 0; n < checks; n++)); do make "$work/check" "$n" "$checks" --check 0 --chunks $((checks > 1 ? 40 : 1)) & done
wait
made=$(cat "$work/seconds" 2>/dev/null || echo 0)
wanted=$((seconds - made < $(left) ? seconds - made : $(left)))
for ((n = 0; n < cores && wanted > 0; n++)); do
  make "$work/questions" "$n" "$cores" --seconds "$wanted" --chunks "$chunks" &
done
makers=$(jobs -rp)
(while sleep 5 && kill -0 $makers 2>/dev/null; do echo $((made += 5)) >"$work/seconds"; done) &
making() { [ "$makers" ] && kill -0 $makers 2>/dev/null; }
there() { find "$work/questions" -name '*.jsonl' | wc -l; }
train() { # name, questions or nothing, minutes
  [ "$(left)" -gt 30 ] || return 0
  $python training/point/train.py --questions "$work/questions" --check "$work/check" ${2:+--most "$2"} --minutes "$3" \
    --limit "$(left)" $size --out "$work/$1.pt" | tee -a "$out/$1.log"
}
for point in $curve; do
  # At least 800 questions are in a chunk of full size.
  until [ "$(there)" -ge $((${point%:*} / 800 + 1)) ] || ! making; do sleep 1; done
  train "point-${point%:*}" "${point%:*}" "${point#*:}"
done
wait
say "$(there) chunks of questions are made"
train point "" "$minutes"
for weights in "$work"/point*.pt; do
  network=$out/$(basename "$weights" .pt).onnx
  [ "$network" -nt "$weights" ] || $python training/point/export.py "$weights" "$network" >>"$work/export.log" 2>&1 &
done
wait
say "$(cd "$out" && ls point*.onnx | tr '\n' ' ')are written"
# For a machine from which only few files come back.
if [ "${PACK:-}" ]; then
  mkdir -p "$PACK"
  tar -C "$out" -cz . | split -b 15M - "$PACK/point.tar.gz."
fi
