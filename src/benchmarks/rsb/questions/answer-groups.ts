import { random } from '../../../stats/index.ts';
import { at } from '../../../util/index.ts';
import { Bucket, type Candidate, cut, optionRule } from './buckets.ts';

/**
 * Options that do not tell which of them is right: all are right answers to questions that are alike.
 *
 * Answers that are alike lie in a bucket, a table with one row for each answer of a group. A round deals the whole table into
 * groups with one answer of each row. Whose question is asked is either drawn, or told by the round: then every row has its own,
 * and all questions are asked once. Either way the same group may come up for any of its rows, each as likely: whoever sees only
 * the options knows nothing. And every answer is an option once in every round: how often it is met elsewhere tells nothing.
 */
export class AnswerGroups {
  readonly #alike: (choices: number) => readonly Candidate[][];
  readonly #tables = new Map<number, AnswerTable>();

  /**
   * @param alike lists of answers of one kind, those most alike side by side; all of a list have as many texts. It is called once
   * for every number of choices
   */
  constructor(alike: (choices: number) => readonly Candidate[][]) {
    this.#alike = alike;
  }

  /** The options of a question beside its answer. @example groups.wrong('test/0', 4) // for example ['48', '68', '38'] */
  wrong(id: string, choices: number): string[] {
    const place = this.#table(choices).places.get(id);
    if (!place) throw new RangeError(`there is no answer to ${id}`);
    const { bucket, row } = place;
    const own = bucket.round(row, at(bucket.rows, row).length).find((group) => at(group, row).id === id);
    if (!own) throw new RangeError(`no group was dealt for ${id}`);
    return wrongIn(own, row);
  }

  /**
   * A group and the question that is drawn for it, without memory: one that was asked may be asked again. Within a round, which is
   * as many turns as there are groups, no answer is met twice.
   */
  draw(turn: number, choices: number): { id: string; wrong: string[] } {
    const { groups, orders } = this.#table(choices);
    const round = Math.floor(turn / groups.length);
    const order =
      orders.get(round) ?? random(optionRule, choices, at(groups, 0).bucket.id, 'order', round).shuffle(groups);
    orders.set(round, order);
    const { bucket, nth } = at(order, turn % groups.length);
    const group = at(bucket.round(round, bucket.smallest), nth);
    const row = random(optionRule, choices, bucket.id, 'asked', round, nth).int(group.length);
    return { id: at(group, row).id, wrong: wrongIn(group, row) };
  }

  #table(choices: number): AnswerTable {
    const table = this.#tables.get(choices) ?? tableOf(this.#alike(choices), choices);
    this.#tables.set(choices, table);
    return table;
  }
}

interface AnswerTable {
  places: ReadonlyMap<string, { bucket: Bucket; row: number }>;
  /** All groups of a round. */
  groups: readonly Nth[];
  /** By round: in which order they come. */
  orders: Map<number, Nth[]>;
}

/** The nth group of a bucket. */
interface Nth {
  bucket: Bucket;
  nth: number;
}

function tableOf(lists: readonly Candidate[][], choices: number): AnswerTable {
  const buckets = bucketsOf(lists, choices);
  // Too few of some width: then all go without companions.
  const sound = buckets.every(({ fits }) => fits) ? buckets : bucketsOf(lists.map(alone), choices);
  const places = sound.flatMap((bucket) =>
    bucket.rows.flatMap((candidates, row) => candidates.map(({ id }) => [id, { bucket, row }] as const)),
  );
  const groups = sound.flatMap((bucket) => Array.from({ length: bucket.smallest }, (_, nth) => ({ bucket, nth })));
  return { places: new Map(places), groups, orders: new Map() };
}

function bucketsOf(lists: readonly Candidate[][], choices: number): Bucket[] {
  const widths = Map.groupBy(lists, (list) => list[0]?.texts.length ?? 1);
  return [...widths].flatMap(([width, own]) => {
    const size = choices / width;
    return cut(own, size).map((all) => new Bucket(all, size));
  });
}

function alone(list: readonly Candidate[]): Candidate[] {
  return list.map(({ id, texts, says }) => ({ id, texts: texts.slice(0, 1), says: says.slice(0, 1) }));
}

function wrongIn(group: readonly Candidate[], row: number): string[] {
  return group.flatMap(({ texts }, from) => (from === row ? texts.slice(1) : texts));
}
