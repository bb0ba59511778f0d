import { SextantError } from '../../../contracts/index.ts';
import { type Random, random } from '../../../stats/index.ts';
import { at } from '../../../util/index.ts';

/** Another name whenever the same questions get other options. */
export const groupRule = 'rsb-groups-1';

/** The right answer to a question, as an option of others. */
export interface Candidate {
  /** The question's. */
  id: string;
  text: string;
  /** What it says, however it is written: no two options of a question say the same. */
  says: string;
}

/** A bucket holds at least this many groups; with fewer, the same options would meet again and again. */
const LEAST_GROUPS = 3;

/**
 * Options that do not tell which of them is right: all are right answers to questions that are alike.
 *
 * Answers that are alike lie in a bucket, a table with one row per choice. Every row has its own round, in which its questions
 * are asked. A round deals the whole table into groups with one answer of each row, and they are the options of the question
 * whose row it is. So the same group may come up in the round of any of its rows, each as likely: whoever sees only the options
 * knows nothing. And every answer is an option once in every round: how often it is met elsewhere tells nothing either.
 */
export class AnswerGroups {
  readonly #alike: (choices: number) => readonly (readonly Candidate[])[];
  readonly #tables = new Map<number, ReadonlyMap<string, Place>>();

  /** @param alike lists of answers of one kind, those most alike side by side; it is called once for every number of choices */
  constructor(alike: (choices: number) => readonly (readonly Candidate[])[]) {
    this.#alike = alike;
  }

  /** @example groups.wrong('test/0', 4) // for example ['48', '68', '38'] */
  wrong(id: string, choices: number): string[] {
    const { bucket, row } = this.#place(id, choices);
    if (!fits(bucket.all, choices))
      throw new SextantError('bad_data', `there are too few different answers to give a question ${choices} options`, {
        fix: 'use a larger set of questions, or a suite with fewer blocks',
      });
    return at(bucket.rounds, row).get(id) ?? [];
  }

  /** When the question is asked: within a round no answer is an option twice. */
  round(id: string, choices: number): number {
    return this.#place(id, choices).row;
  }

  #place(id: string, choices: number): Place {
    const table = this.#tables.get(choices) ?? placesIn(this.#alike(choices), choices);
    this.#tables.set(choices, table);
    const place = table.get(id);
    if (place) return place;
    throw new RangeError(`there is no answer to ${id}`);
  }
}

interface Place {
  bucket: Bucket;
  row: number;
}

function placesIn(lists: readonly (readonly Candidate[])[], choices: number): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const all of cut(lists, choices)) {
    const bucket = new Bucket(all, choices);
    for (const [row, candidates] of bucket.rows.entries())
      for (const { id } of candidates) places.set(id, { bucket, row });
  }
  return places;
}

/** Lists into buckets that are just large enough; what is too little for one joins another. */
function cut(lists: readonly (readonly Candidate[])[], choices: number): Candidate[][] {
  const isBucket = (some: readonly Candidate[]) => some.length >= LEAST_GROUPS * choices && fits(some, choices);
  const pieces = lists.map((list) => {
    const whole: Candidate[][] = [];
    let from = 0;
    for (let to = choices; to <= list.length; to += choices) {
      if (!isBucket(list.slice(from, to))) continue;
      whole.push(list.slice(from, to));
      from = to;
    }
    return { whole, rest: list.slice(from) };
  });
  const homeless = pieces.flatMap(({ whole, rest }) => (whole.length > 0 ? [] : rest));
  const buckets = pieces.flatMap(({ whole, rest }) => (whole.length > 0 ? joined(whole, rest, choices) : []));
  return isBucket(homeless) ? [...buckets, homeless] : joined(buckets, homeless, choices);
}

/** Puts the rest into the last bucket, and the one before too as long as too many say the same. */
function joined(buckets: readonly Candidate[][], rest: readonly Candidate[], choices: number): Candidate[][] {
  if (rest.length === 0) return [...buckets];
  const [before, last] = [buckets.slice(0, -1), [...(buckets.at(-1) ?? []), ...rest]];
  return before.length === 0 || fits(last, choices) ? [...before, last] : joined(before, last, choices);
}

/** Whether groups can be dealt in which no two say the same. */
function fits(candidates: readonly Candidate[], choices: number): boolean {
  const groups = Math.floor(candidates.length / choices);
  const most = Math.max(0, ...countsOf(candidates).values());
  return groups > 0 && (most === 1 || most < groups);
}

function countsOf(candidates: readonly Candidate[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { says } of candidates) counts.set(says, (counts.get(says) ?? 0) + 1);
  return counts;
}

class Bucket {
  readonly all: readonly Candidate[];
  /** What says the same stands together, in as few rows as possible: at most in two, one after the other. */
  readonly rows: readonly (readonly Candidate[])[];
  readonly #name: readonly [number, string];
  #rounds?: readonly Map<string, string[]>[];

  constructor(all: readonly Candidate[], choices: number) {
    this.all = all;
    this.#name = [choices, at(all, 0).id];
    const stream = random(groupRule, ...this.#name, 'rows');
    const blocks = [...Map.groupBy(stream.shuffle(all), ({ says }) => says).values()];
    const mixed = stream.shuffle(blocks).flat();
    const edge = (row: number) => Math.round((row * mixed.length) / choices);
    this.rows = Array.from({ length: choices }, (_, row) => mixed.slice(edge(row), edge(row + 1)));
  }

  /** By row: the wrong options of each of its questions. */
  get rounds(): readonly Map<string, string[]>[] {
    this.#rounds ??= this.rows.map((asked, row) => {
      const groups = deal(this.rows, asked.length, random(groupRule, ...this.#name, 'round', row));
      return new Map(
        groups.map((group) => {
          const wrong = group.filter((_, from) => from !== row);
          return [at(group, row).id, wrong.map(({ text }) => text)];
        }),
      );
    });
    return this.#rounds;
  }
}

/** As many groups with one of each row. Rows differ by one at most: one too few is dealt twice, one too many is left out. */
function deal(rows: readonly (readonly Candidate[])[], count: number, stream: Random): Candidate[][] {
  const groups: Candidate[][] = Array.from({ length: count }, () => []);
  for (const row of rows) {
    const mixed = stream.shuffle(row);
    const dealt = [...mixed, ...mixed].slice(0, count);
    const free = stream.shuffle(groups);
    const before = new Set(groups.map((group) => group.at(-1)?.says));
    // What the row before has too is dealt first, while there is room for it.
    for (const candidate of dealt.sort((a, b) => Number(before.has(b.says)) - Number(before.has(a.says)))) {
      const into = free.findIndex((group) => group.every(({ says }) => says !== candidate.says));
      if (into < 0) throw new RangeError(`no group is left for ${candidate.says}`);
      free.splice(into, 1)[0]?.push(candidate);
    }
  }
  return groups;
}
