import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import {
  findQuestions,
  isImported,
  otherModules,
  Stage,
  StagedDataset,
  storedBenchmark,
  verifyWhole,
} from '../engine/index.ts';
import { readRunFile } from '../store/index.ts';
import { plural } from '../util/index.ts';
import { abouts } from './abouts.ts';
import { printJson, say } from './output.ts';
import { openProgress } from './show.ts';
import { verb } from './verb.ts';

interface Flags {
  data?: string;
  digest?: string;
  json?: true;
}

export function verifyVerb(): Command {
  return verb('verify', abouts.verify.about, [
    'sextant verify runs/theirs',
    'sextant verify runs/theirs --digest "$(cat digest.txt)"',
  ])
    .argument('<run>', 'a run folder')
    .option('--data <dir>', 'the files that the run was made with, where it needs any')
    .option('--digest <hex>', 'the digest that was published: the run must have the same', sha256Of)
    .action(async (folder: string, { data, digest: published, json }: Flags) => {
      const { spec } = readRunFile(folder);
      const benchmark = storedBenchmark(spec);
      const setup = { benchmark: benchmark.id, args: spec.args, cwd: process.cwd(), ...(data && { dir: data }) };
      const threads = availableParallelism();
      const stage = spec.protocol.act && benchmark.openWorld ? new Stage(setup, threads) : undefined;
      const progress = openProgress();
      try {
        const questions = await findQuestions(benchmark, spec, data);
        const found = await verifyWhole({
          folder,
          benchmark,
          ...(typeof questions === 'string'
            ? {}
            : { questions: stage ? new StagedDataset(questions, stage) : questions }),
          ...(stage ? { stage: { stage, threads } } : {}),
          progress: (done, total) => progress.update({ done, total, outcomes: {} }),
        });
        progress.done();
        const { digest, units, episodes, open, differ, damage } = found;
        const isPublished = published === undefined || published === digest;
        const fine = open.length + differ.length + damage.length === 0 && isPublished;
        const notes = [
          ...found.notes,
          ...otherModules(spec),
          ...(typeof questions === 'string' ? [`the questions were not checked: ${questions}`] : []),
          ...(isImported(spec) ? [`imported from ${spec.model.id}: nothing shows who gave these answers`] : []),
        ];
        if (json) {
          const questionsChecked = typeof questions !== 'string';
          const compared = published === undefined ? {} : { published };
          printJson({ run: folder, verified: fine, ...found, ...compared, questionsChecked, notes });
        } else if (digest !== undefined) process.stdout.write(`digest ${digest}\n`);
        for (const note of notes) say(`note: ${note}`);
        sayAll(damage);
        sayAll(differ.flatMap(({ unit, differences }) => differences.map((line) => `${unit}: ${line}`)));
        sayAll(open);
        if (!isPublished) say(`the published digest is ${published}: these are other results`);
        const what = `${plural(units, 'unit')}${episodes > 0 ? `, ${plural(episodes, 'episode')}` : ''}`;
        const wrong = [
          ...(open.length > 0 ? ['the run is not complete'] : []),
          ...(differ.length > 0 ? [`${differ.length} differ`] : []),
          ...(damage.length > 0 ? ['the folder is not as it should be'] : []),
          ...(isPublished ? [] : ['the digest is not the published one']),
        ];
        say(`${what}: ${fine ? 'all the same to the last bit' : `NOT verified: ${wrong.join('; ')}`}`);
        if (!fine) process.exitCode = 1;
      } finally {
        progress.done();
        await stage?.close();
      }
    });
}

function sha256Of(text: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError('expected 64 hexadecimal digits');
}

/** A damaged folder may have one for every unit. */
const MOST = 20;

function sayAll(lines: readonly string[]): void {
  for (const line of lines.slice(0, MOST)) say(line);
  if (lines.length > MOST) say(`… and ${lines.length - MOST} more (all of them with --json)`);
}
