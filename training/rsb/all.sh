#!/usr/bin/env bash
# Makes the data, trains all networks of docs/references.md, writes them as ONNX files and lets them act.
# Run again, it goes on where it was. Without a GPU it takes very long; `SMALL=1` tries everything in miniature, and `CPU=1` trains
# only small readers, in front of the eyes of reference/pick.
# bash training/rsb/all.sh FOLDER [data|readers|finders|act|export|evaluate]...
set -u
here=$(cd "$(dirname "$0")/../.." && pwd -P)
mkdir -p "$1"
out=$(cd "$1" && pwd -P)
shift
if [ "${CPU:-}" ]; then most="data readers export evaluate"; else most="data readers finders act export evaluate"; fi
steps="${*:-$most}"
data=$out/data weights=$out/weights networks=$out/networks runs=$out/runs logs=$out/logs
mkdir -p "$data" "$weights" "$networks" "$runs" "$logs"
node=${NODE:-node} python=${PYTHON:-python3} cores=${CORES:-$(nproc)}
gsm8k=${GSM8K:-} mmlu=${MMLU:-}
export OMP_NUM_THREADS=1 PYTHONUNBUFFERED=1
begin=$(date +%s)
say() { echo "$(($(date +%s) - begin)) s: $*" | tee -a "$logs/all.log"; }
has() { case " $steps " in *" $1 "*) true ;; *) false ;; esac; }

if [ "${SMALL:-}" ]; then
  math=60 wide=60 hard=60 test=40 tables=20 table_parts=1 held_tables=60 episodes=3 episode_parts=2
  reader_size='{"width":48,"layers":3,"heads":3,"inner":64}' act_size='{"width":64,"layers":1,"heads":4,"inner":64}'
  batch=8 seconds=4 pace=100 limit=1 big_limit=1
elif [ "${CPU:-}" ]; then
  math=20000 wide=0 hard=0 test=1000
  reader_size='{"kind":"quick"}' batch=64 pace=1 limit=200 big_limit=200
else
  math=20000 wide=100000 hard=7473 test=1000 tables=500 table_parts=24 held_tables=500 episodes=20 episode_parts=800
  reader_size='{}' act_size='{}' batch=256 seconds=1 pace=1 limit=200 big_limit=500
fi
# With four blocks reference/pick goes by colours, which readers do not tell it.
tables_of="4 10"
[ "${CPU:-}" ] && tables_of=10
# Episodes are made for so long, in seconds; more teach more.
episode_seconds=${EPISODE_SECONDS:-110}
act_seconds=${ACT_SECONDS:-275}
act_batch=${ACT_BATCH:-256}
# The whole may take so many seconds: then runs are stopped, and `act` trains no longer than leaves ACT_RUNS of them for its own.
# What is missing is run later, by the step `evaluate`.
limit_seconds=${LIMIT:-100000}
act_runs_seconds=${ACT_RUNS:-110}
runs_end=$((begin + limit_seconds - 15))
[ "${SMALL:-}" ] && act_seconds=$seconds act_batch=4

script() { echo "$node --conditions=sextant-source $here/scripts/$1"; }
# What is to be made, one command per line: a file that is there is not made again.
many() { xargs -d '\n' -P "$1" -I CMD ${NICE-nice -n 5} sh -c CMD >>"$logs/data.log" 2>&1; }

text_jobs() { # suite family, words, number of questions, parts, length, first and last of the test half, source
  per=$(($3 / $4))
  for blocks in 4 10; do
    name=$5
    for part in $(seq 0 $(($4 - 1))); do
      file=$data/$name-$blocks.train.$part
      [ -f "$file.u16" ] || echo "$(script write-training-texts.ts) texts $1-$blocks train $((part * per)) $((part * per + per)) $2 $6 $file $9"
    done
    file=$data/$name-$blocks.test.0
    [ -f "$file.u16" ] || echo "$(script write-training-texts.ts) texts $1-$blocks test $7 $8 $2 $6 $file $9"
  done
}

make_texts() {
  words=$data/words-math.json
  [ -f "$words" ] || $(script write-training-texts.ts) words arithmetic,arithmetic-wide "$words"
  parts=20
  [ "${SMALL:-}" ] && parts=1
  source=''
  [ "$gsm8k" ] && source="--source $gsm8k"
  {
    # What takes longest begins first.
    if [ "$gsm8k" ] && [ $hard -gt 0 ]; then
      hard_words=$data/words-hard.json
      [ -f "$hard_words" ] || $(script write-training-texts.ts) words gsm8k "$hard_words" $source
      text_jobs rsb-hardmath "$hard_words" $hard 1 hard 320 500 $((500 + test)) "$source"
    fi
    [ $wide -eq 0 ] || text_jobs rsb-math-wide "$words" $wide $parts wide 144 5000 $((5000 + test)) ''
    text_jobs rsb-math "$words" $math $((parts > 4 ? 4 : parts)) math 144 5000 $((5000 + test)) ''
  } | many "$cores"
  say "texts are made"
}

