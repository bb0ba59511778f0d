import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SextantError, type ShardChoice, type Verb } from '../../../contracts/index.ts';
import { mergeShards } from '../../../demonstrations/index.ts';
import { plural } from '../../../util/index.ts';

type Flags = { out: string; overwrite?: true; json?: true };

export const merge: Verb<Flags> = {
  name: 'merge',
  about: 'Puts shards of a collection together, in order, and numbers the episodes anew.',
  examples: ['sextant rsb merge rsb_general rsb_general_train_2500 shard0 shard1 shard2 shard3'],
  arguments: [
    { name: '<task>', about: 'the authors’ name of the task' },
    { name: '<target>', about: 'the new setting' },
    {
      name: '[shard...]',
      about: 'settings, or folders from anywhere, in order; by default the parts of `collect --shard`',
    },
  ],
  options: [
    { flags: '--out <dir>', about: 'where data/<task>/<setting> begins', default: 'data' },
    { flags: '--overwrite', about: 'replace the target' },
  ],
  async run([task = '', target = '', ...shards], flags, { say, printJson }) {
    const place = (setting: string) => join(flags.out, task, setting);
    const named = shards.length > 0 ? shards : shardsOf(join(flags.out, task), target);
    const folders = named.map((shard) => (/[/\\]/.test(shard) ? shard : place(shard)));
    const { episodes } = await mergeShards(place(target), folders, { overwrite: flags.overwrite === true });
    if (flags.json) printJson({ folder: place(target), episodes });
    say(`${plural(episodes, 'episode')} in ${place(target)}`);
  },
};

/** What the folder of a shard is called after its setting. */
export function shardSuffix({ index, count }: ShardChoice): string {
  return `-shard-${index}-of-${count}`;
}

/** The settings of all shards of a target, in their order. Throws naming those that are missing. */
function shardsOf(dir: string, target: string): string[] {
  const names = existsSync(dir) ? readdirSync(dir) : [];
  const counts = names.flatMap((name) => {
    const count = name.startsWith(target) ? /^-shard-\d+-of-(\d+)$/.exec(name.slice(target.length))?.[1] : undefined;
    return count === undefined ? [] : [Number(count)];
  });
  const wanted = Array.from({ length: Math.max(0, ...counts) }, (_, i) => i + 1).map(
    (index) => `${target}${shardSuffix({ index, count: Math.max(...counts) })}`,
  );
  const missing = wanted.filter((name) => !names.includes(name));
  if (wanted.length > 0 && missing.length === 0) return wanted;
  throw new SextantError(
    'parts_missing',
    wanted.length === 0 ? `there are no shards of ${target}` : `shards are missing: ${missing.join(', ')}`,
    { where: dir, fix: 'collect them, or name the shards' },
  );
}
