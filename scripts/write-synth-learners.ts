/**
 * What a learner makes of the words and metadata of generated questions, without any picture: for every family whose questions have
 * options. Writes src/synth/learners.json beside the golden hashes; run it whenever a generator gets another name.
 *
 *     npx node scripts/write-synth-learners.ts synth-views 6000
 *
 * Three sets of questions are made, with three seeds; who has learned from one of them answers the next.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Sample } from '../src/contracts/index.ts';
import { meanMetric, random } from '../src/stats/index.ts';
import { generate } from '../src/synth/generated.ts';
import { families } from '../src/synth/index.ts';
import type { SynthBenchmark } from '../src/synth/mirror.ts';
import { readSettings } from '../src/synth/settings.ts';
import { at } from '../src/util/index.ts';

const SEEDS = [1001, 1002, 1003];
const AT_ONCE = 60;
const [wanted = '', many = '6000', level = 'medium'] = process.argv.slice(2);

/** A question without its pictures. */
interface Lesson {
  id: string;
  cluster: string;
  groups: Record<string, string>;
  /** Words, pairs of words and metadata. */
  facts: string[];
  options: { letter: string; traits: string[] }[];
  right: number;
}

async function lessonsOf(benchmark: SynthBenchmark, seed: number, count: number): Promise<Lesson[]> {
  const args = { ...benchmark.args, count: String(count), seed: String(seed), difficulty: level };
  const settings = readSettings(args, benchmark.levels, benchmark.together);
  const made = await generate(benchmark.id, await benchmark.family(), settings, { draft: true });
  const lessons: Lesson[] = [];
  for (let first = 0; first < count; first += AT_ONCE) {
    const ids = made.ids.slice(first, first + AT_ONCE);
    const samples = await Promise.all(ids.map((_, n) => made.sample(first + n)));
    lessons.push(...samples.map((sample) => lessonOf(benchmark, sample)));
  }
  return lessons;
}

function lessonOf(benchmark: SynthBenchmark, sample: Sample): Lesson {
  const { choices = {} } = benchmark.space(sample);
  const letters = Object.keys(choices);
  const words = Object.values(benchmark.fields(sample)).join('\n').toLowerCase().match(/[a-z0-9.]+/g) ?? [];
  const pairs = words.slice(1).map((word, n) => `${words[n]} ${word}`);
  const meta = [...Object.entries(sample.groups), ['pictures', String(sample.media.length)]].map((pair) => pair.join('='));
  const options = Object.values(choices).map(String);
  const ranked = (of: (option: string) => number) => {
    const sorted = options.map(of).toSorted((a, b) => a - b);
    return options.map((option) => sorted.indexOf(of(option)));
  };
  const [length, number] = [ranked((option) => option.length), ranked((option) => Number.parseFloat(option) || 0)];
  return {
    id: sample.id,
    cluster: sample.cluster,
    groups: sample.groups,
    // Views, scenes and numbers of questions are names, not facts.
    facts: ['', ...new Set([...words, ...pairs, ...meta.filter((fact) => !fact.startsWith('question='))])],
    options: letters.map((letter, n) => ({
      letter,
      traits: [`letter ${letter}`, `option ${options[n]}`, `length ${length[n]}`, `number ${number[n]}`],
    })),
    right: letters.indexOf(String(sample.answer)),
  };
}

const SIZE = 2 ** 22;

/** A logistic regression over options: every fact of the question with every trait of the option has a weight. */
class Learner {
  readonly #weights = new Float32Array(SIZE);
  readonly #squares = new Float32Array(SIZE);