make_tables() {
  for blocks in 4 10; do
    file=$data/check-$blocks.0
    [ -f "$file.ndjson" ] || echo "$(script write-training-tables.ts) $blocks $held_tables $file 100000"
    for part in $(seq 0 $((table_parts - 1))); do
      file=$data/tables-$blocks.$part
      [ -f "$file.ndjson" ] || echo "$(script write-training-tables.ts) $blocks $tables $file $((part * tables))"
    done
  done | many $((cores > 4 ? cores - 3 : cores))
  say "tables are laid"
}

make_episodes() {
  until=$(($(date +%s) + episode_seconds))
  for part in $(seq 1000 $((1000 + episode_parts - 1))); do
    file=$data/episodes.$part
    [ -f "$file.ndjson" ] && continue
    echo "[ \$(date +%s) -gt $until ] || $(script write-training-episodes.ts) $episodes $file $(((part - 1000) * episodes))"
  done | many $((cores > 4 ? cores - 3 : cores))
  say "$(cat "$data"/episodes.*.ndjson | wc -l) episodes are recorded"
}

# Names and seconds; one after the other.
readers() {
  lane=$1
  shift
  while [ $# -gt 0 ]; do
    time=$(($2 * ${READER_PERCENT:-100} / pace / 100)) size=$batch
    case $1 in letters | *-100 | *-500 | *-2500) size=$((batch / 2)) ;; esac
    $python "$here/training/rsb/readers.py" "$data" "$weights" "$1" --seconds $((time > 0 ? time : 1)) --batch $size --size "$reader_size" >>"$logs/readers-$lane.log" 2>&1
    shift 2
  done
}

train_readers() {
  if [ "${SMALL:-}" ]; then
    readers 1 all 100 letters 100 math-50 100
  elif [ "${CPU:-}" ]; then
    # Steps, not seconds: the same networks however busy the machine is.
    $python "$here/training/rsb/readers.py" "$data" "$weights" math-20000 math-500 math-100 math-2500 math-1000 --steps 1000 --batch $batch \
      --rate 3e-3 --size "$reader_size" >>"$logs/readers-1.log" 2>&1
  else
    readers 1 all 255 &
    readers 2 wide-100000 130 math-500 40 letters 15 wide-100 25 &
    readers 3 math-20000 80 wide-10000 85 math-100 30 &
    if [ "$gsm8k" ]; then readers 4 hard 25; fi
    readers 4 math-10000 60 math-2500 40 wide-2500 45 wide-500 30
  fi
  wait
  say "readers are trained"
}

train_finders() {
  until [ -f "$data/tables.done" ]; do sleep 1; done
  for name in finder finder-blind-picture finder-blind-words; do
    [ $name = finder ] && time=$((40 / pace)) || time=$((15 / pace))
    $python "$here/training/rsb/finders.py" "$data" "$weights" $name --seconds $((time > 0 ? time : 1)) --batch $((batch / 2)) >>"$logs/finders.log" 2>&1
  done
  say "finders are trained"
}

train_act() {
  left=$((begin + limit_seconds - act_runs_seconds - 30 - $(date +%s)))
  [ $left -ge $act_seconds ] || act_seconds=$((left > 0 ? left : 1))
  $python "$here/training/rsb/act.py" "$data" "$weights" --seconds "$act_seconds" --batch "$act_batch" --size "$act_size" >>"$logs/act.log" 2>&1
  say "act is trained"
}

# Readers in front of reference/pick, which has learned letters and is a diet itself.
lent() {
  for diet in $(cd "$weights" && ls reader-*.pt | sed 's/reader-//; s/\.pt//'); do
    [ -f "$networks/pick-$diet.json" ] ||
      $python "$here/training/rsb/lend.py" "$weights/reader-$diet.pt" "$here/reference/pick.onnx" "$networks/pick-$diet.onnx" >>"$logs/export.log" 2>&1
  done
  for ending in onnx json; do cp "$here/reference/pick.$ending" "$networks/pick-letters.$ending"; done
  say "$(ls "$networks" | grep -c onnx) networks are written"
}

exported() { # every network whose weights are there and that is not written yet
  for name in "$@"; do [ -f "$networks/$name.json" ] || echo "$name"; done |
    xargs -r -P "$cores" -n 1 "$python" "$here/training/rsb/export.py" "$weights" "$networks" >>"$logs/export.log" 2>&1
  say "$(ls "$networks" | grep -c onnx) networks are written"
}

run() { # name of the run, network, suite, episodes, source
  [ -f "$networks/$2.onnx" ] || return
  # Stopped runs have a summary too.
  grep -qs '"missing": 0' "$runs/$1/summary.json" && return
  echo "[ \$(date +%s) -ge $runs_end ] || timeout \$(($runs_end - \$(date +%s))) $node --conditions=sextant-source $here/src/cli/main.ts run $3 --policy $networks/$2.onnx --limit $4 --workers $(($4 > 200 ? 3 : 1)) --out $runs/$1 ${5:+--source $5}"
}

