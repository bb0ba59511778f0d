import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SextantError, type Verb, type VerbGroup } from '../../../contracts/index.ts';
import { writeFileAtomic } from '../../../files/index.ts';
import { plural } from '../../../util/index.ts';
import { type AssembledQuestion, assemble } from '../questions/assemble.ts';
import { blindAudit, learnedAudit } from '../questions/audit/blind-audit.ts';
import type { Hits } from '../questions/audit/hits.ts';
import { memoryAudit } from '../questions/audit/memory.ts';
import { thoughtlessAudit } from '../questions/audit/thoughtless.ts';
import { openQuestions } from '../questions/open.ts';
import { buildRecords, recordsJson } from '../questions/records.ts';
import { type Split, type Suite, suites } from '../suites.ts';

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

type AuditFlags = { source?: string; split: Split | 'both'; questions: number; json?: true };

/** How many of the best and of the worst rules people see. */
const SHOWN = 5;

const audit: Verb<AuditFlags> = {
  name: 'audit',
  about: 'Measures how often options can be guessed without the question: by rules, by learning, by memory.',
  examples: [
    'sextant rsb questions audit rsb-math-4',
    'sextant rsb questions audit rsb-hardmath-10 --source gsm8k --split both',
  ],
  arguments: [{ name: '<suite>', about: 'a suite, or another name of it' }],
  options: [
    { flags: '--source <path>', about: 'where questions come from, for suites that need files' },
    { flags: '--split <split>', about: 'whose questions', choices: ['test', 'train', 'both'], default: 'test' },
    { flags: '--questions <n>', about: 'of each split, at most', wholeFrom: 1, default: 10_000 },
  ],
  async run([name = ''], flags, tools) {
    const benchmark = tools.findBenchmark(name);
    const suite = suites.find(({ id }) => id === benchmark.id);
    if (!suite) throw new SextantError('bad_argument', `${name} is not a robot suite`);
    const path = await tools.findData(benchmark, flags.source);
    const asked = await questionsOf(suite, flags, path);
    const runLength = suite.testEpisodes;
    const found = {
      suite: suite.id,
      questions: asked.length,
      rules: blindAudit(asked),
      learned: learnedAudit(asked),
      memory: memoryAudit(asked, runLength),
      thoughtless: thoughtlessAudit(asked),
    };
    if (flags.json) tools.printJson(found);
    const { rules } = found;
    const farthest = Math.max(...rules.map(({ hit, chance }) => Math.abs(hit - chance)));
    const least = Math.min(...rules.map(({ pHolm }) => pHolm));
    tools.say(`${suite.id}: ${plural(asked.length, 'question')}, chance ${percent(1 / suite.blocks)}`);
    tools.say(
      `${plural(rules.length, 'rule')} that are blind to the question: none is off by more than ${percent(farthest)}, smallest p after Holm’s correction ${least.toPrecision(2)}`,
    );
    for (const hits of [...rules.slice(0, SHOWN), ...rules.slice(-SHOWN)]) tools.say(line(hits));
    tools.say('learned from half of the questions, tried on the other half');
    tools.say(line(found.learned));
    tools.say(`told every right answer, forgotten after ${runLength} episodes`);
    for (const hits of found.memory) tools.say(line(hits));
    tools.say('looks at the question without thinking (not blind)');
    for (const hits of found.thoughtless) tools.say(line(hits));
  },
};

async function questionsOf(
  suite: Suite,
  { split, questions }: AuditFlags,
  path?: string,
): Promise<AssembledQuestion[]> {
  const splits: readonly Split[] = split === 'both' ? ['train', 'test'] : [split];
  const all = splits.map(async (one) => {
    const source = await openQuestions({ kind: suite.source, split: one, ...(path === undefined ? {} : { path }) });
    const count = Math.min(questions, source.size);
    return Array.from({ length: count }, (_, index) => assemble({ suite, source, index }));
  });
  return (await Promise.all(all)).flat();
}

function line({ rule, hit, standardError, p }: Hits): string {
  return `  ${rule.padEnd(52)} ${percent(hit).padStart(7)} ± ${percent(1.96 * standardError)}   p ${p.toPrecision(2)}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}

/** Question files as the authors' pipeline prepares them, and what the questions give away. */
export const questions: VerbGroup = {
  name: 'questions',
  about: 'The questions of the suites: as files, and what their options give away.',
  verbs: [build, audit],
};