  learn(lessons: readonly Lesson[], epochs: number): void {
    const dice = random('learner');
    for (let epoch = 0; epoch < epochs; epoch += 1) {
      for (const lesson of dice.shuffle(lessons)) {
        const chances = softmax(lesson.options.map((_, n) => this.#score(lesson, n)));
        for (const [n, chance] of chances.entries()) this.#push(lesson, n, (n === lesson.right ? 1 : 0) - chance);
      }
    }
  }

  choose(lesson: Lesson): number {
    const scores = lesson.options.map((_, n) => this.#score(lesson, n));
    return scores.indexOf(Math.max(...scores));
  }

  #score(lesson: Lesson, option: number): number {
    let sum = 0;
    for (const slot of slotsOf(lesson, option)) sum += this.#weights[slot] ?? 0;
    return sum;
  }

  /** Adagrad: what is often seen is changed less and less. */
  #push(lesson: Lesson, option: number, by: number): void {
    for (const slot of slotsOf(lesson, option)) {
      const weight = this.#weights[slot] ?? 0;
      const gradient = by - 1e-4 * weight;
      const squares = (this.#squares[slot] ?? 0) + gradient * gradient;
      this.#squares[slot] = squares;
      this.#weights[slot] = weight + (0.05 * gradient) / Math.sqrt(squares + 1e-6);
    }
  }
}

const slots = new WeakMap<Lesson, Uint32Array[]>();
function slotsOf(lesson: Lesson, option: number): Uint32Array {
  let all = slots.get(lesson);
  if (!all) {
    all = lesson.options.map(({ traits }) =>
      Uint32Array.from(lesson.facts.flatMap((fact) => traits.map((trait) => hash(`${fact}\0${trait}`) % SIZE))),
    );
    slots.set(lesson, all);
  }
  return at(all, option);
}

function hash(text: string): number {
  let value = 2166136261;
  for (let n = 0; n < text.length; n += 1) value = Math.imul(value ^ text.charCodeAt(n), 16777619);
  return value >>> 0;
}

function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

interface Row {
  right: number;
  low: number;
  high: number;
  questions: number;
}

function known<T>(value: T | null): T {
  if (value === null) throw new Error('there is no interval');
  return value;
}

function tested(learner: Learner, lessons: readonly Lesson[]): Record<string, Row> {
  const results = lessons.map((lesson) => ({
    id: lesson.id,
    epoch: 0,
    cluster: lesson.cluster,
    groups: lesson.groups,
    outcome: 'answered' as const,
    extraction: { answer: null },
    score: learner.choose(lesson) === lesson.right ? 1 : 0,
  }));
  const parts = Map.groupBy(results, ({ groups }) => groups.category ?? groups.relation ?? '');
  return Object.fromEntries(
    [['all', results] as const, ...[...parts].sort(([a], [b]) => a.localeCompare(b))].map(([name, some]) => {
      const { value, low, high } = meanMetric({ name, results: some });
      return [name, { right: known(value), low: known(low), high: known(high), questions: some.length }];
    }),
  );
}

const benchmark = families.find(({ id }) => id === wanted);
if (!benchmark) throw new Error(`no family ${wanted}`);
const { generator } = await benchmark.family();
const sets: Lesson[][] = [];
for (const seed of SEEDS) {
  sets.push(await lessonsOf(benchmark, seed, Number(many)));
  console.error(`${generator}: seed ${seed} made`);
}
const seeds: Record<string, Record<string, Row>> = {};
for (const [n, lessons] of sets.entries()) {
  const learner = new Learner();
  learner.learn(lessons, 6);
  const asked = at(sets, (n + 1) % sets.length);
  seeds[`${SEEDS[n]} to ${SEEDS[(n + 1) % sets.length]}`] = tested(learner, asked);
}
const chance = 1 / at(at(sets, 0), 0).options.length;
const path = fileURLToPath(new URL('../src/synth/learners.json', import.meta.url));
const table = JSON.parse(readFileSync(path, 'utf8'));
table[generator] = { lessons: Number(many), difficulty: level, chance, seeds };
writeFileSync(path, `${JSON.stringify(table, null, 2)}\n`);
for (const [name, rows] of Object.entries(seeds))
  for (const [part, { right, low, high, questions }] of Object.entries(rows))
    console.log(
      `${name} | ${part} | ${questions} | ${(100 * right).toFixed(1)} % (${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)}) | ${(high / chance).toFixed(2)}`,
    );
