import { SextantError } from '../../../contracts/index.ts';
import { type Random, random } from '../../../stats/index.ts';
import { at } from '../../../util/index.ts';

/** Another name whenever the same questions get other options. */
export const optionRule = 'rsb-options-2';

/** The right answer to a question, as an option of others. */
export interface Candidate {
  /** The question's. */
  id: string;
  /** The answer, and what is on offer wherever it is. */
  texts: readonly string[];
  /** What they say, however they are written: no two options of a question say the same. */
  says: readonly string[];
}

/** A bucket holds at least this many groups; with fewer, the same options would meet again and again. */
const LEAST_GROUPS = 3;

/** Deals before a bucket counts as one in which too many say the same. */
const DEALS = 50;

/** Lists into buckets that are just large enough; what is too little for one joins another. */
export function cut(lists: readonly Candidate[][], size: number): Candidate[][] {
  const isBucket = (some: readonly Candidate[]) => some.length >= LEAST_GROUPS * size && fits(some, size);
  const pieces = lists.map((list) => {
    const whole: Candidate[][] = [];
    let from = 0;
    for (let to = size; to <= list.length; to += size) {
      if (!isBucket(list.slice(from, to))) continue;
      whole.push(list.slice(from, to));
      from = to;
    }
    return { whole, rest: list.slice(from) };
  });
  const homeless = pieces.flatMap(({ whole, rest }) => (whole.length > 0 ? [] : rest));
  const buckets = pieces.flatMap(({ whole, rest }) => (whole.length > 0 ? joined(whole, rest, size) : []));
  return isBucket(homeless) ? [...buckets, homeless] : joined(buckets, homeless, size);
}

/** Puts the rest into the last bucket, and the one before too as long as too many say the same. */
function joined(buckets: readonly Candidate[][], rest: readonly Candidate[], size: number): Candidate[][] {
  if (rest.length === 0) return [...buckets];
  const [before, last] = [buckets.slice(0, -1), [...(buckets.at(-1) ?? []), ...rest]];
  return before.length === 0 || fits(last, size) ? [...before, last] : joined(before, last, size);
}

/** Whether groups can be dealt in which no two answers say the same. */
function fits(candidates: readonly Candidate[], size: number): boolean {
  const groups = Math.floor(candidates.length / size);
  const counts = new Map<string, number>();
  let most = 0;
  for (const { says } of candidates) {
    const count = (counts.get(at(says, 0)) ?? 0) + 1;
    counts.set(at(says, 0), count);
    most = Math.max(most, count);
  }
  return groups > 0 && (most === 1 || most < groups);
}

/** Answers that are alike, as a table with one row for each answer of a group. */
export class Bucket {
  /** Its first question's. */
  readonly id: string;
  /** Answers that say the same stand together, and therefore in one row or in two that follow each other. */
  readonly rows: readonly Candidate[][];
  /** Of the rows. */
  readonly smallest: number;
  readonly fits: boolean;
  readonly #rounds = new Map<number, readonly Candidate[][]>();

  constructor(all: readonly Candidate[], size: number) {
    this.id = at(all, 0).id;
    const stream = random(optionRule, size, this.id, 'rows');
    const blocks = [...Map.groupBy(stream.shuffle(all), ({ says }) => at(says, 0)).values()];
    const mixed = stream.shuffle(blocks).flat();
    const edge = (row: number) => Math.round((row * mixed.length) / size);
    this.rows = Array.from({ length: size }, (_, row) => mixed.slice(edge(row), edge(row + 1)));
    this.smallest = Math.floor(all.length / size);
    this.fits = fits(all, size);
  }

  /** So many groups, with one answer of each row. */
  round(round: number, count: number): readonly Candidate[][] {
    const groups =
      this.#rounds.get(round) ?? this.#deal(count, random(optionRule, this.rows.length, this.id, 'round', round));
    this.#rounds.set(round, groups);
    return groups;
  }

  #deal(count: number, stream: Random): readonly Candidate[][] {
    for (let deal = 0; this.fits && deal < DEALS; deal++) {
      const groups = dealOnce(this.rows, count, stream);
      if (groups) return groups;
    }
    throw new SextantError(
      'bad_data',
      'there are too few different answers at hand to give every question its options',
      {
        fix: 'use a larger set of questions, or a suite with fewer blocks',
      },
    );
  }
}

/** As many groups with one of each row. Rows differ by one at most: one too few is dealt twice, one too many is left out. */
function dealOnce(rows: readonly Candidate[][], count: number, stream: Random): Candidate[][] | undefined {
  const groups: Candidate[][] = Array.from({ length: count }, () => []);
  for (const row of rows) {
    const mixed = stream.shuffle(row);
    const dealt = [...mixed, ...mixed].slice(0, count);
    const free = stream.shuffle(groups);
    const there = new Set(groups.flatMap((group) => group.at(-1)?.says ?? []));
    const repeats = ({ says }: Candidate) => Number(says.some((text) => there.has(text)));
    // What the row before says too is dealt first, while there is room for it.
    for (const candidate of dealt.sort((a, b) => repeats(b) - repeats(a))) {
      const into = free.findIndex((group) =>
        group.every(({ says }) => !says.some((text) => candidate.says.includes(text))),
      );
      if (into < 0) return undefined;
      free.splice(into, 1)[0]?.push(candidate);
    }
  }
  return groups;
}
