import { at, demand } from '../../../../util/index.ts';
import type { KnownQuestion } from './blind-audit.ts';
import { HitCounter, type Hits } from './hits.ts';

/** What somebody remembers who is told the right label after every episode. */
interface Past {
  labels: readonly string[];
  /** Right labels, in order. */
  right: readonly string[];
  /** How often each text was right. */
  texts: ReadonlyMap<string, number>;
  times(label: string): number;
  /** How often a label was right after the last `length` ones. */
  after(label: string, length: number): number;
}

/** Score of an option by its label and text; fixed in advance. */
const learners: readonly [name: string, score: (past: Past, label: string, text: string) => number][] = [
  ['the last right label again', ({ right }, label) => Number(right.at(-1) === label)],
  ['any but the last right label', ({ right }, label) => Number(right.at(-1) !== label)],
  ['the label that was right most often', ({ times }, label) => times(label)],
  ['the label that was right least often', ({ times }, label) => -times(label)],
  ['the label that was right longest ago', ({ right }, label) => -right.lastIndexOf(label)],
  [
    'a label not yet right in this round of all labels',
    ({ right, labels }, label) => -Number(right.slice(right.length - (right.length % labels.length)).includes(label)),
  ],
  ['what mostly followed the last label', ({ after }, label) => after(label, 1)],
  ['what mostly followed the last two labels', ({ after }, label) => after(label, 2)],
  ['what mostly followed the last three labels', ({ after }, label) => after(label, 3)],
  ['an option that was right before', ({ texts }, _, text) => texts.get(text) ?? 0],
  ['an option that was never right before', ({ texts }, _, text) => -(texts.get(text) ?? 0)],
];

/**
 * How often one is right who does not look at the question and remembers every right answer of the run so far.
 * @param length of a run: after so many episodes everything is forgotten
 */
export function memoryAudit(asked: readonly KnownQuestion[], length = asked.length): Hits[] {
  const counters = learners.map(() => new HitCounter());
  for (let from = 0; from < asked.length; from += length) {
    const run = new Run(Object.keys(at(asked, 0).options));
    for (const { options, answer } of asked.slice(from, from + length)) {
      for (const [n, [, score]] of learners.entries())
        at(counters, n).add(
          run.labels.map((label) => score(run, label, demand(options, label))),
          run.labels.indexOf(answer),
        );
      run.remember(answer, demand(options, answer));
    }
  }
  return learners.map(([name], n) => at(counters, n).result(name));
}

class Run implements Past {
  readonly labels: readonly string[];
  readonly right: string[] = [];
  readonly texts = new Map<string, number>();
  readonly #followers = new Map<string, number>();

  constructor(labels: readonly string[]) {
    this.labels = labels;
  }

  times = (label: string) => this.after(label, 0);

  after = (label: string, length: number) => this.#followers.get(this.#context(length) + label) ?? 0;

  remember(label: string, text: string): void {
    for (const length of [0, 1, 2, 3]) {
      const key = this.#context(length) + label;
      this.#followers.set(key, (this.#followers.get(key) ?? 0) + 1);
    }
    this.right.push(label);
    this.texts.set(text, (this.texts.get(text) ?? 0) + 1);
  }

  #context(length: number): string {
    return `${length} ${length === 0 ? '' : this.right.slice(-length).join('')}>`;
  }
}
