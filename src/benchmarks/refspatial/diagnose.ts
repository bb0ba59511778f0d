import type { Sheet, UnitResult } from '../../contracts/index.ts';
import { naturalOrder } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { hitMap } from './hit-map.ts';

const columns = ['answers', 'inside %', 'median px', '75 % px', '90 % px', 'within 10 px %', 'within 50 px %'];

/** How far the nearest point of an answer lies from the mask: over everything and by split, then by step. */
function pointingError(results: readonly UnitResult[]): Sheet[] {
  const about =
    'Pixels from the nearest point of an answer to the mask; 0 inside. Answers without a point are left out.';
  const all = row('all', results);
  return [
    {
      name: 'pointing error',
      about,
      columns: ['split', ...columns],
      rows: all.concat(by('split', results)),
    },
    { name: 'pointing error by step', about, columns: ['step', ...columns], rows: by('step', results) },
  ];
}

function by(axis: string, results: readonly UnitResult[]): Sheet['rows'] {
  const groups = Map.groupBy(results, ({ groups }) => groups[axis] ?? '');
  return [...groups].sort(([a], [b]) => naturalOrder(a, b)).flatMap(([key, units]) => row(key, units));
}

/** No row when no answer has a point. */
function row(name: string, results: readonly UnitResult[]): Sheet['rows'] {
  const distances = results
    .flatMap(({ facts }) => (typeof facts?.distance === 'number' ? [facts.distance] : []))
    .sort((a, b) => a - b);
  if (distances.length === 0) return [];
  const quantile = (share: number) => distances[Math.ceil(share * distances.length) - 1] ?? null;
  const within = (limit: number) =>
    Math.round((1000 * distances.filter((distance) => distance <= limit).length) / distances.length) / 10;
  return [[name, distances.length, within(0), quantile(0.5), quantile(0.75), quantile(0.9), within(10), within(50)]];
}

/** What explains a number: how far beside the points lie and where, what could not be read, where official code stops. */
export function diagnose(results: readonly UnitResult[]): Sheet[] {
  return [...pointingError(results), hitMap(results), unparsed(results), left(results)].filter(
    ({ rows }) => rows.length > 0,
  );
}

function unparsed(results: readonly UnitResult[]): Sheet {
  const without = results.filter(({ outcome }) => outcome !== 'answered');
  const reasons = Map.groupBy(without, ({ outcome, reason }) => {
    const words = outcome.replace('_', ' ');
    return reason ? `${words}: ${reason}` : words;
  });
  return {
    name: 'unreadable answers',
    about: 'Answers that could not be read, were refused or cut off, or never came, by reason.',
    columns: ['reason', 'answers', '% of all', 'for example'],
    rows: [...reasons]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([reason, units]) => [reason, units.length, percent(units.length, results.length), at(units, 0).id]),
  };
}

/** Units on which official code fails: left out of its denominator, or the end of its run. */
function left(results: readonly UnitResult[]): Sheet {
  const sorted = results.toSorted((a, b) => a.epoch - b.epoch || naturalOrder(a.id, b.id));
  const having = (fact: string) => sorted.filter(({ facts }) => facts?.[fact] === 1);
  const kinds: [UnitResult[], (ids: string[]) => string][] = [
    [having('dropped'), () => 'left out of the official score (counted as wrong in the strict one)'],
    [having('abort'), ([id]) => `the official script would stop at ${id}`],
  ];
  return {
    name: 'what official code fails on',
    about: 'Answers that raise an exception in the official parser or scorer.',
    columns: ['consequence', 'answers', 'questions'],
    rows: kinds
      .filter(([units]) => units.length > 0)
      .map(([units, consequence]) => {
        const ids = units.map(({ id }) => id);
        const more = ids.length > 10 ? `, … ${ids.length - 10} more` : '';
        return [consequence(ids), units.length, ids.slice(0, 10).join(', ') + more];
      }),
  };
}

function percent(part: number, whole: number): number {
  return Math.round((1000 * part) / whole) / 10;
}
