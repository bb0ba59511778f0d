import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Verb, VerbGroup } from '../../../contracts/index.ts';
import { writeFileAtomic } from '../../../files/index.ts';
import { plural } from '../../../util/index.ts';
import { openQuestions } from '../questions/open.ts';
import { buildRecords, recordsJson } from '../questions/records.ts';
import { audit } from './questions-audit.ts';

type Flags = { source?: string; out: string; json?: true };

const kinds = ['gsm8k', 'mmlu'] as const;

const build: Verb<Flags> = {
  name: 'build',
  about: 'Builds the authors’ question files, distractors included: train.json and test.json.',
  examples: [
    'sextant rsb questions build gsm8k --out gsm8k/data',
    'sextant rsb questions build mmlu --source mmlu/all --out mmluqa2/data',
  ],
  arguments: [{ name: '<source>', choices: kinds }],
  options: [
    { flags: '--source <path>', about: 'a file or folder; by default what `sextant data pull` fetched' },
    { flags: '--out <dir>', about: 'where the files go', required: true },
  ],
  async run([source], flags, { say, printJson, pulled }) {
    const kind = kinds.find((known) => known === source);
    if (!kind) return;
    const path = flags.source ?? (await pulled(kind));
    const written: Record<string, number> = {};
    mkdirSync(flags.out, { recursive: true });
    for (const split of ['train', 'test'] as const) {
      const questions = await openQuestions({ kind, split, path });
      const records = buildRecords(questions);
      writeFileAtomic(join(flags.out, `${split}.json`), recordsJson(records));
      written[split] = records.length;
      say(`${plural(records.length, 'question')} in ${join(flags.out, `${split}.json`)}`);
      for (const [reason, rows] of Object.entries(questions.rejected))
        say(`  ${plural(rows, 'row')} left out: ${reason}`);
    }
    if (flags.json) printJson({ source: kind, out: flags.out, ...written });
  },
};

/** Question files as the authors' pipeline prepares them, and what the questions give away. */
export const questions: VerbGroup = {
  name: 'questions',
  about: 'The questions of the suites: as files, and what their options give away.',
  verbs: [build, audit],
};
