import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type MediaRef, SextantError } from '../contracts/index.ts';
import {
  findBenchmark,
  importQuestionnaire,
  machineClock,
  makeQuestionnaire,
  openStored,
  type QuestionnairePart,
  readAnswers,
  versions,
} from '../engine/index.ts';
import { demandReplaceable, readRegularText, writeFolderAtomic } from '../files/index.ts';
import { plural } from '../util/index.ts';
import { openDataset } from './dataset.ts';
import { printJson, say } from './output.ts';
import { ensurePage } from './page.ts';
import { printTables, tablesOf } from './show.ts';
import { verb, whole } from './verb.ts';

const FAMILIES = ['synth-point', 'synth-views', 'synth-motion'];

/** How a file is called by what is in it: names of others never become names of files. */
const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};

export function surveyVerb(): Command {
  return verb('survey', 'Writes a page that asks a person: a human baseline. It opens from disk, also on a phone.', [
    'sextant synth survey --out survey',
    'sextant synth survey synth-point:count=200,seed=7 --count 40 --out survey',
    'sextant import survey survey-ann.json',
  ])
    .argument('[benchmark...]', `what is asked; ${FAMILIES.join(', ')} unless told otherwise`)
    .option('--count <n>', 'questions in all, as many of each benchmark', whole(1), 40)
    .option('--seed <n>', 'another seed, other questions of the same sets', whole(0), 1)
    .option('--data <dir>', 'folder with the benchmark’s files, for one that has files')
    .requiredOption('--out <dir>', 'the folder; replaced when it is complete')
    .action(
      async (names: string[], flags: { count: number; seed: number; data?: string; out: string; json?: true }) => {
        demandReplaceable(flags.out, () => isSurvey(flags.out));
        ensurePage();
        const { surveyPage } = await import('../viewer/index.ts');
        const parts: QuestionnairePart[] = [];
        for (const name of names.length > 0 ? names : FAMILIES) {
          const { benchmark, args } = findBenchmark(name);
          parts.push({ name, benchmark, dataset: await openDataset(benchmark, args, flags.data) });
        }
        await writeFolderAtomic(flags.out, async (draft) => {
          mkdirSync(join(draft, 'media'));
          const keep = ({ sha256, type }: MediaRef, bytes: Uint8Array) => {
            const ending = endings[type];
            if (ending === undefined) throw new SextantError('bad_media', `no page shows ${type}`);
            const file = `media/${sha256.slice(0, 16)}.${ending}`;
            writeFileSync(join(draft, file), bytes);
            return file;
          };
          const questionnaire = await makeQuestionnaire(parts, { count: flags.count, seed: flags.seed, keep });
          writeFileSync(join(draft, 'index.html'), surveyPage(questionnaire));
          const asked = questionnaire.questions.length;
          if (flags.json) printJson({ folder: flags.out, questions: asked });
          say(`${plural(asked, 'question')}: open ${join(flags.out, 'index.html')}, or send the whole folder`);
          for (const { title, licence } of questionnaire.benchmarks)
            if (licence !== undefined) say(`licence of the pictures of ${title}: ${licence}`);
        });
        say('then: sextant import survey <the file that the page downloads>');
      },
    );
}

function isSurvey(folder: string): boolean {
  const page = join(folder, 'index.html');
  return existsSync(page) && readRegularText(page).includes('"sextant-survey-1"');
}

export function importSurveyVerb(): Command {
  return verb('survey', 'Answers that people gave on a survey’s page: each file becomes runs of human/<name>.', [
    'sextant import survey survey-ann.json',
  ])
    .argument('<file...>', 'what the page downloaded')
    .option('--data <dir>', 'folder with the benchmark’s files, as the survey was made with')
    .option('--out <dir>', 'where run folders go', 'runs')
    .action(async (files: string[], flags: { data?: string; out: string; json?: true }) => {
      for (const file of files) {
        const answers = readAnswers(file);
        for (const [of, { name }] of answers.benchmarks.entries()) {
          if (!answers.answers.some((answer) => answer.of === of)) continue;
          const { benchmark, args } = findBenchmark(name);
          const dataset = await openDataset(benchmark, args, flags.data);
          const about = { benchmark, args, dataset, file, answers, of };
          const run = await importQuestionnaire({ ...about, runs: flags.out, versions, clock: machineClock });
          const scored = await openStored(run);
          if (flags.json) printJson({ run, summary: scored.summary });
          else printTables(tablesOf([scored]));
          say(`run folder: ${run}`);
        }
      }
    });
}
