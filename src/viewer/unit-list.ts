import { type AttemptEvent, Outcome, type ShownSample, type UnitResult } from '../contracts/index.ts';
import { inLevelOrder, inNaturalOrder, naturalOrder } from '../stats/index.ts';
import { filterOf, filterRows, verdictOf, verdicts } from './filter.ts';
import { countsOf, histogramsOf } from './measures.ts';
import type { ListAsk, ListOptions, ListPage, Look, UnitRow } from './wire.ts';

/** More values than this are no list to choose from; the search finds them. */
const MOST_VALUES = 60;

/** Filters whose rows are kept: going back to one, or on in it, costs nothing. */
const MOST_FILTERS = 8;

/** The run to differ from, at some version of it. */
export interface Rival {
  version: number;
  resultOf(unit: { id: string; epoch: number }): UnitResult | undefined;
}

/** The rows of a run at one version of it: ordered once, filtered once per filter. A page of them is cut out, no more. */
export class UnitList {
  readonly version: number;
  readonly #rows: readonly UnitRow[];
  readonly #found = new Map<string, { rows: readonly UnitRow[]; counts: number[][] }>();
  #options: ListOptions | undefined;

  constructor(rows: readonly UnitRow[], version: number) {
    this.version = version;
    this.#rows = inNaturalOrder(rows, ({ result }) => result.id, byEpoch);
  }

  /** `rival`: the run that the filter speaks of; null when it cannot be read, and then nothing is found. */
  page(ask: ListAsk, rival?: Rival | null): Omit<ListPage, 'complete'> {
    const state = JSON.stringify([this.version, rival?.version]);
    this.#options ??= optionsOf(this.#rows);
    const { rows: found, counts } =
      rival === null
        ? { rows: [], counts: [] }
        : this.#filtered(JSON.stringify([rival?.version, ask.filter]), ask, rival, this.#options);
    const { unit } = ask;
    const place = unit ? found.findIndex(({ result }) => result.id === unit.id && isEpoch(result, unit.epoch)) : -1;
    const from = Math.max(0, ask.from ?? place - (ask.count >> 1));
    const rows = found.slice(from, from + ask.count);
    return {
      version: this.version,
      state,
      total: this.#rows.length,
      found: found.length,
      from,
      rows,
      place,
      options: this.#options,
      counts,
      ...(rival === null ? { rivalUnread: true } : {}),
    };
  }

  #filtered(key: string, { filter }: ListAsk, rival: Rival | undefined, { histograms }: ListOptions) {
    const known = this.#found.get(key);
    const found = known ?? this.#filter(filter, histograms, rival);
    this.#found.delete(key);
    this.#found.set(key, found);
    for (const oldest of this.#found.keys()) if (this.#found.size > MOST_FILTERS) this.#found.delete(oldest);
    return found;
  }

  #filter(filter: ListAsk['filter'], histograms: ListOptions['histograms'], rival: Rival | undefined) {
    const rows = filterRows(this.#rows, filterOf(filter), rival && ((unit) => rival.resultOf(unit)));
    return { rows, counts: countsOf(rows, histograms) };
  }
}

const byEpoch = (a: UnitRow, b: UnitRow) => a.result.epoch - b.result.epoch;

/** A link to a place in the list names no repetition: any will do. */
function isEpoch(result: { epoch: number }, epoch: number | undefined): boolean {
  return epoch === undefined || result.epoch === epoch;
}

function optionsOf(rows: readonly UnitRow[]): ListOptions {
  const groups = new Map<string, Set<string>>();
  const outcomes = new Map<string, number>();
  const scores = new Map<string, number>();
  for (const { result } of rows) {
    for (const [axis, value] of Object.entries(result.groups)) {
      const values = groups.get(axis);
      if (values) values.add(value);
      else groups.set(axis, new Set([value]));
    }
    outcomes.set(result.outcome, (outcomes.get(result.outcome) ?? 0) + 1);
    const verdict = verdictOf(result);
    scores.set(verdict, (scores.get(verdict) ?? 0) + 1);
  }
  const counted = (all: readonly string[], counts: Map<string, number>) =>
    all.flatMap((each): [string, number][] => {
      const n = counts.get(each);
      return n === undefined ? [] : [[each, n]];
    });
  return {
    axes: [...groups]
      .filter(([, values]) => values.size > 1 && values.size <= MOST_VALUES)
      .map(([axis, values]) => [axis, inLevelOrder([...values].sort(naturalOrder), (value) => value)]),
    outcomes: counted(Outcome.options, outcomes),
    scores: counted(verdicts, scores),
    lead: leadOf(rows.map(({ question }) => question)),
    histograms: histogramsOf(rows),
  };
}

/** A list needs no more; the rest is on the unit's own page. */
const MOST = 300;

/** What was asked, for a list. */
export function questionOf({ question, listed = question }: ShownSample): string {
  return start(listed);
}

/** Pictures that a thumbnail shows side by side. */
const SIDE_BY_SIDE = 3;

/** What there is to see of a unit, small: what a camera recorded, the table as it was laid, its pictures, or its clip. */
export function lookOf(
  { pictures = [], clips = [], target }: ShownSample,
  { reply }: AttemptEvent,
  still?: string,
): Look | undefined {
  const film = reply?.film ? [reply.film] : [];
  const drawn = still === undefined ? [] : [{ sha256: still, type: 'image/webp' as const }];
  const [kind = []] = [film, drawn, pictures, clips].filter(({ length }) => length > 0);
  const media = kind
    .slice(0, kind === pictures && !target ? SIDE_BY_SIDE : 1)
    .map(({ sha256, type }) => ({ sha256, type }));
  return media.length === 0 ? undefined : { media, ...(target && { target }) };
}

/** A beginning that is shorter than this may stay. */
const LEAST_LEAD = 16;

/**
 * The words with which at least half of the questions begin; empty where they are few. The same question in several forms
 * counts once.
 * @example leadOf(['Please point out a cup.', 'Please point out a box.', 'Please point out a key.']) // 'Please point out a '
 */
export function leadOf(questions: readonly string[]): string {
  const distinct = [...new Set(questions)];
  let [lead, left] = ['', distinct];
  for (;;) {
    const from = lead.length;
    const next = Map.groupBy(left, (question) => /^\S*\s+/.exec(question.slice(from))?.[0] ?? '');
    next.delete('');
    const [word, those] = [...next].reduce<[string, string[]]>(
      (most, each) => (each[1].length > most[1].length ? each : most),
      ['', []],
    );
    if (those.length < 3 || 2 * those.length < distinct.length) return lead.length < LEAST_LEAD ? '' : lead;
    [lead, left] = [lead + word, those];
  }
}

/** What came of it, for a list: the words, the block that was put down, or why there is neither. */
export function saidOf({ reply, error }: AttemptEvent): string {
  if (!reply) return start(error?.message ?? '');
  const { text, episode } = reply;
  return episode && text.trim() === '' ? `${episode.placed ?? 'nothing'} (${episode.end})` : start(text);
}

/** What an attempt took; a reply from the cache took no time. */
export function tookOf({ ms, cached, reply }: AttemptEvent): NonNullable<UnitRow['took']> {
  const tokens = reply?.usage?.outputTokens;
  return { ...(cached ? {} : { ms }), ...(tokens === undefined ? {} : { tokens }) };
}

/** The beginning of a text, never half a character. */
function start(text: string): string {
  const cut = text.slice(0, MOST);
  return cut.isWellFormed() || text.length <= MOST ? cut : cut.slice(0, -1);
}
