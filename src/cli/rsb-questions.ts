import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, Command } from 'commander';
import { rsbTools } from '../benchmarks/index.ts';
import { writeFileAtomic } from '../files/index.ts';
import { dataDir } from '../hub/index.ts';
import { plural } from '../util/index.ts';
import { environment } from './environment.ts';
import { printJson, say } from './output.ts';
import { verb } from './verb.ts';

/** Question files as the authors' pipeline prepares them. */
export function questionsVerb(): Command {
  return new Command('questions').description('The questions of the suites as files.').addCommand(build());
}

function build(): Command {
  return verb('build', 'Builds the authors’ question files, distractors included: train.json and test.json.', [
    'sextant rsb questions build gsm8k --out gsm8k/data',
    'sextant rsb questions build mmlu --source mmlu/all --out mmluqa2/data',
  ])
    .addArgument(new Argument('<source>').choices(['gsm8k', 'mmlu']))
    .option('--source <path>', 'a file or folder; by default what `sextant data pull` fetched')
    .requiredOption('--out <dir>', 'where the files go')
    .action(async (kind: 'gsm8k' | 'mmlu', flags: { source?: string; out: string; json?: true }) => {
      const rsb = await rsbTools();
      const path = flags.source ?? dataDir(kind, await environment());
      const written: Record<string, number> = {};
      mkdirSync(flags.out, { recursive: true });
      for (const split of ['train', 'test'] as const) {
        const questions = await rsb.openQuestions({ kind, split, path });
        const records = rsb.buildRecords(questions);
        writeFileAtomic(join(flags.out, `${split}.json`), rsb.recordsJson(records));
        written[split] = records.length;
        say(`${plural(records.length, 'question')} in ${join(flags.out, `${split}.json`)}`);
        for (const [reason, rows] of Object.entries(questions.rejected))
          say(`  ${plural(rows, 'row')} left out: ${reason}`);
      }
      if (flags.json) printJson({ source: kind, out: flags.out, ...written });
    });
}
