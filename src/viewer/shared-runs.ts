import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Shard } from '../contracts/index.ts';
import { runPaths } from '../store/index.ts';
import { at } from '../util/index.ts';
import type { Member, RunHead, SharedRun } from './wire.ts';

/** A shard that wrote nothing for so long, or for the time of so many answers, may be dead. */
const SILENT_SECONDS = 60;
const SILENT_ANSWERS = 20;

/** The runs among these that are divided into shards, each as one. @param now milliseconds since 1970 */
export function shardedRuns(heads: readonly RunHead[], now: number): SharedRun[] {
  const shards = heads.flatMap((head) => (head.run.shard ? [{ head, shard: head.run.shard }] : []));
  const groups = Map.groupBy(shards, ({ head, shard }) => `${shard.count} ${dirname(head.folder)}`);
  return [...groups.values()].map((group) => oneOf(group, now));
}

function oneOf(group: readonly { head: RunHead; shard: Shard }[], now: number): SharedRun {
  const { head: first, shard } = at(group, 0);
  const sorted = group.toSorted((a, b) => a.shard.index - b.shard.index);
  const members = withSlow(sorted.map(({ head, shard: { index } }) => memberOf(head, index, now)));
  const waiting = shard.count - members.length;
  const isOver = waiting <= 0 && members.every(({ state }) => state === 'done');
  const isGoing = members.some(({ state }) => state === 'working' || state === 'slow' || state === 'silent');
  const sum = (key: 'done' | 'failed') => members.reduce((total, member) => total + member[key], 0);
  return {
    kind: 'shards',
    name: basename(dirname(first.folder)),
    benchmark: first.run.spec.benchmark,
    model: first.run.spec.model.id,
    state: isOver ? 'done' : isGoing ? 'going' : 'stopped',
    units: shard.units,
    answered: sum('done'),
    failed: sum('failed'),
    waiting: Math.max(0, waiting),
    members,
  };
}

function memberOf({ id, folder, run, summary, state, changed }: RunHead, index: number, now: number): Member {
  const { provider_error = 0, sim_error = 0 } = summary?.outcomes ?? {};
  const failed = provider_error + sim_error;
  const ended = summary ? run.units - summary.missing : 0;
  const perSecond = summary && summary.seconds > 0 ? ended / summary.seconds : 0;
  const silentSeconds = Math.max(0, (now - Date.parse(changed)) / 1000);
  const patience = Math.max(SILENT_SECONDS, perSecond > 0 ? SILENT_ANSWERS / perSecond : 0);
  const about = { run: id, units: run.units, done: ended - failed, failed, perSecond, silentSeconds };
  const name = `shard ${index}`;
  if (state === 'running') return { name, ...about, state: silentSeconds > patience ? 'silent' : 'working' };
  // Whoever ends in order takes the lock along.
  const isLost = state === 'stopped' && existsSync(runPaths(folder).lock);
  return { name, ...about, state: isLost ? 'lost' : state };
}

/** Less than half as fast as most of those at work. */
function withSlow(members: readonly Member[]): Member[] {
  const speeds = members
    .filter(({ state }) => state === 'working')
    .map(({ perSecond }) => perSecond)
    .sort((a, b) => a - b);
  const usual = speeds[Math.floor(speeds.length / 2)] ?? 0;
  return members.map((member) =>
    member.state === 'working' && member.perSecond < usual / 2 ? { ...member, state: 'slow' } : member,
  );
}
