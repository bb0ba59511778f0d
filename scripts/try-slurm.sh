#!/bin/sh
# Tries shards on a real Slurm: makes a cluster of this one machine, runs 8 shards, kills two of them, requeues them, merges, and
# compares the digest with that of a plain run. Then lets a task run into its time limit. Needs root and Debian's packages: apt-get install slurm-wlm munge
set -eu
[ "$(id -u)" = 0 ] || { echo "needs root: slurmd starts jobs of others" >&2; exit 1; }
command -v slurmctld slurmd munged sbatch >/dev/null || { echo "apt-get install slurm-wlm munge" >&2; exit 1; }

root=$(cd "$(dirname "$0")/.." && pwd -P)
sextant=$root/bin/sextant
work=$(mktemp -d)
host=$(hostname -s)
export SLURM_CONF="$work/slurm.conf"
mkdir "$work/state" "$work/spool"
cat >"$SLURM_CONF" <<CONF
ClusterName=trial
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
KillWait=5
# As many tasks at once as there are shards, however few cores there are.
SlurmdParameters=config_overrides
NodeName=$host NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF

started=
stop() {
  scancel --user=root --quiet 2>/dev/null || true
  for file in "$work/slurmd.pid" "$work/slurmctld.pid"; do
    [ -f "$file" ] || continue
    pid=$(cat "$file")
    kill "$pid" 2>/dev/null || continue
    while kill -0 "$pid" 2>/dev/null; do sleep 0.2; done
  done
  [ -z "$started" ] || kill "$started" 2>/dev/null || true
  if [ "$1" = 0 ]; then rm -rf "$work"; else echo "logs stay in $work" >&2; fi
}
trap 'status=$?; stop $status; exit $status' EXIT

if ! munge -n >/dev/null 2>&1; then
  install -d -o munge -g munge -m 755 /run/munge
  runuser -u munge -- munged --foreground 2>"$work/munged.log" &
  started=$!
  until munge -n >/dev/null 2>&1; do sleep 0.2; done
fi
slurmctld
slurmd
until [ "$(sinfo --noheader --format=%T 2>/dev/null)" = idle ]; do sleep 0.2; done
show() { echo "\$ $*"; "$@" 2>&1; }
# Waits until no task of a job is pending or at work.
ended() { while [ -n "$(squeue --noheader --jobs="$1" 2>/dev/null)" ]; do sleep 0.5; done; }

cd "$work"
# A model whose answers follow from the question, a fifth of a second each.
cat >model.mjs <<'MODEL'
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
export const model = {
  id: 'slow',
  settings: {},
  capabilities: { maxImages: 9, video: false, coordinates: null, peeks: 'nothing' },
  async answer({ unit }) {
    await wait(200);
    const [letter, x, y] = createHash('sha256').update(unit.id).digest();
    return { text: `(${'ABCD'[letter % 4]}) (${x / 256}, ${y / 256})`, finish: 'stop' };
  },
};
MODEL
ask="run tiny:count=400 --model ./model.mjs --concurrency 1 --keep-media"
show sinfo
plain=$("$sextant" $ask --concurrency 32 --out plain --json 2>/dev/null | sed -n 's/.*"digest":"\([0-9a-f]*\)".*/\1/p')
echo "digest of a plain run: $plain"

show "$sextant" launch slurm --shards 8 --sbatch=--time=30 --submit --json -- $ask --out runs | tee launched
job=$(sed -n 's/.*"job":"\([0-9]*\)".*/\1/p' launched)
merge=$(sed -n 's/.*"merge":"\([0-9]*\)".*/\1/p' launched)
# Two tasks that have some answers are killed: one by Slurm, which asks first and kills after KillWait, one at once, as for want of memory.
for task in 3 7; do until grep -q '"reply"' "runs/shard-$task-of-8/events.ndjson" 2>/dev/null; do sleep 0.2; done; done
show scancel --signal=KILL "${job}_3"
show kill -KILL "$(sed 's/.*"pid":\([0-9]*\).*/\1/' runs/shard-7-of-8/lock)"
show squeue --array
ended "$merge"
show tail -n 2 runs/slurm/merge.log
for task in 3 7; do echo "shard $task: $(grep -c '"reply"' "runs/shard-$task-of-8/events.ndjson") replies before"; done

# As if they had been at work on another machine: locks that are taken over because Slurm knows that their owners are gone. That of
# shard 7 is of the same job, which is begun again; that of shard 3 is made to be of a job that has ended.
sed -i 's/"host":"[^"]*"/"host":"elsewhere"/' runs/shard-7-of-8/lock
sed "s/\"id\":\"[0-9]*\"/\"id\":\"$merge\"/" runs/shard-7-of-8/lock >runs/shard-3-of-8/lock
show cat runs/shard-3-of-8/lock
echo
show cat runs/shard-7-of-8/lock
echo
show scontrol requeue "${job}_[3,7]"
again=$(sbatch --parsable --dependency="afterany:$job" runs/slurm/merge.sbatch)
ended "$again"
show tail -n 3 runs/slurm/merge.log
for task in 3 7; do grep -hE 'answered before|taken over' "runs/slurm/shard-$task.log"; done
merged=$("$sextant" verify runs/whole 2>/dev/null | sed -n 's/^digest //p')
echo "plain run  $plain"
echo "8 shards   $merged"
[ "$plain" = "$merged" ] || { echo "NOT THE SAME" >&2; exit 1; }
echo "the same"

# A task that runs into its time limit ends in order.
ask="run tiny:count=4000 --model ./model.mjs --concurrency 1"
show "$sextant" launch slurm --shards 1 --sbatch=--time=1 --warn 30 --submit --json -- $ask --out limited >launched 2>&1
job=$(sed -n 's/.*"job":"\([0-9]*\)".*/\1/p' launched)
ended "$job"
show tail -n 3 limited/slurm/shard-1.log
show tail -n 1 limited/shard-1-of-1/events.ndjson
