import { join } from 'node:path';
import type { Verb } from '../../../contracts/index.ts';
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
    { name: '<shard...>', about: 'settings, or folders from anywhere, in order' },
  ],
  options: [
    { flags: '--out <dir>', about: 'where data/<task>/<setting> begins', default: 'data' },
    { flags: '--overwrite', about: 'replace the target' },
  ],
  async run([task = '', target = '', ...shards], flags, { say, printJson }) {
    const place = (setting: string) => join(flags.out, task, setting);
    const folders = shards.map((shard) => (/[/\\]/.test(shard) ? shard : place(shard)));
    const { episodes } = await mergeShards(place(target), folders, { overwrite: flags.overwrite === true });
    if (flags.json) printJson({ folder: place(target), episodes });
    say(`${plural(episodes, 'episode')} in ${place(target)}`);
  },
};
