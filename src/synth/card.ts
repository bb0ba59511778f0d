import { join } from 'node:path';
import { writeFileAtomic, writeJsonAtomic } from '../files/index.ts';
import { at, count } from '../util/index.ts';
import { type AblatedScores, addAblated } from './ablated.ts';
import { cardText } from './card-text.ts';
import { type Family, type Made, published } from './family.ts';
import type { SynthBenchmark } from './mirror.ts';
import { assetsOf } from './prepare.ts';
import type { Settings } from './settings.ts';

/** How often each value occurs. */
type ValueCounts = Record<string, number>;

/** What a card says, for machines. No date and no machine: the same settings give the same card. */
export interface CardData extends Settings {
  benchmark: string;
  title: string;
  about: string;
  generator: string;
  version: string;
  scenes: number;
  /** Samples by group, per axis; `answer` is the right letter, or where in the picture the right point lies. */
  balance: Record<string, ValueCounts>;
  /** What baselines come to that know part of the scene: the sum of their expected scores. */
  ablations: AblatedScores;
  /** Drafts that were thrown away, by reason. */
  rejected: ValueCounts;
  /** `told` is what a robot is told, where that is not the question. */
  examples: { question: string; told?: string; answer: string; pictures: string[] }[];
}

/** Counts what passes by, and writes the data set's card. */
export class Card {
  readonly #benchmark: SynthBenchmark;
  readonly #data: Omit<CardData, 'version'>;
  readonly #pictures = new Map<string, Uint8Array>();

  constructor(benchmark: SynthBenchmark, { generator }: Family, settings: Settings) {
    this.#benchmark = benchmark;
    const { id, title, about } = benchmark;
    this.#data = {
      benchmark: id,
      title,
      about,
      generator,
      ...settings,
      scenes: 0,
      balance: {},
      ablations: {},
      rejected: {},
      examples: [],
    };
  }

  async add(made: Made, isExample: boolean): Promise<void> {
    const { balance, rejected } = this.#data;
    const { answers } = published(made);
    const axes = [...new Set(this.#benchmark.breakdowns.flat())];
    for (const [reason, times] of Object.entries(made.rejected)) rejected[reason] = (rejected[reason] ?? 0) + times;
    for (const [n, sample] of made.samples.entries()) {
      addAblated(this.#data.ablations, sample, this.#benchmark.ablatedBy, made.ablated?.[n] ?? {});
      for (const axis of axes) note(balance, axis, sample.groups[axis] ?? '');
    }
    for (const answer of answers) note(balance, 'answer', answer);
    if (isExample) await this.#show(made);
    this.#data.scenes += 1;
  }

  write(dir: string, version: string): CardData {
    const data = { ...this.#data, version };
    for (const [name, bytes] of this.#pictures) writeFileAtomic(join(dir, name), bytes);
    writeJsonAtomic(join(dir, 'card.json'), data);
    writeFileAtomic(join(dir, 'README.md'), cardText(data));
    return data;
  }

  /** The scene's first question with its pictures. */
  async #show(made: Made): Promise<void> {
    const [sample] = made.samples;
    if (!sample) return;
    const pictures = made.preview ?? sample.media.map(({ sha256 }) => fileOf(made, sha256));
    const names = pictures.map((_, i) => `examples/${count(this.#data.scenes + 1)}-${count(i + 1)}.png`);
    for (const [i, bytes] of pictures.entries()) this.#pictures.set(at(names, i), bytes);
    const { question, told, choices = {} } = this.#benchmark.show(sample);
    const truth = await this.#benchmark.truth(sample, assetsOf(made));
    const options = Object.entries(choices).map(([letter, option]) => `${letter}: ${option}`);
    const answer = 'answer' in truth ? String(truth.answer) : JSON.stringify(truth.points);
    this.#data.examples.push({
      question: [question, ...options].join('\n'),
      ...(told === undefined ? {} : { told }),
      answer,
      pictures: names,
    });
  }
}

function fileOf(made: Made, sha256: string): Uint8Array {
  const file = made.files.find(({ ref }) => ref.sha256 === sha256);
  if (!file) throw new Error(`the scene has no file with sha256 ${sha256}`);
  return file.bytes;
}

function note(balance: Record<string, ValueCounts>, axis: string, value: string): void {
  balance[axis] ??= {};
  const counts = balance[axis];
  counts[value] = (counts[value] ?? 0) + 1;
}
