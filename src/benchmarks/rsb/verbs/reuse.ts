import { join } from 'node:path';
import { SextantError, type Verb, type VerbTools } from '../../../contracts/index.ts';
import { reuse as reuseSet } from '../../../demonstrations/index.ts';
import { plural } from '../../../util/index.ts';
import { openQuestions } from '../questions/open.ts';
import { suites } from '../suites.ts';
import { wordingsFor } from '../telling.ts';

type ReuseFlags = {
  task_name: string;
  source_setting: string;
  target_setting: string;
  copies: number;
  source?: string;
  out: string;
  overwrite?: true;
  json?: true;
};

export const reuse: Verb<ReuseFlags> = {
  name: 'reuse',
  about: 'Makes more demonstrations of recorded ones: the motion stays, other questions are asked.',
  examples: [
    'sextant rsb reuse --task_name rsb_general --source_setting rsb_general_train_2500 --target_setting rsb_general_train_10k',
  ],
  options: [
    { flags: '--task_name <task>', about: 'the authors’ name of the task', required: true },
    { flags: '--source_setting <name>', about: 'what was recorded', required: true },
    { flags: '--target_setting <name>', about: 'what is made', required: true },
    { flags: '--copies <n>', about: 'how often each recording is used', wholeFrom: 1, default: 4 },
    { flags: '--source <path>', about: 'where questions come from, for suites that need files' },
    { flags: '--out <dir>', about: 'where data/<task>/<setting> begins', default: 'data' },
    { flags: '--overwrite', about: 'replace the target' },
  ],
  run: (_, flags, tools) => reuseOne(flags, tools),
};

export async function reuseOne(flags: ReuseFlags, tools: VerbTools): Promise<void> {
  const benchmark = tools.findBenchmark(flags.task_name);
  const suite = suites.find(({ id }) => id === benchmark.id);
  if (!suite) throw new SextantError('bad_argument', `${flags.task_name} is not a robot suite`);
  const path = await tools.findData(benchmark, flags.source);
  const questions = await openQuestions({
    kind: suite.source,
    split: 'train',
    ...(path === undefined ? {} : { path }),
  });
  const place = (setting: string) => join(flags.out, flags.task_name, setting);
  const { episodes } = await reuseSet({
    source: place(flags.source_setting),
    target: place(flags.target_setting),
    copies: flags.copies,
    overwrite: flags.overwrite === true,
    question: (row, choices) => questions.question(row, choices),
    word: ({ question, options, answer, blocks, telling = 'question' }, seed) => {
      const colours = Object.fromEntries(Object.entries(blocks).map(([label, { colour }]) => [label, colour]));
      return wordingsFor({ suite, question, options, answer, colours, seed, telling });
    },
  });
  if (flags.json) tools.printJson({ folder: place(flags.target_setting), episodes });
  tools.say(`${plural(episodes, 'episode')} in ${place(flags.target_setting)}`);
}