# The points of the curves first, then what is shipped, then what is blind.
pick_runs() {
  for diet in $(cd "$networks" && ls pick-*.onnx | sed 's/pick-//; s/\.onnx//'); do
    case $diet in
      letters | math-*) suite=rsb-math ;;
      wide-*) suite=rsb-math-wide ;;
      *) continue ;;
    esac
    for blocks in $tables_of; do run "$diet-$blocks" "pick-$diet" "$suite-$blocks" $limit; done
  done
  # Questions of another kind than any diet had.
  for diet in letters math-500 math-20000 wide-100000; do
    if [ "$gsm8k" ]; then run "$diet-rsb-hardmath-10" "pick-$diet" rsb-hardmath-10 $limit "$gsm8k"; fi
    if [ "$mmlu" ]; then run "$diet-rsb-general-10" "pick-$diet" rsb-general-10 $limit "$mmlu"; fi
  done
  for blocks in $tables_of; do
    for suite in rsb-math rsb-math-wide; do run "all-$suite-$blocks" pick-all "$suite-$blocks" $big_limit; done
    run "letters-direct-$blocks" pick-letters "rsb-math-$blocks:condition=direct" $limit
    for blind in picture words; do run "all-blind-$blind-$blocks" "pick-all-blind-$blind" "rsb-math-$blocks" $limit; done
    if [ "$gsm8k" ]; then run "hard-rsb-hardmath-$blocks" pick-hard "rsb-hardmath-$blocks" $limit "$gsm8k"; fi
  done
  for blocks in $tables_of; do
    for condition in shuffled no-text direct named no-picture; do
      run "all-$condition-$blocks" pick-all "rsb-math-$blocks:condition=$condition" $limit
    done
    if [ "$gsm8k" ]; then run "all-rsb-hardmath-$blocks" pick-all "rsb-hardmath-$blocks" $big_limit "$gsm8k"; fi
    if [ "$mmlu" ]; then run "all-rsb-general-$blocks" pick-all "rsb-general-$blocks" $big_limit "$mmlu"; fi
  done
}

act_runs() {
  [ -f "$networks/act.onnx" ] || return
  for execute in 16 8 24; do
    name=act-$execute
    [ -f "$networks/$name.onnx" ] || cp "$networks/act.onnx" "$networks/$name.onnx"
    sed "s/\"execute\": [0-9]*/\"execute\": $execute/" "$networks/act.json" >"$networks/$name.json"
    episodes=$((execute == 16 ? limit : (limit + 1) / 2))
    run $name $name rsb-math-4:condition=direct $episodes | sed "s/--workers [0-9]*/--workers $((cores > 2 ? cores - 1 : 1))/"
  done
}

# For a machine from which only few files come back: networks in pieces, whole runs without their pictures. Networks share parts
# that are told once where the packer looks back far enough.
packed() { # name, files
  name=$1
  shift
  [ "${PACK:-}" ] && [ $# -gt 0 ] || return 0
  mkdir -p "$PACK"
  tar -C "$out" -c --exclude blobs "$@" | xz -T1 --lzma2=preset=1,dict=128MiB | split -b 15M - "$PACK/$name.tar.xz."
  say "$name are packed"
}

if has data; then
  make_texts
  if [ "${CPU:-}" ]; then maker=; else (make_tables; : >"$data/tables.done"; make_episodes) & maker=$!; fi
fi
if has readers; then train_readers & trainer=$!; fi
if has finders; then train_finders & finder=$!; fi
if has data && [ "$maker" ]; then wait $maker; fi
if has act; then train_act & mover=$!; fi
if has readers; then wait $trainer; fi
if has finders; then wait $finder; fi
if has export && [ "${CPU:-}" ]; then
  lent
elif has export; then
  exported $(cd "$weights" && ls reader-*.pt | sed 's/reader-/pick-/; s/\.pt//') pick-all-blind-picture pick-all-blind-words
fi
cd "$out"
packed picks $(ls -S networks/pick-* 2>/dev/null | sort -V) & packer=$!
cd - >/dev/null
if has evaluate; then (pick_runs | NICE='nice -n 10' many $((cores > 2 ? cores - 1 : cores)); say "picks were measured") & measurer=$!; fi
if has act; then wait $mover; fi
if has export && [ -z "${CPU:-}" ]; then exported act; fi
cd "$out"
packed act $(ls networks/act.* 2>/dev/null)
cd - >/dev/null
if has evaluate; then
  act_runs | many 1
  say "act was measured"
  wait $measurer
fi
wait $packer
cd "$out"
packed runs logs $(grep -ls '"missing": 0' runs/*/summary.json | sed 's#/summary.json##')
grep -hs . "$logs"/readers-*.log "$logs"/finders.log "$logs"/act.log | grep done
